package imports_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/modules/imports"
)

type fields = map[string]any

const (
	path  = "/api/members/imports"
	check = path + "/check"

	list = "Name;E-mail;Mobile;City;Board seats\n" +
		"Asha Rao;ASHA@Example.com;+91 98765 43210;Pune;3\n" +
		"Bina Das;bina@example.com;;;1\n" +
		";nobody@example.com;;;\n" +
		"Known;known@example.com;;;2\n"
)

// fixture is an app with a signed-in admin and the account of a member who signed up.
type fixture struct {
	*testapp.App
	testing.TB
	staff *testapp.Visitor
	known *core.Record
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	app := testapp.New(t)
	o := &fixture{App: app, TB: t, staff: app.SignedIn("admins", fields{"username": "office"})}
	o.known = app.CreateAccount("users", fields{"name": "Her Own Words", "email": "known@example.com"})
	return o
}

func memberFile(content string, invite bool) fields {
	return fields{"fileName": "members.csv", "content": content, "invite": invite, "password": testapp.Password}
}

// importFile imports a file in the console and returns the finished import.
func (o *fixture) importFile(content string, invite bool) fields {
	o.Helper()
	begun := o.staff.Post(path, memberFile(content, invite))
	if begun.Status != http.StatusCreated || begun.JSON["state"] != "running" {
		o.Fatalf("%d %s", begun.Status, begun.Body)
	}
	o.runJobs()
	return o.staff.Get(path + "/" + begun.JSON["id"].(string)).JSON
}

// runJobs runs the queued imports.
func (o *fixture) runJobs() {
	o.Helper()
	if err := o.Jobs.Drain(context.Background(), imports.JobType); err != nil {
		o.Fatal(err)
	}
}

func (o *fixture) expect(what string, got, want any) {
	o.Helper()
	if g, w := toJSON(o, got), toJSON(o, want); g != w {
		o.Errorf("%s: %s, want %s", what, g, w)
	}
}

func toJSON(t testing.TB, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// numbers returns the counts of an import or a report.
func numbers(of fields) []any {
	return []any{of["rows"], of["created"], of["existing"], of["wrong"], of["invited"]}
}

// accounts returns all stored accounts, without their times.
func (o *fixture) accounts() []string {
	o.Helper()
	var rows []string
	err := o.PB.DB().
		NewQuery(`SELECT email || ' ' || name || ' ' || phone || ' ' || location || ' ' || requestType || ' ' || source
		|| ' ' || password || ' ' || tokenKey || ' ' || resetToken FROM users ORDER BY email`).Column(&rows)
	if err != nil {
		o.Fatal(err)
	}
	return rows
}

func (o *fixture) account(email string) *core.Record {
	o.Helper()
	account, err := o.PB.FindAuthRecordByEmail("users", email)
	if err != nil {
		o.Fatal(err)
	}
	return account
}

// command runs `boardcircle members` and returns its output.
func (o *fixture) command(arguments ...string) (string, error) {
	o.Helper()
	var out bytes.Buffer
	command := imports.Command(func() (*imports.Imports, error) { return o.Imports, nil })
	command.SetArgs(arguments)
	command.SetOut(&out)
	command.SetErr(&bytes.Buffer{})
	command.SilenceErrors, command.SilenceUsage = true, true
	err := command.ExecuteContext(o.Context())
	return strings.TrimSpace(out.String()), err
}

// auditEntries returns the audit entries with an action, oldest first.
func (o *fixture) auditEntries(action string) []fields {
	o.Helper()
	records, err := o.PB.FindRecordsByFilter("audit_log", "action = {:action}", "at,id", 0, 0, fields{"action": action})
	if err != nil {
		o.Fatal(err)
	}
	entries := []fields{}
	for _, r := range records {
		after := fields{}
		if err := r.UnmarshalJSONField("after", &after); err != nil {
			o.Fatal(err)
		}
		entries = append(entries, fields{"by": r.GetString("actor"), "label": r.GetString("label"), "after": after})
	}
	return entries
}

func writeFile(t testing.TB, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "members.csv")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
