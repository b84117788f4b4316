package accounts_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

func TestASessionWithoutItsPasswordAndCodeGivesNobodyTheConsole(t *testing.T) {
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
	acts := []struct {
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
	for _, act := range acts {
		for _, c := range []struct {
			proof form
			field string
		}{
			{form{}, "password"},
			{form{"password": wrong}, "password"},
			{form{"password": password}, "code"},
			{form{"password": password, "code": "000000"}, "code"},
		} {
			for name, value := range act.body {
				c.proof[name] = value
			}
			a := v.Post(act.path, c.proof)
			if a.Status != http.StatusBadRequest || a.Field(c.field) == "" {
				t.Errorf("%s with %v: %d %s", act.path, c.proof, a.Status, a.Body)
			}
		}
		// what the wrong ones cost in waiting is over
		s.Clock.Advance(time.Hour)
	}
	if n := rows(t, s, httpx.Admins); n != 4 || len(s.Inbox(invited)) != 0 {
		t.Errorf("%d admin accounts", n)
	}
	if account(t, s, email).GetBool("isAdmin") {
		t.Error("she has admin rights")
	}
	if kavita := adminRecord(t, s, "kavita"); kavita.GetString("totpSecret") == "" || !kavita.GetBool("isActive") {
		t.Error("her second factor or her account is gone")
	}
	if adminRecord(t, s, "former").GetBool("isActive") || adminRecord(t, s, "late").GetString("inviteToken") != "" {
		t.Error("an account is open again, or has an invitation")
	}
	if !account(t, s, leaving.Email()).GetBool("isAdmin") {
		t.Error("her rights are gone")
	}

	acts[0].body["password"], acts[0].body["code"] = password, code(t, s, secret, 0)
	expect(t, v.Post(acts[0].path, acts[0].body), acts[0].done)
	// a superuser has no password here, and could do it in PocketBase's dashboard
	superuser := s.SignedIn(core.CollectionNameSuperusers, nil)
	for _, act := range acts[1:] {
		expect(t, superuser.Post(act.path, act.body), act.done)
	}
}
