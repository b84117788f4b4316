package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The sections that an earlier release stored as drafts, because they were not active, are inactive sections. Visitors
// see the same page as before.
func init() {
	m.Register(func(app core.App) error { return setSectionsView(app, sectionsWithDrafts) },
		func(app core.App) error { return setSectionsView(app, sectionsWithSwitches) })
}

// sectionsWithDrafts is sectionsWithSwitches with the blocks without published texts that an upgrade moved to drafts.
// No editor has written those, so they have no updatedBy.
const sectionsWithDrafts = `SELECT b.id AS id, CAST(b.section AS TEXT) AS section, CAST(b.title AS TEXT) AS title,
	CAST(b.subtitle AS TEXT) AS subtitle, CAST(b.content AS TEXT) AS content, CAST(b.imageUrl AS TEXT) AS imageUrl,
	CAST(b.isActive AS BOOL) AS isActive, CAST(b.sortOrder AS INT) AS sortOrder, CAST(b.createdAt AS TEXT) AS createdAt,
	CAST(b.updatedAt AS TEXT) AS updatedAt
FROM (
	SELECT s.*,
		NOT s.isOff AND NOT EXISTS (SELECT 1 FROM json_each(l.published) i
			WHERE json_extract(i.value, '$.id') = s.item AND json_extract(i.value, '$.isHidden') IN ('true', 1)) AS isActive
	FROM (
		SELECT g.*, substr(g.list, 1, length(g.list) - 1) AS listKey,
			substr(g.block, length(g.list) + 1, length(g.block) - length(g.list) - 1) AS item
		FROM (
			SELECT substr(MIN(t.createdAt || t.id), 25) AS id, t.block AS block,
				rtrim(rtrim(t.block, '.'), replace(t.block, '.', '')) AS list,
				CASE
					WHEN t.block = 'landing.hero.' THEN 'hero'
					WHEN t.block = 'landing.membership.' THEN 'membership'
					WHEN t.block = 'site.footer.' THEN 'footer'
					WHEN t.block = 'landing.about.heading.' OR t.block GLOB 'landing.about.cards.*' THEN 'about'
					WHEN t.block = 'landing.features.heading.' OR t.block GLOB 'landing.features.cards.*' THEN 'features'
					WHEN t.block = 'landing.testimonials.heading.' OR t.block GLOB 'landing.testimonials.cards.*'
						THEN 'testimonials'
				END AS section,
				MAX(CASE WHEN t.field = 'title' THEN t.value ELSE '' END) AS title,
				MAX(CASE WHEN t.field = 'subtitle' THEN t.value ELSE '' END) AS subtitle,
				MAX(CASE WHEN t.field = 'body' THEN t.value ELSE '' END) AS content,
				MAX(CASE WHEN t.field = 'image' AND json_valid(t.value) THEN json_extract(t.value, '$.image') ELSE '' END)
					AS imageUrl,
				NOT MAX(t.isPublished) OR MAX(t.field = 'isActive' AND t.value = 'false') AS isOff,
				MAX(t.isPublished OR t.value != '') AS isSet,
				MAX(t.sortOrder) AS sortOrder, MIN(t.createdAt) AS createdAt, MAX(t.updatedAt) AS updatedAt
			FROM (
				SELECT r.*,
					CASE
						WHEN r.isPublished THEN r.published
						WHEN r.hasDraft AND r.updatedBy = '' AND NOT MAX(r.isPublished) OVER (PARTITION BY r.block)
							THEN r.draft
						ELSE ''
					END AS value
				FROM (
					SELECT id, createdAt, updatedAt, sortOrder, isPublished, published, hasDraft, draft, updatedBy,
						rtrim(key, replace(key, '.', '')) AS block,
						substr(key, length(rtrim(key, replace(key, '.', ''))) + 1) AS field
					FROM texts WHERE language = 'en'
				) r
				WHERE r.field IN ('title', 'subtitle', 'body', 'image', 'isActive')
			) t
			GROUP BY t.block
		) g
		WHERE g.section IS NOT NULL AND g.isSet
	) s
	LEFT JOIN texts l ON l.key = s.listKey AND l.language = 'en' AND l.isPublished
	WHERE l.id IS NULL
		OR EXISTS (SELECT 1 FROM json_each(l.published) i WHERE json_extract(i.value, '$.id') = s.item)
) b`
