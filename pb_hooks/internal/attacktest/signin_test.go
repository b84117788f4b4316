package attacktest

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

const wrongPassword = "Not this one 99"

// signInRoute is a route that takes a password, and an account that may sign in there.
type signInRoute struct {
	path, name         string
	identity, password string
	entered            int
}

func (r signInRoute) try(a *attacker, password string) answer {
	a.t.Helper()
	key := "email"
	switch r.path {
	case "/api/admin/login":
		key = "username"
	case staffPath + "auth-with-password":
		key = "identity"
	}
	return a.post(r.path, fields{key: r.identity, "password": password})
}

func TestPasswordGuessesFromManyAddressesAreLimited(t *testing.T) {
	s := newSite(t)
	_, email, _ := s.member(t)
	for _, route := range []signInRoute{
		{"/api/login", "a member", email, memberPassword, http.StatusOK},
		{"/api/admin/login", "an admin", adminName, adminPassword, http.StatusOK},
		{staffPath + "auth-with-password", "a superuser", superuserEmail, superuserPassword, http.StatusUnauthorized},
	} {
		for kind, address := range map[string]func(n int) string{
			"the /64s of one /48": func(n int) string { return fmt.Sprintf("2001:db8:7:%x::1", n) },
			"many addresses":      func(n int) string { return fmt.Sprintf("198.51.%d.%d", n>>8, n&255) },
		} {
			guesses := 0
			for ; guesses < 45; guesses++ {
				if route.try(s.attacker(t).from(address(guesses)), wrongPassword).status == http.StatusTooManyRequests {
					break
				}
			}
			limit := 31
			if strings.HasPrefix(kind, "the /64s") {
				limit = 6
			}
			if guesses > limit {
				t.Errorf("%s: %d guesses from %s were accepted, want at most %d", route.name, guesses, kind, limit)
			}
			got := route.try(s.attacker(t).from(address(guesses+1)), route.password)
			got.want(t, route.name+" with the right password after guesses from "+kind, http.StatusTooManyRequests)
			if got.header.Get("Retry-After") == "" {
				t.Errorf("%s: no Retry-After", route.name)
			}
		}
	}
}

func TestAFailedSignInDoesNotRevealWhetherTheAccountExists(t *testing.T) {
	s := sharedSite(t)
	_, email, _ := s.member(t)
	for _, route := range []signInRoute{
		{path: "/api/login", identity: email}, {path: "/api/admin/login", identity: adminName}, {path: staffPath + "auth-with-password", identity: superuserEmail},
	} {
		known := route.try(s.attacker(t), wrongPassword)
		route.identity = strings.Replace(route.identity, "m", "n", 1) + "x"
		if unknown := route.try(s.attacker(t), wrongPassword); unknown.status != known.status ||
			unknown.body != known.body {
			t.Errorf("%s: the response for an unknown account is %s, want %s", route.path, unknown, known)
		}
	}
	known := s.attacker(t).post("/api/forgot-password", fields{"email": email})
	if other := s.attacker(t).post("/api/forgot-password",
		fields{"email": "unknown@sample.example"}); known.status != 200 || other.body != known.body {
		t.Errorf("the response for an unknown address is %s, want %s", other, known)
	}
}

func TestCommonAndShortPasswordsAreRefused(t *testing.T) {
	s := sharedSite(t)
	admin, staff := s.admin(t), s.superuser(t)
	for i, password := range []string{"Password1234", "P@ssw0rd1234", "Qwerty123456", "Welcome12345", "Abcdefgh1234", "Short1a", "Aaaaaaaaaaa1", "12345678"} {
		body := signUp(fmt.Sprintf("weak-%d@sample.example", i))
		body["password"] = password
		s.attacker(t).post("/api/register", body).want(t, "signing up with "+password, 400)
		admin.from(fmt.Sprintf("192.0.2.%d", i)).post("/api/admin/me/password",
			fields{"currentPassword": adminPassword, "newPassword": password}).want(t, "an admin's "+password, 400)
		staff.post("/api/collections/_superusers/records", fields{"email": "weak@boardcircle.example", "password": password, "passwordConfirm": password}).
			want(t, "a superuser's "+password, 400)
	}
	for _, weak := range []string{"Password1234", "12345678"} {
		if out, err := s.run(t, "superuser", "create", "weak@boardcircle.example", weak); err == nil {
			t.Errorf("the command accepts %s: %s", weak, out)
		}
	}
}

// totp returns the code of RFC 6238 at a time.
func totp(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).
		DecodeString(strings.TrimRight(strings.ToUpper(strings.ReplaceAll(secret, " ", "")), "="))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, uint64(at.Unix()/30))
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[offset:])&0x7fffffff%1_000_000)
}

func TestASecondFactorCannotBeBypassed(t *testing.T) {
	s := newSite(t)
	admin := s.admin(t)
	started := admin.post("/api/admin/me/second-factor", fields{"password": adminPassword})
	secret, _ := started.json(t)["secret"].(string)
	if secret == "" {
		t.Fatal(started)
	}
	code := totp(t, secret, time.Now())
	admin.post("/api/admin/me/second-factor/confirm", fields{"code": code}).want(t, "confirming", 200)

	thief := s.attacker(t)
	thief.post("/api/admin/login", fields{"username": adminName, "password": adminPassword})
	thief.get("/api/admin/stats").want(t, "the password alone", 401)
	for _, guess := range []string{"", "000000", "null", code + "0", "' OR 1=1"} {
		thief.post("/api/admin/login", fields{"username": adminName, "password": adminPassword, "code": guess})
		thief.get("/api/admin/stats").want(t, "the code "+guess, 401)
	}
	thief.post("/api/admin/login", fields{"username": adminName, "password": adminPassword, "code": code})
	thief.get("/api/admin/stats").want(t, "a code that was used", 401)
	// A stolen session and the password must not suffice for actions that require the second factor.
	for path, body := range map[string]fields{
		"/api/admin/me/password":             {"currentPassword": adminPassword, "newPassword": "Another river 77"},
		"/api/admin/me/second-factor/remove": {"password": adminPassword},
		"/api/admin/me/recovery-codes":       {"password": adminPassword},
		"/api/admin/me/email":                {"password": adminPassword, "email": "thief@sample.example"},
		"/api/admins":                        {"password": adminPassword, "username": "thief", "email": "thief@sample.example"},
	} {
		if got := admin.post(path, body); got.status < 400 {
			t.Errorf("%s without a code: %s", path, got)
		}
	}
}

func TestASessionAloneCannotDivertPayments(t *testing.T) {
	s := sharedSite(t)
	staff := s.superuser(t)
	for name, a := range map[string]*attacker{"an admin": s.admin(t), "a member with rights": s.memberAdmin(t, staff)} {
		password := adminPassword
		if name != "an admin" {
			password = memberPassword
		}
		tier := fields{
			"name":                "The circle of " + name,
			"price":               "100",
			"isActive":            true,
			"razorpayPaymentLink": "https://rzp.io/l/evil",
		}
		got := a.post("/api/membership-tiers", tier)
		if got.status < 400 {
			t.Errorf("%s sets a payment link without a password: %s", name, got)
		}
		delete(tier, "razorpayPaymentLink")
		id := a.mustID("/api/membership-tiers", tier)
		tier["password"] = password
		for _, link := range []string{
			"https://evil.example/pay", "http://rzp.io/l/a", "https://rzp.io.evil.example/l/a", "https://rzp.io@evil.example/", "https://evil.example/#rzp.io", "javascript:alert(1)",
			"//evil.example", "https://evil.example\\@rzp.io/", "https://rzp.io:8443@evil.example/", "data:text/html,x", "https://razorpay.com.evil.example/", "https://evilrazorpay.com/",
		} {
			tier["razorpayPaymentLink"] = link
			a.send(http.MethodPut, "/api/membership-tiers/"+id, tier).want(t, name+" sets "+link, 400)
		}
		delete(tier, "password")
		tier["razorpayPaymentLink"] = "https://rzp.io/l/evil"
		if got := a.send(http.MethodPut, "/api/membership-tiers/"+id, tier); got.status < 400 {
			t.Errorf("%s changes a payment link without a password: %s", name, got)
		}
		settings := a.get("/api/admin/settings").json(t)
		for _, key := range []string{"contactEmail", "notificationEmail"} {
			changed := fields{}
			for k, v := range settings {
				changed[k] = v
			}
			changed[key] = "thief@sample.example"
			if got := a.send(http.MethodPut, "/api/admin/settings", changed); got.status < 400 {
				t.Errorf("%s changes %s without a password: %s", name, key, got)
			}
		}
	}
	if tiers := s.attacker(t).get("/api/membership-tiers").body; strings.Contains(tiers, "evil") {
		t.Errorf("a tier has the attacker's link: %s", tiers)
	}
	if config := s.attacker(t).get("/api/config").body; strings.Contains(config, "thief") {
		t.Errorf("the site has the attacker's address: %s", config)
	}
}

// The owner signs in with their PIN between the guesses. That must not help the attacker.
func TestPINGuessesAreCountedEvenIfTheOwnerSignsIn(t *testing.T) {
	s := sharedSite(t)
	body := signUp("pin@sample.example")
	body["pin"] = "4711"
	owner := s.attacker(t)
	owner.post("/api/register", body).want(t, "signing up", 201)
	canSignIn := func(a *attacker, secret string) bool {
		return a.post("/api/login", fields{"email": "pin@sample.example", "password": secret}).status == http.StatusOK
	}
	if !canSignIn(s.attacker(t), "4711") {
		t.Fatal("the PIN does not work")
	}
	for n := range 12 {
		if canSignIn(s.attacker(t), fmt.Sprintf("%04d", n)) {
			t.Fatal("a wrong PIN works")
		}
		if n%3 == 2 {
			canSignIn(owner, "4711")
		}
	}
	if canSignIn(s.attacker(t), "4711") {
		t.Error("the PIN still works after twelve wrong ones")
	}
	if !canSignIn(s.attacker(t), memberPassword) {
		t.Error("the password does not work")
	}
}

func TestANetworkCanFindOnlyAFewRegisteredAddresses(t *testing.T) {
	s := sharedSite(t)
	_, email, _ := s.member(t)
	spy, revealed := s.attacker(t), 0
	for n := range 16 {
		spy.from(fmt.Sprintf("2001:db8:9:%x::1", n))
		if spy.post("/api/register", signUp(email)).status == http.StatusConflict {
			revealed++
		}
	}
	if revealed > 10 {
		t.Errorf("%d responses revealed a registered address, want at most 10", revealed)
	}
	spy.post("/api/register", signUp("fresh@sample.example")).
		want(t, "an unknown address when the budget is spent", http.StatusTooManyRequests)
}
