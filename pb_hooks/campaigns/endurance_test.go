package campaigns_test

import (
	"bufio"
	"context"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/campaigns"
	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
)

// Environment variables of the child process below, and of the long form of the parent test.
const (
	sendingDir   = "BOARDCIRCLE_TEST_CAMPAIGN_DIR"
	sendingURL   = "BOARDCIRCLE_TEST_CAMPAIGN_URL"
	sendingSince = "BOARDCIRCLE_TEST_CAMPAIGN_SINCE"
	endurance    = "BOARDCIRCLE_TEST_ENDURANCE"
)

// newRunner returns a job runner that sends campaigns of a database.
func newRunner(app core.App, now clock.Clock, url string) *jobs.Runner {
	runner := jobs.New(app, now, jobs.Options{})
	cfg := config.Config{
		SiteURL: "http://boardcircle.test",
		Site:    config.Site{Name: "Boardcircle", ContactEmail: "info@boardcircle.example"},
		Brevo:   config.Brevo{APIKey: "key"},
		Mail:    config.Mail{From: "no-reply@boardcircle.example"},
	}
	library := texts.New(app, cfg, now)
	wanted := preferences.New(app, preferences.Deps{Config: cfg, Clock: now})
	outbox := outbox.New(app, outbox.Options{
		Config:      cfg,
		Clock:       now,
		Jobs:        runner,
		Texts:       library,
		Preferences: wanted,
		Sender:      brevo.New(url, "key"),
	})
	campaigns.New(app, campaigns.Deps{
		Outbox:  outbox,
		Texts:   library,
		Jobs:    runner,
		Audit:   audit.New(now),
		Clock:   now,
		SiteURL: cfg.SiteURL,
		Notify:  func() {},
	})
	return runner
}

// TestSendingProcess is not a test. The tests below run it as a child process and kill it.
func TestSendingProcess(t *testing.T) {
	dir := os.Getenv(sendingDir)
	if dir == "" {
		t.Skip("runs only as a child process of the tests below")
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
	newRunner(app, func() time.Time {
		return since.Add(time.Since(started))
	}, os.Getenv(sendingURL)).Start(context.Background())
	_, _ = os.Stdout.WriteString("sending\n")
	select {}
}

// TestCampaignReachesEveryoneOnceAlthoughTheProcessIsKilled kills the process that prepares and sends a campaign,
// with a connection that drops one response in three. Between two processes, the clock advances past the leases.
// BOARDCIRCLE_TEST_ENDURANCE=10000 runs the long form with that many recipients, slow responses and a kill every two
// seconds.
func TestCampaignReachesEveryoneOnceAlthoughTheProcessIsKilled(t *testing.T) {
	killWhileSending(t, 2500, nil)
}

// TestSubjectTestReachesEveryoneOnceAlthoughTheProcessIsKilled kills the process during a subject test.
func TestSubjectTestReachesEveryoneOnceAlthoughTheProcessIsKilled(t *testing.T) {
	killWhileSending(t, 1500, map[string]any{"subjectB": "Other news", "testShare": 50, "testHours": 1,
		"testBy": "clicks"})
}

func killWhileSending(t *testing.T, people int, values map[string]any) {
	testdb.SkipUnderRace(t)
	runTime, latency := time.Duration(0), 20
	if n, err := strconv.Atoi(os.Getenv(endurance)); err == nil && n > 0 {
		people, runTime, latency = n, 2*time.Second, 600
	}
	app := testdb.New(t)
	now := clock.NewFake(time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC))
	provider, err := fakebrevo.New(fakebrevo.Options{Now: now.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(provider)
	t.Cleanup(func() {
		_ = provider.Close()
		server.Close()
	})
	url := server.URL + "/sandbox/brevo/v3"
	insertAccounts(t, app, "reader", "Reader Rao", people)
	id := startCampaign(t, app, newRunner(app, now.Now, url), values)
	provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Every: 3, LatencyMS: latency})
	runs, interrupted := 0, 0
	for status(t, app, id) != "sent" {
		if runs++; runs > 60 {
			t.Fatalf("the campaign is still %s", status(t, app, id))
		}
		// Let the process make at least two calls. A batch that is interrupted five times in a row correctly becomes
		// uncertain ten minutes after its first call, and this test does not expect that.
		enough := provider.Calls() + 2 + rand.IntN(2)
		child := exec.Command(os.Args[0], "-test.run=^TestSendingProcess$")
		child.Env = append(os.Environ(), sendingDir+"="+app.DataDir(), sendingURL+"="+url,
			sendingSince+"="+now.Now().Format(time.RFC3339Nano))
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Errorf("output of the sending process = %q, error = %v", line, err)
		}
		time.Sleep(runTime + rand.N(200*time.Millisecond)) // A process may be killed while it stores the recipients.
		if runs > 2 {
			for deadline := time.Now().Add(20 * time.Second); provider.Calls() < enough && status(t, app, id) != "sent" && !waitsForResult(t, app, id) && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // returns the error "killed"
		interrupted += inFlight(t, app)
		now.Advance(2*time.Minute + time.Second)
		if waitsForResult(t, app, id) {
			now.Advance(time.Hour)
		}
	}
	got := map[string]int{}
	for _, m := range provider.Messages("") {
		got[m.To[0].Email]++
	}
	if len(got) != people {
		t.Errorf("%d people have an email, want %d", len(got), people)
	}
	for email, n := range got {
		if n != 1 {
			t.Errorf("%s has %d emails, want 1", email, n)
		}
	}
	var rows, open int
	if err := app.DB().NewQuery(
		"SELECT count(*), count(CASE WHEN status NOT IN ('sent', 'delivered') THEN 1 END) FROM email_logs").Row(&rows,
		&open); err != nil || rows != people || open != 0 {
		t.Errorf("%d emails in the outbox, %d of them unfinished, want %d and none; error = %v", rows, open, people, err)
	}
	t.Logf("%d processes, %d calls, %d emails in flight at a kill", runs, provider.Calls(), interrupted)
}

// waitsForResult reports whether the campaign waits for the result of its subject test.
func waitsForResult(t *testing.T, app *tests.TestApp, id string) (waits bool) {
	t.Helper()
	if err := app.DB().NewQuery("SELECT decideAt != '' AND winner = '' FROM email_campaigns WHERE id = '" + id + "'").
		Row(&waits); err != nil {
		t.Fatal(err)
	}
	return waits
}

// inFlight counts the emails that are being sent.
func inFlight(t *testing.T, app *tests.TestApp) (n int) {
	t.Helper()
	if err := app.DB().NewQuery("SELECT count(*) FROM email_logs WHERE status = 'sending'").Row(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// insertAccounts stores many accounts, such as reader1@example.com, with their people.
func insertAccounts(t testing.TB, app core.App, prefix, name string, n int) {
	t.Helper()
	for _, into := range []string{
		`people (id, email, name, source, recordId, createdAt, updatedAt)
			SELECT printf('p%014d', i), {:prefix} || i || '@example.com', {:name}, 'user', printf('u%014d', i), {:at}, {:at}`,
		`users (id, email, name, isActive, tokenKey, password, person, createdAt, updatedAt)
			SELECT printf('u%014d', i), {:prefix} || i || '@example.com', {:name}, 1, printf('key%030d', i), 'x',
			printf('p%014d', i), {:at}, {:at}`,
	} {
		_, err := app.NonconcurrentDB().NewQuery(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
			WHERE i < {:n}) INSERT INTO ` + into + ` FROM n`).
			Bind(dbx.Params{"prefix": prefix, "name": name, "n": n, "at": "2026-08-01 00:00:00.000Z"}).Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
}

// startCampaign stores a started campaign.
func startCampaign(t *testing.T, app *tests.TestApp, runner *jobs.Runner, values map[string]any) string {
	t.Helper()
	collection, err := app.FindCollectionByNameOrId("email_campaigns")
	if err != nil {
		t.Fatal(err)
	}
	campaign := core.NewRecord(collection)
	campaign.Load(map[string]any{
		"name":    "Monsoon",
		"subject": "News for {{firstName|you}}",
		"content": "The circle meets.",
		"topic":   "news",
		"status":  "preparing",
	})
	campaign.Load(values)
	if err := app.Save(campaign); err != nil {
		t.Fatal(err)
	}
	if err := runner.Enqueue(app, jobs.Job{Type: campaigns.RunJob, Key: campaign.Id}); err != nil {
		t.Fatal(err)
	}
	return campaign.Id
}

func status(t *testing.T, app *tests.TestApp, id string) (status string) {
	t.Helper()
	if err := app.ConcurrentDB().NewQuery("SELECT status FROM email_campaigns WHERE id = '" + id + "'").
		Row(&status); err != nil {
		t.Fatal(err)
	}
	return status
}
