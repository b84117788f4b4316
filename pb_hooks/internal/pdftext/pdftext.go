// Package pdftext reads the words of PDF files for a search. The parser panics on some broken files, and does not end
// on others. So it runs in a process of its own (a worker), which is killed after a time.
package pdftext

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"

	"boardcircle/pb_hooks/internal/subprocess"
)

const (
	maxPages = 1000
	// maxText is the size of the text in bytes. The rest of a longer text is not read.
	maxText = 1 << 20
	// timeout limits one extraction, with the wait for another one.
	timeout = 10 * time.Second
	// maxMemory ends a worker that needs more bytes.
	maxMemory = 512 << 20
)

// slot is held by the only extraction that runs, because a worker may need much memory.
var slot = make(chan struct{}, 1)

// Extract returns the words of a file. They are "" if the file has none, for example if its pages are scans, or if the
// parser does not understand it. If the parser is too slow, they are those of the first pages.
func Extract(ctx context.Context, file []byte) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	select {
	case slot <- struct{}{}:
		defer func() { <-slot }()
	case <-ctx.Done():
		return "", nil
	}
	worker, err := subprocess.Start(workerCommand, []string{})
	if err != nil {
		return "", err
	}
	defer context.AfterFunc(ctx, func() { _ = worker.Command.Process.Kill() })()
	go func() {
		_, _ = worker.In.Write(file) // a worker that has ended has read enough
		_ = worker.In.Close()
	}()
	text, err := io.ReadAll(io.LimitReader(worker.Out, maxText))
	_ = worker.Command.Process.Kill()
	_ = worker.Command.Wait() // a killed worker has written what it could read
	return strings.ReplaceAll(strings.ToValidUTF8(string(text), ""), "\x00", ""), err
}

const workerCommand = "pdf-text-worker"

// IsWorker reports whether the program was started as a worker.
func IsWorker(args []string) bool { return subprocess.Is(workerCommand, args) }

// RunWorker is the main function of a worker. It reads a file from in and writes the words of its pages to out.
func RunWorker(in io.Reader, out io.Writer) error {
	runtime.GOMAXPROCS(1)
	time.AfterFunc(timeout, func() { os.Exit(1) })
	go limitMemory()
	file, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	pages := bufio.NewWriter(out)
	readPages(file, func(text string) error {
		if _, err := pages.WriteString(text + "\n"); err != nil {
			return err
		}
		return pages.Flush()
	})
	return nil
}

// limitMemory ends the program if it needs too much memory.
func limitMemory() {
	debug.SetMemoryLimit(maxMemory)
	var stats runtime.MemStats
	for range time.Tick(50 * time.Millisecond) {
		if runtime.ReadMemStats(&stats); stats.HeapAlloc > maxMemory {
			os.Exit(1)
		}
	}
}

// readPages calls write with the words of each page until it returns an error.
func readPages(file []byte, write func(text string) error) {
	defer func() { _ = recover() }() // the parser panics on some broken files
	reader, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return
	}
	for number := 1; number <= min(reader.NumPage(), maxPages); number++ {
		if write(pageText(reader, number)) != nil {
			return
		}
	}
}

// pageText returns the words of a page, or "" if the page is broken.
func pageText(reader *pdf.Reader, number int) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	page := reader.Page(number)
	if page.V.IsNull() {
		return ""
	}
	text, err := page.GetPlainText(nil)
	if err != nil {
		return ""
	}
	return text
}
