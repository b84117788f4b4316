package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestAdminChangesNeedReauthentication(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	s.CreateAccount(httpx.Admins, form{"username": "kavita", "totpSecret": "sealed", "totpSince": s.Clock.Now()})
	s.CreateAccount(httpx.Admins, form{"username": "former", "isActive": false})
	s.CreateAccount(httpx.Admins, form{"username": "late", "isActive": false, "invitedAt": s.Clock.Now()})
	leaving := s.CreateAccount(httpx.Users, form{"isAdmin": true})
	secret, _ := enrolled(t, s, v)
	asha := account(t, s, email)
	change(t, s, asha, form{"verified": true})
	of := func(username string) string { return "/api/admins/" + adminRecord(t, s, username).Id }
	actions := []struct {
		path string
		body form
		done int
	}{
		{"/api/admins", form{"username": "meera", "email": invited}, http.StatusCreated},
		{"/api/admins/members", form{"email": asha.Email()}, http.StatusOK},
		{"/api/admins/members/" + leaving.Id + "/withdraw", form{}, http.StatusNoContent},
		{of("kavita") + "/second-factor/reset", form{}, http.StatusOK},
		{of("kavita") + "/deactivate", form{}, http.StatusOK},
		{of("former") + "/reactivate", form{}, http.StatusOK},
		{of("late") + "/invitation", form{}, http.StatusOK},
	}
	for _, action := range actions {
		for _, c := range []struct {
			credentials form
			field       string
		}{
			{form{}, "password"},
			{form{"password": wrong}, "password"},
			{form{"password": password}, "code"},
			{form{"password": password, "code": "000000"}, "code"},
		} {
			for name, value := range action.body {
				c.credentials[name] = value
			}
			a := v.Post(action.path, c.credentials)
			if a.Status != http.StatusBadRequest || a.Field(c.field) == "" {
				t.Errorf("%s with %v: status = %d, body = %s, want 400 with an error for %s", action.path, c.credentials,
					a.Status, a.Body, c.field)
			}
		}
		// Let the throttle of the failed attempts expire.
		s.Clock.Advance(time.Hour)
	}
	if n := rows(t, s, httpx.Admins); n != 4 || len(s.Inbox(invited)) != 0 {
		t.Errorf("%d admin accounts, want 4; or an invitation was sent", n)
	}
	if account(t, s, email).GetBool("isAdmin") {
		t.Error("the user has admin rights")
	}
	if kavita := adminRecord(t, s, "kavita"); kavita.GetString("totpSecret") == "" || !kavita.GetBool("isActive") {
		t.Error("the second factor was reset or the account was deactivated")
	}
	if adminRecord(t, s, "former").GetBool("isActive") || adminRecord(t, s, "late").GetString("inviteToken") != "" {
		t.Error("an account was reactivated or invited again")
	}
	if !account(t, s, leaving.Email()).GetBool("isAdmin") {
		t.Error("the admin rights were withdrawn")
	}

	actions[0].body["password"], actions[0].body["code"] = password, code(t, s, secret, 0)
	expect(t, v.Post(actions[0].path, actions[0].body), actions[0].done)
	// A superuser has no password on the site, and can make the same changes in PocketBase's dashboard.
	superuser := s.SignedIn(core.CollectionNameSuperusers, nil)
	for _, action := range actions[1:] {
		expect(t, superuser.Post(action.path, action.body), action.done)
	}
}

func TestSlowRequestIsRefusedAfterItsSessionEnded(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	head := signInMFAAdmin(t, s)
	rightsWithdrawn := func(t *testing.T, _ *testapp.Visitor, id string) {
		expect(t, head.Post("/api/admins/members/"+id+"/withdraw", reauthentication), http.StatusNoContent)
	}
	deactivated := func(t *testing.T, _ *testapp.Visitor, id string) {
		expect(t, head.Post("/api/admins/"+id+"/deactivate", reauthentication), http.StatusOK)
	}
	signedOut := func(t *testing.T, v *testapp.Visitor, _ string) {
		expect(t, v.Post("/api/admin/logout", nil), http.StatusNoContent)
	}
	newPassword := func(t *testing.T, v *testapp.Visitor, _ string) {
		expect(t, v.Post("/api/admin/me/password",
			form{"currentPassword": testapp.Password, "newPassword": "Monsoon Ledger 7"}), http.StatusOK)
	}
	member := s.CreateAccount(httpx.Users, form{"verified": true}).Email()
	for name, c := range map[string]struct {
		collection string
		end        func(*testing.T, *testapp.Visitor, string)
		calls      map[string]any
	}{
		"a member without rights": {httpx.Users, rightsWithdrawn, map[string]any{
			"POST /api/admins":          form{"username": "puppet", "email": "puppet@example.com", "password": testapp.Password},
			"POST /api/admins/members":  form{"email": member, "password": testapp.Password},
			"PUT /api/admin/settings":   form{"contactPlace": "Pune"},
			"POST /api/members/imports": form{"fileName": "x.csv", "content": "name,email\nMala Rao,mala@example.com\n", "invite": "true"},
			"POST /api/cms/images":      "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x.png\"\r\n\r\nx\r\n--x--\r\n",
		}},
		"a deactivated admin":          {httpx.Admins, deactivated, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin who signed out":      {httpx.Admins, signedOut, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin with a new password": {httpx.Admins, newPassword, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin who changes their email": {httpx.Admins, signedOut, map[string]any{
			"POST /api/admin/me/email": form{"email": "elsewhere@example.com", "password": testapp.Password},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			record := s.CreateAccount(c.collection, form{"isAdmin": true})
			v := s.SignedInAs(record)
			held := map[string]func() testapp.Response{}
			for call, body := range c.calls {
				held[call] = startRequest(v, call, body)
			}
			c.end(t, v, record.Id)
			for call, finish := range held {
				if a := finish(); a.Status != http.StatusUnauthorized {
					t.Errorf("%s: status = %d, want 401; body: %s", call, a.Status, a.Body)
				}
			}
		})
	}
}

func TestSlowRequestOfValidSessionSucceeds(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	finish := v.StartRequest("PUT", "/api/admin/settings", form{"contactPlace": "Pune"})
	expect(t, v.Get("/api/admin/stats"), http.StatusOK)
	expect(t, finish(), http.StatusOK)
}

func TestSlowRequestIsRefusedAfterMFABecameMandatory(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	finish := signInMFAAdmin(t, s).StartRequest("PUT", "/api/admin/settings", form{"contactPlace": "Pune"})
	requireTOTP(t, s, true)
	a := finish()
	expect(t, a, http.StatusForbidden)
	if requirementOf(a) != "second-factor" {
		t.Errorf("body = %s, want the requirement second-factor", a.Body)
	}
}

// startRequest sends a request such as "PUT /api/admin/settings" without its body. finish sends the body. A string
// body is a multipart form.
func startRequest(v *testapp.Visitor, call string, body any) (finish func() testapp.Response) {
	method, path, _ := strings.Cut(call, " ")
	if _, isForm := body.(string); isForm {
		v.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		defer v.Header.Del("Content-Type")
	}
	return v.StartRequest(method, path, body)
}
