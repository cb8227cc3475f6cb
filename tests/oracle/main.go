// The oracle processes requests with Kubernetes' own code, so that crd-gen can be compared with it.
//
// It reads one JSON request per line from stdin and writes one JSON response per line to stdout, in the
// order of the requests, and processes several at once. See README.md for the modes.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
)

func main() {
	if len(os.Args) < 2 {
		usage()
	}
	if program, known := programs[os.Args[1]]; known {
		program(os.Args[2:])
		return
	}
	mode, known := modes[os.Args[1]]
	if !known {
		usage()
	}
	debug.SetGCPercent(400)
	if err := serve(os.Stdin, os.Stdout, mode); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(2)
	}
}

func usage() {
	fmt.Fprintln(os.Stderr, "usage: oracle MODE < requests.jsonl > answers.jsonl, or oracle bench|bench-cel PATH..., or oracle types; modes are in README.md")
	os.Exit(2)
}

// serve processes lines in parallel and writes the responses in the order of the lines.
func serve(in io.Reader, out io.Writer, mode func([]byte) any) error {
	type job struct {
		line   []byte
		answer chan []byte
	}
	todo := make(chan job)
	order := make(chan chan []byte, 256)
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for j := range todo {
				j.answer <- encode(mode(j.line))
			}
		}()
	}
	failed := make(chan error, 1)
	go func() {
		defer close(order)
		reader := bufio.NewReaderSize(in, 1<<20)
		for {
			line, err := reader.ReadBytes('\n')
			if len(line) > 1 {
				j := job{line, make(chan []byte, 1)}
				order <- j.answer
				todo <- j
			}
			if err != nil {
				if err != io.EOF {
					failed <- err
				}
				return
			}
		}
	}()
	writer := bufio.NewWriterSize(out, 1<<20)
	for answered := range order {
		if _, err := writer.Write(<-answered); err != nil {
			return err
		}
		if len(order) == 0 {
			if err := writer.Flush(); err != nil {
				return err
			}
		}
	}
	select {
	case err := <-failed:
		return err
	default:
		return writer.Flush()
	}
}

// answer wraps a typed mode: the response to an invalid request is {"request": reason}.
func answer[Request any, Answer any](mode func(Request) Answer) func([]byte) any {
	return func(line []byte) any {
		var request Request
		if err := json.Unmarshal(line, &request); err != nil {
			return map[string]string{"request": err.Error()}
		}
		return mode(request)
	}
}

func encode(value any) []byte {
	line, err := json.Marshal(value)
	if err != nil {
		line, _ = json.Marshal(map[string]string{"request": "the answer cannot be encoded: " + err.Error()})
	}
	return append(line, '\n')
}
