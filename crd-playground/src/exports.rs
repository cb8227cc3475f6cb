//! The exports of the WebAssembly module: JavaScript writes a question into memory, calls `answer`, and reads the answer from memory.
//!
//! ```text
//! place = question_place(length)     write UTF-8 there
//! length = answer()                  the length of the answer
//! place = answer_place()             read UTF-8 there
//! ```

#![expect(
    unsafe_code,
    reason = "a name that is exported is an unsafe attribute; no block of code is unsafe"
)]

use std::sync::Mutex;

/// The texts that JavaScript shares with the module. A module of WebAssembly has one thread.
static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Allocates memory for a question with a length, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn question_place(length: usize) -> *mut u8 {
    let Ok(mut question) = QUESTION.lock() else {
        return std::ptr::null_mut();
    };
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// Answers the question, and returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let question = QUESTION.lock().map(|mut question| std::mem::take(&mut *question));
    let text = String::from_utf8(question.unwrap_or_default());
    let given = crate::answer(&text.unwrap_or_default()).into_bytes();
    let length = given.len();
    if let Ok(mut answer) = ANSWER.lock() {
        *answer = given;
    }
    length
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer_place() -> *const u8 {
    ANSWER.lock().map_or(std::ptr::null(), |answer| answer.as_ptr())
}
