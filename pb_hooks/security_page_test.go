package hooks_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest   = regexp.MustCompile("`((?:Test|Fuzz)[A-Z][A-Za-z0-9]+)`")
	definedTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Z][A-Za-z0-9]+)\(`)
)

func TestTheTestsThatTheSecurityPageNamesExist(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	defined := map[string]bool{}
	for _, dir := range []string{".", "../pb", "../pb_migrations"} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, match := range definedTest.FindAllStringSubmatch(string(source), -1) {
				defined[match[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	named := namedTest.FindAllStringSubmatch(string(page), -1)
	if len(named) < 100 {
		t.Errorf("SECURITY.md names %d tests, want at least 100", len(named))
	}
	for _, match := range named {
		if !defined[match[1]] {
			t.Errorf("SECURITY.md names %s, which does not exist", match[1])
		}
	}
}
