package keys_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"boardcircle/pb_hooks/internal/keys"
)

func TestAKeyIsMadeOnceAndReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var made sync.Map
	var starts sync.WaitGroup
	for range 16 {
		starts.Go(func() {
			key, err := keys.Load(dir)
			if err != nil {
				t.Error(err)
			}
			made.Store(string(key), true)
		})
	}
	starts.Wait()
	count := 0
	made.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("%d keys were made by parallel starts", count)
	}
	info, err := os.Stat(filepath.Join(dir, "boardcircle.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file's mode is %v, %v", info.Mode(), err)
	}
}

func TestADamagedKeyStopsTheStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "boardcircle.key"), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := keys.Load(dir); err == nil {
		t.Error("a short key was accepted")
	}
}

func TestADerivedTokenDependsOnEveryPartAndItsPlace(t *testing.T) {
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
