"""Measures a language server over its pipes: latency of diagnostics and completion, start, memory.

measure.py NAME WORKSPACE SETTINGS COMMAND...     prints one line for each measurement: median and 95th percentile in ms

Beside the time that passes stands the processor time of all threads of the server, which depends less on what else the machine does.
"""

import json
import os
import queue
import re
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

    def pids(self):
        pids = [self.process.pid]
        for pid in pids:
            try:
                children = open(f"/proc/{pid}/task/{pid}/children").read().split()
            except OSError:
                children = []
            pids.extend(int(child) for child in children)
        return pids

    def memory(self):
        total = 0
        for pid in self.pids():
            for line in open(f"/proc/{pid}/status"):
                if line.startswith("VmHWM:"):
                    total += int(line.split()[1])
        return total / 1024

    def processor_time(self):
        """Of all threads that run, in ms."""
        total = 0
        for pid in self.pids():
            try:
                for task in os.listdir(f"/proc/{pid}/task"):
                    total += int(open(f"/proc/{pid}/task/{task}/schedstat").read().split()[0])
            except OSError:
                pass
        return total / 1e6

    def end(self):
        """Ends the server. Returns the processor time of all its threads, those that have ended included, in ms."""
        self.process.kill()
        _, _, usage = os.wait4(self.process.pid, 0)
        return (usage.ru_utime + usage.ru_stime) * 1000


class Timer:
    """Takes the times of a measurement."""

    def __init__(self, server):
        self.server = server
        self.wall, self.processor = [], []

    def __enter__(self):
        self.before = self.server.processor_time()
        self.begin = time.monotonic()
        return self

    def __exit__(self, *_):
        self.wall.append((time.monotonic() - self.begin) * 1000)
        self.processor.append(self.server.processor_time() - self.before)


def show(name, what, wall, processor):
    def pair(times):
        times = sorted(times)
        at = min(len(times) - 1, int(len(times) * 0.95))
        return f"{statistics.median(times):8.1f} {times[at]:8.1f}"

    print(f"{name:22} {what:46} {pair(wall)}   {pair(processor)}", flush=True)


def document(server, path):
    text = open(path).read()
    uri = "file://" + path
    item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    server.tell("textDocument/didOpen", {"textDocument": item})
    server.wait(uri, 1)
    return uri, text


def keystrokes(server, name, path):
    """A letter is typed into the middle of the text, in a line that has a value, and taken out again; after each, completion is asked
    for at the name in the line."""
    uri, text = document(server, path)
    lines = text.split("\n")
    at = max(index for index, line in enumerate(lines[: len(lines) // 2 + 1]) if ": " in line and not line.strip().startswith("#"))
    column = len(lines[at])
    indent = len(lines[at]) - len(lines[at].lstrip("- "))
    diagnostics, completion = Timer(server), Timer(server)
    for version in range(2, EDITS + 2):
        is_odd = version % 2 == 1
        start = {"line": at, "character": column}
        end = {"line": at, "character": column + 1} if is_odd else start
        change = {"range": {"start": start, "end": end}, "text": "" if is_odd else "x"}
        with diagnostics:
            server.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
            server.wait(uri, version)
        # The server's later work does not belong to the completion.
        time.sleep(0.05)
        with completion:
            server.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": {"line": at, "character": indent}})
    size = os.path.getsize(path) / 1000
    label = f"{os.path.basename(path)} ({size:.0f} kB)"
    show(name, f"diagnostics of {label}", diagnostics.wall, diagnostics.processor)
    show(name, f"completion in {label}", completion.wall, completion.processor)
    rules(server, name, uri, text, label)
    server.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def rules(server, name, uri, text, label):
    """Completion behind `self.` in a rule that is being typed, if the text has one."""
    found = re.search(r"rule: .*?\bself\.", text)
    if not found:
        return
    line = text.count("\n", 0, found.end())
    column = found.end() - (text.rfind("\n", 0, found.end()) + 1)
    completion = Timer(server)
    for version in range(EDITS + 2, 2 * EDITS + 2):
        at = {"line": line, "character": column}
        behind = {"line": line, "character": column + 1}
        is_odd = (version - EDITS) % 2 == 1
        change = {"range": {"start": at, "end": behind if is_odd else at}, "text": "" if is_odd else "x"}
        server.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
        server.wait(uri, version)
        time.sleep(0.05)
        with completion:
            server.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": at})
    show(name, f"completion in a rule of {label}", completion.wall, completion.processor)


def main():
    name, folder, settings, *command = sys.argv[1:]
    settings = json.loads(settings)
    wall, processor = [], []
    for _ in range(5):
        begin = time.monotonic()
        server = Server(command, folder, settings)
        document(server, os.path.join(folder, "object.yaml"))
        wall.append((time.monotonic() - begin) * 1000)
        processor.append(server.end())
    print(f"{'':22} {'ms':46} {'median':>8} {'p95':>8}   {'processor: median, p95'}")
    show(name, "start to the first diagnostics", wall, processor)
    server = Server(command, folder, settings)
    for file in sorted(os.listdir(folder), key=lambda file: os.path.getsize(os.path.join(folder, file))):
        if not file.startswith("of-600-"):
            keystrokes(server, name, os.path.join(folder, file))
    print(f"{name:22} memory at its most {server.memory():.0f} MiB", flush=True)
    server.end()


main()
