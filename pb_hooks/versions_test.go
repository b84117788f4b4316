package hooks_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

// versionedForms are the forms that are refused if someone else has changed the stored values since they were opened.
var versionedForms = []struct {
	// path is the address to create and change a record, and read the address in the console. Its answer has the
	// changed field, or an object "form" with it. Without read, the record is not read again.
	name, path, read, field string
	body                    map[string]any
}{
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
}

func TestAFormIsRefusedIfSomeoneElseHasChangedTheStoredValues(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	first, second := h.SignedIn("admins", nil), h.SignedIn("admins", nil)
	for _, form := range versionedForms {
		created := first.Post(form.path, form.body)
		opened, _ := created.JSON["version"].(string)
		if created.Status != http.StatusCreated || opened == "" {
			t.Errorf("%s: status = %d, want 201 and a version: %s", form.name, created.Status, created.Body)
			continue
		}
		path := fmt.Sprint(form.path, "/", created.JSON["id"])
		save := func(by *testapp.Visitor, text, version string) testapp.Response {
			return by.Send(http.MethodPut, path, map[string]any{form.field: text, "version": version})
		}
		saved := save(first, "The first words.", opened)
		refused := save(second, "Other words.", opened)
		if saved.Status != http.StatusOK || refused.Status != http.StatusConflict ||
			refused.Message() != "This "+form.name+" was changed by someone else since you opened it. Nothing was saved. "+
				"Load the current version to continue." || refused.Field("version") == "" {
			t.Errorf("%s: status = %d and %d, want 200 and 409: %s", form.name, saved.Status, refused.Status, refused.Body)
		}
		current := saved
		if form.read != "" {
			current = second.Get(fmt.Sprint(form.read, "/", created.JSON["id"]))
		}
		values, isNested := current.JSON["form"].(map[string]any)
		if !isNested {
			values = current.JSON
		}
		if values[form.field] != "The first words." || current.JSON["version"] != saved.JSON["version"] {
			t.Errorf("%s: stored values = %v, version = %v, want the words and the version of the first change",
				form.name, values, current.JSON["version"])
		}
		version, _ := current.JSON["version"].(string)
		if again := save(second, "Other words.", version); again.Status != http.StatusOK {
			t.Errorf("%s, with the current version: status = %d: %s", form.name, again.Status, again.Body)
		}
		unversioned := first.Send(http.MethodPut, path, map[string]any{form.field: "Words of an older client."})
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
		created := admin.Post(form.path, form.body)
		path := fmt.Sprint(form.path, "/", created.JSON["id"])
		statuses := make(chan int, 4)
		var all sync.WaitGroup
		for i := range cap(statuses) {
			all.Go(func() {
				answer := admin.Send(http.MethodPut, path,
					map[string]any{form.field: fmt.Sprint("Words ", i), "version": created.JSON["version"]})
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
