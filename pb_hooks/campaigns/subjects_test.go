package campaigns_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

// subjects returns the ids of the sent emails by subject. It checks that each person has only one email.
func (s *site) subjects() map[string][]string {
	s.Helper()
	got, seen := map[string][]string{}, map[string]bool{}
	for _, m := range s.Brevo.Messages("") {
		if seen[m.To[0].Email] {
			s.Errorf("%s has two emails", m.To[0].Email)
		}
		seen[m.To[0].Email] = true
		got[m.Subject] = append(got[m.Subject], m.ID)
	}
	return got
}

func (s *site) expectSubjects(first, second int) map[string][]string {
	s.Helper()
	got := s.subjects()
	if len(got["First"]) != first || len(got["Second"]) != second {
		s.Errorf("%d emails with the first subject and %d with the second, want %d and %d", len(got["First"]),
			len(got["Second"]), first, second)
	}
	return got
}

// startTest starts a campaign to ten people, of whom four take part in a subject test, and returns its path.
func (s *site) startTest(values fields) string {
	s.Helper()
	body := fields{"subject": "First", "subjectB": "Second", "testShare": "40", "testHours": "3"}
	for name, value := range values {
		body[name] = value
	}
	path := s.draft(body)
	s.ok(s.start(path, 10))
	s.Drain()
	return path
}

func TestBetterSubjectIsSentToTheRemainingRecipients(t *testing.T) {
	t.Parallel()
	for by, event := range map[string]string{"clicks": "click", "opens": "open"} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.people(10)
			s.Brevo.SetWebhook(s.URL+"/api/webhooks/brevo", testapp.WebhookToken)
			path := s.startTest(fields{"testBy": by})
			got := s.expectSubjects(2, 2)
			s.expectStatus(path, "sending")
			// Opens by a proxy do not count as opens, and opens do not count as clicks.
			for _, id := range got["First"] {
				if err := s.Brevo.SimulateEvent(id, "proxy-open", ""); err != nil {
					t.Fatal(err)
				}
			}
			if by == "clicks" {
				if err := s.Brevo.SimulateEvent(got["First"][0], "open", ""); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Brevo.SimulateEvent(got["Second"][0], event, "https://example.com/"); err != nil {
				t.Fatal(err)
			}
			if !s.Brevo.WaitForWebhooks(10 * time.Second) {
				t.Fatal("the webhooks did not arrive")
			}
			s.Clock.Advance(3*time.Hour - time.Second)
			s.Drain()
			s.expectSubjects(2, 2)
			s.Clock.Advance(2 * time.Second)
			s.Drain()
			s.expectSubjects(2, 8)
			s.expectStatus(path, "sent")
			detail := s.ok(s.admin.Get(path)).JSON
			if detail["winner"] != "b" || detail["decidedBy"] != "" ||
				detail["test"].(fields)["b"].(fields)["recipients"] != 2.0 {
				t.Errorf("campaign = %v", detail)
			}
			// The console shows the subject that was sent.
			emails := s.ok(s.admin.Get("/api/emails?page=1&perPage=50&search=Second")).Body
			if n := strings.Count(emails, `"subject":"Second"`); n != 8 {
				t.Errorf("%d emails with the second subject in the console, want 8", n)
			}
		})
	}
}

func TestAdminChoosesTheSubjectBeforeTheTestEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(10)
	path := s.startTest(nil)
	if a := s.admin.Post(path+"/winner", fields{"subject": "c"}); a.Status != 400 || a.Field("subject") == "" {
		t.Errorf("unknown subject: status = %d, body = %s, want 400 with an error for subject", a.Status, a.Body)
	}
	s.ok(s.admin.Post(path+"/winner", fields{"subject": "b"}))
	s.Drain()
	s.expectSubjects(2, 8)
	s.expectStatus(path, "sent")
	if a := s.admin.Post(path+"/winner", fields{"subject": "a"}); a.Status != http.StatusConflict {
		t.Errorf("second choice: status = %d, want 409", a.Status)
	}
	if detail := s.ok(s.admin.Get(path)).JSON; detail["decidedBy"] != "office" {
		t.Errorf("decidedBy = %v, want office", detail["decidedBy"])
	}
}

func TestSubjectTestContinuesAfterAPauseAndEndsWithACancel(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(10)
	path := s.startTest(nil)
	s.ok(s.admin.Post(path+"/pause", nil))
	s.Clock.Advance(5 * time.Hour)
	s.Drain()
	s.expectSubjects(2, 2)
	s.ok(s.admin.Post(path+"/resume", nil))
	s.Drain()
	s.expectSubjects(8, 2) // No one has read either subject, so the first one wins.
	s.expectStatus(path, "sent")

	other := s.startTest(nil)
	s.ok(s.admin.Post(other+"/cancel", nil))
	s.Clock.Advance(5 * time.Hour)
	s.Drain()
	s.expectStatus(other, "cancelled")
	if s.result(other, "cancelled") != 6 {
		t.Errorf("results = %v", s.ok(s.admin.Get(other)).JSON["results"])
	}
}

func TestSecondSubjectIsValidated(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	for name, second := range map[string]string{"no fallback": "{{name}}", "the same": " News for {{firstName|you}}"} {
		path := s.draft(fields{"subjectB": second})
		if a := s.start(path, 1); a.Status != 400 || a.Field("subjectB") == "" {
			t.Errorf("%s: status = %d, body = %s, want 400", name, a.Status, a.Body)
		}
	}
	if a := s.admin.Post("/api/campaigns", fields{"name": "x", "testShare": "1", "testHours": "99"}); a.Status != 400 ||
		a.Field("testShare") == "" || a.Field("testHours") == "" {
		t.Errorf("status = %d, body = %s, want 400 with errors for testShare and testHours", a.Status, a.Body)
	}
	// If a campaign has one recipient, this person is in the test.
	path := s.draft(fields{"subjectB": "Second"})
	s.ok(s.start(path, 1))
	s.Drain()
	s.Clock.Advance(5 * time.Hour)
	s.Drain()
	s.expectStatus(path, "sent")
	if n := len(s.Brevo.Messages(fmt.Sprintf("reader%d@example.com", 0))); n != 1 {
		t.Errorf("%d emails, want 1", n)
	}
}
