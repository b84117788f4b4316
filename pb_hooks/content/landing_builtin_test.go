package content_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// addTier puts a plan on sale and returns its record.
func (o consoleFixture) addTier(name, duration string) *core.Record {
	o.t.Helper()
	collection, err := o.PB.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		o.t.Fatal(err)
	}
	tier := core.NewRecord(collection)
	tier.Load(map[string]any{"name": name, "price": 100_000, "currency": "INR", "duration": duration, "isActive": true})
	if err := o.PB.Save(tier); err != nil {
		o.t.Fatal(err)
	}
	return tier
}

func (o consoleFixture) expectOnPage(expected []string, absent ...string) {
	o.t.Helper()
	page := o.Visitor().Get("/api/site/landing").Body
	for _, text := range expected {
		if !strings.Contains(page, text) {
			o.t.Errorf("the landing page does not say %q", text)
		}
	}
	for _, text := range absent {
		if strings.Contains(page, text) {
			o.t.Errorf("the landing page says %q", text)
		}
	}
}

func TestTheTextsAboutTheLengthOfAMembershipFollowThePlansOnSale(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	h.expectOnPage([]string{"By invitation, and for life.", "The fee is paid once and in full."})

	lifetime := h.addTier("Lifetime", "lifetime")
	h.expectOnPage([]string{"By invitation, and for life.", "The fee is paid once and in full."})

	h.addTier("Annual", "annual")
	h.expectOnPage(
		[]string{"By invitation.", "A lifetime membership is paid once and in full. Another plan lasts for a year"},
		"and for life",
		"Membership is for life",
	)

	h.addTier("Monthly", "monthly")
	// A record that was just created does not know its stored values, so it is read again, as in a request.
	lifetime, err := h.PB.FindRecordById("membership_tiers", lifetime.Id)
	if err != nil {
		t.Fatal(err)
	}
	lifetime.Set("isActive", false)
	if err := h.PB.Save(lifetime); err != nil {
		t.Fatal(err)
	}
	h.expectOnPage(
		[]string{"Membership lasts for the term of your plan: a month or a year. You pay for each term in full."},
		"for life",
		"paid once",
		"lifetime",
	)
}

func TestTheLaunchEventIsAnnouncedUntilItIsOver(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	over := time.Date(2026, 9, 16, 18, 30, 0, 0, time.UTC) // midnight in India
	h.Clock.Advance(over.Add(-time.Minute).Sub(h.Clock.Now()))
	h.expectOnPage([]string{"launch event on September 16th"})
	if day := h.Visitor().Get("/api/config").JSON["eventDay"]; day != "September 16th" {
		t.Errorf("the day is %v", day)
	}
	h.Clock.Advance(time.Minute)
	h.runCron("boardcircleDay")
	h.expectOnPage(nil, "launch event", "September")
	if day := h.Visitor().Get("/api/config").JSON["eventDay"]; day != "" {
		t.Errorf("the day is %v", day)
	}
	// the event is announced again on its new day
	if a := h.admin.Send(http.MethodPut, "/api/admin/settings",
		map[string]any{"eventDate": "2027-03-02"}); a.Status != http.StatusOK {
		t.Fatal(a.Body)
	}
	h.expectOnPage([]string{"launch event on March 2nd"})
}

// runCron runs a scheduled job, because the clock does not advance in tests.
func (o consoleFixture) runCron(id string) {
	o.t.Helper()
	for _, job := range o.PB.Cron().Jobs() {
		if job.Id() == id {
			job.Run()
			return
		}
	}
	o.t.Fatalf("there is no job %s", id)
}
