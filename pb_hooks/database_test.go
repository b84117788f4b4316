package hooks_test

import (
	"path/filepath"
	"testing"

	"github.com/pocketbase/dbx"

	hooks "boardcircle/pb_hooks"
)

func TestATransactionTakesTheWriteLockWhenItStarts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	server, err := hooks.NewDatabases().Connect(path)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	command, err := dbx.Open("sqlite", path) // this connection does not wait for locks
	if err != nil {
		t.Fatal(err)
	}
	defer command.Close()
	if _, err := server.NewQuery("CREATE TABLE rows (id TEXT)").Execute(); err != nil {
		t.Fatal(err)
	}
	err = server.Transactional(func(tx *dbx.Tx) error {
		if _, err := command.NewQuery("INSERT INTO rows VALUES ('theirs')").Execute(); err == nil {
			t.Error("another process wrote during the transaction")
		}
		_, err := tx.NewQuery("INSERT INTO rows VALUES ('ours')").Execute()
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
