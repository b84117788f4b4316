package routetest

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/testapp"
)

var relyingParty = virtualwebauthn.RelyingParty{
	ID:     "boardcircle.test",
	Name:   "Boardcircle",
	Origin: "http://boardcircle.test",
}

// device is an authenticator with one passkey.
type device struct {
	authenticator virtualwebauthn.Authenticator
	credential    virtualwebauthn.Credential
}

func newDevice() *device {
	return &device{virtualwebauthn.NewAuthenticator(), testapp.NewCredential()}
}

// create responds to a registration challenge with a new passkey.
func (d *device) create(t *testing.T, started testapp.Response) string {
	t.Helper()
	expect(t, started, http.StatusOK)
	options, err := virtualwebauthn.ParseAttestationOptions(started.Body)
	if err != nil {
		t.Fatal(err)
	}
	user := started.JSON["publicKey"].(map[string]any)["user"].(map[string]any)
	if d.authenticator.Options.UserHandle, err = base64.RawURLEncoding.DecodeString(user["id"].(string)); err != nil {
		t.Fatal(err)
	}
	return virtualwebauthn.CreateAttestationResponse(relyingParty, d.authenticator, d.credential, *options)
}

// sign responds to a sign-in challenge.
func (d *device) sign(t *testing.T, started testapp.Response) string {
	t.Helper()
	expect(t, started, http.StatusOK)
	options, err := virtualwebauthn.ParseAssertionOptions(started.Body)
	if err != nil {
		t.Fatal(err)
	}
	return virtualwebauthn.CreateAssertionResponse(relyingParty, d.authenticator, d.credential, *options)
}

func (d *device) signIn(t *testing.T, v *testapp.Visitor) testapp.Response {
	t.Helper()
	return v.Post("/api/passkeys/login/finish", d.sign(t, v.Post("/api/passkeys/login/begin", nil)))
}

// addPasskey adds a passkey to the account of a signed-in member and returns its device.
func addPasskey(t *testing.T, v *testapp.Visitor) (d *device, id string) {
	t.Helper()
	d = newDevice()
	answer := v.Post("/api/passkeys/finish", d.create(t, v.Post("/api/passkeys/begin", form{"password": password})))
	expect(t, answer, http.StatusCreated)
	return d, answer.JSON["id"].(string)
}

func TestPasskeySignsInToItsAccount(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	v.Header.Set("User-Agent", firefox)
	answer := v.Post("/api/passkeys/begin", form{"password": wrong})
	expect(t, answer, http.StatusBadRequest)
	if answer.Field("password") == "" {
		t.Errorf("body = %s", answer.Body)
	}
	expect(t, v.Post("/api/passkeys/begin", form{"password": pin}), http.StatusBadRequest)
	phone, _ := addPasskey(t, v)
	expectMail(t, s, email, "A passkey was added")
	if list := v.Get("/api/passkeys"); !strings.Contains(list.Body, `"name":"Firefox on Linux"`) {
		t.Errorf("body = %s", list.Body)
	}

	elsewhere := visitor(s)
	answer = phone.signIn(t, elsewhere)
	expect(t, answer, http.StatusOK)
	if answer.JSON["email"] != email || elsewhere.Get("/api/user").JSON["email"] != email {
		t.Errorf("body = %s", answer.Body)
	}
	if list := v.Get("/api/passkeys"); strings.Contains(list.Body, `"lastUsedAt":""`) {
		t.Errorf("body = %s", list.Body)
	}
	// the password and the PIN still work
	signIn(t, s, password)
	signIn(t, s, pin)
}

func TestCeremonyIsFinishedOnceByTheBrowserThatStartedIt(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	phone, _ := addPasskey(t, v)
	here := visitor(s)
	signed := phone.sign(t, here.Post("/api/passkeys/login/begin", nil))
	expect(t, visitor(s).Post("/api/passkeys/login/finish", signed), http.StatusBadRequest)
	expect(t, here.Post("/api/passkeys/login/finish", signed), http.StatusOK)
	expect(t, here.Post("/api/passkeys/login/finish", signed), http.StatusBadRequest)
	// The signature of an earlier challenge is refused.
	old := phone.sign(t, here.Post("/api/passkeys/login/begin", nil))
	here.Post("/api/passkeys/login/begin", nil)
	expect(t, here.Post("/api/passkeys/login/finish", old), http.StatusUnauthorized)
	// An expired challenge is refused.
	signed = phone.sign(t, here.Post("/api/passkeys/login/begin", nil))
	s.Clock.Advance(5*time.Minute + time.Second)
	expect(t, here.Post("/api/passkeys/login/finish", signed), http.StatusBadRequest)
	if err := s.Accounts.Passkeys.Purge(); err != nil || rows(t, s, "passkey_ceremonies") != 0 {
		t.Errorf("%d ceremonies after the purge, want none; error = %v", rows(t, s, "passkey_ceremonies"), err)
	}
	// The response to a registration does not sign in.
	expect(t, v.Post("/api/passkeys/login/finish",
		newDevice().create(t, v.Post("/api/passkeys/begin", form{"password": password}))), http.StatusBadRequest)
	for _, body := range []any{nil, "{}", `{"id":1}`, strings.Repeat("x", 100)} {
		here.Post("/api/passkeys/login/begin", nil)
		expect(t, here.Post("/api/passkeys/login/finish", body), http.StatusBadRequest)
	}
}

func TestAnAccountHasAtMostTheMaximumOfPasskeys(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	other := signIn(t, s, password)
	late := newDevice().create(t, other.Post("/api/passkeys/begin", form{"password": password}))
	for range passkeys.Max {
		addPasskey(t, v)
		s.Clock.Advance(10 * time.Second) // for the limit of attempts
	}
	expect(t, v.Post("/api/passkeys/begin", form{"password": password}), http.StatusConflict)
	expect(t, other.Post("/api/passkeys/finish", late), http.StatusConflict)
}

func TestForgedOrUnverifiedPasskeyIsRefused(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	phone, _ := addPasskey(t, v)
	forged := newDevice()
	forged.authenticator.Options.UserHandle = phone.authenticator.Options.UserHandle
	expect(t, forged.signIn(t, visitor(s)), http.StatusUnauthorized)
	forged.credential.ID = phone.credential.ID
	expect(t, forged.signIn(t, visitor(s)), http.StatusUnauthorized)
	// A passkey without user verification is refused, and so is a signature for another site.
	unverified := *phone
	unverified.authenticator.Options.UserNotVerified = true
	expect(t, unverified.signIn(t, visitor(s)), http.StatusUnauthorized)
	browser := visitor(s)
	options, err := virtualwebauthn.ParseAssertionOptions(browser.Post("/api/passkeys/login/begin", nil).Body)
	if err != nil {
		t.Fatal(err)
	}
	evil := virtualwebauthn.RelyingParty{ID: "boardcircle.test", Name: "Boardcircle", Origin: "http://evil.test"}
	expect(t, browser.Post("/api/passkeys/login/finish",
		virtualwebauthn.CreateAssertionResponse(evil, phone.authenticator, phone.credential,
			*options)), http.StatusUnauthorized)
	// A member's passkey does not sign in to the console.
	admin := visitor(s)
	expect(t, admin.Post("/api/admin/login/passkey/finish",
		phone.sign(t, admin.Post("/api/admin/login/passkey/begin", nil))), http.StatusUnauthorized)

	change(t, s, account(t, s, email), form{"isActive": false})
	expect(t, phone.signIn(t, visitor(s)), http.StatusUnauthorized)
}

func TestPasskeyThatBecomesSyncedStillWorks(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	phone, _ := addPasskey(t, registerUser(t, s))
	phone.authenticator.Options.BackupEligible, phone.authenticator.Options.BackupState = true, true
	expect(t, phone.signIn(t, visitor(s)), http.StatusOK)
	v := visitor(s)
	expect(t, phone.signIn(t, v), http.StatusOK)
	if list := v.Get("/api/passkeys"); !strings.Contains(list.Body, `"isSynced":true`) {
		t.Errorf("body = %s", list.Body)
	}
}

func TestRemovedPasskeyIsRefused(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	phone, id := addPasskey(t, v)
	laptop, _ := addPasskey(t, v)
	other := visitor(s)
	expect(t, other.Post("/api/register", signUp(form{"email": "bina@example.com"})), http.StatusCreated)
	path := "/api/passkeys/" + id
	expect(t, other.Send(http.MethodDelete, path, form{"password": password}), http.StatusNotFound)
	expect(t, v.Send(http.MethodDelete, path, form{"password": wrong}), http.StatusBadRequest)
	expect(t, v.Send(http.MethodDelete, path, form{"password": password}), http.StatusNoContent)
	expectMail(t, s, email, "A passkey was removed")
	expect(t, phone.signIn(t, visitor(s)), http.StatusUnauthorized)
	expect(t, laptop.signIn(t, visitor(s)), http.StatusOK)
	if err := s.PB.Delete(account(t, s, email)); err != nil || rows(t, s, "passkeys") != 0 {
		t.Errorf("%d passkeys after the account was deleted, want none; error = %v", rows(t, s, "passkeys"), err)
	}
}

func TestAdminPasskeyIsASecondFactor(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := adminSignIn(t, s)
	phone := newDevice()
	added := v.Post("/api/admin/me/passkeys/finish",
		phone.create(t, v.Post("/api/admin/me/passkeys/begin", form{"password": password})))
	expect(t, added, http.StatusCreated)

	// the password alone is no longer sufficient
	expectMessage(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": password}),
		http.StatusUnauthorized,
		"This account has a passkey. Please sign in with it.")
	expectMessage(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": wrong}),
		http.StatusUnauthorized, "Invalid credentials")
	console := visitor(s)
	expect(t, console.Post("/api/admin/login/passkey/finish",
		phone.sign(t, console.Post("/api/admin/login/passkey/begin", nil))), http.StatusOK)
	expect(t, console.Get("/api/admin/session"), http.StatusOK)
	expect(t, console.Get("/api/user"), http.StatusUnauthorized)

	// a passkey satisfies a mandatory second factor
	requireTOTP(t, s, true)
	expect(t, console.Get("/api/admin/stats"), http.StatusOK)
	remove := "/api/admin/me/passkeys/" + added.JSON["id"].(string) + "/remove"
	expect(t, console.Post(remove, form{"password": password}), http.StatusConflict)

	// another admin resets a lost passkey
	colleague := visitor(s)
	s.CreateAccount(httpx.Admins, form{"username": "bina", "password": password})
	requireTOTP(t, s, false)
	expect(t, colleague.Post("/api/admin/login", form{"username": "bina", "password": password}), http.StatusOK)
	anita, err := identity.FindAdminByUsername(s.PB, "anita")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, colleague.Post("/api/admins/"+anita.Id+"/second-factor/reset", form{"password": password}), http.StatusOK)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": password}), http.StatusOK)
	again := visitor(s)
	expect(t, again.Post("/api/admin/login/passkey/finish",
		phone.sign(t, again.Post("/api/admin/login/passkey/begin", nil))), http.StatusUnauthorized)
}
