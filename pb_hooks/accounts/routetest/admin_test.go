package routetest

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"
	"github.com/spf13/cobra"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestAdminSessionIsIndependentOfUserSession(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := registerSecondUser(t, s)
	a := v.Post("/api/admin/login", form{"username": " ANITA ", "password": password})
	expectMessage(t, a, http.StatusOK, "Welcome to the admin panel")
	if a.JSON["username"] != "anita" || len(a.JSON) != 2 {
		t.Errorf("body = %s", a.Body)
	}
	session := v.Get("/api/admin/session")
	expect(t, session, http.StatusOK)
	if session.JSON["username"] != "anita" || session.JSON["via"] != "admin" || len(session.JSON) != 2 {
		t.Errorf("session = %s, want anita's admin session", session.Body)
	}
	expect(t, v.Get("/api/user"), http.StatusOK)

	copied := stealSession(t, s, v, "admin_session")
	expect(t, v.Post("/api/admin/logout", nil), http.StatusNoContent)
	expect(t, v.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, copied.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, v.Get("/api/user"), http.StatusOK)
}

// registerSecondUser signs Meera up in addition to Asha.
func registerSecondUser(t *testing.T, s *testapp.App) *testapp.Visitor {
	t.Helper()
	v := visitor(s)
	expect(t, v.Post("/api/register", signUp(form{"email": "meera@example.com"})), http.StatusCreated)
	return v
}

func TestAdminLoginErrors(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	s.CreateAccount(httpx.Admins, form{"username": "former", "password": password, "isActive": false})
	for _, c := range []struct {
		body    form
		status  int
		message string
	}{
		{form{"password": password}, http.StatusBadRequest, "Username is required"},
		{form{"username": "anita"}, http.StatusBadRequest, "Password is required"},
		{form{"username": "anita", "password": wrong}, http.StatusUnauthorized, "Invalid credentials"},
		{form{"username": "former", "password": password}, http.StatusUnauthorized, "Invalid credentials"},
		{form{"username": "admin", "password": "admin"}, http.StatusUnauthorized, "Invalid credentials"},
		{form{"username": "anita", "password": pin}, http.StatusUnauthorized, "Invalid credentials"},
		// The password of a member does not sign in to the console.
		{form{"username": email, "password": password}, http.StatusUnauthorized, "Invalid credentials"},
	} {
		compared := 0
		onCompare(s, func(string) { compared++ })
		expectMessage(t, visitor(s).Post("/api/admin/login", c.body), c.status, c.message)
		if c.status == http.StatusUnauthorized && compared != 1 {
			t.Errorf("%v: %d comparisons, want 1", c.body, compared)
		}
	}
}

func TestAdminSessionReturnsTheKindOfAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, s.Visitor().Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, s.SignedIn(httpx.Users, nil).Get("/api/admin/session"), http.StatusUnauthorized)
	user := s.SignedIn(httpx.Users, form{"email": email, "isAdmin": true}).Get("/api/admin/session")
	if user.JSON["via"] != "user" || user.JSON["username"] != email {
		t.Errorf("session of a member with admin rights = %s", user.Body)
	}
	staff := s.SignedIn(core.CollectionNameSuperusers, form{"email": "staff@example.com"}).Get("/api/admin/session")
	if staff.JSON["via"] != "admin" || staff.JSON["username"] != "staff@example.com" {
		t.Errorf("session of a superuser = %s", staff.Body)
	}
}

func TestDeactivationEndsAdminSessions(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := visitor(s)
	expect(t, v.Post("/api/admin/login", form{"username": "anita", "password": password}), http.StatusOK)
	admin, err := s.PB.FindFirstRecordByData(httpx.Admins, "username", "anita")
	if err != nil {
		t.Fatal(err)
	}
	s.CreateAccount(httpx.Admins, nil) // A second owner, because the last one cannot be deactivated.
	change(t, s, admin, form{"isActive": false})
	expect(t, v.Get("/api/admin/session"), http.StatusUnauthorized)
	change(t, s, admin, form{"isActive": true})
	expect(t, v.Get("/api/admin/session"), http.StatusUnauthorized)
}

func TestFreshDatabaseHasNoAccounts(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	for _, collection := range []string{httpx.Users, httpx.Admins} {
		if n := rows(t, s, collection); n != 0 {
			t.Errorf("%d %s in a new database, want none", n, collection)
		}
	}
}

// command runs `boardcircle admin` with arguments.
func command(app *tests.TestApp, args ...string) (string, error) {
	var out bytes.Buffer
	c := admins.Command(app, app.RunAllMigrations)
	c.SetOut(&out)
	c.SetErr(&out)
	c.SetArgs(args)
	err := c.Execute()
	return out.String(), err
}

// A password in an argument would show in the list of processes. So the commands generate a password and print it, or
// read it from standard input.
func TestCommandsCreateAccountsWithoutAPasswordArgument(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	run := func(c *cobra.Command, input string, args ...string) (string, error) {
		var out bytes.Buffer
		c.SetOut(&out)
		c.SetErr(&out)
		c.SetIn(strings.NewReader(input))
		c.SetArgs(args)
		err := c.Execute()
		return out.String(), err
	}
	const stdin = "Brahmaputra in May 3"
	printed := regexp.MustCompile(`shown only once: (\S+)\n`)
	for _, line := range []string{
		"superuser create a@example.com", "superuser update a@example.com", "superuser upsert a@example.com", "superuser upsert b@example.com",
		"superuser create c@example.com --password-stdin", "superuser update c@example.com --password-stdin", "superuser upsert d@example.com --password-stdin",
		"admin create anita", "admin create bina --password-stdin",
	} {
		args := strings.Fields(line)
		commandOf, collection, field := admins.SuperuserCommand, core.CollectionNameSuperusers, "email"
		if args[0] == "admin" {
			commandOf = func(app core.App) *cobra.Command { return admins.Command(app, app.RunAllMigrations) }
			collection, field = httpx.Admins, "username"
		}
		out, err := run(commandOf(s.PB), stdin+"\n", args[1:]...)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		password := stdin
		if found := printed.FindStringSubmatch(out); (found == nil) != strings.HasSuffix(line, "--password-stdin") {
			t.Errorf("%s: output = %q", line, out)
		} else if found != nil {
			password = found[1]
		}
		record, err := s.PB.FindFirstRecordByData(collection, field, args[2])
		if err != nil || !record.ValidatePassword(password) {
			t.Errorf("%s: error = %v, or the account has another password", line, err)
		}
	}
	for _, line := range []string{"upsert e@example.com Another-river-5 --password-stdin", "upsert e@example.com --password-stdin", "upsert"} {
		if out, err := run(admins.SuperuserCommand(s.PB), "", strings.Fields(line)...); err == nil {
			t.Errorf("%s succeeded: %s", line, out)
		}
	}
	// PocketBase's form of the command, with the password as an argument, still works.
	if out, err := run(admins.SuperuserCommand(s.PB), "", "upsert", "a@example.com", stdin); err != nil ||
		printed.MatchString(out) {
		t.Errorf("error = %v, output = %s", err, out)
	}
}

func TestAdminCommandCreatesAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	t.Run("with a password argument", func(t *testing.T) {
		out, err := command(s.PB, "create", "Anita", password)
		if err != nil || strings.Contains(out, password) {
			t.Fatalf("output = %s, error = %v", out, err)
		}
		expect(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": password}), http.StatusOK)
	})
	t.Run("with a generated password", func(t *testing.T) {
		out, err := command(s.PB, "create", "second")
		found := regexp.MustCompile(`: (\S{24})\n`).FindStringSubmatch(out)
		if err != nil || found == nil {
			t.Fatalf("output = %s, error = %v", out, err)
		}
		expect(t, visitor(s).Post("/api/admin/login", form{"username": "second", "password": found[1]}), http.StatusOK)
	})
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"a taken name":      {[]string{"create", "ANITA", password}, `the username "anita" is taken`},
		"a short password":  {[]string{"create", "third", "Short 1"}, "Password must be at least 12 characters"},
		"a weak password":   {[]string{"create", "third", "all lower case 1"}, "Password must contain at least one uppercase letter, one lowercase letter, and one number"},
		"an empty password": {[]string{"create", "third", ""}, "Password must be at least 12 characters"},
		"an invalid name":   {[]string{"create", "a b", password}, `the username "a b" is not valid`},
		"no name":           {[]string{"create"}, "accepts between 1 and 2 arg(s)"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := command(s.PB, c.args...); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error = %v, want %s", err, c.want)
			}
			if n := rows(t, s, httpx.Admins); n != 2 {
				t.Errorf("%d accounts, want 2", n)
			}
		})
	}
}

const invited = "meera@example.com"

// reauthentication is the request body with the password of accounts that newAppWithAdmin creates, and
// testReauthentication the one for accounts that testapp creates.
var (
	reauthentication     = form{"password": password}
	testReauthentication = form{"password": testapp.Password}
)

var welcomeLink = regexp.MustCompile(`/admin/welcome\?token=([\w%-]+)`)

// invitation returns the token in the newest email to the invited admin.
func invitation(t *testing.T, s *testapp.App) string {
	t.Helper()
	emails := s.Inbox(invited)
	if len(emails) == 0 {
		t.Fatal("the invited admin has no email")
	}
	found := welcomeLink.FindStringSubmatch(emails[0].Text)
	if found == nil {
		t.Fatalf("email = %s, want a link", emails[0].Text)
	}
	return found[1]
}

// invite invites Meera and returns the id of the account.
func invite(t *testing.T, v *testapp.Visitor) string {
	t.Helper()
	a := v.Post("/api/admins", form{"username": " Meera ", "email": invited, "password": password})
	expect(t, a, http.StatusCreated)
	return a.JSON["id"].(string)
}

// stateOf returns the state of Meera's admin account.
func stateOf(t *testing.T, s *testapp.App, id string) string {
	t.Helper()
	admin := s.SignedIn(core.CollectionNameSuperusers, nil)
	a := admin.Get("/api/admins?perPage=500&search=meera")
	expect(t, a, http.StatusOK)
	return regexp.MustCompile(`"state":"(\w+)"`).FindStringSubmatch(a.Body)[1]
}

func TestInvitedAdminSetsPasswordAndSignsIn(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	id := invite(t, signInMFAAdmin(t, s))
	if got := stateOf(t, s, id); got != "invited" {
		t.Errorf("state = %s, want invited", got)
	}
	token := invitation(t, s)
	expectMessage(t, visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "short"}),
		http.StatusBadRequest, "Password must be at least 12 characters")
	v := visitor(s)
	a := v.Post("/api/admin/welcome", form{"token": token, "newPassword": "Monsoon Ledger 7"})
	expect(t, a, http.StatusOK)
	if a.JSON["username"] != "meera" || len(a.JSON) != 2 {
		t.Errorf("body = %s", a.Body)
	}
	expect(t, v.Get("/api/admin/stats"), http.StatusOK)
	expect(t, visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "Monsoon Ledger 8"}),
		http.StatusBadRequest)
	v = visitor(s)
	expect(t, v.Post("/api/admin/login", form{"username": "meera", "password": "Monsoon Ledger 7"}), http.StatusOK)
	expect(t, v.Get("/api/admin/stats"), http.StatusOK)
	if got := stateOf(t, s, id); got != "active" {
		t.Errorf("state = %s, want active", got)
	}
	if adminRecord(t, s, "meera").GetDateTime("lastSignIn").Time() != s.Clock.Now() {
		t.Error("lastSignIn is not the time of the sign-in")
	}
}

func TestExpiredReplacedOrRevokedInvitationIsVoid(t *testing.T) {
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
		t.Errorf("state = %s, want expired", got)
	}
	expect(t, v.Post("/api/admins/"+id+"/invitation", reauthentication), http.StatusOK)
	second := invitation(t, s)
	if second == first {
		t.Fatal("the second invitation has the link of the first")
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

func TestInvitationNamesTheInvalidField(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	invite(t, v)
	for _, c := range []struct {
		body   form
		status int
		field  string
		want   string
	}{
		{form{"email": invited}, http.StatusBadRequest, "username", "Username is required"},
		{form{"username": "a b", "email": invited}, http.StatusBadRequest, "username", "Username can have letters, digits, dots, hyphens and underscores, and must start with a letter or digit"},
		{form{"username": "kavita"}, http.StatusBadRequest, "email", "Please enter a valid email address"},
		{form{"username": "ANITA", "email": "k@example.com"}, http.StatusConflict, "username", "Another admin account has this username"},
		{form{"username": "kavita", "email": invited}, http.StatusConflict, "email", "Another admin account has this email address"},
	} {
		c.body["password"] = password
		a := v.Post("/api/admins", c.body)
		expect(t, a, c.status)
		if a.Field(c.field) != c.want {
			t.Errorf("%v: body = %s, want the error %q for %s", c.body, a.Body, c.want, c.field)
		}
	}
	if n := rows(t, s, httpx.Admins); n != 2 {
		t.Errorf("%d accounts, want 2", n)
	}
}

func TestReactivatedAdminSignsInWithTheirOldPassword(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v, anita := s.SignedIn(httpx.Admins, form{"username": "kavita"}), signInMFAAdmin(t, s)
	path := "/api/admins/" + adminRecord(t, s, "anita").Id
	expectMessage(t, anita.Post(path+"/deactivate", reauthentication), http.StatusConflict,
		"You cannot deactivate your own account. Another administrator can.")
	expect(t, v.Post(path+"/reactivate", testReauthentication), http.StatusConflict)
	expect(t, v.Post(path+"/deactivate", testReauthentication), http.StatusOK)
	expect(t, anita.Get("/api/admin/stats"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": password}),
		http.StatusUnauthorized)
	expect(t, v.Post(path+"/reactivate", testReauthentication), http.StatusOK)
	expect(t, anita.Get("/api/admin/stats"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": password}), http.StatusOK)
	expect(t, v.Post("/api/admins/unknown/deactivate", testReauthentication), http.StatusNotFound)
}

func TestLastActiveAdminCannotBeDeactivated(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	path := "/api/admins/" + adminRecord(t, s, "anita").Id + "/deactivate"
	member := s.SignedIn(httpx.Users, form{"isAdmin": true})
	expect(t, member.Post(path, testReauthentication), http.StatusConflict)
	expect(t, s.SignedIn(core.CollectionNameSuperusers, nil).Post(path, testReauthentication), http.StatusConflict)
	s.CreateAccount(httpx.Admins, form{"isActive": false})
	expect(t, member.Post(path, testReauthentication), http.StatusConflict)
	s.CreateAccount(httpx.Admins, nil)
	expect(t, member.Post(path, testReauthentication), http.StatusOK)
}

func TestMutualDeactivationLeavesOneAdmin(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	a, b := s.SignedIn(httpx.Admins, form{"username": "asha"}), s.SignedIn(httpx.Admins, form{"username": "bela"})
	answers := make(chan int, 2)
	for v, name := range map[*testapp.Visitor]string{a: "bela", b: "asha"} {
		path := "/api/admins/" + adminRecord(t, s, name).Id + "/deactivate"
		go func() { answers <- v.Post(path, testReauthentication).Status }()
	}
	first, second := <-answers, <-answers
	active, err := s.PB.CountRecords(httpx.Admins)
	if err != nil || (first == http.StatusOK) == (second == http.StatusOK) {
		t.Errorf("statuses = %d and %d of %d accounts, want one success; error = %v", first, second, active, err)
	}
}

func TestDeactivationDuringReauthenticationWins(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	s.CreateAccount(httpx.Admins, nil) // A third owner, because the last one cannot be deactivated.
	for round := range 3 {
		s.Clock.Advance(time.Hour)
		asha, bela := s.CreateAccount(httpx.Admins, nil), s.CreateAccount(httpx.Admins, nil)
		answers := make(chan int, 2)
		for admin, other := range map[*core.Record]*core.Record{asha: bela, bela: asha} {
			v := s.SignedInAs(admin)
			go func() { answers <- v.Post("/api/admins/"+other.Id+"/deactivate", testReauthentication).Status }()
		}
		if first, second := <-answers, <-answers; first+second != http.StatusOK+http.StatusUnauthorized {
			t.Errorf("round %d: statuses = %d and %d, want 200 and 401", round, first, second)
		}
	}
}

func TestAdminChangesOwnPassword(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v, elsewhere := signInMFAAdmin(t, s), signInMFAAdmin(t, s)
	change := func(current, next string) testapp.Response {
		return v.Post("/api/admin/me/password", form{"currentPassword": current, "newPassword": next})
	}
	if a := change(wrong, "Monsoon Ledger 7"); a.Status != http.StatusBadRequest || a.Field("currentPassword") == "" {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
	expect(t, change(password, "short"), http.StatusBadRequest)
	expect(t, elsewhere.Get("/api/admin/session"), http.StatusOK)
	expect(t, change(password, "Monsoon Ledger 7"), http.StatusOK)
	expect(t, v.Get("/api/admin/session"), http.StatusOK)
	expect(t, elsewhere.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": password}),
		http.StatusUnauthorized)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": "Monsoon Ledger 7"}),
		http.StatusOK)
}

func TestGrantAndWithdrawAdminRights(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	asha := account(t, s, email)
	change(t, s, asha, form{"verified": true})
	byPIN := visitor(s)
	expect(t, byPIN.Post("/api/login", login(email, pin)), http.StatusOK)
	expect(t, v.Post("/api/admins/members", form{"email": "nobody@example.com", "password": password}),
		http.StatusBadRequest)
	expect(t, v.Post("/api/admins/members", form{"email": "inactive@example.com", "password": password}),
		http.StatusBadRequest)
	expect(t, v.Post("/api/admins/members", form{"email": " ASHA@example.com ", "password": password}), http.StatusOK)
	expect(t, v.Post("/api/admins/members", form{"email": email, "password": password}), http.StatusConflict)
	expectMessage(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized, refused)
	expect(t, byPIN.Get("/api/admin/stats"), http.StatusUnauthorized)
	expect(t, byPIN.Get("/api/user"), http.StatusUnauthorized)

	grantee := visitor(s)
	expect(t, grantee.Post("/api/login", login(email, password)), http.StatusOK)
	expect(t, grantee.Get("/api/admin/stats"), http.StatusOK)
	expect(t, grantee.Post("/api/admins/members/"+asha.Id+"/withdraw", reauthentication), http.StatusConflict)
	expect(t, v.Post("/api/admins/members/"+asha.Id+"/withdraw", reauthentication), http.StatusNoContent)
	expect(t, grantee.Get("/api/admin/stats"), http.StatusUnauthorized)
	expect(t, grantee.Get("/api/user"), http.StatusUnauthorized)
	expect(t, v.Post("/api/admins/members/"+asha.Id+"/withdraw", reauthentication), http.StatusNotFound)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
}

func TestAnInvitationSaysWhetherItsEmailWaits(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"test-key", ""} {
		s := testapp.New(t, func(o *hooks.Options) { o.Config.Brevo.APIKey = key })
		s.CreateAccount(httpx.Admins, form{"username": "anita", "password": password})
		v := signInMFAAdmin(t, s)
		a := v.Post("/api/admins", form{"username": "meera", "email": "meera@example.com", "password": password})
		expect(t, a, http.StatusCreated)
		s.Clock.Advance(time.Hour)
		again := v.Post("/api/admins/"+a.JSON["id"].(string)+"/invitation", reauthentication)
		expect(t, again, http.StatusOK)
		if isWaiting := key == ""; a.JSON["isEmailWaiting"] != isWaiting || again.JSON["isEmailWaiting"] != isWaiting {
			t.Errorf("with the key %q: %s %s", key, a.Body, again.Body)
		}
	}
}

func TestAcceptedInvitationStaysAcceptedWhileResent(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	for round := range 4 {
		name := fmt.Sprintf("meera%d", round)
		s.Clock.Advance(time.Minute) // Reset the rate limit of requests with a password.
		a := v.Post("/api/admins", form{"username": name, "email": name + "@example.com", "password": password})
		expect(t, a, http.StatusCreated)
		token := welcomeLink.FindStringSubmatch(s.Inbox(name + "@example.com")[0].Text)[1]
		joined, again := make(chan int), make(chan int)
		go func() {
			joined <- visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "Monsoon Ledger 7"}).Status
		}()
		go func() {
			status := 0
			for range 20 {
				status = v.Post("/api/admins/"+a.JSON["id"].(string)+"/invitation", reauthentication).Status
			}
			again <- status
		}()
		hasJoined, last := <-joined == http.StatusOK, <-again
		admin := adminRecord(t, s, name)
		if admin.GetBool("isActive") != hasJoined || (last == http.StatusConflict) != hasJoined {
			t.Errorf("accepted = %v, active = %v, status of the last resend = %d", hasJoined, admin.GetBool("isActive"), last)
		}
	}
}

func TestLateMFASecretDoesNotReplaceTheConfirmedOne(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	slow := v.Post("/api/admin/me/second-factor", form{"password": password})
	expect(t, slow, http.StatusOK)
	pending := adminRecord(t, s, "anita").GetString("totpPending")
	secret, _ := enrolled(t, s, v)

	// A slow request stores its secret only after another enrolment was confirmed.
	change(t, s, adminRecord(t, s, "anita"), form{"totpPending": pending})
	s.Clock.Advance(time.Minute)
	expect(t, v.Post("/api/admin/me/second-factor/confirm", form{"code": code(t, s, slow.JSON["secret"].(string), 0)}),
		http.StatusConflict)
	expect(t, visitor(s).Post("/api/admin/login", step(code(t, s, secret, 0))), http.StatusOK)
}

func TestPendingInvitationsAreLimited(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	for i := range 49 {
		s.CreateAccount(httpx.Admins, form{
			"isActive":     false,
			"invitedAt":    s.Clock.Now(),
			"inviteToken":  fmt.Sprint(i),
			"inviteExpiry": s.Clock.Now().Add(time.Hour),
		})
	}
	late := s.CreateAccount(httpx.Admins, form{
		"username":     "late",
		"isActive":     false,
		"invitedAt":    s.Clock.Now(),
		"inviteToken":  "late",
		"inviteExpiry": s.Clock.Now(),
	})
	v := signInMFAAdmin(t, s)
	again := func(id string) testapp.Response { return v.Post("/api/admins/"+id+"/invitation", reauthentication) }
	id := invite(t, v)
	expect(t, again(id), http.StatusOK)

	const sentence = "50 invitations are already open. Deactivate one that is no longer needed, or wait until one is accepted or expires."
	expectMessage(t, v.Post("/api/admins", form{"username": "bela", "email": "bela@example.com", "password": password}),
		http.StatusConflict, sentence)
	expectMessage(t, again(late.Id), http.StatusConflict, sentence)
	if len(s.Inbox("bela@example.com"))+len(s.Inbox(late.Email())) != 0 {
		t.Error("an email was sent")
	}

	expect(t, v.Post("/api/admins/"+id+"/deactivate", reauthentication), http.StatusOK)
	s.Clock.Advance(time.Minute) // Refused attempts count towards the rate limit.
	expect(t, again(late.Id), http.StatusOK)
	s.Clock.Advance(2 * time.Hour) // The other invitations expire.
	expect(t, signInMFAAdmin(t, s).Post("/api/admins",
		form{"username": "bela", "email": "bela@example.com", "password": password}), http.StatusCreated)
}
