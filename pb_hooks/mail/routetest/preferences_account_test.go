package routetest

import (
	"net/http"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestMembersChooseTheirEmailsInTheirAccount(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	account := h.CreateAccount("users", map[string]any{"email": "asha@example.com", "verified": true})
	v := h.SignedInAs(account)
	put := func(v *testapp.Visitor, want int, topics ...any) testapp.Response {
		t.Helper()
		a := v.Send(http.MethodPut, "/api/user/email-preferences", map[string]any{"topics": topics})
		if a.Status != want {
			t.Fatalf("%v: status = %d, want %d; body: %s", topics, a.Status, want, a.Body)
		}
		return a
	}
	put(v, http.StatusOK, "membership")
	expectWants(t, h, "asha@example.com", "membership")
	put(v, http.StatusBadRequest, "membership", "receipts")
	put(v, http.StatusOK, "news", "membership")
	expectWants(t, h, "asha@example.com", "news membership")
	if n, err := h.PB.CountRecords("email_choices"); err != nil || n != 4 {
		t.Errorf("%d stored choices, want 4; error = %v", n, err)
	}
	if a := h.Visitor().Get("/api/user/email-preferences"); a.Status != http.StatusUnauthorized {
		t.Errorf("without an account: status = %d, want 401; body: %s", a.Status, a.Body)
	}
}

func TestUnverifiedAddressCanUnsubscribeButNotSubscribe(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	v := h.SignedInAs(h.CreateAccount("users", map[string]any{"email": "asha@example.com"}))
	if a := v.Send(
		http.MethodPut, "/api/user/email-preferences", map[string]any{"topics": []any{}},
	); a.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", a.Status, a.Body)
	}
	expectWants(t, h, "asha@example.com", "")
	if a := v.Send(
		http.MethodPut, "/api/user/email-preferences", map[string]any{"topics": []any{"news"}},
	); a.Status != http.StatusConflict {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
	expectWants(t, h, "asha@example.com", "")
}
