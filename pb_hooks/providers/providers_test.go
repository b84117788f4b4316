package providers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/providers"
)

func states(t *testing.T, admin *testapp.Visitor) (razorpay, brevo map[string]any) {
	t.Helper()
	answer := admin.Get("/api/providers")
	var all []map[string]any
	if err := json.Unmarshal([]byte(answer.Body), &all); err != nil || len(all) != 2 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return all[0], all[1]
}

func TestTheStateOfAProviderFollowsItsCallsAndSurvivesARestart(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	razorpay, brevo := states(t, admin)
	if razorpay["lastSuccessAt"] != "" || razorpay["mode"] != "test" || razorpay["keyId"] != testapp.RazorpayKeys.ID ||
		brevo["webhookConfigured"] != true {
		t.Errorf("at first: %v %v", razorpay, brevo)
	}
	if tried := admin.Post("/api/providers/razorpay/test", nil); tried.Status != 200 || tried.JSON["ok"] != true {
		t.Errorf("%d %s", tried.Status, tried.Body)
	}
	h.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.Unauthorised, Times: 1})
	email := outbox.Email{
		Kind:   emails.KindTest,
		To:     outbox.Address{Email: "asha@example.com"},
		Params: map[string]string{"at": h.Clock.Now().UTC().Format(time.RFC3339)},
	}
	if err := h.Outbox.Enqueue(h.PB, email); err != nil {
		t.Fatal(err)
	}
	h.Drain()
	razorpay, brevo = states(t, admin)
	if razorpay["lastSuccessAt"] == "" || brevo["lastError"] == "" || brevo["pausedUntil"] == "" ||
		brevo["waiting"] != 1.0 {
		t.Errorf("after a success and a failure: %v %v", razorpay, brevo)
	}
	if err := h.Providers.Flush(); err != nil {
		t.Fatal(err)
	}
	again, err := providers.New(h.PB, config.Config{}, h.Audit, h.Clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Flush(); err != nil {
		t.Fatal(err)
	}
	row, err := h.PB.FindFirstRecordByData("provider_states", "provider", "brevo")
	if err != nil || row.GetString("lastError") != brevo["lastError"] {
		t.Errorf("%v, %v", row, err)
	}
	if n, _ := h.PB.CountRecords("provider_states"); n != 2 {
		t.Errorf("%d rows", n)
	}
}

func TestACallThatItsCallerCancelledIsNoFailure(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	h.Providers.RecordRazorpay(fmt.Errorf("%w: %w", razorpay.ErrUnavailable, context.Canceled))
	if state, _ := states(t, admin); state["lastError"] != "" || state["lastSuccessAt"] != "" {
		t.Errorf("state = %v, want no result", state)
	}
	h.Providers.RecordRazorpay(fmt.Errorf("%w: %w", razorpay.ErrUnavailable, context.DeadlineExceeded))
	if state, _ := states(t, admin); state["lastError"] == "" {
		t.Errorf("state = %v, want the timeout", state)
	}
}

func TestAStateThatCouldNotBeSavedIsSavedLater(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	h.Providers.RecordRazorpay(nil)
	rename := func(from, to string) {
		t.Helper()
		if _, err := h.PB.NonconcurrentDB().RenameTable(from, to).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	rename("provider_states", "moved")
	if err := h.Providers.Flush(); err == nil {
		t.Error("Flush without the table: no error")
	}
	rename("moved", "provider_states")
	if err := h.Providers.Flush(); err != nil {
		t.Fatal(err)
	}
	if n, err := h.PB.CountRecords("provider_states"); n != 1 || err != nil {
		t.Errorf("%d rows, error = %v, want 1", n, err)
	}
}

func TestARefusedKeyIsReportedWithoutBeingShown(t *testing.T) {
	t.Parallel()
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay.KeySecret = "another-secret" }))
	admin := h.SignedIn("admins", nil)
	tried := admin.Post("/api/providers/razorpay/test", nil)
	sentence, _ := tried.JSON["sentence"].(string)
	if tried.Status != 200 || tried.JSON["ok"] != false || !strings.Contains(sentence, "refuses the key") ||
		strings.Contains(tried.Body, "another-secret") {
		t.Errorf("%d %s", tried.Status, tried.Body)
	}
	if razorpay, _ := states(t, admin); !strings.Contains(razorpay["lastError"].(string), "refuses the key") {
		t.Errorf("%v", razorpay)
	}
}

func TestAProviderWithoutAKeyNamesTheMissingVariable(t *testing.T) {
	t.Parallel()
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.Razorpay, c.Brevo = config.Razorpay{}, config.Brevo{}
	}))
	admin := h.SignedIn("admins", nil)
	razorpay, brevo := states(t, admin)
	if razorpay["configured"] != false || brevo["configured"] != false || razorpay["mode"] != "" {
		t.Errorf("%v %v", razorpay, brevo)
	}
	for path, variable := range map[string]string{"razorpay": "RAZORPAY_KEY_ID", "brevo": "BREVO_API_KEY"} {
		if answer := admin.Post(
			"/api/providers/"+path+"/test", map[string]any{"email": "a@example.com"},
		); answer.Status != 503 || !strings.Contains(answer.Message(), variable) {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
}

func TestNoResponseOfTheConsoleContainsASecret(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	h.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.Unauthorised, Times: 1})
	email := outbox.Email{
		Kind:   emails.KindTest,
		To:     outbox.Address{Email: "asha@example.com"},
		Params: map[string]string{"at": h.Clock.Now().UTC().Format(time.RFC3339)},
	}
	if err := h.Outbox.Enqueue(h.PB, email); err != nil {
		t.Fatal(err)
	}
	h.Drain()
	admin.Post("/api/providers/razorpay/test", nil)
	h.Visitor().Post("/api/webhooks/razorpay", map[string]any{"event": "x"})
	h.Clock.Advance(time.Hour)
	asked := 0
	for _, route := range h.Routes() {
		if route.Method != "GET" || strings.Contains(route.Path, "{") {
			continue
		}
		asked++
		answer := admin.Get(route.Path)
		for _, secret := range []string{
			testapp.RazorpayKeys.Secret, testapp.RazorpayKeys.WebhookSecret, testapp.RazorpayKeys.WebhookSecretPrevious,
			"test-key", testapp.WebhookToken,
		} {
			if strings.Contains(answer.Body, secret) {
				t.Errorf("GET %s shows %q", route.Path, secret)
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d routes were asked", asked)
	}
}

func TestEachWebhookRequestIsExplained(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	visitor := h.Visitor()
	visitor.Post("/api/webhooks/razorpay", map[string]any{"event": "payment.captured"})
	visitor.Header.Set("X-Razorpay-Signature", "00")
	visitor.Post("/api/webhooks/razorpay", map[string]any{"event": "payment.captured"})
	h.Clock.Advance(time.Second)
	list := func(query string) []map[string]any {
		t.Helper()
		var rows []map[string]any
		answer := admin.Get("/api/webhook-diagnostics" + query)
		if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		return rows
	}
	failed := list("?outcome=failed&page=1")
	if len(failed) != 2 || len(list("?outcome=verified")) != 0 {
		t.Fatalf("%v", failed)
	}
	words := failed[0]["explanation"].(string) + failed[1]["explanation"].(string)
	if !strings.Contains(words, "no signature") || !strings.Contains(words, "matches none of our secrets") {
		t.Errorf("%s", words)
	}
	if razorpay, _ := states(t, admin); razorpay["lastWebhookAt"] != "" {
		t.Errorf("an unsigned request counts as a webhook: %v", razorpay)
	}
}
