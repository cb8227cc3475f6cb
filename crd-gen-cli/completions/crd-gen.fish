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

complete -c crd-gen -n "__fish_crd_gen_needs_command" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_needs_command" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "generate" -d 'Write the CRDs of a package\'s Rust types'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "import" -d 'Write Rust types for CRDs, which give the CRDs back'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "check" -d 'Check CRDs as the API server does, offline'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "compat" -d 'Show what a change of CRDs breaks, each breakage with an object'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "validate" -d 'Judge objects by the CRDs of their kinds as the API server does, offline'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "test" -d 'Run tests of CRDs: objects, and what the API server says of each'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "sample" -d 'Write sample objects that the API server admits'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "convert" -d 'Convert objects in files to another version, by the mappings of a package\'s Rust types'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "migrate" -d 'Plan the way from deployed CRDs to the next ones: releases, stored objects, what would be refused or lost'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "cost" -d 'Show what the rules of CRDs may cost at worst, and which bounds make them cheaper'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "cel" -d 'Type-check a CEL expression at a place in a schema, or show what `self` is there'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "publish" -d 'Print the OpenAPI documents that the API server publishes for CRDs'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "docs" -d 'Write reference pages of CRDs, as Markdown, HTML, or by a template'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "explain" -d 'Explain a code of a finding, or the fields of a resource'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "features" -d 'List the fields that are in a channel, behind a feature gate, or have a lifecycle'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "policies" -d 'Write policies that warn of fields which are deprecated or not for everybody'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "server" -d 'Run the language server for editors, over standard input and output'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "config" -d 'Show the configuration'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "completions" -d 'Print a completion script for a shell'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "man" -d 'Print the man page, or write all of them'
complete -c crd-gen -n "__fish_crd_gen_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s F -l features -d 'Features to turn on, separated by commas' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s o -l output -d 'The directory to write to, or `-` for standard output [default: that of `crd-gen.toml`, or standard output]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l format -d 'How CRDs are written [default: yaml]' -r -f -a "yaml\t'YAML'
json\t'JSON'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l header -d 'Put the comments of this file on top of every file; plain lines get a `#`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l channel -d 'Write what this channel has, which `crd_core::channels!` declares; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l feature-set -d 'Write what exists with the gates of this set, which `crd_core::feature_sets!` declares; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l feature-gates -d 'Write what exists with these gates on and no others, separated by commas' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l profile -d 'What the CRDs are for [default: apiserver]' -r -f -a "apiserver\t'What a cluster accepts'
extended\t'With the KEP forms `x-kubernetes-unions` and `x-kubernetes-api-lifecycle`, for documentation and tools'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l max-description -d 'Cut each description to at most this many bytes; 0 drops them' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l webhook-service -d 'The service of the conversion webhook' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l webhook-path -d 'The path of requests to the service; \'\' leaves it out' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l webhook-port -d 'The port of the service' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l webhook-url -d 'The URL of a conversion webhook outside of the cluster' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l ca-bundle -d 'The certificates that the webhook\'s is checked with, a file of PEM' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l cert-manager -d 'Let cert-manager fill in `caBundle`, from this certificate' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l lint-profile -d 'Report the lints of this profile [default: that of `crd-gen.toml`, or server]' -r -f -a "server\t'What the server makes of a CRD is not what its author meant'
conventions\t'The API conventions of Kubernetes, too'
openshift\t'The conventions as `OpenShift` has them'
gateway-api\t'The conventions as Gateway API has them'
strict\t'Every lint'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s A -l allow -d 'Do not report this code or slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s W -l warn -d 'Report this code or slug as a warning' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s D -l deny -d 'Report this code or slug as an error; `warnings` means all warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l workspace -d 'All packages of the workspace that depend on `crd-core`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l all-features -d 'Turn all features on'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l no-default-features -d 'Leave the default features out'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l prune -d 'Remove manifests from the output directory that crd-gen wrote for types that are gone'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l check -d 'Write nothing; fail with a diff when a file in the output directory is stale, or left over from a type that is gone'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l watch -d 'Write the CRDs again whenever a source file of the workspace changes, until Ctrl-C'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l no-conversion -d 'Write no `spec.conversion`, nor the annotations that belong to it'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l openshift-ca -d 'Let the annotation `service.beta.openshift.io/inject-cabundle` fill in `caBundle`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -l no-ca -d 'Write neither `caBundle` nor an annotation by which something else fills it in'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand generate" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s o -l output -d 'The file to write, or the directory for a module a CRD; `-` is standard output [default: that of `crd-gen.toml`, or standard output]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l derive -d 'Derive this trait for every type, too; repeatable' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l rename -d 'Call a type by another name: the place where it stands, such as `spec.users[]`, or the name that it would have; repeatable' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l type -d 'Use a type of one\'s own at a place, such as `spec.size=crate::Size`; repeatable' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l only -d 'Write only what is at or below this place, such as `spec.template`; repeatable' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l leave-out -d 'Leave out what is at or below this place; repeatable' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l check -d 'Write nothing; fail with a diff when a file is not what the CRDs give'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l kube -d 'Let the types work with `kube::Api`: `metadata` is k8s-openapi\'s, and roots implement `kube::Resource`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l no-known-types -d 'Write types of one\'s own where crd-core has types with the same members, such as `Condition`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -l deployment -d 'Write labels, annotations and the conversion webhook of the CRD, too'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand import" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l format -d 'How findings are written' -r -f -a "human\t'With the source line, for people'
concise\t'One line for each finding'
json\t'One JSON document'
verdicts\t'One JSON line for each CRD or object, in the words of the API server'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Workflow commands of GitHub Actions'
gitlab\t'A Code Quality report, for merge requests of GitLab'
junit\t'Results of tests in XML, which CI services read'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l old -d 'Check as an update of these CRDs: a file, a directory, or `git:REVISION[:PATH]`; documents are paired by name' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l ratchet -d 'Report only what these CRDs do not have yet, and count the rest: a file, a directory, a Rust package, or `git:REVISION[:PATH]`. What the server refuses is always reported' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l profile -d 'Report the lints of this profile [default: that of `crd-gen.toml`, or server]' -r -f -a "server\t'What the server makes of a CRD is not what its author meant'
conventions\t'The API conventions of Kubernetes, too'
openshift\t'The conventions as `OpenShift` has them'
gateway-api\t'The conventions as Gateway API has them'
strict\t'Every lint'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l select -d 'Report these lints, too: a rule (`LNT-20`), a family (`naming`), a code or a slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l ignore -d 'Do not report these lints: rules, families, codes or slugs' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s A -l allow -d 'Do not report this code or slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s W -l warn -d 'Report this code or slug as a warning' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s D -l deny -d 'Report this code or slug as an error; `warnings` means all warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l config -d 'Use this configuration file and no other' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l all -d 'Show every finding, not only the first 100'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l watch -d 'Check again whenever a file changes, until Ctrl-C'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l minimum-version -d 'Show the lowest Kubernetes version that accepts each CRD, and why the version before it refuses it. With `--kubernetes-version`, fail if that is too old for one'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l statistics -d 'Print how often each code was found, instead of the findings'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l condition -d 'Print the condition `NonStructuralSchema` the server would set'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l strict -d 'Be as strict as `fieldValidation=Strict`: unknown and duplicate fields are errors'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l fix -d 'Apply the fixes that are certain'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l unsafe-fixes -d 'With `--fix` or `--diff`: also the fixes that are only likely, which change what the CRD means'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -l diff -d 'Show the certain fixes as a diff; without `--fix`, change nothing'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand check" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l policy -d 'Who must not be broken' -r -f -a "stored\t'Stored objects: they stay readable, keep their data, and can be edited'
writers\t'Also writers, and owners of fields in server-side apply'
clients\t'Also readers'
strict\t'Also `GitOps`: what is live equals what is in Git'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l objects -d 'Stored objects (`kubectl get databases -A -o json`): which of them cannot be edited any more, or lose data. A file, or `-`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l since -d 'Compare each release since this revision with the next one: the revision, the tags after it, and the working tree' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l tombstones -d 'A file that keeps the names of removed fields: one that comes back with another type is found. It is written when names go' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l format -d 'How findings are written' -r -f -a "human\t'With the lines of both files and the objects, for people'
concise\t'One line for each finding'
json\t'One JSON document'
markdown\t'Markdown, for a comment on a pull request'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Workflow commands of GitHub Actions'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s A -l allow -d 'Do not report this code or slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s W -l warn -d 'Report this code or slug as a warning' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s D -l deny -d 'Report this code or slug as an error; `warnings` means all warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l config -d 'Use this configuration file and no other' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand compat" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l crds -d 'CRDs: a file, a directory, or a Rust package (a `Cargo.toml` or its directory), whose CRDs are generated. May be given several times' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l old -d 'The stored objects, in a file or directory. An object with one of its kind, namespace and name is judged as an update' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l subresource -d 'Judge updates of a subresource. For `scale` the objects are `Scale`s, and `--old` has the objects that they scale' -r -f -a "status\t'The status'
scale\t'The replicas'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l field-validation -d 'What is done about unknown and duplicate fields; kubectl asks for `strict` [default: warn]' -r -f -a "strict\t'They are errors'
warn\t'They are warnings'
ignore\t'They are not reported'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l strict-kinds -d 'Report objects of kinds that no CRD declares as errors: `all`, or only `custom` ones, which Kubernetes does not have' -r -f -a "all\t'All'
custom\t'Those that Kubernetes does not have'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l print -d 'Print each accepted object as it would be stored, as `yaml` or as a `diff` from the input; findings go to stderr' -r -f -a "yaml\t'As YAML'
diff\t'As a diff from the input'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l format -d 'How findings are written' -r -f -a "human\t'With the source line, for people'
concise\t'One line for each finding'
json\t'One JSON document'
verdicts\t'One JSON line for each CRD or object, in the words of the API server'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Workflow commands of GitHub Actions'
gitlab\t'A Code Quality report, for merge requests of GitLab'
junit\t'Results of tests in XML, which CI services read'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s A -l allow -d 'Do not report this code or slug' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s W -l warn -d 'Report this code or slug as a warning' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s D -l deny -d 'Report this code or slug as an error; `warnings` means all warnings' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l config -d 'Use this configuration file and no other' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -l all -d 'Show every finding, not only the first 100'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand validate" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l init -d 'Write a first file of cases: samples of the CRDs, which are accepted, and samples without a member that must be there' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l crds -d 'CRDs besides those that the files name: files, directories, or Rust packages; may be given several times' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l min-coverage -d 'Fail if fewer rules than this, in percent, have refused something' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l format -d 'How results are written' -r -f -a "human\t'The cases that failed, and the rules that are not tested'
json\t'One JSON document'
junit\t'Results of tests in XML, which CI services read'
gitlab\t'A Code Quality report, for merge requests of GitLab'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -l update -d 'Write what the server says into the cases that fail, and into those without an `expect`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand test" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l kind -d 'Only objects of this kind' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l group-version -d 'Only objects of this group and version, as in `db.example.com/v1` [default: all versions that are served]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l form -d 'Which objects are written' -r -f -a "smallest\t'What must be there, and no more'
full\t'Every field with its docs; optional ones are commented out'
members\t'One object for each member of each union'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l format -d 'How objects are written' -r -f -a "yaml\t'YAML documents'
json\t'One JSON line an object; a full one has all its fields'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s o -l out-dir -d 'Write a file for each object into this directory' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand sample" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -l to -d 'The version to convert to [default: that of `crd-gen.toml`]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s i -l in-place -d 'Write the objects back to their files'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand convert" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s o -l out-dir -d 'Write the manifests of all releases, and the object for the server\'s own migration, into this directory' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -l format -d 'How the plan is written' -r -f -a "human\t'For people'
json\t'One JSON document: a list with the plan of each CRD'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand migrate" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l format -d 'How costs are written' -r -f -a "table\t'For people, a table for each version of a CRD'
json\t'One JSON line a rule'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -l all -d 'Show every rule, not only the ten that cost most in each version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cost" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l path -d 'The place of `self`, such as `spec.listeners[].name` [default: the whole object]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l name -d 'The name of the CRD, where there are several' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l version -d 'The version of the CRD [default: the storage version]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l object -d 'Evaluate the expression over the object in this file, or `-` for standard input' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l old-object -d 'The object before the update: the value of `oldSelf`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l format -d 'How to print the value' -r -f -a "human\t'For people'
json\t'One JSON line for each value of `self`: `value` or `error`, and `cost`'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l optional-old-self -d '`oldSelf` is an optional, as in rules with `optionalOldSelf: true`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l as-stored -d 'Evaluate the objects as a server stores them: pruned and with their defaults'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -l explain -d 'Show the value of each part of the expression, too'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand cel" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l format -d 'What is written [default: openapi]' -r -f -a "openapi\t'OpenAPI documents'
json-schema\t'JSON Schemas for editors and validators of manifests'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l openapi -d 'Which document is written [default: v3]' -r -f -a "v3\t'OpenAPI v3, one document for each group and version'
v2\t'OpenAPI v2, one document for everything'
apply\t'The schemas that server-side apply merges by, of all versions, by definition name'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l group-version -d 'Only the OpenAPI v3 document of this group and version, as in `db.example.com/v1`' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l kind -d 'Only the definition of this kind; `--group-version` says of which version, the one that is stored otherwise' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l serve -d 'Serve the documents and the discovery of an API server on this address, for kubectl, editors and generators of clients. A port alone, or an address of this machine; port 0 takes a free one' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l draft -d 'The version of JSON Schema [default: 7]' -r -f -a "7\t'Draft 7, which editors and kubeconform read'
2020-12\t'Draft 2020-12'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l unknown-fields -d 'What JSON Schemas say of fields that the CRD does not know [default: reject]' -r -f -a "reject\t'They are refused, as under strict field validation, which kubectl asks for'
allow\t'They are allowed; the server prunes them'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s o -l out-dir -d 'Write a file for each served version into this directory, and an `index.json`; `-` stands for standard output' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l layout -d 'How the files are named [default: catalog]' -r -f -a "catalog\t'`GROUP/KIND_VERSION.json` in lower case, as the catalogue of CRDs has them, which editors read'
kubeconform\t'`master-standalone[-strict]/KIND-GROUP-VERSION.json`, with the first label of the group'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand publish" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l format -d 'How pages are written [default: markdown]' -r -f -a "markdown\t'Markdown, as GitHub and the usual generators of sites read it'
html\t'HTML that needs neither JavaScript nor other files'
json\t'What templates read'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s o -l out-dir -d 'Write a page for each kind and an index into this directory' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l template -d 'Write pages by this Jinja template; pages have the extension before `.j2` or `.jinja`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l since -d 'Show what changed since these CRDs, with what it breaks: files, directories, or `git:REVISION[:PATH]`' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -l check -d 'Write nothing; fail if pages are out of date'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand docs" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l format -d 'How pages of codes are printed' -r -f -a "text\t'For people'
json\t'For programs'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l crds -d 'Explain a resource of the CRDs in this file or directory, or of a Rust package (a `Cargo.toml` or its directory). May be given several times' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l api-version -d 'The group and version, as in `db.example.com/v1` [default: the version that the server prefers]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l all -d 'Every code'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l recursive -d 'Show the fields of fields too, one line each'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -l rules -d 'Show what `kubectl explain` leaves out: defaults, bounds, patterns and rules'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand explain" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -l format -d 'How the table is written' -r -f -a "markdown\t'A table in Markdown'
json\t'A list in JSON'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand features" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s p -l package -d 'A package of the workspace whose Rust types are meant; may be given several times' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -l manifest-path -d 'The `Cargo.toml` of the package or of its workspace [default: the one of this directory]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s o -l output -d 'Write a file for each policy into this directory [default: standard output]' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -l kubernetes-version -d 'The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -l offline -d 'Reach no network when the package is built, as `cargo --offline`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand policies" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l context -d 'The context of kubectl whose cluster is asked [default: the current one]' -r
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l kubectl -d 'The command kubectl' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l stdio -d 'Speak over standard input and output, as is always done; editors that give this option can be left as they are'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -l fetch-crds -d 'Fetch the CRDs of a cluster with kubectl into a cache, and exit. The server judges objects by them where the workspace has no CRD of their kind'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand server" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -f -a "show" -d 'Show the configuration that applies to a path, and where it comes from'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -f -a "schema" -d 'Print the JSON Schema of `crd-gen.toml`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and not __fish_seen_subcommand_from show schema help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from show" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from schema" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show the configuration that applies to a path, and where it comes from'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "schema" -d 'Print the JSON Schema of `crd-gen.toml`'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand completions" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -l dir -d 'Write a page for each command into this directory' -r -F
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -l color -d 'When to use colours; `NO_COLOR` is respected' -r -f -a "auto\t'On terminals'
always\t'Always'
never\t'Never'"
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -s q -l quiet -d 'Print results only: no summary, no progress'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -s v -l verbose -d 'Print more, such as which documents were skipped'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand man" -s V -l version -d 'Print version'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "generate" -d 'Write the CRDs of a package\'s Rust types'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "import" -d 'Write Rust types for CRDs, which give the CRDs back'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "check" -d 'Check CRDs as the API server does, offline'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "compat" -d 'Show what a change of CRDs breaks, each breakage with an object'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "validate" -d 'Judge objects by the CRDs of their kinds as the API server does, offline'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "test" -d 'Run tests of CRDs: objects, and what the API server says of each'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "sample" -d 'Write sample objects that the API server admits'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "convert" -d 'Convert objects in files to another version, by the mappings of a package\'s Rust types'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "migrate" -d 'Plan the way from deployed CRDs to the next ones: releases, stored objects, what would be refused or lost'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "cost" -d 'Show what the rules of CRDs may cost at worst, and which bounds make them cheaper'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "cel" -d 'Type-check a CEL expression at a place in a schema, or show what `self` is there'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "publish" -d 'Print the OpenAPI documents that the API server publishes for CRDs'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "docs" -d 'Write reference pages of CRDs, as Markdown, HTML, or by a template'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "explain" -d 'Explain a code of a finding, or the fields of a resource'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "features" -d 'List the fields that are in a channel, behind a feature gate, or have a lifecycle'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "policies" -d 'Write policies that warn of fields which are deprecated or not for everybody'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "server" -d 'Run the language server for editors, over standard input and output'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "config" -d 'Show the configuration'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "completions" -d 'Print a completion script for a shell'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "man" -d 'Print the man page, or write all of them'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and not __fish_seen_subcommand_from generate import check compat validate test sample convert migrate cost cel publish docs explain features policies server config completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "show" -d 'Show the configuration that applies to a path, and where it comes from'
complete -c crd-gen -n "__fish_crd_gen_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "schema" -d 'Print the JSON Schema of `crd-gen.toml`'
