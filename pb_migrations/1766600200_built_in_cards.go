package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// builtInCards are the titles of the cards that the site brought along until now.
var builtInCards = map[string][]string{
	"about": {"Policy Voice & Influence", "Mentorship Engine", "Research Hub"},
	"features": {"Policy Engagement", "Elite Network Access", "Thought Leadership", "Board Opportunities", "Expert Mentorship",
		"Regulatory Updates"},
	"testimonials": {"Anuradha Deshmukh", "Lakshmi Raghunathan", "Farida Contractor"},
}

// A card of their own used to hide all built-in ones of its section, and now stands beside them. Where a site has such
// cards, the built-in ones are hidden by inactive texts of their titles, so that the page stays as it is.
func init() {
	m.Register(func(app core.App) error {
		collection, err := app.FindCollectionByNameOrId("content_sections")
		if err != nil {
			return err
		}
		for section, titles := range builtInCards {
			own, err := app.FindRecordsByFilter(collection, "section = {:s} && isActive = true && content != ''", "", 0, 0, map[string]any{"s": section})
			if err != nil {
				return err
			}
			if len(own) == 0 {
				continue
			}
			for _, title := range titles {
				hiding := core.NewRecord(collection)
				hiding.Load(map[string]any{"section": section, "title": title, "isActive": false, "sortOrder": 9000})
				if err := app.Save(hiding); err != nil {
					return err
				}
			}
		}
		return nil
	}, func(app core.App) error {
		return execute(app, "DELETE FROM content_sections WHERE sortOrder = 9000 AND isActive = FALSE AND content = ''")
	})
}
