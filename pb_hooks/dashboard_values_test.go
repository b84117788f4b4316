package hooks_test

import (
	"bytes"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/testapp"
)

// badValues break the rules of each kind of field, as far as the column can store them.
var badValues = map[rules.Kind][]any{
	rules.Line:    {"a\u0007b", strings.Repeat("x", 5001)},
	rules.Text:    {"a\u0007b"},
	rules.Email:   {"asha"},
	rules.Phone:   {"12"},
	rules.Link:    {"https://user@example.com"},
	rules.Day:     {"2026-13-01"},
	rules.GSTIN:   {"27AAPFU0939F1ZX"},
	rules.PINCode: {"012345"},
	rules.Choice:  {"none of them"},
	rules.Choices: {[]any{"none of them"}},
	rules.Amount:  {-100, 99_999_999_999_900},
	rules.Integer: {-100_001, 1_000_000_001},
	rules.List:    {[]any{"a\u0007b"}, []any{7}, map[string]any{"a": 1}, "plain"},
	rules.Rows:    {map[string]any{"a": 1}, []any{map[string]any{"language": "xx"}}},
}

// goodValues are other valid values of fields whose values follow a pattern.
var goodValues = map[string]map[string]any{
	"membership_tiers": {
		"price": 2_600_050, "currency": "USD", "duration": "annual", "features": []any{"Sessions", "Library"},
		"graceDays": 30,
		"screens":   []any{map[string]any{"feature": "Library", "screen": "library"}}, "sortOrder": -5, "isActive": false,
		"modules":      []any{"library", "sessions"},
		"translations": []any{map[string]any{"language": "hi", "field": "name", "source": "Lifetime", "text": "आजीवन"}},
		"buttonColor":  "#123abc", "slug": "another-circle", "description": "Two lines.\nOf text.",
	},
	"registrations": {"areasOfExpertise": []any{"finance", "strategy"}, "numberOfBoards": "2", "industry": "energy"},
	"settings": {
		"reviewVotes": 2, "campaignApprovalAbove": 10, "purchaseNeedsApproval": true, "eventDate": "2027-09-16",
		"proformaDays": "30", "tdsRateLimit": "10", "offlineWriteOffUpTo": "100", "supplierPin": "400001",
	},
	"users": {"din": "01234567", "biography": "A director.\nOf two boards.", "company": "Konkan Steel",
		"requestType": "membership"},
	"admins":       {"username": "kavita", "role": "reviewer"},
	"transactions": {"customerName": "Asha Rao-Iyer", "customerPhone": "+919876543210"},
}

// storedRecords returns the id of a record of each collection with free fields and a form.
func (d *auditFixture) storedRecords() map[string]string {
	d.Helper()
	staff := d.app.SignedIn(core.CollectionNameSuperusers, nil)
	d.ok(d.admin.Send(http.MethodPut, "/api/admin/settings", fields{"siteName": "The circle", "password": testapp.Password}))
	return map[string]string{
		"registrations":    d.createNomination(),
		"membership_tiers": d.createRecord("/api/membership-tiers", fields{"name": "Lifetime", "price": "25000"}),
		"settings":         d.newest("settings"),
		"users":            d.app.CreateAccount("users", nil).Id,
		"admins":           d.app.CreateAccount("admins", nil).Id,
		"transactions": d.ok(staff.Post("/api/collections/transactions/records", fields{
			"amount": 100, "customerName": "Asha Rao", "customerEmail": "asha@example.com",
		})).JSON["id"].(string),
	}
}

// Each free field follows the rule that the console's or the visitor's form has for it, whatever its type.
func TestEachFreeFieldFollowsTheRuleOfItsForm(t *testing.T) {
	t.Parallel()
	d := newAuditFixture(t, testapp.New(t))
	staff := d.app.SignedIn(core.CollectionNameSuperusers, nil)
	stored := d.storedRecords()
	for _, collection := range slices.Sorted(maps.Keys(hooks.StaffRules)) {
		rule := hooks.StaffRules[collection]
		if len(rule.Form) == 0 {
			continue
		}
		id := stored[collection]
		if id == "" {
			t.Errorf("%s has a form. Add a record of it to storedRecords.", collection)
			continue
		}
		path := "/api/collections/" + collection + "/records/" + id
		for _, name := range rule.Free {
			i := slices.IndexFunc(rule.Form, func(f rules.Field) bool { return f.Name == name })
			if i < 0 {
				continue
			}
			field := rule.Form[i]
			if len(badValues[field.Kind]) == 0 && field.Kind != rules.Flag && field.Kind != rules.Password {
				t.Errorf("%s.%s: no bad value of the kind %s", collection, name, field.Kind)
			}
			for _, value := range badValues[field.Kind] {
				before := rowOf(t, d.app, collection, id)
				answer := staff.Send(http.MethodPatch, path, map[string]any{name: value})
				if answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, `"`+name) {
					t.Errorf("%s.%s = %v: status = %d, want 400 and the field: %s", collection, name, value, answer.Status,
						answer.Body)
				}
				if after := rowOf(t, d.app, collection, id); after != before {
					t.Errorf("%s.%s = %v changes the row", collection, name, value)
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(goodValues[collection])) {
			value := goodValues[collection][name]
			if answer := staff.Send(http.MethodPatch, path, map[string]any{name: value}); answer.Status != http.StatusOK ||
				fmt.Sprint(answer.JSON[name]) == "" {
				t.Errorf("%s.%s = %v: status = %d, want 200: %s", collection, name, value, answer.Status, answer.Body)
			}
		}
	}
}

// The lists are stored in the form that the console stores.
func TestTheDashboardStoresTheLinesOfAListAsTheConsoleDoes(t *testing.T) {
	t.Parallel()
	d := newAuditFixture(t, testapp.New(t))
	staff := d.app.SignedIn(core.CollectionNameSuperusers, nil)
	tier := d.createRecord("/api/membership-tiers", fields{"name": "Lifetime", "price": "25000"})
	a := d.ok(staff.Send(http.MethodPatch, "/api/collections/membership_tiers/records/"+tier,
		map[string]any{"features": []any{" Sessions\u202e ", "Sessions", ""}}))
	if got := fmt.Sprint(a.JSON["features"]); got != "[Sessions]" {
		t.Errorf("the features are %s", got)
	}
}

// A file that staff may not change can be neither uploaded nor removed with a form, with a modifier or without.
func TestStaffCannotUploadToAClosedFileField(t *testing.T) {
	t.Parallel()
	d := newAuditFixture(t, testapp.New(t))
	staff := d.app.SignedIn(core.CollectionNameSuperusers, nil)
	collections, err := d.app.PB.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	d.must(err)
	tried := 0
	for _, c := range collections {
		for _, field := range c.Fields {
			name := field.GetName()
			if field.Type() != core.FieldTypeFile || slices.Contains(hooks.StaffRules[c.Name].Free, name) {
				continue
			}
			const id = "filed0000000000"
			_, err := d.app.PB.NonconcurrentDB().Insert(c.Name, dbx.Params{"id": id, name: "kept.pdf"}).Execute()
			d.must(err)
			records := "/api/collections/" + c.Name + "/records"
			before := rowOf(t, d.app, c.Name, id)
			for _, part := range []string{name, name + "+", "+" + name, name + "-"} {
				for _, isFile := range []bool{true, false} {
					answer := sendPart(t, staff, http.MethodPatch, records+"/"+id, part, isFile)
					after := rowOf(t, d.app, c.Name, id)
					if after != before || isFile && part != name+"-" && answer.Status != http.StatusBadRequest {
						t.Errorf("%s of %s, file %t: status = %d, the row is %s: %s", part, c.Name, isFile, answer.Status, after,
							answer.Body)
					}
					tried++
				}
				if answer := sendPart(t, staff, http.MethodPost, records, part, true); answer.Status < 400 {
					t.Errorf("a new record of %s with %s: status = %d: %s", c.Name, part, answer.Status, answer.Body)
				}
			}
		}
	}
	if tried < 16 {
		t.Errorf("only %d uploads were tried", tried)
	}
}

// sendPart sends a form with one part, which is a file or the name of the stored one.
func sendPart(t *testing.T, v *testapp.Visitor, method, path, name string, isFile bool) testapp.Response {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	var err error
	if isFile {
		part, createErr := form.CreateFormFile(name, "other.pdf")
		if err = createErr; err == nil {
			_, err = part.Write([]byte("%PDF-1.4"))
		}
	} else {
		err = form.WriteField(name, "kept.pdf")
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	v.Header.Set("Content-Type", form.FormDataContentType())
	defer v.Header.Del("Content-Type")
	return v.Send(method, path, body.Bytes())
}
