package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A campaign keeps the account that has started it, because its name may change. Of one that waits for its approval the
// audit log knows it.
func init() {
	m.Register(func(app core.App) error {
		err := changeCollections(app, map[string]func(*core.Collection){
			"email_campaigns": func(c *core.Collection) { c.Fields.Add(lineField("startedByKey", 60, false)) },
		})
		if err != nil {
			return err
		}
		return execute(app, `UPDATE email_campaigns SET startedByKey = coalesce((
			SELECT actorKind || ':' || actorId FROM audit_log
			WHERE action = 'campaign.submitted' AND subjectId = email_campaigns.id ORDER BY at DESC LIMIT 1), '') WHERE status = 'awaiting'`)
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){
			"email_campaigns": func(c *core.Collection) { c.Fields.RemoveByName("startedByKey") },
		})
	})
}
