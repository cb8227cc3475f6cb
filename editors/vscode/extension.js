// Starts `crd-gen server` for YAML and JSON.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function activate() {
  const command = workspace.getConfiguration('crd-gen').get('path', 'crd-gen');
  client = new LanguageClient(
    'crd-gen',
    'crd-gen',
    { command, args: ['server'] },
    {
      documentSelector: [{ language: 'yaml' }, { language: 'json' }],
      synchronize: { configurationSection: 'crd-gen' },
    },
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
