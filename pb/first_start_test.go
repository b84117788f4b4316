package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// newProgram returns a process of the program on a data directory.
func newProgram(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], append(args, "--dir="+dir)...)
	command.Env = []string{runsMain + "=1", "HOME=" + t.TempDir()}
	return command
}

func TestCommandsRunDuringTheFirstStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := newProgram(t, dir, "serve", "--http=127.0.0.1:0")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait() // it was killed
	}()
	failed := make(chan string)
	for _, name := range []string{"asha", "meera"} {
		command := newProgram(t, dir, "admin", "create", name, "Longer-Passw0rd")
		go func() {
			out, err := command.CombinedOutput()
			if err == nil {
				out = nil
			}
			failed <- string(out)
		}()
	}
	for range 2 {
		if out := <-failed; out != "" {
			t.Errorf("admin create fails: %s", out)
		}
	}
}

// The migrations of a large database or on a slow disk take longer than SQLite waits for a lock.
func TestCommandWaitsUntilAnotherProcessHasMigrated(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	work := filepath.Join(path, ".boardcircle")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	other := flock.New(filepath.Join(work, "start.lock"))
	if locked, err := other.TryLock(); err != nil || !locked {
		t.Fatal("no lock", err)
	}
	command := newProgram(t, path, "admin", "create", "asha", "Longer-Passw0rd")
	ended := make(chan error, 1)
	go func() {
		out, err := command.CombinedOutput()
		if err != nil {
			err = errors.New(string(out))
		}
		ended <- err
	}()
	select {
	case err := <-ended:
		t.Fatalf("the command has ended: %v, want it to wait", err)
	case <-time.After(time.Second):
	}
	if _, err := os.Stat(filepath.Join(path, "data.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the command has opened the database: %v, want it to wait", err)
	}
	if err := other.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
