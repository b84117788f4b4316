package hooks_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestOnlyTheOwnerCanOpenANewDataDirectory(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "pb_data")
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir})
	hooks.Register(app, hooks.Options{})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o700 {
		t.Errorf("mode = %v, want 0700", info.Mode())
	}
}

func TestEachTypeOfJobHasANameInTheConsole(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../web/src/features/operations/console/jobs.tsx")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range testapp.New(t).Jobs.Types() {
		if !bytes.Contains(page, []byte("'"+name+"': '")) {
			t.Errorf("%s has no name in jobs.tsx", name)
		}
	}
}
