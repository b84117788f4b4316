package backups_test

import (
	"archive/zip"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp"
)

// unpack extracts the only backup of an app.
func unpack(t *testing.T, h *testapp.App) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(h.PB.DataDir(), core.LocalBackupsDirName, "*.zip"))
	if err != nil || len(found) != 1 {
		t.Fatalf("backups = %v, error = %v, want one", found, err)
	}
	archive, err := zip.OpenReader(found[0])
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, archive); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestBackupContainsTheDataAndNoWorkFiles(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	h.CreateAccount("users", map[string]any{"email": "deleted@example.com"})
	h.CreateAccount("users", map[string]any{"email": "asha@example.com"})
	deleted, err := h.PB.FindAuthRecordByEmail("users", "deleted@example.com")
	if err == nil {
		err = h.PB.Delete(deleted) // makes a gap in the row ids
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"storage/images/one.webp": "picture", "backups/old.txt": "old", ".boardcircle/staging-1/data.db": "half"} {
		path := filepath.Join(h.PB.DataDir(), name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.PB.CreateBackup(context.Background(), ""); err != nil {
		t.Fatal(err)
	}
	dir := unpack(t, h)
	var files []string
	_ = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, strings.TrimPrefix(path, dir+"/"))
		}
		return err
	})
	want := []string{"auxiliary.db", "boardcircle.key", "data.db", "storage/images/one.webp"}
	if !slices.Equal(files, want) {
		t.Errorf("files of the backup = %v, want %v", files, want)
	}
	copied, err := database.Connect(filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	const query = "SELECT rowid || ' ' || id FROM users UNION ALL SELECT rowid || ' ' || name FROM sqlite_master ORDER BY 1"
	var live, inBackup []string
	if err := h.PB.DB().NewQuery(query).Column(&live); err != nil {
		t.Fatal(err)
	}
	if err := copied.NewQuery(query).Column(&inBackup); err != nil || len(inBackup) != len(live) {
		t.Errorf("%d rows and objects in the backup, want %d; error = %v", len(inBackup), len(live), err)
	}
	var rowID, copiedRowID int
	if err := h.PB.DB().NewQuery("SELECT rowid FROM users").Row(&rowID); err != nil {
		t.Fatal(err)
	}
	// PocketBase's lists and our search index depend on row ids.
	if err := copied.NewQuery("SELECT rowid FROM users").Row(&copiedRowID); err != nil || copiedRowID != rowID ||
		rowID == 1 {
		t.Errorf("row id in the backup = %d, want %d; error = %v", copiedRowID, rowID, err)
	}
	if left, err := filepath.Glob(filepath.Join(h.PB.DataDir(), ".boardcircle", "staging-*")); err != nil ||
		len(left) != 1 {
		t.Errorf("staging folders = %v, error = %v, want only the one from before", left, err)
	}
}

func TestBackupRefusesSymbolicLinks(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	if err := os.Symlink(t.TempDir(), filepath.Join(h.PB.DataDir(), "storage")); err != nil {
		t.Fatal(err)
	}
	if err := h.PB.CreateBackup(context.Background(), "one.zip"); err == nil ||
		!strings.Contains(err.Error(), "is a symbolic link") {
		t.Errorf("error = %v, want one about the symbolic link", err)
	}
	if found, _ := filepath.Glob(filepath.Join(h.PB.DataDir(), core.LocalBackupsDirName, "*")); len(found) != 0 {
		t.Errorf("backups = %v, want none", found)
	}
}
