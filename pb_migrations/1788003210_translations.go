package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A draft of a translation stores the English text that it was made from, as the published translation does. The texts
// can be in every language of India's constitution, so that a further language needs only files.
func init() {
	change := func(app core.App, values []string, change func(texts *core.Collection)) error {
		for _, name := range []string{"texts", "text_versions"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			collection.Fields.GetByName("language").(*core.SelectField).Values = values
			if name == "texts" {
				change(collection)
			}
			if err := app.Save(collection); err != nil {
				return err
			}
		}
		return nil
	}
	m.Register(func(app core.App) error {
		values := []string{"en", "hi", "mr", "as", "bn", "brx", "doi", "gu", "kn", "kok", "ks", "mai", "ml", "mni",
			"ne", "or", "pa", "sa", "sat", "sd", "ta", "te", "ur"}
		return change(app, values, func(texts *core.Collection) {
			texts.Fields.Add(&core.TextField{Name: "draftSource", Max: 20000,
				Help: "The English text that the draft translates."})
		})
	}, func(app core.App) error {
		return change(app, []string{"en", "hi", "mr"}, func(texts *core.Collection) {
			texts.Fields.RemoveByName("draftSource")
		})
	})
}
