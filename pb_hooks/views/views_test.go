package views_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

type fixture struct {
	*testapp.App
	*testing.T
}

func open(t *testing.T) *fixture {
	t.Helper()
	return &fixture{testapp.New(t), t}
}

func (f *fixture) admin(username, role string) *testapp.Visitor {
	return f.SignedIn("admins", fields{"username": username, "role": role})
}

func (f *fixture) want(a testapp.Response, status int) testapp.Response {
	f.Helper()
	if a.Status != status {
		f.Fatalf("answered %d %s, want %d", a.Status, a.Body, status)
	}
	return a
}

// names returns the views of a list that a visitor sees.
func (f *fixture) names(who *testapp.Visitor, list string) string {
	f.Helper()
	var views []struct {
		Name, Actor   string
		Shared, IsOwn bool
	}
	if err := json.Unmarshal([]byte(f.want(who.Get("/api/views?list="+list), http.StatusOK).Body), &views); err != nil {
		f.Fatal(err)
	}
	text := ""
	for _, v := range views {
		text += fmt.Sprintf("%s of %s, shared %t, own %t; ", v.Name, v.Actor, v.Shared, v.IsOwn)
	}
	return text
}

func TestAViewIsSavedRenamedSharedAndDeleted(t *testing.T) {
	t.Parallel()
	f := open(t)
	meera, anil := f.admin("meera", "office"), f.admin("anil", "office")
	body := fields{
		"list":  "users",
		"name":  "From Pune",
		"query": "search=pune&sort=-createdAt&columns=name%2Cemail&page=3",
	}
	saved := f.want(meera.Post("/api/views", body), http.StatusCreated).JSON
	if got := saved["query"]; got != "columns=name%2Cemail&search=pune&sort=-createdAt" {
		t.Errorf("its query: %v", got)
	}
	if got := f.names(anil, "users"); got != "" {
		t.Errorf("another admin sees %s", got)
	}
	path := "/api/views/" + saved["id"].(string)
	f.want(anil.Send("PUT", path, body), http.StatusNotFound)
	f.want(anil.Send("DELETE", path, nil), http.StatusNotFound)

	f.want(meera.Send("PUT", path, fields{"name": "Pune", "query": "search=pune", "shared": true}), http.StatusOK)
	if own, other := f.names(meera, "users"), f.names(anil, "users"); own != "Pune of meera, shared true, own true; " ||
		other != "Pune of meera, shared true, own false; " {
		t.Errorf("shared: %s and %s", own, other)
	}
	if got := f.names(anil, "leads"); got != "" {
		t.Errorf("another list has %s", got)
	}
	f.want(anil.Send("PUT", path, fields{"name": "Mine"}), http.StatusForbidden)
	f.want(anil.Send("DELETE", path, nil), http.StatusForbidden)
	f.want(anil.Post("/api/views", fields{"list": "users", "name": "Pune"}), http.StatusCreated)
	if a := f.want(
		anil.Post("/api/views", fields{"list": "users", "name": "pune"}), http.StatusConflict,
	); a.Field("name") == "" {
		t.Errorf("a second one of one's own with the same name: %s", a.Body)
	}
	f.want(f.admin("chief", "owner").Send("DELETE", path, nil), http.StatusNoContent)
	if got := f.names(meera, "users"); got != "" {
		t.Errorf("after an owner has deleted it: %s", got)
	}
}

func TestAViewNeedsARoleThatIncludesTheList(t *testing.T) {
	t.Parallel()
	f := open(t)
	office, reviewer := f.admin("meera", "office"), f.admin("anil", "reviewer")
	f.want(office.Post("/api/views",
		fields{"list": "users", "name": "Sushila", "query": "search=sushila", "shared": true}), http.StatusCreated)
	f.want(reviewer.Get("/api/views?list=users"), http.StatusForbidden)
	f.want(reviewer.Post("/api/views", fields{"list": "users", "name": "Mine"}), http.StatusForbidden)
	f.want(reviewer.Post("/api/views", fields{"list": "nominations", "name": "Asked", "query": "state=info_requested"}),
		http.StatusCreated)
	for field, wrong := range map[string]fields{
		"list": {"list": "audit", "name": "All"}, "name": {"list": "nominations"}, "query": {"list": "nominations", "name": "x", "query": "search=%zz"},
	} {
		if a := reviewer.Post("/api/views", wrong); a.Status != http.StatusBadRequest || a.Field(field) == "" {
			t.Errorf("%s: %d %s", field, a.Status, a.Body)
		}
	}
	if a := reviewer.Get("/api/views?list=none"); a.Status != http.StatusBadRequest || a.Field("list") == "" {
		t.Errorf("no such list: %d %s", a.Status, a.Body)
	}
}

func TestAQueryIsRefusedIfItIsTooLongWhenEncoded(t *testing.T) {
	t.Parallel()
	f := open(t)
	body := fields{"list": "users", "name": "Pune", "query": "search=" + strings.Repeat("प", 300)}
	if a := f.admin("meera", "office").Post("/api/views", body); a.Status != http.StatusBadRequest ||
		a.Field("query") == "" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func TestAnAdminHasFiftyViewsOfAListAtMost(t *testing.T) {
	t.Parallel()
	f := open(t)
	office := f.admin("meera", "office")
	for i := range 50 {
		f.want(office.Post("/api/views", fields{"list": "users", "name": fmt.Sprintf("View %d", i)}),
			http.StatusCreated)
	}
	f.want(office.Post("/api/views", fields{"list": "users", "name": "One more"}), http.StatusConflict)
	f.want(office.Post("/api/views", fields{"list": "leads", "name": "Another list"}), http.StatusCreated)
}

func TestOwnSharedViewsDoNotHideThoseOfOthers(t *testing.T) {
	t.Parallel()
	f := open(t)
	meera, anil := f.admin("meera", "office"), f.admin("anil", "office")
	for i := range 50 {
		f.want(meera.Post("/api/views", fields{
			"list": "users", "name": fmt.Sprint("View ", i), "query": "search=pune", "shared": true,
		}), http.StatusCreated)
	}
	f.want(anil.Post("/api/views", fields{
		"list": "users", "name": "Zonal", "query": "search=goa", "shared": true,
	}), http.StatusCreated)
	if names := f.names(meera, "users"); !strings.HasSuffix(names, "Zonal of anil, shared true, own false; ") ||
		strings.Count(names, "own true") != 50 {
		t.Errorf("views = %s, want 50 own ones and Anil's", names)
	}
}
