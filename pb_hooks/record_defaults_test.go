package hooks_test

import (
	"fmt"
	"net/http"
	"testing"

	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestRecordsCreatedInTheDashboardGetTheirDefaults(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	staff := h.SignedIn("_superusers", nil)
	type record = map[string]any
	for collection, c := range map[string]struct{ sent, want record }{
		"membership_tiers": {
			record{"name": "Gold", "slug": "gold", "price": "25000"},
			record{"currency": "INR", "duration": "lifetime", "isActive": true, "buttonText": "Choose Plan", "buttonColor": "#0052CC", "sortOrder": 0.0,
				"modules": modules.Circle()},
		},
		"users": {
			record{"name": "Asha Rao", "email": "asha@example.com", "password": testapp.Password, "passwordConfirm": testapp.Password},
			record{"isActive": true, "requestType": "enquiry", "isAdmin": false},
		},
		"transactions": {record{"amount": 2500000, "customerEmail": "asha@example.com"}, record{"currency": "INR", "status": "pending"}},
		"email_logs":   {record{"emailAddress": "asha@example.com", "kind": "welcome"}, record{"status": "queued"}},
	} {
		path := "/api/collections/" + collection + "/records"
		answer := staff.Post(path, c.sent)
		if answer.Status != http.StatusOK {
			t.Errorf("%s: status = %d, want 200: %s", collection, answer.Status, answer.Body)
			continue
		}
		for field, want := range c.want {
			if got := answer.JSON[field]; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s.%s = %v, want %v", collection, field, got, want)
			}
		}
	}
	// An explicit value is stored, but an empty text counts as omitted.
	answer := staff.Post("/api/collections/membership_tiers/records", record{
		"name": "Silver", "slug": "silver", "price": "100", "isActive": false, "currency": "USD", "buttonText": "",
	})
	if answer.JSON["isActive"] != false || answer.JSON["currency"] != "USD" ||
		answer.JSON["buttonText"] != "Choose Plan" {
		t.Errorf("the explicit values are not stored: status = %d: %s", answer.Status, answer.Body)
	}
}
