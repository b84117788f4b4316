package settings_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/settings"
)

const gstin = "27AAPFU0939F1ZV"

func settled(status string, more map[string]any) map[string]any {
	body := withPassword(map[string]any{"taxStatus": status, "taxAdviser": "S. Iyer, FCA",
		"taxSettledOn": "2026-11-20"})
	maps.Copy(body, more)
	return body
}

func TestTheTaxStatusNeedsAnAdviserADayAndAMatchingGSTIN(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"email": "kavita@example.com"})
	for field, body := range map[string]map[string]any{
		"taxStatus":     settled("perhaps", nil),
		"taxAdviser":    settled("unregistered", map[string]any{"taxAdviser": ""}),
		"taxSettledOn":  settled("unregistered", map[string]any{"taxSettledOn": "2026-02-30"}),
		"supplierGstin": settled("registered", nil),
		"lutNumber":     settled("unregistered", map[string]any{"lutNumber": "AD270426000001X", "lutYear": "2026-27"}),
		"lutYear":       settled("registered", map[string]any{"supplierGstin": gstin, "lutNumber": "AD270426000001X", "lutYear": "2026-28"}),
	} {
		if answer := put(admin, body); answer.Status != 400 || answer.Field(field) == "" {
			t.Errorf("%s: status = %d, want 400: %s", field, answer.Status, answer.Body)
		}
	}
	for _, body := range []map[string]any{
		settled("unregistered", map[string]any{"supplierGstin": gstin}),
		settled("registered", map[string]any{"supplierGstin": "27AAPFU0939F1ZW"}),
		settled("registered", map[string]any{"supplierGstin": "29AAGCB7383J1Z4"}), // of another state
	} {
		if answer := put(admin, body); answer.Status != 400 || answer.Field("supplierGstin") == "" {
			t.Errorf("%v: status = %d, want 400: %s", body, answer.Status, answer.Body)
		}
	}
	if answer := put(admin, settled("registered", map[string]any{"supplierGstin": gstin})); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	if mails := h.Inbox("kavita@example.com"); len(mails) != 1 ||
		!strings.Contains(mails[0].Text, "Registration for GST: registered") ||
		!strings.Contains(mails[0].Text, "Settled by: S. Iyer, FCA") {
		t.Errorf("%d emails, want one: %+v", len(mails), mails)
	}
}

// Otherwise a charge of a mandate or a payment of an open order could arrive with GST but without a registration.
func TestTheTaxStatusCannotBeRemoved(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	registered := settled("registered", map[string]any{"supplierGstin": gstin})
	for _, body := range []map[string]any{settled("unregistered", nil), registered} {
		if answer := put(admin, body); answer.Status != 200 {
			t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
		}
		for _, gstin := range []string{"", gstin} {
			unsettled := settled("", map[string]any{"supplierGstin": gstin})
			if answer := put(admin, unsettled); answer.Status != 400 ||
				!strings.Contains(answer.Field("taxStatus"), "stays settled") {
				t.Errorf("status = %d, want 400: %s", answer.Status, answer.Body)
			}
		}
		if answer := put(admin, map[string]any{"siteName": "Circle"}); answer.Status != 200 {
			t.Errorf("another change: status = %d, want 200: %s", answer.Status, answer.Body)
		}
	}
	record, err := h.PB.FindFirstRecordByData("settings", "key", "site")
	if err != nil {
		t.Fatal(err)
	}
	if h.PB.Delete(record) == nil {
		t.Error("the settings were deleted")
	}
	record.Set("taxStatus", "")
	if h.PB.Save(record) == nil {
		t.Error("the dashboard has removed the tax status")
	}
}

func TestAnUnregisteredSupplierChargesNoTax(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	if answer := admin.Post(
		"/api/membership-tiers", map[string]any{"name": "Founding", "price": "25000"},
	); answer.Status != 201 {
		t.Fatalf("status = %d, want 201: %s", answer.Status, answer.Body)
	}
	if answer := put(admin, settled("unregistered", nil)); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	if body := h.Visitor().Get("/api/membership-tiers").Body; !strings.Contains(body, `"gstRate":0`) ||
		!strings.Contains(body, `"totalAmount":"25000"`) {
		t.Errorf("the tiers do not have a rate of 0: %s", body)
	}
}

func TestTheSuppliersPINCodeBelongsToTheirState(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	for _, body := range []map[string]any{
		{"supplierPin": "560001"}, // the default state is Maharashtra
		{"supplierPin": "400001", "supplierState": "29"},
	} {
		if answer := put(admin, withPassword(body)); answer.Status != 400 ||
			!strings.Contains(answer.Field("supplierPin"), "another state") {
			t.Errorf("%v: status = %d, want 400 that names the PIN code: %s", body, answer.Status, answer.Body)
		}
	}
	for _, body := range []map[string]any{
		{"supplierPin": "400001"}, {"supplierPin": "560001", "supplierState": "29"}, {"supplierPin": ""},
	} {
		if answer := put(admin, withPassword(body)); answer.Status != 200 {
			t.Errorf("%v: status = %d, want 200: %s", body, answer.Status, answer.Body)
		}
	}
}

func TestALetterOfUndertakingIsValidForItsFinancialYear(t *testing.T) {
	t.Parallel()
	s := settings.Settings{Form: settings.Form{SupplierGSTIN: gstin, LUTNumber: "AD270426000001X", LUTYear: "2026-27"}}
	first := time.Date(2026, 3, 31, 18, 30, 0, 0, time.UTC) // the first instant of April in India
	for at, want := range map[time.Time]string{
		first: s.LUTNumber, first.Add(-time.Second): "", first.AddDate(1, 0, 0).Add(-time.Second): s.LUTNumber, first.AddDate(1, 0, 0): "",
	} {
		if got := s.LUT(at); got != want {
			t.Errorf("LUT(%v) = %q, want %q", at, got, want)
		}
	}
	if s.SupplierGSTIN = ""; s.LUT(first) != "" {
		t.Error("the letter is valid without a registration")
	}
}
