package replication_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestAdminsSeeTheReplicationAndTheHealthCheckTellsItToSuperusersAlone(t *testing.T) {
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
		time.Sleep(10 * time.Millisecond) // its process is being started
	}
	view := admin.Get("/api/admin/replication").JSON
	if view["state"] != "replicating" || view["destination"] != "file://"+folder || view["syncedAt"] == "" || view["lastError"] != "" {
		t.Errorf("%v", view)
	}

	for _, visitor := range []*testapp.Visitor{h.Visitor(), admin} {
		if got := visitor.Get("/api/health"); got.Status != 200 || got.Body != `{"message":"API is healthy.","code":200,"data":{}}`+"\n" {
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
	if err := json.Unmarshal([]byte(got.Body), &health); err != nil || got.Status != 200 || health.Code != 200 || !health.Data.CanBackup ||
		health.Data.Replication.State != "replicating" {
		t.Errorf("%v: %d %s", err, got.Status, got.Body)
	}
}
