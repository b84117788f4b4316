package library_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

type fields = map[string]any

const path = "/api/library"

type fixture struct {
	*testing.T
	*testapp.App
	editor, member *testapp.Visitor
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	app := testapp.New(t)
	return &fixture{t, app, app.SignedIn("admins", fields{"role": "editor"}), app.SignedInAs(app.CreateMember(nil))}
}

// add creates a note that was published on 1 January, with some changes, and returns its id.
func (f *fixture) add(changes fields) string {
	f.Helper()
	body := fields{"kind": "note", "title": "A note", "abstract": "What it is about.", "publishAt": "2026-01-01"}
	for name, value := range changes {
		body[name] = value
	}
	answer := f.editor.Post(path, body)
	if answer.Status != http.StatusCreated {
		f.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return answer.JSON["id"].(string)
}

// titles returns the titles that the member finds, in order.
func (f *fixture) titles(query string) []string {
	f.Helper()
	var rows []struct{ Title string }
	answer := f.member.Get(path + query)
	if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil || answer.Status != http.StatusOK {
		f.Fatalf("%s: %d %s", query, answer.Status, answer.Body)
	}
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = row.Title
	}
	return list
}

func (f *fixture) expect(what string, got []string, want ...string) {
	f.Helper()
	if !slices.Equal(got, want) {
		f.Errorf("%s: %v, not %v", what, got, want)
	}
}

func TestAnItemIsSeenFromItsTimeOfPublication(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := f.add(fields{"title": "Draft", "publishAt": ""})
	scheduled := f.add(fields{"title": "Scheduled", "publishAt": f.Clock.Now().Add(time.Hour).Format(time.RFC3339)})
	f.add(fields{"title": "Published"})
	f.expect("the list", f.titles(""), "Published")
	for _, id := range []string{draft, scheduled} {
		if answer := f.member.Get(path + "/" + id); answer.Status != http.StatusNotFound {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
		if answer := f.member.Send(http.MethodPut, path+"/"+id+"/bookmark", nil); answer.Status != http.StatusNotFound {
			t.Errorf("a bookmark: %d %s", answer.Status, answer.Body)
		}
	}
	f.Clock.Advance(time.Hour)
	f.expect("the list an hour later", f.titles(""), "Scheduled", "Published")
	if answer := f.editor.Send(http.MethodPut, path+"/"+scheduled, fields{"publishAt": ""}); answer.JSON["state"] != "draft" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	f.expect("the list after the item was taken back", f.titles(""), "Published")
	if answer := f.editor.Send(http.MethodDelete, path+"/"+scheduled, nil); answer.Status != http.StatusNoContent {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestSearchFindsWordsOfAllScriptsInTitlesAndTexts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(fields{"title": "Related party transactions", "body": "The **audit committee** approves each of them."})
	f.add(fields{"title": "बोर्ड की भूमिका", "abstract": "स्वतंत्र निदेशक"})
	f.add(fields{"title": "Remuneration", "tags": []string{"SEBI"}})
	for words, want := range map[string][]string{
		"committee":         {"Related party transactions"},
		"party audit":       {"Related party transactions"},
		"PARTY trans":       {"Related party transactions"},
		"party nonsense":    {},
		"भूमि":              {"बोर्ड की भूमिका"},
		"निदेशक":            {"बोर्ड की भूमिका"},
		"sebi":              {"Remuneration"},
		`"quoted`:           {},
		"audit* OR NEAR(":   {},
		"title:party":       {},
		`committee" OR "a`:  {},
		"remuneration -foo": {},
		"party\x00trans":    {"Related party transactions"},
	} {
		f.expect(words, f.titles("?words="+url.QueryEscape(words)), want...)
	}
	f.expect("a tag", f.titles("?tag=SEBI"), "Remuneration")
	f.expect("a kind", f.titles("?kind=recording"))
	if err := readmodel.Rebuild(f.PB); err != nil {
		t.Fatal(err)
	}
	f.expect("after a rebuild", f.titles("?words=committee"), "Related party transactions")
}

func TestTwoEditorsKeepEachOthersChanges(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.add(nil)
	answered := make(chan testapp.Response, 1)
	err := f.PB.RunInTransaction(func(tx core.App) error {
		go func() { answered <- f.editor.Send(http.MethodPut, path+"/"+id, fields{"abstract": "Of boards."}) }()
		time.Sleep(200 * time.Millisecond) // the request waits for this transaction
		_, err := tx.NonconcurrentDB().NewQuery("UPDATE library_items SET title = 'Another title'").Execute()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if answer := <-answered; answer.JSON["title"] != "Another title" || answer.JSON["abstract"] != "Of boards." {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestTheConsoleSearchesTitlesAndAbstracts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.add(fields{"title": "Related party transactions"})
	f.add(fields{"title": "Remuneration", "abstract": "Which party decides?"})
	for search, want := range map[string]int{"party": 2, "remun": 1, "committee": 0} {
		var rows []any
		answer := f.editor.Get("/api/admin/library?search=" + search)
		if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil || len(rows) != want {
			t.Errorf("%s: %d %s", search, answer.Status, answer.Body)
		}
	}
}

func TestAnItemLinksToItsSessionAndBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	office := f.SignedIn("admins", fields{"role": "office"})
	session := office.Post("/api/events", fields{"title": "Reading the audit report", "host": "Meera Krishnan",
		"capacity": 20, "meetingUrl": "https://meet.example.com/j/1", "startsAt": "2026-09-30T18:30"}).JSON["id"].(string)
	id := f.add(fields{"title": "How to read it", "sessionId": session})
	f.add(fields{"title": "Another note"})
	if item := f.member.Get(path + "/" + id); item.JSON["session"] != nil {
		t.Errorf("the session is a draft: %s", item.Body)
	}
	if answer := office.Post("/api/events/"+session+"/publish", nil); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	item := f.member.Get(path + "/" + id)
	if related, _ := item.JSON["session"].(fields); related["id"] != session ||
		related["title"] != "Reading the audit report" {
		t.Errorf("%d %s", item.Status, item.Body)
	}
	f.expect("the items of the session", f.titles("?session="+session), "How to read it")
	f.editor.Send(http.MethodPut, path+"/"+id, fields{"title": "A new title"})
	f.expect("after a change of another field", f.titles("?session="+session), "A new title")
	answer := f.editor.Send(http.MethodPut, path+"/"+id, fields{"sessionId": "unknown"})
	if answer.Field("sessionId") != "This session was not found" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	f.editor.Send(http.MethodPut, path+"/"+id, fields{"sessionId": ""})
	f.expect("after the session was removed", f.titles("?session="+session))
}

func TestATextIsSafeHTMLWithoutPictures(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.add(fields{"body": "# Heading\n\n<script>alert(1)</script>\n\n![who reads this](https://spy.example/p.png)\n\n" +
		"[a link](javascript:alert(1)) and **bold**"})
	html := f.member.Get(path + "/" + id).JSON["html"].(string)
	for _, bad := range []string{"<script", "<img", "javascript:", "spy.example"} {
		if strings.Contains(html, bad) {
			t.Errorf("%s is in %s", bad, html)
		}
	}
	for _, good := range []string{"<h3>Heading</h3>", "<strong>bold</strong>", "who reads this"} {
		if !strings.Contains(html, good) {
			t.Errorf("%s is not in %s", good, html)
		}
	}
}

func TestBookmarksBelongToOneMember(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.add(nil)
	other := f.SignedInAs(f.CreateMember(nil))
	for range 2 {
		if answer := f.member.Send(http.MethodPut, path+"/"+id+"/bookmark", nil); answer.Status != http.StatusNoContent {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	f.expect("the bookmarks", f.titles("?bookmarked=true"), "A note")
	if answer := other.Get(path + "/" + id); answer.JSON["isBookmarked"] != false {
		t.Errorf("another member: %s", answer.Body)
	}
	if answer := f.member.Send(http.MethodDelete, path+"/"+id+"/bookmark", nil); answer.Status != http.StatusNoContent {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	f.expect("the bookmarks afterwards", f.titles("?bookmarked=true"))
}

func TestAnItemThatMakesNoSenseIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for field, value := range map[string]any{
		"title": "", "abstract": " ", "kind": "rumour", "publishAt": "soon", "link": "javascript:alert(1)",
		"body": strings.Repeat("> ", 20) + "deep",
	} {
		body := fields{"kind": "note", "title": "A note", "abstract": "What it is about.", field: value}
		if answer := f.editor.Post(path, body); answer.Status != http.StatusBadRequest || answer.Field(field) == "" {
			t.Errorf("%s: %d %s", field, answer.Status, answer.Body)
		}
	}
	recording := fields{"kind": "recording", "title": "A talk", "abstract": "What it is about."}
	if answer := f.editor.Post(path, recording); answer.Field("link") != "Please enter the link of the recording" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.listed("Bina", "bina@example.com")
	f.listed("Devi", "devi@example.com")
	use := func() {
		id := f.add(fields{"authors": []fields{
			{"name": "Bina Shah", "email": "bina@example.com"}, {"name": "Devi Rao", "email": "devi@example.com"},
		}})
		for _, query := range []string{"", "?words=note", "?bookmarked=true"} {
			f.titles(query)
		}
		f.member.Get(path + "/" + id)
		f.editor.Send(http.MethodPut, path+"/"+id, fields{"authors": []fields{{"name": "Asha Rao"}}})
		f.editor.Get("/api/admin/library/" + id + "/versions")
		collection := f.collect(fmt.Sprint("Collection ", f.Clock.Now().UnixNano()), id)
		f.member.Get(collections + "/" + collection)
		f.member.Get(collections)
		f.editor.Send(http.MethodDelete, collections+"/"+collection, nil)
		f.member.Send(http.MethodPut, path+"/"+id+"/bookmark", nil)
		f.member.Send(http.MethodDelete, path+"/"+id+"/bookmark", nil)
		f.upload(id, "a.pdf", []byte(testapp.PDF("")))
		f.member.Get(path + "/" + id + "/file")
		f.editor.Send(http.MethodDelete, path+"/"+id+"/file", nil)
	}
	ran := queryplan.CaptureStores(f.PB, use)
	for _, name := range []string{"find", "isBookmarked", "deleteBookmarks", "insertIndex", "deleteFromIndex",
		"findFile", "findFileView", "findFilePath", "findFileText", "listAuthors",
		"findCollection", "listItems", "listPublished", "isTitleTaken",
		"listVersions", "deleteOldVersions", "listExistingCollections"} {
		if ran["library."+name] == nil {
			t.Errorf("%s has not run", name)
		}
	}
	queryplan.Fill(t, f.PB, "library_bookmarks", 5000, func(i int) dbx.Params {
		return dbx.Params{"item": fmt.Sprint("item", i), "userId": "user", "person": fmt.Sprint("person", i%50)}
	})
	queryplan.Fill(t, f.PB, "library_files", 500, func(i int) dbx.Params {
		return dbx.Params{"item": fmt.Sprint("item", i), "file": "a.pdf", "name": "a.pdf", "size": 1, "text": "words"}
	})
	queryplan.Fill(t, f.PB, "library_authors", 500, func(i int) dbx.Params {
		return dbx.Params{"item": fmt.Sprint("item", i/2), "position": i % 2, "userId": fmt.Sprint("user", i),
			"person": fmt.Sprint("person", i%50)}
	})
	queryplan.Fill(t, f.PB, "library_versions", 500, func(i int) dbx.Params {
		return dbx.Params{"item": fmt.Sprint("item", i/10), "state": "{}", "endedAt": fmt.Sprint("2026-01-01 00:00:", i)}
	})
	statements := queryplan.Capture(f.PB, use)
	// A library has hundreds of items, but each member may have bookmarks, and files are large.
	tables := []string{"library_bookmarks", "library_files", "library_authors", "library_versions"}
	if n := queryplan.AssertIndexed(t, f.PB, statements, tables, nil); n < 12 {
		t.Errorf("only %d statements were checked", n)
	}
}
