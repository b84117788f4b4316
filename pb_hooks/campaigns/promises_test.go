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

func TestAPauseDoesNotStopTheBatchThatIsBeingSent(t *testing.T) {
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
			t.Fatal("no call was made")
		}
	}
	s.ok(s.admin.Post(path+"/pause", nil))
	<-done
	s.expectStatus(path, "paused")
	if calls := s.Brevo.Calls(); calls != 1 || s.result(path, "sent") != 1000 {
		t.Errorf("%d batches have gone, with %v emails", calls, s.result(path, "sent"))
	}
	if left, err := s.PB.CountRecords("email_logs", nil); err != nil || left < 2500 {
		t.Errorf("%d rows, %v", left, err)
	}
	// people who unsubscribe or leave during the pause get no email, and no one gets two
	s.Brevo.SetSwitches(fakebrevo.Switches{})
	unsent := map[string]bool{}
	for i := range 2500 {
		unsent[fmt.Sprintf("member%d@example.com", i+1)] = true
	}
	for _, m := range s.Brevo.Messages("") {
		delete(unsent, m.To[0].Email)
	}
	var leaver, closed string
	for email := range unsent {
		if leaver == "" {
			leaver = email
		} else {
			closed = email
			break
		}
	}
	s.unsubscribe(leaver)
	s.closeAccount(closed)
	s.ok(s.admin.Post(path+"/resume", nil))
	s.Drain()
	s.expectStatus(path, "sent")
	seen := map[string]int{}
	for _, m := range s.Brevo.Messages("") {
		seen[m.To[0].Email]++
	}
	if len(seen) != 2498 || seen[leaver]+seen[closed] != 0 {
		t.Errorf("%d people have it, the leaver %d, the closed account %d", len(seen), seen[leaver], seen[closed])
	}
	for email, n := range seen {
		if n != 1 {
			t.Errorf("%s has %d", email, n)
		}
	}
}

func TestATimeThatHasPassedSendsNothingAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	path := s.draft(nil)
	for _, at := range []string{"2026-08-03T11:50", s.Clock.Now().Add(-10 * time.Minute).Format(time.RFC3339), "2025-08-03T12:30", "2028-01-01T00:00", "tomorrow"} {
		a := s.admin.Post(path+"/start", fields{"count": 1, "password": testapp.Password, "scheduledAt": at})
		if a.Status != http.StatusBadRequest || a.Field("scheduledAt") == "" {
			t.Errorf("%s: %d %s", at, a.Status, a.Body)
		}
	}
	s.Drain()
	s.expectStatus(path, "draft")
}

// TestACampaignThatHasGrownSinceItWasStartedWaitsForASecondAdmin changes the segment of a scheduled campaign from one
// person to everyone.
func TestACampaignThatHasGrownSinceItWasStartedWaitsForASecondAdmin(t *testing.T) {
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
		t.Fatalf("%v", got)
	}
	if a := s.start(path, 6); a.Status != http.StatusConflict ||
		!strings.Contains(a.Message(), "second administrator") {
		t.Errorf("their own approval: %d %s", a.Status, a.Body)
	}
	other := s.SignedIn("admins", fields{"username": "second"})
	s.ok(other.Post(path+"/start", fields{"count": 6, "password": testapp.Password}))
	s.Drain()
	s.expectStatus(path, "sent")
	if got := s.result(path, "sent"); got != 6 {
		t.Errorf("%v emails", got)
	}
}

// TestAnApprovedCampaignThatGrowsWaitsForApprovalAgain adds people after the second admin's approval.
func TestAnApprovedCampaignThatGrowsWaitsForApprovalAgain(t *testing.T) {
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
		t.Fatalf("%v", got)
	}
}
