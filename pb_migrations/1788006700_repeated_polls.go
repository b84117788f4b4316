package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A consultation knows which lost vote it repeats. Until then the office is reminded of the lost vote.
func init() {
	m.Register(func(app core.App) error {
		return changeCollection(app, "polls", func(c *core.Collection) {
			c.Fields.Add(&core.TextField{Name: "repeatOf", Max: 15,
				Help: "The id of the consultation whose votes were lost and that this one repeats."})
			c.AddIndex("idx_polls_repeatOf", false, "repeatOf", "repeatOf != ''")
			c.AddIndex("idx_polls_lost", false, "closedAt, id", "state = 'lost'")
		})
	}, func(app core.App) error {
		return changeCollection(app, "polls", func(c *core.Collection) {
			c.RemoveIndex("idx_polls_lost")
			c.RemoveIndex("idx_polls_repeatOf")
			c.Fields.RemoveByName("repeatOf")
		})
	})
}
