package campaigns_test

import (
	"encoding/csv"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/xuri/excelize/v2"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
)

// TestExportHasTheResultOfEachRecipient exports a recipient in each status and checks every cell.
func TestExportHasTheResultOfEachRecipient(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Brevo.SetWebhook(s.URL+"/api/webhooks/brevo", testapp.WebhookToken)
	const formula = `=HYPERLINK("http://evil.example")`
	names := map[string]string{
		"delivered":  "Delivered Rao",
		"opened":     "Opened Rao",
		"proxied":    "Proxied Rao",
		"clicked":    "Clicked Rao",
		"softbounce": "Soft Rao",
		"hardbounce": "Hard Rao",
		"spam":       "Spam Rao",
		"optsout":    "Optsout Rao",
		"buyer":      "Buyer Rao",
		"-2+3+cmd":   formula,
		"suppressed": "Suppressed Rao",
		"closed":     "Closed Rao",
	}
	for local, name := range names {
		s.CreateAccount("users", fields{"email": local + "@example.com", "name": name})
	}
	path := s.draft(fields{"subject": "=1+1 for {{firstName|you}}", "content": "[Read](https://example.com/read)"})
	s.ok(s.start(path, len(names)))
	// Brevo refuses the first call, so that two people can unsubscribe or close their account before the next call.
	s.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 60})
	s.Drain()
	s.unsubscribe("suppressed@example.com")
	s.closeAccount("closed@example.com")
	s.Clock.Advance(5 * time.Minute)
	sentAt := s.Clock.Now()
	s.Brevo.SetSwitches(fakebrevo.Switches{})
	s.Drain()
	s.expectStatus(path, "sent")
	if !s.Brevo.WaitForWebhooks(10 * time.Second) {
		t.Fatal("the webhooks did not arrive")
	}
	s.Drain()
	// simulate sends an event of Brevo an hour later and returns its time.
	simulate := func(local, event, link string) (at time.Time) {
		t.Helper()
		s.Clock.Advance(time.Hour)
		at = s.Clock.Now()
		m := s.Brevo.Messages(local + "@example.com")[0]
		if err := s.Brevo.SimulateEvent(m.ID, event, link); err != nil {
			t.Fatal(err)
		}
		if !s.Brevo.WaitForWebhooks(10 * time.Second) {
			t.Fatal("the webhooks did not arrive")
		}
		s.Drain()
		return at
	}
	openedAt := simulate("opened", "open", "")
	proxiedAt := simulate("proxied", "proxy-open", "")
	clickedAt := simulate("clicked", "click", "https://example.com/read")
	simulate("spam", "spam", "")
	s.Clock.Advance(time.Hour)
	unsubscribedAt := s.Clock.Now()
	s.ok(s.Visitor().Post(regexp.MustCompile(`/unsubscribe/[\w-]+`).
		FindString(s.Brevo.Messages("optsout@example.com")[0].Headers["List-Unsubscribe"]), nil))
	boughtAt := s.Clock.Now().Add(time.Hour)
	s.buy("buyer@example.com", "completed", boughtAt)
	// Brevo has rejected this recipient.
	if _, err := s.PB.NonconcurrentDB().
		Update("email_logs", dbx.Params{"status": "failed", "errorMessage": "-1 is no address", "sentAt": "", "deliveredAt": ""},
			dbx.HashExp{"emailAddress": "-2+3+cmd@example.com", "kind": "campaign"}).Execute(); err != nil {
		t.Fatal(err)
	}

	// The server of this address accepted the email, and returned it later. It counts as bounced only.
	if _, err := s.PB.NonconcurrentDB().Update("email_logs", dbx.Params{"deliveredAt": database.FormatTime(sentAt)},
		dbx.HashExp{"emailAddress": "softbounce@example.com"}).Execute(); err != nil {
		t.Fatal(err)
	}
	results := s.ok(s.admin.Get(path)).JSON["results"].(fields)
	for name, want := range map[string]float64{"recipients": 12, "sent": 9, "delivered": 7, "bounced": 2} {
		if results[name] != want {
			t.Errorf("%s = %v, want %v", name, results[name], want)
		}
	}

	at := func(instant time.Time) string { return instant.In(india.Zone).Format("2006-01-02 15:04") }
	sent := at(sentAt)
	type row struct{ status, reason, sent, delivered, opened, proxied, clicked, unsubscribed, bought, subject string }
	want := map[string]row{
		"delivered":  {status: "delivered", sent: sent, delivered: sent, subject: "Delivered"},
		"opened":     {status: "opened", sent: sent, delivered: sent, opened: at(openedAt), subject: "Opened"},
		"proxied":    {status: "delivered", sent: sent, delivered: sent, proxied: at(proxiedAt), subject: "Proxied"},
		"clicked":    {status: "clicked", sent: sent, delivered: sent, clicked: at(clickedAt), subject: "Clicked"},
		"softbounce": {status: "bounced", sent: sent, delivered: sent, subject: "Soft"},
		"hardbounce": {status: "bounced", sent: sent, subject: "Hard"},
		"spam":       {status: "spam", reason: "spam", sent: sent, delivered: sent, subject: "Spam"},
		"optsout":    {status: "delivered", sent: sent, delivered: sent, unsubscribed: at(unsubscribedAt), subject: "Optsout"},
		"buyer":      {status: "delivered", sent: sent, delivered: sent, bought: at(boughtAt), subject: "Buyer"},
		"-2+3+cmd":   {status: "failed", reason: "'-1 is no address", subject: "you"},
		"suppressed": {status: "suppressed", subject: "Suppressed"},
		"closed":     {status: "cancelled", subject: "Closed"},
	}
	headings := []string{
		"Email", "Name", "Status", "Reason", "Sent at (IST)", "Delivered at (IST)", "Opened at (IST)",
		"Opened by a mail program (IST)",
		"Clicked at (IST)", "Unsubscribed at (IST)", "Bought within seven days at (IST)", "Subject",
	}
	file := s.ok(s.admin.Get(path + "/export")).Body
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	if err != nil || len(rows) != len(names)+1 || !slices.Equal(rows[0], headings) {
		t.Fatalf("rows = %v, error = %v, want the headings and %d recipients", rows, err, len(names))
	}
	seen := map[string]bool{}
	for _, cells := range rows[1:] {
		local, _, _ := strings.Cut(strings.TrimPrefix(cells[0], "'"), "@")
		seen[local] = true
		w := want[local]
		if name := names[local]; name == formula {
			if cells[0] != "'-2+3+cmd@example.com" || strings.HasPrefix(cells[1], "=") {
				t.Errorf("cells = %q, want no formula", cells)
			}
		} else if cells[1] != name {
			t.Errorf("name of %s = %q, want %q", local, cells[1], name)
		}
		expected := []string{w.status, w.reason, w.sent, w.delivered, w.opened, w.proxied, w.clicked, w.unsubscribed,
			w.bought, "'=1+1 for " + w.subject}
		if w.reason == "" {
			expected[1] = cells[3]
			if hasReason := cells[3] != ""; hasReason != slices.Contains([]string{"softbounce", "hardbounce", "suppressed",
				"closed"}, local) {
				t.Errorf("reason of %s = %q", local, cells[3])
			}
		}
		if !slices.Equal(cells[2:], expected) {
			t.Errorf("cells of %s =\n%q, want\n%q", local, cells[2:], expected)
		}
	}
	// The page of the email shows the subject that was sent.
	listed := s.ok(s.admin.Get("/api/emails?kind=campaign&search=clicked")).Body
	id := regexp.MustCompile(`"id":"(\w+)"`).FindStringSubmatch(listed)
	if id == nil || s.ok(s.admin.Get("/api/emails/" + id[1])).JSON["subject"] != "=1+1 for Clicked" {
		t.Errorf("emails = %s, want one with the sent subject", listed)
	}
	if missing := slices.DeleteFunc(slices.Collect(maps.Keys(names)), func(local string) bool {
		return seen[local]
	}); len(missing) > 0 {
		t.Errorf("the export lacks %v", missing)
	}
	book, err := excelize.OpenReader(strings.NewReader(s.ok(s.admin.Get(path + "/export?format=xlsx")).Body))
	if err != nil {
		t.Fatal(err)
	}
	cells, err := book.GetRows(book.GetSheetName(0))
	if err != nil || len(cells) != len(names)+1 {
		t.Errorf("the workbook has %d rows, want %d; error = %v", len(cells), len(names)+1, err)
	}
	for i := range cells {
		for _, column := range []string{"A", "B", "D", "L"} {
			if computed, err := book.GetCellFormula(
				book.GetSheetName(0), fmt.Sprintf("%s%d", column, i+1),
			); computed != "" || err != nil {
				t.Errorf("formula in the workbook = %q, error = %v, want none", computed, err)
			}
		}
	}
}

// buy stores a transaction with an email and no account. buyAs stores one of an account.
func (s *site) buy(email, status string, at time.Time) { s.buyAs("", email, status, at) }

func (s *site) buyAs(userID, email, status string, at time.Time) {
	s.Helper()
	s.pay(fields{"userId": userID, "customerEmail": email, "status": status}, at)
}

// pay stores a transaction.
func (s *site) pay(values fields, at time.Time) {
	s.Helper()
	c, err := s.PB.FindCollectionByNameOrId("transactions")
	if err != nil {
		s.Fatal(err)
	}
	r := core.NewRecord(c)
	r.Load(fields{"amount": 100, "currency": "INR"})
	r.Load(values)
	r.SetRaw("createdAt", at.UTC().Format("2006-01-02 15:04:05.000Z"))
	if err := s.PB.SaveNoValidate(r); err != nil {
		s.Fatal(err)
	}
}
