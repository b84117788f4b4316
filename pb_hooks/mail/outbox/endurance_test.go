package outbox

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/mail/brevo"
)

func TestManyEmailsOverABadConnectionEachArriveOnce(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	r := newTestOutbox(t)
	people := 200
	if testdb.IsLong() {
		people = 1000
	}
	emails := make([]Email, people)
	for i := range emails {
		emails[i] = welcome(i)
	}
	r.enqueue(emails...)
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Every: 20})
	for range 20 {
		r.drain()
		r.clock.Advance(20 * time.Second)
	}
	r.expectOneEach(people)
}

// expectOneEach checks that each person has one email and that each row has a final status.
func (r *testOutbox) expectOneEach(people int) {
	r.t.Helper()
	got := map[string]int{}
	for _, m := range r.provider.Messages("") {
		got[m.To[0].Email]++
	}
	if len(got) != people {
		r.t.Errorf("%d people have an email, want %d", len(got), people)
	}
	for email, n := range got {
		if n != 1 {
			r.t.Errorf("%s has %d emails, want 1", email, n)
		}
	}
	var open []struct {
		Status string `db:"status"`
		N      int    `db:"n"`
	}
	err := r.app.DB().
		NewQuery("SELECT status, COUNT(*) n FROM email_logs WHERE status NOT IN ('sent', 'delivered') GROUP BY status").
		All(&open)
	if err != nil || len(open) > 0 {
		r.t.Errorf("emails without a final status = %v, want none; error = %v", open, err)
	}
}

// Environment variables of the child process below, and of the long form of the parent test.
const (
	sendingDir   = "BOARDCIRCLE_TEST_SENDING_DIR"
	sendingURL   = "BOARDCIRCLE_TEST_SENDING_URL"
	sendingSince = "BOARDCIRCLE_TEST_SENDING_SINCE"
	endurance    = "BOARDCIRCLE_TEST_ENDURANCE"
)

// TestSendingProcess is not a test. The next test runs it as a child process and kills it.
func TestSendingProcess(t *testing.T) {
	dir := os.Getenv(sendingDir)
	if dir == "" {
		t.Skip("runs only as a child process of the next test")
	}
	since, err := time.Parse(time.RFC3339Nano, os.Getenv(sendingSince))
	if err != nil {
		t.Fatal(err)
	}
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	now := func() time.Time { return since.Add(time.Since(started)) }
	newOutboxOver(app, now, brevo.New(os.Getenv(sendingURL), "key")).jobs.Start(context.Background())
	_, _ = os.Stdout.WriteString("sending\n")
	select {}
}

// TestEveryEmailArrivesOnceAlthoughTheProcessIsKilled kills the sending process at random moments, with a connection
// that drops one response in twenty. Between two processes, the clock advances past the leases.
// BOARDCIRCLE_TEST_ENDURANCE=10000 runs the long form with that many recipients and a kill every two seconds.
func TestEveryEmailArrivesOnceAlthoughTheProcessIsKilled(t *testing.T) {
	people, runTime, latency := 200, time.Duration(0), 10
	if n, err := strconv.Atoi(os.Getenv(endurance)); err == nil && n > 0 {
		people, runTime, latency = n, 2*time.Second, 20
	}
	r := newTestOutbox(t)
	emails := make([]Email, people)
	for i := range emails {
		emails[i] = welcome(i)
	}
	r.enqueue(emails...)
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Every: 20, LatencyMS: latency})
	processes, interrupted := 0, 0
	for r.count("status IN ('queued', 'sending')") > 0 {
		r.runAndKill(runTime)
		processes++
		interrupted += r.count("status = 'sending'")
		r.clock.Advance(leaseDuration + time.Second)
	}
	t.Logf("%d processes, %d emails in flight at a kill", processes, interrupted)
	r.expectOneEach(people)
}

func (r *testOutbox) count(where string) int {
	r.t.Helper()
	var n int
	if err := r.app.DB().NewQuery("SELECT COUNT(*) FROM email_logs WHERE " + where).Row(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

// runAndKill runs a process for some time, and at least until its first calls are completed or there is nothing to
// send. Otherwise an email might be interrupted five times in a row, and correctly become uncertain.
func (r *testOutbox) runAndKill(runTime time.Duration) {
	r.t.Helper()
	enough := r.provider.Calls() + concurrency + 1 + rand.IntN(2*concurrency)
	busy := "status = 'sending' OR (status = 'queued' AND nextAttemptAt <= '" +
		database.FormatTime(r.clock.Now().Add(time.Second)) + "')"
	child := exec.Command(os.Args[0], "-test.run=^TestSendingProcess$")
	child.Env = append(os.Environ(), sendingDir+"="+r.app.DataDir(), sendingURL+"="+r.url,
		sendingSince+"="+r.clock.Now().Format(time.RFC3339Nano))
	out, err := child.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		r.t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		r.t.Errorf("output of the sending process = %q, error = %v", line, err)
	}
	time.Sleep(runTime)
	for r.provider.Calls() < enough && r.count(busy) > 0 {
		time.Sleep(time.Millisecond)
	}
	if err := child.Process.Kill(); err != nil {
		r.t.Fatal(err)
	}
	_ = child.Wait() // returns the error "killed"
}
