//! Points in time, dates and durations of `chrono` and `jiff`, as their serde writes them.
//!
//! The server's `date-time` is RFC 3339 with a year of four digits and seconds below 60: it rejects leap seconds and years
//! outside of 0 to 9999. Its `duration` is Go's, so ISO 8601 durations are strings without a format.

use crate::rust::shape::{Attrs, Kind, Schema, Shape, Validation};

/// Strings with a format.
macro_rules! formatted {
    ($($type:ty: $format:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = Shape::new(stringify!($type), Kind::String { format: $format });
        }
    )* };
}

/// Strings with a pattern, which is given in parts.
macro_rules! patterned {
    ($($type:ty: $($part:expr),+;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = Shape::new(stringify!($type), Kind::String { format: "" }).with(&Attrs {
                validation: &Validation { pattern: concat!("^", $($part),+, "$"), ..Validation::NONE },
                ..Attrs::NONE
            });
        }
    )* };
}

/// The pattern of a date; it allows 31 days in every month.
macro_rules! day {
    () => {
        "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    };
}

/// The pattern of a time of day.
macro_rules! clock {
    () => {
        "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?"
    };
}

#[cfg(feature = "chrono")]
mod chrono {
    use chrono::{DateTime, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Weekday};

    use super::{Attrs, Kind, Schema, Shape, Validation};
    use crate::rust::shape::EnumValue;

    impl<Tz: TimeZone> Schema for DateTime<Tz> {
        const SHAPE: Shape = Shape::new("DateTime", Kind::String { format: "date-time" });
    }

    formatted! {
        NaiveDate: "date";
    }

    patterned! {
        NaiveDateTime: day!(), "T", clock!();
        NaiveTime: clock!();
    }

    // A pair of seconds and nanoseconds.
    #[diagnostic::do_not_recommend]
    impl Schema for TimeDelta {
        const SHAPE: Shape = Shape {
            name: "TimeDelta",
            ..<(i64, i64)>::SHAPE
        };
    }

    macro_rules! named {
        ($($type:ty: $($name:literal)*;)*) => { $(
            #[diagnostic::do_not_recommend]
            impl Schema for $type {
                const SHAPE: Shape = Shape::new(
                    stringify!($type),
                    Kind::StringEnum(&[$(EnumValue { name: $name, description: "", aliases: &[], when: &$crate::shape::When::ALWAYS }),*]),
                );
            }
        )* };
    }

    named! {
        Weekday: "Mon" "Tue" "Wed" "Thu" "Fri" "Sat" "Sun";
        Month: "January" "February" "March" "April" "May" "June" "July" "August" "September" "October" "November"
            "December";
    }
}

#[cfg(feature = "jiff")]
mod jiff {
    use jiff::civil::{Date, DateTime, Time};
    use jiff::{SignedDuration, Span, Timestamp, Zoned};

    use super::{Attrs, Kind, Schema, Shape, Validation};

    formatted! {
        Timestamp: "date-time";
        Date: "date";
        // ISO 8601 on the wire; jiff's friendly form is read too.
        SignedDuration: "";
        Span: "";
    }

    patterned! {
        DateTime: day!(), "T", clock!();
        Time: clock!();
        Zoned: day!(), "T", clock!(), "(Z|[+-][0-9]{2}(:[0-9]{2}){1,2})(\\[[^\\[\\]]+\\])+";
    }
}
