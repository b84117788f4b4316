package attacktest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// field is a field of a collection in PocketBase's format.
type field struct {
	Name, Type string
	Hidden     bool
}

// The test tries every way in which a superuser can change the schema or read records, with every hidden field.
func TestASuperuserCannotCompareOrSetSecrets(t *testing.T) {
	s := newSite(t)
	staff := s.superuser(t)
	s.member(t)
	var listed struct {
		Items []struct {
			ID, Name, Type string
			Indexes        []string
			Fields         []field
		}
	}
	if err := json.Unmarshal([]byte(staff.get("/api/collections?perPage=200").body), &listed); err != nil {
		t.Fatal(err)
	}
	attempts := 0
	for _, c := range listed.Items {
		path := "/api/collections/" + c.Name
		expectRefused := func(what, method, at string, body any) {
			t.Helper()
			attempts++
			if got := staff.atNewAddress().send(method, at, body); got.status < 400 {
				t.Errorf("%s of %s: %s", what, c.Name, got)
			}
		}
		if c.Type == "auth" {
			for _, token := range []string{"authToken", "fileToken", "passwordResetToken", "emailChangeToken", "verificationToken"} {
				expectRefused(token, http.MethodPatch, path,
					fields{token: fields{"secret": strings.Repeat("known", 10), "duration": 3600}})
			}
		}
		if hasSecret := slices.ContainsFunc(c.Fields, func(f field) bool {
			return f.Hidden || f.Type == "password"
		}); hasSecret && c.Name != "_superusers" {
			for _, rule := range []string{"listRule", "viewRule", "createRule", "updateRule", "deleteRule"} {
				expectRefused(rule, http.MethodPatch, path, fields{rule: "id = 'someone' || id != ''"})
			}
			if c.Type == "auth" {
				expectRefused("sign-in by a code", http.MethodPatch, path,
					fields{"otp": fields{"enabled": true, "duration": 300, "length": 8}})
				expectRefused("sign-in by PocketBase's own form", http.MethodPatch, path,
					fields{"passwordAuth": fields{"enabled": true, "identityFields": []string{"email"}}})
			}
		}
		for _, field := range c.Fields {
			if !field.Hidden && field.Type != "password" {
				continue
			}
			name := field.Name
			index := func(format string) fields {
				return fields{"indexes": append([]string{fmt.Sprintf(format, c.Name, name)}, c.Indexes...)}
			}
			expectRefused("SQL over "+name, http.MethodPost, "/api/sql",
				fields{"query": fmt.Sprintf("SELECT %s FROM %s", name, c.Name)})
			expectRefused("a view of "+name, http.MethodPost, "/api/collections", fields{
				"name":      "seen",
				"type":      "view",
				"viewQuery": fmt.Sprintf("SELECT id, %s AS seen FROM %s", name, c.Name),
			})
			expectRefused("an index over "+name, http.MethodPatch, path,
				index("CREATE UNIQUE INDEX `probe` ON `%s` ((%s > 'a'))"))
			expectRefused("an index of "+name, http.MethodPatch, path, index("CREATE INDEX `probe` ON `%s` ([%s])"))
			expectRefused("a condition over "+name, http.MethodPatch, path,
				index("CREATE UNIQUE INDEX `probe` ON `%s` (`id`) WHERE %s > 'a'"))
			expectRefused("an import over "+name, http.MethodPut, "/api/collections/import", fields{
				"collections": []any{fields{
					"id":      c.ID,
					"name":    c.Name,
					"type":    c.Type,
					"indexes": index("CREATE INDEX `probe` ON `%s` ((%s > 'a'))")["indexes"],
				}},
			})
			expectRefused("a rule over "+name, http.MethodPatch, path, fields{"listRule": name + " > 'a'"})
			expectRefused("a rule of another collection over "+name, http.MethodPatch, "/api/collections/suppressions",
				fields{"viewRule": fmt.Sprintf("@collection.%s.%s ?> 'a'", c.Name, name)})
			expectRefused("a filter by "+name, http.MethodGet,
				path+"/records?filter="+url.QueryEscape(name+" > 'a'"), nil)
			expectRefused("a sort by "+name, http.MethodGet, path+"/records?sort=-"+name, nil)
			if c.Type != "view" && name != "password" {
				expectRefused("a record with "+name, http.MethodPost, path+"/records",
					fields{name: "987654987654987654987654987654987654"})
			}
		}
	}
	if attempts < 100 {
		t.Errorf("only %d attempts, want at least 100", attempts)
	}
}
