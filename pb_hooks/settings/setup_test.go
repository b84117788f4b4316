package settings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

// setupOf returns the tasks of the checklist that are done, and the number of all.
func setupOf(t *testing.T, owner *testapp.Visitor) (done string, all int) {
	t.Helper()
	answer := owner.Get("/api/admin/setup")
	if answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	lines := answer.JSON["lines"].([]any)
	var names []string
	for _, line := range lines {
		if line := line.(map[string]any); line["isDone"] == true {
			names = append(names, fmt.Sprint(line["task"]))
		}
	}
	return strings.Join(names, " "), len(lines)
}

func TestTheSetupChecklistFollowsTheRealState(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	owner := h.SignedIn("admins", map[string]any{"email": "owner@example.com"})
	done, all := setupOf(t, owner)
	if all != 11 || done != "modules event razorpay email" { // the test's configuration has the keys of the providers
		t.Errorf("at first %q of %d", done, all)
	}
	if answer := put(owner, withPassword(map[string]any{"siteName": "The Circle",
		"contactEmail": "hello@circle.example", "contactPhone": "+91 80 1234 5678", "purchaseNeedsApproval": true})); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	h.CreateAccount("admins", map[string]any{"role": "office", "email": "office@example.com"})
	h.PB.Settings().Backups.Cron = "0 0 * * *"
	if done, _ = setupOf(t, owner); done != "modules name purchase contacts event razorpay email backups second-admin" {
		t.Errorf("later %q", done)
	}
}

// The pages do not mention a launch event whose day is over, so the checklist asks for the next one.
func TestTheSetupChecklistAsksForTheNextLaunchEvent(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	h.Clock.Advance(365 * 24 * time.Hour)
	owner := h.SignedIn("admins", nil)
	if done, _ := setupOf(t, owner); strings.Contains(done, "event") {
		t.Errorf("after the day: %q is done, want no event", done)
	}
	next := h.Clock.Now().AddDate(0, 1, 0).Format(time.DateOnly)
	if answer := put(owner, map[string]any{"eventDate": next}); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if done, _ := setupOf(t, owner); !strings.Contains(done, "event") {
		t.Errorf("with the next date: %q is done, want the event", done)
	}
}

func TestAnOwnerDismissesTheSetupChecklistForGood(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	owner := h.SignedIn("admins", nil)
	if answer := owner.Post("/api/admin/setup/dismiss", nil); answer.Status != 204 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if _, all := setupOf(t, owner); all != 0 {
		t.Errorf("%d lines", all)
	}
	if answer := put(owner, map[string]any{"siteName": "Circle & Co"}); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if _, all := setupOf(t, h.SignedIn("admins", nil)); all != 0 {
		t.Errorf("%d lines for another owner", all)
	}
}

func TestTheSetupAsksEarlyWhoCanBuyAndTheDefaultIsAnAnswer(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	owner := h.SignedIn("admins", nil)
	third := func() map[string]any {
		return owner.Get("/api/admin/setup").JSON["lines"].([]any)[2].(map[string]any)
	}
	if line := third(); line["task"] != "purchase" || line["isDone"] != false {
		t.Errorf("the third line is %v", line)
	}
	put(owner, map[string]any{"siteName": "The Circle"})
	if third()["isDone"] != false {
		t.Error("another setting answered the question")
	}
	if answer := put(owner, map[string]any{"purchaseNeedsApproval": false}); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if third()["isDone"] != true {
		t.Error("the default is no answer")
	}
}

func TestTheSetupListsTheTextsThatAreStillSamples(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	owner := h.SignedIn("admins", nil)
	samples := func() (labels []string, isDone bool) {
		lines := owner.Get("/api/admin/setup").JSON["lines"].([]any)
		line := lines[len(lines)-1].(map[string]any)
		for _, sample := range line["samples"].([]any) {
			sample := sample.(map[string]any)
			labels = append(labels, fmt.Sprint(sample["label"]))
			if path := fmt.Sprint(sample["path"]); !strings.HasPrefix(path, "/?edit#landing.") {
				t.Errorf("the path is %s", path)
			}
		}
		return labels, line["task"] == "testimonials" && line["isDone"] == true
	}
	publish := func(key string, value any) {
		t.Helper()
		saved := owner.Send("PUT", "/api/texts/landing", map[string]any{"key": key, "version": 0, "value": value})
		if saved.Status != 200 {
			t.Fatalf("%d %s", saved.Status, saved.Body)
		}
		answer := owner.Post("/api/texts/landing/publish", map[string]any{"keys": []string{key}})
		if answer.Status >= 300 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	labels, _ := samples()
	if want := []string{"Testimonial: Independent Director at a listed company",
		"Testimonial: Executive Director at a PSU", "Testimonial: Advisory Board Member at a startup",
		"Photographs of members"}; !slices.Equal(labels, want) {
		t.Errorf("at first %q", labels)
	}
	publish("landing.testimonials.cards.psu.title", "Vasudha Kelkar")
	if labels, _ = samples(); len(labels) != 4 {
		t.Errorf("a name without words is still a sample: %q", labels)
	}
	publish("landing.testimonials.cards.psu.body", "It is what I hoped for.")
	publish("landing.testimonials.cards", []map[string]any{{"id": "listed-company", "isHidden": true}, {"id": "psu"}})
	publish("landing.membership.portraits", []map[string]any{{"id": "vasudha"}})
	if labels, isDone := samples(); len(labels) > 0 || !isDone {
		t.Errorf("at the end %q", labels)
	}
}
