//! How well the sample notes are found: 30 questions, with the notes that a person would want.
//!
//! In: the notes of `--demo`. Out: for each kind of question and each search, how many of the wanted
//! notes are among the first five (recall), and one over the place of the first of them on average
//! (MRR); printed with `--nocapture`. The floors are a little below what was reached when they were
//! written. Notes, questions and the embedder's table of synonyms are by one hand, so with the notes
//! of somebody else it will find less.

use examples::pkm::demo;
use examples::pkm::embed::Builtin;
use examples::pkm::store::{Stop, Store};
use std::sync::Arc;

/// Question, and the titles of the notes wanted.
type Question = (&'static str, &'static [&'static str]);

const KOREAN: [Question; 15] = [
    ("MCP 인증", &["MCP 인증 흐름"]),
    (
        "앱에서 자꾸 로그아웃되는 이유",
        &["토큰 갱신이 자꾸 실패하던 날"],
    ),
    (
        "인덱스",
        &["검색 인덱스 다시 만들기", "인덱스를 안 타는 쿼리"],
    ),
    ("데이터베이스가 느릴 때", &["인덱스를 안 타는 쿼리"]),
    ("커피 내리는 법", &["콜드브루 비율"]),
    ("알림에 응답해야 하나", &["JSON-RPC 배치와 알림"]),
    ("돼지고기 넣는 찌개", &["김치찌개"]),
    ("된장", &["엄마표 된장찌개"]),
    ("한라산 등산 코스", &["제주 3박 4일"]),
    ("해외여행 갈 때 챙길 것", &["해외여행 짐 체크리스트"]),
    ("세금을 돌려받으려면", &["연말정산에서 빠뜨린 것"]),
    ("이번 달 외식비 지출", &["가계부 5월 정리"]),
    (
        "무릎이 아파요",
        &["10km 훈련 4주 차", "Knee exercises from the physio"],
    ),
    ("고양이 예방 접종", &["고양이 보리 병원 기록"]),
    ("로그인이 안 됐던 사고", &["로그인 장애 회고 (2월 11일)"]),
];

const ENGLISH: [Question; 10] = [
    ("PKCE", &["OAuth 2.1 in my own words", "MCP 인증 흐름"]),
    (
        "JSON-RPC error codes",
        &["JSON-RPC error codes I keep forgetting"],
    ),
    ("database is locked", &["SQLite in production"]),
    (
        "how to split documents for retrieval",
        &["Chunking: what actually helped"],
    ),
    ("cancel a spawned task", &["Async Rust: what cancels what"]),
    ("why was the loaf flat", &["Sourdough, week six"]),
    ("recover lost photos", &["Backups, finally"]),
    (
        "how much money to keep before I invest",
        &["Index funds, the boring plan"],
    ),
    (
        "unpaid invoice reminder",
        &["Freelance invoice to Brightwater"],
    ),
    (
        "write skew anomaly",
        &["Designing Data-Intensive Applications"],
    ),
];

/// The question is in one language, the note in the other.
const ACROSS: [Question; 5] = [
    ("login outage", &["로그인 장애 회고 (2월 11일)"]),
    ("household budget", &["가계부 5월 정리"]),
    ("교토 단풍", &["Kyoto in November"]),
    ("job interview questions", &["백엔드 면접 질문"]),
    ("moving house checklist", &["이사 준비 D-30"]),
];

/// How many results a person looks at.
const LOOKED_AT: usize = 5;

/// What a search reached over some questions, each from 0 to 1.
#[derive(Debug, Default)]
struct Reached {
    /// How much of the wanted notes is among the first [`LOOKED_AT`].
    recall: f32,
    /// One over the place of the first wanted note; 0 where it is not found at all.
    mrr: f32,
}

fn samples() -> Store {
    Store::of_samples(&demo::notes(), Arc::new(Builtin::new())).expect("samples in memory")
}

fn by_words(store: &Store, query: &str) -> Vec<String> {
    let found = store.search(query, 50, &Stop::never()).expect("a search");
    found.into_iter().map(|note| note.title).collect()
}

fn by_meaning(store: &Store, query: &str) -> Vec<String> {
    let found = store.search_by_meaning(query, 50, &Stop::never());
    let (found, unknown) = found.expect("a search");
    assert_eq!(unknown, 0, "every note has a vector");
    found.into_iter().map(|note| note.title).collect()
}

/// Asks all, and prints what was not found as wanted.
fn reached(name: &str, questions: &[Question], ask: impl Fn(&str) -> Vec<String>) -> Reached {
    let mut sum = Reached::default();
    for (query, wanted) in questions {
        let found = ask(query);
        let is_wanted = |title: &String| wanted.contains(&title.as_str());
        let seen = found
            .iter()
            .take(LOOKED_AT)
            .filter(|title| is_wanted(title))
            .count();
        let first = found.iter().position(is_wanted);
        sum.recall += seen as f32 / wanted.len() as f32;
        sum.mrr += first.map_or(0.0, |place| 1.0 / (place + 1) as f32);
        if seen < wanted.len() || first != Some(0) {
            let shown = found.get(..LOOKED_AT.min(found.len()));
            println!("  {name}: {query:?}: wanted {wanted:?}, found {shown:?}");
        }
    }
    let count = questions.len() as f32;
    let (recall, mrr) = (sum.recall / count, sum.mrr / count);
    println!("{name}: recall@{LOOKED_AT} {recall:.2}, MRR {mrr:.2}");
    Reached { recall, mrr }
}

#[track_caller]
fn at_least(reached: &Reached, recall: f32, mrr: f32) {
    assert!(
        reached.recall >= recall && reached.mrr >= mrr,
        "{reached:?}, not {recall} and {mrr}"
    );
}

#[test]
fn the_questions_want_notes_that_exist() {
    let titles: Vec<&str> = demo::notes().iter().map(|note| note.title).collect();
    let all = KOREAN.iter().chain(&ENGLISH).chain(&ACROSS);
    for title in all.flat_map(|(_, wanted)| *wanted) {
        assert!(titles.contains(title), "{title}");
    }
}

#[test]
fn full_text_search_finds_the_notes() {
    let store = samples();
    let ask = |query: &str| by_words(&store, query);
    at_least(&reached("by words, Korean", &KOREAN, ask), 0.9, 0.85);
    at_least(&reached("by words, English", &ENGLISH, ask), 0.9, 0.9);
    // It translates nothing, so it finds here only what shares a word by itself.
    reached("by words, across", &ACROSS, ask);
}

#[test]
fn search_by_meaning_finds_the_notes() {
    let store = samples();
    let ask = |query: &str| by_meaning(&store, query);
    at_least(&reached("by meaning, Korean", &KOREAN, ask), 0.95, 0.9);
    at_least(&reached("by meaning, English", &ENGLISH, ask), 0.9, 0.9);
    at_least(&reached("by meaning, across", &ACROSS, ask), 0.8, 0.8);
}
