// Package testdb gives each test an app of its own on a fresh database.
package testdb

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/internal/database"
	_ "boardcircle/pb_migrations"
)

// New returns an app whose migrations have run and whose passwords cost little. It ends with the
// test.
func New(t testing.TB) *tests.TestApp {
	t.Helper()
	files, err := migratedFiles()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	app, err := tests.NewTestAppWithConfig(core.BaseAppConfig{DataDir: dir, EncryptionEnv: "pb_test_env", DBConnect: database.Connect})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Cleanup)
	return app
}

// migratedFiles holds the files of a data directory whose migrations have run. They run once for all
// the tests of a package: under the race detector they take most of the time.
var migratedFiles = sync.OnceValues(func() (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "boardcircle-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, EncryptionEnv: "pb_test_env"})
	if err := app.Bootstrap(); err != nil {
		return nil, err
	}
	if err := app.RunAllMigrations(); err != nil {
		return nil, err
	}
	if err := lowerPasswordCost(app, "users", "admins", core.CollectionNameSuperusers); err != nil {
		return nil, err
	}
	if err := app.ResetBootstrapState(); err != nil {
		return nil, err
	}
	return readFiles(dir)
})

// lowerPasswordCost lowers the passwords' cost, which is meant to take long.
func lowerPasswordCost(app core.App, names ...string) error {
	for _, name := range names {
		collection, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		for _, field := range collection.Fields {
			if password, ok := field.(*core.PasswordField); ok {
				password.Cost = bcrypt.MinCost
			}
		}
		if err := app.Save(collection); err != nil {
			return err
		}
	}
	return nil
}

func readFiles(dir string) (map[string][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		if files[entry.Name()], err = os.ReadFile(filepath.Join(dir, entry.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// SkipUnderRace leaves a test out under the race detector: it takes long over what happens in one
// goroutine or in other processes, where there is nothing to see, or looks at memory, where the
// detector's own is in the way. npm test runs what was left out once more, without it.
func SkipUnderRace(t testing.TB) {
	t.Helper()
	if raceEnabled {
		t.Skip("not for the race detector")
	}
}
