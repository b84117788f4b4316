// Package crashtest kills the real binary at random moments while nominations are posted, and
// then looks for each one that was acknowledged, with its two mails and no third.
//
//	go test -count=1 ./pb_hooks/internal/crashtest         60 nominations, 4 kills
//	go test -count=1 ./pb_hooks/internal/crashtest -long   500 nominations, 16 kills, and a provider that hangs up
//	go test -count=1 ./pb_hooks/internal/crashtest -seed 7 the same kills again
package crashtest

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

var (
	long = flag.Bool("long", false, "500 nominations, 16 kills, and a provider that hangs up")
	seed = flag.Uint64("seed", rand.Uint64(), "when the kills come")
)

const (
	staff        = "office@boardcircle.example"
	webhookToken = "webhook-token-of-the-crash-test"
	// everyCall is which of the calls stay without an answer.
	everyCall = 5
	// patience ends a test whose outbox never gets empty; nothing else is timed.
	patience = 8 * time.Minute
)

func TestAcknowledgedNominationsAndTheirMailsSurviveKills(t *testing.T) {
	testdb.SkipUnderRace(t)
	nominations, kills := 60, 3
	if *long {
		nominations, kills = 500, 15
	}
	t.Logf("seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 0))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()

	s, provider := newServer(t)
	provider.SetSwitches(trouble(random))
	s.start(ctx)
	applicants := postAll(ctx, t, s.url, nominations)
	for _, at := range moments(random, kills, nominations) {
		applicants.wait(at)
		s.waitForCalls(ctx, provider)
		s.killAfter(random, provider)
		provider.SetSwitches(trouble(random))
		s.start(ctx)
	}
	applicants.wait(nominations)
	s.waitForCalls(ctx, provider)
	s.killAfter(random, provider) // while letters go out and nobody posts
	provider.SetSwitches(fakebrevo.Switches{})
	s.start(ctx)
	s.waitForEmptyOutbox(ctx)

	checkRecords(t, s, nominations)
	checkMails(t, provider, nominations)
}

// trouble lets some calls be taken without an answer, so that a kill meets letters of which only
// the provider knows that they have left.
func trouble(random *rand.Rand) fakebrevo.Switches {
	faults := []fakebrevo.Fault{fakebrevo.AcceptThenHang}
	if *long {
		faults = append(faults, fakebrevo.AcceptThenDrop, fakebrevo.AcceptThenError)
	}
	return fakebrevo.Switches{Fault: faults[random.IntN(len(faults))], Every: everyCall, LatencyMS: 5}
}

// moments draws after how many acknowledged nominations the kills come, each in its own stretch.
func moments(random *rand.Rand, kills, nominations int) []int {
	at, stretch := make([]int, kills), nominations/(kills+1)
	for i := range at {
		at[i] = i*stretch + random.IntN(stretch)
	}
	return at
}

func checkRecords(t *testing.T, s *server, nominations int) {
	t.Helper()
	var stored []string
	s.query(`SELECT email FROM registrations`, &stored)
	found := map[string]int{}
	for _, email := range stored {
		found[email]++
	}
	for n := range nominations {
		if found[address(n)] != 1 {
			t.Errorf("%s is stored %d times", address(n), found[address(n)])
		}
	}
	if len(stored) != nominations {
		t.Errorf("%d nominations are stored, want %d", len(stored), nominations)
	}
	var unsent []string
	s.query(`SELECT kind || ' ' || status || ' ' || errorMessage FROM email_logs WHERE status NOT IN ('sent', 'delivered')`, &unsent)
	if len(unsent) > 0 {
		t.Errorf("%d letters have not gone out:\n%s", len(unsent), strings.Join(unsent, "\n"))
	}
}

func checkMails(t *testing.T, provider *fakebrevo.Server, nominations int) {
	t.Helper()
	notices := provider.Messages(staff)
	for n := range nominations {
		if mails := provider.Messages(address(n)); len(mails) != 1 {
			t.Errorf("%s got %d mails", address(n), len(mails))
		}
		told := 0
		for _, notice := range notices {
			if strings.Contains(notice.Text, address(n)) {
				told++
			}
		}
		if told != 1 {
			t.Errorf("the staff were told of %s %d times", address(n), told)
		}
	}
	if all := len(provider.Messages("")); all != 2*nominations {
		t.Errorf("%d mails went out, want %d", all, 2*nominations)
	}
}

// newProvider stands in for the mail provider; unlike the server it survives the test's kills.
func newProvider(t *testing.T, webhook string) (provider *fakebrevo.Server, url string) {
	t.Helper()
	provider, err := fakebrevo.New(fakebrevo.Options{APIKey: "crash-test", WebhookURL: webhook, WebhookToken: webhookToken})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(provider)
	t.Cleanup(func() {
		_ = provider.Close()
		listener.Close()
	})
	return provider, listener.URL + "/sandbox/brevo/v3"
}

func address(n int) string { return fmt.Sprintf("applicant-%04d@sample.example", n) }
