// Package testbinary builds the program for tests that run it as a separate process.
package testbinary

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
)

// sources are the source folders of the binary, relative to the repository's root, without generated files.
var sources = []string{"go.mod", "go.sum", "pb", "pb_hooks", "pb_migrations", "web/src"}

// BuildWithoutWebApp is Build for tests that open no page. A server with the web app renders all pages at each start,
// which takes longer than such a test.
func BuildWithoutWebApp(root, folder string) (string, error) {
	// Without this file the binary serves no web app. The overlay hides it from the go command.
	index, err := filepath.Abs(filepath.Join(root, "web/dist/client/index.html"))
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: ""}}`, index), 0o600); err != nil {
		return "", err
	}
	return build(root, filepath.Join(folder, "boardcircle-without-web-app"), "-overlay="+overlay)
}

// Build builds the binary into a folder and returns its path. root is the path to the repository's root. It stats every
// source file, so that go test's cache notices changes and does not reuse results of an older program.
func Build(root, folder string) (string, error) {
	return build(root, filepath.Join(folder, "boardcircle"))
}

func build(root, binary string, flags ...string) (string, error) {
	for _, source := range sources {
		err := filepath.WalkDir(filepath.Join(root, source), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			_, err = os.Stat(path)
			return err
		})
		if err != nil {
			return "", fmt.Errorf("read the sources: %w", err)
		}
	}
	// The command does not start in the root folder: that folder changes with every build, and its date would count as
	// an input of the test.
	args := slices.Concat([]string{"-C", root, "build", "-ldflags=-s -w", "-o", binary}, flags, []string{"./pb"})
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return binary, nil
}

// Output collects the output of processes. Safe for concurrent use.
type Output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds output of a process.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// String returns the output so far.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
