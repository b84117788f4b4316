package pb_migrations

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The texts of the public pages that editors have changed, and their history. They replace the content sections, which
// become texts, and whose earlier versions become versions of texts. content_sections is a view of the texts from now
// on.
func init() {
	m.Register(func(app core.App) error {
		if err := createTables(app, textTables()); err != nil {
			return err
		}
		if err := errors.Join(moveVersions(app), moveSections(app)); err != nil {
			return fmt.Errorf("move the content sections to the texts: %w", err)
		}
		if err := deleteTables(app, sectionTables()); err != nil {
			return err
		}
		view := core.NewViewCollection("content_sections")
		view.ViewQuery = sectionsView
		return app.Save(view)
	}, func(app core.App) error {
		if err := deleteTables(app, []collection{{name: "content_sections"}}); err != nil {
			return err
		}
		if err := createTables(app, sectionTables()); err != nil {
			return err
		}
		return deleteTables(app, textTables())
	})
}

func textTables() []collection {
	language := func() core.Field { return selectField("language", true, "en", "hi", "mr") }
	return []collection{
		{
			name: "texts",
			fields: []core.Field{
				lineField("key", 200, true),
				language(),
				&core.NumberField{Name: "version", OnlyInt: true, Help: "Grows with each write."},
				textField("published", 20000, false),
				&core.BoolField{Name: "isPublished", Help: "Off: visitors see the built-in text."},
				textField("draft", 20000, false),
				&core.BoolField{Name: "hasDraft"},
				&core.DateField{Name: "publishAt", Help: "When the draft is published automatically."},
				&core.TextField{Name: "source", Max: 20000, Help: "The English text that was translated."},
				&core.NumberField{Name: "sortOrder", OnlyInt: true, Help: "The position that content_sections has."},
				lineField("updatedBy", 254, false),
				&core.DateField{Name: "changedAt"},
			},
			indexes: []index{
				{"idx_texts_key", true, "key, language", ""},
				{"idx_texts_publishAt", false, "publishAt", "publishAt != ''"},
			},
		},
		{
			name: "text_versions",
			fields: []core.Field{
				lineField("key", 200, true),
				language(),
				selectField("state", true, "draft", "published"),
				textField("value", 20000, false),
				&core.BoolField{Name: "isBuiltIn"},
				lineField("by", 254, false),
				lineField("byKey", 80, false),
				&core.DateField{Name: "at", Required: true},
			},
			indexes: []index{
				{"idx_text_versions_key", false, "key, language, at", ""},
			},
		},
	}
}

// sectionTables are the tables of the content sections and of their versions.
func sectionTables() []collection {
	names := []string{"content_sections", "content_versions"}
	return slices.DeleteFunc(siteSchema(), func(c collection) bool { return !slices.Contains(names, c.name) })
}

// sectionsView has one row for each block of the landing page or of the footer whose texts were changed, and for each
// item that was added to a list. An empty field has its built-in text. A block is the part of a key before its last
// full stop; its id is that of its oldest row.
const sectionsView = `SELECT b.id AS id, CAST(b.section AS TEXT) AS section, CAST(b.title AS TEXT) AS title,
	CAST(b.subtitle AS TEXT) AS subtitle, CAST(b.content AS TEXT) AS content, CAST(b.imageUrl AS TEXT) AS imageUrl,
	CAST(b.isActive AS BOOL) AS isActive, CAST(b.sortOrder AS INT) AS sortOrder, CAST(b.createdAt AS TEXT) AS createdAt,
	CAST(b.updatedAt AS TEXT) AS updatedAt
FROM (
	SELECT s.*,
		s.isPublished AND NOT EXISTS (SELECT 1 FROM json_each(l.published) i
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
				MAX(t.isPublished) AS isPublished, MAX(t.isPublished OR t.hasDraft) AS isSet,
				MAX(t.sortOrder) AS sortOrder, MIN(t.createdAt) AS createdAt, MAX(t.updatedAt) AS updatedAt
			FROM (
				SELECT id, createdAt, updatedAt, sortOrder, isPublished, hasDraft,
					CASE WHEN isPublished THEN published WHEN hasDraft THEN draft ELSE '' END AS value,
					rtrim(key, replace(key, '.', '')) AS block,
					substr(key, length(rtrim(key, replace(key, '.', ''))) + 1) AS field
				FROM texts WHERE language = 'en'
			) t
			WHERE t.field IN ('title', 'subtitle', 'body', 'image') GROUP BY t.block
		) g
		WHERE g.section IS NOT NULL AND g.isSet
	) s
	LEFT JOIN texts l ON l.key = s.listKey AND l.language = 'en' AND l.isPublished
	WHERE l.id IS NULL
		OR EXISTS (SELECT 1 FROM json_each(l.published) i WHERE json_extract(i.value, '$.id') = s.item)
) b`

// builtInCards are the ids of the built-in cards with their titles, in their order. A section with the title of a card
// replaced it.
var builtInCards = map[string][]struct{ id, title string }{
	"about": {
		{"policy-voice-influence", "Policy Voice & Influence"}, {"mentorship-engine", "Mentorship Engine"},
		{"research-hub", "Research Hub"},
	},
	"features": {
		{"policy-engagement", "Policy Engagement"}, {"elite-network-access", "Elite Network Access"},
		{"thought-leadership", "Thought Leadership"}, {"board-opportunities", "Board Opportunities"},
		{"expert-mentorship", "Expert Mentorship"}, {"regulatory-updates", "Regulatory Updates"},
	},
	"testimonials": {
		{"anuradha-deshmukh", "Anuradha Deshmukh"}, {"lakshmi-raghunathan", "Lakshmi Raghunathan"},
		{"farida-contractor", "Farida Contractor"},
	},
}

// movedItem is an item in the order of a list.
type movedItem struct {
	ID       string `json:"id"`
	IsHidden string `json:"isHidden"`
}

// moveSections makes texts of the content sections. Where several sections had one place, the first active one is
// moved, because only that one was shown.
func moveSections(app core.App) error {
	var sections []*core.Record
	err := app.RecordQuery("content_sections").OrderBy("isActive DESC", "sortOrder", "createdAt", "rowid").
		All(&sections)
	if err != nil {
		return err
	}
	orders := map[string][]movedItem{}
	for _, s := range sections {
		block := blockOfSection(s, s.Id)
		if list, card, isCard := strings.Cut(block, ".cards."); isCard {
			placeCard(orders, list+".cards", card, s)
		}
		if err := moveSection(app, block, s); err != nil {
			return err
		}
	}
	for list, order := range orders {
		value, err := json.Marshal(order)
		if err == nil {
			err = saveMoved(app, list, string(value), true, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// blockOfSection returns the start of the keys of a section's texts. A section without content was the heading of its
// part. The id of an item that was added to a list is that of its section.
func blockOfSection(s *core.Record, id string) string {
	section := s.GetString("section")
	cards, hasCards := builtInCards[section]
	switch {
	case section == "footer":
		return "site.footer"
	case !hasCards:
		return "landing." + section
	case s.GetString("content") == "":
		return "landing." + section + ".heading"
	}
	for _, card := range cards {
		if card.title == s.GetString("title") {
			id = card.id
		}
	}
	return "landing." + section + ".cards." + id
}

// placeCard puts the card of a section into the order of its list.
func placeCard(orders map[string][]movedItem, list, card string, s *core.Record) {
	if orders[list] == nil {
		for _, built := range builtInCards[s.GetString("section")] {
			orders[list] = append(orders[list], movedItem{built.id, "false"})
		}
	}
	hidden := fmt.Sprint(!s.GetBool("isActive"))
	for i, item := range orders[list] {
		if item.ID == card {
			orders[list][i].IsHidden = hidden
			return
		}
	}
	orders[list] = append(orders[list], movedItem{card, hidden})
}

// moveVersions makes versions of texts of the earlier versions of the sections.
func moveVersions(app core.App) error {
	var versions []*core.Record
	if err := app.RecordQuery("content_versions").OrderBy("endedAt", "rowid").All(&versions); err != nil {
		return err
	}
	for _, v := range versions {
		texts, err := textsOfSection(v)
		if err != nil {
			return err
		}
		for _, text := range texts {
			key := blockOfSection(v, v.GetString("sectionId")) + "." + text.name
			err := saveMovedVersion(app, key, text.value, v.GetString("endedBy"), v.GetDateTime("endedAt"))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// sectionText is a text of a section with the name that it has in a block.
type sectionText struct{ name, value string }

// textsOfSection returns the texts of a section or of a version that are not empty.
func textsOfSection(s *core.Record) ([]sectionText, error) {
	image := ""
	if address := s.GetString("imageUrl"); address != "" {
		value, err := json.Marshal(map[string]string{"image": address, "alt": ""})
		if err != nil {
			return nil, err
		}
		image = string(value)
	}
	texts := []sectionText{{"title", s.GetString("title")}, {"subtitle", s.GetString("subtitle")},
		{"body", s.GetString("content")}, {"image", image}}
	return slices.DeleteFunc(texts, func(t sectionText) bool { return t.value == "" }), nil
}

// moveSection makes texts of the fields of a section. A section that was not shown becomes drafts, unless it is an item
// of a list, which is hidden.
func moveSection(app core.App, block string, s *core.Record) error {
	taken, err := app.CountRecords("texts", dbx.NewExp("key GLOB {:block} || '.*'", dbx.Params{"block": block}))
	if err != nil || taken > 0 {
		return err
	}
	texts, err := textsOfSection(s)
	if err != nil {
		return err
	}
	isPublished := s.GetBool("isActive") || strings.Contains(block, ".cards.")
	for _, text := range texts {
		if err := saveMoved(app, block+"."+text.name, text.value, isPublished, s.GetInt("sortOrder")); err != nil {
			return err
		}
	}
	return nil
}

func saveMoved(app core.App, key, value string, isPublished bool, sortOrder int) error {
	texts, err := app.FindCollectionByNameOrId("texts")
	if err != nil {
		return err
	}
	row := core.NewRecord(texts)
	row.Load(map[string]any{"key": key, "language": "en", "version": 1, "isPublished": isPublished,
		"hasDraft": !isPublished, "sortOrder": sortOrder})
	row.Set(map[bool]string{true: "published", false: "draft"}[isPublished], value)
	if err := app.SaveNoValidate(row); err != nil || !isPublished {
		return err
	}
	// The next publication offers to restore this version.
	return saveMovedVersion(app, key, value, "", types.NowDateTime())
}

func saveMovedVersion(app core.App, key, value, by string, at types.DateTime) error {
	versions, err := app.FindCollectionByNameOrId("text_versions")
	if err != nil {
		return err
	}
	version := core.NewRecord(versions)
	version.Load(map[string]any{"key": key, "language": "en", "state": "published", "value": value, "by": by, "at": at})
	return app.SaveNoValidate(version)
}
