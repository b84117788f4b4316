package pb_migrations

import "github.com/pocketbase/pocketbase/core"

func createContentSections(app core.App) error {
	sections := core.NewBaseCollection("content_sections")
	sections.Fields.Add(
		selectField("section", true, "hero", "about", "features", "membership", "testimonials", "footer"),
		lineField("title", 200, false),
		lineField("subtitle", 400, false),
		textField("content", 20000, false),
		lineField("imageUrl", 2000, false),
		&core.BoolField{Name: "isActive", Help: "Off: visitors never see it."},
		integerField("sortOrder"),
	)
	sections.AddIndex("idx_content_sections_order", false, "isActive, sortOrder, id", "")
	sections.AddIndex("idx_content_sections_sortOrder", false, "sortOrder, id", "")
	return saveCollection(app, sections)
}
