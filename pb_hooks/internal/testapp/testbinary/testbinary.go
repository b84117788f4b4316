// Package testbinary builds the program for tests that run it in a process of its own.
package testbinary

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// sources are what the binary is made of, without what is built of them, from the repository's root.
var sources = []string{"go.mod", "go.sum", "pb", "pb_hooks", "pb_migrations", "web/src"}

// Build builds the binary into a folder and returns its path. root leads to the repository's root. What a test has read
// is what go test's cache knows of it: it looks at every source, so that the result of an older program is never kept.
func Build(root, folder string) (string, error) {
	for _, source := range sources {
		err := filepath.WalkDir(filepath.Join(root, source), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			_, err = os.Stat(path)
			return err
		})
		if err != nil {
			return "", fmt.Errorf("look at the sources: %w", err)
		}
	}
	binary := filepath.Join(folder, "boardcircle")
	// not begun in the root: that folder changes with every build, and its date would count among what the test has read
	build := exec.Command("go", "-C", root, "build", "-ldflags=-s -w", "-o", binary, "./pb")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return binary, nil
}

// Output keeps what processes write. Safe for concurrent use.
type Output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write takes what a process writes.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// String is what was written so far.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
