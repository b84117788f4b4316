package audit_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestSQLConsoleIsRefusedByDefault(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	for _, statement := range []string{
		"SELECT tokenKey FROM users", "SELECT 1", "SELECT length(zeroblob(1000000000))", "PRAGMA table_info(users)", "DROP TRIGGER audit_log_refuse_update", "UPDATE users SET isAdmin = 1",
	} {
		before := rows(t, h)
		refused := s.Post("/api/sql", fields{"query": statement})
		if refused.Status != http.StatusForbidden || !strings.Contains(refused.Body, "--allow-sql") {
			t.Errorf("%s: status = %d, body = %s, want 403 with --allow-sql", statement, refused.Status, refused.Body)
		}
		if row := newest(t, h); rows(t, h) != before+1 || row.GetString("action") != "sql.refused" ||
			row.after["statement"] != statement {
			t.Errorf("audit entry of %s = %v %v", statement, row.PublicExport(), row.after)
		}
	}
	for _, path := range []string{"/api/sql/", "/api//sql", "/api/SQL", "/api/%73ql"} {
		if a := s.Post(path, fields{"query": "SELECT 1"}); a.Status < 300 {
			t.Errorf("%s: status = %d, want an error; body: %s", path, a.Status, a.Body)
		}
	}
	for _, visitor := range []*testapp.Visitor{h.Visitor(), h.SignedIn(httpx.Admins, nil)} {
		before := rows(t, h)
		if a := visitor.Post("/api/sql", fields{"query": "SELECT 1"}); a.Status != 401 && a.Status != 403 ||
			rows(t, h) != before {
			t.Errorf("without a superuser: status = %d, body = %s, %d audit entries, want a refusal and none", a.Status,
				a.Body, rows(t, h)-before)
		}
	}
}

func TestAllowSQLRunsAndAuditsEachStatement(t *testing.T) {
	t.Parallel()
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.AllowSQL = true }))
	s := superuser(h)
	const statement = "SELECT count(*) AS n FROM users"
	expect(t, s.Post("/api/sql", fields{"query": statement}), http.StatusOK)
	if row := newest(t, h); row.GetString("action") != "sql.read" || row.after["statement"] != statement ||
		row.GetString("actor") != "staff@example.com" {
		t.Errorf("audit entry = %v %v, want sql.read with the statement", row.PublicExport(), row.after)
	}
	expect(t, s.Post("/api/collections",
		fields{"name": "seen", "type": "view", "viewQuery": "SELECT id, name FROM users"}), http.StatusOK)
	expect(t, s.Send("PATCH", "/api/collections/users",
		fields{"authToken": fields{"secret": strings.Repeat("a secret ", 5)}}), http.StatusOK)
}

// A filter or a sort that compares a secret with other values would reveal it letter by letter.
func TestFiltersAndSortsCannotUseASecret(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	h.CreateAccount(httpx.Users, fields{"pin": "4826"})
	list := func(key, value string) int {
		return s.Get("/api/collections/users/records?" + url.Values{key: {value}}.Encode()).Status
	}
	for _, filter := range []string{
		"tokenKey > 'A'", "pin ~ '$2a$10$a'", "name = 'x' || (id != '' && TOKENKEY:lower > 'a')", "@collection.admins.totpSecret ?> 'a'", "id != tokenKey",
		"// '\ntokenKey > 'a' // '", "'a' < password", "sign_in_throttles_via_x.id != '' && pin:length > 3",
	} {
		if status := list("filter", filter); status != http.StatusForbidden {
			t.Errorf("filter=%s: status = %d, want 403", filter, status)
		}
	}
	for _, sort := range []string{"tokenKey", "-pin", "name,-password", "+tokenKey:lower"} {
		if status := list("sort", sort); status != http.StatusForbidden {
			t.Errorf("sort=%s: status = %d, want 403", sort, status)
		}
	}
	for _, filter := range []string{"name ~ 'tokenKey'", "email != '' && isActive = true", `name != "pin"`} {
		if status := list("filter", filter); status != http.StatusOK {
			t.Errorf("filter=%s: status = %d, want 200", filter, status)
		}
	}
	if status := list("sort", "-createdAt,name"); status != http.StatusOK {
		t.Errorf("sort by time and name: status = %d, want 200", status)
	}
	if a := s.Send(
		"PATCH", "/api/collections/texts", fields{"listRule": "@collection.users.tokenKey ?> 'a'"},
	); a.Status < 400 {
		t.Errorf("rule: status = %d, want an error; body: %s", a.Status, a.Body)
	}
}

// hiddenFields returns the names of the protected fields of a collection.
func hiddenFields(c *core.Collection) (names []string) {
	for _, field := range c.Fields {
		if field.GetHidden() || field.Type() == core.FieldTypePassword {
			names = append(names, field.GetName())
		}
	}
	return names
}

// The test tries each kind of schema change with each protected field of each collection.
func TestSchemaChangesCannotReadOrCompareASecret(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	h.CreateAccount(httpx.Users, fields{"pin": "4826"})
	collections, err := h.PB.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, c := range collections {
		for _, field := range hiddenFields(c) {
			tried++
			var shown []any
			for _, f := range c.Fields {
				shown = append(shown, fields{"id": f.GetId(), "name": f.GetName(), "type": f.Type(), "hidden": false})
			}
			path := "/api/collections/" + c.Name
			index := func(sql string) fields { return fields{"indexes": append([]string{sql}, c.Indexes...)} }
			for name, do := range map[string]func() testapp.Response{
				"a view": func() testapp.Response {
					return s.Post("/api/collections", fields{"name": "seen", "type": "view", "viewQuery": fmt.Sprintf("SELECT id, %s AS label FROM %s", field, c.Name)})
				},
				"an index on a comparison": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE UNIQUE INDEX `probe` ON `%s` ((%s > 'a'))", c.Name, field)))
				},
				"an index on a comparison with IS": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE UNIQUE INDEX `probe` ON `%s` (%s IS id)", c.Name, field)))
				},
				"an index on a function": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE INDEX `probe` ON `%s` (substr(%s, 1, 1))", c.Name, field)))
				},
				"an index with a condition": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE UNIQUE INDEX `probe` ON `%s` (`id`) WHERE %s LIKE 'a%%'", c.Name, field)))
				},
				"an index with a comment and a condition": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE UNIQUE INDEX `probe` ON `%s` (`id`) /* */ WHERE %s > 'a'", c.Name, field)))
				},
				"a second statement": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE INDEX `probe` ON `%s` (`%s`); DROP TRIGGER audit_log_refuse_update", c.Name, field)))
				},
				"an import": func() testapp.Response {
					return s.Send("PUT", "/api/collections/import", fields{"collections": []any{fields{"id": c.Id, "name": c.Name, "type": c.Type, "fields": shown}}})
				},
				"a rule": func() testapp.Response { return s.Send("PATCH", path, fields{"listRule": field + " > 'a'"}) },
				"a rule of another collection": func() testapp.Response {
					return s.Send("PATCH", "/api/collections/suppressions", fields{"viewRule": fmt.Sprintf("@collection.%s.%s ?> 'a'", c.Name, field)})
				},
				"a rule of the second factor": func() testapp.Response {
					return s.Send("PATCH", "/api/collections/_superusers", fields{"mfa": fields{"enabled": true, "duration": 300, "rule": fmt.Sprintf("@collection.%s.%s ?> 'a'", c.Name, field)}})
				},
				"a visible field": func() testapp.Response { return s.Send("PATCH", path, fields{"fields": shown}) },
			} {
				if a := do(); a.Status < 400 {
					t.Errorf("%s with %s.%s: status = %d, want an error", name, c.Name, field, a.Status)
				}
			}
		}
	}
	if tried < 10 {
		t.Fatalf("%d protected fields, want at least 10", tried)
	}
	expect(t, s.Post("/api/collections", fields{
		"name":    "scratch",
		"type":    "base",
		"fields":  []any{fields{"name": "note", "type": "text"}},
		"indexes": []string{"CREATE INDEX `by_note` ON `scratch` (`note` COLLATE NOCASE DESC)"},
	}), http.StatusOK)
	expect(t, s.Send("PATCH", "/api/collections/scratch", fields{"listRule": "note != ''"}), http.StatusOK)
}

// When a field changes, PocketBase creates all indexes of the collection again.
func TestSuperuserSavesACollectionWhoseIndexesHaveTheOrderOfReaders(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	for _, name := range []string{"users", "registrations", "transactions", "people", "events"} {
		path := "/api/collections/" + name
		shown := s.Get(path).JSON
		if !strings.Contains(fmt.Sprint(shown["indexes"]), "COLLATE folded") {
			t.Fatalf("%s: no index has the order of readers: %v", name, shown["indexes"])
		}
		saved := s.Send("PATCH", path, shown)
		expect(t, saved, http.StatusOK)
		if fmt.Sprint(saved.JSON["indexes"]) != fmt.Sprint(shown["indexes"]) {
			t.Errorf("%s: the indexes were %v, and are %v", name, shown["indexes"], saved.JSON["indexes"])
		}
		c, err := h.PB.FindCollectionByNameOrId(name)
		if err != nil {
			t.Fatal(err)
		}
		c.Fields.Add(&core.TextField{Name: "new"})
		if err := h.PB.Save(c); err != nil {
			t.Errorf("%s with another field: %v", name, err)
		}
	}
}

func TestSuperuserCannotSetASecret(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	collections, err := h.PB.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range collections {
		path := "/api/collections/" + c.Name
		if c.IsAuth() {
			for _, token := range []string{"authToken", "fileToken", "passwordResetToken", "emailChangeToken", "verificationToken"} {
				body := fields{token: fields{"secret": strings.Repeat("a known secret ", 3), "duration": 3600}}
				if a := s.Send("PATCH", path, body); a.Status < 400 {
					t.Errorf("secret of the %s of %s: status = %d, want an error", token, c.Name, a.Status)
				}
			}
			expect(t, s.Send("PATCH", path, fields{"authToken": fields{"duration": 3600}}), http.StatusOK)
		}
		if c.IsView() || c.Name == "audit_log" {
			continue
		}
		names := hiddenFields(c)
		if len(names) == 0 {
			continue
		}
		record := insertRecord(t, h, c.Name, names)
		stored, err := h.PB.FindRecordById(c.Name, record.Id)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if name == core.FieldNamePassword {
				continue
			}
			for _, key := range []string{name, "+" + name, name + "+"} {
				s.Send("PATCH", path+"/records/"+record.Id, fields{key: strings.Repeat("987654", 8)})
			}
			s.Send("PATCH", path+"/records/"+record.Id, fields{name: ""})
			if a := s.Post(path+"/records", fields{name: strings.Repeat("987654", 8)}); a.Status < 400 {
				t.Errorf("new record of %s with %s: status = %d, want an error", c.Name, name, a.Status)
			}
			now, err := h.PB.FindRecordById(c.Name, record.Id)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(now.GetRaw(name)) != fmt.Sprint(stored.GetRaw(name)) &&
				now.GetString(name+":hash") != stored.GetString(name+":hash") ||
				now.GetString(name) != stored.GetString(name) {
				t.Errorf("the superuser changed %s.%s", c.Name, name)
			}
		}
	}
}
