package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The texts of e-mails that admins have changed, each with its versions. A text that is built in again keeps its row, for
// the number of its versions goes on.
func init() {
	wording := func(c *core.Collection) {
		c.Fields.Add(
			lineField("key", 80, true),
			&core.NumberField{Name: "version", OnlyInt: true, Required: true},
			&core.BoolField{Name: "isBuiltIn"},
			lineField("subject", 250, false), lineField("preview", 250, false), lineField("footnote", 600, false),
			textField("body", 20_000, false),
			lineField("changedBy", 254, false),
		)
	}
	m.Register(func(app core.App) error {
		texts := core.NewBaseCollection("email_texts")
		wording(texts)
		texts.AddIndex("idx_email_texts_key", true, "key", "")
		if err := saveCollection(app, texts); err != nil {
			return err
		}
		versions := core.NewBaseCollection("email_text_versions")
		wording(versions)
		versions.AddIndex("idx_email_text_versions_key", true, "key, version", "")
		return saveCollection(app, versions)
	}, func(app core.App) error {
		for _, name := range []string{"email_texts", "email_text_versions"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return nil
	})
}
