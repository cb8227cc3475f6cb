//! Random types of fields.

use super::module::ModuleWriter;

/// A type, with the properties that determine its valid attributes.
#[derive(Clone, Debug)]
pub(super) struct RandomType {
    pub(super) text: String,
    pub(super) kind: Kind,
    /// Whether it implements `Default`.
    pub(super) default: bool,
    /// Whether it implements `Ord` and `Hash`.
    pub(super) ord: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Bool,
    /// An integer with its bounds, which are limited to those of `i64`.
    Int(i64, i64),
    Float,
    Text,
    List(Box<Kind>),
    Map(Box<Kind>),
    Option(Box<Kind>),
    Struct,
    Enum,
    Open,
    Other,
}

impl RandomType {
    pub(super) fn new(text: impl Into<String>, kind: Kind) -> RandomType {
        RandomType {
            text: text.into(),
            kind,
            default: true,
            ord: false,
        }
    }

    fn ordered(self) -> RandomType {
        RandomType { ord: true, ..self }
    }

    fn without_default(self) -> RandomType {
        RandomType {
            default: false,
            ..self
        }
    }
}

impl ModuleWriter {
    pub(super) fn scalar(&mut self) -> RandomType {
        let int = |name: &str, low, high| RandomType::new(name, Kind::Int(low, high)).ordered();
        match self.below(16) {
            0 | 1 => RandomType::new("bool", Kind::Bool).ordered(),
            2 => int("u8", 0, 255),
            3 => int("u16", 0, 65_535),
            4 => int("u32", 0, 4_294_967_295),
            5 => int("u64", 0, i64::MAX),
            6 => int("i8", -128, 127),
            7 => int("i32", -2_147_483_648, 2_147_483_647),
            8 => int("i64", i64::MIN, i64::MAX),
            9 => RandomType::new("f64", Kind::Float),
            10 => RandomType::new("f32", Kind::Float),
            11 => RandomType::new("char", Kind::Other).ordered(),
            _ => RandomType::new("String", Kind::Text).ordered(),
        }
    }

    fn own(&mut self) -> RandomType {
        match self.below(20) {
            0 | 1 => RandomType::new("IntOrString", Kind::Other).ordered(),
            2 | 3 => RandomType::new("Quantity", Kind::Other).ordered(),
            4 => RandomType::new("Time", Kind::Other),
            5 => RandomType::new("MicroTime", Kind::Other).without_default(),
            6 => RandomType::new("Duration", Kind::Other),
            7 => RandomType::new("std::time::Duration", Kind::Struct),
            8 => RandomType::new("Value", Kind::Open),
            9 => RandomType::new("serde_json::Map<String, Value>", Kind::Open),
            10 => RandomType::new("LabelSelector", Kind::Struct),
            // Its default is not a condition that the server accepts.
            11 => RandomType::new("Condition", Kind::Struct).without_default(),
            12 => RandomType::new("Ipv4Addr", Kind::Other).without_default(),
            13 => RandomType::new("IpAddr", Kind::Other).without_default(),
            14 => RandomType::new("NonZeroU16", Kind::Other).without_default(),
            15 => RandomType::new("Wrapping<i32>", Kind::Other),
            16 => RandomType::new("Cow<'static, str>", Kind::Text).ordered(),
            17 => RandomType::new("Box<str>", Kind::Text).ordered(),
            18 => RandomType::new("()", Kind::Other),
            _ => RandomType::new("RawExtension", Kind::Open),
        }
    }

    /// Returns a type that the derive must reject.
    fn refused(&mut self) -> RandomType {
        let text = self.pick(&[
            "u128",
            "(u8, String)",
            "BTreeMap<u32, String>",
            "BTreeMap<bool, u8>",
            "Vec<i128>",
            "Option<(bool, u8)>",
            "std::rc::Weak<u8>",
            "Result<u8, String>",
            "std::time::SystemTime",
            "fn() -> u8",
        ]);
        RandomType::new(text, Kind::Other).without_default()
    }

    /// Returns a type that implements `Ord`.
    fn ordered(&mut self) -> RandomType {
        loop {
            let ty = if self.one_in(5) {
                self.unit_enum()
            } else {
                self.scalar()
            };
            if ty.ord {
                return ty;
            }
        }
    }

    fn key(&mut self) -> String {
        match self.below(8) {
            0 => "char".to_owned(),
            1 => "Box<str>".to_owned(),
            2 => self.unit_enum().text,
            _ => "String".to_owned(),
        }
    }

    pub(super) fn ty(&mut self, depth: usize) -> RandomType {
        if self.makes_mistake(40) {
            return self.refused();
        }
        let Some(inner) = depth.checked_sub(1) else {
            return self.scalar();
        };
        match self.below(26) {
            0..=6 => self.scalar(),
            7 | 8 => self.own(),
            9..=11 => {
                let of = self.ty(inner);
                RandomType {
                    default: true,
                    ..RandomType::new(format!("Option<{}>", of.text), Kind::Option(Box::new(of.kind)))
                }
            }
            12 | 13 => {
                let of = self.ty(inner);
                let list = self.pick(&["Vec", "Vec", "VecDeque", "LinkedList"]);
                RandomType::new(format!("{list}<{}>", of.text), Kind::List(Box::new(of.kind)))
            }
            14 => {
                let of = self.ordered();
                if self.one_in(2) {
                    RandomType::new(format!("BTreeSet<{}>", of.text), Kind::Other)
                } else {
                    RandomType::new(format!("BTreeSet<Vec<{}>>", of.text), Kind::Other)
                }
            }
            15 | 16 => {
                let (key, of) = (self.key(), self.ty(inner));
                RandomType::new(
                    format!("BTreeMap<{key}, {}>", of.text),
                    Kind::Map(Box::new(of.kind)),
                )
            }
            17 => {
                let of = self.ty(inner);
                RandomType {
                    default: of.default,
                    ..RandomType::new(format!("Box<{}>", of.text), of.kind)
                }
            }
            18 => {
                let of = self.ty(inner);
                let text = match self.below(3) {
                    0 => format!("[{}; 2]", of.text),
                    1 => format!("({}, {})", of.text, of.text),
                    _ => format!("({},)", of.text),
                };
                RandomType {
                    default: of.default,
                    ..RandomType::new(text, Kind::Other)
                }
            }
            19 => RandomType::new("PhantomData<fn() -> u128>", Kind::Other),
            20 => self.generic(inner),
            21 | 22 if !self.declared.is_empty() => {
                let at = self.below(self.declared.len());
                self.declared[at].clone()
            }
            23 => self.enumeration(inner),
            _ => self.structure(inner),
        }
    }

    /// Declares a generic type and returns it with a random argument.
    fn generic(&mut self, depth: usize) -> RandomType {
        let name = self.name("G");
        let flat = self.one_in(3);
        let (derive, entries) = if self.one_in(3) {
            (
                format!(
                    "#[derive(Schema, Serialize, Deserialize, Clone, Debug)]\n{}enum {name}<T> {{ One(T), Many {{ list: Vec<T>, mark: PhantomData<T> }} }}",
                    self.pick(&[
                        "",
                        "#[serde(rename_all = \"camelCase\")]\n",
                        "#[serde(tag = \"t\", content = \"c\")]\n",
                        "#[serde(tag = \"t\")]\n"
                    ])
                ),
                format!("arbitrary!(<T> enum {name}<T> {{ One(_), Many {{ list, mark }} }});"),
            )
        } else {
            (
                format!(
                    "#[derive(Schema, Serialize, Deserialize, Clone, Debug)]\nstruct {name}<T> {{ g_one: T, g_maybe: Option<T>, {}g_list: BTreeMap<String, T> }}",
                    if flat {
                        "#[serde(skip)] g_mark: PhantomData<T>, "
                    } else {
                        ""
                    }
                ),
                format!(
                    "arbitrary!(<T> struct {name}<T> {{ g_one, g_maybe, {}g_list }});",
                    if flat { "g_mark, " } else { "" }
                ),
            )
        };
        self.items.push(format!("{derive}\n{entries}"));
        let of = self.ty(depth);
        RandomType::new(format!("{name}<{}>", of.text), Kind::Struct).without_default()
    }
}
