package consultations_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

const day = 24 * time.Hour

// fixture is an app with an admin of the office.
type fixture struct {
	testing.TB
	*testapp.App
	office *testapp.Visitor
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	app := testapp.New(t)
	return &fixture{t, app, app.SignedIn("admins", fields{"role": "office"})}
}

// member is a signed-in member.
type member struct {
	*testapp.Visitor
	account *core.Record
}

func (f *fixture) member(name string) member {
	f.Helper()
	account := f.CreateMember(fields{"name": name})
	return member{f.SignedInAs(account), account}
}

// must fails the test unless an answer has a status.
func (f *fixture) must(answer testapp.Response, status int) testapp.Response {
	f.Helper()
	if answer.Status != status {
		f.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return answer
}

// refused fails the test unless an answer is an error with a sentence.
func (f *fixture) refused(answer testapp.Response, status int, message string) {
	f.Helper()
	if answer.Status != status || answer.Message() != message && answer.Field("choice") != message &&
		answer.Field("paragraph") != message && answer.Field("discussionEndsAt") != message &&
		answer.Field("votingEndsAt") != message && answer.Field("options") != message {
		f.Errorf("got %d %s, not %d %s", answer.Status, answer.Body, status, message)
	}
}

// draft creates a draft whose discussion ends in ten days, and returns its path.
func (f *fixture) draft(changes fields) string {
	f.Helper()
	body := fields{
		"title": "The draft LODR amendments", "text": "The regulator proposes a limit.\n\nWe propose another.",
		"question": "Shall the circle send this text?", "options": []string{"Yes", "No", "Abstain"},
		"ballot": "secret", "quorum": 0, "discussionEndsAt": f.Clock.Now().Add(10 * day).Format(time.RFC3339),
	}
	for name, value := range changes {
		body[name] = value
	}
	return "/api/polls/" + f.must(f.office.Post("/api/polls", body), http.StatusCreated).JSON["id"].(string)
}

// discussion publishes a draft and returns its path.
func (f *fixture) discussion(changes fields) string {
	f.Helper()
	path := f.draft(changes)
	f.must(f.office.Post(path+"/publish", nil), http.StatusOK)
	return path
}

// vote opens a vote of five days after a discussion and returns its path.
func (f *fixture) vote(changes fields) string {
	f.Helper()
	path := f.discussion(changes)
	f.Clock.Advance(10 * day)
	f.must(f.office.Post(path+"/open", fields{"votingEndsAt": f.Clock.Now().Add(5 * day).Format(time.RFC3339)}),
		http.StatusOK)
	return path
}

// cast votes and returns the receipt.
func (f *fixture) cast(by member, path string, choice int) string {
	f.Helper()
	return f.must(by.Post(path+"/vote", fields{"choice": choice}), http.StatusOK).JSON["code"].(string)
}

// publish lets a vote end and publishes its result.
func (f *fixture) publish(path string) {
	f.Helper()
	f.Clock.Advance(5 * day)
	f.Drain()
	f.must(f.office.Post(path+"/result", fields{"finalText": "We propose this.\n\nAnd that."}), http.StatusOK)
}

func adminPath(path string) string { return "/api/admin" + path[len("/api"):] }
