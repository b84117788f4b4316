package crashtest

import (
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

const (
	superuserEmail    = "staff@boardcircle.example"
	superuserPassword = "A long password 1"
	adminName         = "office"
	adminPassword     = "Another password 1"
)

// backupKinds are all the ways to create a backup.
var backupKinds = map[string]func(*testing.T, *server){
	"the console": func(t *testing.T, s *server) {
		if status, body := s.console(t).
			send(http.MethodPost, "/api/admin/backups", nil); status != http.StatusAccepted {
			t.Fatalf("status = %d, want 202: %s", status, body)
		}
	},
	"the schedule": func(t *testing.T, s *server) {
		staff := s.dashboard(t)
		if status, body := staff.send(http.MethodPatch, "/api/settings",
			map[string]any{"backups": map[string]any{"cron": "30 20 * * *",
				"cronMaxKeep": 3}}); status != http.StatusOK {
			t.Fatalf("status = %d, want 200: %s", status, body)
		}
		if status, body := staff.send(
			http.MethodPost, "/api/crons/__pbAutoBackup__", nil,
		); status != http.StatusNoContent {
			t.Fatalf("status = %d, want 204: %s", status, body)
		}
	},
	"the dashboard": func(t *testing.T, s *server) {
		if status, body := s.dashboard(t).
			send(http.MethodPost, "/api/backups", map[string]any{"name": "by-hand.zip"}); status != http.StatusNoContent {
			t.Fatalf("status = %d, want 204: %s", status, body)
		}
	},
	"the command": func(t *testing.T, s *server) {
		if out, err := s.run(t.Context(), "backup"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	},
}

// commands are the commands that may run at the same time as the server, with arguments for which they succeed.
var commands = map[string][]string{
	"admin create":              {"second"},
	"admin reset-second-factor": {adminName},
	"backup":                    nil,
	"doctor":                    nil,
	"health":                    nil,
	"members import":            {"MEMBERS.csv"},
	"members rebuild":           nil,
	"migrate":                   {"history-sync"},
	"payments reconcile":        nil,
	"restore":                   nil,
	"restore-drill":             nil,
	"superuser create":          {"second@boardcircle.example", superuserPassword},
	"superuser delete":          {"second@boardcircle.example"},
	"superuser ips":             {"127.0.0.1"},
	"superuser otp":             {superuserEmail},
	"superuser update":          {superuserEmail, superuserPassword},
	"superuser upsert":          {superuserEmail, superuserPassword},
}

// refusals are the messages of commands that fail, because in this test they have nothing to do.
var refusals = map[string]string{
	"admin reset-second-factor": "does not use two-step sign-in",
	"doctor":                    "the doctor found problems",
	"payments reconcile":        "RAZORPAY_KEY_ID is not set",
	"restore":                   "set --from or REPLICA_URL",
}

// If the server closes a descriptor of a database file, it loses its locks on the file. The next command then deletes
// the write-ahead log of the running server when it ends, and later writes are lost at the next crash.
func TestTheServerHoldsItsDatabaseLocksAfterBackupsAndCommands(t *testing.T) {
	testdb.SkipUnderRace(t)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, _ := newServer(t)
	s.prepare(ctx)
	s.start(ctx)
	clients := s.postUntil(ctx)
	for kind, create := range backupKinds {
		before := s.backups()
		create(t, s)
		s.waitForBackup(ctx, before)
		s.checkLocks(t, "after a backup by "+kind)
	}
	names := s.listCommands(ctx)
	for _, name := range names {
		if _, known := commands[name]; !known {
			t.Errorf("the command %q is not in the test's table", name)
		}
	}
	if !*long {
		t.Logf("seed %d", *seed)
		rand.New(rand.NewPCG(*seed, 5)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:5]
	}
	for _, name := range names {
		args := commands[name]
		clients.waitForMore(5)
		if out, err := s.run(ctx, append(strings.Fields(name), args...)...); err != nil &&
			(refusals[name] == "" || !strings.Contains(out, refusals[name])) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		s.checkLocks(t, "after the command "+name)
	}
	clients.waitForMore(20)
	s.kill()
	clients.stop()
	clients.check()
	s.checkIntegrity()
	s.start(ctx)
	clients.check()
}

// checkLocks checks that another process cannot remove the write-ahead logs of the server, as it can if the server has
// lost its locks.
func (s *server) checkLocks(t *testing.T, when string) {
	t.Helper()
	for _, file := range []string{"data.db", "auxiliary.db"} {
		if s.canRemoveLog(file) {
			t.Errorf("%s, another process can remove the write-ahead log of %s", when, file)
		}
	}
}

// canRemoveLog tries to change the journal mode of a database, which requires all its locks, and reports whether it
// succeeded.
func (s *server) canRemoveLog(file string) bool {
	s.t.Helper()
	path := filepath.Join(s.dir, file)
	if _, err := os.Stat(path); err != nil {
		s.t.Fatal(err)
	}
	db, err := openKeepingMode(path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	var mode string
	err = db.NewQuery("PRAGMA journal_mode = DELETE").Row(&mode)
	return err == nil && mode != "wal"
}

func (s *server) checkIntegrity() {
	s.t.Helper()
	var problems []string
	s.query("PRAGMA integrity_check", &problems)
	if !slices.Equal(problems, []string{"ok"}) {
		s.t.Errorf("integrity_check: %s", strings.Join(problems, "\n"))
	}
}

// backups lists the files of the finished backups.
func (s *server) backups() []string {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.dir, "backups", "*.zip"))
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

func (s *server) waitForBackup(ctx context.Context, before []string) string {
	s.t.Helper()
	for {
		for _, file := range s.backups() {
			if !slices.Contains(before, file) {
				return file
			}
		}
		select {
		case <-ctx.Done():
			s.t.Fatal("there is no new backup")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

var commandLine = regexp.MustCompile(`(?m)^  ([a-z-]+) +\S`)

// listCommands lists the program's commands from its help. Commands with subcommands are listed with both words.
func (s *server) listCommands(ctx context.Context) []string {
	s.t.Helper()
	var list func(prefix ...string) []string
	list = func(prefix ...string) []string {
		help, err := s.run(ctx, append(prefix, "--help")...)
		if err != nil {
			s.t.Fatalf("%v\n%s", err, help)
		}
		_, section, hasCommands := strings.Cut(help, "Available Commands:\n")
		if !hasCommands {
			return []string{strings.Join(prefix, " ")}
		}
		section, _, _ = strings.Cut(section, "\n\n")
		var all []string
		for _, match := range commandLine.FindAllStringSubmatch(section, -1) {
			if name := match[1]; !slices.Contains([]string{"completion", "help", "serve"}, name) {
				all = append(all, list(append(slices.Clone(prefix), name)...)...)
			}
		}
		return all
	}
	return list()
}
