package routetest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func signIn(t *testing.T, s *testapp.App, secret string) *testapp.Visitor {
	t.Helper()
	v := visitor(s)
	expect(t, v.Post("/api/login", login(email, secret)), http.StatusOK)
	return v
}

func TestAMemberChangesTheirProfile(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	profile := form{
		"name": "Asha Rao-Iyer", "phone": "+919876500000", "location": "Pune", "company": "Deccan Steel",
		"designation": "Chief Financial Officer", "din": "01234567", "biography": "Counts.",
	}
	answer := v.Send(http.MethodPatch, "/api/user", profile)
	expect(t, answer, http.StatusOK)
	read := v.Get("/api/user/profile").JSON
	for name, want := range profile {
		if answer.JSON[name] != want || read[name] != want {
			t.Errorf("%s: PATCH returned %q, GET returned %q, want %q", name, answer.JSON[name], read[name], want)
		}
	}
	if user := v.Get("/api/user").JSON; user["name"] != "Asha Rao-Iyer" || user["phone"] != "+919876500000" ||
		user["location"] != "Pune" {
		t.Errorf("GET /api/user = %v, want the changed profile", user)
	}
	// omitted fields stay, empty fields are cleared
	answer = v.Send(http.MethodPatch, "/api/user", form{"company": ""})
	expect(t, answer, http.StatusOK)
	if answer.JSON["company"] != "" || answer.JSON["name"] != "Asha Rao-Iyer" {
		t.Errorf("body = %s", answer.Body)
	}
}

func TestProfileStoresBoardsAsRows(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	boardsOf := func(answer testapp.Response) string {
		t.Helper()
		expect(t, answer, http.StatusOK)
		text, _ := json.Marshal(answer.JSON["boards"])
		return string(text)
	}
	if got := boardsOf(v.Get("/api/user/profile")); got != "[]" {
		t.Errorf("boards of a new account = %s, want []", got)
	}
	rows := []form{
		{"company": "Deccan Steel Ltd", "role": "Independent director", "cin": "L17110MH1973PLC019786", "id": "x"},
		{"company": "Sahyadri Foods Ltd"},
	}
	// row returns the JSON of a board whose dates are empty.
	row := func(cin, company, role string) string {
		return `{"appointedOn":"","category":"","cin":"` + cin + `","company":"` + company +
			`","companyType":"","lastDay":"","role":"` + role + `","secondTermOn":""}`
	}
	want := "[" + row("L17110MH1973PLC019786", "Deccan Steel Ltd", "Independent director") + "," +
		row("", "Sahyadri Foods Ltd", "") + "]"
	if got := boardsOf(v.Send(http.MethodPatch, "/api/user", form{"boards": rows})); got != want {
		t.Errorf("boards in the PATCH response = %s, want %s", got, want)
	}
	if got := boardsOf(v.Get("/api/user/profile")); got != want {
		t.Errorf("stored boards = %s, want %s", got, want)
	}
	for field, rows := range map[string]any{
		"boards.1.company": []form{{"company": "A Ltd"}, {"role": "Director"}},
		"boards.0.cin":     []form{{"company": "A Ltd", "cin": "L17"}},
		"boards.0.role":    []form{{"company": "A Ltd", "role": strings.Repeat("x", 161)}},
		"boards":           slices.Repeat([]form{{"company": "A Ltd"}}, accounts.MaxBoards+1),
	} {
		answer := v.Send(http.MethodPatch, "/api/user", form{"boards": rows})
		expect(t, answer, http.StatusBadRequest)
		if answer.Field(field) == "" {
			t.Errorf("%s: body = %s", field, answer.Body)
		}
	}
	// an older version of the page sends the boards as lines of text
	want = "[" + row("", "Deccan Steel Ltd", "") + "," + row("", "Sahyadri Foods Ltd", "") + "]"
	if got := boardsOf(
		v.Send(http.MethodPatch, "/api/user", form{"boards": "Deccan Steel Ltd\r\n\nSahyadri Foods Ltd\n"}),
	); got != want {
		t.Errorf("boards from lines of text = %s, want %s", got, want)
	}
	if got := boardsOf(v.Send(http.MethodPatch, "/api/user", form{"boards": []form{}})); got != "[]" {
		t.Errorf("boards after clearing them = %s, want []", got)
	}
}

func TestProfileIgnoresOtherFieldsAndNamesInvalidOnes(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	expect(t, v.Send(http.MethodPatch, "/api/user", form{
		"id":          "mychosenid00001",
		"isAdmin":     true,
		"isActive":    false,
		"email":       "other@example.com",
		"verified":    true,
		"source":      "legacy",
		"requestType": "enquiry",
		"newEmail":    "other@example.com",
		"pin":         "9182",
		"password":    "Another one 99",
	}), http.StatusOK)
	stored := account(t, s, email)
	if stored.GetBool("isAdmin") || !stored.GetBool("isActive") || stored.Verified() || stored.GetString("source") != "user" ||
		stored.GetString("newEmail") != "" || stored.GetString("requestType") != "membership" ||
		!stored.ValidatePassword(password) {
		t.Errorf("stored fields = %v, want them unchanged", stored.FieldsData())
	}
	for field, value := range (form{
		"name": "A", "phone": "0123", "location": "", "din": "1234567", "company": strings.Repeat("x", 201),
		"designation": "a\nb", "boards": 7, "biography": strings.Repeat("x", 1201),
	}) {
		answer := v.Send(http.MethodPatch, "/api/user", form{field: value})
		expect(t, answer, http.StatusBadRequest)
		if answer.Field(field) == "" {
			t.Errorf("%s: body = %s", field, answer.Body)
		}
	}
	expect(t, visitor(s).Send(http.MethodPatch, "/api/user", form{"name": "No Account"}), http.StatusUnauthorized)
}

func TestAMemberChangesTheirPassword(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	here := registerUser(t, s)
	elsewhere := signIn(t, s, password)
	for field, body := range map[string]form{
		"current": {"current": wrong, "new": newPass},
		"new":     {"current": password, "new": "short"},
	} {
		answer := here.Post("/api/user/password", body)
		expect(t, answer, http.StatusBadRequest)
		if answer.Field(field) == "" {
			t.Errorf("%s: body = %s", field, answer.Body)
		}
	}
	// the PIN signs in but cannot change the password
	expect(t, here.Post("/api/user/password", form{"current": pin, "new": newPass}), http.StatusBadRequest)
	expect(t, elsewhere.Get("/api/user"), http.StatusOK)

	stolen := stealSession(t, s, here, "session")
	expect(t, here.Post("/api/user/password", form{"current": password, "new": newPass}), http.StatusOK)
	expect(t, here.Get("/api/user"), http.StatusOK)
	expect(t, elsewhere.Get("/api/user"), http.StatusUnauthorized)
	expect(t, stolen.Get("/api/user"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized)
	signIn(t, s, newPass)
	expectMail(t, s, email, "Your password was changed")
}

func TestGuessesOfTheCurrentPasswordAreThrottled(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	for range 5 {
		expect(t, v.Post("/api/user/password", form{"current": wrong, "new": newPass}), http.StatusBadRequest)
	}
	expect(t, v.Post("/api/user/password", form{"current": wrong, "new": newPass}), http.StatusTooManyRequests)
	if n := rows(t, s, "audit_log"); n != 0 {
		t.Errorf("%d entries in the audit log, want none for a member", n)
	}
}

func TestAMemberSetsAndRemovesTheirPIN(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	other := signIn(t, s, password)
	answer := v.Post("/api/user/pin", form{"password": wrong, "pin": "9182"})
	expect(t, answer, http.StatusBadRequest)
	if answer.Field("password") == "" {
		t.Errorf("body = %s", answer.Body)
	}
	expect(t, v.Post("/api/user/pin", form{"password": pin, "pin": "9182"}), http.StatusBadRequest)
	if answer := v.Post(
		"/api/user/pin", form{"password": password, "pin": "1234"},
	); answer.Status != http.StatusBadRequest || answer.Field("pin") == "" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	expect(t, v.Post("/api/user/pin", form{"password": password, "pin": "9182"}), http.StatusOK)
	signIn(t, s, "9182")
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized)
	if v.Get("/api/user/security").JSON["hasPin"] != true {
		t.Error("hasPin = false after the PIN was set")
	}
	expect(t, other.Get("/api/user"), http.StatusOK) // no session ends

	expect(t, v.Post("/api/user/pin", form{"password": password, "pin": ""}), http.StatusOK)
	expect(t, visitor(s).Post("/api/login", login(email, "9182")), http.StatusUnauthorized)
	if v.Get("/api/user/security").JSON["hasPin"] != false {
		t.Error("hasPin = true after the PIN was removed")
	}
	expectMail(t, s, email, "Your PIN was set")
	expectMail(t, s, email, "Your PIN was removed")

	change(t, s, account(t, s, email), form{"isAdmin": true})
	expect(t, signIn(t, s, password).Post("/api/user/pin", form{"password": password, "pin": "9182"}),
		http.StatusConflict)
}

// expectMail checks that an address has received one email with a subject.
func expectMail(t *testing.T, s *testapp.App, address, subject string) {
	t.Helper()
	count := 0
	for _, message := range s.Inbox(address) {
		if message.Subject == subject {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%s has %d emails with the subject %q, want one", address, count, subject)
	}
}

// emailLink returns the token of the newest verification link in an inbox.
func emailLink(t *testing.T, s *testapp.App, address string) string {
	t.Helper()
	for _, message := range s.Inbox(address) {
		if found := regexp.MustCompile(`/confirm-email\?token=(\S+)`).FindStringSubmatch(message.Text); found != nil {
			token, err := url.QueryUnescape(found[1])
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
	}
	t.Fatalf("no email to %s has a verification link", address)
	return ""
}

const newAddress = "asha.rao@example.org"

func TestEmailChangesWhenTheLinkToTheNewAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	here := registerUser(t, s)
	elsewhere := signIn(t, s, password)
	body := form{"password": password, "email": " Asha.Rao@Example.org "}
	expect(t, here.Post("/api/user/email", form{"password": wrong, "email": newAddress}), http.StatusBadRequest)
	expect(t, here.Post("/api/user/email", body), http.StatusOK)
	if here.Get("/api/user").JSON["email"] != email || here.Get("/api/user/security").JSON["newEmail"] != newAddress {
		t.Error("the email has changed before its confirmation, or the security page does not show the new email")
	}
	expectMail(t, s, email, "Your email address is about to change")
	token := emailLink(t, s, newAddress)
	// Opening the link does not change the email. The page confirms it with a POST.
	visitor(s).Get("/confirm-email?token=" + url.QueryEscape(token))
	expect(t, visitor(s).Get("/api/confirm-email?token="+url.QueryEscape(token)), http.StatusNotFound)
	if here.Get("/api/user").JSON["email"] != email {
		t.Fatal("a GET changed the email")
	}

	answer := here.Post("/api/confirm-email", form{"token": token})
	expect(t, answer, http.StatusOK)
	if answer.JSON["email"] != newAddress || answer.JSON["isChanged"] != true {
		t.Errorf("body = %s", answer.Body)
	}
	if here.Get("/api/user").JSON["email"] != newAddress || !account(t, s, newAddress).Verified() {
		t.Error("the email has not changed, or is not verified")
	}
	expect(t, elsewhere.Get("/api/user"), http.StatusUnauthorized)
	expectMail(t, s, email, "Your email address was changed")
	expect(t, visitor(s).Post("/api/login", login(newAddress, password)), http.StatusOK)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusUnauthorized)
	expectMessage(t, here.Post("/api/confirm-email", form{"token": token}), http.StatusBadRequest,
		"This link no longer works. Please ask for a new one.")
}

func TestEmailChangeLinkIsVoidAfterItExpiresOrIsReplaced(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(t *testing.T, s *testapp.App, v *testapp.Visitor){
		"a day has passed": func(_ *testing.T, s *testapp.App, _ *testapp.Visitor) { s.Clock.Advance(24*time.Hour + time.Second) },
		"another change was requested": func(t *testing.T, _ *testapp.App, v *testapp.Visitor) {
			expect(t, v.Post("/api/user/email", form{"password": password, "email": "third@example.org"}), http.StatusOK)
		},
		"the password was changed": func(t *testing.T, _ *testapp.App, v *testapp.Visitor) {
			expect(t, v.Post("/api/user/password", form{"current": password, "new": newPass}), http.StatusOK)
		},
		"the account was deactivated": func(t *testing.T, s *testapp.App, _ *testapp.Visitor) {
			change(t, s, account(t, s, email), form{"isActive": false})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newApp(t)
			v := registerUser(t, s)
			expect(t, v.Post("/api/user/email", form{"password": password, "email": newAddress}), http.StatusOK)
			token := emailLink(t, s, newAddress)
			meanwhile(t, s, v)
			expect(t, visitor(s).Post("/api/confirm-email", form{"token": token}), http.StatusBadRequest)
			account(t, s, email)
		})
	}
}

func TestEmailCannotChangeToTheAddressOfAnotherAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	s.CreateAccount(httpx.Users, form{"email": "bina@example.com"})
	answer := v.Post("/api/user/email", form{"password": password, "email": "BINA@example.com"})
	expectMessage(t, answer, http.StatusConflict, "An account with this email already exists.")
	// Another account takes the address before the link is confirmed.
	expect(t, v.Post("/api/user/email", form{"password": password, "email": newAddress}), http.StatusOK)
	token := emailLink(t, s, newAddress)
	s.CreateAccount(httpx.Users, form{"email": newAddress})
	expectMessage(t, v.Post("/api/confirm-email", form{"token": token}), http.StatusConflict,
		"An account with this email already exists.")
	account(t, s, email)
}

func TestVerificationLinkVerifiesTheAddressAndChangesNothingElse(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	if v.Get("/api/user/security").JSON["emailVerified"] != false {
		t.Fatal("the email is verified by the sign-up alone")
	}
	expect(t, v.Post("/api/user/verification", nil), http.StatusOK)
	token := emailLink(t, s, email)
	for _, invalid := range []string{token + "x", "v.", "v.a.b.c", "c." + token[2:], "", strings.Replace(token, "v.", "v.x", 1)} {
		expect(t, visitor(s).Post("/api/confirm-email", form{"token": invalid}), http.StatusBadRequest)
	}
	// a browser that is not signed in to the account cannot confirm the address
	if answer := visitor(s).Post("/api/confirm-email", form{"token": token}); answer.Status != http.StatusConflict ||
		answer.Field("newPassword") == "" {
		t.Errorf("status = %d, body = %s, want 409 with an error for newPassword", answer.Status, answer.Body)
	}
	expect(t, v.Post("/api/confirm-email", form{"token": token}), http.StatusOK)
	// A second confirmation is not an error.
	expect(t, visitor(s).Post("/api/confirm-email", form{"token": token}), http.StatusOK)
	if v.Get("/api/user/security").JSON["emailVerified"] != true {
		t.Error("the email is not verified after the confirmation")
	}
	expect(t, v.Get("/api/user"), http.StatusOK)
	signIn(t, s, pin)
	signIn(t, s, password)
	expect(t, v.Post("/api/user/verification", nil), http.StatusConflict)
}

func TestVerificationLinkExpiresAndIsVoidForAnotherAddress(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	expect(t, v.Post("/api/user/verification", nil), http.StatusOK)
	expect(t, v.Post("/api/user/verification", nil), http.StatusTooManyRequests)
	token := emailLink(t, s, email)
	record := account(t, s, email)
	change(t, s, record, form{"email": newAddress})
	expect(t, visitor(s).Post("/api/confirm-email", form{"token": token}), http.StatusBadRequest)
	change(t, s, record, form{"email": email})
	s.Clock.Advance(24*time.Hour + time.Second)
	expect(t, visitor(s).Post("/api/confirm-email", form{"token": token}), http.StatusBadRequest)
	if account(t, s, email).Verified() {
		t.Error("the email is verified by a void link")
	}
}

func TestMemberListsAndEndsTheirSessions(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	here := registerUser(t, s)
	phone := signIn(t, s, pin)
	other := visitor(s)
	expect(t, other.Post("/api/register", signUp(form{"email": "bina@example.com"})), http.StatusCreated)
	list := func() (list []struct {
		ID, Device string
		IsCurrent  bool
	}) {
		t.Helper()
		answer := here.Get("/api/user/sessions")
		expect(t, answer, http.StatusOK)
		if err := json.Unmarshal([]byte(answer.Body), &list); err != nil {
			t.Fatal(err)
		}
		return list
	}
	open := list()
	if len(open) != 2 || open[0].IsCurrent == open[1].IsCurrent {
		t.Fatalf("sessions = %+v, want two, one of them the current one", open)
	}
	for _, session := range open {
		if session.IsCurrent {
			continue
		}
		path := "/api/user/sessions/" + session.ID
		expect(t, other.Send(http.MethodDelete, path, nil), http.StatusNotFound)
		expect(t, phone.Get("/api/user"), http.StatusOK)
		expect(t, here.Send(http.MethodDelete, path, nil), http.StatusNoContent)
		expect(t, here.Send(http.MethodDelete, path, nil), http.StatusNotFound)
	}
	expect(t, phone.Get("/api/user"), http.StatusUnauthorized)
	if len(list()) != 1 {
		t.Error("the ended session is still listed")
	}
	expect(t, here.Send(http.MethodDelete, "/api/user/sessions/"+list()[0].ID, nil), http.StatusNoContent)
	expect(t, here.Get("/api/user"), http.StatusUnauthorized)
	expect(t, other.Get("/api/user"), http.StatusOK)
}

func TestSignOutEndsOneSessionAndSignOutEverywhereEndsAll(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	here := registerUser(t, s)
	phone := signIn(t, s, pin)
	stolen := stealSession(t, s, here, "session")
	expect(t, here.Post("/api/logout", nil), http.StatusNoContent)
	expect(t, here.Get("/api/user"), http.StatusUnauthorized)
	expect(t, stolen.Get("/api/user"), http.StatusUnauthorized)
	expect(t, phone.Get("/api/user"), http.StatusOK)

	here = signIn(t, s, password)
	expect(t, phone.Send(http.MethodDelete, "/api/user/sessions", nil), http.StatusNoContent)
	expect(t, phone.Get("/api/user"), http.StatusUnauthorized)
	expect(t, here.Get("/api/user"), http.StatusUnauthorized)
	signIn(t, s, pin)
}

func TestSignOutEndsNoOtherSessionOfASharedAdminAccount(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	office, home := adminSignIn(t, s), adminSignIn(t, s)
	stolen := stealSession(t, s, office, "admin_session")
	expect(t, office.Post("/api/admin/logout", nil), http.StatusNoContent)
	expect(t, stolen.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, home.Get("/api/admin/session"), http.StatusOK)

	office = adminSignIn(t, s)
	expect(t, office.Post("/api/admin/me/sessions/end", form{"password": wrong}), http.StatusBadRequest)
	expect(t, home.Get("/api/admin/session"), http.StatusOK)
	expect(t, office.Post("/api/admin/me/sessions/end", form{"password": password}), http.StatusNoContent)
	expect(t, office.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, home.Get("/api/admin/session"), http.StatusUnauthorized)
}
