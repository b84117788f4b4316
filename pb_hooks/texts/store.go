package texts

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
)

// The tables of this feature.
const (
	textsTable    = "texts"
	versionsTable = "text_versions"
)

// textRecord is the row of a text that was changed. A text without a row has its built-in value.
type textRecord struct{ core.BaseRecordProxy }

func newTextRecord(record *core.Record) *textRecord {
	r := &textRecord{}
	r.SetProxyRecord(record)
	return r
}

func (r *textRecord) key() string               { return r.GetString("key") }
func (r *textRecord) language() Language        { return Language(r.GetString("language")) }
func (r *textRecord) version() int              { return r.GetInt("version") }
func (r *textRecord) isPublished() bool         { return r.GetBool("isPublished") }
func (r *textRecord) published() string         { return r.GetString("published") }
func (r *textRecord) hasDraft() bool            { return r.GetBool("hasDraft") }
func (r *textRecord) draft() string             { return r.GetString("draft") }
func (r *textRecord) publishAt() types.DateTime { return r.GetDateTime("publishAt") }
func (r *textRecord) updatedBy() string         { return r.GetString("updatedBy") }
func (r *textRecord) changedAt() types.DateTime { return r.GetDateTime("changedAt") }

// source returns the English text that was translated.
func (r *textRecord) source() string { return r.GetString("source") }

// setSource stores which English text a translation was made from.
func (r *textRecord) setSource(s *snapshot, path string, n *node) {
	if s.language != English {
		r.Set("source", s.englishValue(path, n))
	}
}

// setDraft stores a draft, or removes it if it is what visitors see.
func (r *textRecord) setDraft(value, builtIn string) {
	shown := builtIn
	if r.isPublished() {
		shown = r.published()
	}
	if value == shown {
		r.discard()
		return
	}
	r.Set("draft", value)
	r.Set("hasDraft", true)
}

func (r *textRecord) discard() {
	r.Set("draft", "")
	r.Set("hasDraft", false)
	r.Set("publishAt", "")
}

// schedule sets when the draft is published.
func (r *textRecord) schedule(at time.Time) { r.Set("publishAt", database.DateTime(at)) }

// reset restores the built-in text and removes the draft.
func (r *textRecord) reset() {
	r.discard()
	r.Set("published", "")
	r.Set("isPublished", false)
}

// override publishes a text, even one that equals the built-in text.
func (r *textRecord) override(value string) {
	r.Set("published", value)
	r.Set("isPublished", true)
}

// sortOrder returns the position of the section that the text belongs to.
func (r *textRecord) sortOrder() int { return r.GetInt("sortOrder") }

func (r *textRecord) setSortOrder(position int) { r.Set("sortOrder", position) }

// publish makes the draft what visitors see.
func (r *textRecord) publish(builtIn string) {
	r.Set("isPublished", r.draft() != builtIn)
	r.Set("published", "")
	if r.isPublished() {
		r.Set("published", r.draft())
	}
	r.discard()
}

// rows are the rows of a page in one language, by key.
type rows map[string]*textRecord

// listRows returns the rows of a page.
func listRows(app core.App, page Page, language Language) (rows, error) {
	var records []*textRecord
	err := app.RecordQuery(textsTable).AndWhere(dbx.NewExp("key >= {:from} AND key < {:to} AND language = {:language}",
		dbx.Params{"from": string(page) + ".", "to": string(page) + "/", "language": string(language)})).All(&records)
	if err != nil {
		return nil, database.Wrap("list texts of "+string(page), err)
	}
	byKey := rows{}
	for _, r := range records {
		byKey[r.key()] = r
	}
	return byKey, nil
}

// findOrNewRow returns the row of a text, or a new one.
func findOrNewRow(app core.App, key string, language Language) (*textRecord, error) {
	r := &textRecord{}
	err := app.RecordQuery(textsTable).AndWhere(dbx.HashExp{"key": key, "language": string(language)}).Limit(1).One(r)
	if err == nil {
		return r, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, database.Wrap("find text "+key, err)
	}
	c, err := app.FindCachedCollectionByNameOrId(textsTable)
	if err != nil {
		return nil, err
	}
	r = newTextRecord(core.NewRecord(c))
	r.Load(map[string]any{"key": key, "language": string(language)})
	return r, nil
}

// save increases the version of a row, saves it and records what changed.
func (t *Texts) save(tx core.App, by audit.Actor, action string, r *textRecord) error {
	r.Set("version", r.version()+1)
	r.Set("updatedBy", by.Name)
	r.Set("changedAt", database.DateTime(t.Clock()))
	if action == "" {
		return database.Wrap("save text "+r.key(), tx.Save(r))
	}
	return database.Wrap("save text "+r.key(), t.Audit.Save(tx, by, action, r.Record))
}

// listDue returns the rows whose time to be published has come.
func listDue(app core.App, now time.Time) (due []*textRecord, err error) {
	err = app.RecordQuery(textsTable).AndWhere(dbx.NewExp("publishAt != '' AND publishAt <= {:now}",
		dbx.Params{"now": database.FormatTime(now)})).OrderBy("key").All(&due)
	return due, database.Wrap("list scheduled texts", err)
}

// sectionsView is the view of the texts as content sections. The migration that creates it explains it.
const sectionsView = "content_sections"

// listSections returns the sections in their order.
func listSections(app core.App, withInactive bool) ([]Section, error) {
	query := app.DB().Select().From(sectionsView).OrderBy("sortOrder", "createdAt", "id")
	if !withInactive {
		query.AndWhere(dbx.HashExp{"isActive": true})
	}
	sections := []Section{}
	return sections, database.Wrap("list sections", query.All(&sections))
}

// findSection returns a section with its block, or errSectionNotFound.
func findSection(app core.App, id string) (s Section, b block, err error) {
	if err = app.DB().Select().From(sectionsView).Where(dbx.HashExp{"id": id}).One(&s); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = errSectionNotFound
		}
		return s, b, database.Wrap("find section "+id, err)
	}
	row := &textRecord{}
	if err = app.RecordQuery(textsTable).AndWhere(dbx.HashExp{"id": id}).Limit(1).One(row); err != nil {
		return s, b, database.Wrap("find section "+id, err)
	}
	return s, blockOfKey(row.key()), nil
}

// findSectionOf returns the section of a block whose keys start with a prefix.
func findSectionOf(app core.App, prefix string) (s Section, err error) {
	keys := []any{}
	for _, name := range sectionFields {
		keys = append(keys, prefix+"."+name)
	}
	var id string
	err = app.DB().Select("id").From(textsTable).Where(dbx.HashExp{"key": keys, "language": string(English)}).
		OrderBy("createdAt", "id").Limit(1).Row(&id)
	if err == nil {
		err = app.DB().Select().From(sectionsView).Where(dbx.HashExp{"id": id}).One(&s)
	}
	return s, database.Wrap("find section of "+prefix, err)
}

// ShowsPicture reports whether a text, a draft or an earlier version shows the picture at an address.
func ShowsPicture(app core.App, address string) (shows bool, err error) {
	err = app.DB().NewQuery(`SELECT EXISTS (SELECT 1 FROM texts WHERE instr(published || ' ' || draft, {:address}) > 0)
		OR EXISTS (SELECT 1 FROM text_versions WHERE instr(value, {:address}) > 0)`).
		Bind(dbx.Params{"address": address}).Row(&shows)
	return shows, database.Wrap("find texts with a picture", err)
}
