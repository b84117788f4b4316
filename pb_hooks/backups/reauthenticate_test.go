package backups_test

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pquerna/otp/totp"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/logs"
	"boardcircle/pb_hooks/internal/testapp"
)

type form = map[string]any

var reauthentication = form{"password": testapp.Password}

func withValue(body form, name string, value any) form {
	changed := maps.Clone(body)
	changed[name] = value
	return changed
}

// ticketFor re-authenticates an admin and returns the URL of a backup with a ticket.
func ticketFor(t *testing.T, admin *testapp.Visitor, name string) string {
	t.Helper()
	answer := admin.Post("/api/admin/backups/"+name+"/ticket", reauthentication)
	url, _ := answer.JSON["url"].(string)
	if answer.Status != 200 || !strings.HasPrefix(url, "/api/admin/backups/"+name+"/download?ticket=") {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	return url
}

func expectRefused(t *testing.T, what string, answer testapp.Response) {
	t.Helper()
	if answer.Status != 403 || !strings.Contains(answer.Message(), "works once, within a minute") {
		t.Errorf("%s: status = %d, body = %.200s, want 403", what, answer.Status, answer.Body)
	}
}

func TestDownloadAndRestoreNeedReauthentication(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	// To the server, a stolen cookie looks like the session of an admin who left the console open.
	for _, intruder := range []*testapp.Visitor{h.SignedIn(httpx.Admins, nil), h.SignedIn(httpx.Users, form{"isAdmin": true, "pin": "4826"})} {
		name := "boardcircle_1.zip"
		if err := h.PB.CreateBackup(context.Background(), name); err != nil {
			t.Fatal(err)
		}
		expectRefused(t, "without a ticket", intruder.Get("/api/admin/backups/"+name+"/download"))
		expectRefused(t, "with an empty ticket", intruder.Get("/api/admin/backups/"+name+"/download?ticket="))
		expectRefused(t, "with an unknown ticket",
			intruder.Get("/api/admin/backups/"+name+"/download?ticket="+strings.Repeat("a", 43)))
		for _, password := range []string{"", "Correct horse 2", "4826"} {
			for _, path := range []string{"/ticket", "/restore"} {
				answer := intruder.Post("/api/admin/backups/"+name+path, form{"password": password, "confirm": name})
				if answer.Status != 400 || answer.Field("password") == "" {
					t.Errorf("%s with the password %q: status = %d, body = %s, want 400 with an error for password", path,
						password, answer.Status, answer.Body)
				}
			}
		}
	}
	if n := countAuditRows(t, h, "password.refused"); n != 8 {
		t.Errorf("%d entries of wrong passwords, want 8", n)
	}
	if n := countAuditRows(t, h, "backup.downloaded") + countAuditRows(t, h, "backup.restoring"); n != 0 {
		t.Errorf("%d entries of downloads and restores, want none", n)
	}
}

func TestDeleteAndScheduleNeedReauthentication(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, nil)
	name := createBackup(t, h, admin)
	remove := func(body form) testapp.Response { return admin.Post("/api/admin/backups/"+name+"/delete", body) }
	schedule := func(body form) testapp.Response { return admin.Send("PUT", "/api/admin/backups/schedule", body) }
	nightly := form{"daily": "true", "keep": "14"}
	if answer := schedule(withValue(nightly, "password", testapp.Password)); answer.Status != 200 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	for _, password := range []string{"", "Correct horse 2"} {
		for change, answer := range map[string]testapp.Response{
			"delete":        remove(form{"password": password}),
			"switch off":    schedule(form{"daily": "false", "keep": "14", "password": password}),
			"keep only one": schedule(form{"daily": "true", "keep": "1", "password": password}),
		} {
			if answer.Status != 400 || answer.Field("password") == "" {
				t.Errorf("%s with the password %q: status = %d, body = %s, want 400 with an error for password", change,
					password, answer.Status, answer.Body)
			}
		}
	}
	if answer := admin.Send("DELETE", "/api/admin/backups/"+name, nil); answer.Status != 404 && answer.Status != 405 {
		t.Errorf("DELETE: status = %d, want 404 or 405; body: %s", answer.Status, answer.Body)
	}
	view := admin.Get("/api/admin/backups")
	if list, _ := view.JSON["backups"].([]any); len(list) != 1 || h.PB.Settings().Backups.Cron == "" ||
		h.PB.Settings().Backups.CronMaxKeep != 14 {
		t.Errorf("backups = %s, want them and the schedule unchanged", view.Body)
	}
	if n := countAuditRows(t, h, "backups.scheduled") + countAuditRows(t, h, "backup.deleted"); n != 1 {
		t.Errorf("%d entries of changes, want 1", n)
	}
}

func TestWrongPasswordsAreThrottledAsAtSignIn(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, form{"username": "anita"})
	name := createBackup(t, h, admin)
	for range 5 {
		if answer := admin.Post(
			"/api/admin/backups/"+name+"/ticket", form{"password": "Correct horse 2"},
		); answer.Status != 400 {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	// The attempts on all routes are counted together, so the next attempt on any route is throttled.
	admin.Post("/api/admin/backups/"+name+"/restore", form{"password": "Correct horse 2", "confirm": name})
	for _, answer := range []testapp.Response{
		admin.Post("/api/admin/backups/"+name+"/ticket", reauthentication),
		admin.Post("/api/admin/backups/"+name+"/restore", withValue(reauthentication, "confirm", name)),
		h.Visitor().Post("/api/admin/login", form{"username": "anita", "password": testapp.Password}),
	} {
		if answer.Status != 429 || answer.Header.Get("Retry-After") == "" {
			t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	h.Clock.Advance(15 * time.Minute)
	ticketFor(t, admin, name)
}

func TestTicketWorksOnceForOneFileAndAdminWithinAMinute(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin, other := h.SignedIn(httpx.Admins, nil), h.SignedIn(httpx.Admins, nil)
	name := createBackup(t, h, admin)
	if err := h.PB.CreateBackup(context.Background(), "another.zip"); err != nil {
		t.Fatal(err)
	}
	url := ticketFor(t, admin, name)
	h.Clock.Advance(59 * time.Second)
	if answer := admin.Get(url); answer.Status != 200 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	expectRefused(t, "a second time", admin.Get(url))
	url = ticketFor(t, admin, name)
	h.Clock.Advance(time.Minute)
	expectRefused(t, "after a minute", admin.Get(url))
	expectRefused(t, "for another file", admin.Get(strings.Replace(ticketFor(t, admin, name), name, "another.zip", 1)))
	url = ticketFor(t, admin, name)
	expectRefused(t, "for another admin", other.Get(url))
	expectRefused(t, "after another admin used it", admin.Get(url))
	if n := countAuditRows(t, h, "backup.downloaded"); n != 1 {
		t.Errorf("%d entries backup.downloaded, want 1", n)
	}
}

func TestReauthenticationNeedsACodeWithMFA(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, nil)
	name := createBackup(t, h, admin)
	if admin.Get("/api/admin/backups").JSON["isCodeRequired"] != false {
		t.Error("isCodeRequired = true without a second factor")
	}
	secret, _ := admin.Post("/api/admin/me/second-factor", reauthentication).JSON["secret"].(string)
	confirmed := admin.Post("/api/admin/me/second-factor/confirm", form{"code": codeOf(t, h, secret)})
	recovery, _ := confirmed.JSON["recoveryCodes"].([]any)
	if len(recovery) == 0 {
		t.Fatalf("status = %d, body = %s", confirmed.Status, confirmed.Body)
	}
	if admin.Get("/api/admin/backups").JSON["isCodeRequired"] != true {
		t.Error("isCodeRequired = false with a second factor")
	}
	for _, path := range []string{"/ticket", "/restore"} {
		for _, code := range []string{"", "000000", codeOf(t, h, secret)} { // The last code was already used.
			answer := admin.Post("/api/admin/backups/"+name+path,
				form{"password": testapp.Password, "confirm": name, "code": code})
			if answer.Status != 400 || answer.Field("code") == "" || answer.Field("password") != "" {
				t.Errorf("%s with the code %q: status = %d, body = %s, want 400 with an error for code", path, code,
					answer.Status, answer.Body)
			}
		}
	}
	if n := countAuditRows(t, h, "secondfactor.refused"); n != 4 {
		t.Errorf("%d entries of wrong codes, want 4", n)
	}
	h.Clock.Advance(time.Minute)
	for _, code := range []any{codeOf(t, h, secret), recovery[0]} {
		answer := admin.Post("/api/admin/backups/"+name+"/ticket", withValue(reauthentication, "code", code))
		url, _ := answer.JSON["url"].(string)
		if answer.Status != 200 || admin.Get(url).Status != 200 {
			t.Errorf("code %q: status = %d, body = %s, want a ticket that works", code, answer.Status, answer.Body)
		}
	}
	if n := countAuditRows(t, h, "recoverycode.used"); n != 1 {
		t.Errorf("%d entries of used recovery codes, want 1", n)
	}
}

func TestSuperuserIsReferredToTheDashboard(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	name := createBackup(t, h, h.SignedIn(httpx.Admins, nil))
	superuser := h.SignedIn(core.CollectionNameSuperusers, nil)
	for _, answer := range []testapp.Response{
		superuser.Post("/api/admin/backups/"+name+"/ticket", reauthentication),
		superuser.Post("/api/admin/backups/"+name+"/delete", reauthentication),
		superuser.Send("PUT", "/api/admin/backups/schedule", form{"daily": "true", "keep": "7", "password": testapp.Password}),
	} {
		if answer.Status != 403 || !strings.Contains(answer.Message(), "dashboard") {
			t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
}

func TestTicketIsNotLogged(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	h.PB.Settings().Logs.MaxDays = 1 // Test apps keep no logs by default.
	admin := h.SignedIn(httpx.Admins, nil)
	name := createBackup(t, h, admin)
	url := ticketFor(t, admin, name)
	_, ticket, _ := strings.Cut(url, "ticket=")
	if answer := h.Visitor().Get(url); answer.Status != 401 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Get(url); answer.Status != 200 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	expectRefused(t, "a second time", admin.Get(url))
	var entries []*core.Log
	for deadline, downloads := time.Now().Add(20*time.Second), 0; downloads < 3; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d of 3 requests were logged, so this test proves nothing", downloads)
		}
		if err := logs.Flush(h.PB); err != nil {
			t.Fatal(err)
		}
		if err := h.PB.LogQuery().All(&entries); err != nil {
			t.Fatal(err)
		}
		downloads = 0
		for _, entry := range entries {
			if strings.Contains(entry.Message+entry.Data.String(), "/download") {
				downloads++
			}
		}
	}
	for _, entry := range entries {
		if strings.Contains(entry.Message+entry.Data.String(), ticket) {
			t.Errorf("log entry = %s %s, want no ticket", entry.Message, entry.Data)
		}
	}
	rows, err := h.PB.FindAllRecords("audit_log")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for column, value := range row.FieldsData() {
			if text := row.GetString(column); strings.Contains(text, ticket) {
				t.Errorf("%s in the audit log = %v, want no ticket", column, value)
			}
		}
	}
}

func codeOf(t *testing.T, h *testapp.App, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, h.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}
