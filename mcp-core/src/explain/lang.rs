//! The languages that findings are told in.
//!
//! In: the name of a language or a locale. Out: a [`Lang`], and from [`Words`] the text in it. No
//! text stands here: all of them are rows of `words`.

/// A language that everything is told in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Korean.
    Ko,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Ko];

    /// The language of this code (`en`, `ko`), or of a locale (`ko_KR.UTF-8`); none of another.
    ///
    /// ```
    /// use mcp_core::explain::Lang;
    /// assert_eq!(Lang::named("ko_KR.UTF-8"), Some(Lang::Ko));
    /// assert_eq!(Lang::named("kok"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let code = name.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match code.to_ascii_lowercase().as_str() {
            "en" => Some(Self::En),
            "ko" => Some(Self::Ko),
            _ => None,
        }
    }

    /// The language of an environment, whose variables `variable` gives: the first of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` that is set and not empty names it (POSIX, section 8.2). English
    /// where none does, or it names another language.
    ///
    /// ```
    /// use mcp_core::explain::Lang;
    /// let set = |name: &str| (name == "LANG").then(|| "ko_KR.UTF-8".to_owned());
    /// assert_eq!(Lang::of_environment(set), Lang::Ko);
    /// ```
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let mut names = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        let named = names.find_map(|name| variable(name).filter(|value| !value.is_empty()));
        named
            .and_then(|name| Self::named(&name))
            .unwrap_or_default()
    }

    /// The code of the language (ISO 639-1).
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ko => "ko",
        }
    }
}

/// One text in every language. `{name}` in it stands for an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// In English.
    pub en: &'static str,
    /// In Korean.
    pub ko: &'static str,
}

impl Words {
    /// A text in every language.
    pub const fn new(en: &'static str, ko: &'static str) -> Self {
        Words { en, ko }
    }

    /// The text in one language.
    pub const fn in_lang(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ko => self.ko,
        }
    }
}
