package nominations_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/settings"
)

// newApp returns an app that trusts X-Forwarded-For, so that each visitor has a separate rate limit.
func newApp(t testing.TB) *testapp.App {
	t.Helper()
	return testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	}))
}

var visitorCount atomic.Uint32

// newVisitor returns a visitor with a unique address.
func newVisitor(s *testapp.App) *testapp.Visitor {
	v, n := s.Visitor(), visitorCount.Add(1)
	v.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
	return v
}

// newMember returns a visitor who is signed in to a new account.
func newMember(t testing.TB, s *testapp.App, email string, isAdmin bool) (*testapp.Visitor, *core.Record) {
	t.Helper()
	users, err := s.PB.FindCollectionByNameOrId("users")
	if err != nil {
		t.Fatal(err)
	}
	account := core.NewRecord(users)
	account.Load(map[string]any{
		"name": "Kavita Iyer", "email": email, "requestType": "membership", "source": "user",
		"isAdmin": isAdmin, "isActive": true,
	})
	account.SetPassword("Correct-Horse-1")
	if err := s.PB.Save(account); err != nil {
		t.Fatal(err)
	}
	v := newVisitor(s)
	v.Header.Set("Authorization", s.Token(account))
	return v, account
}

// verifyEmail marks the email of an account as verified, like a link that was sent to it.
func verifyEmail(t testing.TB, s *testapp.App, account *core.Record) {
	t.Helper()
	if err := links.MarkEmailVerified(s.PB, account); err != nil {
		t.Fatal(err)
	}
}

func admin(t testing.TB, s *testapp.App) *testapp.Visitor {
	v, _ := newMember(t, s, "staff@example.com", true)
	return v
}

type form = map[string]any

// nomination returns a valid form with some changes. nil removes a field.
func nomination(changes ...form) form {
	return testapp.Nomination("shalini@example.com", changes...)
}

func records(t testing.TB, s *testapp.App, collection string) []*core.Record {
	t.Helper()
	found, err := s.PB.FindAllRecords(collection)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func expect(t testing.TB, a testapp.Response, status int) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status = %d, want %d; body: %s", a.Status, status, a.Body)
	}
}

// reviewFixture is an app with a signed-in admin.
type reviewFixture struct {
	*testapp.App
	testing.TB
	staff *testapp.Visitor
}

func newReviewFixture(t testing.TB) *reviewFixture {
	t.Helper()
	o := &reviewFixture{App: newApp(t), TB: t}
	o.staff = o.SignedIn("admins", map[string]any{"username": "kavita"})
	return o
}

// nominate sends a nomination and returns its id.
func (o *reviewFixture) nominate(email string) string {
	o.Helper()
	a := newVisitor(o.App).Post("/api/registrations", nomination(form{"email": email}))
	expect(o, a, http.StatusCreated)
	return a.JSON["id"].(string)
}

// step takes a step at the current version.
func (o *reviewFixture) step(v *testapp.Visitor, id, name string, more ...form) testapp.Response {
	o.Helper()
	body := form{"step": name, "version": o.nomination(id)["version"]}
	if name == "ask" {
		body["words"] = "Which committees do you sit on?"
	}
	if name == "decline" {
		body["why"] = "No board in India."
	}
	for _, values := range more {
		for key, value := range values {
			body[key] = value
		}
	}
	return v.Post("/api/nominations/"+id+"/steps", body)
}

// takeSteps takes several steps, each of which must succeed.
func (o *reviewFixture) takeSteps(id string, names ...string) {
	o.Helper()
	for _, name := range names {
		more := form{}
		if name == "approve" {
			more["vote"] = "yes"
		}
		expect(o, o.step(o.staff, id, name, more), http.StatusOK)
	}
}

func (o *reviewFixture) nomination(id string) map[string]any {
	o.Helper()
	a := o.staff.Get("/api/nominations/" + id)
	expect(o, a, http.StatusOK)
	return a.JSON
}

// set changes the settings.
func (o *reviewFixture) set(values form) {
	o.Helper()
	record, err := o.PB.FindFirstRecordByData("settings", "key", "site")
	if err != nil {
		collection, err := o.PB.FindCollectionByNameOrId("settings")
		if err != nil {
			o.Fatal(err)
		}
		record = core.NewRecord(collection)
		record.Load(form{"key": "site", "gstRate": settings.Defaults().GSTRate})
	}
	record.Load(values)
	if err := o.PB.Save(record); err != nil {
		o.Fatal(err)
	}
}

// subjects returns the subjects of the emails to an address, newest first, without the confirmation that each
// nomination sends.
func (o *reviewFixture) subjects(email string) string {
	o.Helper()
	var subjects []string
	for _, mail := range o.Inbox(email) {
		if mail.Subject != "We have received your nomination" {
			subjects = append(subjects, mail.Subject)
		}
	}
	return strings.Join(subjects, ", ")
}

// email returns the newest email with a subject to an address.
func (o *reviewFixture) email(email, subject string) fakebrevo.Message {
	o.Helper()
	for _, mail := range o.Inbox(email) {
		if mail.Subject == subject {
			return mail
		}
	}
	o.Fatalf("no email %q to %s", subject, email)
	return fakebrevo.Message{}
}

// actions returns the audit log's actions about a nomination, oldest first.
func (o *reviewFixture) actions(id string) string {
	o.Helper()
	rows, err := o.PB.FindRecordsByFilter("audit_log", "subjectId = {:id}", "@rowid", 0, 0, map[string]any{"id": id})
	if err != nil {
		o.Fatal(err)
	}
	var actions []string
	for _, row := range rows {
		actions = append(actions, row.GetString("action"))
	}
	return strings.Join(actions, " ")
}

func (o *reviewFixture) expect(what string, got, want any) {
	o.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		o.Errorf("%s = %v, want %v", what, got, want)
	}
}
