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

// dns answers from a table and counts the queries.
type dns struct {
	texts map[string][]string
	asked *int
}

func (d dns) LookupTXT(_ context.Context, name string) ([]string, error) {
	*d.asked++
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
	asked := new(int)
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Mail.From = "post@circle.in" }),
		func(o *hooks.Options) { o.Resolver = dns{texts, asked} })
	return h, asked
}

func TestTheSendersDomainIsLookedUpAndExplained(t *testing.T) {
	t.Parallel()
	h, asked := healthApp(t, map[string][]string{
		"circle.in":        {"v=spf1 include:spf.brevo.com ~all"},
		"_dmarc.circle.in": {"v=DMARC1; p=none"},
	})
	admin := h.SignedIn("admins", nil)
	found := decode[health](t, admin.Get("/api/emails/health"))
	var told []string
	for _, c := range found.Domain {
		told = append(told, c.Check+" "+string(c.Status))
		if c.Status != "ok" && c.Advice == "" {
			t.Errorf("%s: it is not said what to do", c.Check)
		}
	}
	if !slices.Equal(told, []string{"SPF ok", "DKIM problem", "DMARC warning"}) {
		t.Error(told)
	}
	if found.Credits != (delivery.Credits{Status: "ok", Plan: "free", Left: 300}) {
		t.Errorf("%+v", found.Credits)
	}
	before := *asked
	h.Clock.Advance(time.Minute)
	decode[health](t, admin.Get("/api/emails/health"))
	if *asked != before {
		t.Error("the DNS is asked again within minutes")
	}
	refreshed := decode[health](t, admin.Post("/api/emails/health", nil))
	if *asked == before || refreshed.CheckedAt == found.CheckedAt {
		t.Error("a refresh does not ask again")
	}
}

func TestRatesOfBouncesAndComplaintsAreJudgedByWhatProvidersBear(t *testing.T) {
	t.Parallel()
	h, _ := healthApp(t, nil)
	admin := h.SignedIn("admins", nil)
	collection, err := h.PB.FindCollectionByNameOrId("email_logs")
	if err != nil {
		t.Fatal(err)
	}
	now := h.Clock.Now()
	insert := func(n int, status, trouble string, age time.Duration) {
		for i := range n {
			_, err := h.PB.NonconcurrentDB().Insert(collection.Name, map[string]any{
				"id":           core.GenerateDefaultRandomId(),
				"emailAddress": fmt.Sprintf("%d@example.com", i),
				"kind":         "welcome",
				"status":       status,
				"errorMessage": trouble,
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
		t.Fatal(found.Rates)
	}
	week, month := found.Rates[0], found.Rates[1]
	if week.Sent != 100 || week.Bounced != 3 || week.Complained != 1 || week.BounceRate != 3 ||
		week.BounceStatus != "warning" || week.ComplaintStatus != "problem" {
		t.Errorf("%+v", week)
	}
	if month.Days != 30 || month.Sent != 200 || month.BounceRate != 1.5 || month.BounceStatus != "ok" {
		t.Errorf("%+v", month)
	}
}

func TestAPausedSenderGivesTheReasonAndCanBeResumed(t *testing.T) {
	t.Parallel()
	h, _ := healthApp(t, nil)
	admin := h.SignedIn("admins", nil)
	if answer := admin.Post("/api/emails/resume", nil); answer.Status != http.StatusConflict {
		t.Errorf("nothing is paused: %d", answer.Status)
	}
	h.Jobs.Pause(outbox.SendJob, h.Clock.Now().Add(5*time.Minute), "The account is suspended.")
	welcome(t, h, "reader@example.com")
	if found := decode[health](t, admin.Get("/api/emails/health")); found.PausedUntil == "" ||
		found.PauseReason != "The account is suspended." {
		t.Errorf("%+v", found)
	}
	if got := h.Inbox("reader@example.com"); len(got) != 0 {
		t.Fatal("it went out while sending was paused")
	}
	if found := decode[health](t, admin.Post("/api/emails/resume", nil)); found.PausedUntil != "" {
		t.Errorf("%+v", found)
	}
	if got := h.Inbox("reader@example.com"); len(got) != 1 {
		t.Errorf("%d emails after the pause", len(got))
	}
	id := row(t, h, "reader@example.com").Id
	if answer := admin.Get("/api/emails/" + id); !strings.Contains(fmt.Sprint(answer.JSON["messageId"]), "@") {
		t.Errorf("the page lacks the provider's id: %v", answer.JSON["messageId"])
	}
}
