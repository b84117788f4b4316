package library_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

const collections = "/api/library-collections"

// collect adds a collection with some items, and returns its id.
func (f *fixture) collect(title string, items ...string) string {
	f.Helper()
	return f.ok(f.editor.Post(collections, fields{"title": title, "items": items})).JSON["id"].(string)
}

// titlesOf returns the titles of the items in an answer with a collection.
func (f *fixture) titlesOf(answer testapp.Response) []string {
	f.Helper()
	var c struct{ Items []struct{ Title string } }
	if err := json.Unmarshal([]byte(f.ok(answer).Body), &c); err != nil {
		f.Fatal(err)
	}
	titles := []string{}
	for _, item := range c.Items {
		titles = append(titles, item.Title)
	}
	return titles
}

// listedCollections returns, with a star for each item, the titles of the collections that a visitor finds.
func (f *fixture) listedCollections(v *testapp.Visitor, path string) []string {
	f.Helper()
	var rows []struct {
		Title string
		Items int
	}
	if err := json.Unmarshal([]byte(f.ok(v.Get(path)).Body), &rows); err != nil {
		f.Fatal(err)
	}
	titles := []string{}
	for _, row := range rows {
		titles = append(titles, strings.Repeat("*", row.Items)+row.Title)
	}
	return titles
}

func TestAMemberReadsACollectionInTheOrderOfTheEditor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, second := f.add(fields{"title": "First"}), f.add(fields{"title": "Second"})
	draft := f.add(fields{"title": "Draft", "publishAt": ""})
	id := f.collect("A first year", second, draft, first)
	hidden := f.collect("Only a draft", draft)
	other := f.collect("audit", first)
	at := collections + "/" + id

	f.expect("the collections", f.listedCollections(f.member, collections), "**A first year", "*audit")
	f.expect("the office's list", f.listedCollections(f.editor, "/api/admin"+strings.TrimPrefix(collections, "/api")),
		"***A first year", "*audit", "*Only a draft")
	f.expect("the collection", f.titlesOf(f.member.Get(at)), "Second", "First")
	f.expect("the editor's collection", f.titlesOf(f.editor.Get("/api/admin/library-collections/"+id)),
		"Second", "Draft", "First")
	for _, unknown := range []string{hidden, "unknown"} {
		if answer := f.member.Get(collections + "/" + unknown); answer.Status != http.StatusNotFound {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
	f.member.Send(http.MethodPut, path+"/"+first+"/bookmark", nil)
	if read := f.member.Get(at); strings.Count(read.Body, `"isBookmarked":true`) != 1 {
		t.Errorf("the bookmark: %s", read.Body)
	}
	names := f.ok(f.member.Get(path + "/" + first)).JSON["collections"].([]any)
	if len(names) != 2 || names[0].(fields)["id"] != id || names[1].(fields)["id"] != other {
		t.Errorf("the item is in %v", names)
	}

	f.ok(f.editor.Send(http.MethodPut, at, fields{"items": []string{first, second, draft}}))
	f.expect("another order", f.titlesOf(f.member.Get(at)), "First", "Second")
	f.ok(f.editor.Send(http.MethodDelete, path+"/"+first, nil))
	f.expect("after an item was deleted", f.titlesOf(f.member.Get(at)), "Second")
	f.ok(f.editor.Send(http.MethodDelete, at, nil))
	f.expect("the items of a deleted collection", f.titles(""), "Second")
	f.expect("the collections afterwards", f.listedCollections(f.member, collections))
}

func TestAnItemIsPutIntoCollections(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.add(fields{"title": "First"})
	one, two := f.collect("One", first), f.collect("Two")
	second := f.add(fields{"title": "Second", "collections": []string{one, two}})
	f.expect("one", f.titlesOf(f.member.Get(collections+"/"+one)), "First", "Second")
	f.expect("two", f.titlesOf(f.member.Get(collections+"/"+two)), "Second")

	at := path + "/" + second
	f.ok(f.editor.Send(http.MethodPut, at, fields{"abstract": "Of boards."}))
	f.expect("after a change of another field", f.titlesOf(f.member.Get(collections+"/"+two)), "Second")
	changed := f.ok(f.editor.Send(http.MethodPut, at, fields{"collections": []string{one}}))
	if form := changed.JSON["form"].(fields)["collections"].([]any); len(form) != 1 || form[0] != one {
		t.Errorf("the form has %v", form)
	}
	if answer := f.member.Get(collections + "/" + two); answer.Status != http.StatusNotFound {
		t.Errorf("an empty collection: %d %s", answer.Status, answer.Body)
	}
	refused := f.editor.Send(http.MethodPut, at, fields{"title": "Lost", "collections": []string{"unknown"}})
	if refused.Field("collections") != "This collection was not found" {
		t.Errorf("%d %s", refused.Status, refused.Body)
	}
	f.expect("after the refusal", f.titlesOf(f.member.Get(collections+"/"+one)), "First", "Second")
}

func TestACollectionThatMakesNoSenseIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.collect("A first year")
	for field, values := range map[string]fields{
		"title": {"title": "a FIRST year"}, "items": {"title": "Another", "items": []string{"unknown"}},
	} {
		answer := f.editor.Post(collections, values)
		if answer.Status != http.StatusBadRequest || answer.Field(field) == "" {
			t.Errorf("%s: %d %s", field, answer.Status, answer.Body)
		}
	}
	if answer := f.editor.Post(collections, fields{"title": " "}); answer.Field("title") == "" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}
