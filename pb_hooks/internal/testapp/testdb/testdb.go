// Package testdb gives each test its own app with a fresh database.
package testdb

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/gofrs/flock"
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/modules"
	_ "boardcircle/pb_migrations"
)

// notifyWatcher is the id of PocketBase's hook that watches the data directory for messages of other processes. A test
// has none, and the watcher's system call would keep a testing/synctest bubble from ever being idle.
const notifyWatcher = "__pbNotifyWatcherSystemHook__"

// collectionsHook is the id of PocketBase's hook that reads all collections at the end of a start. The start has just
// read them. Reading them takes a tenth of the time of most tests.
const collectionsHook = "__pbCollectionSystemHook__"

// New returns a migrated app with cheap password hashing, which sends email to its TestMailer. It is removed at the end
// of the test.
func New(t testing.TB) *tests.TestApp {
	t.Helper()
	dir := t.TempDir()
	if err := Copy(dir); err != nil {
		t.Fatal(err)
	}
	base, err := open(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err != nil {
		t.Fatal(err)
	}
	app := &tests.TestApp{BaseApp: base, TestMailer: &tests.TestMailer{}}
	t.Cleanup(app.Cleanup)
	app.Settings().Logs.MaxDays = 0 // requests are logged in the background, maybe after the end of the test
	app.OnMailerSend().BindFunc(func(e *core.MailerEvent) error {
		e.Mailer = app.TestMailer
		return e.Next()
	})
	return app
}

// open opens the databases of an app without PocketBase's watcher, and reads the collections once.
func open(c core.BaseAppConfig) (*core.BaseApp, error) {
	c.EncryptionEnv = "pb_test_env"
	app := core.NewBaseApp(c)
	app.OnBootstrap().Unbind(notifyWatcher, collectionsHook)
	return app, app.Bootstrap()
}

// Copy creates a data directory like New's for a program that a test starts.
func Copy(dir string) error {
	files, err := migratedFiles()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// migratedFiles returns the files of a migrated data directory. All packages share them, because the migrations take
// longer than most tests, especially under the race detector.
var migratedFiles = sync.OnceValues(func() (map[string][]byte, error) {
	dir, err := cacheDir()
	if err != nil {
		return nil, err
	}
	if files, err := readFiles(dir); err == nil {
		return files, nil
	}
	lock := flock.New(dir + ".lock")
	if err := lock.Lock(); err != nil {
		return nil, err
	}
	defer func() { _ = lock.Unlock() }()
	if files, err := readFiles(dir); err == nil {
		return files, nil // the package that held the lock has created them
	}
	temporary, err := os.MkdirTemp(filepath.Dir(dir), "new-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	if err := migrate(temporary); err != nil {
		return nil, err
	}
	if err := os.Rename(temporary, dir); err != nil {
		return nil, err
	}
	return readFiles(dir)
})

// cacheDir returns the folder for the migrated files. Its name depends on the content of the migrations, and on which of
// them the test binary has: their files may have changed since it was compiled.
func cacheDir() (string, error) {
	root, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for !exists(filepath.Join(root, "go.mod")) {
		if root == filepath.Dir(root) {
			return "", errors.New("testdb: the tests run outside the module")
		}
		root = filepath.Dir(root)
	}
	sources, err := filepath.Glob(filepath.Join(root, "pb_migrations", "*"))
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, file := range append(sources, filepath.Join(root, "go.sum"),
		filepath.Join(root, "pb_hooks/internal/testapp/testdb/testdb.go")) {
		content, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(hash, filepath.Base(file), len(content))
		hash.Write(content)
	}
	fmt.Fprintln(hash, modules.Without().IDs())
	for _, migration := range core.AppMigrations.Items() {
		fmt.Fprintln(hash, filepath.Base(migration.File))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "boardcircle-tests")
	return filepath.Join(dir, hex.EncodeToString(hash.Sum(nil)[:12])), os.MkdirAll(dir, 0o700)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// migrate runs the migrations in a data directory.
func migrate(dir string) error {
	app, err := open(core.BaseAppConfig{DataDir: dir})
	if err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	if err := lowerPasswordCost(app, "users", "admins", core.CollectionNameSuperusers); err != nil {
		return err
	}
	if err := prepareStart(app); err != nil {
		return err
	}
	return app.ResetBootstrapState()
}

// prepareStart stores what the app stores at its first start, so that the start in each test has nothing to change.
func prepareStart(app core.App) error {
	superusers, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		return err
	}
	superusers.OTP.Enabled, superusers.MFA.Enabled, superusers.MFA.Rule = true, true, ""
	if err := app.Save(superusers); err != nil {
		return err
	}
	app.Settings().Meta.AppURL = "http://boardcircle.test"
	if err := app.Save(app.Settings()); err != nil {
		return err
	}
	return switchModulesOn(app)
}

// switchModulesOn stores settings in which all modules are on and everything else has its default. The package settings
// would be an import cycle in the tests of the packages that it uses.
func switchModulesOn(app core.App) error {
	on, err := json.Marshal(modules.Without().IDs())
	if err != nil {
		return err
	}
	site := dbx.Params{"key": "site", "gstRate": 18, "reviewVotes": 1, "modulesOn": string(on)}
	_, err = app.DB().Insert("settings", site).Execute()
	return err
}

// lowerPasswordCost lowers the cost of password hashing, which is slow on purpose.
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

// SkipUnderRace skips a test under the race detector, for tests that take long in a single goroutine or in other
// processes, where races cannot be found, and for tests that measure memory, which the detector needs itself. npm test
// runs skipped tests again without the detector.
func SkipUnderRace(t testing.TB) {
	t.Helper()
	if raceEnabled {
		t.Skip("not for the race detector")
	}
}
