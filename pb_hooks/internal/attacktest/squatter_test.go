package attacktest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"boardcircle/pb_hooks/internal/testapp"
)

const (
	squatterPassword = "Squatted river 31"
	squatterPIN      = "4711"
	ownerPassword    = "Owned mountain 52"
)

// squatter has signed up with another person's address and added every kind of credential.
type squatter struct {
	email, id string
	// browsers are the signed-in browsers.
	browsers []*attacker
	site     *site
	party    virtualwebauthn.RelyingParty
	device   virtualwebauthn.Authenticator
	passkey  virtualwebauthn.Credential
	// unfinished is the response that would complete a second passkey.
	unfinished fields
	// changeToken is the token of a link that changes the address to the squatter's own.
	changeToken string
	totp        string
}

// siteWithPasskeys starts a site with a host name, which passkeys need.
func siteWithPasskeys(t *testing.T) (*site, virtualwebauthn.RelyingParty) {
	t.Helper()
	s := prepareSite(t)
	_, port, err := net.SplitHostPort(s.addr)
	if err != nil {
		t.Fatal(err)
	}
	origin := "http://localhost:" + port
	s.env = append(s.env, "SITE_URL="+origin)
	s.start(t)
	return s, virtualwebauthn.RelyingParty{ID: "localhost", Name: "Boardcircle", Origin: origin}
}

// createPasskey completes the registration of a passkey.
func createPasskey(t *testing.T, party virtualwebauthn.RelyingParty, device *virtualwebauthn.Authenticator,
	key virtualwebauthn.Credential, challenge answer) fields {
	t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(challenge.body)
	if err != nil {
		t.Fatalf("%v: %s", err, challenge)
	}
	user := challenge.json(t)["publicKey"].(fields)["user"].(fields)
	if device.Options.UserHandle, err = base64.RawURLEncoding.DecodeString(user["id"].(string)); err != nil {
		t.Fatal(err)
	}
	return decode(t, virtualwebauthn.CreateAttestationResponse(party, *device, key, *options))
}

func decode(t *testing.T, text string) (object fields) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	return object
}

// newSquatter signs up with an address and adds a PIN, a passkey, a second factor and two sessions.
func newSquatter(t *testing.T, s *site, party virtualwebauthn.RelyingParty) *squatter {
	t.Helper()
	n := members.Add(1)
	q := &squatter{
		email:   fmt.Sprintf("owner-%d@sample.example", n),
		site:    s,
		party:   party,
		device:  virtualwebauthn.NewAuthenticator(),
		passkey: testapp.NewCredential(),
	}
	a := s.attacker(t)
	body := signUp(q.email)
	body["password"], body["pin"] = squatterPassword, squatterPIN
	q.id, _ = a.post("/api/register", body).want(t, "the squatter's sign-up", 201).json(t)["id"].(string)

	challenge := a.post("/api/passkeys/begin", fields{"password": squatterPassword})
	a.post("/api/passkeys/finish", createPasskey(t, party, &q.device, q.passkey, challenge)).
		want(t, "adding a passkey", 201)

	own := fmt.Sprintf("squatter-%d@sample.example", n)
	a.post("/api/user/email", fields{"password": squatterPassword, "email": own}).
		want(t, "asking for another address", 200)
	q.changeToken = s.emailedToken(t, own, "/confirm-email")

	started := a.post("/api/user/second-factor", fields{"password": squatterPassword})
	q.totp, _ = started.json(t)["secret"].(string)
	now := time.Now()
	a.post("/api/user/second-factor/confirm", fields{"code": totp(t, q.totp, now)}).want(t, "a second factor", 200)
	other := s.attacker(t)
	other.post("/api/login", fields{"email": q.email, "password": squatterPassword, "code": totp(t, q.totp, now.Add(30*time.Second))}).
		want(t, "signing in again", 200)
	q.browsers = []*attacker{a, other}
	return q
}

// emailedToken returns the token of the newest link to a page in the emails to an address.
func (s *site) emailedToken(t *testing.T, address, page string) (token string) {
	t.Helper()
	link := regexp.MustCompile(regexp.QuoteMeta(page) + `\?token=([^\s"&<>)\]]+)`)
	s.wait(t, "a link to "+page+" for "+address, func() bool {
		for _, mail := range s.mails.Messages(address) {
			if found := link.FindStringSubmatch(mail.Text); found != nil {
				token, _ = url.QueryUnescape(found[1])
				return true
			}
		}
		return false
	})
	return token
}

// credentials returns functions that use each of the old credentials and return the status.
func (q *squatter) credentials(t *testing.T) map[string]func() int {
	s := q.site
	login := func(secret, code string) func() int {
		return func() int {
			return s.attacker(t).post("/api/login", fields{"email": q.email, "password": secret, "code": code}).status
		}
	}
	later := totp(t, q.totp, time.Now().Add(30*time.Second))
	return map[string]func() int{
		"the session":        func() int { return q.browsers[0].get("/api/user").status },
		"the other session":  func() int { return q.browsers[1].get("/api/user").status },
		"the password":       login(squatterPassword, ""),
		"password and code":  login(squatterPassword, later),
		"the PIN":            login(squatterPIN, ""),
		"the PIN and a code": login(squatterPIN, later),
		"the passkey": func() int {
			a := s.attacker(t)
			options, err := virtualwebauthn.ParseAssertionOptions(a.post("/api/passkeys/login/begin", fields{}).body)
			if err != nil {
				t.Fatal(err)
			}
			return a.post("/api/passkeys/login/finish",
				decode(t, virtualwebauthn.CreateAssertionResponse(q.party, q.device, q.passkey, *options))).status
		},
		"a passkey that is being added": func() int { return q.browsers[1].post("/api/passkeys/finish", q.unfinished).status },
		"the link to another address": func() int {
			return s.attacker(t).post("/api/confirm-email", fields{"token": q.changeToken}).status
		},
	}
}

// TestNoCredentialOfASquatterSurvivesTheOwnersVerification lets the owner of an address verify it in every way outside
// the squatter's sessions.
func TestNoCredentialOfASquatterSurvivesTheOwnersVerification(t *testing.T) {
	s, party := siteWithPasskeys(t)
	staff := s.superuser(t)
	verifications := map[string]func(q *squatter){
		"a reset link": func(q *squatter) {
			owner := s.attacker(t)
			owner.post("/api/forgot-password", fields{"email": q.email}).want(t, "asking for a link", 200)
			token := s.emailedToken(t, q.email, "/reset-password")
			details := owner.post("/api/reset-password/details", fields{"token": token}).json(t)
			if list, _ := details["passkeys"].([]any); details["isVerified"] != false || len(list) != 0 {
				t.Errorf("the link shows %v", details)
			}
			owner.post("/api/reset-password", fields{"token": token, "newPassword": ownerPassword}).
				want(t, "resetting", 200)
		},
		"a confirmation link": func(q *squatter) {
			q.browsers[0].post("/api/user/verification", fields{}).want(t, "asking for a link", 200)
			token, owner := s.emailedToken(t, q.email, "/confirm-email"), s.attacker(t)
			response := owner.post("/api/confirm-email", fields{"token": token}).want(t, "opening the link", 409)
			if !strings.Contains(response.body, `"newPassword"`) {
				t.Errorf("the response offers no new password: %s", response)
			}
			if security := q.browsers[0].get("/api/user/security").json(t); security["emailVerified"] != false {
				t.Error("the link alone has verified the squatter's account")
			}
			other, _, _ := s.member(t)
			other.post("/api/confirm-email", fields{"token": token}).
				want(t, "opening the link in another account", 409)
			owner.post("/api/confirm-email", fields{"token": token, "newPassword": "short"}).
				want(t, "a weak password", 400)
			owner.post("/api/confirm-email", fields{"token": token, "newPassword": ownerPassword}).
				want(t, "setting a password", 200)
			owner.post("/api/confirm-email", fields{"token": token, "newPassword": squatterPassword}).
				want(t, "opening the link again", 200)
		},
		"a password that a superuser has set": func(q *squatter) {
			staff.send(http.MethodPatch, "/api/collections/users/records/"+q.id, fields{"isAdmin": true}).
				want(t, "granting rights to an unconfirmed address", 400)
			staff.send(http.MethodPatch, "/api/collections/users/records/"+q.id, fields{
				"password": ownerPassword, "passwordConfirm": ownerPassword, "verified": true,
			}).want(t, "setting a password", 200)
		},
	}
	for name, verify := range verifications {
		q := newSquatter(t, s, party)
		for credential, use := range q.credentials(t) {
			// The other credentials need a code that was already used, or cannot sign in.
			isReusable := strings.Contains(credential, "session") || credential == "the passkey"
			if status := use(); isReusable && status != 200 {
				t.Fatalf("%s, before: %s: status = %d, want 200", name, credential, status)
			}
		}
		challenge := q.browsers[1].post("/api/passkeys/begin",
			fields{"password": squatterPassword, "code": totp(t, q.totp, time.Now().Add(30*time.Second))})
		if challenge.status == 200 {
			device := virtualwebauthn.NewAuthenticator()
			q.unfinished = createPasskey(t, party, &device, testapp.NewCredential(), challenge)
		}
		verify(q)
		for credential, use := range q.credentials(t) {
			if status := use(); status != 400 && status != 401 {
				t.Errorf("%s: %s: status = %d, want 400 or 401", name, credential, status)
			}
		}
		owner := s.attacker(t)
		owner.post("/api/login", fields{"email": q.email, "password": ownerPassword}).
			want(t, name+": the owner's password", 200)
		security := owner.get("/api/user/security").json(t)
		if security["secondFactor"] != false || security["hasPin"] != false || security["emailVerified"] != true ||
			security["newEmail"] != "" {
			t.Errorf("%s: the owner's account has %v", name, security)
		}
		if list := owner.get("/api/passkeys"); strings.TrimSpace(list.body) != "[]" {
			t.Errorf("%s: the owner's account has the passkeys %s", name, list)
		}
	}
}

// TestAConfirmationInASessionKeepsItsCredentials verifies an address in a browser in which its owner is signed in.
func TestAConfirmationInASessionKeepsItsCredentials(t *testing.T) {
	s, party := siteWithPasskeys(t)
	q := newSquatter(t, s, party)
	q.browsers[0].post("/api/user/verification", fields{}).want(t, "asking for a link", 200)
	token := s.emailedToken(t, q.email, "/confirm-email")
	q.browsers[0].post("/api/confirm-email", fields{"token": token, "newPassword": ownerPassword}).
		want(t, "confirming", 200)
	for _, credential := range []string{"the session", "the other session", "the passkey"} {
		if status := q.credentials(t)[credential](); status != 200 {
			t.Errorf("%s: status = %d, want 200", credential, status)
		}
	}
	// A link that has verified its address cannot set a password.
	s.attacker(t).post("/api/confirm-email", fields{"token": token, "newPassword": ownerPassword})
	s.attacker(t).post("/api/login", fields{"email": q.email, "password": ownerPassword}).want(t,
		"a password set by a used link", 401)

	// A password reset of a verified account ends its sessions, and removes the selected passkeys.
	owner := s.attacker(t)
	owner.post("/api/forgot-password", fields{"email": q.email}).want(t, "asking for a reset", 200)
	token = s.emailedToken(t, q.email, "/reset-password")
	details := owner.post("/api/reset-password/details", fields{"token": token}).json(t)
	list, _ := details["passkeys"].([]any)
	if details["hasPassword"] != true || details["isVerified"] != true || len(list) != 1 {
		t.Fatalf("the link shows %v", details)
	}
	selected := []any{list[0].(fields)["id"], "nosuchpasskey00"}
	owner.post("/api/reset-password", fields{"token": token, "newPassword": ownerPassword, "removePasskeys": selected}).
		want(t, "resetting", 200)
	for _, credential := range []string{"the session", "the other session", "the passkey", "the password", "the PIN"} {
		if status := q.credentials(t)[credential](); status != 401 {
			t.Errorf("after the reset, %s: status = %d, want 401", credential, status)
		}
	}
}

// TestALinkToANewAddressNeedsTheAccount checks that the link changes nothing if its reader is not signed in to the
// account, because the address may have been mistyped or belong to another person.
func TestALinkToANewAddressNeedsTheAccount(t *testing.T) {
	s := newSite(t)
	member, email, _ := s.member(t)
	const victim = "victim@sample.example"
	member.post("/api/user/email", fields{"password": memberPassword, "email": victim}).want(t, "asking", 200)
	token := s.emailedToken(t, victim, "/confirm-email")
	other, _, _ := s.member(t)
	for kind, a := range map[string]*attacker{"a visitor": s.attacker(t), "another member": other} {
		a.post("/api/confirm-email", fields{"token": token}).want(t, kind, 409)
		a.post("/api/confirm-email", fields{"token": token, "newPassword": ownerPassword}).
			want(t, kind+" with a password", 409)
	}
	if user := member.get("/api/user").json(t); user["email"] != email {
		t.Errorf("email = %v, want %v", user["email"], email)
	}
	member.post("/api/confirm-email", fields{"token": token}).want(t, "the member", 200)
	if user := member.get("/api/user").json(t); user["email"] != victim {
		t.Errorf("email = %v, want %v", user["email"], victim)
	}
}

// TestAPasskeyIsRegisteredOnce adds one credential to two accounts, which the second refuses.
func TestAPasskeyIsRegisteredOnce(t *testing.T) {
	s, party := siteWithPasskeys(t)
	key := testapp.NewCredential()
	for i, want := range []int{201, 409} {
		a, _, _ := s.member(t)
		device := virtualwebauthn.NewAuthenticator()
		challenge := a.post("/api/passkeys/begin", fields{"password": memberPassword})
		a.post("/api/passkeys/finish", createPasskey(t, party, &device, key, challenge)).
			want(t, fmt.Sprintf("account %d", i), want)
	}
}
