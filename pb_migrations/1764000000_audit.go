package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The audit log: who changed, exported or opened what, from where and when. Triggers refuse
// every change of its rows, by a route, the dashboard or a command.
func init() {
	m.Register(func(app core.App) error {
		log := core.NewBaseCollection("audit_log")
		log.Fields.Add(
			&core.DateField{Name: "at", Required: true},
			selectField("actorKind", true, "admin", "member", "staff", "command", "nobody"),
			lineField("actorId", 15, false),
			lineField("actor", 254, false),
			lineField("address", 64, false),
			lineField("action", 60, true),
			lineField("subject", 60, false),
			lineField("subjectId", 36, false),
			lineField("label", 300, false),
			&core.JSONField{Name: "before", MaxSize: 256 << 10},
			&core.JSONField{Name: "after", MaxSize: 256 << 10},
		)
		log.AddIndex("idx_audit_log_at", false, "at, id", "")
		log.AddIndex("idx_audit_log_action", false, "action, at, id", "")
		log.AddIndex("idx_audit_log_actor", false, "actor, at, id", "")
		log.AddIndex("idx_audit_log_subjectId", false, "subjectId, at", "subjectId != ''")
		if err := saveCollection(app, log); err != nil {
			return err
		}
		return execute(app,
			`CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is not edited'); END`,
			`CREATE TRIGGER audit_log_remains BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is not shortened'); END`,
		)
	}, func(app core.App) error {
		if err := execute(app, `DROP TRIGGER audit_log_stays`, `DROP TRIGGER audit_log_remains`); err != nil {
			return err
		}
		log, err := app.FindCollectionByNameOrId("audit_log")
		if err != nil {
			return err
		}
		return app.Delete(log)
	})
}
