package audit_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestTheSQLConsoleReadsNoSecrets(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	user := h.CreateAccount(httpx.Users, fields{"pin": "4826"})
	secrets := []string{user.TokenKey(), user.GetString("password:hash"), user.GetString("pin:hash"), "$2a$"}
	for _, collection := range []string{httpx.Users, httpx.Admins} {
		found, err := h.PB.FindCollectionByNameOrId(collection)
		if err != nil {
			t.Fatal(err)
		}
		secrets = append(secrets, found.AuthToken.Secret)
	}
	for _, statement := range []string{
		"SELECT tokenKey FROM users", "SELECT * FROM users", "select U.* from users as U", `SELECT "tokenkey" FROM "users"`, "SELECT [password] FROM [admins]",
		"SELECT `pin` FROM `users`", "SELECT totpSecret FROM admins", "SELECT * FROM _superusers", "SELECT id FROM users WHERE tokenKey LIKE 'a%'",
		"SELECT id FROM users ORDER BY password", "SELECT max(tokenKey) FROM main.users", "SELECT json_object('k', tokenKey) FROM users",
		"WITH x(y) AS (SELECT tokenKey FROM users) SELECT y FROM x", "SELECT (SELECT group_concat(tokenKey) FROM users)",
		"SELECT options FROM _collections", "SELECT * FROM _params", "SELECT j.value FROM _params p, json_each(p.value) j", "SELECT * FROM _otps", "SELECT * FROM _mfas",
		"SELECT * FROM _externalAuths", "SELECT sql FROM sqlite_master", "SELECT sql FROM sqlite_schema", "SELECT hex(data) FROM sqlite_dbpage",
		"SELECT * FROM pragma_database_list", "PRAGMA table_info(users)", "SELECT 1; SELECT tokenKey FROM users", "ATTACH 'data.db' AS x",
		"SELECT 1 FROM users NATURAL JOIN (SELECT 'x' AS tokenKey)", "EXPLAIN SELECT tokenKey FROM users", "DELETE FROM users",
		"-- a comment\nSELECT/**/tokenKey/**/FROM/**/users", "SELECT id FROM users UNION ALL SELECT tokenKey FROM users", "VALUES ((SELECT tokenKey FROM users))",
	} {
		before := rows(t, h)
		refused := s.Post("/api/sql", fields{"query": statement})
		if refused.Status != http.StatusForbidden {
			t.Errorf("%s: %d %s", statement, refused.Status, refused.Body)
		}
		for _, secret := range secrets {
			if strings.Contains(refused.Body, secret) {
				t.Errorf("%s answers a secret: %s", statement, refused.Body)
			}
		}
		if row := newest(t, h); rows(t, h) != before+1 || row.GetString("action") != "sql.refused" || row.after["statement"] != statement {
			t.Errorf("%s is recorded as %v %v", statement, row.PublicExport(), row.after)
		}
	}
	for _, statement := range []string{
		"SELECT id, email, name FROM users ORDER BY email;", "select count(*) from registrations", "WITH x AS (SELECT id FROM users) SELECT count(*) FROM x",
		"SELECT u.name, t.amount FROM users u JOIN transactions t ON t.userId = u.id", "SELECT value FROM json_each('[1,2]')", "SELECT action, actor FROM audit_log",
		"SELECT 'tokenKey' AS word",
	} {
		before := rows(t, h)
		expect(t, s.Post("/api/sql", fields{"query": statement}), http.StatusOK)
		if row := newest(t, h); rows(t, h) != before+1 || row.GetString("action") != "sql.read" || row.after["statement"] != statement || row.GetString("actor") != "staff@example.com" {
			t.Errorf("%s is recorded as %v %v", statement, row.PublicExport(), row.after)
		}
	}
	expect(t, s.Post("/api/sql", fields{"query": "SELECT nothing FROM users"}), http.StatusBadRequest)
	for _, visitor := range []*testapp.Visitor{h.Visitor(), h.SignedIn(httpx.Admins, nil)} {
		before := rows(t, h)
		if a := visitor.Post("/api/sql", fields{"query": "SELECT 1"}); a.Status != 401 && a.Status != 403 || rows(t, h) != before {
			t.Errorf("somebody else: %d %s, %d rows", a.Status, a.Body, rows(t, h)-before)
		}
	}
}

// Whether a secret is above or below another value tells it letter by letter.
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
	if a := s.Send("PATCH", "/api/collections/content_sections", fields{"listRule": "@collection.users.tokenKey ?> 'a'"}); a.Status < 400 {
		t.Errorf("a rule: %d %s", a.Status, a.Body)
	}
}

func TestNoChangeOfTheSchemaShowsASecret(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	for _, query := range []string{
		"SELECT id, tokenKey AS label FROM users", "SELECT id, (SELECT max(password) FROM admins) AS label FROM users", "SELECT id, value FROM _params",
	} {
		if a := s.Post("/api/collections", fields{"name": "seen", "type": "view", "viewQuery": query}); a.Status < 400 {
			t.Errorf("a view of %s: %d %s", query, a.Status, a.Body)
		}
	}
	expect(t, s.Post("/api/collections", fields{"name": "seen", "type": "view", "viewQuery": "SELECT id, name FROM users"}), http.StatusOK)
	if a := s.Send("PATCH", "/api/collections/seen", fields{"viewQuery": "SELECT id, tokenKey AS name FROM users"}); a.Status < 400 {
		t.Errorf("a changed view: %d %s", a.Status, a.Body)
	}
	expect(t, s.Post("/api/sql", fields{"query": "SELECT * FROM seen"}), http.StatusOK)
	admins, err := h.PB.FindCollectionByNameOrId(httpx.Admins)
	if err != nil {
		t.Fatal(err)
	}
	shown := core.FieldsList{}
	for _, field := range admins.Fields {
		if field.GetName() == "totpSecret" {
			field.SetHidden(false)
		}
		shown = append(shown, field)
	}
	if a := s.Send("PATCH", "/api/collections/admins", fields{"fields": shown}); a.Status < 400 {
		t.Errorf("a field that is shown: %d", a.Status)
	}
}
