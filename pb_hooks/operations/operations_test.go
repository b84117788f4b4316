package operations_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/testapp"
)

// fail stores n failed jobs that send emails.
func fail(t *testing.T, h *testapp.App, n int) {
	t.Helper()
	for i := range n {
		if err := h.Jobs.Enqueue(
			h.PB, jobs.Job{Type: "mail.send", Key: fmt.Sprintf("deleted%d", i), RunAt: h.Clock.Now()},
		); err != nil {
			t.Fatal(err)
		}
	}
	_, err := h.PB.NonconcurrentDB().Update("jobs", dbx.Params{
		"state": "failed", "runAt": "", "error": "broken", "attempts": 3, "failedAt": "2026-08-03 06:00:00.000Z",
	}, dbx.HashExp{"type": "mail.send"}).Execute()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAdminsSeeTheQueueAndRetryAFailedJob(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	fail(t, h, 3)
	if answer := admin.Get("/api/jobs"); answer.Status != 200 ||
		!strings.Contains(answer.Body, `"type":"mail.send","queued":0,"due":0,"running":0,"failed":3`) {
		t.Errorf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	seen := map[string]bool{}
	for path, pages := "/api/jobs/failed?perPage=2&type=mail.send", 0; path != ""; pages++ {
		answer := admin.Get(path)
		list, _ := answer.JSON["jobs"].([]any)
		if answer.Status != 200 || len(list) == 0 || pages > 1 {
			t.Fatalf("page %d: status = %d, want 200: %s", pages, answer.Status, answer.Body)
		}
		for _, job := range list {
			seen[job.(map[string]any)["id"].(string)] = true
		}
		path = ""
		if next := answer.JSON["next"].(string); next != "" {
			path = "/api/jobs/failed?perPage=2&after=" + next
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d jobs on two pages, want 3", len(seen))
	}
	for id := range seen {
		if answer := admin.Post("/api/jobs/"+id+"/retry", nil); answer.Status != 204 {
			t.Errorf("status = %d, want 204: %s", answer.Status, answer.Body)
		}
		if answer := admin.Post("/api/jobs/"+id+"/retry", nil); answer.Status != 404 {
			t.Errorf("a retry of a job that has not failed: status = %d, want 404: %s", answer.Status, answer.Body)
		}
	}
	if n, err := h.PB.CountRecords("audit_log"); err != nil || n != 3 {
		t.Errorf("%d entries in the audit log, want 3: %v", n, err)
	}
	h.Drain() // the emails do not exist, so there is nothing to send
	if n, err := h.PB.CountRecords("jobs"); err != nil || n != 0 {
		t.Errorf("%d jobs are left, want none: %v", n, err)
	}
	for _, query := range []string{"?perPage=0", "?perPage=x", "?after=x", "?after=1"} {
		if answer := admin.Get("/api/jobs/failed" + query); answer.Status != 400 {
			t.Errorf("%s: status = %d, want 400", query, answer.Status)
		}
	}
}
