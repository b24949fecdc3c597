use super::*;
use crate::explain::shapes::{Part, members};
use crate::explain::words::about_methods::method_words;
use crate::json::Raw;
use crate::method::Kind;
use crate::version::ProtocolVersion;

#[test]
fn a_number_is_a_code_with_or_without_its_sign_or_a_status() {
    let told = |word| about(word, Lang::En).unwrap_or_default();
    assert!(told("32602").starts_with("-32602  Invalid params"));
    assert!(told("404").starts_with("http-404  "));
    assert!(told("7").starts_with("7\n"));
    assert!(told("-2147483648").starts_with("-2147483648"));
}

#[test]
fn every_method_is_told_in_every_language_on_one_page() {
    for method in Method::ALL {
        for lang in Lang::ALL {
            let page = about(method.name(), lang);
            let page = page.unwrap_or_else(|| panic!("nothing about {}", method.name()));
            assert!(page.lines().count() <= 40, "{page}");
            assert!(!page.contains("{v2"), "{page}");
        }
    }
}

#[test]
fn examples_have_what_their_revision_requires() {
    for method in Method::ALL {
        let told = method_words(method.name()).unwrap();
        for version in ProtocolVersion::ALL {
            if !method.is_known_in(version) {
                continue;
            }
            let question = examples::question(method, told, version);
            let params = Raw::parse(&question).unwrap().member("params");
            has_all(params, method, Part::Params, version);
            if method.kind() == Kind::Request {
                let answer = examples::answer(method, told, version);
                let result = Raw::parse(&answer).unwrap().member("result");
                has_all(result, method, Part::Result, version);
            }
        }
    }
}

fn has_all(object: Option<Raw<'_>>, method: &Method, part: Part, version: ProtocolVersion) {
    for line in members(method.name(), part, version).unwrap_or_default() {
        let object = object.unwrap_or(Raw::EMPTY_OBJECT);
        // What a server asks since the last revision is no message.
        let there = !line.required || object.member(line.name).is_some();
        assert!(
            there,
            "{} {part:?} in {version} lacks {}",
            method.name(),
            line.name
        );
    }
}

#[test]
fn a_code_is_told_with_its_status_and_what_to_do() {
    let page = about("-32601", Lang::En).unwrap();
    for part in ["-32601  Method not found", "404", "next"] {
        assert!(page.contains(part), "{page}");
    }
    assert!(about("-31999", Lang::Ko).is_some() && about("7", Lang::En).is_some());
}

#[test]
fn a_finding_is_told_with_names_for_what_it_would_know() {
    let page = about("http-header-missing", Lang::En).unwrap();
    assert!(page.contains("the header `<header>` is missing"), "{page}");
    for code in Code::all() {
        for lang in Lang::ALL {
            assert!(about(code.name(), lang).is_some(), "{code}");
        }
    }
}

#[test]
fn a_fault_of_the_envelope_is_told_with_its_usual_words() {
    for (name, words) in [
        ("id-null", "must be a string or an integer"),
        ("batch-empty", "must not be an empty array"),
    ] {
        let page = about(name, Lang::En).unwrap();
        assert!(page.contains(words) && !page.contains('<'), "{page}");
    }
}

#[test]
fn a_mistaken_word_has_a_nearest_one() {
    assert_eq!(nearest_word("tools/cal"), Some("tools/call"));
    assert_eq!(nearest_word("id-nul"), Some("id-null"));
    assert_eq!(nearest_word("something else"), None);
}

#[test]
fn related_methods_are_known() {
    for row in TABLE {
        for related in row.related {
            assert!(Method::named(related).is_some(), "{related}");
        }
    }
}
