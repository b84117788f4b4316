package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The queue of background work (package jobs). The indexes of one state are partial: they hold only
// the rows that their queries read, and those queries name the state literally.
func init() {
	m.Register(func(app core.App) error {
		jobs := core.NewBaseCollection("jobs")
		jobs.Fields.Add(
			lineField("type", 60, true),
			lineField("key", 200, true),
			selectField("state", true, "queued", "running", "failed"),
			&core.NumberField{Name: "priority", OnlyInt: true, Help: "-2 urgent, -1 high, 0 normal, 1 low."},
			&core.DateField{Name: "runAt", Help: "When it runs next. Empty while it runs, unless it was enqueued again meanwhile."},
			integerField("attempts"),
			&core.JSONField{Name: "payload", MaxSize: 1 << 20},
			&core.DateField{Name: "leaseUntil", Help: "While it runs: when it may be claimed again."},
			lineField("lease", 30, false),
			textField("error", 2000, false),
			&core.DateField{Name: "failedAt"},
		)
		jobs.AddIndex("idx_jobs_key", true, "type, key", "")
		jobs.AddIndex("idx_jobs_due", false, "type, priority, runAt", "state = 'queued'")
		jobs.AddIndex("idx_jobs_lease", false, "type, leaseUntil", "state = 'running'")
		jobs.AddIndex("idx_jobs_failed", false, "failedAt, id", "state = 'failed'")
		jobs.AddIndex("idx_jobs_failed_type", false, "type, failedAt, id", "state = 'failed'")
		return saveCollection(app, jobs)
	}, func(app core.App) error {
		jobs, err := app.FindCollectionByNameOrId("jobs")
		if err != nil {
			return err
		}
		return app.Delete(jobs)
	})
}
