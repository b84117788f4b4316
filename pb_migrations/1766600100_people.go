package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What the office keeps of a person besides what she has sent: notes, tags, and which of her accounts were merged.
func init() {
	m.Register(func(app core.App) error {
		notes := core.NewBaseCollection("person_notes")
		notes.Fields.Add(
			lineField("userId", 15, false),
			lineField("email", 254, false),
			textField("text", 4000, true),
			lineField("actorKind", 20, true),
			lineField("actorId", 15, false),
			lineField("actor", 254, false),
		)
		notes.AddIndex("idx_person_notes_userId", false, "userId", "")
		notes.AddIndex("idx_person_notes_email", false, "email", "")
		if err := saveCollection(app, notes); err != nil {
			return err
		}
		tags := core.NewBaseCollection("person_tags")
		tags.Fields.Add(lineField("userId", 15, false), lineField("email", 254, false), lineField("tag", 40, true))
		tags.AddIndex("idx_person_tags_userId", false, "userId", "")
		tags.AddIndex("idx_person_tags_email", false, "email", "")
		tags.AddIndex("idx_person_tags_tag", false, "tag", "")
		if err := saveCollection(app, tags); err != nil {
			return err
		}
		merges := core.NewBaseCollection("account_merges")
		merges.Fields.Add(
			lineField("keptId", 15, true),
			lineField("goneId", 15, true),
			lineField("goneEmail", 254, true),
			lineField("actor", 254, false),
			&core.JSONField{Name: "moved", MaxSize: 1 << 20, Help: "The ids of what was moved, by collection."},
			&core.BoolField{Name: "wasActive", Help: "Whether the account that went could sign in before."},
			&core.DateField{Name: "at", Required: true},
			&core.DateField{Name: "undoneAt"},
		)
		merges.AddIndex("idx_account_merges_keptId", false, "keptId, at", "")
		merges.AddIndex("idx_account_merges_goneId", true, "goneId", "undoneAt = ''")
		return saveCollection(app, merges)
	}, func(app core.App) error {
		for _, name := range []string{"account_merges", "person_tags", "person_notes"} {
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
