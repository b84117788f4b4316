// Package crashtest kills the real binary at random moments under load, and then checks that each acknowledged write is
// stored exactly once. It also tests backups, restores, commands, full disks and second servers with the same binary.
//
//	go test -count=1 ./pb_hooks/internal/crashtest         a sample
//	go test -count=1 ./pb_hooks/internal/crashtest -long   ten times as many kills; the provider drops connections
//	go test -count=1 ./pb_hooks/internal/crashtest -seed 7 repeats the same moments
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
	long = flag.Bool("long", testdb.IsLong(), "500 nominations, 16 kills, and a provider that drops connections")
	seed = flag.Uint64("seed", rand.Uint64(), "seed of the moments of the kills")
)

const (
	adminEmail   = "office@boardcircle.example"
	webhookToken = "webhook-token-of-the-crash-test"
	// faultEvery makes every fifth call to the provider fail.
	faultEvery = 5
	// testTimeout ends a test whose outbox never becomes empty. Nothing else is timed.
	testTimeout = 8 * time.Minute
)

func TestAcknowledgedNominationsAndTheirEmailsSurviveKills(t *testing.T) {
	testdb.SkipUnderRace(t)
	nominations, kills := 60, 3
	if *long {
		nominations, kills = 500, 15
	}
	t.Logf("seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 0))
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()

	s, provider := newServer(t)
	provider.SetSwitches(randomFault(random))
	s.start(ctx)
	clients := postAll(ctx, t, s.url, nominations)
	for _, at := range killPoints(random, kills, nominations) {
		clients.wait(at)
		s.waitForCalls(ctx, provider)
		s.killAfter(random, provider)
		provider.SetSwitches(randomFault(random))
		s.start(ctx)
	}
	clients.wait(nominations)
	s.waitForCalls(ctx, provider)
	s.killAfter(random, provider) // while emails are sent but no nomination is posted
	provider.SetSwitches(fakebrevo.Switches{})
	s.start(ctx)
	s.waitForEmptyOutbox(ctx)

	checkRecords(t, s, nominations)
	checkEmails(t, provider, nominations)
}

// randomFault returns switches with which some calls are accepted but not answered, so that a kill affects emails that
// only the provider knows to be sent.
func randomFault(random *rand.Rand) fakebrevo.Switches {
	faults := []fakebrevo.Fault{fakebrevo.AcceptThenHang}
	if *long {
		faults = append(faults, fakebrevo.AcceptThenDrop, fakebrevo.AcceptThenError)
	}
	return fakebrevo.Switches{Fault: faults[random.IntN(len(faults))], Every: faultEvery, LatencyMS: 5}
}

// killPoints returns the numbers of acknowledged nominations after which the server is killed, each in its own
// interval.
func killPoints(random *rand.Rand, kills, nominations int) []int {
	points, interval := make([]int, kills), nominations/(kills+1)
	for i := range points {
		points[i] = i*interval + random.IntN(interval)
	}
	return points
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
	s.query(
		`SELECT kind || ' ' || status || ' ' || errorMessage FROM email_logs WHERE status NOT IN ('sent', 'delivered')`,
		&unsent,
	)
	if len(unsent) > 0 {
		t.Errorf("%d emails have not been sent:\n%s", len(unsent), strings.Join(unsent, "\n"))
	}
}

func checkEmails(t *testing.T, provider *fakebrevo.Server, nominations int) {
	t.Helper()
	notices := provider.Messages(adminEmail)
	for n := range nominations {
		if emails := provider.Messages(address(n)); len(emails) != 1 {
			t.Errorf("%s received %d emails", address(n), len(emails))
		}
		count := 0
		for _, notice := range notices {
			if strings.Contains(notice.Text, address(n)) {
				count++
			}
		}
		if count != 1 {
			t.Errorf("%d notices of %s were sent", count, address(n))
		}
	}
	if all := len(provider.Messages("")); all != 2*nominations {
		t.Errorf("%d emails were sent, want %d", all, 2*nominations)
	}
}

// newProvider starts a fake Brevo in the test's process, which survives the kills.
func newProvider(t *testing.T, webhook string) (provider *fakebrevo.Server, url string) {
	t.Helper()
	provider, err := fakebrevo.New(fakebrevo.Options{APIKey: "crash-test", WebhookURL: webhook,
		WebhookToken: webhookToken})
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
