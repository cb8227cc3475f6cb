use super::value::{ConstantValue, convert};

#[test]
fn conversions_fail_with_the_texts_of_the_server() {
    let text = |text: &str| ConstantValue::String(text.to_owned());
    let cases = [
        (text("abc"), "int", "type conversion error from 'string' to 'int'"),
        (ConstantValue::Double(1e30), "int", "integer overflow"),
        (ConstantValue::Int(-1), "uint", "unsigned integer overflow"),
        (
            text("yes"),
            "bool",
            "type conversion error from 'string' to 'bool'",
        ),
        (
            ConstantValue::Bytes(vec![0xFF]),
            "string",
            "invalid UTF-8 in bytes, cannot convert to string",
        ),
        (ConstantValue::List, "string", "no such overload: string(list)"),
        (
            ConstantValue::Int(1),
            "duration",
            "type conversion error from 'int' to 'google.protobuf.Duration'",
        ),
        (ConstantValue::Int(i64::MAX), "timestamp", "timestamp overflow"),
    ];
    for (value, function, message) in cases {
        assert_eq!(convert(&value, function).unwrap_err().1, message);
    }
    assert_eq!(
        convert(&text("1h"), "duration"),
        Ok(ConstantValue::Duration(3_600_000_000_000))
    );
    assert_eq!(
        convert(&ConstantValue::Double(-1.5), "int"),
        Ok(ConstantValue::Int(-1))
    );
}
