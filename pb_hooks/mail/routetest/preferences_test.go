package routetest

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/preferences"
)

var unsubscribeHeader = regexp.MustCompile(`^<http://boardcircle\.test(/unsubscribe/[A-Za-z0-9_-]{60,})>$`)

// unsubscribePath returns the path that a mail program would post to.
func unsubscribePath(t *testing.T, m fakebrevo.Message) string {
	t.Helper()
	found := unsubscribeHeader.FindStringSubmatch(m.Headers["List-Unsubscribe"])
	if found == nil || m.Headers["List-Unsubscribe-Post"] != "List-Unsubscribe=One-Click" {
		t.Fatalf("headers = %v, want one-click unsubscription", m.Headers)
	}
	return found[1]
}

// oneClick sends the request of a mail program: a form without a cookie, with the Origin and Sec-Fetch-Site of a
// webmail.
func oneClick(h *testapp.App, path string) testapp.Response {
	v := h.Visitor()
	v.Header = http.Header{
		"Content-Type":   {"application/x-www-form-urlencoded"},
		"Origin":         {"https://mail.example"},
		"Sec-Fetch-Site": {"cross-site"},
	}
	return v.Send(http.MethodPost, path, "List-Unsubscribe=One-Click")
}

func wants(t *testing.T, h *testapp.App, address string) (wanted []preferences.Topic) {
	t.Helper()
	preferences, err := h.Preferences.List(h.PB, address)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range preferences {
		if p.Wanted {
			wanted = append(wanted, p.Topic)
		}
	}
	return wanted
}

func expectWants(t *testing.T, h *testapp.App, address, want string) {
	t.Helper()
	names := []string{}
	for _, topic := range wants(t, h, address) {
		names = append(names, string(topic))
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("topics of %s = %q, want %q", address, got, want)
	}
}

func TestOneClickUnsubscribe(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	const reader = "reader@example.com"
	id := welcome(t, h, reader)
	message := h.Inbox(reader)[0]
	path := unsubscribePath(t, message)
	if strings.Contains(path, "reader") {
		t.Errorf("link = %s, want no email address in it", path)
	}

	for _, page := range []string{path, strings.Replace(path, "/unsubscribe/", "/preferences/", 1)} {
		answer := h.Visitor().Get(page)
		if answer.Status != 200 || !strings.Contains(answer.Body, "re•••@example.com") ||
			strings.Contains(answer.Body, reader) {
			t.Errorf("%s: status = %d, body = %s, want the masked address", page, answer.Status, answer.Body)
		}
	}
	expectWants(t, h, reader, "news events membership") // A GET changes nothing.

	if answer := oneClick(h, path); answer.Status != 200 || !strings.Contains(answer.Body, "You are unsubscribed") {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	expectWants(t, h, reader, "news events")
	if row(t, h, reader).GetDateTime("unsubscribedAt").IsZero() {
		t.Error("unsubscribedAt of the email is empty")
	}

	// The next email of the topic is suppressed.
	set(t, h, id, map[string]any{"status": "queued"})
	h.Drain()
	if status := row(t, h, reader).GetString("status"); status != "suppressed" {
		t.Errorf("status of the next email = %s, want suppressed", status)
	}
	if answer := oneClick(h, path); answer.Status != 200 {
		t.Errorf("second click: status = %d, want 200", answer.Status)
	}
	choices, err := h.PB.FindAllRecords("email_choices", dbx.HashExp{"email": reader})
	if err != nil || len(choices) != 1 || choices[0].GetString("source") != "one-click" ||
		choices[0].GetString("emailId") != id {
		t.Errorf("choices = %v, error = %v, want one of the email", choices, err)
	}
}

func TestSecurityEmailsHaveNoUnsubscribeLinkAndIgnoreChoices(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	h.CreateAccount("users", map[string]any{"email": "asha@example.com"})
	for _, topic := range preferences.Topics {
		if err := h.Preferences.Set(h.PB, "asha@example.com", topic, false, preferences.FromAccount); err != nil {
			t.Fatal(err)
		}
	}
	h.Visitor().Post("/api/forgot-password", map[string]any{"email": "asha@example.com"})
	messages := h.Inbox("asha@example.com")
	if len(messages) != 1 || messages[0].Headers["List-Unsubscribe"] != "" ||
		strings.Contains(messages[0].HTML, "/preferences/") {
		t.Errorf("emails = %v, want one without an unsubscribe link", messages)
	}
}

func TestPreferencesFormStoresAChoiceForEachTopic(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	const reader = "reader@example.com"
	welcome(t, h, reader)
	path := strings.Replace(unsubscribePath(t, h.Inbox(reader)[0]), "/unsubscribe/", "/preferences/", 1)
	post := func(form string) {
		t.Helper()
		v := h.Visitor()
		v.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if answer := v.Send(http.MethodPost, path, form); answer.Status != 200 ||
			!strings.Contains(answer.Body, "Your choice was saved.") {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	post("topic=events")
	expectWants(t, h, reader, "events")
	post("topic=events&topic=news&topic=nonsense")
	expectWants(t, h, reader, "news events")
	post("")
	expectWants(t, h, reader, "")
}

func TestUnsubscribeEventOfBrevoCoversAllTopicsUntilTheReaderChooses(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	provider := h.Visitor()
	provider.Header.Set("Authorization", "Bearer "+testapp.WebhookToken)
	for _, event := range []string{"unsubscribed", "spam", "hard_bounce", "invalid_email"} {
		provider.Post("/api/webhooks/brevo", map[string]any{
			"event":      event,
			"email":      event + "@example.com",
			"message-id": event,
			"ts_epoch":   1785742200,
		})
		expectWants(t, h, event+"@example.com", "")
		if err := h.Preferences.Set(
			h.PB, event+"@example.com", preferences.TopicEvents, true, preferences.FromAccount,
		); err != nil {
			t.Fatal(err)
		}
	}
	expectWants(t, h, "unsubscribed@example.com", "events")
	expectWants(t, h, "spam@example.com", "events")
	// A choice does not lift the suppression of an address that does not exist.
	expectWants(t, h, "hard_bounce@example.com", "")
	expectWants(t, h, "invalid_email@example.com", "")
}

func TestForgedUnsubscribeLinksAreRefused(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	welcome(t, h, "reader@example.com")
	path := unsubscribePath(t, h.Inbox("reader@example.com")[0])
	for _, bad := range []string{"/unsubscribe/x", path + "A", path[:len(path)-5], "/unsubscribe/" + strings.Repeat("A", 90)} {
		if got := h.Visitor().Get(bad).Status; got != 404 {
			t.Errorf("GET %s: status = %d, want 404", bad, got)
		}
		if got := oneClick(h, bad).Status; got != 404 {
			t.Errorf("POST %s: status = %d, want 404", bad, got)
		}
	}
	// Tokens of another kind and links of another site are refused.
	h.CreateAccount("users", map[string]any{"email": "asha@example.com"})
	h.Visitor().Post("/api/forgot-password", map[string]any{"email": "asha@example.com"})
	reset := regexp.MustCompile(`token=([^\s"&]+)`).FindStringSubmatch(h.Inbox("asha@example.com")[0].Text)
	other := testapp.New(t)
	welcome(t, other, "reader@example.com")
	otherSite := unsubscribePath(t, other.Inbox("reader@example.com")[0])
	for _, bad := range []string{"/unsubscribe/" + reset[1], otherSite, strings.Replace(otherSite, "/unsubscribe/", "/preferences/", 1)} {
		if got := h.Visitor().Get(bad).Status; got != 404 {
			t.Errorf("GET %s: status = %d, want 404", bad, got)
		}
		if got := oneClick(h, bad).Status; got != 404 {
			t.Errorf("POST %s: status = %d, want 404", bad, got)
		}
	}
	expectWants(t, h, "reader@example.com", "news events membership")
	// A link is valid for years, because people read old emails.
	h.Clock.Advance(3 * 365 * 24 * time.Hour)
	if got := oneClick(h, path).Status; got != 200 {
		t.Errorf("status after three years = %d, want 200", got)
	}
	expectWants(t, h, "reader@example.com", "news events")
}

func TestAdminListsAndLiftsSuppressions(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	if err := h.Preferences.Set(
		h.PB, "reader@example.com", preferences.TopicNews, false, preferences.FromAccount,
	); err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal(
		[]byte(admin.Get("/api/suppressions?page=1&scope=news&search=READER").Body), &list,
	); err != nil || len(list) != 1 {
		t.Fatalf("suppressions = %v, error = %v, want one", list, err)
	}
	if list[0]["email"] != "reader@example.com" || list[0]["scope"] != "news" || list[0]["reason"] != "unsubscribed" ||
		list[0]["createdAt"] == "" {
		t.Errorf("suppression = %v", list[0])
	}
	path := "/api/suppressions/" + list[0]["id"].(string) + "/lift"
	if answer := admin.Post(path, map[string]any{"reason": " "}); answer.Status != 400 || answer.Field("reason") == "" {
		t.Errorf("without a reason: status = %d, body = %s, want 400 with an error for reason", answer.Status, answer.Body)
	}
	expectWants(t, h, "reader@example.com", "events membership")
	if answer := admin.Post(path, map[string]any{"reason": "They asked for it on the phone"}); answer.Status != 204 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	expectWants(t, h, "reader@example.com", "news events membership")
	if answer := admin.Post(path, map[string]any{"reason": "Once more"}); answer.Status != 404 {
		t.Errorf("second time: status = %d, want 404", answer.Status)
	}
}
