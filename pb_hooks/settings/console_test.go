package settings_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

const path = "/api/admin/settings"

func put(h *testapp.Visitor, values map[string]any) testapp.Response {
	return h.Send(http.MethodPut, path, values)
}

func TestChangeAppliesImmediatelyToPagesConfigAndEmails(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	before := admin.Get("/api/config")
	if before.JSON["siteName"] != "Boardcircle" || before.JSON["eventDay"] != "September 16th" ||
		before.JSON["figureMembers"] != "300+" {
		t.Fatalf("the config does not have the defaults: %s", before.Body)
	}
	answer := put(admin, withPassword(map[string]any{
		"siteName":          "Circle & Co",
		"contactEmail":      "HELLO@Circle.example",
		"contactPhone":      "+91 80 1234 5678",
		"contactPlace":      "Pune, India",
		"eventDate":         "2027-03-02",
		"figureMembers":     "450+",
		"figureTarget":      "12,000",
		"figureShare":       "19.1%",
		"notificationEmail": "team@circle.example",
	}))
	if answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	config := h.Visitor().Get("/api/config")
	for name, want := range map[string]string{
		"siteName": "Circle & Co", "contactEmail": "hello@circle.example", "contactPlace": "Pune, India",
		"eventDay": "March 2nd", "figureMembers": "450+", "providerUrl": "https://mentoring.example",
	} {
		if config.JSON[name] != want {
			t.Errorf("%s = %v, want %s", name, config.JSON[name], want)
		}
	}
	landing := h.Visitor().Get("/api/site/texts/landing").Body
	for _, want := range []string{"12,000 Women", "450+", "19.1%", "March 2nd"} {
		if !strings.Contains(landing, want) {
			t.Errorf("the landing page does not contain %q", want)
		}
	}
	if strings.Contains(landing, "16 September") || strings.Contains(landing, "10,000") {
		t.Error("the landing page still has the defaults")
	}
	if !strings.Contains(h.Visitor().Get("/.well-known/security.txt").Body, "hello@circle.example") {
		t.Error("security.txt does not have the new address")
	}
	nominate(t, h, "asha@example.com")
	emails := h.Inbox("asha@example.com")
	if len(emails) != 1 || !strings.Contains(emails[0].Text, "March 2nd") ||
		!strings.Contains(emails[0].Text, "Circle & Co, Pune, India") {
		t.Errorf("emails = %+v, want one with the new texts", emails)
	}
	if len(h.Inbox("team@circle.example")) != 1 || len(h.Inbox(testapp.AdminEmail)) != 0 {
		t.Error("the notice was not sent to the new address alone")
	}
}

func nominate(t *testing.T, h *testapp.App, email string) {
	t.Helper()
	answer := h.Visitor().Post("/api/registrations", testapp.Nomination(email))
	if answer.Status != 201 {
		t.Fatalf("status = %d, want 201: %s", answer.Status, answer.Body)
	}
}

func TestGSTRateAppliesImmediatelyToTiers(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	tier := map[string]any{"name": "Founding", "price": "25000"}
	if answer := admin.Post("/api/membership-tiers", tier); answer.Status != 201 {
		t.Fatalf("status = %d, want 201: %s", answer.Status, answer.Body)
	}
	if body := h.Visitor().Get("/api/membership-tiers").Body; !strings.Contains(body, `"totalAmount":"29500"`) {
		t.Fatalf("the total is not 29500: %s", body)
	}
	if answer := put(admin, withPassword(map[string]any{"gstRate": 12})); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	if body := h.Visitor().Get("/api/membership-tiers").Body; !strings.Contains(body, `"totalAmount":"28000"`) {
		t.Errorf("the total is not 28000: %s", body)
	}
}

func TestPurchaseApprovalAppliesImmediatelyToTiers(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	tier := map[string]any{
		"name":                "Founding",
		"price":               "25000",
		"razorpayPaymentLink": "https://rzp.io/l/founding",
		"password":            testapp.Password,
	}
	if answer := admin.Post("/api/membership-tiers", tier); answer.Status != 201 {
		t.Fatalf("status = %d, want 201: %s", answer.Status, answer.Body)
	}
	plans := func() string { return h.Visitor().Get("/api/membership-tiers").Body }
	if body := plans(); !strings.Contains(body, `"isApprovalRequired":"false"`) || !strings.Contains(body, "rzp.io") {
		t.Fatalf("approval is required, or the link is missing: %s", body)
	}
	if answer := put(admin, withPassword(map[string]any{"purchaseNeedsApproval": "true"})); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	if body := plans(); !strings.Contains(body, `"isApprovalRequired":"true"`) || strings.Contains(body, "rzp.io") {
		t.Errorf("approval is not required, or the link is shown: %s", body)
	}
}

func TestStaleUpdateIsRefused(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	one, two := h.SignedIn("admins", nil), h.SignedIn("admins", nil)
	seen := one.Get(path).JSON["updatedAt"]
	if seen != "" {
		t.Errorf("updatedAt of settings that were never saved = %v, want none", seen)
	}
	if answer := put(one, map[string]any{"siteName": "One", "updatedAt": seen}); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	answer := put(two, map[string]any{"siteName": "Two", "updatedAt": seen})
	if answer.Status != 409 || !strings.Contains(answer.Message(), "Another admin") {
		t.Errorf("status = %d, want 409: %s", answer.Status, answer.Body)
	}
	if got := one.Get("/api/config").JSON["siteName"]; got != "One" {
		t.Errorf("the refused change was saved: siteName = %v", got)
	}
	fresh := two.Get(path).JSON["updatedAt"]
	if answer := put(two, map[string]any{"siteName": "Two", "updatedAt": fresh}); answer.Status != 200 {
		t.Errorf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
}

func TestInvalidValueIsRefusedAtItsField(t *testing.T) {
	t.Parallel()
	h := testapp.NewFresh(t)
	admin := h.SignedIn("admins", nil)
	for _, c := range []struct {
		field string
		value any
	}{
		{"siteName", "Board\r\nBcc: all@example.com"}, {"siteName", strings.Repeat("a", 81)},
		{"contactEmail", "info@example.com\r\nX: y"}, {"contactEmail", "no address"}, {"notificationEmail", "a@b, c@d.example"},
		{"contactPhone", "call us"}, {"providerUrl", "javascript:alert(1)"}, {"eventDate", "2026-02-30"}, {"eventDate", "16 September"},
		{"figureMembers", "<b>300</b>"}, {"gstRate", "-1"}, {"gstRate", 101}, {"gstRate", ""}, {"reviewVotes", 0}, {"reviewVotes", 21},
		{"supplierState", "25"}, {"supplierGstin", "27AAPFU0939F1ZW"}, {"supplierGstin", "29AAGCB7383J1Z4"},
		{"sacCode", "99"}, {"purchaseNeedsApproval", "perhaps"},
	} {
		answer := put(admin, map[string]any{c.field: c.value})
		if answer.Status != 400 || answer.Field(c.field) == "" {
			t.Errorf("%s = %v: status = %d, want 400: %s", c.field, c.value, answer.Status, answer.Body)
		}
	}
	if n, _ := h.PB.CountRecords("settings"); n != 0 {
		t.Error("a refused change was stored")
	}
	if answer := put(
		admin, withPassword(map[string]any{"supplierState": "29", "supplierGstin": "29AAGCB7383J1Z4"}),
	); answer.Status != 200 {
		t.Errorf("a valid GSTIN: status = %d, want 200: %s", answer.Status, answer.Body)
	}
	// The state can't be changed without its GSTIN.
	if answer := put(admin, withPassword(map[string]any{"supplierState": "27"})); answer.Status != 400 ||
		answer.Field("supplierGstin") == "" {
		t.Errorf("status = %d, want 400: %s", answer.Status, answer.Body)
	}
}

func TestChangeIsAuditedWithBeforeAndAfter(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	put(admin, map[string]any{"siteName": "One"})
	put(admin, map[string]any{"siteName": "Two"})
	put(admin, map[string]any{"siteName": "Two"})
	rows, err := h.PB.FindRecordsByFilter("audit_log", "action = 'settings.updated'", "at,@rowid", 0, 0)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, %v, want 2", len(rows), err)
	}
	last := rows[1]
	if last.GetString("before") != `{"siteName":"One"}` || last.GetString("after") != `{"siteName":"Two"}` {
		t.Errorf("the entry has %s -> %s", last.GetString("before"), last.GetString("after"))
	}
}

func TestDashboardChangeIsValidatedAndAppliesImmediately(t *testing.T) {
	t.Parallel()
	h := testapp.NewFresh(t)
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	created := staff.Post("/api/collections/settings/records",
		map[string]any{"key": "site", "gstRate": 18, "siteName": "From the dashboard"})
	if created.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", created.Status, created.Body)
	}
	if got := h.Visitor().Get("/api/config").JSON["siteName"]; got != "From the dashboard" {
		t.Errorf("siteName = %v, want From the dashboard", got)
	}
	id, _ := created.JSON["id"].(string)
	invalid := staff.Send(http.MethodPatch, "/api/collections/settings/records/"+id,
		map[string]any{"supplierGstin": "27AAPFU0939F1ZW"})
	if invalid.Status != 400 {
		t.Errorf("status = %d, want 400: %s", invalid.Status, invalid.Body)
	}
	if answer := staff.Send(http.MethodDelete, "/api/collections/settings/records/"+id, nil); answer.Status != 204 {
		t.Errorf("status = %d, want 204: %s", answer.Status, answer.Body)
	}
	if got := h.Visitor().Get("/api/config").JSON["siteName"]; got != "Boardcircle" {
		t.Errorf("siteName without settings = %v, want Boardcircle", got)
	}
}

// protectedFields are changes that require re-authentication.
var protectedFields = map[string]any{
	"reviewVotes":           "2",
	"purchaseNeedsApproval": "true",
	"totpRequired":          "true",
	"notificationEmail":     "team@circle.example",
	"contactEmail":          "hello@circle.example",
	"contactPhone":          "+91 22 4000 9999",
	"providerUrl":           "https://other.example",
	"gstRate":               "12",
	"supplierName":          "Another Supplier",
	"supplierAddress":       "Elsewhere",
	"supplierGstin":         "27AAPFU0939F1ZV",
	"sacCode":               "998599",
	"sacDescription":        "Something else",
	"taxAdviser":            "A. Rao, FCA",
	"taxSettledOn":          "2026-11-22",
}

// withPassword adds the password to a change.
func withPassword(changes map[string]any) map[string]any {
	body := map[string]any{"password": testapp.Password}
	maps.Copy(body, changes)
	return body
}

// signInMFAAdmin returns a signed-in admin who has just set up two-step sign-in, and their recovery codes.
func signInMFAAdmin(t *testing.T, h *testapp.App) (admin *testapp.Visitor, codes []any) {
	t.Helper()
	admin = h.SignedIn(httpx.Admins, nil)
	secret, _ := admin.Post("/api/admin/me/second-factor", withPassword(nil)).JSON["secret"].(string)
	code, err := totp.GenerateCode(secret, h.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	answer := admin.Post("/api/admin/me/second-factor/confirm", map[string]any{"code": code})
	if codes, _ = answer.JSON["recoveryCodes"].([]any); len(codes) == 0 {
		t.Fatalf("no recovery codes: status = %d: %s", answer.Status, answer.Body)
	}
	return admin, codes
}

func TestProtectedFieldsNeedReauthentication(t *testing.T) {
	t.Parallel()
	h := testapp.NewFresh(t)
	admin, codes := signInMFAAdmin(t, h)
	member := h.SignedIn(httpx.Users, map[string]any{"isAdmin": true, "pin": "4826"})
	for name, value := range protectedFields {
		h.Clock.Advance(10 * time.Minute) // attempts are rate-limited
		change := map[string]any{name: value, "siteName": "Intruders"}
		if answer := put(admin, change); answer.Status != 400 || answer.Field("password") == "" {
			t.Errorf("%s without a password: status = %d, want 400: %s", name, answer.Status, answer.Body)
		}
		change["password"] = "4826"
		if answer := put(member, change); name != "totpRequired" &&
			(answer.Status != 400 || answer.Field("password") == "") {
			t.Errorf("%s with a PIN: status = %d, want 400: %s", name, answer.Status, answer.Body)
		}
		if answer := put(admin, change); answer.Status != 400 || answer.Field("password") == "" {
			t.Errorf("%s with a wrong password: status = %d, want 400: %s", name, answer.Status, answer.Body)
		}
		change["password"] = testapp.Password
		if answer := put(admin, change); answer.Status != 400 || answer.Field("code") == "" ||
			answer.Field("password") != "" {
			t.Errorf("%s without a code: status = %d, want 400: %s", name, answer.Status, answer.Body)
		}
	}
	if n, _ := h.PB.CountRecords("settings"); n != 0 {
		t.Error("a refused change was stored")
	}
	all := withPassword(protectedFields)
	all["code"] = codes[0]
	if answer := put(admin, all); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	// Turning it off is protected as well.
	if answer := put(admin, map[string]any{"totpRequired": "false"}); answer.Status != 400 ||
		answer.Field("password") == "" {
		t.Errorf("status = %d, want 400: %s", answer.Status, answer.Body)
	}
}

func TestUnchangedProtectedFieldsNeedNoReauthentication(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, nil)
	changes := map[string]any{
		"reviewVotes":           "2",
		"purchaseNeedsApproval": true,
		"notificationEmail":     "team@circle.example",
	}
	if answer := put(admin, withPassword(changes)); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	same := map[string]any{
		"siteName":              "One",
		"reviewVotes":           2,
		"purchaseNeedsApproval": "true",
		"totpRequired":          false,
		"notificationEmail":     " Team@Circle.example",
	}
	if answer := put(admin, same); answer.Status != 200 {
		t.Errorf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
}

func TestAdminWithoutMFACannotMakeItMandatory(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	for kind, admin := range map[string]*testapp.Visitor{
		"an admin": h.SignedIn(httpx.Admins, nil), "a member with admin rights": h.SignedIn(httpx.Users, map[string]any{"isAdmin": true}),
	} {
		if isRequired := admin.Get(path).JSON["isCodeRequired"]; isRequired != false {
			t.Errorf("%s: isCodeRequired = %v, want false", kind, isRequired)
		}
		for _, body := range []map[string]any{{"totpRequired": true}, withPassword(map[string]any{"totpRequired": "true"})} {
			answer := put(admin, body)
			if answer.Status != 409 || !strings.Contains(answer.Message(), "would lock you out") {
				t.Errorf("%s: status = %d, want 409: %s", kind, answer.Status, answer.Body)
			}
		}
	}
	admin, codes := signInMFAAdmin(t, h)
	if isRequired := admin.Get(path).JSON["isCodeRequired"]; isRequired != true {
		t.Errorf("isCodeRequired = %v, want true", isRequired)
	}
	if answer := put(
		admin, withPassword(map[string]any{"totpRequired": "true", "code": codes[0]}),
	); answer.Status != 200 {
		t.Errorf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
}

func TestSuperuserNeedsNoPassword(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	if answer := put(h.SignedIn(core.CollectionNameSuperusers, nil), protectedFields); answer.Status != 200 {
		t.Errorf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
}

func TestAdminsGetAnEmailWhenProtectedSettingsChange(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, map[string]any{"email": "kavita@example.com", "username": "kavita"})
	superuser := h.SignedIn(core.CollectionNameSuperusers, map[string]any{"email": "root@example.com"})
	if answer := put(
		admin, map[string]any{"contactEmail": "other@example.com", "siteName": "Circle", "password": testapp.Password},
	); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	if answer := put(admin, map[string]any{"siteName": "Board"}); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	record, err := h.PB.FindFirstRecordByData("settings", "key", "site")
	if err != nil {
		t.Fatal(err)
	}
	if answer := superuser.Send(
		"PATCH", "/api/collections/settings/records/"+record.Id, map[string]any{"contactPhone": "+91 22 1111 2222"},
	); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	if answer := superuser.Send("PATCH", "/api/settings", map[string]any{
		"smtp": map[string]any{
			"enabled":  true,
			"host":     "smtp.evil.example",
			"port":     587,
			"username": "x",
			"password": "a-secret-of-smtp",
		},
	}); answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	inbox := h.Inbox("kavita@example.com")
	all := ""
	for _, mail := range inbox {
		all += mail.Text
	}
	if len(inbox) != 3 {
		t.Errorf("%d emails, want 3: %s", len(inbox), all)
	}
	for _, fact := range []string{
		"the administrator kavita changed", "Contact email: other@example.com (before: the default)",
		"the superuser root@example.com in PocketBase’s dashboard changed", "Contact phone: +91 22 1111 2222 (before: the default)",
		"The server’s settings: the mail server",
	} {
		if !strings.Contains(all, fact) {
			t.Errorf("the emails do not contain %q: %s", fact, all)
		}
	}
	if strings.Contains(all, "a-secret-of-smtp") {
		t.Error("an email contains a secret")
	}
}
