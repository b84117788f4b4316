package settings_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// protectedFields are changes that a session alone does not make.
var protectedFields = map[string]any{
	"reviewVotes": "2", "purchaseNeedsApproval": "true", "totpRequired": "true", "notificationEmail": "desk@circle.example",
}

// withPassword is a change together with the password.
func withPassword(changes map[string]any) map[string]any {
	body := map[string]any{"password": testapp.Password}
	maps.Copy(body, changes)
	return body
}

// signInMFAAdmin is a signed-in admin who has just set up two-step sign-in, and her recovery codes.
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
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return admin, codes
}

func TestASessionAloneDoesNotChangeWhoMayUseTheConsoleWhoDecidesWhoBuysOrWhoIsTold(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin, codes := signInMFAAdmin(t, h)
	member := h.SignedIn(httpx.Users, map[string]any{"isAdmin": true, "pin": "4826"})
	for name, value := range protectedFields {
		change := map[string]any{name: value, "siteName": "The Thieves"}
		if answer := put(admin, change); answer.Status != 400 || answer.Field("password") == "" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
		change["password"] = "4826"
		if answer := put(member, change); name != "totpRequired" && (answer.Status != 400 || answer.Field("password") == "") {
			t.Errorf("%s with a PIN: %d %s", name, answer.Status, answer.Body)
		}
		if answer := put(admin, change); answer.Status != 400 || answer.Field("password") == "" {
			t.Errorf("%s with a wrong password: %d %s", name, answer.Status, answer.Body)
		}
		change["password"] = testapp.Password
		if answer := put(admin, change); answer.Status != 400 || answer.Field("code") == "" || answer.Field("password") != "" {
			t.Errorf("%s without a code: %d %s", name, answer.Status, answer.Body)
		}
	}
	if n, _ := h.PB.CountRecords("settings"); n != 0 {
		t.Error("a refused change left something")
	}
	all := withPassword(protectedFields)
	all["code"] = codes[0]
	if answer := put(admin, all); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	// the way back is guarded alike
	if answer := put(admin, map[string]any{"totpRequired": "false"}); answer.Status != 400 || answer.Field("password") == "" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestWhatIsSentAsItStandsAsksForNoProof(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, nil)
	changes := map[string]any{"reviewVotes": "2", "purchaseNeedsApproval": true, "notificationEmail": "desk@circle.example"}
	if answer := put(admin, withPassword(changes)); answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	same := map[string]any{"siteName": "One", "reviewVotes": 2, "purchaseNeedsApproval": "true", "totpRequired": false, "notificationEmail": " Desk@Circle.example"}
	if answer := put(admin, same); answer.Status != 200 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestWhoHasNoTwoStepSignInDoesNotMakeItMandatory(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	for who, admin := range map[string]*testapp.Visitor{
		"an admin": h.SignedIn(httpx.Admins, nil), "a member with admin rights": h.SignedIn(httpx.Users, map[string]any{"isAdmin": true}),
	} {
		if asks := admin.Get(path).JSON["asksCode"]; asks != false {
			t.Errorf("%s is asked for a code: %v", who, asks)
		}
		for _, body := range []map[string]any{{"totpRequired": true}, withPassword(map[string]any{"totpRequired": "true"})} {
			answer := put(admin, body)
			if answer.Status != 409 || !strings.Contains(answer.Message(), "would shut you out") {
				t.Errorf("%s: %d %s", who, answer.Status, answer.Body)
			}
		}
	}
	admin, codes := signInMFAAdmin(t, h)
	if asks := admin.Get(path).JSON["asksCode"]; asks != true {
		t.Errorf("no code is asked for: %v", asks)
	}
	if answer := put(admin, withPassword(map[string]any{"totpRequired": "true", "code": codes[0]})); answer.Status != 200 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestASuperuserChangesTheSettingsWithoutAPassword(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	if answer := put(h.SignedIn(core.CollectionNameSuperusers, nil), protectedFields); answer.Status != 200 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}
