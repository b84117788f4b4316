package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The results of a campaign are counted while it is being sent, from an index that has all that is counted: the e-mails
// themselves, with their parameters, are many times as much to read.
func init() {
	const name, old = "idx_email_logs_campaignResults", "idx_email_logs_campaignId"
	replace := func(app core.App, remove, add, columns string) error {
		return changeCollections(app, map[string]func(*core.Collection){
			"email_logs": func(c *core.Collection) {
				c.RemoveIndex(remove)
				c.AddIndex(add, false, columns, "campaignId != ''")
			},
		})
	}
	m.Register(func(app core.App) error {
		return replace(app, old, name, "campaignId, status, sentAt, deliveredAt, openedAt, proxyOpenedAt, clickedAt, unsubscribedAt")
	}, func(app core.App) error {
		return replace(app, name, old, "campaignId, status")
	})
}
