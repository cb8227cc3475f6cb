// The playground. All answers come from the WebAssembly; the fragment of the address contains the texts.
import { Playground } from "./crd-playground.js";

const get = (id) => document.getElementById(id);
const state = get("state");
const TEXTS = ["crd", "object", "old", "before", "path", "expression", "field"];
const CHOICES = ["server", "form"];
let playground;

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// A copy of an editor's text with marks, which is shown below the text itself.
const mark = (textarea, findings) => {
  const marks = textarea.parentElement.querySelector(".marks");
  const text = textarea.value;
  const places = findings.filter((finding) => finding.place).map(({ place, severity }) => ({
    start: place.start, end: Math.max(place.end, place.start + 1), severity,
  })).sort((one, other) => one.start - other.start);
  const parts = [];
  let at = 0;
  for (const { start, end, severity } of places) {
    if (start < at) continue;
    // A place of several lines is marked in its first line.
    const line = text.indexOf("\n", start);
    const last = line === -1 ? end : Math.min(end, Math.max(line, start + 1));
    parts.push(text.slice(at, start), element("u", { className: severity, textContent: text.slice(start, last) }));
    at = last;
  }
  marks.replaceChildren(...parts, text.slice(at), "\n");
  marks.scrollTop = textarea.scrollTop;
  marks.scrollLeft = textarea.scrollLeft;
};

const select = (textarea, place) => {
  textarea.focus();
  textarea.setSelectionRange(place.start, place.end);
  const line = textarea.value.slice(0, place.start).split("\n").length;
  textarea.scrollTop = Math.max(0, (line - 6) * 19.5);
};

const showFindings = (list, textarea, findings, verdict) => {
  const items = findings.map((finding) => {
    const item = element("li", { className: finding.severity });
    const head = element("p");
    if (finding.place) {
      const jump = element("button", { type: "button", textContent: `line ${finding.place.line}` });
      jump.addEventListener("click", () => select(textarea, finding.place));
      head.append(jump);
    }
    head.append(element("a", { href: `codes/${finding.code}.html`, textContent: finding.code }), ` ${finding.message}`);
    item.append(head);
    for (const help of finding.help) item.append(element("p", { textContent: `help: ${help}` }));
    if (finding.elsewhere) item.append(element("p", { textContent: `line ${finding.elsewhere.place.line} of the CRD: ${finding.elsewhere.text}` }));
    if (finding.server) item.append(element("p", { className: "says", textContent: `${finding.isLater ? "not yet reported by the server" : "server"}: ${finding.server}` }));
    if (finding.fix) {
      const fix = element("button", { type: "button", textContent: `Fix: ${finding.fix.title}` });
      fix.addEventListener("click", () => {
        let text = textarea.value;
        for (const { place, text: by } of [...finding.fix.edits].reverse()) {
          text = text.slice(0, place.start) + by + text.slice(place.end);
        }
        textarea.value = text;
        update();
      });
      item.append(fix);
    }
    return item;
  });
  list.replaceChildren(element("li", { className: verdict.startsWith("accepted") ? "good" : "error", textContent: verdict }), ...items);
};

const table = (heads, rows) => element("div", { className: "wide", tabIndex: 0 }, element("table", {},
  element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { textContent: head })))),
  element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell ?? "")))))));

const code = (text) => element("code", { textContent: text });
const pre = (text) => element("pre", { textContent: text, tabIndex: 0 });
const number = (value) => Number(value).toLocaleString("en");

const common = () => ({ crd: get("crd").value, server: get("server").value });

const TOOLS = {
  cel: () => {
    const { crd, server } = common();
    const answer = playground.ask({ do: "cel", crd, server, path: get("path").value, expression: get("expression").value, object: get("object").value, old: get("old").value });
    const parts = [element("p", {}, "self: ", code(answer.self))];
    if (answer.problem) parts.push(element("p", { className: "says", textContent: answer.problem }));
    if (answer.type) {
      parts.push(element("p", {}, "type: ", code(answer.type), answer.isBool ? "" : ", which is no rule", `; costs ${number(answer.once)} once, ${number(answer.total)} at most, of ${number(answer.limit)}`));
    }
    for (const value of answer.values ?? []) {
      parts.push(element("p", {}, value.path ? `${value.path}: ` : "value: ", code(value.value ?? value.error), `; cost ${number(value.cost)}`));
      const rows = value.parts.map((part) => [`${"  ".repeat(part.depth)}${part.text}`, part.value ?? part.error ?? "not evaluated"]);
      if (rows.length > 1) parts.push(table(["part", "value"], rows.map(([text, shown]) => [code(text), code(shown)])));
    }
    if (!answer.type && !answer.problem) parts.push(table(["field", "type"], answer.fields.map(({ name, type }) => [code(name), code(type)])));
    return parts;
  },
  cost: () => {
    const answer = playground.ask({ do: "cost", ...common() });
    if (answer.rules.length === 0) return ["There are no rules."];
    return [table(["cost at most", "once", "times", "at", "rule"], answer.rules.map((rule) => [
      rule.error ? "refused" : `${number(rule.total)} (${(rule.total * 100 / answer.limitOfRule).toFixed(1)} %)`, rule.once === null ? "" : number(rule.once),
      `${number(rule.occurrences)}${rule.isLimited ? "" : ", without a limit"}`, code(rule.path || "the object"), code(rule.error ?? rule.rule),
    ]))];
  },
  explain: () => {
    const answer = playground.ask({ do: "explain", crd: get("crd").value, path: get("field").value });
    const about = (field) => [field.type, ...(field.bounds ?? []), field.isRequired ? "required" : "", field.default === null ? "" : `default ${JSON.stringify(field.default)}`,
      field.pattern ? `pattern ${field.pattern}` : "", field.enum ? `one of ${field.enum.map((value) => JSON.stringify(value)).join(", ")}` : "", field.isImmutable ? "immutable" : ""].filter(Boolean).join("; ");
    const rules = (answer.rules ?? []).map((rule) => element("p", {}, `rule: ${rule.message} `, code(rule.rule)));
    return [element("p", { textContent: `${answer.kind} ${answer.version} ${get("field").value}: ${about(answer)}` }), element("p", { textContent: answer.description }), ...rules,
      table(["field", "what it is", "docs"], answer.fields.map((field) => [code(field.name), about(field), field.description]))];
  },
  sample: () => {
    const answer = playground.ask({ do: "sample", ...common(), form: get("form").value });
    const samples = answer.samples.flatMap((sample) => {
      const use = element("button", { type: "button", textContent: "Use as the object" });
      use.addEventListener("click", () => { get("object").value = sample.text; update(); });
      return [element("p", {}, sample.member ? `${sample.member} at ${sample.union} ` : "", use), pre(sample.text)];
    });
    return [...answer.problems.map((problem) => element("p", { className: "says", textContent: problem })), ...samples,
      ...(samples.length + answer.problems.length === 0 ? ["There is no union in this schema."] : [])];
  },
  compat: () => {
    if (!get("before").value.trim()) return ["Write the CRD as it was above, and the one as it is to be in the pane of CRDs."];
    const { findings } = playground.ask({ do: "compat", ...common(), old: get("before").value });
    if (findings.length === 0) return ["Nothing breaks."];
    return findings.map((finding) => element("details", {}, element("summary", { textContent: `${finding.severity}: ${finding.message} (${finding.rule})` }),
      ...finding.help.map((help) => element("p", { textContent: help })),
      ...(finding.witness ? [pre(finding.witness.object), ...finding.witness.says.map((says) => element("p", { className: "says", textContent: `server: ${says}` }))] : [])));
  },
};

let tool = "cel";
const showTool = () => {
  for (const name of Object.keys(TOOLS)) {
    get(`tab-${name}`).setAttribute("aria-selected", String(name === tool));
    get(`tab-${name}`).tabIndex = name === tool ? 0 : -1;
    get(`tool-${name}`).hidden = name !== tool;
  }
  const answer = get(`${tool}-answer`);
  try {
    answer.replaceChildren(...(get("crd").value.trim() ? TOOLS[tool]() : []));
  } catch (error) {
    answer.replaceChildren(element("p", { className: "says", textContent: error.message }));
  }
};

const judge = () => {
  const started = performance.now();
  const { crd, server } = common();
  if (crd.trim()) {
    const checked = playground.ask({ do: "check", crd, server });
    mark(get("crd"), checked.findings);
    showFindings(get("crd-findings"), get("crd"), checked.findings, checked.accepted ? `accepted by ${server}` : `refused by ${server}`);
  } else {
    mark(get("crd"), []);
    get("crd-findings").replaceChildren();
  }
  const object = get("object").value;
  get("stored").textContent = "";
  if (object.trim() && crd.trim()) {
    const judged = playground.ask({ do: "validate", crd, object, old: get("old").value, server });
    mark(get("object"), judged.findings);
    showFindings(get("object-findings"), get("object"), judged.findings, judged.accepted ? `accepted by ${server}` : `refused by ${server}`);
    get("stored").textContent = judged.objects.map(({ stored }) => stored ?? "not stored\n").join("---\n");
  } else {
    mark(get("object"), []);
    get("object-findings").replaceChildren();
  }
  for (const id of ["old", "before"]) mark(get(id), []);
  showTool();
  state.textContent = `Answered in ${Math.round(performance.now() - started)} ms.`;
};

// The state as the fragment: JSON, compressed if the browser supports it, in URL-safe base64.
const pack = async (text) => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let raw = "";
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};
const unpack = async (packed) => {
  const raw = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const stream = new Blob([Uint8Array.from(raw, (c) => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
};

const read = () => ({ tool, ...Object.fromEntries([...TEXTS, ...CHOICES].map((id) => [id, get(id).value])) });
const fill = (values) => {
  for (const id of TEXTS) get(id).value = values[id] ?? "";
  for (const id of CHOICES) if (values[id]) get(id).value = values[id];
  if (values.tool in TOOLS) tool = values.tool;
};

let kept;
const keep = async () => {
  kept = `#${await pack(JSON.stringify(read()))}`;
  history.replaceState(null, "", kept);
};

let waiting;
const update = () => {
  judge();
  clearTimeout(waiting);
  waiting = setTimeout(keep, 300);
};

const restore = async () => {
  if (location.hash.length < 2 || location.hash === kept) return false;
  try {
    fill(JSON.parse(await unpack(location.hash.slice(1))));
    return true;
  } catch {
    state.textContent = "The address holds nothing that can be read.";
    return false;
  }
};

const start = async () => {
  try {
    playground = await Playground.load("crd_playground.wasm");
  } catch (error) {
    state.textContent = location.protocol === "file:"
      ? "The playground needs a server, such as `python3 -m http.server`; all other pages are files."
      : `The WebAssembly is not here: ${error.message}`;
    return;
  }
  const { versions, default: standard } = playground.ask({ do: "servers" });
  get("server").replaceChildren(...versions.map((version) => element("option", { textContent: version, value: version })));
  get("server").value = standard;
  window.EXAMPLES.forEach(({ title }, index) => get("example").append(element("option", { textContent: title, value: String(index) })));
  if (!await restore()) fill(window.EXAMPLES[0]);
  judge();
  let typing;
  for (const id of TEXTS) {
    get(id).addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(update, 120); });
    get(id).addEventListener("scroll", () => {
      const marks = get(id).parentElement.querySelector?.(".marks");
      if (marks) { marks.scrollTop = get(id).scrollTop; marks.scrollLeft = get(id).scrollLeft; }
    });
  }
  for (const id of CHOICES) get(id).addEventListener("change", update);
  get("example").addEventListener("change", () => {
    const example = window.EXAMPLES[Number(get("example").value)];
    if (example) { fill(example); update(); }
  });
  const names = Object.keys(TOOLS);
  for (const name of names) {
    get(`tab-${name}`).addEventListener("click", () => { tool = name; showTool(); keep(); });
    get(`tab-${name}`).addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      tool = names[(names.indexOf(name) + step + names.length) % names.length];
      showTool();
      get(`tab-${tool}`).focus();
    });
  }
  get("share").addEventListener("click", async () => {
    await keep();
    await navigator.clipboard.writeText(location.href);
    state.textContent = "The address is copied.";
  });
  addEventListener("hashchange", async () => { if (await restore()) judge(); });
};

start();
// For tests.
window.playground = { ask: (question) => playground.ask(question), isReady: () => playground !== undefined };
