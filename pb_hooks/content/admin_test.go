package content_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

// consoleFixture is a running app with a signed-in admin.
type consoleFixture struct {
	*testapp.App
	admin *testapp.Visitor
	t     *testing.T
}

func newConsoleFixture(t *testing.T, options ...testapp.Option) consoleFixture {
	t.Helper()
	h := testapp.New(t, options...)
	return consoleFixture{h, h.SignedIn("admins", map[string]any{"username": "meera"}), t}
}

// createSection stores a section through the API and returns its id.
func (o consoleFixture) createSection(values map[string]any) string {
	o.t.Helper()
	answer := o.admin.Post("/api/cms/content", values)
	if answer.Status != http.StatusCreated {
		o.t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	return answer.JSON["id"].(string)
}

func (o consoleFixture) updateSection(id string, values map[string]any) testapp.Response {
	o.t.Helper()
	return o.admin.Send(http.MethodPut, "/api/cms/content/"+id, values)
}

// titles returns the titles in a list of sections or versions.
func titles(t *testing.T, answer testapp.Response) []string {
	t.Helper()
	var rows []struct{ Title string }
	if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = row.Title
	}
	return list
}

func expectTitles(t *testing.T, answer testapp.Response, want ...string) {
	t.Helper()
	if got := titles(t, answer); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("titles = %q, want %q", got, want)
	}
}

// auditActions returns the audit actions about content, oldest first.
func (o consoleFixture) auditActions() []string {
	o.t.Helper()
	var rows []*core.Record
	if err := o.PB.RecordQuery("audit_log").OrderBy("rowid").All(&rows); err != nil {
		o.t.Fatal(err)
	}
	actions := []string{}
	for _, row := range rows {
		if row.GetString("actor") == "meera" {
			actions = append(actions, row.GetString("action"))
		}
	}
	return actions
}

func TestSectionIsCreatedChangedAndDeleted(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	visitor := o.Visitor()
	created := o.admin.Post("/api/cms/content",
		map[string]any{"section": "hero", "title": " A new line ", "id": "mine", "createdAt": "2001-01-01"})
	if created.Status != http.StatusCreated || created.JSON["title"] != "A new line" ||
		created.JSON["isActive"] != "true" || created.JSON["sortOrder"] != "0" {
		t.Fatalf("status = %d, body = %s", created.Status, created.Body)
	}
	id, _ := created.JSON["id"].(string)
	if id == "mine" {
		t.Errorf("id = %q, want one that the caller did not choose", id)
	}
	expectTitles(t, visitor.Get("/api/cms/content"), "A new line")

	changed := o.updateSection(id, map[string]any{"subtitle": "Below it", "isActive": true, "sortOrder": "7"})
	if changed.Status != http.StatusOK || changed.JSON["title"] != "A new line" ||
		changed.JSON["subtitle"] != "Below it" || changed.JSON["sortOrder"] != "7" {
		t.Errorf("status = %d, body = %s", changed.Status, changed.Body)
	}
	hero := visitor.Get("/api/site/landing").JSON["hero"].(map[string]any)
	if hero["title"] != "A new line" || hero["subtitle"] != "Below it" {
		t.Errorf("hero of the landing page = %v, want the changed section", hero)
	}

	if answer := o.admin.Send(http.MethodDelete, "/api/cms/content/"+id, nil); answer.Status != http.StatusNoContent {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	for _, answer := range []testapp.Response{o.updateSection(id, map[string]any{}), o.admin.Send(http.MethodDelete, "/api/cms/content/"+id, nil)} {
		if answer.Status != http.StatusNotFound || answer.Message() != "This content section was not found." {
			t.Errorf("deleted section: status = %d, want 404; body: %s", answer.Status, answer.Body)
		}
	}
	if got := strings.Join(o.auditActions(), " "); got != "content.created content.updated content.deleted" {
		t.Errorf("audit actions = %s", got)
	}
}

func TestInvalidFieldsOfASectionAreRefused(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	id := o.createSection(map[string]any{"section": "about", "title": "Stands"})
	for _, c := range []struct {
		field string
		value any
		want  string
	}{
		{"section", "", "Please choose a section"},
		{"section", "sidebar", "Please choose one of the listed values for section"},
		{"title", strings.Repeat("x", 201), "Title must be at most 200 characters"},
		{"title", "two\nlines", "“Title” contains characters that are not allowed"},
		{"title", "", "Please write a title or some content, or choose an image"},
		{"subtitle", strings.Repeat("x", 401), "Subtitle must be at most 400 characters"},
		{"content", strings.Repeat("x", 20_001), "Content must be at most 20000 characters"},
		{"content", "bell \a", "“Content” contains characters that are not allowed"},
		{"content", 7, "“Content” contains characters that are not allowed"},
		{"imageUrl", "http://pictures.example/a.jpg", "Please enter an address that begins with https://, or upload an image"},
		{"imageUrl", "javascript:alert(1)", "Please enter an address that begins with https://, or upload an image"},
		{"imageUrl", "data:image/png;base64,AAAA", "Please enter an address that begins with https://, or upload an image"},
		{"imageUrl", "//elsewhere.example/a.jpg", "Please enter an address that begins with https://, or upload an image"},
		{"imageUrl", `/\elsewhere.example/a.jpg`, "Please enter an address that begins with https://, or upload an image"},
		{"imageUrl", `https://a.example/" onerror="alert(1)`, "Please enter an address that begins with https://, or upload an image"},
		{"isActive", "perhaps", "Active must be true or false"},
		{"sortOrder", "first", "Please enter a whole number"},
		{"sortOrder", "100001", "Sort order must be at most 100000"},
	} {
		body := map[string]any{"section": "about", "title": "Stands", c.field: c.value}
		for name, answer := range map[string]testapp.Response{
			"create": o.admin.Post("/api/cms/content", body), "update": o.updateSection(id, body),
		} {
			if answer.Status != http.StatusBadRequest || answer.Field(c.field) != c.want {
				t.Errorf("%s with %s = %.40v: status = %d, body = %s, want 400 with %q", name, c.field, c.value,
					answer.Status, answer.Body, c.want)
			}
		}
	}
	expectTitles(t, o.admin.Get("/api/cms/content"), "Stands")
	for _, address := range []string{"https://pictures.example/a.jpg?w=3#top", "/images/abc.jpg", "/og.png"} {
		if answer := o.updateSection(id, map[string]any{"imageUrl": address}); answer.Status != http.StatusOK {
			t.Errorf("image address %s: status = %d, want 200; body: %s", address, answer.Status, answer.Body)
		}
	}
}

func TestTextsOfASectionAreReordered(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	other := o.createSection(map[string]any{"section": "hero", "title": "Other"})
	a := o.createSection(map[string]any{"section": "about", "title": "A", "sortOrder": "1"})
	b := o.createSection(map[string]any{"section": "about", "title": "B", "sortOrder": "2", "isActive": false})
	c := o.createSection(map[string]any{"section": "about", "title": "C", "sortOrder": "3"})
	order := func(ids any) testapp.Response {
		return o.admin.Post("/api/cms/content/reorder", map[string]any{"ids": ids})
	}
	before := len(o.auditActions())
	for name, refused := range map[string]struct {
		ids    any
		status int
	}{
		"no ids":                               {nil, 400},
		"an empty list":                        {[]string{}, 400},
		"a number":                             {[]any{a, 3}, 400},
		"one id twice":                         {[]string{a, b, b}, 400},
		"an unknown id":                        {[]string{a, b, "unknownrecord00"}, 409},
		"a missing id":                         {[]string{c, a}, 409},
		"an unknown first id":                  {[]string{"unknownrecord00", a, b}, 404},
		"an id of another section instead":     {[]string{a, b, other}, 409},
		"an id of another section in addition": {[]string{a, b, c, other}, 409},
	} {
		if answer := order(refused.ids); answer.Status != refused.status {
			t.Errorf("%s: status = %d, want %d; body: %s", name, answer.Status, refused.status, answer.Body)
		}
	}
	expectTitles(t, o.admin.Get("/api/cms/content"), "Other", "A", "B", "C")

	for range 2 { // The second request changes nothing.
		if answer := order([]string{c, a, b}); answer.Status != http.StatusNoContent {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	expectTitles(t, o.admin.Get("/api/cms/content"), "Other", "C", "A", "B")
	expectTitles(t, o.Visitor().Get("/api/cms/content"), "Other", "C", "A")
	if got := o.auditActions()[before:]; len(got) != 1 || got[0] != "content.reordered" {
		t.Errorf("audit actions = %v, want one content.reordered", got)
	}
}
