//! The proleptic Gregorian calendar, as Go's `time` package counts it: years may be zero or negative.

/// Checks whether a year has a 29th of February.
pub fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Returns the number of days in a month (1 to 12). Any other month counts as having 31.
///
/// ```
/// use crd_cel::go::calendar::days_in_month;
///
/// assert_eq!((days_in_month(2024, 2), days_in_month(1900, 2)), (29, 28));
/// ```
pub fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Number of days in 400 years.
const DAYS_IN_ERA: i64 = 146_097;
/// Number of days from 0000-03-01 to 1970-01-01.
const EPOCH: i64 = 719_468;

/// Returns the number of days from 1970-01-01 to a date. The month must be 1 to 12; the day may be beyond the month.
///
/// ```
/// use crd_cel::go::calendar::{date_of_day, day_of_date};
///
/// assert_eq!(day_of_date(2000, 3, 1), 11_017);
/// assert_eq!(date_of_day(11_017), (2000, 3, 1));
/// ```
pub fn day_of_date(year: i64, month: i64, day: i64) -> i64 {
    // In years that begin in March, the leap day is the last day.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * DAYS_IN_ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - EPOCH
}

/// Returns the date (year, month, day) that is `days` after 1970-01-01.
pub fn date_of_day(days: i64) -> (i64, i64, i64) {
    let days = days + EPOCH;
    let day_of_era = days.rem_euclid(DAYS_IN_ERA);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + days.div_euclid(DAYS_IN_ERA) * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * month_from_march + 2) / 5 + 1)
}
