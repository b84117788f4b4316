package crashtest

import (
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// A restore under load restores the backup's data, and the program continues with it. After a kill, everything that was
// acknowledged since the restore is still stored.
func TestARestoreUnderLoadKeepsTheBackupAndLaterWrites(t *testing.T) {
	testdb.SkipUnderRace(t)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, _ := newServer(t)
	s.prepare(ctx)
	s.start(ctx)
	before := s.postUntil(ctx)
	before.waitForMore(30)
	before.stop()
	name := s.backUp(ctx)
	lost := s.postUntilFrom(ctx, 10_000)
	lost.waitForMore(10)

	s.restore(ctx, name)
	if entries := s.number("SELECT count(*) FROM audit_log WHERE action = 'backup.restored'"); entries != 1 {
		t.Errorf("%d restores are recorded, want one", entries)
	}
	lost.stop()
	s.checkLocks(t, "after a restore")
	before.check()
	after := s.postUntilFrom(ctx, 20_000)
	after.waitForMore(10)
	for _, args := range [][]string{{"members", "rebuild"}, {"backup"}, {"admin", "create", "third"}} {
		if out, err := s.run(ctx, args...); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		s.checkLocks(t, "after a restore and "+args[0])
	}
	after.waitForMore(10)
	s.kill()
	after.stop()
	before.check()
	after.check()
	s.checkIntegrity()
}

// If a restore is killed at any time, the next start has either all the old data or all of the backup's data. Commands
// that run in between change nothing.
func TestAKilledRestoreLeavesAllOldOrAllNewData(t *testing.T) {
	testdb.SkipUnderRace(t)
	rounds := 2
	if *long {
		rounds = 30
	}
	t.Logf("seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 2))
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, _ := newServer(t)
	s.prepare(ctx)
	s.start(ctx)
	before := s.postUntil(ctx)
	before.waitForMore(20)
	before.stop()
	name := s.backUp(ctx)
	for round := range rounds {
		since := s.postUntilFrom(ctx, 10_000*(round+1))
		since.waitForMore(3)
		since.stop()
		status, body := s.console(t).
			send(http.MethodPost, "/api/admin/backups/"+name+"/restore", map[string]any{"confirm": name, "password": adminPassword})
		if status != http.StatusAccepted {
			t.Fatalf("status = %d, want 202: %s", status, body)
		}
		commands := make(chan struct{})
		go func() {
			defer close(commands)
			for range 3 {
				_, _ = s.run(ctx, "members", "rebuild") // the command may be refused during the restore
			}
		}()
		time.Sleep(
			900*time.Millisecond + time.Duration(random.IntN(600_000))*time.Microsecond,
		) // the restore starts after a second
		s.kill()
		<-commands
		s.start(ctx)
		before.check()
		switch count := s.number("SELECT count(*) FROM registrations") - before.count(); count {
		case 0:
			t.Log("the backup's data")
		case since.count():
			t.Log("the old data")
			s.restore(ctx, name) // the next round starts with the backup's data
		default:
			t.Errorf("%d of %d nominations since the backup are stored, want all or none", count, since.count())
		}
		s.checkIntegrity()
		entries, err := os.ReadDir(filepath.Join(s.dir, ".boardcircle"))
		if err != nil {
			t.Fatal(err)
		}
		left := make([]string, len(entries))
		for i, entry := range entries {
			left[i] = entry.Name()
		}
		if want := []string{"serve.lock", "start.lock", "use.lock"}; !slices.Equal(left, want) {
			t.Errorf("files after the restore = %v, want %v", left, want)
		}
	}
}

func TestASecondServerOnTheDirectoryIsRefused(t *testing.T) {
	testdb.SkipUnderRace(t)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, _ := newServer(t)
	s.start(ctx)
	out, err := s.run(ctx, "serve", "--http="+freeAddress(t))
	if err == nil || !strings.Contains(out, "another server is running on this data directory") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := s.run(ctx, "members", "rebuild"); err != nil {
		t.Errorf("a command while the server runs: %v\n%s", err, out)
	}
	s.kill()
	s.start(ctx) // a killed server leaves no lock
}

func TestADataDirectoryThatCannotBeWrittenToIsRefused(t *testing.T) {
	testdb.SkipUnderRace(t)
	s, _ := newServer(t)
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "A file cannot contain a folder.")
	s.dir = filepath.Join(file, "data")
	if out, err := s.run(t.Context(), "serve", "--http="+s.addr); err == nil ||
		!strings.HasPrefix(out, "the data directory "+s.dir+" cannot be written to: ") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestOnlyTheOwnerCanOpenTheData(t *testing.T) {
	testdb.SkipUnderRace(t)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, _ := newServer(t)
	s.prepare(ctx)
	s.start(ctx)
	s.kill() // leaves its logs
	err := filepath.Walk(s.dir, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, info.Mode().Perm()|0o055)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.start(ctx)
	clients := s.postUntil(ctx)
	clients.waitForMore(3)
	clients.stop()
	s.backUp(ctx)
	for _, args := range [][]string{{"backup"}, {"members", "rebuild"}} {
		if out, err := s.run(ctx, args...); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	files := 0
	err = filepath.Walk(s.dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		files++
		return err
	})
	if err != nil || files < 10 {
		t.Errorf("%d files, %v", files, err)
	}
}

// backUp creates a backup in the console and returns its name.
func (s *server) backUp(ctx context.Context) string {
	s.t.Helper()
	before := s.backups()
	backupKinds["the console"](s.t, s)
	return filepath.Base(s.waitForBackup(ctx, before))
}

// restore restores a backup in the console and waits for the restarted server.
func (s *server) restore(ctx context.Context, name string) {
	s.t.Helper()
	admin := s.console(s.t)
	status, body := admin.send(http.MethodPost, "/api/admin/backups/"+name+"/restore",
		map[string]any{"confirm": name, "password": adminPassword})
	if status != http.StatusAccepted {
		s.t.Fatalf("status = %d, want 202: %s", status, body)
	}
	for { // the restore ends all sessions
		if status, _, err := admin.try(ctx, http.MethodGet, "/api/admin/session", nil); err == nil &&
			status == http.StatusUnauthorized {
			return
		}
		select {
		case <-ctx.Done():
			s.t.Fatal("the restore has not ended")
		case <-time.After(20 * time.Millisecond):
		}
	}
}
