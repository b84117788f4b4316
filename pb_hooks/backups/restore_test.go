package backups_test

import (
	"archive/zip"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/testapp"
)

// writeReplaceNote writes the note that the program stores when it replaces the data at its start.
func writeReplaceNote(t *testing.T, h *testapp.App, note string) {
	t.Helper()
	staging, err := datadir.NewStaging(h.PB.DataDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(staging), "replaced.json"), []byte(note), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestStartAfterRestoreEndsAllSessionsAndRecordsTheActor(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ note, actor, kind string }{
		"from the console":   {`{"By":{"Kind":"admin","Name":"anita","Address":"203.0.113.7"},"Name":"boardcircle_1.zip"}`, "anita", "admin"},
		"from the dashboard": {`{"By":{"Kind":"staff","Name":"PocketBase's dashboard"},"Name":"boardcircle_1.zip"}`, "PocketBase's dashboard", "staff"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := testapp.New(t)
			admin, member := h.SignedIn("admins", nil), h.SignedIn("users", nil)
			if admin.Get("/api/admin/session").Status != 200 || member.Get("/api/user").Status != 200 {
				t.Fatal("a session is not valid before the restore")
			}
			if err := h.Backups.CompleteRestore(); err != nil || admin.Get("/api/admin/session").Status != 200 {
				t.Fatalf("a start without a restore ended the session, or failed: %v", err)
			}
			writeReplaceNote(t, h, want.note)
			if err := h.Backups.CompleteRestore(); err != nil {
				t.Fatal(err)
			}
			if admin.Get("/api/admin/session").Status != 401 || member.Get("/api/user").Status != 401 {
				t.Error("a session from before the restore is still valid")
			}
			row, err := h.PB.FindFirstRecordByData("audit_log", "action", "backup.restored")
			if err != nil || row.GetString("actor") != want.actor || row.GetString("actorKind") != want.kind ||
				row.GetString("label") != "boardcircle_1.zip" {
				t.Errorf("audit entry = %v, error = %v, want the actor %s", row, err, want.actor)
			}
			if err := h.Backups.CompleteRestore(); err != nil || countAuditRows(t, h, "backup.restored") != 1 {
				t.Errorf("the restore was completed twice, or failed: %v", err)
			}
		})
	}
}

func TestArchiveWithoutAnIntactDatabaseIsNotRestored(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]map[string]string{
		"no database":               {"boardcircle.key": "x"},
		"an empty database":         {"data.db": ""},
		"a damaged database":        {"data.db": "SQLite format 3\x00 and then nothing"},
		"a path outside the folder": {"../data.db": "x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := testapp.New(t)
			writeZip(t, filepath.Join(h.PB.DataDir(), core.LocalBackupsDirName, "wrong.zip"), content)
			if err := h.PB.RestoreBackup(context.Background(), "wrong.zip"); err == nil {
				t.Error("the archive was restored")
			}
			if left, err := os.ReadDir(filepath.Join(h.PB.DataDir(), datadir.WorkDir)); err != nil || len(left) != 0 {
				t.Errorf("work files = %v, error = %v, want none", left, err)
			}
		})
	}
}

func writeZip(t *testing.T, path string, content map[string]string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	archive := zip.NewWriter(file)
	for name, text := range content {
		entry, err := archive.Create(name)
		if err == nil {
			_, err = entry.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
}
