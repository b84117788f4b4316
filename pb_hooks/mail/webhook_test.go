package mail

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// serveWebhook is a server whose one route is the webhook.
func (r *testOutbox) serveWebhook() string {
	r.t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		e := &core.RequestEvent{App: r.app}
		e.Response, e.Request = w, request
		if err := r.Webhook(e); err != nil {
			problem := router.ToApiError(err)
			w.WriteHeader(problem.Status)
			_ = json.NewEncoder(w).Encode(problem)
		}
	}))
	r.t.Cleanup(server.Close)
	return server.URL
}

func post(t *testing.T, url, authorization, body string) int {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", authorization)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

func TestTheWebhookOpensToItsTokenOnly(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	url := r.serveWebhook()
	for authorization, want := range map[string]int{
		"":                             401,
		"Bearer ":                      401,
		"Bearer wrong":                 401,
		webhookToken:                   401,
		"Basic " + webhookToken:        401,
		"bearer " + webhookToken:       401,
		"Bearer " + webhookToken + "x": 401,
		"Bearer " + webhookToken:       200,
	} {
		if got := post(t, url, authorization, `{"event":"delivered","email":"a@example.com"}`); got != want {
			t.Errorf("%q gets %d, not %d", authorization, got, want)
		}
	}
	r.cfg.Brevo.WebhookToken = ""
	for _, authorization := range []string{"", "Bearer ", "Bearer " + webhookToken} {
		if got := post(t, url, authorization, `{}`); got != 401 {
			t.Errorf("without a token configured %q gets %d", authorization, got)
		}
	}
}

func TestWhatTheWebhookTakes(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	url := r.serveWebhook()
	one := `{"event":"delivered","email":"a@example.com","ts_epoch":1693000000000,"message-id":"<%d>"}`
	list := func(n int) string {
		events := make([]string, n)
		for i := range events {
			events[i] = fmt.Sprintf(one, i)
		}
		return "[" + strings.Join(events, ",") + "]"
	}
	for _, c := range []struct {
		name, body string
		want       int
		stored     int
	}{
		{"one event", fmt.Sprintf(one, 9000), 200, 1},
		{"the same again", fmt.Sprintf(one, 9000), 200, 0},
		{"no event", "[]", 200, 0},
		{"a full batch", list(500), 200, 500},
		{"more than a batch", list(501), 400, 0},
		{"odd entries among good ones", `[7, null, {}, {"event":["x"]}, ` + fmt.Sprintf(one, 9001) + `]`, 200, 1},
		{"only odd entries", `[7, {}]`, 400, 0},
		{"numbers as texts", `{"event":"opened","email":"a@example.com","ts_epoch":"1693000000","message-id":77,"tags":"x"}`, 200, 1},
		{"no JSON", `event=delivered`, 400, 0},
		{"nothing", ``, 400, 0},
		{"a body without end", `{"event":"delivered","reason":"` + strings.Repeat("x", maxWebhookBody) + `"}`, 413, 0},
	} {
		before, _ := r.app.CountRecords("email_events")
		if got := post(t, url, "Bearer "+webhookToken, c.body); got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
		if after, _ := r.app.CountRecords("email_events"); int(after-before) != c.stored {
			t.Errorf("%s: %d stored, not %d", c.name, after-before, c.stored)
		}
	}
}

func TestAnEventThatCannotBeStoredIsAskedForAgain(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	url := r.serveWebhook()
	_, err := r.app.NonconcurrentDB().NewQuery("ALTER TABLE email_events RENAME TO away").Execute()
	if err != nil {
		t.Fatal(err)
	}
	if got := post(t, url, "Bearer "+webhookToken, `{"event":"delivered"}`); got != http.StatusTooManyRequests {
		t.Errorf("it answers %d, and the event is gone", got)
	}
	if _, err := r.app.NonconcurrentDB().NewQuery("ALTER TABLE away RENAME TO email_events").Execute(); err != nil {
		t.Fatal(err)
	}
	if got := post(t, url, "Bearer "+webhookToken, `{"event":"delivered"}`); got != 200 {
		t.Errorf("it answers %d", got)
	}
}
