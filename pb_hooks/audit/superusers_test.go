package audit_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

// entry is an entry of the audit log with its decoded values.
type entry struct {
	*core.Record
	before, after fields
}

// newest returns the newest entry of the audit log.
func newest(t *testing.T, h *testapp.App) entry {
	t.Helper()
	e := entry{Record: &core.Record{}}
	if err := h.PB.RecordQuery("audit_log").OrderBy("rowid DESC").Limit(1).One(e.Record); err != nil {
		t.Fatal(err)
	}
	for name, into := range map[string]*fields{"before": &e.before, "after": &e.after} {
		if err := json.Unmarshal([]byte(e.GetString(name)), into); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// rows returns the number of entries in the audit log.
func rows(t *testing.T, h *testapp.App) int64 {
	t.Helper()
	n, err := h.PB.CountRecords("audit_log")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func expect(t *testing.T, a testapp.Response, status int) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status = %d, want %d; body: %s", a.Status, status, a.Body)
	}
}

func superuser(h *testapp.App) *testapp.Visitor {
	return h.SignedIn(core.CollectionNameSuperusers, fields{"email": "staff@example.com"})
}

func TestChangesOfRecordsBySuperusersAreAudited(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	created := s.Post("/api/collections/membership_tiers/records",
		fields{"name": "Gold", "slug": "gold", "price": 100, "currency": "INR", "duration": "annual"})
	expect(t, created, http.StatusOK)
	id, _ := created.JSON["id"].(string)
	row := newest(t, h)
	if row.GetString("action") != "record.created" || row.GetString("actor") != "staff@example.com" || row.GetString("actorKind") != "staff" ||
		row.GetString("label") != "Gold" || row.GetString("subjectId") != id || row.GetString("address") == "" ||
		row.after["slug"] != "gold" {
		t.Errorf("entry of the creation = %v %v", row.PublicExport(), row.after)
	}
	expect(t, s.Send("PATCH", "/api/collections/membership_tiers/records/"+id, fields{"name": "Gold circle"}),
		http.StatusOK)
	row = newest(t, h)
	if row.GetString("action") != "record.updated" || len(row.before) != 1 || row.before["name"] != "Gold" ||
		row.after["name"] != "Gold circle" {
		t.Errorf("entry of the update: before = %v, after = %v", row.before, row.after)
	}
	expect(t, s.Send("DELETE", "/api/collections/membership_tiers/records/"+id, nil), http.StatusNoContent)
	row = newest(t, h)
	if row.GetString("action") != "record.deleted" || row.before["slug"] != "gold" || len(row.after) != 0 {
		t.Errorf("entry of the deletion: before = %v, after = %v", row.before, row.after)
	}
	before := rows(t, h)
	expect(t, s.Post("/api/collections/membership_tiers/records", fields{"name": ""}), http.StatusBadRequest)
	if rows(t, h) != before {
		t.Error("a refused change has an entry in the audit log")
	}
}

func TestAuditEntryNamesAChangedSecretWithoutItsValue(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	user := h.CreateAccount(httpx.Users, fields{"pin": "4826"})
	hash := user.GetString("password:hash")
	expect(t, s.Send("PATCH", "/api/collections/users/records/"+user.Id,
		fields{"password": "Monsoon Ledger 7", "passwordConfirm": "Monsoon Ledger 7"}), http.StatusOK)
	row := newest(t, h)
	text := row.GetString("before") + row.GetString("after")
	if !strings.Contains(text, `"password"`) || strings.Contains(text, "Monsoon") || strings.Contains(text, hash) ||
		strings.Contains(text, "$2a$") || strings.Contains(text, "tokenKey") {
		t.Errorf("entry = %s, want the name of the field and no secret", text)
	}
}

func TestSignInsAndOtherActionsOfSuperusersAreAudited(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	dropSecondFactor(t, h)
	signInPath := "/api/collections/_superusers/auth-with-password"
	for _, c := range []struct {
		do     func() testapp.Response
		status int
		action string
	}{
		{func() testapp.Response {
			return h.Visitor().Post(signInPath, fields{"identity": "staff@example.com", "password": testapp.Password})
		}, 200, "session.opened"},
		{func() testapp.Response {
			return h.Visitor().Post(signInPath, fields{"identity": "staff@example.com", "password": "wrong"})
		}, 400, "session.refused"},
		{func() testapp.Response {
			return s.Send("PATCH", "/api/settings", fields{"meta": fields{"appName": "Circle"}})
		}, 200, "serversettings.changed"},
		{func() testapp.Response { return s.Send("DELETE", "/api/collections/membership_tiers/truncate", nil) }, 204, "collection.truncated"},
		{func() testapp.Response { return s.Post("/api/collections", fields{"name": "scratch", "type": "base"}) }, 200, "schema.changed"},
		{func() testapp.Response { return s.Send("DELETE", "/api/collections/scratch", nil) }, 204, "schema.changed"},
		{func() testapp.Response { return s.Post("/api/sql", fields{"query": "SELECT count(*) FROM users;"}) }, 403, "sql.refused"},
	} {
		before := rows(t, h)
		expect(t, c.do(), c.status)
		if row := newest(t, h); row.GetString("action") != c.action || rows(t, h) != before+1 {
			t.Errorf("%d new entries, the newest is %v, want one of %s", rows(t, h)-before, row.PublicExport(), c.action)
		}
	}
	before := rows(t, h)
	expect(t, s.Post("/api/collections/_superusers/auth-refresh", nil), http.StatusOK)
	expect(t, h.Visitor().Post(signInPath, fields{"identity": "unknown@example.com", "password": "wrong"}),
		http.StatusBadRequest)
	expect(t, s.Get("/api/collections/users/records"), http.StatusOK)
	if rows(t, h) != before {
		t.Errorf("newest entry = %v, want none for a read and an unknown account", newest(t, h).PublicExport())
	}
}

// dropSecondFactor lets superusers sign in with only the password.
func dropSecondFactor(t *testing.T, h *testapp.App) {
	t.Helper()
	superusers, err := h.PB.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	superusers.OTP.Enabled, superusers.MFA.Enabled = false, false
	if err := h.PB.Save(superusers); err != nil {
		t.Fatal(err)
	}
}

func TestDownloadOfABackupIsAudited(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	expect(t, s.Post("/api/backups", fields{"name": "whole.zip"}), http.StatusNoContent)
	token, _ := s.Post("/api/files/token", nil).JSON["token"].(string)
	before := rows(t, h)
	// The dashboard opens this URL in a new tab, without a header.
	expect(t, h.Visitor().Get("/api/backups/whole.zip?token="+token), http.StatusOK)
	row := newest(t, h)
	if row.GetString("action") != "serverbackup.downloaded" || row.GetString("actor") != "staff@example.com" ||
		row.GetString("label") != "whole.zip" || rows(t, h) != before+1 {
		t.Errorf("%d new entries, the newest is %v, want one of the download", rows(t, h)-before, row.PublicExport())
	}
	expect(t, h.Visitor().Get("/api/backups/whole.zip?token=wrong"), http.StatusForbidden)
	expect(t, s.Get("/api/backups"), http.StatusOK)
	if rows(t, h) != before+1 {
		t.Errorf("newest entry = %v, want none for a refused download and a list", newest(t, h).PublicExport())
	}
}

// entriesWithoutRefusals returns the entries of the audit log, except those about refused SQL.
func entriesWithoutRefusals(t *testing.T, h *testapp.App) (entries []string) {
	t.Helper()
	all, err := h.PB.FindRecordsByFilter("audit_log", "action != 'sql.refused'", "@rowid", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range all {
		entries = append(entries, entry.Id+" "+entry.GetString("actor"))
	}
	return entries
}

func TestNoRouteChangesTheAuditLog(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	expect(t, s.Send("PATCH", "/api/settings", fields{"meta": fields{"appName": "Circle"}}), http.StatusOK)
	row := newest(t, h)
	record := "/api/collections/audit_log/records"
	forged := fields{"at": "2026-08-03 06:30:00.000Z", "actorKind": "admin", "actor": "demo", "action": "tier.deleted"}
	log, err := h.PB.FindCollectionByNameOrId("audit_log")
	if err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func() testapp.Response{
		"editing an entry":  func() testapp.Response { return s.Send("PATCH", record+"/"+row.Id, fields{"actor": "other"}) },
		"deleting an entry": func() testapp.Response { return s.Send("DELETE", record+"/"+row.Id, nil) },
		"forging an entry":  func() testapp.Response { return s.Post(record, forged) },
		"truncating":        func() testapp.Response { return s.Send("DELETE", "/api/collections/audit_log/truncate", nil) },
		"dropping":          func() testapp.Response { return s.Send("DELETE", "/api/collections/audit_log", nil) },
		"renaming":          func() testapp.Response { return s.Send("PATCH", "/api/collections/"+log.Id, fields{"name": "old_log"}) },
		"importing over it": func() testapp.Response {
			return s.Send("PUT", "/api/collections/import", fields{"collections": []any{fields{"id": log.Id, "name": "old_log", "type": "base"}}})
		},
		"importing without it": func() testapp.Response {
			return s.Send("PUT", "/api/collections/import", fields{"deleteMissing": true, "collections": []any{fields{"name": "scratch", "type": "base"}}})
		},
		"SQL that drops a trigger": func() testapp.Response {
			return s.Post("/api/sql", fields{"query": "DROP TRIGGER audit_log_refuse_update"})
		},
		"SQL after an index": func() testapp.Response {
			return s.Post("/api/collections", fields{"name": "scratch", "type": "base", "fields": []any{fields{"name": "t", "type": "text"}},
				"indexes": []string{"CREATE INDEX `i` ON `scratch` (`t`) WHERE t != ''; DROP TRIGGER audit_log_refuse_update"}})
		},
		"SQL after a changed index": func() testapp.Response {
			return s.Send("PATCH", "/api/collections/suppressions", fields{
				"indexes": []string{"CREATE INDEX `i` ON `suppressions` (`email`) WHERE email != ''; DROP TRIGGER audit_log_refuse_update"}})
		},
		"SQL after a view": func() testapp.Response {
			return s.Post("/api/collections", fields{"name": "seen", "type": "view", "viewQuery": "SELECT id FROM users; DROP TRIGGER audit_log_refuse_update"})
		},
		"SQL after an imported index": func() testapp.Response {
			return s.Send("PUT", "/api/collections/import", fields{"collections": []any{fields{"name": "scratch", "type": "base",
				"fields": []any{fields{"name": "t", "type": "text"}}, "indexes": []string{"CREATE INDEX `i` ON `scratch` (`t`) WHERE t != ''; DROP TRIGGER audit_log_refuse_update"}}}})
		},
		"SQL after a SELECT": func() testapp.Response { return s.Post("/api/sql", fields{"query": "SELECT 1; DELETE FROM audit_log"}) },
	} {
		before := entriesWithoutRefusals(t, h)
		if a := do(); a.Status < 400 {
			t.Errorf("%s: status = %d, want an error; body: %s", name, a.Status, a.Body)
		}
		if after := entriesWithoutRefusals(t, h); !slices.Equal(after, before) ||
			after[len(after)-1] != row.Id+" staff@example.com" {
			t.Errorf("%s changed the audit log", name)
		}
	}
}
