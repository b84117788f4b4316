package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/settings"
)

const path = "/api/admin/settings"

func put(h *testapp.Visitor, values map[string]any) testapp.Response {
	return h.Send(http.MethodPut, path, values)
}

func TestASettingIsOnThePagesInTheConfigAndInLettersAtOnce(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	before := admin.Get("/api/config")
	if before.JSON["siteName"] != "Boardcircle" || before.JSON["eventDay"] != "September 16th" || before.JSON["figureMembers"] != "300+" {
		t.Fatalf("%s", before.Body)
	}
	answer := put(admin, withPassword(map[string]any{
		"siteName": "Circle & Co", "contactEmail": "HELLO@Circle.example", "contactPhone": "+91 80 1234 5678", "contactPlace": "Pune, India",
		"eventDate": "2027-03-02", "figureMembers": "450+", "figureTarget": "12,000", "figureShare": "19.1%", "notificationEmail": "desk@circle.example",
	}))
	if answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	config := h.Visitor().Get("/api/config")
	for name, want := range map[string]string{
		"siteName": "Circle & Co", "contactEmail": "hello@circle.example", "contactPlace": "Pune, India",
		"eventDay": "March 2nd", "figureMembers": "450+", "providerUrl": "https://mentoring.example",
	} {
		if config.JSON[name] != want {
			t.Errorf("%s is %v", name, config.JSON[name])
		}
	}
	landing := h.Visitor().Get("/api/site/landing").Body
	for _, want := range []string{"12,000 Women", "450+", "19.1%", "March 2nd"} {
		if !strings.Contains(landing, want) {
			t.Errorf("the landing page does not say %q", want)
		}
	}
	if strings.Contains(landing, "16 September") || strings.Contains(landing, "10,000") {
		t.Error("the landing page still says the defaults")
	}
	if !strings.Contains(h.Visitor().Get("/.well-known/security.txt").Body, "hello@circle.example") {
		t.Error("security.txt names the old address")
	}
	nominate(t, h, "asha@example.com")
	letters := h.Inbox("asha@example.com")
	if len(letters) != 1 || !strings.Contains(letters[0].Text, "March 2nd") || !strings.Contains(letters[0].Text, "Circle & Co, Pune, India") {
		t.Errorf("%+v", letters)
	}
	if len(h.Inbox("desk@circle.example")) != 1 || len(h.Inbox(testapp.AdminEmail)) != 0 {
		t.Error("the notice went to the old address")
	}
}

func nominate(t *testing.T, h *testapp.App, email string) {
	t.Helper()
	answer := h.Visitor().Post("/api/registrations", map[string]any{
		"name": "Asha Rao", "email": email, "phone": "+919876543210", "currentDesignation": "Director", "companyName": "Rao Ltd",
		"industry": "technology", "yearsOfExperience": "10+", "directorType": "independent", "currentBoards": "Rao Ltd",
		"numberOfBoards": "1", "howDidYouHear": "linkedin", "whyInterested": "To help", "preferredMeetingFormat": "virtual", "agreeTerms": true,
	})
	if answer.Status != 201 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

func TestTheGSTRateIsInThePlansAtOnce(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	tier := map[string]any{"name": "Founding", "price": "25000"}
	if answer := admin.Post("/api/membership-tiers", tier); answer.Status != 201 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if body := h.Visitor().Get("/api/membership-tiers").Body; !strings.Contains(body, `"totalAmount":"29500"`) {
		t.Fatal(body)
	}
	if answer := put(admin, map[string]any{"gstRate": 12}); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if body := h.Visitor().Get("/api/membership-tiers").Body; !strings.Contains(body, `"totalAmount":"28000"`) {
		t.Error(body)
	}
}

func TestThePurchaseGateIsInThePlansAtOnce(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	tier := map[string]any{"name": "Founding", "price": "25000", "razorpayPaymentLink": "https://rzp.io/l/founding"}
	if answer := admin.Post("/api/membership-tiers", tier); answer.Status != 201 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	plans := func() string { return h.Visitor().Get("/api/membership-tiers").Body }
	if body := plans(); !strings.Contains(body, `"needsApproval":"false"`) || !strings.Contains(body, "rzp.io") {
		t.Fatal(body)
	}
	if answer := put(admin, withPassword(map[string]any{"purchaseNeedsApproval": "true"})); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if body := plans(); !strings.Contains(body, `"needsApproval":"true"`) || strings.Contains(body, "rzp.io") {
		t.Error(body)
	}
}

func TestTheSecondOfTwoAdminsIsTold(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	one, two := h.SignedIn("admins", nil), h.SignedIn("admins", nil)
	seen := one.Get(path).JSON["updatedAt"]
	if seen != "" {
		t.Errorf("settings that nobody has saved are of %v", seen)
	}
	if answer := put(one, map[string]any{"siteName": "One", "updatedAt": seen}); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	answer := put(two, map[string]any{"siteName": "Two", "updatedAt": seen})
	if answer.Status != 409 || !strings.Contains(answer.Message(), "Somebody else") {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if got := one.Get("/api/config").JSON["siteName"]; got != "One" {
		t.Errorf("the refused change stands: %v", got)
	}
	fresh := two.Get(path).JSON["updatedAt"]
	if answer := put(two, map[string]any{"siteName": "Two", "updatedAt": fresh}); answer.Status != 200 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestASettingThatIsWrongIsRefusedAtItsField(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	for _, c := range []struct {
		field string
		value any
	}{
		{"siteName", "Board\r\nBcc: all@example.com"}, {"siteName", strings.Repeat("a", 81)},
		{"contactEmail", "info@example.com\r\nX: y"}, {"contactEmail", "nobody"}, {"notificationEmail", "a@b, c@d.example"},
		{"contactPhone", "call us"}, {"providerUrl", "javascript:alert(1)"}, {"eventDate", "2026-02-30"}, {"eventDate", "16 September"},
		{"figureMembers", "<b>300</b>"}, {"gstRate", "-1"}, {"gstRate", 101}, {"gstRate", ""}, {"reviewVotes", 0}, {"reviewVotes", 21},
		{"supplierState", "25"}, {"supplierGstin", "27AAPFU0939F1ZW"}, {"supplierGstin", "29AAGCB7383J1Z4"},
		{"sacCode", "99"}, {"purchaseNeedsApproval", "perhaps"},
	} {
		answer := put(admin, map[string]any{c.field: c.value})
		if answer.Status != 400 || answer.Field(c.field) == "" {
			t.Errorf("%s = %v: %d %s", c.field, c.value, answer.Status, answer.Body)
		}
	}
	if n, _ := h.PB.CountRecords("settings"); n != 0 {
		t.Error("a refused change left something")
	}
	if answer := put(admin, map[string]any{"supplierState": "29", "supplierGstin": "29AAGCB7383J1Z4"}); answer.Status != 200 {
		t.Errorf("a right GSTIN: %d %s", answer.Status, answer.Body)
	}
	// the state alone can't be taken away from under its GSTIN
	if answer := put(admin, map[string]any{"supplierState": "27"}); answer.Status != 400 || answer.Field("supplierGstin") == "" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestAChangeOfTheSettingsIsAuditedWithBeforeAndAfter(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	put(admin, map[string]any{"siteName": "One"})
	put(admin, map[string]any{"siteName": "Two"})
	put(admin, map[string]any{"siteName": "Two"})
	rows, err := h.PB.FindRecordsByFilter("audit_log", "action = 'settings.updated'", "at,@rowid", 0, 0)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	last := rows[1]
	if last.GetString("before") != `{"siteName":"One"}` || last.GetString("after") != `{"siteName":"Two"}` {
		t.Errorf("%s -> %s", last.GetString("before"), last.GetString("after"))
	}
}

func TestWhatStaffSetInTheDashboardCountsAtOnceAndIsHeldToTheSameRules(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	made := staff.Post("/api/collections/settings/records", map[string]any{"key": "site", "gstRate": 18, "siteName": "From the dashboard"})
	if made.Status != 200 {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	if got := h.Visitor().Get("/api/config").JSON["siteName"]; got != "From the dashboard" {
		t.Errorf("the site is called %v", got)
	}
	id, _ := made.JSON["id"].(string)
	wrong := staff.Send(http.MethodPatch, "/api/collections/settings/records/"+id, map[string]any{"supplierGstin": "27AAPFU0939F1ZW"})
	if wrong.Status != 400 {
		t.Errorf("%d %s", wrong.Status, wrong.Body)
	}
	if answer := staff.Send(http.MethodDelete, "/api/collections/settings/records/"+id, nil); answer.Status != 204 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if got := h.Visitor().Get("/api/config").JSON["siteName"]; got != "Boardcircle" {
		t.Errorf("without settings the site is called %v", got)
	}
}

func TestATransactionReadsWhatItHasWritten(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	put(h.SignedIn("admins", nil), map[string]any{"gstRate": 5})
	if _, err := settings.Read(h.PB); err != nil {
		t.Fatal(err)
	}
	undone := h.PB.RunInTransaction(func(tx core.App) error {
		record, err := tx.FindFirstRecordByData("settings", "key", "site")
		if err != nil {
			return err
		}
		record.Set("gstRate", 7)
		if err := tx.Save(record); err != nil {
			return err
		}
		if s, _ := settings.Read(tx); s.GSTRate != 7 {
			t.Errorf("inside it is %d", s.GSTRate)
		}
		return http.ErrAbortHandler
	})
	if s, _ := settings.Read(h.PB); undone == nil || s.GSTRate != 5 {
		t.Errorf("after it was undone it is %d", s.GSTRate)
	}
}

func TestADayIsSaidWithItsEnding(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]string{
		"": "September 16th", "2027-01-01": "January 1st", "2027-05-22": "May 22nd", "2027-08-23": "August 23rd",
		"2027-02-11": "February 11th", "2027-06-12": "June 12th", "2027-07-13": "July 13th", "2027-12-31": "December 31st",
	} {
		if got := (settings.Settings{EventDate: date}).EventDay(); got != want {
			t.Errorf("%s is %s", date, got)
		}
	}
}
