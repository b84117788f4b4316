package crashtest

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

const (
	fullMessage = "Nothing can be stored: the disk is full."
	okMessage   = "Everything can be stored again"
)

// A full disk loses no acknowledged write. The server reports it in its health check and once in its log, and continues
// automatically when there is room.
func TestAFullDiskLosesNothingAndIsReported(t *testing.T) {
	testdb.SkipUnderRace(t)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, _ := newServer(t)
	mountSmallDisk(t, s.dir, "64m")
	s.prepare(ctx)
	s.start(ctx)
	clients := s.postUntil(ctx)
	clients.waitForMore(20)
	if status, body := s.client(t).send(http.MethodGet, "/api/health", nil); status != http.StatusOK {
		t.Errorf("health: status = %d, want 200: %s", status, body)
	}
	for round := range 2 {
		filler := filepath.Join(s.dir, "filler")
		s.diskFails.Store(true)
		fillDisk(t, filler)
		s.waitForHealth(ctx, http.StatusServiceUnavailable, fullMessage)
		if out, err := s.run(ctx, "health"); err == nil || !strings.Contains(out, fullMessage) {
			t.Errorf("%v\n%s", err, out)
		}
		if out, err := s.run(ctx, "backup"); err == nil {
			t.Errorf("a backup on a full disk succeeded: %s", out)
		}
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		s.waitForHealth(ctx, http.StatusOK, "API is healthy.")
		s.diskFails.Store(false)
		clients.waitForMore(20)
		for _, message := range []string{fullMessage, okMessage} {
			if count := strings.Count(s.out.String(), message); count != round+1 {
				t.Errorf("%q is logged %d times in %d rounds", message, count, round+1)
			}
		}
		s.checkLocks(t, "after the disk was full")
	}
	if out, err := s.run(ctx, "backup"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	s.kill()
	clients.stop()
	clients.check()
	s.checkIntegrity()
}

// mountSmallDisk mounts an in-memory file system of a size, or skips the test.
func mountSmallDisk(t *testing.T, dir, size string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", dir).
		CombinedOutput(); err != nil {
		t.Skipf("only root on Linux can mount a small disk: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, out)
		}
	})
}

// fillDisk writes a file until the disk is full.
func fillDisk(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 1<<16); len(block) > 0; { // down to the last bytes
		if _, err = file.Write(block); err != nil {
			block = block[:len(block)/16]
		}
	}
	if err := file.Close(); err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

func (s *server) waitForHealth(ctx context.Context, wantStatus int, message string) {
	s.t.Helper()
	for {
		status, body := s.client(s.t).send(http.MethodGet, "/api/health", nil)
		if status == wantStatus && strings.Contains(body, message) {
			return
		}
		select {
		case <-ctx.Done():
			s.t.Fatalf("health: status = %d: %s", status, body)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
