package crashtest

import (
	"context"
	"flag"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp/testbinary"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// server is the real binary in its own process.
type server struct {
	t           *testing.T
	binary, dir string
	addr, url   string
	// diskFails is true while the disk is full or has no power. A write that returns an error then is not acknowledged.
	diskFails atomic.Bool
	// work is the working folder of its commands.
	work string
	env  []string
	// flags are additional flags of serve.
	flags []string

	process *exec.Cmd
	// ended is closed when the process has ended.
	ended chan struct{}
	out   testbinary.Output
}

func newServer(t *testing.T) (*server, *fakebrevo.Server) {
	t.Helper()
	addr := freeAddress(t)
	s := &server{t: t, binary: build(t), dir: t.TempDir(), work: t.TempDir(), addr: addr, url: "http://" + addr}
	if err := testdb.Copy(s.dir); err != nil { // migrating would take longer than starting
		t.Fatal(err)
	}
	provider, providerURL := newProvider(t, s.url+"/api/webhooks/brevo")
	s.env = []string{
		"HOME=" + t.TempDir(), "SITE_URL=" + s.url, "ADMIN_EMAIL=" + adminEmail, "TRUSTED_PROXIES=127.0.0.1",
		"BREVO_API_KEY=crash-test", "BREVO_API_URL=" + providerURL, "BREVO_WEBHOOK_TOKEN=" + webhookToken,
	}
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			t.Logf("the server's output:\n%s", s.out.String())
		}
	})
	return s, provider
}

// build builds the binary once for all tests.
func build(t *testing.T) string {
	t.Helper()
	binary, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

var buildOnce = sync.OnceValues(func() (string, error) { return testbinary.BuildWithoutWebApp("../../..", binaryDir) })

// binaryDir is the folder of the binary.
var binaryDir string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	var err error
	if binaryDir, err = os.MkdirTemp("", "crashtest-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(binaryDir)
	return m.Run()
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// start starts the server and waits until it responds.
func (s *server) start(ctx context.Context) {
	s.t.Helper()
	s.process = exec.Command(s.binary, append([]string{"serve", "--http=" + s.addr, "--dir=" + s.dir}, s.flags...)...)
	s.process.Env, s.process.Stdout, s.process.Stderr = s.env, &s.out, &s.out
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.ended = make(chan struct{})
	go func(process *exec.Cmd, ended chan struct{}) {
		_ = process.Wait()
		close(ended)
	}(s.process, s.ended)
	for !s.responds() {
		select {
		case <-s.ended:
			s.t.Fatal("the server exited at its start")
		case <-ctx.Done():
			s.t.Fatal("the server did not respond")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (s *server) responds() bool {
	response, err := http.Get(s.url + "/api/config")
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

func (s *server) kill() {
	if s.process == nil || s.process.Process == nil {
		return
	}
	_ = s.process.Process.Kill()
	<-s.ended
}

// killAfter waits a moment, kills the server, and extends the leases of its jobs.
func (s *server) killAfter(random *rand.Rand, provider *fakebrevo.Server) {
	s.t.Helper()
	time.Sleep(time.Duration(random.IntN(20_000)) * time.Microsecond)
	s.kill()
	s.extendLeases(provider)
}

// extendLeases logs the state of a killed server and extends the leases of its jobs beyond the end of the test. So the
// test hangs if the next server waits for the leases instead of releasing them.
func (s *server) extendLeases(provider *fakebrevo.Server) {
	s.t.Helper()
	db := s.open()
	defer db.Close()
	var stored, sending, recorded int
	err := db.NewQuery(`SELECT (SELECT count(*) FROM registrations),
		(SELECT count(*) FROM email_logs WHERE status = 'sending'),
		(SELECT count(*) FROM email_logs WHERE status NOT IN ('queued', 'sending'))`).Row(&stored, &sending, &recorded)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Logf("killed with %d nominations stored, %d emails being sent and %d sent but not recorded",
		stored, sending, len(provider.Messages(""))-recorded)
	// Not longer than an hour, because the runner shortens leases that are.
	if _, err := db.NewQuery(`UPDATE jobs SET leaseUntil = strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+1 hour') WHERE state = 'running'`).
		Execute(); err != nil {
		s.t.Fatal(err)
	}
}

// waitForCalls waits until a call has failed, or until there is nothing left to send.
func (s *server) waitForCalls(ctx context.Context, provider *fakebrevo.Server) {
	s.t.Helper()
	for provider.Calls() < faultEvery && s.queued() > 0 {
		s.pause(ctx)
	}
}

func (s *server) waitForEmptyOutbox(ctx context.Context) {
	s.t.Helper()
	for s.queued() > 0 {
		s.pause(ctx)
	}
}

// queued counts the emails that are not sent yet.
func (s *server) queued() int {
	s.t.Helper()
	var count []int
	s.query(`SELECT count(*) FROM email_logs WHERE status IN ('queued', 'sending')`, &count)
	return count[0]
}

func (s *server) pause(ctx context.Context) {
	s.t.Helper()
	select {
	case <-ctx.Done():
		s.t.Fatalf("%d emails are still in the outbox", s.queued())
	case <-time.After(20 * time.Millisecond):
	}
}

// query reads the first column of a query's rows, while the server may be running.
func (s *server) query(sql string, column any) {
	s.t.Helper()
	db := s.open()
	defer db.Close()
	if err := db.NewQuery(sql).Column(column); err != nil {
		s.t.Fatal(err)
	}
}

func (s *server) open() *dbx.DB {
	s.t.Helper()
	// A wrong path must not create an empty database.
	if _, err := os.Stat(filepath.Join(s.dir, "data.db")); err != nil {
		s.t.Fatal(err)
	}
	db, err := core.DefaultDBConnect(filepath.Join(s.dir, "data.db"))
	if err != nil {
		s.t.Fatal(err)
	}
	return db
}
