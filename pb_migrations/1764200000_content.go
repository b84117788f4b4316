package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// Adds the versions of the content sections, and the images.
func init() {
	m.Register(func(app core.App) error {
		versions := core.NewBaseCollection("content_versions")
		versions.Fields.Add(
			// no relation: the versions of a deleted section stay, so that it can be restored
			lineField("sectionId", 15, true),
			selectField("ended", true, "updated", "restored", "deleted"),
			&core.DateField{Name: "endedAt", Required: true},
			lineField("endedBy", 254, false),
			selectField("section", true, "hero", "about", "features", "membership", "testimonials", "footer"),
			lineField("title", 200, false),
			lineField("subtitle", 400, false),
			textField("content", 20000, false),
			lineField("imageUrl", 2000, false),
			&core.BoolField{Name: "isActive"},
			integerField("sortOrder"),
		)
		versions.AddIndex("idx_content_versions_section", false, "sectionId, endedAt, id", "")
		versions.AddIndex("idx_content_versions_deleted", false, "endedAt, sectionId", "ended = 'deleted'")
		if err := saveCollection(app, versions); err != nil {
			return err
		}

		images := core.NewBaseCollection("images")
		images.Fields.Add(
			&core.TextField{Name: "name", Required: true, Max: 80, Pattern: `^[a-z0-9]+\.(jpg|png)$`, Help: "The file's name in its address, made of its content."},
			// protected: only the route /images/{name} serves it, which sets its type and cache policy
			&core.FileField{Name: "file", MaxSelect: 1, MaxSize: 32 << 20, MimeTypes: []string{"image/jpeg", "image/png"}, Protected: true},
			&core.NumberField{Name: "width", OnlyInt: true, Min: types.Pointer(1.0)},
			&core.NumberField{Name: "height", OnlyInt: true, Min: types.Pointer(1.0)},
			&core.DateField{Name: "askedForAt", Required: true, Help: "When it was uploaded last; a picture that nothing shows is deleted some days later."},
		)
		images.AddIndex("idx_images_name", true, "name", "")
		images.AddIndex("idx_images_askedForAt", false, "askedForAt", "")
		return saveCollection(app, images)
	}, func(app core.App) error {
		for _, name := range []string{"images", "content_versions"} {
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
