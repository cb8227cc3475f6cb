//! The target to which values are written.

/// A text of JSON that is written value by value.
pub trait ValueWriter {
    /// An object or list that is being written.
    type Opened;
    /// A length to which what is written can be cut.
    type Length: Copy;

    /// Writes a comma or a colon.
    fn separator(&mut self, separator: &'static str);
    /// Writes a string with quotes and escapes.
    fn string(&mut self, text: &str);
    /// Writes a value that is JSON already.
    fn json(&mut self, json: &str);
    /// Starts an object or a list with its bracket.
    fn open(&mut self, bracket: &'static str) -> Self::Opened;
    /// Ends what was opened with its bracket.
    fn close(&mut self, opened: Self::Opened, bracket: &'static str);
    /// The length of what is written.
    fn length(&self) -> Self::Length;
    /// Removes what was written after it had a length.
    fn cut(&mut self, length: Self::Length);
    /// All that is written.
    fn text(&self) -> &str;
}

impl ValueWriter for String {
    type Opened = ();
    type Length = usize;

    fn separator(&mut self, separator: &'static str) {
        self.push_str(separator);
    }

    fn string(&mut self, text: &str) {
        self.push_str(&serde_json::Value::from(text).to_string());
    }

    fn json(&mut self, json: &str) {
        self.push_str(json);
    }

    fn open(&mut self, bracket: &'static str) {
        self.push_str(bracket);
    }

    fn close(&mut self, (): (), bracket: &'static str) {
        self.push_str(bracket);
    }

    fn length(&self) -> usize {
        self.len()
    }

    fn cut(&mut self, length: usize) {
        self.truncate(length);
    }

    fn text(&self) -> &str {
        self
    }
}
