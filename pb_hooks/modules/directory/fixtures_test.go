package directory_test

import (
	"net/http"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

type fixture struct {
	*testapp.App
	testing.TB
}

func open(t testing.TB) *fixture {
	t.Helper()
	return &fixture{testapp.New(t), t}
}

// fresh reads a record again.
func (f *fixture) fresh(record *core.Record) *core.Record {
	f.Helper()
	read, err := f.PB.FindRecordById(record.Collection(), record.Id)
	if err != nil {
		f.Fatal(err)
	}
	return read
}

func (f *fixture) save(collection string, values fields) *core.Record {
	f.Helper()
	c, err := f.PB.FindCollectionByNameOrId(collection)
	if err != nil {
		f.Fatal(err)
	}
	record := core.NewRecord(c)
	record.Load(values)
	if err := f.PB.Save(record); err != nil {
		f.Fatal(err)
	}
	return record
}

func (f *fixture) change(record *core.Record, values fields) {
	f.Helper()
	fresh := f.fresh(record)
	fresh.Load(values)
	if err := f.PB.Save(fresh); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) expect(a testapp.Response, status int) testapp.Response {
	f.Helper()
	if a.Status != status {
		f.Fatalf("%d %s, want %d", a.Status, a.Body, status)
	}
	return a
}

// member is a signed-in member.
type member struct {
	*testapp.Visitor
	account *core.Record
	person  string
}

func (f *fixture) member(values fields) *member {
	f.Helper()
	account := f.CreateMember(values)
	return &member{f.SignedInAs(account), account, f.fresh(account).GetString("person")}
}

// profile is a complete profile.
func profile(changes fields) fields {
	form := fields{
		"designation": "Independent Director", "company": "Deccan Capital", "biography": "",
		"city": "Pune", "sectors": []string{"technology"}, "languages": []string{"en"},
		"canHelpWith": []string{"finance"}, "lookingFor": "", "linkedin": "",
		"emailVisibility": "introduced", "phoneVisibility": "introduced", "linkedinVisibility": "introduced",
	}
	for name, value := range changes {
		form[name] = value
	}
	return form
}

// publish saves and publishes a member's profile.
func (f *fixture) publish(m *member, changes fields) {
	f.Helper()
	saved := f.expect(m.Send(http.MethodPut, "/api/profile", profile(changes)), http.StatusOK)
	consent := saved.JSON["consent"].(fields)
	f.expect(m.Post("/api/profile/publish", fields{"wording": consent["wording"], "agree": true}), http.StatusOK)
}

// listed returns a new member whose profile is published.
func (f *fixture) listed(name string) *member {
	f.Helper()
	m := f.member(fields{"name": name})
	f.publish(m, nil)
	return m
}

// names returns the names on a page of the directory.
func (f *fixture) names(viewer *member, query string) (names []string) {
	f.Helper()
	page := f.expect(viewer.Get("/api/directory"+query), http.StatusOK)
	for _, card := range page.JSON["people"].([]any) {
		names = append(names, card.(fields)["name"].(string))
	}
	return names
}
