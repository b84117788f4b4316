package attacktest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

func TestASuperuserReadsNoSecretThroughTheDashboard(t *testing.T) {
	s := newSite(t)
	staff := s.superuser(t)
	_, _, id := s.member(t)
	withPIN := signUp("with-pin@sample.example")
	withPIN["pin"] = "4711"
	s.attacker(t).post("/api/register", withPIN).want(t, "signing up", 201)
	for _, statement := range []string{
		"SELECT password FROM users", "SELECT tokenKey FROM users", "SELECT * FROM users", "select u.TOKENKEY from users u", `SELECT "pin" FROM "users"`,
		"SELECT hex(tokenKey) FROM _superusers", "SELECT count(*) FROM users WHERE tokenKey > 'a'", "SELECT (SELECT max(password) FROM admins)",
		"WITH x AS (SELECT tokenKey AS t FROM users) SELECT t FROM x", "SELECT 1 UNION SELECT password FROM admins", "SELECT id FROM users ORDER BY tokenKey",
		"SELECT * FROM _params", "SELECT value FROM _params", "SELECT options FROM _collections", "SELECT * FROM _otps", "SELECT * FROM _mfas",
		"SELECT id FROM users NATURAL JOIN admins", "SELECT 1; SELECT tokenKey FROM users", "SELECT id FROM users WHERE length(tokenKey) = 50",
		"DELETE FROM users", "UPDATE users SET isAdmin = 1", "ATTACH '/etc/passwd' AS x", "PRAGMA table_info(users)", "VACUUM INTO '/tmp/copy.db'", "DROP TABLE users",
		"INSERT INTO users (id) VALUES ('x')", "SELECT load_extension('/tmp/x')", "SELECT readfile('/etc/passwd')", "EXPLAIN SELECT tokenKey FROM users",
	} {
		got := staff.post("/api/sql", fields{"query": statement})
		if got.status < 400 {
			t.Errorf("%s: %s, want a refusal", statement, got)
		}
	}
	staff.post("/api/sql", fields{"query": "SELECT id FROM users"}).want(t, "any statement without --allow-sql", 403)

	records := "/api/collections/users/records"
	for _, query := range []string{"fields=tokenKey,password,pin", "fields=*,tokenKey", "fields=*", "expand=tokenKey", "sort=name", "skipTotal=1"} {
		for _, path := range []string{records, records + "/" + id} {
			if got := staff.get(path + "?" + query); shownSecret.MatchString(got.body) {
				t.Errorf("%s?%s: %s", path, query, got)
			}
		}
	}
	// Comparisons would reveal a secret letter by letter.
	for _, collection := range []string{"users", "admins", "_superusers"} {
		for _, field := range []string{"tokenKey", "password"} {
			for _, query := range []string{"filter=" + url.QueryEscape(field+" > 'A'"), "filter=" + url.QueryEscape(field+" ~ 'a'"), "sort=" + field, "sort=-" + field,
				"filter=" + url.QueryEscape(fmt.Sprintf("id != '' && %s:lower > 'a'", field))} {
				got := staff.get("/api/collections/" + collection + "/records?" + query)
				if got.status < 400 {
					t.Errorf("%s of %s: %s", query, collection, got)
				}
			}
		}
	}
	checkSchemaShowsNoSecret(t, staff)
}

// shownSecret matches the name of a secret followed by a value.
var shownSecret = regexp.MustCompile(`"(tokenKey|password|pin)":"[^"]`)

// checkSchemaShowsNoSecret tries to change the schema so that hidden fields become visible.
func checkSchemaShowsNoSecret(t *testing.T, staff *attacker) {
	t.Helper()
	view := staff.post("/api/collections",
		fields{"name": "stolen", "type": "view", "viewQuery": "SELECT id, tokenKey AS t FROM users"})
	if view.status < 400 {
		t.Errorf("a view of secrets: %s", view)
	}
	var users struct{ Fields []fields }
	if err := json.Unmarshal([]byte(staff.get("/api/collections/users").body), &users); err != nil {
		t.Fatal(err)
	}
	for _, field := range users.Fields {
		if field["name"] == "tokenKey" || field["name"] == "password" || field["name"] == "pin" {
			field["hidden"] = false
		}
	}
	staff.send(http.MethodPatch, "/api/collections/users", fields{"fields": users.Fields})
	if got := staff.get("/api/collections/users/records"); shownSecret.MatchString(got.body) {
		t.Errorf("a hidden field became visible: %s", got)
	}
}

func TestTheQueryOfAListIsNeverSQL(t *testing.T) {
	s := sharedSite(t)
	admin := s.admin(t)
	s.member(t)
	hostile := []string{
		"' OR 1=1 --",
		`" OR ""="`,
		"); DROP TABLE users; --",
		"tokenKey",
		"-password",
		"name;",
		"name,tokenKey",
		"(select 1)",
		"\x00",
		"%",
		"*",
		"\\",
		"name COLLATE NOCASE",
		"1e999",
		"-1",
		"9223372036854775808",
		"NaN",
		strings.Repeat("a", 3000),
	}
	var lists []string
	for _, route := range s.routes(t) {
		if method, path, _ := strings.Cut(route, " "); method == http.MethodGet && strings.HasPrefix(path, "/api/") &&
			!strings.Contains(path, "{") && path != "/api/openapi.json" {
			lists = append(lists, path)
		}
	}
	for _, path := range lists {
		for _, value := range hostile {
			for _, key := range []string{"sort", "search", "page", "perPage", "status", "from", "format"} {
				got := admin.get(path + "?" + key + "=" + url.QueryEscape(value))
				if strings.Contains(got.body, "tokenKey\":") {
					t.Errorf("%s by %s=%q: %s", path, key, value, got)
				}
			}
			if !*long && value != hostile[0] {
				break
			}
		}
		// The same parameter twice, and an unknown one.
		admin.get(path + "?sort=name&sort=tokenKey&page=1&page=2&no-such=1&filter=tokenKey")
	}
	// The audit log must have an entry for a bulk read, and none for other reads.
	before := admin.get("/api/audit?action=sql.read").status
	if before != http.StatusOK {
		t.Errorf("the audit log: status = %d, want 200", before)
	}
}

func TestABulkReadIsAudited(t *testing.T) {
	s := newSite(t)
	admin := s.admin(t)
	var content strings.Builder
	content.WriteString("name,email\n")
	for n := range 520 {
		fmt.Fprintf(&content, "Asha Rao,bulk-%03d@sample.example\n", n)
	}
	admin.post("/api/members/imports", fields{"fileName": "members.csv", "content": content.String(), "invite": false}).
		want(t, "the import", 201)
	s.wait(t, "the import's members", func() bool {
		return admin.get("/api/members/registered-users?page=1&perPage=1").header.Get("X-Total-Count") >= "520"
	})
	audit := func() string { return admin.get("/api/audit?page=1&perPage=100").header.Get("X-Total-Count") }
	rows := audit()
	admin.get("/api/members/registered-users?page=1&perPage=50")
	if audit() != rows {
		t.Error("reading one page added an audit row")
	}
	if got := admin.get("/api/members/registered-users"); got.status != 200 || strings.Count(got.body, "bulk-") < 520 {
		t.Fatalf("the whole list: %.100s", got)
	}
	if audit() == rows {
		t.Error("reading the whole list added no audit row")
	}
	rows = audit()
	admin.get("/api/members/registered-users/export").want(t, "the export", 200)
	if audit() == rows {
		t.Error("an export added no audit row")
	}
}

func TestNoTokenReachesTheLogs(t *testing.T) {
	s := sharedSite(t)
	const token = "SECRET-TOKEN-9f3a7c1d"
	a, staff := s.attacker(t), s.superuser(t)
	for _, path := range []string{"/?token=" + token, "/reset-password?token=" + token, "/api/user?token=" + token, "/api/nothing?ticket=" + token, "/_/?token=" + token,
		"/admin/welcome?token=" + token, "/api/collections/users/records?token=" + token + "&filter=" + token, "/images/x.png?token=" + token} {
		a.with("Referer", s.url+"/reset-password?token="+token).with("Authorization", "Bearer "+token).get(path)
	}
	a.post("/api/reset-password", fields{"token": token, "newPassword": "A fine river 12"})
	a.post("/api/login", fields{"email": "x@sample.example", "password": token})
	a.post("/api/invitations/look", fields{"token": token})
	if strings.Contains(s.out.String(), token) {
		t.Error("the log on the console has the token")
	}
	for _, secret := range []string{adminPassword, superuserPassword, brevoKey, paymentSecret, webhookSecret} {
		if strings.Contains(s.out.String(), secret) {
			t.Errorf("the log on the console has %s", secret)
		}
	}
	if got := staff.get("/api/logs?perPage=500"); got.status != 200 || strings.Contains(got.body, token) {
		t.Errorf("the table of logs has the token, or cannot be read: status = %d", got.status)
	}
}
