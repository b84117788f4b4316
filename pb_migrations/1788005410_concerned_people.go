package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An email can be about a person who must not read it in the console, such as the notice of a report about an admin.
func init() {
	change := func(app core.App, edit func(emails *core.Collection)) error {
		emails, err := app.FindCollectionByNameOrId("email_logs")
		if err != nil {
			return err
		}
		edit(emails)
		return app.Save(emails)
	}
	m.Register(func(app core.App) error {
		err := change(app, func(emails *core.Collection) {
			emails.Fields.Add(&core.TextField{Name: "concerns", Max: 15, Help: "The person who must not read this email here."})
			emails.AddIndex("idx_email_logs_concerns", false, "concerns", "concerns != ''")
		})
		if err != nil {
			return err
		}
		_, err = app.NonconcurrentDB().NewQuery(`UPDATE email_logs SET concerns = coalesce((SELECT other FROM reports
			WHERE email_logs.dedupeKey LIKE '%:' || reports.id || '%'), '')
			WHERE kind IN ('report-new', 'report-received', 'report-decided')`).Execute()
		return err
	}, func(app core.App) error {
		return change(app, func(emails *core.Collection) {
			emails.RemoveIndex("idx_email_logs_concerns")
			emails.Fields.RemoveByName("concerns")
		})
	})
}
