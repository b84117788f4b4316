package campaigns_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
)

// createAccounts creates many accounts: member1@example.com, ...
func (s *site) createAccounts(n int) {
	s.Helper()
	insertAccounts(s, s.PB, "member", "Asha Rao", n)
}

func TestPauseDoesNotStopTheBatchThatIsBeingSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.createAccounts(2500)
	path := s.draft(nil)
	s.ok(s.start(path, 2500))
	s.Brevo.SetSwitches(fakebrevo.Switches{LatencyMS: 700})
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Drain()
	}()
	for deadline := time.Now().Add(20 * time.Second); s.Brevo.Calls() == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no call reached Brevo")
		}
	}
	s.ok(s.admin.Post(path+"/pause", nil))
	<-done
	s.expectStatus(path, "paused")
	if calls := s.Brevo.Calls(); calls != 1 || s.result(path, "sent") != 1000 {
		t.Errorf("%d batches with %v emails were sent, want one with 1000", calls, s.result(path, "sent"))
	}
	if n, err := s.PB.CountRecords("email_logs", nil); err != nil || n < 2500 {
		t.Errorf("%d emails in the outbox, want at least 2500; error = %v", n, err)
	}
	// People who unsubscribe or close their account during the pause get no email, and everyone else gets one.
	s.Brevo.SetSwitches(fakebrevo.Switches{})
	unsent := map[string]bool{}
	for i := range 2500 {
		unsent[fmt.Sprintf("member%d@example.com", i+1)] = true
	}
	for _, m := range s.Brevo.Messages("") {
		delete(unsent, m.To[0].Email)
	}
	var unsubscribed, closed string
	for email := range unsent {
		if unsubscribed == "" {
			unsubscribed = email
		} else {
			closed = email
			break
		}
	}
	s.unsubscribe(unsubscribed)
	s.closeAccount(closed)
	s.ok(s.admin.Post(path+"/resume", nil))
	s.Drain()
	s.expectStatus(path, "sent")
	seen := map[string]int{}
	for _, m := range s.Brevo.Messages("") {
		seen[m.To[0].Email]++
	}
	if len(seen) != 2498 || seen[unsubscribed]+seen[closed] != 0 {
		t.Errorf("%d people have an email, want 2498; unsubscribed = %d, closed = %d, want none", len(seen),
			seen[unsubscribed], seen[closed])
	}
	for email, n := range seen {
		if n != 1 {
			t.Errorf("%s has %d emails, want 1", email, n)
		}
	}
}

func TestInvalidScheduledTimesAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	path := s.draft(nil)
	for _, at := range []string{"2026-08-03T11:50", s.Clock.Now().Add(-10 * time.Minute).Format(time.RFC3339), "2025-08-03T12:30", "2028-01-01T00:00", "tomorrow"} {
		a := s.admin.Post(path+"/start", fields{"count": 1, "password": testapp.Password, "scheduledAt": at})
		if a.Status != http.StatusBadRequest || a.Field("scheduledAt") == "" {
			t.Errorf("%s: status = %d, body = %s, want 400 with an error for scheduledAt", at, a.Status, a.Body)
		}
	}
	s.Drain()
	s.expectStatus(path, "draft")
}

// TestScheduledCampaignThatGrowsNeedsASecondAdmin adds accounts after the campaign was scheduled.
func TestScheduledCampaignThatGrowsNeedsASecondAdmin(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	s.ok(s.admin.Send("PUT", "/api/admin/settings", fields{"campaignApprovalAbove": "2", "password": testapp.Password}))
	path := s.draft(nil)
	s.ok(s.admin.Post(path+"/start",
		fields{"count": 1, "password": testapp.Password, "scheduledAt": "2026-08-03T12:30"}))
	s.expectStatus(path, "scheduled")
	s.createAccounts(5)
	s.Clock.Advance(time.Hour)
	s.Drain()
	s.expectStatus(path, "awaiting")
	if got := s.Brevo.Messages("reader0@example.com"); len(got) != 0 {
		t.Fatalf("emails = %v, want none", got)
	}
	if a := s.start(path, 6); a.Status != http.StatusConflict ||
		!strings.Contains(a.Message(), "second administrator") {
		t.Errorf("approval by the same admin: status = %d, want 409; body: %s", a.Status, a.Body)
	}
	other := s.SignedIn("admins", fields{"username": "second"})
	s.ok(other.Post(path+"/start", fields{"count": 6, "password": testapp.Password}))
	s.Drain()
	s.expectStatus(path, "sent")
	if got := s.result(path, "sent"); got != 6 {
		t.Errorf("%v emails, want 6", got)
	}
}

// TestApprovedCampaignThatGrowsNeedsApprovalAgain adds accounts after the approval of the second admin.
func TestApprovedCampaignThatGrowsNeedsApprovalAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(3)
	s.ok(s.admin.Send("PUT", "/api/admin/settings", fields{"campaignApprovalAbove": "2", "password": testapp.Password}))
	path := s.draft(nil)
	s.ok(s.admin.Post(path+"/start",
		fields{"count": 3, "password": testapp.Password, "scheduledAt": "2026-08-03T12:30"}))
	s.expectStatus(path, "awaiting")
	other := s.SignedIn("admins", fields{"username": "second"})
	s.ok(other.Post(path+"/start", fields{"count": 3, "password": testapp.Password}))
	s.expectStatus(path, "scheduled")
	s.createAccounts(8)
	s.Clock.Advance(time.Hour)
	s.Drain()
	s.expectStatus(path, "awaiting")
	if got := s.Brevo.Messages("reader0@example.com"); len(got) != 0 {
		t.Fatalf("emails = %v, want none", got)
	}
}
