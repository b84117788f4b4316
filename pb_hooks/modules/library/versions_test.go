package library_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

type author struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

type version struct {
	ID, EndedBy string
	Form        struct {
		Title, Abstract, Body, SessionID, PublishAt string
		Tags, Collections                           []string
		Authors                                     []author
	}
}

func (f *fixture) versions(id string) (list []version) {
	f.Helper()
	answer := f.ok(f.editor.Get("/api/admin/library/" + id + "/versions"))
	if err := json.Unmarshal([]byte(answer.Body), &list); err != nil {
		f.Fatal(err)
	}
	return list
}

func TestAChangeKeepsThePreviousStateOfAnItem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.CreateMember(fields{"name": "Bina", "email": "bina@example.com"})
	one, two := f.collect("One"), f.collect("Two")
	id := f.add(fields{"title": "First", "body": "Old words.", "tags": []string{"Audit"}, "collections": []string{two, one},
		"authors": []fields{{"name": "Bina Shah", "email": "bina@example.com"}, {"name": "Asha Rao"}}})
	at := path + "/" + id
	if got := f.versions(id); len(got) != 0 {
		t.Errorf("a new item has the versions %v", got)
	}
	for _, same := range []fields{
		{"title": "First"}, {"collections": []string{one, two}}, {"publishAt": "2026-02-01"},
		{"authors": []fields{{"name": "Bina Shah", "email": "BINA@example.com"}, {"name": "Asha Rao"}}},
	} {
		f.ok(f.editor.Send(http.MethodPut, at, same))
	}
	if got := f.versions(id); len(got) != 0 {
		t.Errorf("after changes of nothing else than the time of publication: %v", got)
	}
	f.ok(f.editor.Send(http.MethodPut, at, fields{"title": "Second", "body": "New words.", "tags": []string{},
		"collections": []string{}, "authors": []fields{{"name": "Asha Rao"}}}))
	f.ok(f.editor.Send(http.MethodPut, at, fields{"title": "Third"}))
	got := f.versions(id)
	if len(got) != 2 || got[0].Form.Title != "Second" || len(got[0].Form.Authors) != 1 || got[0].EndedBy == "" {
		t.Fatalf("the versions are %+v", got)
	}
	form := got[1].Form
	if form.Title != "First" || form.Body != "Old words." || form.PublishAt != "" ||
		fmt.Sprint(form.Tags, form.Authors) != "[Audit] [{Bina Shah bina@example.com} {Asha Rao }]" ||
		len(form.Collections) != 2 {
		t.Errorf("the first version is %+v", form)
	}

	// Saving the values of a version restores it, and keeps the state that it replaces.
	f.ok(f.editor.Send(http.MethodDelete, "/api/library-collections/"+two, nil))
	form = f.versions(id)[1].Form
	restored := f.ok(f.editor.Send(http.MethodPut, at, fields{"title": form.Title, "body": form.Body, "tags": form.Tags,
		"authors": form.Authors, "collections": form.Collections}))
	if restored.JSON["title"] != "First" || restored.JSON["state"] != "published" {
		t.Errorf("%d %s", restored.Status, restored.Body)
	}
	f.expect("the collection", f.titlesOf(f.member.Get(collections+"/"+one)), "First")
	if got := f.versions(id); len(got) != 3 || got[0].Form.Title != "Third" {
		t.Errorf("the versions are %+v", got)
	}
	f.ok(f.editor.Send(http.MethodDelete, at, nil))
	for _, table := range []string{"library_versions", "library_authors"} {
		if rows, err := f.PB.CountRecords(table); rows != 0 || err != nil {
			t.Errorf("%d rows of %s remain: %v", rows, table, err)
		}
	}
	if answer := f.editor.Get("/api/admin/library/" + id + "/versions"); answer.Status != http.StatusNotFound {
		t.Errorf("a deleted item: %d %s", answer.Status, answer.Body)
	}
}

func TestAMergeMovesTheAuthorOfAVersion(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.CreateMember(fields{"name": "Bina", "email": "bina@example.com"})
	second := f.CreateMember(fields{"name": "Bina Shah", "email": "bina.shah@example.com"})
	id := f.add(fields{"authors": []fields{{"name": "Bina Shah", "email": "bina.shah@example.com"}}})
	f.ok(f.editor.Send(http.MethodPut, path+"/"+id, fields{"authors": []fields{}}))
	office := f.SignedIn("admins", fields{"role": "office"})
	f.ok(office.Post("/api/people/"+first.Id+"/merge", fields{"otherId": second.Id, "password": testapp.Password}))
	if got := f.versions(id); len(got) != 1 || got[0].Form.Authors[0].Email != "bina@example.com" {
		t.Errorf("the versions are %+v", got)
	}
}

func TestTheOldestVersionsAreDeleted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.add(fields{"title": "0"})
	for n := range 52 {
		f.ok(f.editor.Send(http.MethodPut, path+"/"+id, fields{"title": fmt.Sprint(n + 1)}))
	}
	got := f.versions(id)
	if len(got) != 50 || got[0].Form.Title != "51" || got[49].Form.Title != "2" {
		t.Errorf("%d versions, from %q to %q", len(got), got[0].Form.Title, got[len(got)-1].Form.Title)
	}
}
