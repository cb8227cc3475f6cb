// A session of the protocol's reference client with `crd-gen server`: sends changes, prints the diagnostics as `line:column code`.
// node client.mjs; CRD_GEN names the command, FOLDER the workspace, NODE_PATH where `vscode-languageserver-protocol` is.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.env.NODE_PATH, 'x.js'));
const protocol = require('vscode-languageserver-protocol/node');

const folder = process.env.FOLDER;
const uriOf = (name) => pathToFileURL(join(folder, name)).href;
const server = spawn(process.env.CRD_GEN, ['server', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = protocol.createProtocolConnection(
  new protocol.StreamMessageReader(server.stdout),
  new protocol.StreamMessageWriter(server.stdin),
);
const waiting = [];
connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
  for (const waiter of [...waiting]) {
    if (waiter.uri === params.uri && waiter.isWanted(params)) {
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.resolve(params.diagnostics);
    }
  }
});
connection.onRequest(protocol.ConfigurationRequest.type, () => [{ kubernetesVersion: '1.33' }]);
connection.onRequest(protocol.RegistrationRequest.type, () => {});
connection.onRequest(protocol.WorkDoneProgressCreateRequest.type, () => {});
connection.listen();

const diagnostics = (uri, isWanted) =>
  new Promise((resolve, reject) => {
    waiting.push({ uri, isWanted, resolve });
    setTimeout(() => reject(new Error('no diagnostics came')), 20000).unref();
  });
const show = (found) => {
  for (const one of found) {
    console.log(`${one.range.start.line + 1}:${one.range.start.character + 1} ${one.code}`);
  }
};

await connection.sendRequest(protocol.InitializeRequest.type, {
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  capabilities: {
    workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true } },
    window: { workDoneProgress: true },
    textDocument: { publishDiagnostics: { relatedInformation: true } },
  },
  workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'test' }],
});
await connection.sendNotification(protocol.InitializedNotification.type, {});

const uri = uriOf('widget.yaml');
const text = readFileSync(join(folder, 'widget.yaml'), 'utf8');
const first = diagnostics(uri, (params) => params.diagnostics.length === 2);
await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
  textDocument: { uri, languageId: 'yaml', version: 1, text },
});
show(await first);

// Two keystrokes in quick succession: only the last state matters.
const second = diagnostics(uri, (params) => params.version === 3);
const change = (version, start, end, text) =>
  connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version },
    contentChanges: [{ range: { start, end }, text }],
  });
await change(2, { line: 5, character: 0 }, { line: 6, character: 0 }, '');
await change(3, { line: 4, character: 12 }, { line: 4, character: 13 }, '3');
show(await second);

await connection.sendRequest(protocol.ShutdownRequest.type);
await connection.sendNotification(protocol.ExitNotification.type);
server.on('exit', (code) => {
  console.log(`exit ${code}`);
  process.exit(code);
});
