package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What people want to be written to about: an opt-out from a topic is a suppression with the topic as its scope, and each
// choice, in both directions, is kept in email_choices. An e-mail tells when its reader unsubscribed with it, and when
// only a mail program's proxy has opened it.
func init() {
	m.Register(func(app core.App) error {
		choices := core.NewBaseCollection("email_choices")
		choices.Fields.Add(
			&core.EmailField{Name: "email", Required: true},
			selectField("topic", true, "news", "events", "membership"),
			&core.BoolField{Name: "wanted"},
			selectField("source", true, "link", "one-click", "account", "provider", "admin"),
			lineField("emailId", 15, false),
		)
		choices.AddIndex("idx_email_choices_email", false, "email COLLATE NOCASE, topic, createdAt", "")
		if err := saveCollection(app, choices); err != nil {
			return err
		}
		return changeCollections(app, map[string]func(*core.Collection){
			"suppressions": func(c *core.Collection) {
				c.Fields.GetByName("scope").(*core.SelectField).Values = []string{"all", "campaigns", "news", "events", "membership"}
				c.AddIndex("idx_suppressions_createdAt", false, "createdAt", "")
				c.AddIndex("idx_suppressions_scope", false, "scope, createdAt", "")
			},
			"email_logs": func(c *core.Collection) {
				c.Fields.Add(&core.DateField{Name: "proxyOpenedAt"}, &core.DateField{Name: "unsubscribedAt"})
			},
		})
	}, func(app core.App) error {
		err := execute(app, "DELETE FROM suppressions WHERE scope IN ('news', 'events', 'membership')")
		if err != nil {
			return err
		}
		err = changeCollections(app, map[string]func(*core.Collection){
			"suppressions": func(c *core.Collection) {
				c.RemoveIndex("idx_suppressions_createdAt")
				c.RemoveIndex("idx_suppressions_scope")
				c.Fields.GetByName("scope").(*core.SelectField).Values = []string{"all", "campaigns"}
			},
			"email_logs": func(c *core.Collection) {
				c.Fields.RemoveByName("proxyOpenedAt")
				c.Fields.RemoveByName("unsubscribedAt")
			},
		})
		if err != nil {
			return err
		}
		choices, err := app.FindCollectionByNameOrId("email_choices")
		if err != nil {
			return err
		}
		return app.Delete(choices)
	})
}
