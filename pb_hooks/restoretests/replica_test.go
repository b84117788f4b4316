package restoretests_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/replication"
)

// The test binary is also the replication worker.
func TestMain(m *testing.M) {
	if replication.IsWorker(os.Args) {
		if err := replication.RunWorker(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func TestTheReplicaPassesWithTheLatestWrites(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Replica.URL = "file://" + folder }))
	if err := h.Replication.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Replication.Stop(context.Background()) })
	admin := h.SignedIn("admins", nil)
	backup(t, h, admin)
	for range 20 {
		h.CreateAccount("users", nil)
	}
	got := run(t, h, admin)
	if len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	for _, result := range got {
		if result.Outcome != "passed" {
			t.Errorf("%+v", result)
		}
		if result.Source == "replica" && (result.Rows < 21 || result.Name != "file://"+folder) {
			t.Errorf("writes from before the test are missing: %+v", result)
		}
	}

	// Damage all files. A running replication could write a sound compaction of them before the test restores.
	if err := h.Replication.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "data.db", "ltx", "*", "*.ltx"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if err := os.Truncate(file, 10); err != nil {
			t.Fatal(err)
		}
	}
	got = run(t, h, admin)
	failed := 0
	for _, result := range got[:2] {
		if result.Source == "replica" && result.Outcome == "failed" &&
			strings.Contains(result.Message, "could not be restored") {
			failed++
		}
	}
	if failed != 1 {
		t.Errorf("%+v", got)
	}
}

func TestAdminsSeeTheReplicationAndSuperusersSeeItInTheHealthCheck(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Replica.URL = "file://" + folder }))
	admin, superuser := h.SignedIn("admins", nil), h.SignedIn(core.CollectionNameSuperusers, nil)

	if view := admin.Get("/api/admin/replication").JSON; view["state"] != "stopped" || view["syncedAt"] != "" {
		t.Errorf("before the start: %v", view)
	}
	if err := h.Replication.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Replication.Stop(context.Background()) })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for err := h.Replication.Barrier(ctx); err != nil; err = h.Replication.Barrier(ctx) {
		if ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond) // the process is still starting
	}
	view := admin.Get("/api/admin/replication").JSON
	if view["state"] != "replicating" || view["destination"] != "file://"+folder || view["syncedAt"] == "" ||
		view["lastError"] != "" {
		t.Errorf("%v", view)
	}

	for _, visitor := range []*testapp.Visitor{h.Visitor(), admin} {
		if got := visitor.Get("/api/health"); got.Status != 200 ||
			got.Body != `{"message":"API is healthy.","code":200,"data":{}}`+"\n" {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	}
	got := superuser.Get("/api/health")
	var health struct {
		Code int
		Data struct {
			CanBackup   bool
			Replication struct{ State, Destination string }
		}
	}
	if err := json.Unmarshal([]byte(got.Body), &health); err != nil || got.Status != 200 || health.Code != 200 ||
		!health.Data.CanBackup ||
		health.Data.Replication.State != "replicating" {
		t.Errorf("%v: %d %s", err, got.Status, got.Body)
	}
}
