//! 04: CEL rules: their form, their types, and from 0451 on their cost.

super::codes! {
    CRD0401 = 401 "rule-empty" Error: "an empty rule";
        "CEL-01" => "the rule is empty", "must hold an expression", "write the condition that must hold";
    CRD0402 = 402 "rule-message" Error: "a rule's message is blank or has line breaks";
        "CEL-02" => "the message is blank", "must not be blank", "say what is wrong, or remove it";
        "CEL-03" => "the message has line breaks", "must be one line", "write it in one line";
        "CEL-04" => "a rule with line breaks needs a message", "has line breaks and no `message`",
            "add `message`; `messageExpression` is not enough";
    CRD0403 = 403 "message-expression-empty" Error: "a blank message expression";
        "CEL-05" => "the message expression is blank", "must not be blank", "remove it, or write an expression that gives a string";
    CRD0404 = 404 "rule-reason" Error: "an unknown reason";
        "CEL-06" => "`{value}` is not a reason", "not a reason",
            "use `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`";
    CRD0405 = 405 "rule-field-path" Error: "a rule's field path leads nowhere";
        "CEL-07" => "the field path is blank", "must not be blank", "remove it";
        "CEL-08" => "the field path has line breaks", "must be one line", "write it in one line";
        "CEL-09" => "the field path leads to no field", "leads nowhere",
            "start with a dot and name declared fields: `.spec.replicas`, `['a.b']`; lists cannot be entered";
    CRD0410 = 410 "cel-syntax" Error: "a rule that does not parse";
    CRD0411 = 411 "cel-undeclared" Error: "a rule uses a name that does not exist";
    CRD0412 = 412 "cel-undefined-field" Error: "a rule uses a field that does not exist";
    CRD0413 = 413 "cel-no-overload" Error: "an operator or function does not fit its operands";
    CRD0414 = 414 "cel-not-bool" Error: "a rule that gives no boolean";
    CRD0415 = 415 "cel-type" Error: "a rule that does not compile";
        "CEL-13" => "the rule does not compile: {detail}", "does not compile";
    CRD0416 = 416 "cel-limit" Error: "a rule beyond the limits of CEL";
    CRD0417 = 417 "message-expression" Error: "a message expression that does not compile";
        "CEL-14" => "the message expression does not compile: {detail}", "does not compile",
            "a message expression sees what its rule sees, and gives a string";
    CRD0420 = 420 "old-self-uncorrelatable" Error: "`oldSelf` where old and new cannot be paired";
        "CEL-20" => "`oldSelf` cannot be used here, for old and new elements cannot be paired", "uses `oldSelf`",
            "make the list `x-kubernetes-list-type: map` with keys, or move the rule to the list itself";
    CRD0421 = 421 "optional-old-self" Error: "`optionalOldSelf` without `oldSelf`";
        "CEL-21" => "`optionalOldSelf` is set, but the rule does not use `oldSelf`", "without effect",
            "remove it, or use `oldSelf` in the rule";
    CRD0422 = 422 "rule-without-type" Error: "a rule on a value without a type";
        "CEL-10" => "rules need a type, and this value has none", "no type CEL could know",
            "give the value a `type`, or move the rule to a parent that has one";
        "CEL-11" => "rules need a type, and this value has none", "no type CEL could know",
            "give the value a `type` that fits where it stands";
    CRD0451 = 451 "rule-cost" Error: "a rule that may cost too much";
        "CEL-12" => "this rule may cost {factor} the budget of 10,000,000 the API server allows one rule", "too expensive in the worst case",
            "add `maxItems`, `maxLength` and `maxProperties` to the lists, strings and maps it reads, and to those around it";
    CRD0452 = 452 "message-expression-cost" Error: "a message expression that may cost too much";
        "CEL-15" => "this message expression may cost {factor} the budget of 10,000,000 the API server allows one", "too expensive in the worst case",
            "add `maxItems`, `maxLength` and `maxProperties` to what it reads";
    CRD0453 = 453 "total-cost" Error: "the rules of a schema cost too much together";
        "SCH-08" => "this rule is among the most expensive of a schema whose rules cost too much together", "among the most expensive",
            "make it cheaper: `maxItems`, `maxLength` and `maxProperties` on what it reads";
        "SCH-09" => "the rules of this schema may cost {factor} the budget of 100,000,000 the API server allows them together", "too expensive in the worst case",
            "add `maxItems`, `maxLength` and `maxProperties`, beginning with what the most expensive rules read";
}
