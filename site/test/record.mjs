// Records the command's verdicts on CRDs and objects, as questions to the playground with the expected answers:
// `node record.mjs COMMAND CORPUS EXAMPLES > verdicts.jsonl`. At most 200 CRDs and 200 objects are used.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [command, ...folders] = process.argv.slice(2);
const MOST = 200;
const server = "1.36";
const scratch = mkdtempSync(join(tmpdir(), "crd-gen-site-"));
process.on("exit", () => rmSync(scratch, { recursive: true }));

// The exit code only shows that there are findings.
const run = (...given) => {
  try {
    return execFileSync(command, given, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });
  } catch (error) {
    return error.stdout ?? "";
  }
};

const verdict = (text) => {
  const { findings } = JSON.parse(text);
  return { accepted: findings.every(({ severity }) => severity !== "error"), codes: findings.map(({ code }) => code) };
};

const files = folders.filter(existsSync).flatMap((folder) => readdirSync(folder, { recursive: true })
  .filter((file) => /(^|\/)[^/]+\.ya?ml$/.test(file)).map((file) => join(folder, file))).sort();
let [crds, objects] = [0, 0];
for (const [index, file] of files.entries()) {
  const crd = readFileSync(file, "utf8");
  // Every second one of many is enough, and limits the share of projects with many CRDs.
  if (!crd.includes("CustomResourceDefinition") || crd.length > 200_000 || (files.length > 600 && index % 2 === 1)) continue;
  let said;
  try {
    said = verdict(run("check", "--format", "json", "--all", "--kubernetes-version", server, file));
  } catch {
    continue;
  }
  if (crds < MOST) {
    crds += 1;
    console.log(JSON.stringify({ name: file, question: { do: "check", crd, server }, ...said }));
  }
  if (!said.accepted || objects >= MOST) continue;
  for (const [number, sample] of run("sample", file).split("\n---\n").filter((sample) => sample.trim()).entries()) {
    // Every second one is made invalid.
    const object = (objects + number) % 2 === 0 ? sample : sample.replace(/^spec:.*/m, "spec: 5\nunknown: 1");
    const path = join(scratch, "object.yaml");
    writeFileSync(path, object);
    const judged = run("validate", "--format", "json", "--all", "--strict-kinds=custom", "--kubernetes-version", server, "--crds", file, path);
    try {
      console.log(JSON.stringify({ name: `an object of ${file}`, question: { do: "validate", crd, object, server }, ...verdict(judged) }));
      objects += 1;
    } catch {
      // The command could not validate it.
    }
    if (objects >= MOST) break;
  }
  if (crds >= MOST && objects >= MOST) break;
}
