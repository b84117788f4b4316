package hooks_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

// versionedForm is a form that is refused if someone else has changed the stored values since it was opened.
type versionedForm struct {
	// path is the address to create and change a record, and read the address in the console. Its answer has the
	// changed field, or an object "form" with it. Without read, the record is not read again. A form without a body
	// changes the record of the path, which always exists.
	name, path, read, field string
	body                    map[string]any
	// value returns different values of the field. Without it, they are texts.
	value func(n int) any
}

// versionedForms has every versioned form.
var versionedForms = []versionedForm{
	{
		name: "plan", path: "/api/membership-tiers", field: "description",
		body: map[string]any{"name": "Lifetime", "price": "100", "features": []string{"Sessions"}},
	},
	{
		name: "session", path: "/api/events", read: "/api/admin/events", field: "abstract",
		body: map[string]any{"title": "Audit", "host": "Meera Krishnan", "startsAt": "2027-03-31T18:30"},
	},
	{
		name: "item", path: "/api/library", read: "/api/admin/library", field: "body",
		body: map[string]any{"kind": "note", "title": "Audit", "abstract": "What changes."},
	},
	{
		name: "consultation", path: "/api/polls", read: "/api/admin/polls", field: "question",
		body: map[string]any{"title": "Audit", "text": "We propose...", "question": "Shall we?",
			"options": []string{"Yes", "No"}, "ballot": "secret", "discussionEndsAt": "2099-03-31"},
	},
	{
		name: "collection", path: "/api/library-collections", read: "/api/admin/library-collections", field: "description",
		body: map[string]any{"title": "Audit"},
	},
	{
		name: "coupon", path: "/api/coupons", field: "note",
		body: map[string]any{"code": "FRIENDS", "value": "20", "startsAt": "2027-03-31"},
	},
	{
		name: "redirect", path: "/api/redirects", field: "to", body: map[string]any{"from": "/old", "to": "/#new"},
		value: func(n int) any { return fmt.Sprint("/#section-", n) },
	},
	{
		name: "campaign", path: "/api/campaigns", read: "/api/campaigns", field: "subject",
		body: map[string]any{"name": "Audit", "segment": everyone},
	},
	{name: "segment", path: "/api/segments", field: "name", body: map[string]any{"name": "All", "segment": everyone}},
	{
		name: "automation", path: "/api/automations/draft-abandoned", field: "delayHours",
		value: func(n int) any { return 10 + n },
	},
}

var everyone = map[string]any{"match": "all", "conditions": []any{}}

// openForm creates the record of a versioned form, or reads the record that always exists. It returns its address and
// its version.
func openForm(t *testing.T, admin *testapp.Visitor, form versionedForm) (path, version string) {
	t.Helper()
	path = form.path
	opened, status := testapp.Response{}, http.StatusOK
	if form.body == nil {
		opened = admin.Get(path)
	} else {
		opened, status = admin.Post(path, form.body), http.StatusCreated
		path = fmt.Sprint(path, "/", opened.JSON["id"])
	}
	version, _ = opened.JSON["version"].(string)
	if opened.Status != status || version == "" {
		t.Fatalf("%s: status = %d, want %d and a version: %s", form.name, opened.Status, status, opened.Body)
	}
	return path, version
}

// valueOf returns a value of the changed field. Each number has another value.
func (f versionedForm) valueOf(n int) any {
	if f.value == nil {
		return fmt.Sprint("Words ", n)
	}
	return f.value(n)
}

func TestAFormIsRefusedIfSomeoneElseHasChangedTheStoredValues(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	first, second := h.SignedIn("admins", nil), h.SignedIn("admins", nil)
	for _, form := range versionedForms {
		path, opened := openForm(t, first, form)
		save := func(by *testapp.Visitor, value any, version string) testapp.Response {
			return by.Send(http.MethodPut, path, map[string]any{form.field: value, "version": version})
		}
		saved := save(first, form.valueOf(1), opened)
		refused := save(second, form.valueOf(2), opened)
		if saved.Status != http.StatusOK || refused.Status != http.StatusConflict ||
			refused.Message() != "This "+form.name+" was changed by someone else since you opened it. Nothing was saved. "+
				"Load the current version to continue." || refused.Field("version") == "" {
			t.Errorf("%s: status = %d and %d, want 200 and 409: %s", form.name, saved.Status, refused.Status, refused.Body)
		}
		current := saved
		if form.read != "" {
			current = second.Get(strings.Replace(path, form.path, form.read, 1))
		}
		values, isNested := current.JSON["form"].(map[string]any)
		if !isNested {
			values = current.JSON
		}
		if fmt.Sprint(values[form.field]) != fmt.Sprint(form.valueOf(1)) || current.JSON["version"] != saved.JSON["version"] {
			t.Errorf("%s: stored values = %v, version = %v, want the words and the version of the first change",
				form.name, values, current.JSON["version"])
		}
		version, _ := current.JSON["version"].(string)
		if again := save(second, form.valueOf(2), version); again.Status != http.StatusOK {
			t.Errorf("%s, with the current version: status = %d: %s", form.name, again.Status, again.Body)
		}
		unversioned := first.Send(http.MethodPut, path, map[string]any{form.field: form.valueOf(3)})
		if unversioned.Status != http.StatusOK {
			t.Errorf("%s, without a version: status = %d: %s", form.name, unversioned.Status, unversioned.Body)
		}
	}
}

func TestOnlyOneOfConcurrentChangesOfAVersionIsSaved(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	for _, form := range versionedForms {
		admin := h.SignedIn("admins", nil)
		path, version := openForm(t, admin, form)
		statuses := make(chan int, 4)
		var all sync.WaitGroup
		for i := range cap(statuses) {
			all.Go(func() {
				answer := admin.Send(http.MethodPut, path,
					map[string]any{form.field: form.valueOf(i), "version": version})
				statuses <- answer.Status
			})
		}
		all.Wait()
		close(statuses)
		count := map[int]int{}
		for status := range statuses {
			count[status]++
		}
		if count[http.StatusOK] != 1 || count[http.StatusConflict] != 3 {
			t.Errorf("%s: statuses = %v, want one 200 and three 409", form.name, count)
		}
	}
}

func TestVisitorsDoNotGetTheVersionOfAPlan(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	h.SignedIn("admins", nil).Post("/api/membership-tiers", versionedForms[0].body)
	plans := h.Visitor().Get("/api/membership-tiers").Body
	if !strings.Contains(plans, `"Lifetime"`) || strings.Contains(plans, `"version"`) {
		t.Errorf("plans of a visitor = %s, want one without a version", plans)
	}
}
