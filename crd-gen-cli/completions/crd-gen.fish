# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_crd_gen_global_optspecs
    string join \n color= q/quiet v/verbose h/help V/version
end

function __fish_crd_gen_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_crd_gen_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_crd_gen_using_subcommand
    set -l cmd (__fish_crd_gen_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c crd-gen -n "__fish_crd_gen_needs_command" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_needs_command" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "generate" -d 'Generate CRDs from the Rust types of a package'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "import" -d 'Generate Rust types from CRDs'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "check" -d 'Check CRDs offline, with the same result as the API server'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "compat" -d 'Report breaking changes between two versions of CRDs, each with an example object'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "validate" -d 'Validate objects against their CRDs offline, with the same result as the API server'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "test" -d 'Run tests of CRDs: objects, and whether the API server accepts each'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "sample" -d 'Write sample objects that the API server accepts'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "convert" -d 'Convert objects in files to another API version, with the conversions of a Rust package'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "migrate" -d 'Plan the migration from deployed CRDs to new ones: the releases, and the stored objects to rewrite'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "cost" -d 'Show the estimated worst-case cost of validation rules, and which bounds reduce it'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "cel" -d 'Type-check or evaluate a CEL expression at a path in a schema'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "publish" -d 'Print the OpenAPI documents that the API server publishes for CRDs'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "docs" -d 'Generate reference documentation for CRDs, as Markdown, HTML or from a template'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "explain" -d 'Explain a diagnostic code, or the fields of a resource'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "features" -d 'List fields that have a channel, a feature gate or a lifecycle'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "policies" -d 'Generate admission policies that warn about deprecated, gated or experimental fields'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "server" -d 'Run the language server for editors on standard input and output'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "config" -d 'Show the configuration'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "completions" -d 'Print a completion script for a shell'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "man" -d 'Print the man page, or write the man pages of all commands'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s F -l features -d 'Features to enable, separated by commas' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s o -l output -d 'The directory to write to, or `-` for standard output [default: from `crd-gen.toml`, or standard output]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l format -d 'The output format of CRDs [default: yaml]' -r -f -a "yaml\t'YAML'
json\t'JSON'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l header -d 'Write the comments in this file at the top of every manifest; a `#` is added to lines without one' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l channel -d 'Generate only fields of this channel, which `crd_core::channels!` declares. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l feature-set -d 'Generate fields whose feature gates are in this set, which `crd_core::feature_sets!` declares. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l feature-gates -d 'Generate fields whose feature gates are in this comma-separated list' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l crd-profile -d 'The purpose of the CRDs [default: apiserver]' -r -f -a "apiserver\t'CRDs that can be applied to a cluster'
extended\t'CRDs with `x-kubernetes-unions` and `x-kubernetes-api-lifecycle` (from KEPs), for documentation and tools'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l max-description -d 'Truncate each description to this many bytes; 0 removes descriptions' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l webhook-service -d 'The service of the conversion webhook' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l webhook-path -d 'The URL path for requests to the service; \'\' omits it' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l webhook-port -d 'The port of the service' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l webhook-url -d 'The URL of a conversion webhook outside the cluster' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l ca-bundle -d 'A PEM file with the CA certificates that verify the webhook\'s certificate' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l cert-manager -d 'Let cert-manager inject `caBundle` from this certificate' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l profile -d 'The lint profile to use [default: from `crd-gen.toml`, or server]' -r -f -a "server\t'Schemas that the API server accepts but treats differently than intended'
conventions\t'In addition, violations of the Kubernetes API conventions'
openshift\t'The API conventions of `OpenShift`'
gateway-api\t'The API conventions of Gateway API'
strict\t'Every lint'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l select -d 'Report these lints in addition: rules (`LNT-20`), families (`naming`), codes or slugs' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l ignore -d 'Do not report these lints: rules, families, codes or slugs' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l add-allow -d 'Write `#[crd(allow(…))]` with the reason on the fields and types of all findings that the server does not reject, and no manifests' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s A -l allow -d 'Do not report findings with this code or slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s W -l warn -d 'Report findings with this code or slug as warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s D -l deny -d 'Report findings with this code or slug as errors; `warnings` stands for all warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l workspace -d 'Generate the CRDs of all packages of the workspace that depend on `crd-core`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l all-features -d 'Enable all features'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l no-default-features -d 'Disable the default features'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l prune -d 'Remove the manifests of deleted types, which crd-gen has written, from the output directory'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l check -d 'Write nothing. Fail with a diff if a file in the output directory is out of date or belongs to a deleted type'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l watch -d 'Generate the CRDs again whenever a source file of the workspace changes, until Ctrl-C'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l no-conversion -d 'Write neither `spec.conversion` nor the annotations that belong to it'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l openshift-ca -d 'Let the annotation `service.beta.openshift.io/inject-cabundle` inject `caBundle`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l no-ca -d 'Write neither `caBundle` nor an annotation that lets another component inject it'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s o -l output -d 'The file to write, the directory for one module per CRD, or `-` for standard output [default: from `crd-gen.toml`, or standard output]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l derive -d 'Derive this trait for all types; `Default` for structs whose required fields have it, and `Eq`, `Ord` and `Hash` for types without floats. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l k8s-openapi -d 'Use k8s-openapi\'s types, such as `PodTemplateSpec`, for objects with the same fields as in this version of Kubernetes: the version whose feature of k8s-openapi the package enables. k8s-openapi\'s quantities do not read numbers, such as `cpu: 1`: objects that contain one cannot be read' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l rename -d 'Rename a type, given by the path of its field, such as `spec.users[]`, or by its default name. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l type -d 'Use an existing type for a field, as in `spec.size=crate::Size`. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l only -d 'Generate only the field at this path and the fields in it, such as `spec.template`. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l leave-out -d 'Omit the field at this path and the fields in it. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l check -d 'Write nothing. Fail with a diff if a file is out of date'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l kube -d 'Generate types for `kube::Api`: `metadata` has k8s-openapi\'s type, and root types implement `kube::Resource`. Other types of k8s-openapi are used if they are the same in all versions of Kubernetes and contain no quantities; types with quantities, such as `ResourceRequirements` and `PodTemplateSpec`, are only used with `--k8s-openapi`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l no-known-types -d 'Generate all types, even if crd-core or k8s-openapi has a type with the same fields, such as `Condition`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l keep-null -d 'Keep null and absence apart in fields that may be either: their type is `Nullable` instead of `Option`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l no-unions -d 'Generate structs, instead of enums with data, for objects of which exactly one field is set. A program that was built with the enum cannot read an object in which a later release of the CRD allows another field'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l deployment -d 'Include the labels and annotations of the CRD'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l format -d 'The output format of findings' -r -f -a "human\t'Text for people, with the source lines'
concise\t'One line per finding'
json\t'One JSON document'
verdicts\t'One line of JSON per CRD or object, with the error messages of the API server'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Workflow commands for GitHub Actions'
gitlab\t'A Code Quality report, for GitLab merge requests'
junit\t'Test results in XML, for CI services'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l old -d 'Check the CRDs as updates of these CRDs: a file, a directory or `git:REVISION[:PATH]`. CRDs are paired by name' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l ratchet -d 'Report only lints that are new compared with these CRDs, and count the others: a file, a directory, `-`, a Rust package or `git:REVISION[:PATH]`. Errors of the API server are always reported' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l profile -d 'The lint profile to use [default: from `crd-gen.toml`, or server]' -r -f -a "server\t'Schemas that the API server accepts but treats differently than intended'
conventions\t'In addition, violations of the Kubernetes API conventions'
openshift\t'The API conventions of `OpenShift`'
gateway-api\t'The API conventions of Gateway API'
strict\t'Every lint'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l select -d 'Report these lints in addition: rules (`LNT-20`), families (`naming`), codes or slugs' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l ignore -d 'Do not report these lints: rules, families, codes or slugs' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s A -l allow -d 'Do not report findings with this code or slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s W -l warn -d 'Report findings with this code or slug as warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s D -l deny -d 'Report findings with this code or slug as errors; `warnings` stands for all warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l config -d 'Use only this configuration file' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l add-allow -d 'Write a comment `# crd-gen: allow` with the reason above each reported finding that the server does not reject; with `--diff`, show them and change nothing. `crd-gen generate --add-allow` does so for Rust types' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l all -d 'Show all findings instead of the first 100'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l watch -d 'Check again whenever a file changes, until Ctrl-C'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l minimum-version -d 'Show the lowest Kubernetes version that accepts each CRD, and why the version before it rejects the CRD. With `--kubernetes-version`, fail if a CRD needs a later version than that'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l statistics -d 'Print the number of findings of each code instead of the findings'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l condition -d 'Print the condition `NonStructuralSchema` that the API server would set'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l strict -d 'Report unknown and duplicate fields as errors, as `fieldValidation=Strict` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l fix -d 'Apply safe fixes'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l unsafe-fixes -d 'With `--fix` or `--diff`: include unsafe fixes, which may change the meaning of the CRD'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l diff -d 'Show safe fixes as a diff. Without `--fix`, no file is changed'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l policy -d 'What changes must not break' -r -f -a "stored\t'Stored objects: they stay readable and editable, and lose no data'
writers\t'In addition, clients that write objects, and field owners in server-side apply'
clients\t'In addition, clients that read objects'
strict\t'In addition, `GitOps` tools: live objects equal those in Git'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l objects -d 'Report which of these stored objects cannot be edited any more or lose data: a file with the output of `kubectl get databases -A -o json`, or `-`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l since -d 'Compare each release since this revision with the next one: the revision, the later tags and the working tree' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l tombstones -d 'A file that records the names of removed fields. A field that is added again with another type is reported, and newly removed fields are added to the file' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l format -d 'The output format of findings' -r -f -a "human\t'Text for people, with the lines of both files and the objects'
concise\t'One line per finding'
json\t'One JSON document'
markdown\t'Markdown, for comments on pull requests'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Workflow commands for GitHub Actions'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s A -l allow -d 'Do not report findings with this code or slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s W -l warn -d 'Report findings with this code or slug as warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s D -l deny -d 'Report findings with this code or slug as errors; `warnings` stands for all warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l config -d 'Use only this configuration file' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l crds -d 'The CRDs: a file, a directory, or a Rust package (a `Cargo.toml` or its directory) to generate CRDs from. May be given several times' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l old -d 'The stored objects, in a file or directory. An object with the kind, namespace and name of a stored object is validated as an update of it' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l subresource -d 'Validate the objects as updates of a subresource. For `scale`, the objects are `Scale` objects, and `--old` has the objects that they scale' -r -f -a "status\t'The subresource `status`'
scale\t'The subresource `scale`'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l field-validation -d 'How to treat unknown and duplicate fields; kubectl requests `strict` [default: warn]' -r -f -a "strict\t'Report them as errors'
warn\t'Report them as warnings'
ignore\t'Do not report them'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l strict-kinds -d 'Report objects without a CRD as errors: `all` of them, or only `custom` resources, not built-in kinds' -r -f -a "all\t'All kinds without a CRD'
custom\t'Only kinds that are not built into Kubernetes'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l print -d 'Print each accepted object as the server would store it, as `yaml` or as a `diff` from the input. Findings are written to stderr' -r -f -a "yaml\t'As YAML'
diff\t'As a diff from the input'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l format -d 'The output format of findings' -r -f -a "human\t'Text for people, with the source lines'
concise\t'One line per finding'
json\t'One JSON document'
verdicts\t'One line of JSON per CRD or object, with the error messages of the API server'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Workflow commands for GitHub Actions'
gitlab\t'A Code Quality report, for GitLab merge requests'
junit\t'Test results in XML, for CI services'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s A -l allow -d 'Do not report findings with this code or slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s W -l warn -d 'Report findings with this code or slug as warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s D -l deny -d 'Report findings with this code or slug as errors; `warnings` stands for all warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l config -d 'Use only this configuration file' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l all -d 'Show all findings instead of the first 100'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l init -d 'Create a test file with sample objects of the CRDs, which are accepted, and the same objects without a required field, which are rejected' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l crds -d 'CRDs in addition to those that the test files name: files, directories or Rust packages. May be given several times' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l min-coverage -d 'Fail if a smaller percentage of the validation rules than this has rejected an object' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l format -d 'The output format of results' -r -f -a "human\t'Text for people: the failed cases and the untested rules'
json\t'One JSON document'
junit\t'Test results in XML, for CI services'
gitlab\t'A Code Quality report, for GitLab merge requests'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l update -d 'Write the server\'s results into the cases that fail and into the cases without `expect`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l kind -d 'Write only objects of this kind' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l group-version -d 'Write only objects of this group and version, such as `db.example.com/v1` [default: all served versions]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l form -d 'The form of the objects' -r -f -a "smallest\t'Objects with only the required fields'
full\t'Objects with all fields and their descriptions; optional fields are commented out'
members\t'One object for each member of each union'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l format -d 'The output format of objects' -r -f -a "yaml\t'YAML documents'
json\t'One line of JSON per object; a full object has all fields'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s o -l out-dir -d 'Write a file for each object to this directory' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -l to -d 'The API version to convert to [default: from `crd-gen.toml`]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s i -l in-place -d 'Write the converted objects to their files'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s o -l out-dir -d 'Write the manifests of all releases, and the `StorageVersionMigration` object, to this directory' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -l format -d 'The output format of the plan' -r -f -a "human\t'Text for people'
json\t'One JSON document: a list with the plan of each CRD'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l format -d 'The output format of costs' -r -f -a "table\t'A table for each version of a CRD, for people'
json\t'One line of JSON per rule'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l all -d 'Show all rules instead of the ten most expensive ones of each version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l path -d 'The path of `self`, such as `spec.listeners[].name` [default: the whole object]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l name -d 'The name of the CRD, if there are several' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l version -d 'The version of the CRD [default: the storage version]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l object -d 'Evaluate the expression on the object in this file, or `-` for standard input' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l old-object -d 'The object before the update: the value of `oldSelf`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l format -d 'The output format of the value' -r -f -a "human\t'Text for people'
json\t'One line of JSON per value of `self`: `value` or `error`, and `cost`'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l optional-old-self -d 'Give `oldSelf` an optional type, as in rules with `optionalOldSelf: true`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l as-stored -d 'Prune the objects and set defaults before the evaluation, as the API server does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l explain -d 'Show the value of each part of the expression'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l format -d 'The output format [default: openapi]' -r -f -a "openapi\t'OpenAPI documents'
json-schema\t'JSON Schemas, for editors and tools that validate manifests'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l openapi -d 'The form of the OpenAPI document [default: v3]' -r -f -a "v3\t'OpenAPI v3: one document for each group and version'
v2\t'OpenAPI v2: one document for all CRDs'
apply\t'The schemas that server-side apply uses to merge, for all versions, by definition name'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l group-version -d 'Print only the OpenAPI v3 document of this group and version, such as `db.example.com/v1`' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l kind -d 'Print only the definition of this kind, in the version of `--group-version` or in the storage version' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l serve -d 'Serve the documents and API discovery on this address, for kubectl, editors and client generators. The address is a port, or an address of this machine with a port; port 0 selects a free port' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l draft -d 'The version of JSON Schema [default: 7]' -r -f -a "7\t'Draft 7, which editors and kubeconform read'
2020-12\t'Draft 2020-12'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l unknown-fields -d 'How JSON Schemas treat unknown fields [default: reject]' -r -f -a "reject\t'Reject unknown fields, as strict field validation does, which kubectl requests'
allow\t'Allow unknown fields; the API server prunes them'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s o -l out-dir -d 'Write a file for each served version, and an `index.json`, to this directory; `-` stands for standard output' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l layout -d 'The names of the files [default: catalog]' -r -f -a "catalog\t'`GROUP/KIND_VERSION.json` in lower case, as in the CRDs catalog that editors use'
kubeconform\t'`master-standalone[-strict]/KIND-GROUP-VERSION.json`, with the first label of the group'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l format -d 'The output format of pages [default: markdown]' -r -f -a "markdown\t'Markdown, for GitHub and common static site generators'
html\t'HTML without JavaScript or other files'
json\t'The data that templates get, as JSON'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s o -l out-dir -d 'Write a page for each kind, and an index, to this directory' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l template -d 'Render pages with this Jinja template; their file extension is the one before `.j2` or `.jinja`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l since -d 'Show the changes since these CRDs, and which of them are breaking: files, directories or `git:REVISION[:PATH]`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l check -d 'Write nothing. Fail if pages are out of date'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l format -d 'The output format of the pages of codes' -r -f -a "text\t'Text for people'
json\t'JSON for programs'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l crds -d 'Explain a resource of the CRDs in this file, directory or Rust package (a `Cargo.toml` or its directory). May be given several times' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l api-version -d 'The group and version, such as `db.example.com/v1` [default: the server\'s preferred version]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l all -d 'Explain all codes'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l recursive -d 'Show nested fields, one per line'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l rules -d 'Show details that `kubectl explain` omits: defaults, bounds, patterns and rules'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -l format -d 'The output format of the table' -r -f -a "markdown\t'A table in Markdown'
json\t'A list in JSON'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s p -l package -d 'A Rust package of the workspace to generate CRDs from. May be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -l manifest-path -d 'The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s o -l output -d 'Write a file for each policy to this directory [default: standard output]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -l kubernetes-version -d 'The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -l offline -d 'Build the package without network access, as `cargo --offline` does'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l context -d 'The context of kubectl whose cluster is asked [default: the current one]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l kubectl -d 'The command kubectl' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l stdio -d 'Use standard input and output. This is always so; the option exists for editors that pass it'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l fetch-crds -d 'Fetch the CRDs of a cluster with kubectl into a cache, and exit. The server judges objects by them where the workspace has no CRD of their kind'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -f -a "show" -d 'Show the configuration that applies to a path, and the file that it is read from'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -f -a "schema" -d 'Print the JSON Schema of `crd-gen.toml`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show the configuration that applies to a path, and the file that it is read from'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "schema" -d 'Print the JSON Schema of `crd-gen.toml`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -l dir -d 'Write a man page for each command to this directory' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'Use colours if the output is a terminal'
always\t'Always use colours'
never\t'Never use colours'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -s q -l quiet -d 'Print only results, without summary and progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -s v -l verbose -d 'Print more details, such as the documents that were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "generate" -d 'Generate CRDs from the Rust types of a package'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "import" -d 'Generate Rust types from CRDs'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "check" -d 'Check CRDs offline, with the same result as the API server'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "compat" -d 'Report breaking changes between two versions of CRDs, each with an example object'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "validate" -d 'Validate objects against their CRDs offline, with the same result as the API server'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "test" -d 'Run tests of CRDs: objects, and whether the API server accepts each'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "sample" -d 'Write sample objects that the API server accepts'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "convert" -d 'Convert objects in files to another API version, with the conversions of a Rust package'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "migrate" -d 'Plan the migration from deployed CRDs to new ones: the releases, and the stored objects to rewrite'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "cost" -d 'Show the estimated worst-case cost of validation rules, and which bounds reduce it'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "cel" -d 'Type-check or evaluate a CEL expression at a path in a schema'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "publish" -d 'Print the OpenAPI documents that the API server publishes for CRDs'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "docs" -d 'Generate reference documentation for CRDs, as Markdown, HTML or from a template'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "explain" -d 'Explain a diagnostic code, or the fields of a resource'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "features" -d 'List fields that have a channel, a feature gate or a lifecycle'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "policies" -d 'Generate admission policies that warn about deprecated, gated or experimental fields'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "server" -d 'Run the language server for editors on standard input and output'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "config" -d 'Show the configuration'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "completions" -d 'Print a completion script for a shell'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "man" -d 'Print the man page, or write the man pages of all commands'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "show" -d 'Show the configuration that applies to a path, and the file that it is read from'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "schema" -d 'Print the JSON Schema of `crd-gen.toml`'
