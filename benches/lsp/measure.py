"""Measures a language server over its pipes: latency of diagnostics and completion, start, memory.

measure.py NAME WORKSPACE SETTINGS COMMAND...     prints one line for each measurement: name, median, 95th percentile, in ms
"""

import json
import os
import queue
import statistics
import subprocess
import sys
import threading
import time

EDITS = int(os.environ.get("EDITS", "60"))


class Server:
    def __init__(self, command, folder, settings):
        self.settings = settings
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.next = 0
        self.answers = queue.Queue()
        self.diagnostics = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        uri = "file://" + folder
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "workspace": {"configuration": True, "workspaceFolders": True},
            "textDocument": {"publishDiagnostics": {"versionSupport": True}, "completion": {"completionItem": {"snippetSupport": True}}},
        }
        folders = [{"uri": uri, "name": "w"}]
        self.ask("initialize", {"processId": os.getpid(), "rootUri": uri, "workspaceFolders": folders, "capabilities": capabilities})
        self.tell("initialized", {})

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while True:
                line = stream.readline()
                if not line:
                    return
                if line == b"\r\n":
                    break
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(stream.read(length))
            if "method" not in message:
                self.answers.put(message)
            elif message["method"] == "textDocument/publishDiagnostics":
                self.diagnostics.put((time.monotonic(), message["params"]))
            elif "id" in message:
                self.send({"id": message["id"], "result": self.answer(message)})

    def answer(self, message):
        if message["method"] == "workspace/configuration":
            sections = [item.get("section", "") for item in message["params"]["items"]]
            return [self.settings.get(section) for section in sections]
        return None

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.next += 1
        self.send({"id": self.next, "method": method, "params": params})
        while True:
            answer = self.answers.get(timeout=120)
            if answer.get("id") == self.next:
                return answer.get("result")

    def wait(self, uri, version):
        while True:
            when, params = self.diagnostics.get(timeout=120)
            if params["uri"] == uri and params.get("version", version) == version:
                return when, params["diagnostics"]

    def memory(self):
        pids = [self.process.pid]
        for pid in pids:
            try:
                children = open(f"/proc/{pid}/task/{pid}/children").read().split()
            except OSError:
                children = []
            pids.extend(int(child) for child in children)
        total = 0
        for pid in pids:
            for line in open(f"/proc/{pid}/status"):
                if line.startswith("VmHWM:"):
                    total += int(line.split()[1])
        return total / 1024

    def end(self):
        self.process.kill()
        self.process.wait()


def show(name, what, times, unit="ms"):
    times = sorted(times)
    at = min(len(times) - 1, int(len(times) * 0.95))
    print(f"{name:24} {what:44} median {statistics.median(times):9.1f} {unit}   p95 {times[at]:9.1f} {unit}", flush=True)


def document(server, path):
    text = open(path).read()
    uri = "file://" + path
    item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    server.tell("textDocument/didOpen", {"textDocument": item})
    server.wait(uri, 1)
    return uri, text


def keystrokes(server, name, path):
    """A letter is typed into the last line that has a value, and taken out again."""
    uri, text = document(server, path)
    lines = text.split("\n")
    at = max(index for index, line in enumerate(lines) if ": " in line and not line.strip().startswith("#"))
    column = len(lines[at])
    times, completions = [], []
    for version in range(2, EDITS + 2):
        is_odd = version % 2 == 1
        start = {"line": at, "character": column}
        end = {"line": at, "character": column + 1} if is_odd else start
        change = {"range": {"start": start, "end": end}, "text": "" if is_odd else "x"}
        begin = time.monotonic()
        server.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
        when, _ = server.wait(uri, version)
        times.append((when - begin) * 1000)
    for _ in range(EDITS):
        begin = time.monotonic()
        indent = len(lines[at]) - len(lines[at].lstrip())
        server.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": {"line": at, "character": indent}})
        completions.append((time.monotonic() - begin) * 1000)
    size = os.path.getsize(path) / 1000
    label = f"{os.path.basename(path)} ({size:.0f} kB)"
    show(name, f"diagnostics of {label}", times)
    show(name, f"completion in {label}", completions)
    server.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def main():
    name, folder, settings, *command = sys.argv[1:]
    settings = json.loads(settings)
    starts = []
    for _ in range(5):
        begin = time.monotonic()
        server = Server(command, folder, settings)
        document(server, os.path.join(folder, "object.yaml"))
        starts.append((time.monotonic() - begin) * 1000)
        server.end()
    show(name, "start to the first diagnostics", starts)
    server = Server(command, folder, settings)
    for file in ["object.yaml", "crd-100.yaml", "crd-790.yaml"]:
        keystrokes(server, name, os.path.join(folder, file))
    print(f"{name:24} memory at its most {server.memory():.0f} MiB", flush=True)
    server.end()


main()
