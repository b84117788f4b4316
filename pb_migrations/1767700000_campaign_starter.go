package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A campaign keeps the account that has started it, because its name may change. One that waits for its approval does
// so anew: who has started it is known by name only.
func init() {
	m.Register(func(app core.App) error {
		err := changeCollections(app, map[string]func(*core.Collection){
			"email_campaigns": func(c *core.Collection) { c.Fields.Add(lineField("startedByKey", 60, false)) },
		})
		if err != nil {
			return err
		}
		return execute(app, "UPDATE email_campaigns SET status = 'draft', scheduledAt = '' WHERE status = 'awaiting'")
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){
			"email_campaigns": func(c *core.Collection) { c.Fields.RemoveByName("startedByKey") },
		})
	})
}
