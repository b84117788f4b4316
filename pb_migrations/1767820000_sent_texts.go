package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The texts that the product's e-mails were composed with, each once: the batch of an e-mail names its own, so that the
// e-mail is shown as it was sent. The batches from before name none.
func init() {
	m.Register(func(app core.App) error {
		texts := core.NewBaseCollection("email_sent_texts")
		texts.Fields.Add(
			lineField("key", 80, true),
			lineField("subject", 250, false), lineField("preview", 250, false), lineField("footnote", 600, false),
			textField("body", 20_000, false),
		)
		if err := saveCollection(app, texts); err != nil {
			return err
		}
		batches, err := app.FindCollectionByNameOrId("email_batches")
		if err != nil {
			return err
		}
		batches.Fields.Add(lineField("text", 15, false))
		return app.Save(batches)
	}, func(app core.App) error {
		batches, err := app.FindCollectionByNameOrId("email_batches")
		if err != nil {
			return err
		}
		batches.Fields.RemoveByName("text")
		if err := app.Save(batches); err != nil {
			return err
		}
		texts, err := app.FindCollectionByNameOrId("email_sent_texts")
		if err != nil {
			return err
		}
		return app.Delete(texts)
	})
}
