//go:build unix

package hooks_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/testapp"
)

// lockedEnv names the data directory that TestOtherProcess checks.
const lockedEnv = "BOARDCIRCLE_TEST_LOCKED"

// sqliteLocks are the bytes that SQLite locks in a database's files while the database is open: the first shared-lock
// byte (SHARED_FIRST in os_unix.c), and the dead man's switch of the index (UNIX_SHM_DMS).
var sqliteLocks = map[string]int64{"": 0x40000002, "-shm": 128}

// requireLocks checks that this process still holds its locks on the databases. It would lose them if code other than
// SQLite opened and closed one of the files. Only another process can check that.
func requireLocks(t *testing.T, app *testapp.App) {
	t.Helper()
	if lost := lostLocks(t, app); lost != "" {
		t.Errorf("locks are lost, because other code has opened and closed these files:\n%s", lost)
	}
}

func lostLocks(t *testing.T, app *testapp.App) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOtherProcess$")
	command.Env = append(os.Environ(), lockedEnv+"="+app.PB.DataDir())
	out, err := command.CombinedOutput()
	lost, found := strings.CutSuffix(string(out), "checked\nPASS\n")
	if err != nil || !found {
		t.Fatalf("%v\n%s", err, out)
	}
	return lost
}

// TestOtherProcess runs in the other process of lostLocks. It prints the files without a lock.
func TestOtherProcess(t *testing.T) {
	dir, isSet := os.LookupEnv(lockedEnv)
	if !isSet {
		t.Skip("lostLocks runs it")
	}
	for _, name := range datadir.Databases {
		for suffix, start := range sqliteLocks {
			file, err := os.OpenFile(filepath.Join(dir, name+suffix), os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			lock := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart, Start: start, Len: 1}
			if err := syscall.FcntlFlock(file.Fd(), syscall.F_GETLK, &lock); err != nil {
				t.Fatal(err)
			}
			if lock.Type == syscall.F_UNLCK {
				fmt.Println(name + suffix)
			}
		}
	}
	fmt.Println("checked")
}

func TestADatabaseLosesItsLocksWhenItsFileIsOpenedAndClosed(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	requireLocks(t, app)
	if _, err := os.ReadFile(filepath.Join(app.PB.DataDir(), "data.db")); err != nil {
		t.Fatal(err)
	}
	if lost := lostLocks(t, app); lost != "data.db\n" {
		t.Errorf("files without a lock: %q, want data.db", lost)
	}
}
