package backups_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

func newIdentity(t *testing.T) *age.X25519Identity {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	return identity
}

func TestBackupIsEncryptedForThePublicKey(t *testing.T) {
	t.Parallel()
	identity := newIdentity(t)
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.Backup.AgeRecipient = identity.Recipient().String()
	}))
	admin := h.SignedIn("admins", nil)
	if answer := admin.Post("/api/admin/backups", nil); answer.Status != 202 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	h.Backups.Wait()
	name, _, err := h.Backups.Newest()
	if err != nil || !strings.HasSuffix(name, ".zip.age") {
		t.Fatalf("name = %q, error = %v, want a name that ends with .zip.age", name, err)
	}
	// The dashboard and the daily schedule call this method.
	if err := h.PB.CreateBackup(t.Context(), "dashboard.zip"); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{name, "dashboard.zip.age"} {
		stored, err := os.ReadFile(filepath.Join(h.PB.DataDir(), "backups", file))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(stored, []byte("boardcircle.key")) || bytes.Contains(stored, []byte("PK\x03\x04")) {
			t.Errorf("%s is not encrypted", file)
		}
		decrypted, err := age.Decrypt(bytes.NewReader(stored), identity)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(decrypted)
		if err != nil {
			t.Fatal(err)
		}
		archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, entry := range archive.File {
			found[entry.Name] = true
		}
		if !found["data.db"] || !found["boardcircle.key"] {
			t.Errorf("files of %s = %v, want data.db and boardcircle.key", file, found)
		}
	}

	// Without the secret key, the backup can be downloaded and deleted, but not restored.
	ticket := admin.Post("/api/admin/backups/"+name+"/ticket", map[string]any{"password": testapp.Password})
	url, _ := ticket.JSON["url"].(string)
	if answer := admin.Get(url); answer.Status != 200 || !strings.HasPrefix(answer.Body, "age-encryption.org/v1") {
		t.Errorf("download: status = %d, body = %.40q, want the encrypted file", answer.Status, answer.Body)
	}
	restore := admin.Post("/api/admin/backups/"+name+"/restore",
		map[string]any{"confirm": name, "password": testapp.Password})
	if restore.Status != 409 || !strings.Contains(restore.Message(), "BACKUP_AGE_IDENTITY") {
		t.Errorf("status = %d, body = %s", restore.Status, restore.Body)
	}
	if answer := admin.Post(
		"/api/admin/backups/"+name+"/delete", map[string]any{"password": testapp.Password},
	); answer.Status != 204 {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
}

func TestOnlyTheSecretKeyDecryptsABackup(t *testing.T) {
	t.Parallel()
	identity, other := newIdentity(t), newIdentity(t)
	for name, c := range map[string]struct {
		identity   string
		canDecrypt bool
	}{
		"with the secret key": {identity.String(), true},
		"with another key":    {other.String(), false},
		"without a key":       {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := testapp.New(t, testapp.WithConfig(func(cfg *config.Config) {
				cfg.Backup = config.Backup{AgeRecipient: identity.Recipient().String(), AgeIdentity: c.identity}
			}))
			if err := h.PB.CreateBackup(t.Context(), "nightly.zip"); err != nil {
				t.Fatal(err)
			}
			folder, err := h.Backups.Unpack(t.Context(), "nightly.zip.age", t.TempDir())
			if (err == nil) != c.canDecrypt {
				t.Fatalf("Unpack: error = %v, can decrypt: %t", err, c.canDecrypt)
			}
			if _, err := os.Stat(filepath.Join(folder, "data.db")); (err == nil) != c.canDecrypt {
				t.Errorf("data.db: error = %v, can decrypt: %t", err, c.canDecrypt)
			}
		})
	}
}
