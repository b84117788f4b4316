package nominations_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/settings"
)

// office is a house with one admin at her desk.
type office struct {
	*testapp.App
	testing.TB
	staff *testapp.Visitor
}

func openOffice(t testing.TB) *office {
	t.Helper()
	o := &office{App: house(t), TB: t}
	o.staff = o.SignedIn("admins", map[string]any{"username": "kavita"})
	return o
}

// nominee sends a nomination and returns its id.
func (o *office) nominee(email string) string {
	o.Helper()
	a := visitor(o.App).Post("/api/registrations", nomination(form{"email": email}))
	expect(o, a, http.StatusCreated)
	return a.JSON["id"].(string)
}

// step takes a step in the version that stands now.
func (o *office) step(who *testapp.Visitor, id, name string, more ...form) testapp.Response {
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
	return who.Post("/api/nominations/"+id+"/steps", body)
}

// walk takes several steps, each of which must be taken.
func (o *office) walk(id string, names ...string) {
	o.Helper()
	for _, name := range names {
		more := form{}
		if name == "approve" {
			more["vote"] = "yes"
		}
		expect(o, o.step(o.staff, id, name, more), http.StatusOK)
	}
}

func (o *office) nomination(id string) map[string]any {
	o.Helper()
	a := o.staff.Get("/api/nominations/" + id)
	expect(o, a, http.StatusOK)
	return a.JSON
}

// set changes the settings.
func (o *office) set(values form) {
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

// subjects are the subjects of what an address has received, newest first, without the letter that
// each nomination brings.
func (o *office) subjects(email string) string {
	o.Helper()
	var subjects []string
	for _, mail := range o.Inbox(email) {
		if mail.Subject != "We have received your nomination" {
			subjects = append(subjects, mail.Subject)
		}
	}
	return strings.Join(subjects, ", ")
}

// email is the newest mail of a subject to an address.
func (o *office) letter(email, subject string) fakebrevo.Message {
	o.Helper()
	for _, mail := range o.Inbox(email) {
		if mail.Subject == subject {
			return mail
		}
	}
	o.Fatalf("no mail %q to %s", subject, email)
	return fakebrevo.Message{}
}

// actions are the actions in the audit log about a nomination, oldest first.
func (o *office) actions(id string) string {
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

func (o *office) expect(what string, got, want any) {
	o.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		o.Errorf("%s: %v, not %v", what, got, want)
	}
}
