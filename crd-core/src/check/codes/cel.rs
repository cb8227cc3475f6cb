//! 04: CEL rules: their form, their types, and from 0451 on their cost.

super::entry::codes! {
    "rule-empty" RULE_EMPTY = CRD0401 Error: "an empty rule";
        CEL_01 => "the rule is empty", "must be an expression", "write the condition that must be true";
    "rule-message" RULE_MESSAGE = CRD0402 Error: "a rule's message is blank or has line breaks";
        CEL_02 => "the message is blank", "must not be blank", "describe what is wrong, or remove it";
        CEL_03 => "the message has line breaks", "must be one line", "write it in one line";
        CEL_04 => "a rule with line breaks needs a message", "has line breaks and no `message`",
            "add `message`; `messageExpression` is not enough";
    "message-expression-empty" MESSAGE_EXPRESSION_EMPTY = CRD0403 Error: "a blank message expression";
        CEL_05 => "the message expression is blank", "must not be blank", "remove it, or write an expression that returns a string";
    "rule-reason" RULE_REASON = CRD0404 Error: "an unknown reason";
        CEL_06 => "`{value}` is not a reason", "not a reason",
            "use `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`";
    "rule-field-path" RULE_FIELD_PATH = CRD0405 Error: "a rule's field path does not exist";
        CEL_07 => "the field path is blank", "must not be blank", "remove it";
        CEL_08 => "the field path has line breaks", "must be one line", "write it in one line";
        CEL_09 => "the field path is not a declared field", "not a declared field",
            "start with a dot and name declared fields: `.spec.replicas`, `['a.b']`; the path cannot lead into a list";
    "cel-syntax" CEL_SYNTAX = CRD0410 Error: "a rule that does not parse";
    "cel-undeclared" CEL_UNDECLARED = CRD0411 Error: "a rule uses a name that does not exist";
    "cel-undefined-field" CEL_UNDEFINED_FIELD = CRD0412 Error: "a rule uses a field that does not exist";
    "cel-no-overload" CEL_NO_OVERLOAD = CRD0413 Error: "an operator or function does not fit its operands";
    "cel-not-bool" CEL_NOT_BOOL = CRD0414 Error: "a rule whose result is not a boolean";
    "cel-type" CEL_TYPE = CRD0415 Error: "a rule that does not compile";
        CEL_13 => "the rule does not compile: {detail}", "does not compile";
    "cel-limit" CEL_LIMIT = CRD0416 Error: "a rule that exceeds the limits of CEL";
    "message-expression" MESSAGE_EXPRESSION = CRD0417 Error: "a message expression that does not compile";
        CEL_14 => "the message expression does not compile: {detail}", "does not compile",
            "a message expression can use the same names as its rule, and must return a string";
    "cel-never-equal" CEL_NEVER_EQUAL = CRD0418 Warning: "a comparison that always has the same result";
    "cel-absent-field" CEL_ABSENT_FIELD = CRD0419 Warning: "a rule reads a field that may be absent";
    "old-self-uncorrelatable" OLD_SELF_UNCORRELATABLE = CRD0420 Error: "`oldSelf` where old and new values cannot be paired";
        CEL_20 => "`oldSelf` cannot be used here, because old and new elements cannot be paired", "uses `oldSelf`",
            "set `x-kubernetes-list-type: map` with keys, or move the rule to the list itself";
    "optional-old-self" OPTIONAL_OLD_SELF = CRD0421 Error: "`optionalOldSelf` without `oldSelf`";
        CEL_21 => "`optionalOldSelf` is set, but the rule does not use `oldSelf`", "without effect",
            "remove it, or use `oldSelf` in the rule";
    "rule-without-type" RULE_WITHOUT_TYPE = CRD0422 Error: "a rule on a value without a type";
        CEL_10 => "a rule needs a value with a type, but this value has none", "no type that CEL supports",
            "give the value a `type`, or move the rule to a parent that has one";
        CEL_11 => "a rule needs a value with a type, but this value has none", "no type that CEL supports",
            "give the value a `type` that its position allows";
    "cel-absent-element" CEL_ABSENT_ELEMENT = CRD0423 Warning: "a rule reads an element that may be absent";
    "cel-division-by-zero" CEL_DIVISION_BY_ZERO = CRD0424 Warning: "a rule divides by zero";
    "cel-int-or-string" CEL_INT_OR_STRING = CRD0425 Warning: "a rule fails for one type of an int-or-string";
    "cel-constant-error" CEL_CONSTANT_ERROR = CRD0426 Warning: "a rule calls a function with arguments that always fail";
    "cel-text-order" CEL_TEXT_ORDER = CRD0427 Warning: "a rule compares durations, numbers or versions as texts";
    "cel-optional" CEL_OPTIONAL = CRD0428 Warning: "a rule uses an optional as if it had a value";
    "rule-cost" RULE_COST = CRD0451 Error: "a rule that may cost too much";
        CEL_12 => "this rule may cost {factor} the API server's limit for one rule, 10,000,000", "too expensive in the worst case",
            "add `maxItems`, `maxLength` and `maxProperties` to the lists, strings and maps that it reads, \
             and to those that contain them";
    "message-expression-cost" MESSAGE_EXPRESSION_COST = CRD0452 Error: "a message expression that may cost too much";
        CEL_15 => "this message expression may cost {factor} the API server's limit for one expression, \
            10,000,000", "too expensive in the worst case",
            "add `maxItems`, `maxLength` and `maxProperties` to the lists, strings and maps that it reads";
    "total-cost" TOTAL_COST = CRD0453 Error: "the rules of a schema cost too much in total";
        SCH_08 => "this rule is among the most expensive of a schema whose rules cost too much in total", "among the most expensive",
            "make it cheaper: add `maxItems`, `maxLength` and `maxProperties` to the lists, strings and \
             maps that it reads";
        SCH_09 => "the rules of this schema may together cost {factor} the API server's limit, 100,000,000", "too expensive in the worst case",
            "add `maxItems`, `maxLength` and `maxProperties`, first to the values that the most expensive \
             rules read";
}
