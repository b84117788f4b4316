package backups_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

func createBackup(t *testing.T, h *testapp.App, admin *testapp.Visitor) string {
	t.Helper()
	if answer := admin.Post("/api/admin/backups", nil); answer.Status != 202 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	h.Backups.Wait()
	answer := admin.Get("/api/admin/backups")
	list, _ := answer.JSON["backups"].([]any)
	if len(list) != 1 || answer.JSON["operation"] != "" || answer.JSON["failed"] != "" {
		t.Fatalf("status = %d, body = %s, want one backup", answer.Status, answer.Body)
	}
	return list[0].(map[string]any)["name"].(string)
}

func countAuditRows(t *testing.T, h *testapp.App, action string) int64 {
	t.Helper()
	rows, err := h.PB.FindAllRecords("audit_log")
	if err != nil {
		t.Fatal(err)
	}
	var n int64
	for _, row := range rows {
		if row.GetString("action") == action {
			n++
		}
	}
	return n
}

func TestOnlyAdminsCreateDownloadAndDeleteBackups(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	name := createBackup(t, h, admin)
	for caller, visitor := range map[string]*testapp.Visitor{"a member": h.SignedIn("users", nil), "a visitor": h.Visitor()} {
		for _, answer := range []testapp.Response{
			visitor.Post("/api/admin/backups/"+name+"/delete", reauthentication),
			visitor.Post("/api/admin/backups/"+name+"/ticket", reauthentication),
			visitor.Get(ticketFor(t, admin, name)),
			visitor.Post("/api/admin/backups/"+name+"/restore", withValue(reauthentication, "confirm", name)),
		} {
			if answer.Status != 401 && answer.Status != 403 {
				t.Errorf("%s: status = %d, want 401 or 403; body: %s", caller, answer.Status, answer.Body)
			}
		}
	}
	file := admin.Get(ticketFor(t, admin, name))
	archive, err := zip.NewReader(bytes.NewReader([]byte(file.Body)), int64(len(file.Body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	for _, f := range archive.File {
		files[f.Name] = true
	}
	if !files["data.db"] || !files["boardcircle.key"] {
		t.Errorf("files of the backup = %v, want data.db and boardcircle.key", files)
	}
	if !strings.Contains(file.Header.Get("Content-Disposition"), name) ||
		file.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers = %v, want the file name and no-store", file.Header)
	}
	if answer := admin.Post("/api/admin/backups/"+name+"/delete", reauthentication); answer.Status != 204 {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Get("/api/admin/backups/" + name + "/download"); answer.Status != 404 {
		t.Errorf("deleted backup: status = %d, want 404", answer.Status)
	}
	for _, action := range []string{"backup.created", "backup.downloaded", "backup.deleted"} {
		if n := countAuditRows(t, h, action); n != 1 {
			t.Errorf("%d entries %s, want 1", n, action)
		}
	}
}

func TestABackupIsNotReportedAsMissingIfTheStorageFails(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	settings := h.PB.Settings()
	settings.Backups.S3 = core.S3Config{Enabled: true, Bucket: "b", Region: "r", Endpoint: "http://127.0.0.1:1",
		AccessKey: "a", Secret: "s", ForcePathStyle: true}
	if err := h.PB.Save(settings); err != nil {
		t.Fatal(err)
	}
	answer := h.SignedIn("admins", nil).Post("/api/admin/backups/a.zip/delete", reauthentication)
	if answer.Status != 500 || answer.JSON["message"] != "The backups could not be reached." {
		t.Errorf("status = %d, body = %s, want 500", answer.Status, answer.Body)
	}
}

func TestRestoreNeedsTheNameAndOnlyOneOperationRuns(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	name := createBackup(t, h, admin)
	answer := admin.Post("/api/admin/backups/"+name+"/restore", withValue(reauthentication, "confirm", "another.zip"))
	if answer.Status != 400 || answer.Field("confirm") == "" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	h.PB.Store().Set(core.StoreKeyActiveBackup, name)
	for _, answer := range []testapp.Response{
		admin.Post("/api/admin/backups", nil),
		admin.Post("/api/admin/backups/"+name+"/delete", reauthentication),
		admin.Post("/api/admin/backups/"+name+"/restore", withValue(reauthentication, "confirm", name)),
	} {
		if answer.Status != 409 {
			t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	h.PB.Store().Remove(core.StoreKeyActiveBackup)
	for _, invalid := range []string{"..%2fdata.db", "%2e%2e%2fboardcircle.key", "data.db", "nosuch.zip", "a%00.zip"} {
		if answer := admin.Post("/api/admin/backups/"+invalid+"/ticket", reauthentication); answer.Status != 404 &&
			answer.Status != 400 {
			t.Errorf("%s: status = %d, want 404 or 400", invalid, answer.Status)
		}
		if answer := admin.Get("/api/admin/backups/" + invalid + "/download"); answer.Status != 404 &&
			answer.Status != 400 {
			t.Errorf("%s: status = %d, want 404 or 400", invalid, answer.Status)
		}
	}
}

func TestManualBackupsAreLimitedToTwenty(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	dir := filepath.Join(h.PB.DataDir(), core.LocalBackupsDirName)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		for _, name := range []string{"boardcircle_%02d.zip", "@auto_pb_backup_boardcircle_%02d.zip"} {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf(name, i)), []byte("zip"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	answer := admin.Post("/api/admin/backups", nil)
	if answer.Status != 409 ||
		answer.Message() != "There are already 20 manual backups, which is the limit. Download what you need, then delete one." {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Post("/api/admin/backups/boardcircle_07.zip/delete", reauthentication); answer.Status != 204 {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Post("/api/admin/backups", nil); answer.Status != 202 {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	h.Backups.Wait()
}

func TestScheduleUsesPocketBasesDailyBackup(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	if answer := admin.Send(
		"PUT", "/api/admin/backups/schedule", withValue(reauthentication, "keep", 0),
	); answer.Status != 400 || answer.Field("keep") == "" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Send(
		"PUT", "/api/admin/backups/schedule", form{"daily": true, "keep": "14", "password": testapp.Password},
	); answer.Status != 200 {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if b := h.PB.Settings().Backups; b.Cron != "30 20 * * *" || b.CronMaxKeep != 14 {
		t.Errorf("settings of the backups = %+v, want 20:30 UTC and 14 kept", b)
	}
	if answer := admin.Send(
		"PUT", "/api/admin/backups/schedule", form{"daily": "false", "keep": 14, "password": testapp.Password},
	); answer.Status != 200 || h.PB.Settings().Backups.Cron != "" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if n := countAuditRows(t, h, "backups.scheduled"); n != 2 {
		t.Errorf("%d entries backups.scheduled, want 2", n)
	}
}
