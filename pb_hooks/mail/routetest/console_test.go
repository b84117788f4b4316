package routetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/outbox"
)

// welcome enqueues an email and returns the id of its row.
func welcome(t *testing.T, h *testapp.App, address string) string {
	t.Helper()
	email := outbox.Email{
		Kind: "welcome", DedupeKey: "welcome:" + address, To: outbox.Address{Email: address, Name: "Asha Rao"},
		Params: map[string]string{"name": "Asha Rao", "email": address},
	}
	if err := h.Outbox.Enqueue(h.PB, email); err != nil {
		t.Fatal(err)
	}
	return row(t, h, address).Id
}

func row(t *testing.T, h *testapp.App, address string) *core.Record {
	t.Helper()
	found, err := h.PB.FindFirstRecordByData("email_logs", "emailAddress", address)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func set(t *testing.T, h *testapp.App, id string, values map[string]any) {
	t.Helper()
	found, err := h.PB.FindRecordById("email_logs", id)
	if err != nil {
		t.Fatal(err)
	}
	found.Load(values)
	if err := h.PB.Save(found); err != nil {
		t.Fatal(err)
	}
}

func TestListFindsEmailsByAddressStatusAndKind(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	for i := range 3 {
		h.Clock.Advance(time.Second)
		welcome(t, h, fmt.Sprintf("reader%d@example.com", i))
	}
	set(t, h, row(t, h, "reader1@example.com").Id, map[string]any{"status": "failed", "errorMessage": "refused"})
	list := func(query string) []string {
		t.Helper()
		answer := admin.Get("/api/emails" + query)
		var rows []struct{ EmailAddress string }
		if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
		var found []string
		for _, r := range rows {
			found = append(found, strings.TrimSuffix(r.EmailAddress, "@example.com"))
		}
		return found
	}
	for query, want := range map[string][]string{
		"?search=READER2":           {"reader2"},
		"?status=failed":            {"reader1"},
		"?kind=welcome&status=sent": nil,
		"?kind=test":                nil,
		"?search=welcome&page=1":    {"reader2", "reader1", "reader0"},
	} {
		got := list(query)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: emails = %v, want %v", query, got, want)
		}
	}
	for _, query := range []string{"?status=unknown", "?kind=%27%20OR%201=1", "?sort=params"} {
		if answer := admin.Get("/api/emails" + query); answer.Status != 400 {
			t.Errorf("%s: status = %d, want 400", query, answer.Status)
		}
	}
	summary := admin.Get("/api/emails/summary")
	counts, _ := summary.JSON["counts"].(map[string]any)
	if counts["queued"] != 2.0 || counts["failed"] != 1.0 || counts["sent"] != 0.0 ||
		summary.JSON["recentlyFailed"] != 1.0 {
		t.Errorf("summary = %s, want two queued and one failed", summary.Body)
	}
	h.Drain()
	if got := admin.Get("/api/emails/summary").JSON["counts"].(map[string]any); got["queued"] != 0.0 ||
		got["sent"] != 2.0 {
		t.Errorf("counts after sending = %v, want two sent", got)
	}
}

func TestReadShowsTheContentWithoutSecrets(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	reader := h.CreateAccount("users", nil)
	h.Visitor().Post("/api/forgot-password", map[string]any{"email": reader.Email()})
	mails := h.Inbox(reader.Email())
	if len(mails) != 1 {
		t.Fatalf("%d emails, want 1", len(mails))
	}
	_, after, _ := strings.Cut(mails[0].Text, "token=")
	token := strings.Fields(after)[0]
	answer := admin.Get("/api/emails/" + row(t, h, reader.Email()).Id)
	text, _ := answer.JSON["text"].(string)
	html, _ := answer.JSON["html"].(string)
	if answer.Status != 200 || !strings.Contains(text, "token=hidden") || !strings.Contains(html, "token=hidden") {
		t.Errorf("status = %d, body = %.600s, want the email with a hidden token", answer.Status, answer.Body)
	}
	if len(token) < 40 || strings.Contains(answer.Body, token) || strings.Contains(answer.Body, "nonce") {
		t.Error("the response contains the token of the link")
	}
	// The email is still readable after the link was used. It cannot be resent.
	h.Visitor().Post("/api/reset-password", map[string]any{"token": token, "newPassword": "Another horse 22"})
	answer = admin.Get("/api/emails/" + row(t, h, reader.Email()).Id)
	again, _ := answer.JSON["again"].(map[string]any)
	if !strings.Contains(answer.Body, "token=hidden") || again["possible"] != false || again["reason"] == "" {
		t.Errorf("again = %v, body = %.300s, want that a resend is not possible", again, answer.Body)
	}
	refused := admin.Post("/api/emails/"+row(t, h, reader.Email()).Id+"/send-again", map[string]any{"confirmed": true})
	if refused.Status != 409 || !strings.Contains(refused.Message(), "no longer needed") {
		t.Errorf("resend of an obsolete email: status = %d, body = %s, want 409", refused.Status, refused.Body)
	}
	if answer := admin.Get("/api/emails/nosuchletter123"); answer.Status != 404 {
		t.Errorf("unknown email: status = %d, want 404", answer.Status)
	}
}

func TestResendSendsAFailedEmailOnce(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	h.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.Invalid, Times: 1})
	id := welcome(t, h, "failed@example.com")
	h.Drain()
	if got := row(t, h, "failed@example.com"); got.GetString("status") != "failed" {
		t.Fatalf("status = %s, want failed", got.GetString("status"))
	}
	attempts := row(t, h, "failed@example.com").GetInt("attempts")
	for range 3 {
		if answer := admin.Post("/api/emails/"+id+"/send-again", nil); answer.Status != 200 ||
			answer.JSON["status"] != "queued" {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	if got := len(h.Inbox("failed@example.com")); got != 1 {
		t.Errorf("%d emails, want 1", got)
	}
	if got := row(t, h, "failed@example.com"); got.GetString("status") != "sent" ||
		got.GetInt("attempts") != attempts+1 {
		t.Errorf("status = %s, attempts = %d, want sent after %d", got.GetString("status"), got.GetInt("attempts"),
			attempts+1)
	}
	n, err := h.PB.CountRecords("audit_log")
	if err != nil || n != 1 {
		t.Errorf("%d entries in the audit log, want 1; error = %v", n, err)
	}
	// A second sending of a sent email needs a confirmation.
	h.Clock.Advance(time.Minute)
	if answer := admin.Post("/api/emails/"+id+"/send-again", nil); answer.Status != 409 ||
		!strings.Contains(answer.Message(), "second time?") {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Post("/api/emails/"+id+"/send-again", map[string]any{"confirmed": true}); answer.Status != 200 {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if got := len(h.Inbox("failed@example.com")); got != 2 {
		t.Errorf("%d emails after the confirmation, want 2", got)
	}
}

func TestResendRefusesWithTheReason(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	for address, c := range map[string]struct {
		values map[string]any
		want   string
	}{
		"spam@example.com":    {map[string]any{"status": "spam"}, "spam"},
		"expired@example.com": {map[string]any{"status": "failed", "expiresAt": testapp.StartTime.Add(-time.Minute)}, "expired"},
		"refused@example.com": {map[string]any{"status": "suppressed"}, "suppression list"},
	} {
		id := welcome(t, h, address)
		set(t, h, id, c.values)
		if strings.HasPrefix(address, "refused") {
			suppressions, err := h.PB.FindCollectionByNameOrId("suppressions")
			if err != nil {
				t.Fatal(err)
			}
			record := core.NewRecord(suppressions)
			record.Load(map[string]any{"email": address, "scope": "all", "reason": "asked"})
			if err := h.PB.Save(record); err != nil {
				t.Fatal(err)
			}
		}
		answer := admin.Post("/api/emails/"+id+"/send-again", map[string]any{"confirmed": true})
		if answer.Status != 409 || !strings.Contains(answer.Message(), c.want) {
			t.Errorf("%s: status = %d, body = %s, want 409 with %q", address, answer.Status, answer.Body, c.want)
		}
	}
	h.Drain()
	if n := len(h.Brevo.Messages("")); n != 0 {
		t.Errorf("%d emails were sent, want none", n)
	}
}

func TestResendFailedQueuesAllFailedEmails(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	for i := range 3 {
		set(t, h, welcome(t, h, fmt.Sprintf("f%d@example.com", i)), map[string]any{"status": "failed"})
	}
	set(t, h, row(t, h, "f2@example.com").Id, map[string]any{"expiresAt": testapp.StartTime})
	if answer := admin.Post("/api/emails/send-again", nil); answer.Status != 200 || answer.JSON["queued"] != 2.0 {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Post("/api/emails/send-again", nil); answer.JSON["queued"] != 0.0 {
		t.Errorf("second request: body = %s, want none queued", answer.Body)
	}
	h.Drain()
	if n := len(h.Brevo.Messages("")); n != 2 {
		t.Errorf("%d emails, want 2", n)
	}
}

func TestSendTestSendsAnEmailAndShowsItsEvents(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	sent := admin.Post("/api/providers/brevo/test", map[string]any{})
	if sent.Status != 202 || sent.JSON["emailAddress"] != testapp.AdminEmail {
		t.Fatalf("status = %d, body = %s", sent.Status, sent.Body)
	}
	if mails := h.Inbox(testapp.AdminEmail); len(mails) != 1 || !strings.Contains(mails[0].Subject, "test email") {
		t.Fatalf("emails = %+v, want one test", mails)
	}
	id, _ := sent.JSON["id"].(string)
	hook := h.Visitor()
	hook.Header.Set("Authorization", "Bearer "+testapp.WebhookToken)
	event := map[string]any{
		"event":           "delivered",
		"email":           testapp.AdminEmail,
		"X-Mailin-custom": id,
		"message-id":      "<m1>",
		"ts_epoch":        testapp.StartTime.UnixMilli(),
	}
	if answer := hook.Post("/api/webhooks/brevo", event); answer.Status != 200 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	detail := admin.Get("/api/emails/" + id)
	events, _ := detail.JSON["events"].([]any)
	if detail.JSON["status"] != "delivered" || len(events) != 1 {
		t.Errorf("email = %.500s, want delivered with one event", detail.Body)
	}
	if answer := admin.Post(
		"/api/providers/brevo/test", map[string]any{"email": "a@example.com\r\nBcc: b@example.com"},
	); answer.Status != 400 || answer.Field("email") == "" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	for range 8 {
		sent = admin.Post("/api/providers/brevo/test", map[string]any{})
	}
	if sent.Status != 429 {
		t.Errorf("tenth test: status = %d, want 429", sent.Status)
	}
	h.Clock.Advance(200 * 24 * time.Hour)
	if err := h.Delivery.Purge(); err != nil {
		t.Fatal(err)
	}
	if n, _ := h.PB.CountRecords("email_events"); n != 0 {
		t.Errorf("%d events after the purge, want none", n)
	}
}

func TestSuperuserResetLinkUsesTheConfiguredSite(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	superuser := h.SignedIn(core.CollectionNameSuperusers, map[string]any{"email": "root@example.com"})
	if a := superuser.Send(
		"PATCH", "/api/settings", map[string]any{"meta": map[string]any{"appURL": "https://evil.example"}},
	); a.Status != 200 {
		t.Fatalf("status = %d, body = %s", a.Status, a.Body)
	}
	if a := h.Visitor().
		Post("/api/collections/_superusers/request-password-reset", map[string]any{"email": "root@example.com"}); a.Status != 204 {
		t.Fatalf("status = %d, body = %s", a.Status, a.Body)
	}
	for range 1000 { // PocketBase sends the email after its response.
		if h.PB.TestMailer.TotalSend() > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if sent := h.PB.TestMailer.LastMessage(); !strings.Contains(sent.HTML,
		`"http://boardcircle.test/_/#/auth/confirm-password-reset/`) {
		t.Errorf("HTML = %s, want a link to the configured site", sent.HTML)
	}
}

func TestHTMLOfAnEmailIsServedWithAStrictPolicy(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	id := welcome(t, h, "reader@example.com")
	path := "/api/emails/" + id + "/html"
	admin.Header.Set("Sec-Fetch-Site", "same-origin")
	admin.Header.Set("Sec-Fetch-Dest", "iframe")
	answer := admin.Get(path)
	if answer.Status != 200 || !strings.Contains(answer.Body, "<style") || !strings.Contains(answer.Body, "Asha Rao") ||
		answer.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("status = %d, headers = %v, body = %s", answer.Status, answer.Header, answer.Body)
	}
	const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox"
	if got := answer.Header.Get("Content-Security-Policy"); got != policy {
		t.Errorf("Content-Security-Policy = %q, want %q", got, policy)
	}
	if answer := admin.Get("/api/emails/" + id); answer.Status != 403 {
		t.Errorf("another route in a frame: status = %d, want 403", answer.Status)
	}
	admin.Header.Set("Sec-Fetch-Site", "cross-site")
	if answer := admin.Get(path); answer.Status != 403 {
		t.Errorf("in a frame of another site: status = %d, want 403", answer.Status)
	}
}
