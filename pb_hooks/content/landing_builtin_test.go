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

// expectOnPage checks that the landing page contains the expected texts and none of the absent ones.
func (o consoleFixture) expectOnPage(expected []string, absent ...string) {
	o.t.Helper()
	page := o.Visitor().Get("/api/site/landing").Body
	for _, text := range expected {
		if !strings.Contains(page, text) {
			o.t.Errorf("the landing page does not contain %q", text)
		}
	}
	for _, text := range absent {
		if strings.Contains(page, text) {
			o.t.Errorf("the landing page contains %q", text)
		}
	}
}

func TestTextsAboutTheMembershipTermDependOnThePlansOnSale(t *testing.T) {
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
	// A record that was just created does not know its stored values. So it is read again, as in a request.
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

func TestLaunchEventIsAnnouncedUntilItEnds(t *testing.T) {
	t.Parallel()
	h := newConsoleFixture(t)
	end := time.Date(2026, 9, 16, 18, 30, 0, 0, time.UTC) // midnight in India
	h.Clock.Advance(end.Add(-time.Minute).Sub(h.Clock.Now()))
	h.expectOnPage([]string{"launch event on September 16th"})
	if day := h.Visitor().Get("/api/config").JSON["eventDay"]; day != "September 16th" {
		t.Errorf("eventDay = %v, want September 16th", day)
	}
	h.Clock.Advance(time.Minute)
	h.runCron("boardcircleDay")
	h.expectOnPage(nil, "launch event", "September")
	if day := h.Visitor().Get("/api/config").JSON["eventDay"]; day != "" {
		t.Errorf("eventDay after the event = %v, want none", day)
	}
	// An event with a new date is announced again.
	if a := h.admin.Send(http.MethodPut, "/api/admin/settings",
		map[string]any{"eventDate": "2027-03-02"}); a.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", a.Status, a.Body)
	}
	h.expectOnPage([]string{"launch event on March 2nd"})
}

// runCron runs a cron job at once, because PocketBase's scheduler does not use the clock of the test.
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
