package hooks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

// versionedForm is a form that is refused if someone else has changed the stored values since it was opened.
type versionedForm struct {
	// path is the address to create and change a record. A form without a body changes the record of the path, which
	// always exists. read is the address at which the console reads the record, or the list that has its row. The answer
	// has the changed field, or an object "form" with it.
	name, path, read, field string
	body                    map[string]any
	// value returns different values of the field. Without it, they are texts.
	value func(n int) any
}

// versionedForms has every versioned form.
var versionedForms = []versionedForm{
	{
		name: "plan", path: "/api/membership-tiers", read: "/api/membership-tiers", field: "description",
		body: map[string]any{"name": "Lifetime", "price": "100", "features": []string{"Sessions"}},
	},
	{
		name: "session", path: "/api/events", read: "/api/admin/events/{id}", field: "abstract",
		body: map[string]any{"title": "Audit", "host": "Meera Krishnan", "startsAt": "2027-03-31T18:30"},
	},
	{
		name: "item", path: "/api/library", read: "/api/admin/library/{id}", field: "body",
		body: map[string]any{"kind": "note", "title": "Audit", "abstract": "What changes."},
	},
	{
		name: "consultation", path: "/api/polls", read: "/api/admin/polls/{id}", field: "question",
		body: map[string]any{"title": "Audit", "text": "We propose...", "question": "Shall we?",
			"options": []string{"Yes", "No"}, "ballot": "secret", "discussionEndsAt": "2099-03-31"},
	},
	{
		name: "collection", path: "/api/library-collections", read: "/api/admin/library-collections/{id}",
		field: "description", body: map[string]any{"title": "Audit"},
	},
	{
		name: "coupon", path: "/api/coupons", read: "/api/coupons", field: "note",
		body: map[string]any{"code": "FRIENDS", "value": "20", "startsAt": "2027-03-31",
			"membershipTierIds": []string{tierOfCoupon}},
	},
	{
		name: "section", path: "/api/cms/content", read: "/api/cms/content", field: "subtitle",
		body: map[string]any{"section": "hero", "title": "One circle"},
	},
	{
		name: "redirect", path: "/api/redirects", read: "/api/redirects", field: "to",
		body:  map[string]any{"from": "/old", "to": "/#new"},
		value: func(n int) any { return fmt.Sprint("/#section-", n) },
	},
	{
		name: "campaign", path: "/api/campaigns", read: "/api/campaigns/{id}", field: "subject",
		body: map[string]any{"name": "Audit", "segment": everyone},
	},
	{
		name: "segment", path: "/api/segments", read: "/api/segments", field: "name",
		body: map[string]any{"name": "All", "segment": everyone},
	},
	{
		name: "segment", path: "/api/segments", read: "/api/segments", field: "segment",
		body: map[string]any{"name": "Towns", "segment": everyone},
		value: func(n int) any {
			town := map[string]any{"field": "city", "op": "is", "value": fmt.Sprint("Town ", n)}
			return map[string]any{"match": "all", "conditions": []any{town}}
		},
	},
	{
		name: "automation", path: "/api/automations/draft-abandoned", read: "/api/automations/draft-abandoned",
		field: "delayHours",
		value: func(n int) any { return 10 + n },
	},
}

var everyone = map[string]any{"match": "all", "conditions": []any{}}

// tierOfCoupon is the id of a tier of appOfForms.
const tierOfCoupon = "tierofcoupon001"

// appOfForms returns an app with the records to which the versioned forms refer.
func appOfForms(t *testing.T) *testapp.App {
	t.Helper()
	h := testapp.New(t)
	addRow(t, h.PB, "membership_tiers", map[string]any{"id": tierOfCoupon, "slug": "tier-of-coupon"})
	return h
}

// openForm creates the record of a versioned form, unless it always exists, and reads it as the console does. It
// returns its address and its version.
func openForm(t *testing.T, admin *testapp.Visitor, form versionedForm) (path, version string) {
	t.Helper()
	path = form.path
	if form.body != nil {
		created := admin.Post(path, form.body)
		if created.Status != http.StatusCreated {
			t.Fatalf("%s: status = %d, want 201: %s", form.name, created.Status, created.Body)
		}
		path = fmt.Sprint(path, "/", created.JSON["id"])
	}
	version, _ = form.readStored(t, admin, path)["version"].(string)
	if version == "" {
		t.Fatalf("%s has no version", form.name)
	}
	return path, version
}

// readStored reads the record at a path as the console does.
func (f versionedForm) readStored(t *testing.T, admin *testapp.Visitor, path string) map[string]any {
	t.Helper()
	id := path[strings.LastIndex(path, "/")+1:]
	answer := admin.Get(strings.Replace(f.read, "{id}", id, 1))
	var rows []map[string]any
	if json.Unmarshal([]byte(answer.Body), &rows) != nil {
		return answer.JSON
	}
	i := slices.IndexFunc(rows, func(row map[string]any) bool { return row["id"] == id })
	if i < 0 {
		t.Fatalf("%s: status = %d, want a list with %s: %s", f.read, answer.Status, id, answer.Body)
	}
	return rows[i]
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
	h := appOfForms(t)
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
		current := form.readStored(t, second, path)
		values, isNested := current["form"].(map[string]any)
		if !isNested {
			values = current
		}
		if fmt.Sprint(values[form.field]) != fmt.Sprint(form.valueOf(1)) || current["version"] != saved.JSON["version"] {
			t.Errorf("%s: stored values = %v, version = %v, want the words and the version of the first change",
				form.name, values, current["version"])
		}
		version, _ := current["version"].(string)
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
	h := appOfForms(t)
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

// TestEveryVersionedRouteIsOfAVersionedForm finds routes that the tests above do not cover.
func TestEveryVersionedRouteIsOfAVersionedForm(t *testing.T) {
	t.Parallel()
	for _, route := range testapp.New(t).Routes() {
		records, _, _ := strings.Cut(route.Path, "{")
		isCovered := slices.ContainsFunc(versionedForms, func(form versionedForm) bool {
			return strings.HasPrefix(form.path+"/", records)
		})
		if route.Endpoint.IsVersioned && !isCovered {
			t.Errorf("%s %s is versioned but not in versionedForms", route.Method, route.Path)
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
