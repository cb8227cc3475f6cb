//! Neovim without a terminal: this is its user interface, which gets the screen as cells, in messages of `MessagePack`.

use std::io::{self, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

/// Nothing takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A cell of the screen: its text, and the number of its highlight.
pub(super) type Cell = (String, u64);

/// A Neovim that runs, and its screen.
pub(super) struct Neovim {
    process: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    next: u64,
    pub(super) screen: Vec<Vec<Cell>>,
    /// The highlights by their numbers, as `nvim_ui_attach` describes them.
    pub(super) highlights: Map<String, Value>,
}

impl Neovim {
    /// Starts it with a screen of this size; `None` where it is not installed.
    pub(super) fn start(columns: usize, rows: usize, variables: &[(&str, &str)]) -> Option<Self> {
        let mut process = Command::new("nvim")
            .args(["--embed", "-u", "NONE", "-i", "NONE", "-n"])
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let input = process.stdin.take()?;
        let mut output = BufReader::new(process.stdout.take()?);
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Ok(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut neovim = Neovim {
            process,
            input,
            messages,
            next: 0,
            screen: vec![vec![(" ".to_owned(), 0); columns]; rows],
            highlights: Map::new(),
        };
        let options = json!({"rgb": true, "ext_linegrid": true});
        neovim.ask("nvim_ui_attach", &json!([columns, rows, options]));
        Some(neovim)
    }

    /// The result of a call.
    pub(super) fn ask(&mut self, method: &str, arguments: &Value) -> Value {
        self.next += 1;
        let mut message = Vec::new();
        write(&json!([0, self.next, method, arguments]), &mut message);
        self.input.write_all(&message).unwrap();
        self.input.flush().unwrap();
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            if message[0] == 1 && message[1] == self.next {
                assert!(message[2].is_null(), "{method}: {}", message[2]);
                return message[3].clone();
            }
            self.draw(&message);
        }
    }

    /// The result of Lua.
    pub(super) fn lua(&mut self, code: &str) -> Value {
        self.ask("nvim_exec_lua", &json!([code, []]))
    }

    /// Waits until a condition in Lua holds.
    pub(super) fn wait(&mut self, condition: &str) {
        let end = Instant::now() + PATIENCE;
        while self.lua(&format!("return {condition}")) != true {
            assert!(Instant::now() < end, "`{condition}` never holds");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Takes what is drawn until nothing comes for a while.
    pub(super) fn redraw(&mut self) {
        self.lua("vim.cmd('redraw')");
        while let Ok(message) = self.messages.recv_timeout(Duration::from_millis(300)) {
            self.draw(&message);
        }
    }

    fn draw(&mut self, message: &Value) {
        if message[0] != 2 || message[1] != "redraw" {
            return;
        }
        for events in message[2].as_array().into_iter().flatten() {
            let mut events = events.as_array().into_iter().flatten();
            let name = events.next().and_then(Value::as_str).unwrap_or_default();
            for event in events {
                self.draw_event(name, event);
            }
        }
    }

    fn draw_event(&mut self, name: &str, event: &Value) {
        let number = |index: usize| event[index].as_i64().unwrap_or_default();
        let place = |index: usize| usize::try_from(number(index)).unwrap_or_default();
        match name {
            "hl_attr_define" => {
                self.highlights.insert(event[0].to_string(), event[1].clone());
            }
            "grid_clear" => {
                for cell in self.screen.iter_mut().flatten() {
                    *cell = (" ".to_owned(), 0);
                }
            }
            "grid_line" => {
                let mut column = place(2);
                let mut highlight = 0;
                for cell in event[3].as_array().into_iter().flatten() {
                    highlight = cell[1].as_u64().unwrap_or(highlight);
                    for _ in 0..cell[2].as_u64().unwrap_or(1) {
                        if let Some(to) = self.screen.get_mut(place(1)).and_then(|row| row.get_mut(column)) {
                            *to = (cell[0].as_str().unwrap_or_default().to_owned(), highlight);
                        }
                        column += 1;
                    }
                }
            }
            "grid_scroll" => {
                let (top, bottom, left, right) = (place(1), place(2), place(3), place(4));
                let before = self.screen.clone();
                for row in top..bottom {
                    let from = i64::try_from(row).unwrap_or_default() + number(5);
                    let from = usize::try_from(from)
                        .ok()
                        .filter(|from| (top..bottom).contains(from));
                    if let Some(from) = from {
                        self.screen[row][left..right].clone_from_slice(&before[from][left..right]);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Drop for Neovim {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Writes a value in the widest forms.
fn write(value: &Value, out: &mut Vec<u8>) {
    let length = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes();
    match value {
        Value::Null => out.push(0xc0),
        Value::Bool(value) => out.push(0xc2 + u8::from(*value)),
        Value::Number(number) => {
            out.push(0xcf);
            out.extend(number.as_u64().unwrap_or_default().to_be_bytes());
        }
        Value::String(text) => {
            out.push(0xdb);
            out.extend(length(text.len()));
            out.extend(text.as_bytes());
        }
        Value::Array(values) => {
            out.push(0xdd);
            out.extend(length(values.len()));
            for value in values {
                write(value, out);
            }
        }
        Value::Object(members) => {
            out.push(0xdf);
            out.extend(length(members.len()));
            for (name, value) in members {
                write(&json!(name), out);
                write(value, out);
            }
        }
    }
}

/// Reads a value. Handles of windows and the like are null.
fn read(from: &mut impl Read) -> io::Result<Value> {
    let kind = number(from, 1)?;
    let low = |mask: u64| kind & mask;
    Ok(match kind {
        0x00..=0x7f => json!(kind),
        0x80..=0x8f => map(from, low(0x0f))?,
        0x90..=0x9f => array(from, low(0x0f))?,
        0xa0..=0xbf => text(from, low(0x1f))?,
        0xc2 | 0xc3 => json!(kind == 0xc3),
        0xc4..=0xc6 => {
            let length = number(from, 1 << (kind - 0xc4))?;
            text(from, length)?
        }
        0xc7..=0xc9 => {
            let length = number(from, 1 << (kind - 0xc7))?;
            bytes(from, length + 1)?;
            Value::Null
        }
        0xca | 0xcb => {
            bytes(from, 4 << (kind - 0xca))?;
            Value::Null
        }
        0xcc..=0xcf => json!(number(from, 1 << (kind - 0xcc))?),
        0xd0..=0xd3 => {
            let size = 1 << (kind - 0xd0);
            let shift = 64 - 8 * size;
            json!((number(from, size)? << shift).cast_signed() >> shift)
        }
        0xd4..=0xd8 => {
            bytes(from, (1 << (kind - 0xd4)) + 1)?;
            Value::Null
        }
        0xd9..=0xdb => {
            let length = number(from, 1 << (kind - 0xd9))?;
            text(from, length)?
        }
        0xdc | 0xdd => {
            let length = number(from, 2 << (kind - 0xdc))?;
            array(from, length)?
        }
        0xde | 0xdf => {
            let length = number(from, 2 << (kind - 0xde))?;
            map(from, length)?
        }
        0xe0..=0xff => json!(i64::try_from(kind).unwrap_or_default() - 256),
        _ => Value::Null,
    })
}

fn bytes(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).ok() == Some(length) {
        Ok(bytes)
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

fn number(from: &mut impl Read, size: u64) -> io::Result<u64> {
    let bytes = bytes(from, size)?;
    Ok(bytes
        .iter()
        .fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn text(from: &mut impl Read, length: u64) -> io::Result<Value> {
    Ok(json!(String::from_utf8_lossy(&bytes(from, length)?)))
}

fn array(from: &mut impl Read, length: u64) -> io::Result<Value> {
    (0..length).map(|_| read(from)).collect()
}

fn map(from: &mut impl Read, length: u64) -> io::Result<Value> {
    let mut members = Map::new();
    for _ in 0..length {
        let name = read(from)?;
        let name = name.as_str().map_or_else(|| name.to_string(), str::to_owned);
        members.insert(name, read(from)?);
    }
    Ok(Value::Object(members))
}
