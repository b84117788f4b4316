package pb_migrations

import "github.com/pocketbase/pocketbase/core"

func createContentSections(app core.App) error {
	sections := core.NewBaseCollection("content_sections")
	sections.Fields.Add(
		choice("section", true, "hero", "about", "features", "membership", "testimonials", "footer"),
		line("title", 200, false),
		line("subtitle", 400, false),
		text("content", 20000, false),
		line("imageUrl", 2000, false),
		&core.BoolField{Name: "isActive", Help: "Off: visitors never see it."},
		whole("sortOrder"),
	)
	sections.AddIndex("idx_content_sections_order", false, "isActive, sortOrder, id", "")
	sections.AddIndex("idx_content_sections_sortOrder", false, "sortOrder, id", "")
	return save(app, sections)
}
