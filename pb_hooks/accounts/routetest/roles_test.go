package routetest

import (
	"net/http"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func setRole(v *testapp.Visitor, id, role string) testapp.Response {
	return v.Send("PUT", "/api/admins/"+id+"/role", form{"role": role, "password": testapp.Password})
}

func TestRoleAllowsItsRoutesAndTheRefusalNamesTheAllowedRoles(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	accountant := s.SignedIn(httpx.Admins, form{"role": "accountant"})
	expect(t, accountant.Get("/api/transactions"), http.StatusOK)
	expectMessage(t, accountant.Get("/api/nominations"), http.StatusForbidden,
		"Your role, accountant, does not include this. It is for owners, the office and reviewers.")
	expectMessage(t, accountant.Get("/api/admins"), http.StatusForbidden,
		"Your role, accountant, does not include this. It is for owners.")
	expectMessage(t, accountant.Post("/api/transactions/none00000000000/refund",
		form{"reason": "A test", "password": testapp.Password}),
		http.StatusForbidden, "Your role, accountant, does not include this. It is for owners and the office.")
	access := accountant.Get("/api/admin/access")
	if access.JSON["role"] != "accountant" {
		t.Errorf("access = %s, want the role accountant", access.Body)
	}
	if owner := s.SignedIn(httpx.Users, form{"isAdmin": true}).Get("/api/admin/access"); owner.JSON["role"] != "owner" {
		t.Errorf("access of a member with admin rights = %s, want the role owner", owner.Body)
	}
}

func TestAChangedRoleEndsTheSessionsOfTheAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	owner := s.SignedIn(httpx.Admins, nil)
	account := s.CreateAccount(httpx.Admins, form{"role": "office"})
	office := s.SignedInAs(account)
	expect(t, office.Get("/api/members/leads"), http.StatusOK)
	expect(t, setRole(office, account.Id, "owner"), http.StatusForbidden)
	a := setRole(owner, account.Id, "editor")
	expect(t, a, http.StatusOK)
	if a.JSON["role"] != "editor" {
		t.Errorf("body = %s", a.Body)
	}
	expect(t, office.Get("/api/members/leads"), http.StatusUnauthorized)
	expect(t, setRole(owner, account.Id, "editor"), http.StatusConflict)
	expect(t, setRole(owner, account.Id, "unknown"), http.StatusBadRequest)
	expect(t, owner.Send("PUT", "/api/admins/"+account.Id+"/role", form{"role": "office", "password": "wrong"}),
		http.StatusBadRequest)
}

func TestLastOwnerCannotBeRemovedOrLoseTheRole(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	last := s.CreateAccount(httpx.Admins, form{"username": "anita"})
	s.CreateAccount(httpx.Admins, form{"role": "office"})
	s.CreateAccount(httpx.Admins, form{"isActive": false})
	member := s.SignedIn(httpx.Users, form{"isAdmin": true})
	const sentence = "This is the last active owner. Make another admin an owner first."
	expectMessage(t, setRole(member, last.Id, "office"), http.StatusConflict, sentence)
	expectMessage(t, member.Post("/api/admins/"+last.Id+"/deactivate", form{"password": testapp.Password}),
		http.StatusConflict, sentence)
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	path := "/api/collections/admins/records/" + last.Id
	expect(t, staff.Send("DELETE", path, nil), http.StatusBadRequest)
	expect(t, staff.Send("PATCH", path, form{"role": "editor"}), http.StatusBadRequest)
	expect(t, staff.Send("PATCH", path, form{"isActive": false}), http.StatusBadRequest)

	owner := s.SignedInAs(last)
	expectMessage(t, setRole(owner, last.Id, "office"), http.StatusConflict,
		"You cannot change your own role. Another owner can.")
	s.CreateAccount(httpx.Admins, nil)
	expect(t, setRole(member, last.Id, "office"), http.StatusOK)
}

func TestInvitedAdminGetsTheRoleOfTheInvitation(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	owner := signInMFAAdmin(t, s)
	a := owner.Post("/api/admins",
		form{"username": "meera", "email": invited, "role": "reviewer", "password": password})
	expect(t, a, http.StatusCreated)
	if a.JSON["role"] != "reviewer" {
		t.Errorf("body = %s", a.Body)
	}
	v := visitor(s)
	expect(t, v.Post("/api/admin/welcome", form{"token": invitation(t, s), "newPassword": "Monsoon Ledger 7"}),
		http.StatusOK)
	expect(t, v.Get("/api/nominations"), http.StatusOK)
	expect(t, v.Get("/api/transactions"), http.StatusForbidden)
	expect(t, owner.Post("/api/admins",
		form{"username": "kavita", "email": "k@example.com", "role": "unknown",
			"password": password}), http.StatusBadRequest)
}
