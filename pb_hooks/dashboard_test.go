package hooks_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/testapp"
)

// ruledFields returns the fields of a collection about which StaffRules decides.
func ruledFields(c *core.Collection) []string {
	var names []string
	for _, field := range c.Fields {
		isPassword := field.GetName() == core.FieldNamePassword
		if field.GetName() != core.FieldNameId && field.Type() != core.FieldTypeAutodate &&
			(!field.GetHidden() || isPassword) {
			names = append(names, field.GetName())
		}
	}
	return names
}

func TestEveryCollectionAndFieldHasALineInStaffRules(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	collections, err := h.PB.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		t.Fatal(err)
	}
	titles := consoleTitles(t)
	lines := map[string]bool{}
	for name := range hooks.StaffRules {
		lines[name] = true
	}
	for _, c := range collections {
		rule, has := hooks.StaffRules[c.Name]
		delete(lines, c.Name)
		if !has {
			t.Errorf("%s has no line. Add it to StaffRules in pb_hooks/dashboard.go, with closed(…) and the console’s "+
				"screen, unless staff should change its records in PocketBase’s dashboard.", c.Name)
			continue
		}
		checkScreen(t, c.Name, rule.Screen, titles)
		if len(rule.Free) == 0 {
			continue // all fields are closed, new ones too
		}
		listed := slices.Concat(rule.Free, rule.Owned, rule.OnlyNew)
		fields := ruledFields(c)
		for _, name := range fields {
			if !slices.Contains(listed, name) {
				t.Errorf("%s.%s is in no list. In StaffRules of pb_hooks/dashboard.go, add it to Owned of %s, or to "+
					"Free if staff may change it in PocketBase’s dashboard.", c.Name, name, c.Name)
			}
		}
		for _, name := range listed {
			if !slices.Contains(fields, name) {
				t.Errorf("StaffRules lists %s.%s, which is hidden or does not exist", c.Name, name)
			}
		}
	}
	for name := range lines {
		t.Errorf("StaffRules has a line for %s, which does not exist", name)
	}
}

// consoleTitles returns the source of the console's routes, which has the titles of its screens.
func consoleTitles(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../web/src/app/console/*routes.ts")
	if err != nil || len(files) == 0 {
		t.Fatalf("files = %v, error = %v", files, err)
	}
	var titles strings.Builder
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		titles.Write(source)
	}
	return titles.String()
}

// checkScreen reports an error if a sentence names a screen that the console does not have.
func checkScreen(t *testing.T, collection, sentence, titles string) {
	t.Helper()
	names, isScreen := strings.CutSuffix(strings.TrimPrefix(sentence, "Use "), " in the console.")
	if !isScreen {
		if sentence != "The program writes these records." &&
			sentence != "Only the members themselves change these records." {
			t.Errorf("the line of %s has the sentence %q, which names no screen", collection, sentence)
		}
		return
	}
	for name := range strings.SplitSeq(names, " > ") {
		if !strings.Contains(titles, "'"+name+"'") && !strings.HasPrefix(name, "the ") {
			t.Errorf("the line of %s names the screen %s, which the console does not have", collection, name)
		}
	}
}

// otherValue returns a value that a new row does not have, or nil if JSON can't set the field.
func otherValue(field core.Field) any {
	switch f := field.(type) {
	case *core.BoolField:
		return true
	case *core.NumberField:
		return 7
	case *core.DateField:
		return "2026-01-02 03:04:05.000Z"
	case *core.SelectField:
		return f.Values[0]
	case *core.JSONField:
		return map[string]any{"changed": true}
	case *core.EmailField:
		return "changed@example.com"
	case *core.URLField:
		return "https://changed.example"
	case *core.FileField:
		return nil
	}
	return "changed"
}

func TestStaffCanOnlyChangeWhatTheirRulesAllow(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	collections, err := h.PB.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range collections {
		rule := hooks.StaffRules[c.Name]
		const id = "walked000000000"
		if _, err := h.PB.NonconcurrentDB().Insert(c.Name, dbx.Params{"id": id}).Execute(); err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		refuses := func(what string, answer testapp.Response) {
			t.Helper()
			if rule.HasOwnGuard && answer.Status == http.StatusForbidden {
				return
			}
			if answer.Status != http.StatusBadRequest || !strings.HasSuffix(answer.Message(), rule.Screen) {
				t.Errorf("%s of %s: status = %d, want 400 and %q: %s", what, c.Name, answer.Status, rule.Screen,
					answer.Body)
			}
		}
		records := "/api/collections/" + c.Name + "/records"
		for _, field := range c.Fields {
			name, value := field.GetName(), otherValue(field)
			if value == nil || !slices.Contains(ruledFields(c), name) || name == rule.State {
				continue
			}
			change := map[string]any{name: value}
			if !slices.Contains(rule.Free, name) {
				refuses("a change of "+name, staff.Send(http.MethodPatch, records+"/"+id, change))
			} else if answer := staff.Send(http.MethodPatch, records+"/"+id, change); strings.HasSuffix(
				answer.Message(), rule.Screen) {
				t.Errorf("%s.%s is free: %s", c.Name, name, answer.Body)
			}
			// A modifier changes a field as well.
			if !slices.Contains(rule.Free, name) {
				for _, modified := range []string{name + "+", "+" + name, name + "-"} {
					before := rowOf(t, h, c.Name, id)
					answer := staff.Send(http.MethodPatch, records+"/"+id, map[string]any{modified: value})
					if after := rowOf(t, h, c.Name, id); answer.Status < 400 && before != after {
						t.Errorf("%s of %s changes %s to %s", modified, c.Name, before, after)
					}
				}
			}
			if !rule.Creates || !slices.Contains(slices.Concat(rule.Free, rule.OnlyNew), name) && rule.Defaults[name] == nil {
				refuses("a new record with "+name, staff.Post(records, change))
			}
		}
		if !rule.Deletes {
			refuses("the deletion", staff.Send(http.MethodDelete, records+"/"+id, nil))
			if !rule.HasOwnGuard {
				refuses("the truncation", staff.Send(http.MethodDelete, "/api/collections/"+c.Name+"/truncate", nil))
				count, err := h.PB.CountRecords(c.Name)
				if err != nil || count == 0 {
					t.Errorf("%s has %d records, %v", c.Name, count, err)
				}
			}
		}
		for _, field := range c.Fields {
			if field.Type() != core.FieldTypeFile || slices.Contains(rule.Free, field.GetName()) {
				continue
			}
			if _, err := h.PB.NonconcurrentDB().Update(c.Name, dbx.Params{field.GetName(): "kept.pdf"},
				dbx.HashExp{"id": id}).Execute(); err != nil {
				t.Fatal(err)
			}
			refuses("removing the file "+field.GetName(),
				staff.Send(http.MethodPatch, records+"/"+id, map[string]any{field.GetName(): ""}))
			refuses("removing the file "+field.GetName(),
				staff.Send(http.MethodPatch, records+"/"+id, map[string]any{field.GetName() + "-": "kept.pdf"}))
		}
		checkSchemaIsFrozen(t, staff, c, rule)
	}
}

// rowOf returns a stored row as text.
func rowOf(t *testing.T, h *testapp.App, collection, id string) string {
	t.Helper()
	row := dbx.NullStringMap{}
	if err := h.PB.DB().Select("*").From(collection).Where(dbx.HashExp{"id": id}).One(&row); err != nil {
		t.Fatal(err)
	}
	delete(row, "updatedAt")
	delete(row, "updated")
	return fmt.Sprint(row)
}

// checkSchemaIsFrozen tries to drop a collection and a column of it, and to open it to visitors.
func checkSchemaIsFrozen(t *testing.T, staff *testapp.Visitor, c *core.Collection, rule hooks.StaffRule) {
	t.Helper()
	path := "/api/collections/" + c.Name
	var others []any
	for _, field := range c.Fields[:len(c.Fields)-1] {
		others = append(others, map[string]any{"id": field.GetId(), "name": field.GetName(), "type": field.Type()})
	}
	for what, answer := range map[string]testapp.Response{
		"dropping":             staff.Send(http.MethodDelete, path, nil),
		"dropping a column":    staff.Send(http.MethodPatch, path, map[string]any{"fields": others}),
		"renaming":             staff.Send(http.MethodPatch, path, map[string]any{"name": c.Name + "2"}),
		"opening":              staff.Send(http.MethodPatch, path, map[string]any{"listRule": ""}),
		"dropping the indexes": staff.Send(http.MethodPatch, path, map[string]any{"indexes": []string{}}),
	} {
		hasIndexes := len(c.Indexes) > 0 || what != "dropping the indexes"
		if hasIndexes && answer.Status != http.StatusBadRequest && answer.Status != http.StatusForbidden {
			t.Errorf("%s %s: status = %d, want a refusal: %s", what, c.Name, answer.Status, answer.Body)
		}
	}
	if rule.HasOwnGuard || c.System {
		return // PocketBase or the audit log refuse some of it with their own words
	}
	if answer := staff.Send(http.MethodDelete, path, nil); !strings.HasSuffix(answer.Message(), rule.Screen) {
		t.Errorf("dropping %s: %s", c.Name, answer.Body)
	}
}

// The free fields follow the rules of the forms.
func TestStaffCannotStoreWhatTheFormsRefuse(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	if a := h.Visitor().Post("/api/registrations", testapp.Nomination("asha@example.com")); a.Status != 201 {
		t.Fatalf("status = %d: %s", a.Status, a.Body)
	}
	nomination, err := h.PB.FindFirstRecordByFilter("registrations", "email = 'asha@example.com'")
	if err != nil {
		t.Fatal(err)
	}
	user := h.CreateAccount("users", nil)
	for _, c := range []struct{ path, field, value string }{
		{"registrations/records/" + nomination.Id, "name", ""},
		{"registrations/records/" + nomination.Id, "phone", "call me"},
		{"registrations/records/" + nomination.Id, "linkedinUrl", "https://example.com/asha"},
		{"users/records/" + user.Id, "name", "A"},
		{"users/records/" + user.Id, "phone", "12"},
		{"users/records/" + user.Id, "location", "A\u0007B"},
	} {
		answer := staff.Send(http.MethodPatch, "/api/collections/"+c.path, map[string]any{c.field: c.value})
		if answer.Status != http.StatusBadRequest || answer.Field(c.field) == "" {
			t.Errorf("%s = %q: status = %d, want 400: %s", c.field, c.value, answer.Status, answer.Body)
		}
	}
	if a := staff.Send(http.MethodPatch, "/api/collections/users/records/"+user.Id,
		map[string]any{"name": "Asha Iyer"}); a.Status != 200 {
		t.Errorf("a valid name: status = %d: %s", a.Status, a.Body)
	}
}

func TestStaffCannotForgeAPaymentAnApprovalOrAnEmail(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	if a := h.Visitor().Post("/api/registrations", testapp.Nomination("asha@example.com")); a.Status != 201 {
		t.Fatalf("status = %d: %s", a.Status, a.Body)
	}
	nomination, err := h.PB.FindFirstRecordByFilter("registrations", "email = 'asha@example.com'")
	if err != nil {
		t.Fatal(err)
	}
	records := "/api/collections/transactions/records"
	ghost := map[string]any{"amount": 999900, "customerName": "Ghost", "customerEmail": "ghost@example.com",
		"status": "completed"}
	path := "/api/collections/registrations/records/" + nomination.Id
	batch := map[string]any{"requests": []any{map[string]any{"method": "POST", "url": records, "body": ghost}}}
	h.PB.Settings().Batch.Enabled = true
	h.PB.Settings().Batch.MaxRequests = 10
	for what, answer := range map[string]testapp.Response{
		"a completed transaction":            staff.Post(records, ghost),
		"a completed transaction in a batch": staff.Post("/api/batch", batch),
		"an approved nomination":             staff.Send(http.MethodPatch, path, map[string]any{"status": "approved"}),
	} {
		if answer.Status != 400 || !strings.Contains(answer.Body, "in the console.") {
			t.Errorf("%s: status = %d, want 400 and the screen: %s", what, answer.Status, answer.Body)
		}
	}
	if n, err := h.PB.CountRecords("transactions"); err != nil || n != 0 {
		t.Errorf("%d transactions, %v, want none", n, err)
	}
	// The dashboard sends every field of its form. Only the changed name counts.
	form := staff.Get(path).JSON
	form["name"] = "Asha Rao-Iyer"
	if a := staff.Send(http.MethodPatch, path, form); a.Status != 200 || a.JSON["name"] != "Asha Rao-Iyer" {
		t.Errorf("a corrected name: status = %d, want 200: %s", a.Status, a.Body)
	}
}

func TestAJobOfStaffRunsOnlyAfterAnAdminHasRetriedIt(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	records := "/api/collections/jobs/records"
	for _, state := range []string{"", "queued", "running"} {
		job := map[string]any{"type": "payments.refund", "key": "refund000000001", "state": state, "payload": map[string]any{}}
		if a := staff.Post(records, job); a.Status != 400 || a.Field("state") == "" {
			t.Errorf("a job in the state %q: status = %d, want 400: %s", state, a.Status, a.Body)
		}
	}
	job := map[string]any{"type": "mail.send", "key": "lost", "state": "failed", "payload": map[string]any{}}
	if a := staff.Post(records, job); a.Status != 200 {
		t.Errorf("a failed job: status = %d: %s", a.Status, a.Body)
	}
}

func TestAnAdminCreatedInTheDashboardCanSignIn(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	created := staff.Post("/api/collections/admins/records", map[string]any{
		"username": "kavita", "password": testapp.Password, "passwordConfirm": testapp.Password,
	})
	if created.Status != 200 || created.JSON["isActive"] != true {
		t.Fatalf("status = %d: %s", created.Status, created.Body)
	}
	signIn := h.Visitor().Post("/api/admin/login", map[string]any{"username": "kavita", "password": testapp.Password})
	if signIn.Status != 200 {
		t.Errorf("status = %d, want 200: %s", signIn.Status, signIn.Body)
	}
}
