package testapp

import (
	"os"
	"testing"
)

// CompareGolden compares a text with a golden file. With UPDATE_GOLDEN set, it writes the file first.
func CompareGolden(t *testing.T, path, got string) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the text differs from %s:\n%s", path, got)
	}
}
