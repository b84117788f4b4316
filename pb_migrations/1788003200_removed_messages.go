package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The office can remove a message of a conversation. The message stays in the list without its text.
func init() {
	change := func(app core.App, change func(messages *core.Collection)) error {
		messages, err := app.FindCollectionByNameOrId("introduction_messages")
		if err != nil {
			return err
		}
		change(messages)
		return app.Save(messages)
	}
	setTextRequired := func(messages *core.Collection, isRequired bool) {
		messages.Fields.GetByName("text").(*core.TextField).Required = isRequired
	}
	m.Register(func(app core.App) error {
		return change(app, func(messages *core.Collection) {
			setTextRequired(messages, false)
			messages.Fields.Add(&core.DateField{Name: "removedAt", Help: "When the office has removed it."})
		})
	}, func(app core.App) error {
		return change(app, func(messages *core.Collection) {
			setTextRequired(messages, true)
			messages.Fields.RemoveByName("removedAt")
		})
	})
}
