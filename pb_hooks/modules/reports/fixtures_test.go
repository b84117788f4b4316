package reports_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

// fixture is an app with its office, a member who reports, and one who is reported.
type fixture struct {
	testing.TB
	*testapp.App
	office         *testapp.Visitor
	asha, meera    *testapp.Visitor
	ashas, meeras  *core.Record
	person, poll   string
	comment, board string
}

// officeAdmin is the address of the admin of the office.
const officeAdmin = "office.admin@example.com"

// newFixture returns the fixture. Meera has a published profile, a comment and an open board seat.
func newFixture(t testing.TB) *fixture {
	t.Helper()
	app := testapp.New(t)
	f := &fixture{TB: t, App: app, office: app.SignedIn("admins", fields{"role": "office", "email": officeAdmin})}
	f.ashas, f.meeras = app.CreateMember(fields{"name": "Asha Rao"}), app.CreateMember(fields{"name": "Meera Iyer"})
	f.asha, f.meera = app.SignedInAs(f.ashas), app.SignedInAs(f.meeras)
	f.person = f.record("users", f.meeras.Id).GetString("person")
	f.must(f.meera.Send(http.MethodPut, "/api/profile", fields{
		"designation": "Chair", "city": "Pune", "sectors": []string{"energy"}, "biography": "I sell watches.",
		"emailVisibility": "nobody", "phoneVisibility": "nobody", "linkedinVisibility": "nobody",
	}), http.StatusOK)
	f.publish()
	day := app.Clock.Now().AddDate(0, 0, 20).Format("2006-01-02")
	f.poll = f.id(f.office.Post("/api/polls", fields{
		"title": "The draft", "text": "We propose a limit.", "question": "Shall we?", "options": []string{"Yes", "No"},
		"ballot": "secret", "quorum": 0, "discussionEndsAt": day,
	}))
	f.must(f.office.Post("/api/polls/"+f.poll+"/publish", nil), http.StatusOK)
	f.comment = f.id(f.meera.Post("/api/polls/"+f.poll+"/comments", fields{"paragraph": 1, "text": "You are fools."}))
	f.board = f.id(f.meera.Post("/api/board-seats", fields{
		"title": "Director", "company": "Konkan Steel", "sector": "energy", "city": "Pune", "closesOn": day,
		"description": "Send money first, and we appoint you.",
	}))
	f.must(f.office.Post("/api/board-seats/"+f.board+"/approve", nil), http.StatusOK)
	return f
}

func (f *fixture) publish() {
	f.Helper()
	f.must(f.meera.Post("/api/profile/publish", fields{"wording": "directory-2026-11-fields", "agree": true}),
		http.StatusOK)
}

// must fails the test unless an answer has a status.
func (f *fixture) must(answer testapp.Response, status int) testapp.Response {
	f.Helper()
	if answer.Status != status {
		f.Fatalf("%d %s, want %d", answer.Status, answer.Body, status)
	}
	return answer
}

func (f *fixture) id(answer testapp.Response) string {
	f.Helper()
	return f.must(answer, http.StatusCreated).JSON["id"].(string)
}

func (f *fixture) record(collection, id string) *core.Record {
	f.Helper()
	record, err := f.PB.FindRecordById(collection, id)
	if err != nil {
		f.Fatal(err)
	}
	return record
}

// report reports something of Meera's by Asha, and returns the path of the report in the console.
func (f *fixture) report(subject, id, reason string) string {
	f.Helper()
	return "/api/admin/reports/" + f.id(f.asha.Post("/api/reports", fields{
		"subject": subject, "subjectId": id, "reason": reason, "details": "Please look at it.",
	}))
}

// mail returns the text of an email to an address whose subject has some words.
func (f *fixture) mail(address, subject string) string {
	f.Helper()
	var subjects []string
	for _, mail := range f.Inbox(address) {
		if strings.Contains(mail.Subject, subject) {
			return mail.Text
		}
		subjects = append(subjects, mail.Subject)
	}
	f.Fatalf("no email about %q, but %q", subject, subjects)
	return ""
}
