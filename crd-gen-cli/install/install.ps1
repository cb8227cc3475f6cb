# Installs the command crd-gen from a release, and verifies the downloads.
#
#   powershell -File install.ps1 [-To FOLDER]
param([string]$To = "$env:LOCALAPPDATA\crd-gen")
$ErrorActionPreference = 'Stop'
$Version = '0.1.0'
if ($env:CRD_GEN_VERSION) { $Version = $env:CRD_GEN_VERSION }
$Base = "https://github.com/crd-gen/crd-gen/releases/download/v$Version"
if ($env:CRD_GEN_BASE_URL) { $Base = $env:CRD_GEN_BASE_URL }
$Target = 'x86_64-pc-windows-msvc'
$Archive = "crd-gen-$Target.zip"
$Work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $Work | Out-Null
try {
    Invoke-WebRequest "$Base/$Archive" -OutFile "$Work\$Archive"
    Invoke-WebRequest "$Base/SHA256SUMS" -OutFile "$Work\SHA256SUMS"
    $Line = Get-Content "$Work\SHA256SUMS" | Where-Object { $_ -match "  \*?$([regex]::Escape($Archive))$" }
    if (-not $Line) { throw "SHA256SUMS does not name $Archive" }
    $Wanted = ($Line -split ' ')[0]
    $Found = (Get-FileHash "$Work\$Archive" -Algorithm SHA256).Hash.ToLower()
    if ($Wanted -ne $Found) { throw "$Archive has the checksum $Found, not $Wanted; nothing is installed" }
    Expand-Archive "$Work\$Archive" $Work
    New-Item -ItemType Directory -Force $To | Out-Null
    Copy-Item "$Work\crd-gen-$Target\*.exe" $To
    Write-Output "$(& "$To\crd-gen.exe" --version) is in $To; add it to the PATH to use it"
} finally {
    Remove-Item -Recurse -Force $Work
}
