package crashtest

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The replication worker of a killed server runs until it has copied the rest. kill waits until the worker has ended,
// because it shares the server's output.

func TestTheReplicaHasEverythingThatAKilledServerHasAcknowledged(t *testing.T) {
	testdb.SkipUnderRace(t)
	nominations, kills := 60, 2
	if *long {
		nominations, kills = 500, 12
	}
	t.Logf("seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 1))
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()

	s, _ := newServer(t)
	replica := "file://" + filepath.Join(t.TempDir(), "replica")
	s.env = append(s.env, "REPLICA_URL="+replica, "METRICS_TOKEN="+metricsToken)
	s.start(ctx)
	clients := postAll(ctx, t, s.url, nominations)
	for _, at := range killPoints(random, kills, nominations) {
		clients.wait(at)
		s.kill()
		s.start(ctx)
		s.waitForReplica(ctx) // otherwise the worker might not have started yet
	}
	clients.wait(nominations)
	s.kill()

	// Lose the machine.
	lost := s.dir
	s.dir = filepath.Join(t.TempDir(), "new")
	if err := os.RemoveAll(lost); err != nil {
		t.Fatal(err)
	}
	if out, err := s.command("superuser", "upsert", "staff@example.com", "a-long-password-1"); err == nil ||
		!strings.Contains(out, "boardcircle restore") {
		t.Errorf("a command on an empty directory with a full replica: %v\n%s", err, out)
	}
	if out, err := s.command("restore"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := s.command("restore"); err == nil {
		t.Errorf("a second restore overwrote the first:\n%s", out)
	}
	s.start(ctx)
	s.checkStored(nominations)
	var actions []string
	s.query(`SELECT action FROM audit_log WHERE action = 'backup.restored'`, &actions)
	if len(actions) != 1 {
		t.Errorf("%d rows of the audit log record the restore, want one", len(actions))
	}
}

// Litestream opens and closes the database as a file. If it did so in the server's process, the server would lose its
// locks, and the command would delete the write-ahead log of a running server.
func TestACommandLosesNothingWhileTheReplicaCannotBeReached(t *testing.T) {
	testdb.SkipUnderRace(t)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, _ := newServer(t)
	s.dir = t.TempDir() // without a database
	s.env = append(s.env, "REPLICA_URL=s3://bucket/site?endpoint=http://127.0.0.1:1&region=us-east-1",
		"AWS_ACCESS_KEY_ID=key", "AWS_SECRET_ACCESS_KEY=secret")
	if out, err := s.command("serve", "--http="+s.addr); err == nil || !strings.Contains(out, "--start-empty") {
		t.Errorf("the server started on an empty directory although the replica cannot be reached: %v\n%s", err, out)
	}
	s.flags = []string{"--start-empty"}
	s.start(ctx)
	s.waitForLog(ctx, "The database is not being replicated")
	const nominations = 20
	postAll(ctx, t, s.url, nominations/2).wait(nominations / 2)
	for _, args := range [][]string{{"admin", "create", "second"},
		{"superuser", "upsert", "staff@example.com", "a-long-password-1"}} {
		if out, err := s.command(args...); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for n := nominations / 2; n < nominations; n++ {
		if status, body, err := (&nominationClients{t: t, url: s.url}).post(ctx, n, 0); err != nil || status != 201 {
			t.Fatal(status, body, err)
		}
	}
	s.kill()
	s.start(ctx)
	s.checkStored(nominations)
}

// command runs a command of the program on the server's directory.
func (s *server) command(args ...string) (string, error) {
	command := exec.Command(s.binary, append(args, "--dir="+s.dir)...)
	command.Env = s.env
	out, err := command.CombinedOutput()
	return string(out), err
}

// waitForLog waits until the log contains a message.
func (s *server) waitForLog(ctx context.Context, message string) {
	s.t.Helper()
	for ctx.Err() == nil {
		db, err := core.DefaultDBConnect(filepath.Join(s.dir, "auxiliary.db"))
		if err != nil {
			s.t.Fatal(err)
		}
		var count int
		err = db.NewQuery("SELECT count(*) FROM _logs WHERE message = {:message}").
			Bind(dbx.Params{"message": message}).Row(&count)
		_ = db.Close()
		if err != nil {
			s.t.Fatal(err)
		}
		if count > 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("the log does not contain %q", message)
}

func (s *server) checkStored(nominations int) {
	s.t.Helper()
	var integrity, stored []string
	s.query(`PRAGMA integrity_check`, &integrity)
	if strings.Join(integrity, " ") != "ok" {
		s.t.Error("integrity:", integrity)
	}
	s.query(`SELECT email FROM registrations`, &stored)
	found := map[string]int{}
	for _, email := range stored {
		found[email]++
	}
	for n := range nominations {
		if found[address(n)] != 1 {
			s.t.Errorf("%s is stored %d times", address(n), found[address(n)])
		}
	}
}
