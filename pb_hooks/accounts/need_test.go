package accounts_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// requireTOTP sets whether the settings want a second factor of everybody.
func requireTOTP(t *testing.T, s *testapp.App, required bool) {
	t.Helper()
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	existing, err := s.PB.FindFirstRecordByData("settings", "key", "site")
	if err == nil {
		expect(t, staff.Send("PATCH", "/api/collections/settings/records/"+existing.Id, form{"totpRequired": required}), http.StatusOK)
		return
	}
	expect(t, staff.Post("/api/collections/settings/records", form{"key": "site", "gstRate": 18, "totpRequired": required}), http.StatusOK)
}

func requirementOf(a testapp.Response) string {
	data, _ := a.JSON["data"].(map[string]any)
	session, _ := data["session"].(map[string]any)
	need, _ := session["code"].(string)
	return need
}

func TestWhereTheSecondFactorIsMandatoryASessionWithoutOneCanOnlySetOneUp(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	before := signInMFAAdmin(t, s)
	requireTOTP(t, s, true)
	after := signInMFAAdmin(t, s)
	for name, v := range map[string]*testapp.Visitor{"a session from before": before, "a new session": after} {
		a := v.Get("/api/admin/stats")
		if a.Status != http.StatusForbidden || requirementOf(a) != "second-factor" || a.Message() == "" {
			t.Errorf("%s reads the figures: %d %s", name, a.Status, a.Body)
		}
		session := v.Get("/api/admin/session")
		if session.Status != http.StatusOK || session.JSON["needs"] != "second-factor" {
			t.Errorf("%s is %s", name, session.Body)
		}
		expect(t, v.Post("/api/admins", form{"username": "eve", "email": "eve@example.com"}), http.StatusForbidden)
		expect(t, v.Get("/api/realtime"), http.StatusForbidden)
	}
	hidden := s.CreateAccount(httpx.Admins, nil)
	expect(t, after.Post("/api/admins/"+hidden.Id+"/deactivate", nil), http.StatusForbidden)

	secret, _ := enrolled(t, s, after)
	expect(t, after.Get("/api/admin/stats"), http.StatusOK)
	if session := after.Get("/api/admin/session"); len(session.JSON) != 2 {
		t.Errorf("she is %s", session.Body)
	}
	s.Clock.Advance(time.Minute)
	expect(t, after.Post("/api/admin/me/second-factor/remove", form{"password": password, "code": code(t, s, secret, 0)}), http.StatusConflict)
	requireTOTP(t, s, false)
	expect(t, s.SignedIn(httpx.Admins, nil).Get("/api/admin/stats"), http.StatusOK)
}

func TestWhereTheSecondFactorIsMandatoryAMembersAccountOpensNoConsole(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	member := s.SignedIn(httpx.Users, form{"isAdmin": true})
	expect(t, member.Get("/api/admin/stats"), http.StatusOK)
	requireTOTP(t, s, true)
	if a := member.Get("/api/admin/stats"); a.Status != http.StatusForbidden || requirementOf(a) != "admin-account" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if session := member.Get("/api/admin/session"); session.JSON["needs"] != "admin-account" {
		t.Errorf("she is %s", session.Body)
	}
	expect(t, member.Get("/api/admin/me"), http.StatusForbidden)
	if list := s.SignedIn(core.CollectionNameSuperusers, nil).Get("/api/admins/members"); !strings.Contains(list.Body, `"isAdmitted":false`) {
		t.Errorf("the members with admin rights: %s", list.Body)
	}
	// everywhere else she is a member as before, but sees no more than one
	expect(t, member.Get("/api/user"), http.StatusOK)
	tier := form{"name": "Hidden", "slug": "hidden", "price": 100, "currency": "INR", "duration": "annual", "isActive": false}
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	expect(t, staff.Post("/api/collections/membership_tiers/records", tier), http.StatusOK)
	if a := member.Get("/api/membership-tiers"); a.Body != "[]" && a.Body != "[]\n" {
		t.Errorf("she sees the hidden tier: %s", a.Body)
	}
	// the dashboard's way in stays
	expect(t, staff.Get("/api/admin/stats"), http.StatusOK)
	if account(t, s, "inactive@example.com").GetBool("isAdmin") {
		t.Error("a mark of the session was stored")
	}
}
