use super::rewrite;
use crd_core::yaml;
use serde_json::json;

const TEXT: &str = "\
# the database
apiVersion: db.example.com/v1  # old
kind: Database
metadata:
  name: a
spec:
  # big enough
  size: 5
  # to be removed
  legacy: x

  users:
  - name: a  # the admin
  name: \"q\"
";

fn rewritten(new: &serde_json::Value) -> Option<String> {
    let read = yaml::read(TEXT.as_bytes(), yaml::Options::default());
    rewrite(TEXT, &read.documents[0], new)
}

#[test]
fn lines_of_what_has_not_changed_stay() {
    let new = json!({
        "apiVersion": "db.example.com/v2", "kind": "Database",
        "metadata": {"name": "a", "annotations": {"k": "v"}},
        "spec": {"size": 5, "users": [{"name": "a"}], "name": "r", "storage": {"class": "fast"}},
    });
    let expected = "\
# the database
apiVersion: db.example.com/v2  # old
kind: Database
metadata:
  name: a
  annotations:
    k: v
spec:
  # big enough
  size: 5

  users:
  - name: a  # the admin
  name: r
  storage:
    class: fast
";
    assert_eq!(rewritten(&new).as_deref(), Some(expected));
}

#[test]
fn members_with_another_name_keep_their_lines() {
    let text = "\
kind: Database
spec:
  # what it is
  type: Postgres  # engine
  size: 5
  # where it listens
  address: db:5432
  users:
  # the first
  - role: admin  # all
    name: ann
  - name: bob  # nobody
    shell: x
";
    let new = json!({
        "kind": "Database",
        "spec": {
            "engine": "Postgres", "size": 6, "host": "db", "port": 5432,
            "users": [{"name": "ann", "grant": "admin"}, {"name": "bob"}],
        },
    });
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    let expected = "\
kind: Database
spec:
  # what it is
  engine: Postgres  # engine
  size: 6
  users:
  # the first
  - grant: admin  # all
    name: ann
  - name: bob  # nobody
  # where it listens
  host: db
  port: 5432
";
    assert_eq!(rewrite(text, &read.documents[0], &new).as_deref(), Some(expected));
    // A list of another length, or one whose elements lose their first member, is rewritten.
    let new =
        json!({"kind": "Database", "spec": {"type": "Postgres", "users": [{"name": "ann"}, {"shell": "x"}]}});
    let rewritten = rewrite(text, &read.documents[0], &new).unwrap();
    assert!(
        rewritten.contains("  type: Postgres  # engine\n") && !rewritten.contains("nobody"),
        "{rewritten}"
    );
}

#[test]
fn comments_go_where_values_go() {
    let text = "\
kind: Database
metadata:
  name: a
spec:
  # enough for a year
  sizeGb: 10  # in all
  # for old clients
  legacyAuth: true
  limits:  # of one instance
    # in megabytes
    memory: 7
";
    let kept = "{\"p\":\"/spec/legacyAuth\",\"v\":true}";
    let new = json!({
        "kind": "Database",
        "metadata": {"name": "a", "annotations": {"k": kept}},
        "spec": {"storage": {"sizeGb": 10}, "resources": {"memoryMb": 7}},
    });
    let expected = "\
kind: Database
metadata:
  name: a
  annotations:
    # for old clients
    k: '{\"p\":\"/spec/legacyAuth\",\"v\":true}'
spec:
  resources:
    # in megabytes
    memoryMb: 7
  storage:
    # enough for a year
    # in all
    sizeGb: 10
";
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    assert_eq!(rewrite(text, &read.documents[0], &new).as_deref(), Some(expected));
    // And back again.
    let old = read.documents[0].root.to_json();
    let read = yaml::read(expected.as_bytes(), yaml::Options::default());
    let back = rewrite(expected, &read.documents[0], &old).unwrap();
    for comment in [
        "# enough for a year\n",
        "# in all\n",
        "# for old clients\n  legacyAuth",
    ] {
        assert!(back.contains(comment), "{back}");
    }
}

#[test]
fn the_same_value_gives_the_same_text() {
    let read = yaml::read(TEXT.as_bytes(), yaml::Options::default());
    assert_eq!(
        rewritten(&read.documents[0].root.to_json()).as_deref(),
        Some(TEXT)
    );
}

#[test]
fn elements_of_lists_are_rewritten_one_by_one() {
    let text = "\
apiVersion: v1
kind: List
items:
# ours
- kind: Database
  spec:
    size: 5  # GB
- {kind: Other}  # not ours
# theirs
- size: 1
  kind: Database
- kind: Other
  # what follows
  name: x
";
    let new = json!({"apiVersion": "v1", "kind": "List", "items": [
        {"kind": "Database", "spec": {"size": "5Gi"}},
        {"kind": "Other"},
        {"kind": "Database", "spec": {"size": 2}},
        {"kind": "Other", "name": "x"},
    ]});
    let expected = "\
apiVersion: v1
kind: List
items:
# ours
- kind: Database
  spec:
    size: 5Gi  # GB
- {kind: Other}  # not ours
# theirs
- kind: Database
  spec:
    size: 2
- kind: Other
  # what follows
  name: x
";
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    assert_eq!(rewrite(text, &read.documents[0], &new).as_deref(), Some(expected));
}
