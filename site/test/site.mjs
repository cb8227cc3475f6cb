// Tests the site in a browser: `node site/test/site.mjs DIRECTORY [SCREENSHOTS]`; `site/test/run` lists its requirements.
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile, readdir, mkdir } from "node:fs/promises";
import { extname, join, resolve, posix } from "node:path";
import { createRequire } from "node:module";

const require = createRequire(resolve(process.env.NODE_MODULES ?? ".", "x"));
const { chromium } = require("playwright-core");
const axePath = require.resolve("axe-core/axe.min.js");

const directory = resolve(process.argv[2] ?? "target/site");
const shots = process.argv[3];
const hasPlayground = existsSync(join(directory, "crd_playground.wasm"));
const begun = Date.now();
const seconds = () => `${((Date.now() - begun) / 1000).toFixed(0)} s`;
const problems = [];
const problem = (text) => { problems.push(text); console.error(text); };

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
const server = createServer(async (request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
  try {
    const body = await readFile(join(directory, path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await context.newPage();
let here = "";
page.on("console", (message) => {
  // Without its WebAssembly, the page shows a message.
  if (message.type() !== "error" || (here === "playground.html" && !hasPlayground)) return;
  problem(`${here}: console: ${message.text()}`);
});
page.on("pageerror", (error) => problem(`${here}: ${error.message}`));
page.on("request", (request) => { if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) problem(`${here}: asks ${request.url()}`); });

// Every page loads; its links and anchors are recorded.
const files = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith(".html")).sort();
const ids = new Map();
const links = [];
for (const file of files) {
  here = file;
  await page.goto(`${origin}/${file}`, { waitUntil: "load" });
  const found = await page.evaluate(() => ({
    ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
    links: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")),
    title: document.title, headings: document.querySelectorAll("h1").length,
  }));
  if (!found.title || found.headings !== 1) problem(`${file}: title ${JSON.stringify(found.title)}, ${found.headings} first headings`);
  ids.set(file, new Set(found.ids));
  for (const link of found.links) links.push([file, link]);
}
let internal = 0;
for (const [file, link] of links) {
  if (/^[a-z]+:/.test(link)) continue;
  internal += 1;
  const [path, anchor] = link.split("#");
  const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
  if (!ids.has(target)) problem(`${file}: no page ${link}`);
  else if (anchor && !ids.get(target).has(decodeURIComponent(anchor))) problem(`${file}: no anchor ${link}`);
}
console.log(`${files.length} pages, ${internal} internal links (${seconds()})`);

// The search.
const WORDS = ["oldSelf", "ratcheting", "printer column", "storage version", "x-kubernetes-list-type", "int-or-string", "webhook", "assert_crd", "kube-derive",
  "controller-gen", "prune", "CRD0213", "--check", "crd-gen.toml", "immutable", "feature gate", "nullable", "rename_all", "etcd", "sarif"];
here = "index.html";
await page.goto(`${origin}/index.html`);
for (const word of WORDS) {
  await page.fill("#search", word);
  await page.waitForSelector("#found > *");
  await page.waitForTimeout(30);
  if (await page.locator("#found a").count() === 0) problem(`the search does not find ${word}`);
}
console.log(`${WORDS.length} words searched (${seconds()})`);

// Accessibility.
for (const file of ["index.html", "attributes.html", "rules.html", "cli.html", "codes/CRD0213.html", "lints.html", "playground.html"]) {
  for (const colorScheme of ["light", "dark"]) {
    here = file;
    const quiet = await browser.newContext({ colorScheme, bypassCSP: true });
    const tab = await quiet.newPage();
    await tab.goto(`${origin}/${file}`, { waitUntil: "load" });
    await tab.waitForTimeout(300);
    await tab.addScriptTag({ path: axePath });
    const { violations } = await tab.evaluate(() => window.axe.run());
    for (const violation of violations.filter(({ impact }) => ["serious", "critical"].includes(impact))) {
      problem(`${file} (${colorScheme}): axe: ${violation.id}: ${violation.nodes[0].target} (${violation.nodes.length})`);
    }
    await quiet.close();
  }
}

// The playground returns the recorded verdicts: lines of {question, accepted, codes}.
const testPlayground = async () => {
  here = "playground.html";
  const started = Date.now();
  await page.goto(`${origin}/playground.html`, { waitUntil: "load" });
  await page.waitForFunction(() => window.playground?.isReady());
  console.log(`the playground is ready after ${Date.now() - started} ms`);
  await page.waitForSelector("#crd-findings li");
  const cases = process.env.VERDICTS ? (await readFile(process.env.VERDICTS, "utf8")).trim().split("\n").map((line) => JSON.parse(line)) : [];
  const times = [];
  for (const { name, question, accepted, codes } of cases) {
    const { answer, time } = await page.evaluate((asked) => {
      const before = performance.now();
      const answer = window.playground.ask(asked);
      return { answer: { accepted: answer.accepted, codes: answer.findings.map(({ code }) => code) }, time: performance.now() - before };
    }, question);
    if ((question.crd.length + (question.object?.length ?? 0)) <= 100_000) times.push(time);
    if (answer.accepted !== accepted || JSON.stringify(answer.codes) !== JSON.stringify(codes)) {
      problem(`the playground differs about ${name}: ${JSON.stringify(answer)}, the command says ${JSON.stringify({ accepted, codes })}`);
    }
  }
  times.sort((one, other) => one - other);
  if (cases.length > 0) console.log(`${cases.length} verdicts; to 100 kB: median ${times[times.length >> 1]?.toFixed(1)} ms, most ${times.at(-1)?.toFixed(1)} ms`);

  // Its tools respond, and its state is kept in the address.
  for (const tool of ["cost", "explain", "sample", "cel"]) {
    await page.click(`#tab-${tool}`);
    if ((await page.textContent(`#${tool}-answer`)).trim() === "") problem(`the tool ${tool} says nothing`);
  }
  await page.fill("#object", "kind: Nothing\n");
  await page.waitForTimeout(800);
  const address = page.url();
  const again = await context.newPage();
  await again.goto(address);
  await again.waitForFunction(() => window.playground?.isReady());
  if (await again.inputValue("#object") !== "kind: Nothing\n") problem("the address does not hold the state");
  await again.close();
};
if (hasPlayground) {
  await testPlayground();
  console.log(`the playground was tested (${seconds()})`);
} else {
  console.log("the playground was not tested, because its WebAssembly was not built; `rustup target add wasm32-unknown-unknown` may be missing");
}

if (shots) {
  await mkdir(shots, { recursive: true });
  for (const [name, width, height, colorScheme] of [["phone", 390, 844, "light"], ["desktop", 1280, 900, "light"], ["dark", 1280, 900, "dark"]]) {
    const sized = await browser.newContext({ viewport: { width, height }, colorScheme });
    const tab = await sized.newPage();
    for (const file of ["index.html", "rules.html", "attributes.html", "codes/CRD0213.html", "playground.html"]) {
      await tab.goto(`${origin}/${file}`, { waitUntil: "load" });
      await tab.waitForTimeout(600);
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 1) problem(`${file} is ${wide} pixels too wide at ${width}`);
      await tab.screenshot({ path: join(shots, `${name}-${file.replaceAll("/", "-")}.png`) });
    }
    await sized.close();
  }
}
await browser.close();
server.close();
console.log(`${problems.length === 0 ? "no problem" : `${problems.length} problems`} (${seconds()})`);
process.exit(problems.length === 0 ? 0 : 1);
