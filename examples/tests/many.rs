//! Many notes: searches stay quick, lists go through all of them, and reading all of them again can
//! be watched and stopped.
//!
//! In: thousands of notes in memory, and an embedder that costs nothing. Out: times with bounds far
//! above the normal, pages, progress.

#![cfg(feature = "pkm")]

use examples::pkm::embed::{EmbedError, Embedder};
use examples::pkm::store::{Draft, Order, Stop, Store, StoreError, Wish};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Points to one of a few directions.
struct Cheap(&'static str);

impl Embedder for Cheap {
    fn name(&self) -> &str {
        self.0
    }

    fn dimensions(&self) -> usize {
        4
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vector = |text: &&str| {
            let mut vector = vec![0.1; 4];
            vector[text.len() % 4] = 1.0;
            vector
        };
        Ok(texts.iter().map(vector).collect())
    }
}

fn store(notes: usize) -> Store {
    let store = Store::in_memory(Arc::new(Cheap("cheap-1"))).expect("a store");
    for number in 0..notes {
        let draft = Draft {
            title: format!("노트 {number}"),
            content: format!(
                "서버는 요청 {number}번을 인증한다. The server answers request {number}. {}",
                "그리고 더 많은 말이 있다. ".repeat(5)
            ),
            tags: vec![format!("t{}", number % 10)],
        };
        store.add(&draft, &Stop::never()).expect("added");
    }
    store
}

#[test]
fn ten_thousand_notes_are_searched_quickly() {
    let store = store(10_000);
    for query in [
        "요청 777번",
        "인증",
        "서버가 요청을 인증하는 방법",
        "answering requests",
        "말",
        "없는낱말입니다",
    ] {
        let started = Instant::now();
        let found = store.search(query, 50, &Stop::never()).expect("searched");
        let took = started.elapsed();
        println!("{query}: {} found in {took:?}", found.len());
        assert!(took < Duration::from_secs(5), "{query} took {took:?}");
    }
    let found = store
        .search("요청 777번", 5, &Stop::never())
        .expect("searched");
    assert_eq!(found[0].title, "노트 777");
    let started = Instant::now();
    let (found, unknown) = store
        .search_by_meaning("무엇", 5, &Stop::never())
        .expect("searched");
    println!("by meaning: {:?}", started.elapsed());
    assert_eq!((found.len(), unknown), (5, 0));
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_search_that_nobody_wants_any_more_ends_at_once() {
    let store = store(300);
    let error = store
        .search("인증", 5, &Stop::when(|| true))
        .expect_err("stopped");
    assert!(matches!(error, StoreError::Stopped), "{error}");
    assert_eq!(
        store
            .search("인증", 5, &Stop::never())
            .expect("found")
            .len(),
        5,
        "and the next is not"
    );
}

#[test]
fn pages_show_each_note_once_though_notes_come_and_go() {
    let store = store(95);
    for order in [Order::Updated, Order::Created, Order::Title] {
        let mut seen = Vec::new();
        let mut wish = Wish {
            order,
            limit: 10,
            ..Wish::default()
        };
        loop {
            let page = store.list(&wish, &Stop::never()).expect("listed");
            assert_eq!(
                page.total,
                95 + u64::from(order == Order::Title && !seen.is_empty())
            );
            seen.extend(page.notes.iter().map(|note| note.id));
            if seen.len() == 10 && order == Order::Title {
                // Before what was listed already.
                let draft = Draft {
                    title: "  ".to_owned() + "가",
                    ..Draft::default()
                };
                store.add(&draft, &Stop::never()).expect("added");
            }
            wish.cursor = page.next;
            if wish.cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen.len(), 95, "{order:?}");
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 95, "{order:?}");
    }
    let wish = Wish {
        cursor: Some("nonsense".to_owned()),
        limit: 5,
        ..Wish::default()
    };
    let error = store
        .list(&wish, &Stop::never())
        .expect_err("no cursor")
        .to_string();
    assert!(error.starts_with("cursor must be"), "{error}");
}

#[test]
fn notes_are_listed_by_tag_and_by_id() {
    let store = store(30);
    let wish = Wish {
        tag: Some("#T3".to_owned()),
        limit: 100,
        ..Wish::default()
    };
    let page = store.list(&wish, &Stop::never()).expect("listed");
    assert_eq!((page.notes.len(), page.total), (3, 3));
    let wish = Wish {
        ids: Some(vec![page.notes[1].id]),
        limit: 100,
        ..Wish::default()
    };
    assert_eq!(
        store.list(&wish, &Stop::never()).expect("listed").notes,
        [page.notes[1].clone()]
    );
}

#[test]
fn reading_all_notes_again_is_told_and_what_is_done_stays_when_it_is_stopped() {
    let path = std::env::temp_dir().join(format!("pkm-many-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let first = Store::open(&path, Arc::new(Cheap("cheap-1"))).expect("made");
    for number in 0..50 {
        let draft = Draft {
            title: format!("노트 {number}"),
            ..Draft::default()
        };
        first.add(&draft, &Stop::never()).expect("added");
    }
    drop(first);
    let store = Store::open(&path, Arc::new(Cheap("cheap-2"))).expect("opened");
    let unknown = || {
        store
            .search_by_meaning("x", 5, &Stop::never())
            .expect("searched")
            .1
    };
    assert_eq!(unknown(), 50, "another embedder knows none of them");
    let enough = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let told = |done: u64, _: u64| enough.store(done > 0, std::sync::atomic::Ordering::Relaxed);
    let asked = enough.clone();
    let stop = Stop::when(move || asked.load(std::sync::atomic::Ordering::Relaxed));
    let error = store.reindex(&told, &stop).expect_err("stopped");
    assert!(matches!(error, StoreError::Stopped), "{error}");
    let left = unknown();
    assert!(0 < left && left < 50, "{left}");
    assert_eq!(
        store.search("노트 7", 5, &Stop::never()).expect("searched")[0].title,
        "노트 7"
    );
    let heard = RefCell::new(Vec::new());
    let told = |done: u64, total: u64| heard.borrow_mut().push((done, total));
    let done = store.reindex(&told, &Stop::never()).expect("all");
    assert_eq!(
        (done.notes, done.model.as_str(), unknown()),
        (50, "cheap-2", 0)
    );
    assert_eq!(*heard.borrow(), [(0, 50), (20, 50), (40, 50), (50, 50)]);
    drop(store);
    let _ = std::fs::remove_file(&path);
}
