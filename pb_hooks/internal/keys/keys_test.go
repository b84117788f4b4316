package keys_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"boardcircle/pb_hooks/internal/keys"
)

func TestParallelLoadsCreateOneKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var created sync.Map
	var starts sync.WaitGroup
	for range 16 {
		starts.Go(func() {
			key, err := keys.Load(dir)
			if err != nil {
				t.Error(err)
			}
			created.Store(string(key), true)
		})
	}
	starts.Wait()
	count := 0
	created.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("parallel loads created %d keys, want one", count)
	}
	info, err := os.Stat(filepath.Join(dir, "boardcircle.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the key file = %v, %v, want 0600", info.Mode(), err)
	}
}

func TestDamagedKeyIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "boardcircle.key"), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := keys.Load(dir); err == nil {
		t.Error("a short key was accepted")
	}
}

func TestDerivedTokenDependsOnEveryPartAndItsPosition(t *testing.T) {
	t.Parallel()
	key := keys.Key("0123456789abcdef0123456789abcdef")
	tokens := map[string]bool{
		key.Derive("reset", "ab", "c"):                                          true,
		key.Derive("reset", "a", "bc"):                                          true,
		key.Derive("reset", "abc"):                                              true,
		key.Derive("invite", "ab", "c"):                                         true,
		keys.Key("another key of thirty-two bytes!").Derive("reset", "ab", "c"): true,
	}
	if len(tokens) != 5 {
		t.Errorf("only %d different tokens of 5", len(tokens))
	}
	if first, again := key.Derive("reset", "ab", "c"), key.Derive("reset", "ab", "c"); first != again {
		t.Errorf("the same parts give %s and %s", first, again)
	}
}

func TestSealedSecretOpensOnlyForItsPurposeAndOwner(t *testing.T) {
	t.Parallel()
	key, err := keys.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	other, err := keys.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := key.Seal("totp", "asha", "JBSWY3DPEHPK3PXP")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := key.Seal("totp", "asha", "JBSWY3DPEHPK3PXP"); again == sealed ||
		strings.Contains(sealed, "JBSWY3DP") {
		t.Errorf("Seal returned %s and %s, want different texts without the secret", sealed, again)
	}
	if secret, err := key.Open("totp", "asha", sealed); err != nil || secret != "JBSWY3DPEHPK3PXP" {
		t.Errorf("Open = %q, %v", secret, err)
	}
	for name, open := range map[string]func() (string, error){
		"another key":     func() (string, error) { return other.Open("totp", "asha", sealed) },
		"another purpose": func() (string, error) { return key.Open("mail", "asha", sealed) },
		"another owner":   func() (string, error) { return key.Open("totp", "meera", sealed) },
		"a changed text":  func() (string, error) { return key.Open("totp", "asha", "A"+sealed[1:]+"AAAA") },
		"a short text":    func() (string, error) { return key.Open("totp", "asha", "AAAA") },
		"no text":         func() (string, error) { return key.Open("totp", "asha", "") },
	} {
		if secret, err := open(); !errors.Is(err, keys.ErrSealed) || secret != "" {
			t.Errorf("%s: Open = %q, %v, want ErrSealed", name, secret, err)
		}
	}
}

func TestAKeyOfAFolderIsFoundUntilItIsDeleted(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "ballots")
	folder := keys.Folder(dir)
	if err := folder.DeleteExcept(nil); err != nil {
		t.Error("no folder:", err)
	}
	if _, err := folder.Find("K"); !errors.Is(err, keys.ErrMissing) {
		t.Error("no folder:", err)
	}
	ids := map[string]keys.Key{}
	for range 3 {
		id, key, err := folder.Create()
		if err != nil {
			t.Fatal(err)
		}
		ids[id] = key
		info, err := os.Stat(filepath.Join(dir, id))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode of the key file = %v, %v, want 0600", info.Mode(), err)
		}
	}
	var stored []string
	for id, key := range ids {
		found, err := folder.Find(id)
		if err != nil || string(found) != string(key) {
			t.Errorf("Find = %x, %v, want %x", found, err, key)
		}
		stored = append(stored, id)
	}
	if err := os.WriteFile(filepath.Join(dir, stored[0]+".123"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, stored[2]), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Find(stored[2]); !errors.Is(err, keys.ErrMissing) {
		t.Error("a damaged key:", err)
	}
	if err := errors.Join(folder.Delete(stored[1]), folder.Delete(stored[1])); err != nil {
		t.Error(err)
	}
	if err := folder.DeleteExcept(stored[:1]); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != stored[0] {
		t.Errorf("the folder has %v, %v, want %s", left, err, stored[0])
	}
}
