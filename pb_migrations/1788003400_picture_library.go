package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The uploaded pictures become a library: each has a description, a credit and a focal point, and its file can be
// replaced. Pictures that were uploaded before get the description of a text that shows them.
func init() {
	fields := []core.Field{
		&core.TextField{
			Name: "hash", Help: "The hash of the current file. It is part of the addresses of the picture's sizes.",
			Max: 40, Pattern: `^[a-z0-9]*$`,
		},
		lineField("fileName", 120, false),
		lineField("alt", 300, false),
		&core.BoolField{Name: "isDecorative", Help: "On: the picture has no description, because it says nothing."},
		lineField("credit", 200, false),
		percentField("focusX"),
		percentField("focusY"),
	}
	m.Register(func(app core.App) error {
		images, err := app.FindCollectionByNameOrId("images")
		if err != nil {
			return err
		}
		images.Fields.Add(fields...)
		images.AddIndex("idx_images_hash", false, "hash", "")
		images.AddIndex("idx_images_createdAt", false, "createdAt, id", "")
		if err := app.Save(images); err != nil {
			return err
		}
		_, err = app.DB().NewQuery(`UPDATE images SET hash = substr(name, 1, instr(name, '.') - 1), focusX = 50, focusY = 30,
			alt = coalesce((SELECT substr(json_extract(published, '$.alt'), 1, 300) FROM texts
				WHERE published LIKE '{"image":"/images/' || images.name || '"%' AND json_valid(published)
				ORDER BY updatedAt DESC LIMIT 1), '')`).Execute()
		return err
	}, func(app core.App) error {
		images, err := app.FindCollectionByNameOrId("images")
		if err != nil {
			return err
		}
		images.RemoveIndex("idx_images_hash")
		images.RemoveIndex("idx_images_createdAt")
		for _, field := range fields {
			images.Fields.RemoveByName(field.GetName())
		}
		return app.Save(images)
	})
}

// percentField is a whole number from 0 to 100.
func percentField(name string) core.Field {
	return &core.NumberField{Name: name, Min: types.Pointer(0.0), Max: types.Pointer(100.0), OnlyInt: true}
}
