package restoretests_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/testapp"
)

type testResult struct {
	Source, Name, Message, Outcome string
	Rows                           int
}

// run starts a restore test as an admin and returns the list in the console.
func run(t *testing.T, h *testapp.App, admin *testapp.Visitor) []testResult {
	t.Helper()
	if answer := admin.Post("/api/admin/restore-drills", nil); answer.Status != 202 {
		t.Fatal(answer.Status, answer.Body)
	}
	h.Drain()
	h.Clock.Advance(time.Minute)
	var list []testResult
	if err := json.Unmarshal([]byte(admin.Get("/api/admin/restore-drills").Body), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func backup(t *testing.T, h *testapp.App, admin *testapp.Visitor) string {
	t.Helper()
	if answer := admin.Post("/api/admin/backups", nil); answer.Status != 202 {
		t.Fatal(answer.Status, answer.Body)
	}
	h.Backups.Wait()
	h.Clock.Advance(time.Minute) // the name of the next backup must differ
	name, _, err := h.Backups.Newest()
	if err != nil || name == "" {
		t.Fatal(name, err)
	}
	return name
}

func TestTheNewestBackupPasses(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	for range 5 {
		h.CreateAccount("users", nil)
	}
	name := backup(t, h, admin)
	h.CreateAccount("users", nil) // created after the backup, with a time that a row in the backup could have
	got := run(t, h, admin)
	if len(got) != 1 || got[0].Source != "backup" || got[0].Name != name || got[0].Outcome != "passed" ||
		!strings.Contains(got[0].Message, "nothing is missing") {
		t.Errorf("%+v", got)
	}
	if mails := h.Inbox(testapp.AdminEmail); len(mails) != 0 {
		t.Errorf("a restore test that passed sent %d emails", len(mails))
	}
	left, err := filepath.Glob(filepath.Join(h.PB.DataDir(), datadir.WorkDir, "staging-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("the restore test left %v, %v", left, err)
	}
}

func TestAFailureIsEmailedToTheAdmins(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		spoil   func(*testing.T, *testapp.App)
		message string
	}{
		"no backup":        {nil, "There is no backup"},
		"a truncated file": {func(t *testing.T, h *testapp.App) { truncate(t, newestPath(t, h)) }, "could not be unpacked"},
		"no database":      {func(t *testing.T, h *testapp.App) { removeDatabase(t, newestPath(t, h)) }, "There is no database in it"},
		"a lost row":       {func(t *testing.T, h *testapp.App) { change(t, h, "DELETE FROM users WHERE rowid = 2") }, "users (1 of"},
		"a lost table":     {func(t *testing.T, h *testapp.App) { change(t, h, "DROP TABLE users") }, "The table users is missing"},
		"a newer release":  {func(t *testing.T, h *testapp.App) { change(t, h, "INSERT INTO _migrations VALUES ('9_next.go', 1)") }, "newer release"},
		"a damaged page":   {damagePage, "damaged"},
		"not our database": {func(t *testing.T, h *testapp.App) { change(t, h, "DROP TABLE _migrations") }, "does not belong to this program"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			h := testapp.New(t)
			admin := h.SignedIn("admins", nil)
			for range 5 {
				h.CreateAccount("users", nil)
			}
			// Rows count as missing only if they are at least a minute older than the newest row.
			if _, err := h.PB.DB().NewQuery("UPDATE users SET createdAt = '2026-01-01 00:00:00.000Z' WHERE rowid < 5").
				Execute(); err != nil {
				t.Fatal(err)
			}
			if c.spoil != nil {
				backup(t, h, admin)
				c.spoil(t, h)
			}
			got := run(t, h, admin)
			if len(got) != 1 || got[0].Outcome != "failed" || !strings.Contains(got[0].Message, c.message) {
				t.Fatalf("%+v", got)
			}
			mails := h.Inbox(testapp.AdminEmail)
			if len(mails) != 1 || !strings.Contains(mails[0].Text, got[0].Message) ||
				!strings.Contains(mails[0].Text, "/admin/settings/backups") {
				t.Errorf("%d emails: %+v", len(mails), mails)
			}
		})
	}
}

func TestTheFailureOfManyTablesIsStoredToo(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	var loss strings.Builder
	for i := range 40 {
		c := core.NewBaseCollection(fmt.Sprintf("a_table_with_a_long_name_%02d", i))
		c.Fields.Add(&core.AutodateField{Name: "createdAt", OnCreate: true})
		if err := h.PB.Save(c); err != nil {
			t.Fatal(err)
		}
		if _, err := h.PB.NonconcurrentDB().NewQuery("INSERT INTO " + c.Name + " (id, createdAt) VALUES " +
			"('old', '2026-01-01 00:00:00.000Z'), ('new', '2026-02-01 00:00:00.000Z')").Execute(); err != nil {
			t.Fatal(err)
		}
		loss.WriteString("DELETE FROM " + c.Name + " WHERE id = 'old';")
	}
	backup(t, h, admin)
	change(t, h, loss.String())
	got := run(t, h, admin)
	if len(got) != 1 || got[0].Outcome != "failed" || !strings.Contains(got[0].Message, "_09 (1 of 1), and 30 more tables.") {
		t.Fatalf("%+v", got)
	}
	if mails := h.Inbox(testapp.AdminEmail); len(mails) != 1 {
		t.Errorf("%d emails, want 1", len(mails))
	}
}

func TestOldResultsAreDeleted(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	_, err := h.PB.NonconcurrentDB().
		NewQuery(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
		INSERT INTO restore_drills (id, source, at, outcome, message)
		SELECT 'old' || i, 'backup', '2020-01-01 00:00:00.000Z', 'passed', 'old' FROM n`).Execute()
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, h, admin); len(got) != 10 || got[0].Message == "old" {
		t.Errorf("%+v", got)
	}
	if n, err := h.PB.CountRecords("restore_drills"); err != nil || n != 104 {
		t.Errorf("%d results are stored, %v", n, err)
	}
}

func newestPath(t *testing.T, h *testapp.App) string {
	t.Helper()
	name, _, err := h.Backups.Newest()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(h.PB.DataDir(), "backups", name)
}

func truncate(t *testing.T, path string) {
	t.Helper()
	if err := os.Truncate(path, 1000); err != nil {
		t.Fatal(err)
	}
}

// removeDatabase repacks an archive without its database.
func removeDatabase(t *testing.T, path string) {
	t.Helper()
	rewrite(t, path, func(name string, content []byte) []byte {
		if name == "data.db" {
			return nil
		}
		return content
	})
}

// change changes the database in the newest backup.
func change(t *testing.T, h *testapp.App, statement string) {
	t.Helper()
	rewrite(t, newestPath(t, h), func(name string, content []byte) []byte {
		if name != "data.db" {
			return content
		}
		file := filepath.Join(t.TempDir(), "data.db")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := dbx.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		changed, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return changed
	})
}

// damagePage clears the first page of the users table.
func damagePage(t *testing.T, h *testapp.App) {
	t.Helper()
	rewrite(t, newestPath(t, h), func(name string, content []byte) []byte {
		if name != "data.db" {
			return content
		}
		file := filepath.Join(t.TempDir(), "data.db")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := dbx.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var page, size int
		if err := db.NewQuery("SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_schema WHERE type = 'table' AND name = 'users'").
			Row(&page, &size); err != nil {
			t.Fatal(err)
		}
		clear(content[(page-1)*size : page*size])
		return content
	})
}

// rewrite repacks an archive. If edit returns nil for a file, the file is left out.
func rewrite(t *testing.T, path string, edit func(name string, content []byte) []byte) {
	t.Helper()
	reader, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	writer := zip.NewWriter(&out)
	for _, file := range reader.File {
		content := read(t, file)
		if content = edit(file.Name, content); content == nil {
			continue
		}
		entry, err := writer.Create(file.Name)
		if err == nil {
			_, err = entry.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file *zip.File) []byte {
	t.Helper()
	r, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestAnEncryptedBackupIsTestedIfItsSecretKeyIsConfigured(t *testing.T) {
	t.Parallel()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	for secret, outcome := range map[string]string{identity.String(): "passed", "": "untried"} {
		h := testapp.New(t, testapp.WithConfig(func(c *config.Config) {
			c.Backup = config.Backup{AgeRecipient: identity.Recipient().String(), AgeIdentity: secret}
		}))
		admin := h.SignedIn("admins", nil)
		backup(t, h, admin)
		if got := run(t, h, admin); len(got) != 1 || got[0].Outcome != outcome {
			t.Errorf("want %s: %+v", outcome, got)
		}
		if mails := h.Inbox(testapp.AdminEmail); len(mails) != 0 {
			t.Errorf("%s: %d emails", outcome, len(mails))
		}
	}
}
