use super::value::{Value, convert};

#[test]
fn conversions_fail_with_the_texts_of_the_server() {
    let text = |text: &str| Value::String(text.to_owned());
    let cases = [
        (text("abc"), "int", "type conversion error from 'string' to 'int'"),
        (Value::Double(1e30), "int", "integer overflow"),
        (Value::Int(-1), "uint", "unsigned integer overflow"),
        (
            text("yes"),
            "bool",
            "type conversion error from 'string' to 'bool'",
        ),
        (
            Value::Bytes(vec![0xFF]),
            "string",
            "invalid UTF-8 in bytes, cannot convert to string",
        ),
        (Value::List, "string", "no such overload: string(list)"),
        (
            Value::Int(1),
            "duration",
            "type conversion error from 'int' to 'google.protobuf.Duration'",
        ),
        (Value::Int(i64::MAX), "timestamp", "timestamp overflow"),
    ];
    for (value, function, message) in cases {
        assert_eq!(convert(&value, function).unwrap_err().1, message);
    }
    assert_eq!(
        convert(&text("1h"), "duration"),
        Ok(Value::Duration(3_600_000_000_000))
    );
    assert_eq!(convert(&Value::Double(-1.5), "int"), Ok(Value::Int(-1)));
}
