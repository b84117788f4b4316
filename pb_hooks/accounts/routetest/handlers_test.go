package routetest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestRegisterCreatesAccountSignsInAndSendsWelcome(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := visitor(s)
	a := v.Post("/api/register", signUp(form{"email": "  Asha@Example.COM ", "name": "  Asha Rao "}))
	expect(t, a, http.StatusCreated)
	want := form{
		"name": "Asha Rao", "email": email, "phone": "+919876543210", "location": "Mumbai, Maharashtra",
		"requestType": "membership", "isAdmin": "false", "isActive": "true", "isMember": "false",
		"isVerified": "false",
	}
	for name, value := range want {
		if a.JSON[name] != value {
			t.Errorf("%s = %v, want %v", name, a.JSON[name], value)
		}
	}
	for name := range a.JSON {
		if _, known := want[name]; !known && name != "id" && name != "createdAt" && name != "modules" {
			t.Errorf("the response has the unexpected field %s", name)
		}
	}
	if me := v.Get("/api/user"); me.Body != a.Body {
		t.Errorf("GET /api/user = %s, want the response of the sign-up %s", me.Body, a.Body)
	}
	stored := account(t, s, email)
	if !stored.ValidatePassword(password) || stored.GetString("source") != "user" ||
		stored.GetString("pin:hash") == pin {
		t.Errorf("stored fields = %v", stored.FieldsData())
	}
	mails := s.Inbox(email)
	if len(mails) != 1 || !strings.Contains(mails[0].Subject, "Welcome") {
		t.Errorf("emails = %v, want one welcome", mails)
	}
}

func TestAPhoneNumberIsStoredInOneForm(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	for typed, want := range map[string]string{
		"9876543211": "+919876543211", "098765 43212": "+919876543212", "+91 (0)98765-43213": "+919876543213",
		"+44 20 7946 0018": "+442079460018", "12345678901234567": "+12345678901234567",
	} {
		expect(t, v.Send("PATCH", "/api/user", form{"name": "Asha Rao", "location": "Mumbai", "phone": typed}),
			http.StatusOK)
		if got := v.Get("/api/user").JSON["phone"]; got != want {
			t.Errorf("the phone %q is stored as %v, want %q", typed, got, want)
		}
	}
}

func TestRegisterIgnoresFieldsOutsideTheForm(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	a := visitor(s).Post("/api/register", signUp(form{
		"id":               "mychosenid00001",
		"isAdmin":          true,
		"isActive":         false,
		"source":           "legacy",
		"verified":         true,
		"tokenKey":         strings.Repeat("k", 50),
		"pinFailures":      -100,
		"resetToken":       strings.Repeat("0", 64),
		"createdAt":        "2001-01-01",
		"password:hash":    "x",
		"isAdmin+":         true,
		"pin:autogenerate": "1",
	}))
	expect(t, a, http.StatusCreated)
	stored := account(t, s, email)
	if stored.Id == "mychosenid00001" || stored.GetBool("isAdmin") || !stored.GetBool("isActive") || stored.Verified() ||
		stored.GetString("source") != "user" || stored.TokenKey() == strings.Repeat("k", 50) ||
		stored.GetInt("pinFailures") != 0 || stored.GetString("resetToken") != "" ||
		stored.GetDateTime("createdAt").Time().Year() == 2001 {
		t.Errorf("stored fields = %v", stored.FieldsData())
	}
}

func TestRegisterNamesTheInvalidField(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	const (
		badEmail = "Please enter a valid email address"
		short    = "Password must be at least 12 characters"
		weak     = "Password must contain at least one uppercase letter, one lowercase letter, and one number"
		badPIN   = "PIN must be exactly 4 digits"
		noPhone  = "Phone number must be at least 10 digits"
		badPhone = "Please enter a valid phone number"
	)
	for _, c := range []struct {
		field, message string
		values         []any
	}{
		{"email", badEmail, []any{"", nil, "asha", "asha@", "asha@example", "a b@example.com", 7, "asha@example.com\r\nBcc: x@y.zz"}},
		{"password", short, []any{"", nil, "Short 1"}},
		{"password", weak, []any{"no capitals 12345", "NO SMALL LETTERS 1", "No digits at all", "Nul is refused 1\x00"}},
		{"password", "Password is too long: please use at most 71 characters (fewer with accents or emoji)", []any{"Aa1" + strings.Repeat("x", 69), "Aa1" + strings.Repeat("é", 35)}},
		{"pin", badPIN, []any{"482", "48266", "four", "４８２６"}},
		{"pin", "Please choose a PIN that is harder to guess", []any{"0000", "1234"}},
		{"phone", noPhone, []any{"", nil, "987654321"}},
		{"phone", badPhone, []any{"0987654321", "+91 22 2654 3210/11", "+1234567890123456789"}},
		{"name", "Name must be at least 2 characters", []any{"", nil, " A "}},
		{"name", "“Full name” contains characters that are not allowed", []any{"Asha\nRao", "Asha\x00"}},
		{"location", "Location is required", []any{"", nil, " M "}},
		{"requestType", "Please choose one of the listed values for interest", []any{"staff"}},
	} {
		for _, value := range c.values {
			a := visitor(s).Post("/api/register", signUp(form{c.field: value}))
			expectMessage(t, a, http.StatusBadRequest, c.message)
			if a.Field(c.field) != c.message {
				t.Errorf("%s = %q: body = %s, want the error %q", c.field, value, a.Body, c.message)
			}
		}
	}
	if rows(t, s, "users")+rows(t, s, "email_logs") > 0 {
		t.Error("a refused sign-up created an account or an email")
	}
}

func TestRegisterDefaults(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	body := signUp(form{"pin": ""})
	delete(body, "requestType")
	a := visitor(s).Post("/api/register", body)
	expect(t, a, http.StatusCreated)
	if stored := account(t, s, email); stored.GetString("pin:hash") != "" || a.JSON["requestType"] != "enquiry" {
		t.Errorf("body = %s", a.Body)
	}
}

func TestRegisterRefusesTakenEmailInAnyCase(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	for _, other := range []string{email, "ASHA@EXAMPLE.COM", " Asha@example.com "} {
		a := visitor(s).Post("/api/register", signUp(form{"email": other, "password": "Another one 99"}))
		expectMessage(t, a, http.StatusConflict, "An account with this email already exists.")
	}
	if !account(t, s, email).ValidatePassword(password) || len(s.Inbox(email)) != 1 {
		t.Error("a refused sign-up changed the account or sent an email")
	}
}

func TestParallelRegistrationsCreateOneAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	answers := make([]int, 6)
	var posts sync.WaitGroup
	for i := range answers {
		v := visitor(s)
		posts.Go(func() { answers[i] = v.Post("/api/register", signUp(nil)).Status })
	}
	posts.Wait()
	slices.Sort(answers)
	if !slices.Equal(answers, []int{201, 409, 409, 409, 409, 409}) {
		t.Errorf("statuses = %v, want one 201 and five 409", answers)
	}
	if mails := s.Inbox(email); len(mails) != 1 {
		t.Errorf("%d welcome emails, want 1", len(mails))
	}
}

func TestLongestPasswordMatchesExactly(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	longest := "Aa1" + strings.Repeat("x", 68)
	expect(t, visitor(s).Post("/api/register", signUp(form{"password": longest})), http.StatusCreated)
	expect(t, visitor(s).Post("/api/login", login(email, longest)), http.StatusOK)
	for _, similar := range []string{longest[:70], longest + "x", longest + "\x00", longest + "\x00x", longest + strings.Repeat("y", 100)} {
		expectMessage(t, visitor(s).Post("/api/login", login(email, similar)), http.StatusUnauthorized, refused)
	}
	// bcrypt repeats a short secret after a NUL
	expect(t, visitor(s).Post("/api/register", signUp(form{"email": "short@example.com"})), http.StatusCreated)
	expectMessage(t, visitor(s).Post("/api/login", login("short@example.com", password+"\x00"+password)),
		http.StatusUnauthorized, refused)
}

// silentTB lets testapp run inside the target of a fuzz test, where F.Helper panics.
type silentTB struct{ testing.TB }

func (silentTB) Helper() {}

func FuzzFormsNeverFail(f *testing.F) {
	f.Add("Asha Rao", "asha@example.com", "+919876543210", "Mumbai", password, pin)
	f.Add("\u202e", "a+b@x-y.co", "9876543210", "  ", "Aa1\xff\xfe\x00 long enough", "0000")
	f.Add("{{.}}", "o'neil@sub.example.museum", "+1", "<b>", "Ünïcödé Pass 1", "12")
	f.Add("a", "!#$%&'*+/=?^_{|}~-@a.bc", "1", "b", "", "")
	s := newApp(silentTB{f})
	f.Fuzz(func(t *testing.T, name, email, phone, location, password, pin string) {
		body := form{
			"name":     name,
			"email":    email,
			"phone":    phone,
			"location": location,
			"password": password,
			"pin":      pin,
		}
		v := visitor(s)
		for path, body := range map[string]form{
			"/api/register": body, "/api/login": login(email, password), "/api/forgot-password": {"email": email},
			"/api/admin/login": {"username": name, "password": password}, "/api/reset-password": {"token": name, "newPassword": password},
		} {
			if a := v.Post(path, body); a.Status >= 500 {
				t.Errorf("%s with %q: status = %d, body = %s", path, body, a.Status, a.Body)
			}
		}
		s.Drain()
	})
}

func TestMalformedBodiesAreRefused(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for _, path := range []string{"/api/register", "/api/login", "/api/forgot-password", "/api/reset-password", "/api/admin/login"} {
		for _, body := range []string{``, `null`, `[]`, `"x"`, `{`, `{"email":{"a":1},"password":["x"],"username":7,"token":true}`, `{"email":1e400}`, strings.Repeat("[", 3000)} {
			a := visitor(s).Send(http.MethodPost, path, body)
			if a.Status != http.StatusBadRequest || a.Message() == "" || strings.Contains(a.Message(), "json:") {
				t.Errorf("%s with %.20s: status = %d, body = %s, want 400 with a public message", path, body, a.Status, a.Body)
			}
		}
	}
	a := visitor(s).Send(http.MethodPost, "/api/login", `[]`)
	if _, ok := a.JSON["data"].(map[string]any); !ok || a.JSON["status"] != 400.0 {
		t.Errorf("body = %s, want an error with status and data", a.Body)
	}
}

func TestLoginWithPasswordOrPIN(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	for _, secret := range []string{password, pin} {
		v := visitor(s)
		a := v.Post("/api/login", login("  ASHA@Example.com", secret))
		expect(t, a, http.StatusOK)
		if a.JSON["name"] != "Asha Rao" || v.Get("/api/user").Body != a.Body {
			t.Errorf("body = %s, want the user that GET /api/user returns", a.Body)
		}
	}
}

func TestLoginNamesTheInvalidField(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := visitor(s)
	for _, bad := range []any{"", "asha", nil} {
		a := v.Post("/api/login", form{"email": bad, "password": password})
		expectMessage(t, a, http.StatusBadRequest, "Please enter a valid email address")
		if a.Field("email") != "Please enter a valid email address" {
			t.Errorf("body = %s", a.Body)
		}
	}
	a := v.Post("/api/login", login(email, ""))
	expectMessage(t, a, http.StatusBadRequest, "Password is required")
	if a.Field("password") != "Password is required" {
		t.Errorf("body = %s", a.Body)
	}
	expectMessage(t, v.Post("/api/forgot-password", form{"email": "asha"}), http.StatusBadRequest,
		"Please enter a valid email address")
}

// All failures must look similar: the response, the single comparison, the rows written.
func TestFailedLoginsAreIndistinguishable(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	s.CreateAccount(httpx.Users, form{"email": "inactive@example.com", "isActive": false, "pin": pin})
	s.CreateAccount(httpx.Users, form{"email": "admin@example.com", "isAdmin": true, "pin": pin})
	s.CreateAccount(httpx.Users, form{"email": "nopin@example.com"})
	legacy := s.CreateAccount(httpx.Users, form{"email": "legacy@example.com", "source": "legacy"})
	if _, err := s.PB.NonconcurrentDB().NewQuery("UPDATE users SET password = '' WHERE id = '" + legacy.Id + "'").
		Execute(); err != nil {
		t.Fatal(err)
	}
	compared := 0
	onCompare(s, func(string) { compared++ })

	responses := map[string]testapp.Response{}
	triedBefore := map[string]bool{}
	for _, c := range []struct{ name, email, secret string }{
		{"a wrong password", email, wrong},
		{"an unknown email", "nobody@example.com", wrong},
		{"an inactive account", "inactive@example.com", testapp.Password},
		{"an account without a password", "legacy@example.com", testapp.Password},
		{"a secret of more than bcrypt's 72 bytes", email, strings.Repeat(password, 10)},
		{"a wrong PIN", email, wrongPIN},
		{"a PIN for an unknown email", "nobody@example.com", pin},
		{"a PIN for an inactive account", "inactive@example.com", pin},
		{"a PIN for an account without one", "nopin@example.com", pin},
		{"a PIN for an admin", "admin@example.com", pin},
	} {
		before := rows(t, s, "sign_in_throttles")
		compared = 0
		a := visitor(s).Post("/api/login", login(c.email, c.secret))
		expectMessage(t, a, http.StatusUnauthorized, refused)
		a.Header.Del("Date")
		responses[c.name] = a
		if compared != 1 {
			t.Errorf("%s: %d comparisons, want 1", c.name, compared)
		}
		want := 3
		switch {
		case len(c.secret) == 4:
			want = 1
		case triedBefore[c.email]: // the account's counter for all networks exists already
			want = 2
		}
		triedBefore[c.email] = true
		if written := rows(t, s, "sign_in_throttles") - before; written != want {
			t.Errorf("%s: %d new counters, want %d", c.name, written, want)
		}
	}
	for name, a := range responses {
		model := responses["a wrong password"]
		if a.Body != model.Body || len(a.Header) != len(model.Header) {
			t.Errorf("%s: body = %s, headers = %v, want those of a wrong password: %s %v", name, a.Body, a.Header,
				model.Body, model.Header)
		}
	}
}

func TestLogoutEndsCopiedSessions(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	copied := stealSession(t, s, v, "session")
	expect(t, copied.Get("/api/user"), http.StatusOK)
	expect(t, v.Post("/api/logout", nil), http.StatusNoContent)
	expect(t, v.Get("/api/user"), http.StatusUnauthorized)
	expect(t, copied.Get("/api/user"), http.StatusUnauthorized)
	expect(t, v.Post("/api/logout", nil), http.StatusNoContent)
}

func TestChangeOfRightsOrCredentialsEndsSessions(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for name, c := range map[string]struct {
		account, change form
		ends            bool
	}{
		"deactivation":                  {nil, form{"isActive": false}, true},
		"admin rights withdrawn":        {form{"isAdmin": true}, form{"isAdmin": false}, true},
		"a password set by a superuser": {nil, form{"password": "From the staff 1", "passwordConfirm": "From the staff 1"}, true},
		"another email":                 {nil, form{"email": "other@example.com"}, true},
		"another name":                  {nil, form{"name": "Asha R."}, false},
		"admin rights granted":          {form{"verified": true}, form{"isAdmin": true}, true},
	} {
		user := s.CreateAccount(httpx.Users, c.account)
		v := visitor(s)
		expect(t, v.Post("/api/login", login(user.Email(), testapp.Password)), http.StatusOK)
		staff := s.SignedIn(core.CollectionNameSuperusers, nil)
		if a := staff.Send(
			http.MethodPatch, "/api/collections/users/records/"+user.Id, c.change,
		); a.Status != http.StatusOK {
			t.Fatalf("%s: status = %d, want 200; body: %s", name, a.Status, a.Body)
		}
		// Reactivating the account does not restore an ended session.
		change(t, s, account(t, s, emailAfter(c.change, user.Email())), form{"isActive": true})
		if ended := v.Get("/api/user").Status == http.StatusUnauthorized; ended != c.ends {
			t.Errorf("%s: session ended = %t, want %t", name, ended, c.ends)
		}
	}
}

func emailAfter(change form, email string) string {
	if other, ok := change["email"].(string); ok {
		return other
	}
	return email
}

func TestNewEmailVoidsResetLink(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	change(t, s, account(t, s, email), form{"email": "new@example.com"})
	expectMessage(t, visitor(s).Post("/api/reset-password", form{"token": token, "newPassword": "Bay of Bengal 7"}),
		http.StatusBadRequest, "Invalid reset token")
}

func TestNewPasswordVoidsResetLinkAndPIN(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	token := mailedToken(t, s, email)
	change(t, s, account(t, s, email), form{"password": "From the staff 1"})
	expectMessage(t, visitor(s).Post("/api/reset-password", form{"token": token, "newPassword": "Bay of Bengal 7"}),
		http.StatusBadRequest, "Invalid reset token")
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/login", login(email, "From the staff 1")), http.StatusOK)
	change(t, s, account(t, s, email), form{"password": "From the staff 2", "pin": "5937"})
	expect(t, visitor(s).Post("/api/login", login(email, "5937")), http.StatusOK)
}

func TestSignUpNeverSubscribesToOffers(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	register := func(email string, more form) *testapp.Visitor {
		t.Helper()
		body := signUp(form{"email": email})
		maps.Copy(body, more)
		v := visitor(s)
		expect(t, v.Post("/api/register", body), http.StatusCreated)
		return v
	}
	wantsOffers := func(v *testapp.Visitor) bool {
		t.Helper()
		for _, topic := range v.Get("/api/user/email-preferences").JSON["topics"].([]any) {
			if entry := topic.(map[string]any); entry["topic"] == "offers" {
				return entry["wanted"].(bool)
			}
		}
		t.Fatal("the preferences have no topic offers")
		return false
	}
	choices := func(email string) []*core.Record {
		t.Helper()
		all, err := s.PB.FindAllRecords("email_choices", dbx.HashExp{"email": email})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	// The form has no such box. Members subscribe in their account, after they have confirmed their address.
	for i, more := range []form{{}, {"agreeOffers": true}} {
		email := fmt.Sprintf("silent%d@example.com", i)
		if v := register(email, more); wantsOffers(v) || len(choices(email)) != 0 {
			t.Errorf("%v: the account is subscribed to offers or has a stored choice", more)
		}
	}

	// A choice about other topics does not change this one.
	put := func(v *testapp.Visitor, topics ...string) {
		t.Helper()
		expect(t, v.Send(http.MethodPut, "/api/user/email-preferences", form{"topics": topics}), http.StatusOK)
	}
	silent := register("later@example.com", nil)
	put(silent, "news", "events", "membership")
	for _, choice := range choices("later@example.com") {
		if choice.GetString("topic") == "offers" {
			t.Errorf("stored choice = %v, want none for offers", choice)
		}
	}
}

func TestWhatPeopleTypeIsStoredInOneForm(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	const typed = "Cafe\u0301 au Lait 1"
	v := visitor(s)
	a := v.Post("/api/register", signUp(form{
		"email": "Asha@B\u00fccher.example\u200b", "name": "\u200bJose\u0301fine \u00a0 Devi", "password": typed,
		"location": "\u202aPune,  Maharashtra\u202c",
	}))
	expect(t, a, http.StatusCreated)
	for name, want := range (form{
		"email": "asha@xn--bcher-kva.example", "name": "Jos\u00e9fine Devi", "location": "Pune, Maharashtra",
	}) {
		if a.JSON[name] != want {
			t.Errorf("%s = %+q, want %+q", name, a.JSON[name], want)
		}
	}
	// The same address in each of its forms is the same account.
	for _, address := range []string{
		"asha@b\u00fccher.example", "ASHA@BU\u0308CHER.EXAMPLE", "asha@xn--bcher-kva.example", "asha@\u200bb\u00fccher.example",
	} {
		expect(t, visitor(s).Post("/api/register", signUp(form{"email": address})), http.StatusConflict)
		for _, password := range []string{typed, "Caf\u00e9 au Lait 1"} {
			expect(t, visitor(s).Post("/api/login", form{"email": address, "password": password}), http.StatusOK)
		}
	}
	if mails := s.Inbox("asha@xn--bcher-kva.example"); len(mails) != 1 {
		t.Errorf("emails = %v, want one welcome to the address in ASCII", mails)
	}
}

func TestAPasswordThatWasHashedAsTypedIsStillAccepted(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, visitor(s).Post("/api/register", signUp(nil)), http.StatusCreated)
	composed, decomposed := "Caf\u00e9 au Lait 1", "Cafe\u0301 au Lait 1"
	for _, hashed := range []string{composed, decomposed} {
		stored := account(t, s, email)
		stored.SetPassword(hashed)
		if err := s.PB.Save(stored); err != nil {
			t.Fatal(err)
		}
		for _, typed := range []string{composed, decomposed} {
			expect(t, visitor(s).Post("/api/login", form{"email": email, "password": typed}), http.StatusOK)
		}
		expect(t, visitor(s).Post("/api/login", form{"email": email, "password": "Cafe au Lait 1"}), http.StatusUnauthorized)
	}
}
