package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The texts that the automations' e-mails were written with, each once: an e-mail names its own, so that it is shown as it
// was sent.
func init() {
	m.Register(func(app core.App) error {
		texts := core.NewBaseCollection("automation_texts")
		texts.Fields.Add(
			lineField("name", 40, true),
			lineField("subject", 200, false),
			lineField("preheader", 200, false),
			textField("content", 20_000, false),
		)
		return saveCollection(app, texts)
	}, func(app core.App) error {
		texts, err := app.FindCollectionByNameOrId("automation_texts")
		if err != nil {
			return err
		}
		return app.Delete(texts)
	})
}
