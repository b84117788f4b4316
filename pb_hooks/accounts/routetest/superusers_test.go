package routetest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

const (
	staffEmail = "staff@example.com"
	staffPath  = "/api/collections/_superusers/"
)

func newAppWithSuperuser(t *testing.T) *testapp.App {
	s := newApp(t)
	s.CreateAccount(core.CollectionNameSuperusers, form{"email": staffEmail, "password": password})
	return s
}

func staffSignIn(secret string) form { return form{"identity": staffEmail, "password": secret} }

func fromNetwork(s *testapp.App, address string) *testapp.Visitor {
	v := s.Visitor()
	v.Header.Set("X-Forwarded-For", address)
	return v
}

func TestASuperusersPasswordCannotBeGuessedFromManyNetworks(t *testing.T) {
	t.Parallel()
	for name, network := range map[string]func(n int) string{
		"the networks of one site": func(n int) string { return fmt.Sprintf("2001:db8:7:%x::1", n) },
		"many sites":               func(n int) string { return fmt.Sprintf("2001:db8:%x::1", n) },
		"IPv4 addresses":           func(n int) string { return fmt.Sprintf("203.0.113.%d", n) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newAppWithSuperuser(t)
			guesses := 0
			for fromNetwork(s, network(guesses)).Post(staffPath+"auth-with-password", staffSignIn(wrong)).Status == http.StatusBadRequest {
				if guesses++; guesses > 40 {
					t.Fatal("41 guesses were not throttled")
				}
				// Saving the settings resets PocketBase's own rate limits, so that only our throttle counts.
				if err := s.PB.Save(s.PB.Settings()); err != nil {
					t.Fatal(err)
				}
			}
			answer := fromNetwork(s, network(guesses+1)).Post(staffPath+"auth-with-password", staffSignIn(password))
			retryAfter(t, answer)
		})
	}
}

func TestMemberIsNotLockedOutOfTheNetworkTheySignInFrom(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	home := visitor(s)
	expect(t, home.Post("/api/login", login(email, password)), http.StatusOK)
	for visitor(s).Post("/api/login", login(email, wrong)).Status != http.StatusTooManyRequests {
	}
	retryAfter(t, visitor(s).Post("/api/login", login(email, password)))
	expect(t, at(s, home).Post("/api/login", login(email, password)), http.StatusOK)
	// The member's sign-in does not reset the count of the attacker's guesses.
	retryAfter(t, visitor(s).Post("/api/login", login(email, wrong)))
	s.Clock.Advance(31 * 24 * time.Hour)
	if err := s.Accounts.SignIn.PurgeThrottles(); err != nil {
		t.Fatal(err)
	}
	if n := rows(t, s, "sign_in_throttles"); n != 0 {
		t.Errorf("%d counters after a month, want none", n)
	}
}

func TestASuperusersPasswordAloneDoesNotOpenTheDashboard(t *testing.T) {
	t.Parallel()
	s := newAppWithSuperuser(t)
	v := visitor(s)
	mails := func() []string {
		var texts []string
		for _, m := range s.PB.TestMailer.Messages() {
			texts = append(texts, m.Text+m.HTML)
		}
		return texts
	}
	// Without the password, PocketBase sends no code, and the response does not reveal this.
	requested := v.Post(staffPath+"request-otp", form{"email": staffEmail})
	expect(t, requested, http.StatusOK)
	started := v.Post(staffPath+"auth-with-password", staffSignIn(password))
	expect(t, started, http.StatusUnauthorized)
	mfaID, _ := started.JSON["mfaId"].(string)
	if started.JSON["token"] != nil || mfaID == "" {
		t.Fatalf("body = %s, want an mfaId and no token", started.Body)
	}
	if sent := mails(); len(sent) != 0 {
		t.Fatalf("emails = %v, want no code before the password was entered", sent)
	}
	requested = v.Post(staffPath+"request-otp", form{"email": staffEmail})
	expect(t, requested, http.StatusOK)
	for deadline := time.Now().Add(20 * time.Second); len(mails()) == 0; {
		if time.Now().After(deadline) {
			t.Fatal("no code was sent")
		}
		time.Sleep(10 * time.Millisecond) // PocketBase sends it in the background
	}
	code := regexp.MustCompile(`\b[0-9]{8}\b`).FindString(strings.Join(mails(), " "))
	entered := v.Post(staffPath+"auth-with-otp",
		form{"otpId": requested.JSON["otpId"], "password": "00000000", "mfaId": mfaID})
	expect(t, entered, http.StatusBadRequest)
	entered = v.Post(staffPath+"auth-with-otp", form{"otpId": requested.JSON["otpId"], "password": code, "mfaId": mfaID})
	expect(t, entered, http.StatusOK)
	if token, _ := entered.JSON["token"].(string); token == "" {
		t.Fatalf("body = %s, want a token", entered.Body)
	}
	if got := strings.Join(auditActions(t, s), "\n"); got != "session.opened "+staffEmail+" "+staffEmail {
		t.Errorf("audit log = %q, want one sign-in of the superuser", got)
	}
}

func TestDashboardRefusesShortAndCommonPasswords(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	for _, collection := range []string{core.CollectionNameSuperusers, "admins", "users"} {
		account := s.CreateAccount(collection, nil)
		for secret, status := range map[string]int{"Short-1 pass": http.StatusOK, "Eight888": http.StatusBadRequest, "Password1234": http.StatusBadRequest} {
			body := form{"password": secret, "passwordConfirm": secret}
			answer := staff.Send("PATCH", "/api/collections/"+collection+"/records/"+account.Id, body)
			if answer.Status != status || status != http.StatusOK && answer.Field("password") == "" {
				t.Errorf("update of %s with the password %s: status = %d, want %d; body: %s", collection, secret,
					answer.Status, status, answer.Body)
			}
			for name, value := range map[string]any{
				"email": strings.ToLower(fmt.Sprintf("%x@example.com", secret)), "username": fmt.Sprintf("%x", secret), "name": "Asha Rao",
				"requestType": "enquiry", "source": "user",
			} {
				body[name] = value
			}
			if answer = staff.Post("/api/collections/"+collection+"/records", body); answer.Status != status {
				t.Errorf("new account of %s with the password %s: status = %d, want %d; body: %s", collection, secret,
					answer.Status, status, answer.Body)
			}
		}
	}
}

func TestCommonPasswordsAreRefused(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	answer := visitor(s).Post("/api/register", signUp(form{"password": "Password1234"}))
	expect(t, answer, http.StatusBadRequest)
	if answer.Field("password") == "" {
		t.Errorf("body = %s, want an error for password", answer.Body)
	}
	if _, err := command(s.PB, "create", "anita", "Password1234"); err == nil {
		t.Error("the command accepts a common password")
	}
}
