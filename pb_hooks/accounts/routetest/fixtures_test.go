// Package routetest tests the routes of the accounts in the whole application. It is a separate package, so that the
// unit tests of accounts compile without the application.
package routetest

import (
	"maps"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

type form = map[string]any

const (
	email    = "asha@example.com"
	password = "Arabian Sea 42"
	wrong    = "Arabian Sea 43"
	pin      = "4826"
	wrongPIN = "4827"

	refused = "Invalid email or password."
)

// newApp returns an app that trusts X-Forwarded-For, so that tests can call from many addresses.
func newApp(t testing.TB) *testapp.App {
	compared := &comparisons{}
	s := testapp.New(t, func(o *hooks.Options) {
		o.CompareSecret = compared.compare
	}, testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}))
	comparisonsOf.Store(s, compared)
	t.Cleanup(func() { comparisonsOf.Delete(s) })
	return s
}

// comparisons reports each comparison of a secret with a hash.
type comparisons struct {
	watch atomic.Pointer[func(hash string)]
}

var comparisonsOf sync.Map

func (c *comparisons) compare(hash, secret []byte) error {
	if watch := c.watch.Load(); watch != nil {
		(*watch)(string(hash))
	}
	return bcrypt.CompareHashAndPassword(hash, secret)
}

// onCompare calls watch at each comparison of a secret in an app from newApp.
func onCompare(s *testapp.App, watch func(hash string)) {
	compared, _ := comparisonsOf.Load(s)
	compared.(*comparisons).watch.Store(&watch)
}

var lastAddress atomic.Uint32

// visitor returns a new browser at a unique address.
func visitor(s *testapp.App) *testapp.Visitor {
	n := lastAddress.Add(1)
	v := s.Visitor()
	v.Header.Set("X-Forwarded-For", netip.AddrFrom4([4]byte{203, byte(n >> 16), byte(n >> 8), byte(n)}).String())
	return v
}

// at returns a new browser at the address of another.
func at(s *testapp.App, other *testapp.Visitor) *testapp.Visitor {
	v := s.Visitor()
	v.Header.Set("X-Forwarded-For", other.Header.Get("X-Forwarded-For"))
	return v
}

func signUp(changes form) form {
	body := form{
		"name": "Asha Rao", "email": email, "phone": "+919876543210", "location": "Mumbai, Maharashtra",
		"password": password, "pin": pin, "requestType": "membership",
	}
	maps.Copy(body, changes)
	return body
}

func login(email, secret string) form { return form{"email": email, "password": secret} }

// registerUser signs Asha up and returns the browser.
func registerUser(t *testing.T, s *testapp.App) *testapp.Visitor {
	t.Helper()
	v := visitor(s)
	expect(t, v.Post("/api/register", signUp(nil)), http.StatusCreated)
	return v
}

func expect(t *testing.T, a testapp.Response, status int) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status = %d, want %d; body: %s", a.Status, status, a.Body)
	}
}

func expectMessage(t *testing.T, a testapp.Response, status int, message string) {
	t.Helper()
	expect(t, a, status)
	if a.Message() != message {
		t.Errorf("message = %q, want %q", a.Message(), message)
	}
}

func account(t *testing.T, s *testapp.App, email string) *core.Record {
	t.Helper()
	record, err := s.PB.FindAuthRecordByEmail(httpx.Users, email)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

func change(t *testing.T, s *testapp.App, record *core.Record, values form) {
	t.Helper()
	record.Load(values)
	if err := s.PB.Save(record); err != nil {
		t.Fatal(err)
	}
}

func rows(t *testing.T, s *testapp.App, collection string) int {
	t.Helper()
	n, err := s.PB.CountRecords(collection)
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

// sessionCookie returns the session cookie of a browser.
func sessionCookie(t *testing.T, s *testapp.App, v *testapp.Visitor, name string) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range v.Client.Jar.Cookies(request.URL) {
		if c.Name == name {
			return c.Value
		}
	}
	t.Fatalf("the browser has no cookie %s", name)
	return ""
}

// stealSession returns a visitor with a copy of a browser's session.
func stealSession(t *testing.T, s *testapp.App, v *testapp.Visitor, name string) *testapp.Visitor {
	t.Helper()
	copied := visitor(s)
	copied.SetCookie(name, sessionCookie(t, s, v, name))
	return copied
}

// notify sends each event to a channel.
func notify(events chan<- struct{}) func(*core.ModelEvent) error {
	return func(e *core.ModelEvent) error {
		events <- struct{}{}
		return e.Next()
	}
}
