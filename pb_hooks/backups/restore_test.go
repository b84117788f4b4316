package backups_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

// It does not run in parallel: it changes the environment of the process.
func TestStartAfterRestoreEndsAllSessionsAndRecordsTheActor(t *testing.T) {
	h := testapp.New(t)
	admin, member := h.SignedIn("admins", nil), h.SignedIn("users", nil)
	if admin.Get("/api/admin/session").Status != 200 || member.Get("/api/user").Status != 200 {
		t.Fatal("the sessions are not there")
	}
	if err := h.Backups.CompleteRestore(); err != nil || admin.Get("/api/admin/session").Status != 200 {
		t.Fatal("an ordinary start ends sessions", err)
	}
	t.Setenv("BOARDCIRCLE_RESTORED", `{"By":{"Kind":"admin","Name":"anita","Address":"203.0.113.7"},"Name":"boardcircle_1.zip"}`)
	if err := h.Backups.CompleteRestore(); err != nil {
		t.Fatal(err)
	}
	if admin.Get("/api/admin/session").Status != 401 || member.Get("/api/user").Status != 401 {
		t.Error("a session from before the restore is still valid")
	}
	row, err := h.PB.FindFirstRecordByData("audit_log", "action", "backup.restored")
	if err != nil || row.GetString("actor") != "anita" || row.GetString("label") != "boardcircle_1.zip" {
		t.Errorf("%v, %v", row, err)
	}
}

func TestARestoreInTheDashboardIsToldToTheNextStartToo(t *testing.T) {
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	event, told, damaged := &core.BackupEvent{App: h.PB, Context: context.Background(), Name: "boardcircle_1.zip"}, "", errors.New("a damaged file")
	err := h.PB.OnBackupRestore().Trigger(event, func(*core.BackupEvent) error {
		told = os.Getenv("BOARDCIRCLE_RESTORED")
		return damaged
	})
	if _, is := os.LookupEnv("BOARDCIRCLE_RESTORED"); is || !errors.Is(err, damaged) {
		t.Errorf("a restore that failed is told all the same: %v", err)
	}
	t.Setenv("BOARDCIRCLE_RESTORED", told)
	if err := h.Backups.CompleteRestore(); err != nil {
		t.Fatal(err)
	}
	if admin.Get("/api/admin/session").Status != 401 {
		t.Error("a session from before the restore is still valid")
	}
	row, err := h.PB.FindFirstRecordByData("audit_log", "action", "backup.restored")
	if err != nil || row.GetString("actorKind") != "staff" || row.GetString("label") != "boardcircle_1.zip" {
		t.Errorf("%v, %v", row, err)
	}
}
