package mentors_test

import (
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
	path = "/api/mentors"
	day  = 24 * time.Hour
	note = "I chair my first audit committee from April."
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

// member is a signed-in member with a published profile.
type member struct {
	*testapp.Visitor
	account *core.Record
	person  string
}

func (f *fixture) member(name string, changes fields) *member {
	f.Helper()
	account := f.CreateMember(fields{"name": name})
	m := &member{f.SignedInAs(account), account, ""}
	record, err := f.PB.FindRecordById("users", account.Id)
	if err != nil {
		f.Fatal(err)
	}
	m.account, m.person = record, record.GetString("person")
	profile := fields{
		"designation": "Independent Director", "company": "Deccan Capital", "city": "Pune", "sectors": []string{"technology"},
		"languages": []string{"en"}, "canHelpWith": []string{"finance"}, "emailVisibility": "introduced",
		"phoneVisibility": "nobody", "linkedinVisibility": "members",
	}
	for name, value := range changes {
		profile[name] = value
	}
	saved := f.ok(m.Send(http.MethodPut, "/api/profile", profile))
	f.ok(m.Post("/api/profile/publish", fields{"wording": saved["consent"].(fields)["wording"], "agree": true}))
	return m
}

// mentor returns a member who offers to mentor.
func (f *fixture) mentor(name string, capacity int) *member {
	f.Helper()
	m := f.member(name, nil)
	f.offer(m, capacity, false)
	return m
}

func (f *fixture) offer(m *member, capacity int, isPaused bool) {
	f.Helper()
	f.ok(m.Send(http.MethodPut, path+"/offer", fields{"capacity": capacity, "isPaused": fmt.Sprint(isPaused)}))
}

func (f *fixture) ok(r testapp.Response) fields {
	f.Helper()
	if r.Status >= 300 {
		f.Fatalf("%d %s", r.Status, r.Body)
	}
	return r.JSON
}

func (f *fixture) refused(r testapp.Response, status int, start string) {
	f.Helper()
	if r.Status != status || !strings.HasPrefix(r.Message(), start) {
		f.Fatalf("%d %s, want %d %s", r.Status, r.Body, status, start)
	}
}

func (f *fixture) expect(what string, got, want any) {
	f.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.Errorf("%s: %v, want %v", what, got, want)
	}
}

func request(mentor *member) fields {
	return fields{"mentor": mentor.person, "topic": "finance", "note": note}
}

// ask asks a mentor and returns the path of the mentorship.
func (f *fixture) ask(from, mentor *member) string {
	f.Helper()
	return path + "/" + f.ok(from.Post(path, request(mentor)))["id"].(string)
}

// status returns the status of a member's own mentor, or "".
func (f *fixture) status(m *member) any {
	f.Helper()
	mentor, _ := f.ok(m.Get(path))["mentor"].(fields)
	return mentor["status"]
}

// suggested returns the names of the mentors who are suggested.
func (f *fixture) suggested(m *member, query string) (names []string) {
	f.Helper()
	for _, s := range f.ok(m.Get(path + query))["suggestions"].([]any) {
		names = append(names, s.(fields)["person"].(fields)["name"].(string))
	}
	return names
}

func (f *fixture) subjects(m *member) (list []string) {
	f.Helper()
	for _, mail := range f.Inbox(m.account.Email()) {
		list = append(list, mail.Subject)
	}
	return list
}
