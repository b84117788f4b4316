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

func TestTheSQLConsoleReadsNoSecrets(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	for _, statement := range []string{
		"SELECT tokenKey FROM users", "SELECT 1", "SELECT length(zeroblob(1000000000))", "PRAGMA table_info(users)", "DROP TRIGGER audit_log_refuse_update", "UPDATE users SET isAdmin = 1",
	} {
		before := rows(t, h)
		refused := s.Post("/api/sql", fields{"query": statement})
		if refused.Status != http.StatusForbidden || !strings.Contains(refused.Body, "--allow-sql") {
			t.Errorf("%s: %d %s", statement, refused.Status, refused.Body)
		}
		if row := newest(t, h); rows(t, h) != before+1 || row.GetString("action") != "sql.refused" ||
			row.after["statement"] != statement {
			t.Errorf("%s is recorded as %v %v", statement, row.PublicExport(), row.after)
		}
	}
	for _, path := range []string{"/api/sql/", "/api//sql", "/api/SQL", "/api/%73ql"} {
		if a := s.Post(path, fields{"query": "SELECT 1"}); a.Status < 300 {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	for _, visitor := range []*testapp.Visitor{h.Visitor(), h.SignedIn(httpx.Admins, nil)} {
		before := rows(t, h)
		if a := visitor.Post("/api/sql", fields{"query": "SELECT 1"}); a.Status != 401 && a.Status != 403 ||
			rows(t, h) != before {
			t.Errorf("somebody else: %d %s, %d rows", a.Status, a.Body, rows(t, h)-before)
		}
	}
}

func TestWithAllowSQLTheDashboardRunsItAndEachStatementIsRecorded(t *testing.T) {
	t.Parallel()
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.AllowSQL = true }))
	s := superuser(h)
	const statement = "SELECT count(*) AS n FROM users"
	expect(t, s.Post("/api/sql", fields{"query": statement}), http.StatusOK)
	if row := newest(t, h); row.GetString("action") != "sql.read" || row.after["statement"] != statement ||
		row.GetString("actor") != "staff@example.com" {
		t.Errorf("it is recorded as %v %v", row.PublicExport(), row.after)
	}
	expect(t, s.Post("/api/collections",
		fields{"name": "seen", "type": "view", "viewQuery": "SELECT id, name FROM users"}), http.StatusOK)
	expect(t, s.Send("PATCH", "/api/collections/users",
		fields{"authToken": fields{"secret": strings.Repeat("a secret ", 5)}}), http.StatusOK)
}

// Comparing a secret with other values reveals it letter by letter.
func TestNoFilterAndNoSortComparesASecret(t *testing.T) {
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
			t.Errorf("filter=%s: %d", filter, status)
		}
	}
	for _, sort := range []string{"tokenKey", "-pin", "name,-password", "+tokenKey:lower"} {
		if status := list("sort", sort); status != http.StatusForbidden {
			t.Errorf("sort=%s: %d", sort, status)
		}
	}
	for _, filter := range []string{"name ~ 'tokenKey'", "email != '' && isActive = true", `name != "pin"`} {
		if status := list("filter", filter); status != http.StatusOK {
			t.Errorf("filter=%s: %d", filter, status)
		}
	}
	if status := list("sort", "-createdAt,name"); status != http.StatusOK {
		t.Errorf("sorted by time: %d", status)
	}
	if a := s.Send("PATCH", "/api/collections/content_sections",
		fields{"listRule": "@collection.users.tokenKey ?> 'a'"}); a.Status < 400 {
		t.Errorf("a rule: %d %s", a.Status, a.Body)
	}
}

// hiddenFields returns the names of a collection's protected fields.
func hiddenFields(c *core.Collection) (names []string) {
	for _, field := range c.Fields {
		if field.GetHidden() || field.Type() == core.FieldTypePassword {
			names = append(names, field.GetName())
		}
	}
	return names
}

// The test tries each way to change the schema with each protected field of each collection.
func TestNoChangeOfTheSchemaReadsOrComparesASecret(t *testing.T) {
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
			for what, do := range map[string]func() testapp.Response{
				"a view": func() testapp.Response {
					return s.Post("/api/collections", fields{"name": "seen", "type": "view", "viewQuery": fmt.Sprintf("SELECT id, %s AS label FROM %s", field, c.Name)})
				},
				"an index over a comparison": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE UNIQUE INDEX `probe` ON `%s` ((%s > 'a'))", c.Name, field)))
				},
				"an index over a word operator": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE UNIQUE INDEX `probe` ON `%s` (%s IS id)", c.Name, field)))
				},
				"an index over a function": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE INDEX `probe` ON `%s` (substr(%s, 1, 1))", c.Name, field)))
				},
				"an index with a condition": func() testapp.Response {
					return s.Send("PATCH", path, index(fmt.Sprintf("CREATE UNIQUE INDEX `probe` ON `%s` (`id`) WHERE %s LIKE 'a%%'", c.Name, field)))
				},
				"an index behind a comment": func() testapp.Response {
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
				"a field that is shown": func() testapp.Response { return s.Send("PATCH", path, fields{"fields": shown}) },
			} {
				if a := do(); a.Status < 400 {
					t.Errorf("%s over %s.%s: %d", what, c.Name, field, a.Status)
				}
			}
		}
	}
	if tried < 10 {
		t.Fatalf("only %d protected fields", tried)
	}
	expect(t, s.Post("/api/collections", fields{
		"name":    "scratch",
		"type":    "base",
		"fields":  []any{fields{"name": "note", "type": "text"}},
		"indexes": []string{"CREATE INDEX `by_note` ON `scratch` (`note` COLLATE NOCASE DESC)"},
	}), http.StatusOK)
	expect(t, s.Send("PATCH", "/api/collections/scratch", fields{"listRule": "note != ''"}), http.StatusOK)
}

func TestASuperuserSetsNoSecret(t *testing.T) {
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
					t.Errorf("%s of %s: %d", token, c.Name, a.Status)
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
				t.Errorf("a new record of %s with %s: %d", c.Name, name, a.Status)
			}
			now, err := h.PB.FindRecordById(c.Name, record.Id)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(now.GetRaw(name)) != fmt.Sprint(stored.GetRaw(name)) &&
				now.GetString(name+":hash") != stored.GetString(name+":hash") ||
				now.GetString(name) != stored.GetString(name) {
				t.Errorf("%s.%s was set", c.Name, name)
			}
		}
	}
}
