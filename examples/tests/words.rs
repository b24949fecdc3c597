//! What a search by words finds, in Korean and English, through the store and SQLite.
//!
//! In: a few notes and a query. Out: which of them are found, and which comes first.

#![cfg(feature = "pkm")]

use examples::pkm::embed::Builtin;
use examples::pkm::store::{Draft, Found, Stop, Store};
use std::sync::Arc;

fn store(notes: &[(&str, &str)]) -> Store {
    let store = Store::in_memory(Arc::new(Builtin::new())).expect("a store");
    for (title, content) in notes {
        let draft = Draft {
            title: (*title).to_owned(),
            content: (*content).to_owned(),
            tags: Vec::new(),
        };
        store.add(&draft, &Stop::never()).expect("added");
    }
    store
}

fn search(store: &Store, query: &str) -> Vec<Found> {
    store.search(query, 50, &Stop::never()).expect("searched")
}

/// Whether a note of this text is found by the query, among others that say nothing of it.
fn finds(text: &str, query: &str) -> bool {
    let store = store(&[
        ("장보기", "사과, 우유, 그리고 두부를 샀다"),
        ("x", text),
        ("Books", "Read about gardens and rivers"),
    ]);
    search(&store, query)
        .iter()
        .any(|found| found.id.to_string() == "note-2")
}

fn all_found(cases: &[(&str, &str)]) {
    for (text, query) in cases {
        assert!(finds(text, query), "{query:?} does not find {text:?}");
    }
}

fn none_found(cases: &[(&str, &str)]) {
    for (text, query) in cases {
        assert!(!finds(text, query), "{query:?} finds {text:?}");
    }
}

#[test]
fn words_of_one_and_two_syllables_are_found() {
    all_found(&[
        ("오늘 글을 썼다", "글"),
        ("법과 제도", "법"),
        ("글", "글"),
        ("새로운 인증 방식", "인증"),
        ("한글 입력", "글"),
    ]);
}

#[test]
fn particles_in_the_note_do_not_matter() {
    for particle in [
        "은",
        "이",
        "을",
        "의",
        "에",
        "에서",
        "으로",
        "과",
        "도",
        "만",
        "까지",
        "부터",
        "에게",
        "한테",
        "라고",
        "이라는",
        "이라도",
        "에서는",
        "으로부터",
        "처럼",
        "보다",
        "마다",
    ] {
        let text = format!("그 토큰{particle} 그렇다");
        assert!(finds(&text, "토큰"), "{text}");
    }
}

#[test]
fn particles_in_the_query_do_not_matter() {
    for particle in [
        "은",
        "이",
        "을",
        "의",
        "에",
        "에서",
        "으로",
        "과",
        "도",
        "만",
        "까지",
        "부터",
        "에게",
        "한테",
        "이라고",
        "이라는",
        "에서는",
        "으로부터",
        "처럼",
        "보다",
        "마다",
        "들을",
    ] {
        let query = format!("토큰{particle}");
        assert!(finds("그 토큰은 짧다", &query), "{query}");
    }
    all_found(&[
        ("서버 설정", "서버가"),
        ("서버 설정", "서버로는"),
        ("새 글 쓰기", "글은"),
        ("새 책 읽기", "책이"),
    ]);
}

#[test]
fn verbs_are_found_by_other_forms_of_them() {
    all_found(&[
        ("서버가 인증한다", "인증하는"),
        ("인증된 사용자", "인증하기"),
        ("집을 만들었다", "만들고"),
        ("책을 읽는다", "읽기"),
        ("검색 방법", "검색했던"),
        ("서버는 빠르다", "빠른"),
        ("서버가 빨라졌고 빨라서 좋다", "빠르다"),
        ("계획을 바꿨다", "바꾸다"),
        ("계획을 바꾸기로 했다", "바꿨습니다"),
        ("버그를 고쳤는데", "고친"),
        ("편지를 보냈다", "보내는"),
        ("쉬운 길", "쉽다"),
        ("집을 만드는 법", "만들다"),
        ("집을 만들다", "만드는"),
    ]);
}

#[test]
fn compounds_are_found_with_and_without_spaces() {
    all_found(&[
        ("인증 흐름 정리", "인증흐름"),
        ("인증의 흐름 정리", "인증흐름"),
        ("인증흐름 정리", "인증 흐름"),
        ("인증흐름은 길다", "인증흐름"),
        ("웹 서버 설정", "웹서버"),
        ("사용자 인증 흐름", "사용자인증흐름"),
    ]);
}

#[test]
fn a_border_between_words_is_not_inside_of_a_word() {
    none_found(&[
        ("본인 증명 서류", "인증"),
        ("바지를 샀다", "도"),
        ("우리 회의", "의회"),
    ]);
}

#[test]
fn scripts_may_be_mixed() {
    all_found(&[
        ("OAuth는 표준이다", "OAuth"),
        ("OAuth는 표준이다", "oauth를"),
        ("RAG인덱스 구축", "RAG 인덱스"),
        ("RAG 인덱스 구축", "RAG인덱스"),
        ("MCP의 인증", "MCP 인증"),
        ("2024년 계획", "2024"),
        ("API들을 묶다", "api"),
        ("東京タワーへ行く", "東京"),
        ("東京タワーへ行く", "タワー"),
    ]);
}

#[test]
fn a_compound_is_found_where_its_words_stand_far_apart() {
    let far = "대출은 은행 두 곳에서 알아봤고 한참 뒤에야 두 번째 은행의 금리";
    assert!(finds(far, "대출금리"));
    none_found(&[("대출만 알아봤다", "대출금리"), ("금리만 봤다", "대출금리")]);
}

#[test]
fn nouns_that_look_like_forms_of_hada_are_looked_for() {
    all_found(&[
        ("하나: 카메라에 넣을 필름", "하나 선물"),
        ("하자 보수 신청", "하자 접수"),
    ]);
}

#[test]
fn both_forms_of_unicode_and_all_widths_are_the_same() {
    let decomposed = "\u{110b}\u{1175}\u{11ab}\u{110c}\u{1173}\u{11bc}";
    all_found(&[
        ("인증 방식", decomposed),
        (&format!("{decomposed} 방식"), "인증"),
        (&format!("{decomposed}은 길다"), "인증"),
        ("ＭＣＰ 서버", "mcp"),
        ("mcp 서버", "ＭＣＰ"),
        ("인증 방식", "인증ㅎ"),
        ("ㅋㅋㅋ 웃었다", "ㅋㅋㅋ"),
    ]);
}

#[test]
fn case_stems_accents_and_signs_in_english_do_not_matter() {
    all_found(&[
        ("She searches often", "searching"),
        ("Searching is fun", "SEARCHES"),
        ("A café nearby", "cafe"),
        ("A cafe\u{301} nearby", "CAFÉ"),
        ("plain cafe", "café"),
        ("uses JSON-RPC here", "json rpc"),
        ("uses JSON RPC here", "JSON-RPC"),
        ("uses jsonrpc here", "json-rpc"),
        ("the well-known file", "well known"),
        ("the `nextCursor` field", "cursor"),
        ("the `nextCursor` field", "nextcursor"),
        ("the next_cursor field", "nextCursor"),
        ("call tools/call now", "tools/call"),
        ("revision 2026-07-28 is new", "2026-07-28"),
        ("revision 2026-07-28 is new", "2026-07"),
        ("written in C++ and C#", "C++"),
        ("written in C++ and C#", "c#"),
        ("the authorization header", "auth"),
        ("a user's token", "user"),
    ]);
    none_found(&[
        ("written in C", "C++"),
        ("on 2026-08-28", "2026-07-28"),
        ("a carpet", "pet"),
    ]);
}

#[test]
fn names_with_numbers_and_stems_that_differ_are_found_when_nothing_else_is() {
    all_found(&[
        ("OAuth 2.1 in my own words", "oauth2"),
        ("plain OAuth", "OAuth2"),
        ("Rebalance in January", "rebalancing"),
        ("Rebalancing in January", "rebalance"),
    ]);
}

#[test]
fn what_is_typed_is_never_an_operator() {
    let store = store(&[("따옴표", "그는 \"인증\" AND NEAR 말했다")]);
    for query in [
        "\"",
        "\"인증",
        "인증\"",
        "인증*",
        "*",
        "-인증",
        "NEAR(인증 말)",
        "인증 AND",
        "AND",
        "OR NOT",
        "title:인증",
        "{a b}: c",
        "(",
        ")",
        "^인증",
        "+",
        "''",
        "--",
        "🙂",
        "👨‍👩‍👧‍👦",
        ";",
        "\\",
        "%",
        "_",
        "\u{0}",
        " ",
        "?",
        "…",
        "a AND OR NOT b",
        "\u{202e}",
        "<script>",
    ] {
        let found = store.search(query, 5, &Stop::never());
        assert!(found.is_ok(), "{query:?}: {found:?}");
    }
    assert_eq!(search(&store, "\"인증\"").len(), 1);
}

/// What texts are made of that break things, between bars.
const BITS: &str = "인증|은|ㅎ|\u{1100}|\u{1161}|\u{11a8}|👨‍👩‍👧‍👦|🇰🇷|🇰|\u{301}|\u{200d}|é|ＭＣＰ|C++|#|++|-|_|/|.|,|:|'|’|\"|*|(|)| |\n|\0|A|b1|2026|東京|タ|ﾞ|ß|\u{202e}|\u{feff}";

#[test]
fn any_text_can_be_kept_and_any_query_asked() {
    // A generator of the simplest kind, so that each run is the same.
    let bits: Vec<&str> = BITS.split('|').collect();
    let mut seed = 7_u64;
    let mut any = |most: u64| {
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        let length = next() % most;
        (0..length)
            .map(|_| bits[next() as usize % bits.len()])
            .collect::<String>()
    };
    let texts: Vec<String> = (0..30).map(|_| any(120)).collect();
    let notes: Vec<(&str, &str)> = texts.iter().map(|text| ("x", text.as_str())).collect();
    let store = store(&notes);
    let mut found = 0;
    for _ in 0..150 {
        let query = any(12);
        let result = store.search(&query, 50, &Stop::never());
        found += result
            .unwrap_or_else(|error| panic!("{query:?}: {error}"))
            .len();
    }
    assert!(found > 300, "{found}");
}

#[test]
fn notes_with_all_words_come_before_notes_with_some() {
    let store = store(&[
        ("a", "인증 이야기"),
        ("b", "흐름 이야기"),
        ("c", "인증에서 흐름까지의 이야기 그리고 더 많은 다른 말들"),
        ("d", "아무 말"),
    ]);
    let ids: Vec<String> = search(&store, "인증 흐름")
        .iter()
        .map(|found| found.id.to_string())
        .collect();
    assert_eq!(ids.first().map(String::as_str), Some("note-3"), "{ids:?}");
    assert_eq!(ids.len(), 3, "{ids:?}");
}

#[test]
fn words_in_the_order_of_the_query_come_first() {
    let store = store(&[
        ("a", "writer 7 note 3"),
        ("b", "writer 3 note 7"),
        ("c", "흐름 인증"),
        ("d", "인증 흐름"),
        ("e", "흐름 인증"),
    ]);
    for (query, first) in [
        ("writer 7 note 3", "note-1"),
        ("writer 3 note 7", "note-2"),
        ("인증 흐름", "note-4"),
    ] {
        assert_eq!(search(&store, query)[0].id.to_string(), first, "{query}");
    }
}

#[test]
fn titles_count_more_and_whole_words_more_than_parts() {
    let store = store(&[
        ("일지", "본인증명서를 떼었다"),
        ("일지", "인증을 배웠다"),
        ("인증", "배웠다"),
        ("다른 것", "무엇"),
        ("또 다른 것", "무엇"),
        ("셋째", "무엇"),
        ("넷째", "무엇"),
    ]);
    let ids: Vec<String> = search(&store, "인증")
        .iter()
        .map(|found| found.id.to_string())
        .collect();
    assert_eq!(ids, ["note-3", "note-2", "note-1"]);
}

#[test]
fn snippets_show_what_matched_in_the_note_as_it_was_written() {
    let store = store(&[("x", "먼저 OAuth는 인증을 맡는다.\nSearches follow.")]);
    assert_eq!(
        search(&store, "oauth 인증은")[0].snippet,
        "먼저 **OAuth**는 **인증**을 맡는다. Searches follow."
    );
    assert_eq!(
        search(&store, "search")[0].snippet,
        "먼저 OAuth는 인증을 맡는다. **Searches** follow."
    );
}

#[test]
fn changed_notes_are_found_by_what_they_say_now() {
    use examples::pkm::store::Change;
    let store = store(&[("옛 제목", "옛 글")]);
    let id = search(&store, "제목")[0].id;
    let change = Change {
        title: Some("새 이름".to_owned()),
        ..Change::default()
    };
    store.update(id, &change, &Stop::never()).expect("changed");
    assert!(search(&store, "제목").is_empty());
    assert_eq!(search(&store, "이름").len(), 1);
    assert_eq!(search(&store, "글").len(), 1);
    store.delete(id, &Stop::never()).expect("deleted");
    assert!(search(&store, "이름").is_empty());
}
