//! The target to which values are written.

/// JSON output that is written value by value.
pub trait ValueWriter {
    /// An object or list that is being written.
    type Opened;
    /// A length to which the output can be cut.
    type Length: Copy;

    /// Writes a comma or a colon.
    fn separator(&mut self, separator: &'static str);
    /// Writes a string with quotes and escapes.
    fn string(&mut self, text: &str);
    /// Writes a value that is already JSON.
    fn json(&mut self, json: &str);
    /// Starts an object or a list with its bracket.
    fn open(&mut self, bracket: &'static str) -> Self::Opened;
    /// Closes an object or a list with its bracket.
    fn close(&mut self, opened: Self::Opened, bracket: &'static str);
    /// Returns the length of the output.
    fn length(&self) -> Self::Length;
    /// Cuts the output to a length.
    fn cut(&mut self, length: Self::Length);
    /// Returns the whole output.
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
