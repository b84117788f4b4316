package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Segments of people are kept by name, for later campaigns.
func init() {
	m.Register(func(app core.App) error {
		segments := core.NewBaseCollection("segments")
		segments.Fields.Add(
			lineField("name", 100, true),
			&core.JSONField{Name: "segment", MaxSize: 32 << 10},
			lineField("createdBy", 254, false),
		)
		segments.AddIndex("idx_segments_name", true, "name COLLATE NOCASE", "")
		return saveCollection(app, segments)
	}, func(app core.App) error {
		segments, err := app.FindCollectionByNameOrId("segments")
		if err != nil {
			return err
		}
		return app.Delete(segments)
	})
}
