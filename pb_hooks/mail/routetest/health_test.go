package routetest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/delivery"
	"boardcircle/pb_hooks/mail/outbox"
)

// dns is a resolver that returns records from a table and counts the lookups.
type dns struct {
	texts   map[string][]string
	lookups *int
}

func (d dns) LookupTXT(_ context.Context, name string) ([]string, error) {
	*d.lookups++
	if texts := d.texts[name]; texts != nil {
		return texts, nil
	}
	return nil, &net.DNSError{IsNotFound: true}
}

type health struct {
	PausedUntil, PauseReason, CheckedAt string
	Domain                              []delivery.DomainCheck
	Rates                               []delivery.Rate
	Credits                             delivery.Credits
}

func healthApp(t *testing.T, texts map[string][]string) (*testapp.App, *int) {
	lookups := new(int)
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Mail.From = "post@circle.in" }),
		func(o *hooks.Options) { o.Resolver = dns{texts, lookups} })
	return h, lookups
}

func TestDNSRecordsOfTheSenderAreChecked(t *testing.T) {
	t.Parallel()
	h, lookups := healthApp(t, map[string][]string{
		"circle.in":        {"v=spf1 include:spf.brevo.com ~all"},
		"_dmarc.circle.in": {"v=DMARC1; p=none"},
	})
	admin := h.SignedIn("admins", nil)
	found := decode[health](t, admin.Get("/api/emails/health"))
	var statuses []string
	for _, c := range found.Domain {
		statuses = append(statuses, c.Check+" "+string(c.Status))
		if c.Status != "ok" && c.Advice == "" {
			t.Errorf("%s: no advice", c.Check)
		}
	}
	if !slices.Equal(statuses, []string{"SPF ok", "DKIM problem", "DMARC warning"}) {
		t.Errorf("checks = %v", statuses)
	}
	if found.Credits != (delivery.Credits{Status: "ok", Plan: "free", Left: 300}) {
		t.Errorf("credits = %+v, want 300 of the free plan", found.Credits)
	}
	before := *lookups
	h.Clock.Advance(time.Minute)
	decode[health](t, admin.Get("/api/emails/health"))
	if *lookups != before {
		t.Error("the second request within a minute made DNS lookups")
	}
	refreshed := decode[health](t, admin.Post("/api/emails/health", nil))
	if *lookups == before || refreshed.CheckedAt == found.CheckedAt {
		t.Error("the refresh made no DNS lookups")
	}
}

func TestStatusOfBounceAndComplaintRates(t *testing.T) {
	t.Parallel()
	h, _ := healthApp(t, nil)
	admin := h.SignedIn("admins", nil)
	collection, err := h.PB.FindCollectionByNameOrId("email_logs")
	if err != nil {
		t.Fatal(err)
	}
	now := h.Clock.Now()
	insert := func(n int, status, message string, age time.Duration) {
		for i := range n {
			_, err := h.PB.NonconcurrentDB().Insert(collection.Name, map[string]any{
				"id":           core.GenerateDefaultRandomId(),
				"emailAddress": fmt.Sprintf("%d@example.com", i),
				"kind":         "welcome",
				"status":       status,
				"errorMessage": message,
				"createdAt":    now.Add(-age).UTC().Format("2006-01-02 15:04:05.000Z"),
				"params":       "{}",
			}).Execute()
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	day := 24 * time.Hour
	insert(94, "delivered", "", day)
	insert(3, "bounced", "hard_bounce: no such mailbox", day)
	insert(2, "bounced", "soft_bounce: full", day)
	insert(1, "spam", "spam: ", day)
	insert(100, "delivered", "", 20*day)
	insert(50, "failed", "", day)
	found := decode[health](t, admin.Get("/api/emails/health"))
	if len(found.Rates) != 2 {
		t.Fatalf("rates = %+v, want two", found.Rates)
	}
	week, month := found.Rates[0], found.Rates[1]
	if week.Sent != 100 || week.Bounced != 3 || week.Complained != 1 || week.BounceRate != 3 ||
		week.BounceStatus != "warning" || week.ComplaintStatus != "problem" {
		t.Errorf("rates of the week = %+v", week)
	}
	if month.Days != 30 || month.Sent != 200 || month.BounceRate != 1.5 || month.BounceStatus != "ok" {
		t.Errorf("rates of the month = %+v", month)
	}
}

func TestPausedSendingShowsTheReasonAndCanBeResumed(t *testing.T) {
	t.Parallel()
	h, _ := healthApp(t, nil)
	admin := h.SignedIn("admins", nil)
	if answer := admin.Post("/api/emails/resume", nil); answer.Status != http.StatusConflict {
		t.Errorf("resume without a pause: status = %d, want 409", answer.Status)
	}
	h.Jobs.Pause(outbox.SendJob, h.Clock.Now().Add(5*time.Minute), "The account is suspended.")
	welcome(t, h, "reader@example.com")
	if found := decode[health](t, admin.Get("/api/emails/health")); found.PausedUntil == "" ||
		found.PauseReason != "The account is suspended." {
		t.Errorf("health = %+v, want the time and the reason of the pause", found)
	}
	if got := h.Inbox("reader@example.com"); len(got) != 0 {
		t.Fatal("an email was sent while sending was paused")
	}
	if found := decode[health](t, admin.Post("/api/emails/resume", nil)); found.PausedUntil != "" {
		t.Errorf("health after the resume = %+v, want no pause", found)
	}
	if got := h.Inbox("reader@example.com"); len(got) != 1 {
		t.Errorf("%d emails after the resume, want 1", len(got))
	}
	id := row(t, h, "reader@example.com").Id
	if answer := admin.Get("/api/emails/" + id); !strings.Contains(fmt.Sprint(answer.JSON["messageId"]), "@") {
		t.Errorf("messageId = %v, want the id of Brevo", answer.JSON["messageId"])
	}
}
