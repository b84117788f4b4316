package introductions_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

const (
	path   = "/api/introductions"
	day    = 24 * time.Hour
	reason = "You have chaired an audit committee through a listing."
)

type fixture struct {
	*testapp.App
	testing.TB
	office *testapp.Visitor
}

func open(t testing.TB) *fixture {
	t.Helper()
	app := testapp.New(t)
	return &fixture{app, t, app.SignedIn("admins", fields{"role": "office"})}
}

// member is a signed-in member.
type member struct {
	*testapp.Visitor
	account      *core.Record
	name, person string
}

// member returns a member with a published profile, whose contacts are for people after an introduction.
func (f *fixture) member(name string) *member {
	f.Helper()
	m := f.unlisted(name)
	f.publish(m)
	return m
}

func (f *fixture) publish(m *member) {
	f.Helper()
	saved := f.ok(m.Send(http.MethodPut, "/api/profile", fields{
		"designation": "Independent Director", "company": "Deccan Capital", "city": "Pune", "sectors": []string{"technology"},
		"languages": []string{"en"}, "canHelpWith": []string{"finance"}, "emailVisibility": "introduced",
		"phoneVisibility": "nobody", "linkedinVisibility": "members",
	}))
	f.ok(m.Post("/api/profile/publish", fields{"wording": saved["consent"].(fields)["wording"], "agree": true}))
}

// unlisted returns a member without a profile.
func (f *fixture) unlisted(name string) *member {
	f.Helper()
	account := f.CreateMember(fields{"name": name})
	m := &member{f.SignedInAs(account), account, name, ""}
	record, err := f.PB.FindRecordById("users", account.Id)
	if err != nil {
		f.Fatal(err)
	}
	m.person = record.GetString("person")
	return m
}

func (f *fixture) ok(r testapp.Response) fields {
	f.Helper()
	if r.Status >= 300 {
		f.Fatalf("%d %s", r.Status, r.Body)
	}
	return r.JSON
}

// refusals are the starts of the messages of errors.
var refusals = map[string]string{
	"not-found": "This introduction was not found.", "person": "This person is not in the directory.",
	"yourself": "This is your own profile.", "unlisted": "Please publish your profile first",
	"limit": "You have asked five members", "waiting": "You have already asked this member.",
	"asks-you": "There is already a request between the two of you.", "open": "You are already introduced",
	"over": "The introduction has changed since you opened the page.", "resting": "You can ask this member again from ",
	"not-open": "You can write to each other only", "exists": "There is already a request or a conversation",
	"no-pair": "These two cannot be introduced.", "no-member": "One of the two accounts",
}

func (f *fixture) refused(r testapp.Response, status int, refusal string) {
	f.Helper()
	if r.Status != status || !strings.HasPrefix(r.Message(), refusals[refusal]) {
		f.Fatalf("%d %s, want %d %s", r.Status, r.Body, status, refusal)
	}
}

func (f *fixture) expect(what string, got, want any) {
	f.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.Errorf("%s: %v, want %v", what, got, want)
	}
}

// ask asks for an introduction and returns its path.
func (f *fixture) ask(from, to *member) string {
	f.Helper()
	return path + "/" + f.ok(from.Post(path, fields{"person": to.person, "reason": reason}))["id"].(string)
}

// introduce returns the path of an open introduction.
func (f *fixture) introduce(a, b *member) string {
	f.Helper()
	at := f.ask(a, b)
	f.ok(b.Post(at+"/accept", nil))
	return at
}

func (f *fixture) closeAccount(m *member) {
	f.Helper()
	account, err := f.PB.FindRecordById("users", m.account.Id)
	if err != nil {
		f.Fatal(err)
	}
	account.Set("isActive", false)
	if err := f.PB.Save(account); err != nil {
		f.Fatal(err)
	}
}

// statuses returns the statuses in a part of a member's list, such as "sent".
func (f *fixture) statuses(m *member, part string) (list []string) {
	f.Helper()
	for _, item := range f.ok(m.Get(path))[part].([]any) {
		list = append(list, item.(fields)["status"].(string))
	}
	return list
}

// subjects returns the subjects of a member's emails about introductions, the newest first.
func (f *fixture) subjects(m *member) (list []string) {
	f.Helper()
	for _, mail := range f.Inbox(m.account.Email()) {
		list = append(list, mail.Subject)
	}
	return list
}

// messages returns the texts of a conversation, the newest first.
func (f *fixture) messages(m *member, at string) (texts []string) {
	f.Helper()
	answer := m.Get(at + "/messages")
	f.ok(answer)
	var rows []struct{ Text string }
	if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil {
		f.Fatal(err)
	}
	for _, row := range rows {
		texts = append(texts, row.Text)
	}
	return texts
}
