package accounts_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/edge"
)

func TestASessionWithoutItsPasswordAndCodeGivesNobodyTheConsole(t *testing.T) {
	t.Parallel()
	s := staffed(t)
	v := office(t, s)
	s.Account(edge.Admins, form{"username": "kavita", "totpSecret": "sealed", "totpSince": s.Clock.Now()})
	secret, _ := enrolled(t, s, v)
	asha := account(t, s, email)
	acts := []struct {
		path string
		body form
		done int
	}{
		{"/api/admins", form{"username": "meera", "email": invited}, http.StatusCreated},
		{"/api/admins/members", form{"email": asha.Email()}, http.StatusOK},
		{"/api/admins/" + adminRecord(t, s, "kavita").Id + "/second-factor/reset", form{}, http.StatusOK},
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
	}
	if n := rows(t, s, edge.Admins); n != 2 || len(s.Inbox(invited)) != 0 {
		t.Errorf("%d admin accounts", n)
	}
	if account(t, s, email).GetBool("isAdmin") {
		t.Error("she has admin rights")
	}
	if adminRecord(t, s, "kavita").GetString("totpSecret") == "" {
		t.Error("her second factor is gone")
	}

	// what the wrong ones cost in waiting is over
	s.Clock.Advance(time.Hour)
	acts[0].body["password"], acts[0].body["code"] = password, code(t, s, secret, 0)
	expect(t, v.Post(acts[0].path, acts[0].body), acts[0].done)
	// a superuser has no password here, and could do it in PocketBase's dashboard
	superuser := s.SignedIn(core.CollectionNameSuperusers, nil)
	for _, act := range acts[1:] {
		expect(t, superuser.Post(act.path, act.body), act.done)
	}
}
