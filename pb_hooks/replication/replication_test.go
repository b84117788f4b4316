package replication

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // the tables of every app

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
)

// The test binary is also the worker, like the real program.
func TestMain(m *testing.M) {
	if IsWorker(os.Args) {
		if err := RunWorker(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// waitLimit limits the wait for events. Nothing else is timed.
const waitLimit = 90 * time.Second

// site is an app with a table. Its replication is not started.
type site struct {
	*Replication
	t   *testing.T
	app *core.BaseApp
	dir string
}

func newSite(t *testing.T, address string) *site {
	t.Helper()
	dir := t.TempDir()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: (&database.Watch{Replicated: true}).Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	s := &site{
		t:           t,
		app:         app,
		dir:         dir,
		Replication: New(app, Deps{Config: config.Replica{URL: address}, Clock: clock.System, OnChange: func() {}}),
	}
	t.Cleanup(func() {
		if err := s.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		if err := app.ResetBootstrapState(); err != nil {
			t.Error(err)
		}
	})
	s.run("CREATE TABLE things (name TEXT PRIMARY KEY, filler BLOB)")
	return s
}

// start starts the replication and waits until it has synced.
func (s *site) start() *site {
	s.t.Helper()
	if err := s.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.until("the replica is in sync", func() bool { return s.Status().State == Replicating })
	return s
}

func (s *site) run(statement string) {
	s.t.Helper()
	if _, err := s.app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) add(name string) {
	s.t.Helper()
	s.run("INSERT INTO things VALUES ('" + name + "', randomblob(3000))")
}

func (s *site) barrier() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), waitLimit)
	defer cancel()
	if err := s.Barrier(ctx); err != nil {
		s.t.Fatal("barrier:", err)
	}
}

func (s *site) until(what string, is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(waitLimit); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%s: not within %s; %+v", what, waitLimit, s.Status())
		}
	}
}

// restored returns the names in the table after a restore.
func restored(t *testing.T, address string, at time.Time) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "restored")
	if _, err := Restore(t.Context(), address, dir, at); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT name FROM things ORDER BY rowid")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("restored %v, want %v", got, want)
	}
}

func fileReplica(t *testing.T) string { return "file://" + filepath.ToSlash(t.TempDir()) }

// fakeS3 starts an S3 server in this process, behind wrap if it is not nil, and returns the address of a replica there.
func fakeS3(t *testing.T, wrap func(http.Handler) http.Handler) string {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "key-of-the-tests")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret-of-the-tests")
	t.Setenv("AWS_CA_BUNDLE", "/etc/ssl/certs/ca-certificates.crt") // without workerEnv, Litestream's client refuses it
	backend := s3mem.New()
	if err := backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	var handler http.Handler = gofakes3.New(backend).Server()
	if wrap != nil {
		handler = wrap(handler)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return "s3://bucket/site?endpoint=" + server.URL + "&region=us-east-1"
}

func TestABarrierWaitsUntilEarlierCommitsAreInTheReplica(t *testing.T) {
	for name, newReplica := range map[string]func(*testing.T) string{
		"directory": fileReplica,
		"S3":        func(t *testing.T) string { return fakeS3(t, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			address := newReplica(t)
			s := newSite(t, address).start()
			s.add("first")
			s.barrier()
			expect(t, restored(t, address, time.Time{}), "first")
			s.add("second")
			s.barrier()
			expect(t, restored(t, address, time.Time{}), "first", "second")
			status := s.Status()
			if status.State != Replicating || status.SyncedAt.IsZero() || status.Error != "" ||
				strings.Contains(status.Destination, "endpoint") {
				t.Errorf("%+v", status)
			}
		})
	}
}

func TestRestoreReturnsTheStateAtAnExactTime(t *testing.T) {
	t.Parallel()
	address := fileReplica(t)
	s := newSite(t, address).start()
	var times []time.Time
	var names []string
	for i := range 4 {
		names = append(names, fmt.Sprint("thing ", i))
		s.add(names[i])
		s.barrier()
		times = append(times, time.Now())
		time.Sleep(5 * time.Millisecond) // the replica's times have a resolution of milliseconds
	}
	for i, at := range times {
		expect(t, restored(t, address, at), names[:i+1]...)
	}
	_, err := Restore(t.Context(), address, t.TempDir(), times[0].Add(-time.Hour))
	if err == nil || !strings.Contains(err.Error(), errTooEarly.Error()) {
		t.Errorf("a time before the replica: %v", err)
	}
}

func TestAShutdownSyncsTheLastWrites(t *testing.T) {
	t.Parallel()
	address := fileReplica(t)
	s := newSite(t, address).start()
	for i := range 50 {
		s.add(fmt.Sprint(i))
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(restored(t, address, time.Time{})); n != 50 {
		t.Errorf("%d of 50 were restored", n)
	}
	if state := s.Status().State; state != Stopped {
		t.Error(state)
	}
	if err := s.Barrier(t.Context()); !errors.Is(err, errNoWorker) {
		t.Errorf("a barrier without a worker: %v", err)
	}
	s.start().add("after the next start")
	s.barrier()
	if names := restored(t, address, time.Time{}); len(names) != 51 {
		t.Errorf("%d of 51 were restored", len(names))
	}
}

func TestAWorkerThatDiesIsRestarted(t *testing.T) {
	t.Parallel()
	address := fileReplica(t)
	s := newSite(t, address).start()
	s.add("before")
	s.worker.mu.Lock()
	victim := s.worker.process.Command.Process
	s.worker.mu.Unlock()
	if err := victim.Kill(); err != nil {
		t.Fatal(err)
	}
	s.until("it fails", func() bool { return s.Status().State == Failing })
	s.add("meanwhile")
	s.until("it replicates again", func() bool { return s.Status().State == Replicating })
	s.barrier()
	expect(t, restored(t, address, time.Time{}), "before", "meanwhile")
}

func TestAnUnreachableReplicaIsReportedAndCatchesUp(t *testing.T) {
	broken := make(chan struct{})
	address := fakeS3(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-broken:
				next.ServeHTTP(w, r)
			default:
				http.Error(w, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>", http.StatusForbidden)
			}
		})
	})
	s := newSite(t, address)
	s.add("before it could be reached")
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	s.until("it fails", func() bool { return s.Status().State == Failing })
	status := s.Status()
	if status.Error == "" || strings.Contains(status.Error, "secret-of-the-tests") || !status.SyncedAt.IsZero() ||
		status.Lag <= 0 {
		t.Errorf("%+v", status)
	}
	close(broken)
	s.until("it replicates", func() bool { return s.Status().State == Replicating })
	expect(t, restored(t, address, time.Time{}), "before it could be reached")
}

func TestWithoutAnAddressNothingRunsAndNothingIsWritten(t *testing.T) {
	s := newSite(t, "")
	list := func() (names []string) {
		entries, err := os.ReadDir(s.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return names
	}
	files, goroutines, jobs := list(), runtime.NumGoroutine(), len(s.app.Cron().Jobs())
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	if now := list(); !slices.Equal(now, files) {
		t.Errorf("files %v, before %v", now, files)
	}
	if now := runtime.NumGoroutine(); now > goroutines {
		t.Errorf("%d goroutines, before %d", now, goroutines)
	}
	if now := len(s.app.Cron().Jobs()); now != jobs {
		t.Errorf("%d cron jobs, before %d", now, jobs)
	}
	if status := s.Status(); status != (Status{State: Off}) {
		t.Errorf("%+v", status)
	}
	if err := s.Barrier(t.Context()); !errors.Is(err, errOff) {
		t.Error(err)
	}
}

// runCron runs one of the app's cron jobs now.
func (s *site) runCron(id string) {
	s.t.Helper()
	for _, job := range s.app.Cron().Jobs() {
		if job.Id() == id {
			job.Run()
			return
		}
	}
	s.t.Fatalf("there is no cron job %s", id)
}

func (s *site) logSize() int64 {
	s.t.Helper()
	info, err := os.Stat(filepath.Join(s.dir, "data.db-wal"))
	if err != nil {
		s.t.Fatal(err)
	}
	return info.Size()
}

func TestTheNightlyJobRunsNoCheckpoint(t *testing.T) {
	t.Parallel()
	address := fileReplica(t)
	s := newSite(t, address).start()
	if err := s.Stop(t.Context()); err != nil { // a reader would keep the log from shrinking
		t.Fatal(err)
	}
	s.add("one")
	before := s.logSize()
	s.runCron(pocketbaseOptimize)
	if after := s.logSize(); before == 0 || after < before {
		t.Errorf("the log had %d bytes, and has %d after the nightly job", before, after)
	}
}

func TestWithoutAWorkerTheServerRunsCheckpoints(t *testing.T) {
	t.Parallel()
	s := newSite(t, fileReplica(t)).start()
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 2000 { // more than SQLite would checkpoint automatically
		s.add(fmt.Sprint(i))
	}
	grown := s.logSize()
	for round := range 5 {
		s.runCron("boardcircleCheckpoint")
		for i := range 500 {
			s.add(fmt.Sprint(round, " ", i))
		}
	}
	if now := s.logSize(); now > grown {
		t.Errorf("the log has grown from %d to %d bytes", grown, now)
	}
}

func TestCheckpointsByAnotherProcessLoseNothing(t *testing.T) {
	t.Parallel()
	address := fileReplica(t)
	s := newSite(t, address).start()
	other, err := sql.Open("sqlite", filepath.Join(s.dir, "data.db")+"?_pragma=busy_timeout(50)")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for i := range 200 {
		s.add(fmt.Sprint(i))
		if i%20 == 0 {
			for _, kind := range []string{"PASSIVE", "RESTART", "TRUNCATE"} {
				_, _ = other.Exec("PRAGMA wal_checkpoint(" + kind + ")") // the worker may prevent it
			}
		}
		if i%50 == 0 {
			s.barrier()
		}
	}
	s.barrier()
	if n := len(restored(t, address, time.Time{})); n != 200 {
		t.Errorf("%d of 200 were restored", n)
	}
}

// A server that is killed between the last frame of a transaction and the update of the shared index (data.db-shm)
// leaves a transaction that the worker has read and that SQLite drops. The test creates such a transaction by restoring
// an older copy of the index.
func TestAnUnfinishedTransactionOfAKilledServerIsNotInTheReplica(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("copies the index of the write-ahead log with a tool of Linux")
	}
	address := fileReplica(t)
	s := newSite(t, address).start()
	s.add("first")
	s.barrier()
	// A separate process copies the index, because a process that closes a file loses its locks on it.
	index, before := filepath.Join(s.dir, "data.db-shm"), filepath.Join(t.TempDir(), "index")
	copyFile := func(from, to string) {
		t.Helper()
		if out, err := exec.Command("dd", "if="+from, "of="+to, "conv=notrunc", "status=none").CombinedOutput(); err != nil {
			t.Fatal(err, string(out))
		}
	}
	copyFile(index, before)
	s.run("INSERT INTO things SELECT 'unfinished ' || value, randomblob(3000) FROM json_each('[1,2,3,4,5,6]')")
	copyFile(before, index)
	s.barrier()
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.add("second") // overwrites the first of the unfinished frames
	s.start()
	s.add("third")
	s.barrier()
	expect(t, restored(t, address, time.Time{}), "first", "second", "third")
}

func TestTheWorkerStopsWhileABackupIsRestored(t *testing.T) {
	t.Parallel()
	address := fileReplica(t)
	s := newSite(t, address).start()
	damaged := errors.New("a damaged file")
	err := s.app.OnBackupRestore().
		Trigger(&core.BackupEvent{App: s.app, Context: t.Context(), Name: "b.zip"}, func(*core.BackupEvent) error {
			if state := s.Status().State; state != Stopped {
				t.Error("while the files are replaced, the state is", state)
			}
			return damaged
		})
	if !errors.Is(err, damaged) {
		t.Error(err)
	}
	s.until("it replicates again", func() bool { return s.Status().State == Replicating })
	s.add("after a restore that failed")
	s.barrier()
	expect(t, restored(t, address, time.Time{}), "after a restore that failed")
}

func TestARestoredDatabaseContinuesInTheSameReplica(t *testing.T) {
	t.Parallel()
	address := fileReplica(t)
	s := newSite(t, address).start()
	s.add("restored")
	s.barrier()
	at := time.Now()
	time.Sleep(5 * time.Millisecond)
	s.add("too late")
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := Restore(t.Context(), address, dir, at); err != nil {
		t.Fatal(err)
	}
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: (&database.Watch{Replicated: true}).Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	next := &site{
		t:           t,
		app:         app,
		dir:         dir,
		Replication: New(app, Deps{Config: config.Replica{URL: address}, Clock: clock.System, OnChange: func() {}}),
	}
	t.Cleanup(func() { _ = next.Stop(context.Background()); _ = app.ResetBootstrapState() })
	next.start().add("new")
	next.barrier()
	expect(t, restored(t, address, time.Time{}), "restored", "new")
}

func TestRestoreOverwritesNothing(t *testing.T) {
	t.Parallel()
	address := fileReplica(t)
	s := newSite(t, address).start()
	s.barrier()
	_, err := Restore(t.Context(), address, s.dir, time.Time{})
	if err == nil || !strings.Contains(err.Error(), "empty directory") {
		t.Errorf("a directory with data: %v", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "boardcircle.key"), []byte("k"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), address, dir, time.Time{}); err != nil {
		t.Errorf("a directory with the key: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "data.db")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	empty := fileReplica(t)
	if _, err := Restore(t.Context(), empty, t.TempDir(), time.Time{}); err == nil ||
		!strings.Contains(err.Error(), errNoDatabase.Error()) {
		t.Errorf("an empty replica: %v", err)
	}
}

func TestAnEmptyDirectoryIsRefusedIfTheReplicaHasData(t *testing.T) {
	t.Parallel()
	address, empty := fileReplica(t), t.TempDir()
	refuse := func(cfg config.Replica, dir string) error { return RefuseEmptyStart(t.Context(), cfg, dir) }
	if err := refuse(config.Replica{URL: address}, empty); err != nil {
		t.Errorf("an empty replica: %v", err)
	}
	s := newSite(t, address).start()
	s.barrier()
	err := refuse(config.Replica{URL: address}, empty)
	for _, part := range []string{"boardcircle restore", "--start-empty", address} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("the error does not mention %s: %v", part, err)
		}
	}
	for name, err := range map[string]error{
		"--start-empty":         refuse(config.Replica{URL: address, StartEmpty: true}, empty),
		"no replica":            refuse(config.Replica{}, empty),
		"a directory with data": refuse(config.Replica{URL: address}, s.dir),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	err = refuse(config.Replica{URL: "s3://bucket/x?endpoint=http://127.0.0.1:1&region=us-east-1"}, empty)
	if err == nil || !strings.Contains(err.Error(), "could not be read") {
		t.Errorf("an unreachable replica: %v", err)
	}
}

func TestAReplicaInTheDataDirectoryIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for address, want := range map[string]error{
		"file://" + dir: errInDataDir,
		"file://" + filepath.Join(dir, "replica"): errInDataDir,
		"file://" + dir + "-replica":              nil,
		"s3://bucket":                             nil,
	} {
		if err := checkOutside(address, dir); !errors.Is(err, want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestTheWorkerUsesTheCABundleOfAWS(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ env, want []string }{
		{[]string{"A=1"}, []string{"A=1"}},
		{[]string{"AWS_CA_BUNDLE=/ca.pem", "A=1"}, []string{"A=1", "SSL_CERT_FILE=/ca.pem"}},
		{[]string{"AWS_CA_BUNDLE=/ca.pem", "SSL_CERT_FILE=/own.pem"}, []string{"SSL_CERT_FILE=/own.pem"}},
	} {
		if got := workerEnv(c.env); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.env, got, c.want)
		}
	}
}
