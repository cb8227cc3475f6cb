//! The names that Go accepts inside `\p{…}`.
//!
//! Copied by hand from `unicode/tables.go` of Go 1.26 (Unicode 15.0.0), not generated: the keys of
//! `unicode.Categories`, `unicode.CategoryAliases` and `unicode.Scripts` that `regexp/syntax` finds after it has
//! normalized a name. The program `regex-fuzz` of the tests compares the verdicts with Go's `regexp.Compile`.

/// General categories under their canonical names (first letter upper, the rest lower case).
const CATEGORIES: [&str; 37] = [
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd",
    "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp",
    "Zs",
];

/// Long names of general categories.
const CATEGORY_ALIASES: [(&str, &str); 43] = [
    ("Casedletter", "LC"),
    ("Closepunctuation", "Pe"),
    ("Cntrl", "Cc"),
    ("Combiningmark", "M"),
    ("Connectorpunctuation", "Pc"),
    ("Control", "Cc"),
    ("Currencysymbol", "Sc"),
    ("Dashpunctuation", "Pd"),
    ("Decimalnumber", "Nd"),
    ("Digit", "Nd"),
    ("Enclosingmark", "Me"),
    ("Finalpunctuation", "Pf"),
    ("Format", "Cf"),
    ("Initialpunctuation", "Pi"),
    ("Lc", "LC"),
    ("Letter", "L"),
    ("Letternumber", "Nl"),
    ("Lineseparator", "Zl"),
    ("Lowercaseletter", "Ll"),
    ("Mark", "M"),
    ("Mathsymbol", "Sm"),
    ("Modifierletter", "Lm"),
    ("Modifiersymbol", "Sk"),
    ("Nonspacingmark", "Mn"),
    ("Number", "N"),
    ("Openpunctuation", "Ps"),
    ("Other", "C"),
    ("Otherletter", "Lo"),
    ("Othernumber", "No"),
    ("Otherpunctuation", "Po"),
    ("Othersymbol", "So"),
    ("Paragraphseparator", "Zp"),
    ("Privateuse", "Co"),
    ("Punct", "P"),
    ("Punctuation", "P"),
    ("Separator", "Z"),
    ("Spaceseparator", "Zs"),
    ("Spacingmark", "Mc"),
    ("Surrogate", "Cs"),
    ("Symbol", "S"),
    ("Titlecaseletter", "Lt"),
    ("Unassigned", "Cn"),
    ("Uppercaseletter", "Lu"),
];

/// Scripts. Go strips underscores from the name that it looks up but not from its own table (since Go 1.25),
/// so scripts whose name has one, and `SignWriting`, cannot be named at all.
const SCRIPTS: [&str; 117] = [
    "Adlam",
    "Ahom",
    "Arabic",
    "Armenian",
    "Avestan",
    "Balinese",
    "Bamum",
    "Batak",
    "Bengali",
    "Bhaiksuki",
    "Bopomofo",
    "Brahmi",
    "Braille",
    "Buginese",
    "Buhid",
    "Carian",
    "Chakma",
    "Cham",
    "Cherokee",
    "Chorasmian",
    "Common",
    "Coptic",
    "Cuneiform",
    "Cypriot",
    "Cyrillic",
    "Deseret",
    "Devanagari",
    "Dogra",
    "Duployan",
    "Elbasan",
    "Elymaic",
    "Ethiopic",
    "Georgian",
    "Glagolitic",
    "Gothic",
    "Grantha",
    "Greek",
    "Gujarati",
    "Gurmukhi",
    "Han",
    "Hangul",
    "Hanunoo",
    "Hatran",
    "Hebrew",
    "Hiragana",
    "Inherited",
    "Javanese",
    "Kaithi",
    "Kannada",
    "Katakana",
    "Kawi",
    "Kharoshthi",
    "Khmer",
    "Khojki",
    "Khudawadi",
    "Lao",
    "Latin",
    "Lepcha",
    "Limbu",
    "Lisu",
    "Lycian",
    "Lydian",
    "Mahajani",
    "Makasar",
    "Malayalam",
    "Mandaic",
    "Manichaean",
    "Marchen",
    "Medefaidrin",
    "Miao",
    "Modi",
    "Mongolian",
    "Mro",
    "Multani",
    "Myanmar",
    "Nabataean",
    "Nandinagari",
    "Newa",
    "Nko",
    "Nushu",
    "Ogham",
    "Oriya",
    "Osage",
    "Osmanya",
    "Palmyrene",
    "Phoenician",
    "Rejang",
    "Runic",
    "Samaritan",
    "Saurashtra",
    "Sharada",
    "Shavian",
    "Siddham",
    "Sinhala",
    "Sogdian",
    "Soyombo",
    "Sundanese",
    "Syriac",
    "Tagalog",
    "Tagbanwa",
    "Takri",
    "Tamil",
    "Tangsa",
    "Tangut",
    "Telugu",
    "Thaana",
    "Thai",
    "Tibetan",
    "Tifinagh",
    "Tirhuta",
    "Toto",
    "Ugaritic",
    "Vai",
    "Vithkuqi",
    "Wancho",
    "Yezidi",
    "Yi",
];

/// The meaning of a name.
pub(super) enum Group {
    Any,
    Ascii,
    Assigned,
    /// A property in the notation of the Rust `regex` crate.
    Property(String),
}

/// Looks up `name` as Go does: ignoring case, spaces, underscores and hyphens.
pub(super) fn group(name: &str) -> Option<Group> {
    let name = canonical(name);
    let name = name.as_str();
    match name {
        "Any" => return Some(Group::Any),
        "Ascii" => return Some(Group::Ascii),
        "Assigned" => return Some(Group::Assigned),
        _ => {}
    }
    if CATEGORIES.contains(&name) {
        return Some(Group::Property(format!("gc={name}")));
    }
    if SCRIPTS.contains(&name) {
        return Some(Group::Property(format!("sc={name}")));
    }
    let (_, category) = CATEGORY_ALIASES.iter().find(|(alias, _)| *alias == name)?;
    Some(Group::Property(format!("gc={category}")))
}

fn canonical(name: &str) -> String {
    let mut canonical = String::with_capacity(name.len());
    for char in name.chars() {
        if matches!(char, '_' | '-' | ' ') {
            continue;
        }
        let first = canonical.is_empty();
        canonical.push(if first {
            char.to_ascii_uppercase()
        } else {
            char.to_ascii_lowercase()
        });
    }
    canonical
}
