package accounts_test

import (
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

const invited = "meera@example.com"

// reauthentication is what the accounts of staffed prove themselves with, madeProof what those that the house
// makes do.
var (
	reauthentication = form{"password": password}
	madeProof        = form{"password": testapp.Password}
)

var welcomeLink = regexp.MustCompile(`/admin/welcome\?token=([\w%-]+)`)

// invitation returns the token of the newest letter to an invitee.
func invitation(t *testing.T, s *testapp.App) string {
	t.Helper()
	letters := s.Inbox(invited)
	if len(letters) == 0 {
		t.Fatal("no letter came")
	}
	found := welcomeLink.FindStringSubmatch(letters[0].Text)
	if found == nil {
		t.Fatalf("no link in %s", letters[0].Text)
	}
	return found[1]
}

func invite(t *testing.T, v *testapp.Visitor) string {
	t.Helper()
	a := v.Post("/api/admins", form{"username": " Meera ", "email": invited, "password": password})
	expect(t, a, http.StatusCreated)
	return a.JSON["id"].(string)
}

func stateOf(t *testing.T, s *testapp.App, id string) string {
	t.Helper()
	admin := s.SignedIn(core.CollectionNameSuperusers, nil)
	a := admin.Get("/api/admins?perPage=500&search=meera")
	expect(t, a, http.StatusOK)
	return regexp.MustCompile(`"state":"(\w+)"`).FindStringSubmatch(a.Body)[1]
}

func TestAnInvitedAdminChoosesHerPasswordAndSignsIn(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	id := invite(t, signInMFAAdmin(t, s))
	if got := stateOf(t, s, id); got != "invited" {
		t.Errorf("she is %s", got)
	}
	token := invitation(t, s)
	expectMessage(t, visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "short"}), http.StatusBadRequest, "Password must be at least 12 characters")
	a := visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "Monsoon Ledger 7"})
	expect(t, a, http.StatusOK)
	if a.JSON["username"] != "meera" || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("answered %s with %q", a.Body, a.Header.Get("Set-Cookie"))
	}
	expect(t, visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "Monsoon Ledger 8"}), http.StatusBadRequest)
	v := visitor(s)
	expect(t, v.Post("/api/admin/login", form{"username": "meera", "password": "Monsoon Ledger 7"}), http.StatusOK)
	expect(t, v.Get("/api/admin/stats"), http.StatusOK)
	if got := stateOf(t, s, id); got != "active" {
		t.Errorf("she is %s", got)
	}
	if adminRecord(t, s, "meera").GetDateTime("lastSignIn").Time() != s.Clock.Now() {
		t.Error("her sign-in has no time")
	}
}

func TestAnInvitationThatIsOldReplacedOrWithdrawnOpensNothing(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	id := invite(t, v)
	use := func(token string) testapp.Response {
		return visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "Monsoon Ledger 7"})
	}
	expect(t, use("nonsense"), http.StatusBadRequest)
	expect(t, use(""), http.StatusBadRequest)
	first := invitation(t, s)

	s.Clock.Advance(73 * time.Hour)
	v = signInMFAAdmin(t, s)
	expect(t, use(first), http.StatusBadRequest)
	if got := stateOf(t, s, id); got != "expired" {
		t.Errorf("she is %s", got)
	}
	expect(t, v.Post("/api/admins/"+id+"/invitation", reauthentication), http.StatusOK)
	second := invitation(t, s)
	if second == first {
		t.Fatal("the same link came again")
	}
	expect(t, v.Post("/api/admins/"+id+"/deactivate", reauthentication), http.StatusOK)
	expect(t, use(second), http.StatusBadRequest)
	expect(t, v.Post("/api/admins/"+id+"/deactivate", reauthentication), http.StatusConflict)
	expect(t, v.Post("/api/admins/"+id+"/reactivate", reauthentication), http.StatusConflict)

	s.Clock.Advance(time.Hour)
	expect(t, v.Post("/api/admins/"+id+"/invitation", reauthentication), http.StatusOK)
	expect(t, use(invitation(t, s)), http.StatusOK)
	expect(t, v.Post("/api/admins/"+id+"/invitation", reauthentication), http.StatusConflict)
}

func TestAnInvitationNamesWhatIsWrongWithIt(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	invite(t, v)
	for _, c := range []struct {
		body   form
		status int
		field  string
		says   string
	}{
		{form{"email": invited}, http.StatusBadRequest, "username", "Username is required"},
		{form{"username": "a b", "email": invited}, http.StatusBadRequest, "username", "Username may hold letters, digits, dots, hyphens and underscores, a letter or digit first"},
		{form{"username": "kavita"}, http.StatusBadRequest, "email", "Please enter a valid email address"},
		{form{"username": "OFFICE", "email": "k@example.com"}, http.StatusConflict, "username", "Another admin account has this username"},
		{form{"username": "kavita", "email": invited}, http.StatusConflict, "email", "Another admin account has this email address"},
	} {
		c.body["password"] = password
		a := v.Post("/api/admins", c.body)
		expect(t, a, c.status)
		if a.Field(c.field) != c.says {
			t.Errorf("%v: %s", c.body, a.Body)
		}
	}
	if n := rows(t, s, httpx.Admins); n != 2 {
		t.Errorf("%d accounts", n)
	}
}

func TestADeactivatedAdminIsOutAtOnceAndComesBackWithHerPassword(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v, office := s.SignedIn(httpx.Admins, form{"username": "kavita"}), signInMFAAdmin(t, s)
	path := "/api/admins/" + adminRecord(t, s, "office").Id
	expectMessage(t, office.Post(path+"/deactivate", reauthentication), http.StatusConflict, "You cannot deactivate your own account. Another administrator can.")
	expect(t, v.Post(path+"/reactivate", madeProof), http.StatusConflict)
	expect(t, v.Post(path+"/deactivate", madeProof), http.StatusOK)
	expect(t, office.Get("/api/admin/stats"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "office", "password": password}), http.StatusUnauthorized)
	expect(t, v.Post(path+"/reactivate", madeProof), http.StatusOK)
	expect(t, office.Get("/api/admin/stats"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "office", "password": password}), http.StatusOK)
	expect(t, v.Post("/api/admins/nobody/deactivate", madeProof), http.StatusNotFound)
}

func TestTheLastActiveAdminAccountStays(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	path := "/api/admins/" + adminRecord(t, s, "office").Id + "/deactivate"
	member := s.SignedIn(httpx.Users, form{"isAdmin": true})
	expect(t, member.Post(path, madeProof), http.StatusConflict)
	expect(t, s.SignedIn(core.CollectionNameSuperusers, nil).Post(path, madeProof), http.StatusConflict)
	s.CreateAccount(httpx.Admins, form{"isActive": false})
	expect(t, member.Post(path, madeProof), http.StatusConflict)
	s.CreateAccount(httpx.Admins, nil)
	expect(t, member.Post(path, madeProof), http.StatusOK)
}

func TestOfTwoAdminsWhoDeactivateEachOtherOneStays(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	a, b := s.SignedIn(httpx.Admins, form{"username": "asha"}), s.SignedIn(httpx.Admins, form{"username": "bela"})
	answers := make(chan int, 2)
	for v, name := range map[*testapp.Visitor]string{a: "bela", b: "asha"} {
		path := "/api/admins/" + adminRecord(t, s, name).Id + "/deactivate"
		go func() { answers <- v.Post(path, madeProof).Status }()
	}
	first, second := <-answers, <-answers
	active, err := s.PB.CountRecords(httpx.Admins)
	if err != nil || (first == http.StatusOK) == (second == http.StatusOK) {
		t.Errorf("answered %d and %d of %d accounts, %v", first, second, active, err)
	}
}

func TestWhoIsDeactivatedWhileShePassesTheProofDeactivatesNobody(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	s.CreateAccount(httpx.Admins, nil) // so that it is not about the last one
	for round := range 3 {
		s.Clock.Advance(time.Hour)
		asha, bela := s.CreateAccount(httpx.Admins, nil), s.CreateAccount(httpx.Admins, nil)
		answers := make(chan int, 2)
		for by, whom := range map[*core.Record]*core.Record{asha: bela, bela: asha} {
			v := s.SignedInAs(by)
			go func() { answers <- v.Post("/api/admins/"+whom.Id+"/deactivate", madeProof).Status }()
		}
		if first, second := <-answers, <-answers; first+second != http.StatusOK+http.StatusUnauthorized {
			t.Errorf("round %d: answered %d and %d", round, first, second)
		}
	}
}

func TestAnAdminChangesHerPassword(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v, elsewhere := signInMFAAdmin(t, s), signInMFAAdmin(t, s)
	change := func(current, next string) testapp.Response {
		return v.Post("/api/admin/me/password", form{"currentPassword": current, "newPassword": next})
	}
	if a := change(wrong, "Monsoon Ledger 7"); a.Status != http.StatusBadRequest || a.Field("currentPassword") == "" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	expect(t, change(password, "short"), http.StatusBadRequest)
	expect(t, elsewhere.Get("/api/admin/session"), http.StatusOK)
	expect(t, change(password, "Monsoon Ledger 7"), http.StatusOK)
	expect(t, v.Get("/api/admin/session"), http.StatusOK)
	expect(t, elsewhere.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "office", "password": password}), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "office", "password": "Monsoon Ledger 7"}), http.StatusOK)
}

func TestAdminRightsAreGrantedToAMemberAndWithdrawn(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	asha := account(t, s, email)
	change(t, s, asha, form{"verified": true})
	byPIN := visitor(s)
	expect(t, byPIN.Post("/api/login", login(email, pin)), http.StatusOK)
	expect(t, v.Post("/api/admins/members", form{"email": "nobody@example.com", "password": password}), http.StatusBadRequest)
	expect(t, v.Post("/api/admins/members", form{"email": "inactive@example.com", "password": password}), http.StatusBadRequest)
	expect(t, v.Post("/api/admins/members", form{"email": " ASHA@example.com ", "password": password}), http.StatusOK)
	expect(t, v.Post("/api/admins/members", form{"email": email, "password": password}), http.StatusConflict)
	expectMessage(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized, refused)
	expect(t, byPIN.Get("/api/admin/stats"), http.StatusUnauthorized)
	expect(t, byPIN.Get("/api/user"), http.StatusUnauthorized)

	hers := visitor(s)
	expect(t, hers.Post("/api/login", login(email, password)), http.StatusOK)
	expect(t, hers.Get("/api/admin/stats"), http.StatusOK)
	expect(t, hers.Post("/api/admins/members/"+asha.Id+"/withdraw", reauthentication), http.StatusConflict)
	expect(t, v.Post("/api/admins/members/"+asha.Id+"/withdraw", reauthentication), http.StatusNoContent)
	expect(t, hers.Get("/api/admin/stats"), http.StatusUnauthorized)
	expect(t, hers.Get("/api/user"), http.StatusUnauthorized)
	expect(t, v.Post("/api/admins/members/"+asha.Id+"/withdraw", reauthentication), http.StatusNotFound)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
}
