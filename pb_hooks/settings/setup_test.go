package settings_test

import (
	"fmt"
	"strings"
	"testing"

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
	if all != 8 || done != "razorpay email" { // the test's configuration has the keys of the providers
		t.Errorf("at first %q of %d", done, all)
	}
	if answer := put(owner, withPassword(map[string]any{"siteName": "The Circle",
		"contactEmail": "hello@circle.example", "contactPhone": "+91 80 1234 5678", "purchaseNeedsApproval": true})); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	h.CreateAccount("admins", map[string]any{"role": "office", "email": "office@example.com"})
	h.PB.Settings().Backups.Cron = "0 0 * * *"
	if done, _ = setupOf(t, owner); done != "name contacts razorpay email backups second-admin review" {
		t.Errorf("later %q", done)
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
