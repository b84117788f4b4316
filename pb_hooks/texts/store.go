package texts

import (
	"cmp"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
)

// The tables of this feature.
const (
	textsCollection    = "texts"
	versionsCollection = "text_versions"
	previewsCollection = "text_previews"
	legalCollection    = "legal_versions"
)

// textRecord is the row of a text that was changed. A text without a row has its built-in value.
type textRecord struct{ core.BaseRecordProxy }

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

// source returns the English text that the published translation was made from.
func (r *textRecord) source() string { return r.GetString("source") }

// draftSource returns the English text that the draft was made from.
func (r *textRecord) draftSource() string { return r.GetString("draftSource") }

func (r *textRecord) setDraftSource(english string) { r.Set("draftSource", english) }

// translate publishes a translation of an English text and removes the draft.
func (r *textRecord) translate(value, english string) {
	r.discard()
	r.override(value)
	r.Set("source", english)
}

// isMovedDraft reports whether the draft is that of a section that an earlier release stored as inactive. No editor has
// written it.
func (r *textRecord) isMovedDraft() bool {
	return r.hasDraft() && !r.isPublished() && r.updatedBy() == ""
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
	r.Set("draftSource", "")
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

// confirmed is a problem of a text that an admin has confirmed to be right, with the text at that time.
type confirmed struct {
	Problem ProblemKind `json:"problem"`
	Text    string      `json:"text"`
}

func (r *textRecord) confirmations() []confirmed {
	return database.ReadList[confirmed](r.Record, "confirmed")
}

// isConfirmed reports whether a problem is confirmed for a text. A text without a row is not.
func (r *textRecord) isConfirmed(problem ProblemKind, text string) bool {
	return r != nil && slices.Contains(r.confirmations(), confirmed{problem, text})
}

func (r *textRecord) confirm(problem ProblemKind, text string) {
	others := slices.DeleteFunc(r.confirmations(), func(c confirmed) bool { return c.Problem == problem })
	r.Set("confirmed", append(others, confirmed{problem, text}))
}

// versionOrZero returns 0 for a text without a row.
func (r *textRecord) versionOrZero() int {
	if r == nil {
		return 0
	}
	return r.version()
}

// rows has the rows of a page in one language, by key.
type rows map[string]*textRecord

// listRows returns the rows of a page.
func listRows(app core.App, page Page, language Language) (rows, error) {
	return findRows(app, language, dbx.NewExp("key >= {:from} AND key < {:to}",
		dbx.Params{"from": string(page) + ".", "to": string(page) + "/"}))
}

// findRows returns the rows whose keys meet a condition.
func findRows(app core.App, language Language, keys dbx.Expression) (rows, error) {
	var records []*textRecord
	err := app.RecordQuery(textsCollection).AndWhere(keys).AndWhere(dbx.HashExp{"language": string(language)}).
		All(&records)
	if err != nil {
		return nil, database.Wrap("find texts", err)
	}
	byKey := rows{}
	for _, r := range records {
		byKey[r.key()] = r
	}
	return byKey, nil
}

// findOrNewRow returns the row of a text, or a new one.
func findOrNewRow(app core.App, key string, language Language) (*textRecord, error) {
	return database.FirstOrNew[textRecord](app, textsCollection, dbx.HashExp{"key": key, "language": string(language)})
}

// save increases the version of a row, saves it and records what changed.
func (t *Texts) save(tx core.App, by audit.Actor, action, place string, r *textRecord) error {
	r.Set("version", r.version()+1)
	r.Set("updatedBy", by.Name)
	r.Set("changedAt", database.DateTime(t.Clock()))
	if action == "" {
		return database.Wrap("save text "+r.key(), tx.Save(r))
	}
	return database.Wrap("save text "+r.key(), t.Audit.SaveAs(tx, by, action, place, r.Record))
}

// listDue returns the rows whose time to be published has come.
func listDue(app core.App, now time.Time) (due []*textRecord, err error) {
	err = app.RecordQuery(textsCollection).
		AndWhere(dbx.NewExp("publishAt != '' AND publishAt <= {:now}", dbx.Params{"now": database.FormatTime(now)})).
		OrderBy("key").All(&due)
	return due, database.Wrap("list scheduled texts", err)
}

// sectionsView is the view of the texts as content sections. The migration that creates it explains it.
const sectionsView = "content_sections"

// listSections returns the sections by their sort order. Those with the same one are in the order of the page, and
// those of one part in the order in which they were created.
func listSections(app core.App, withInactive bool) ([]Section, error) {
	query := app.DB().Select().From(sectionsView).OrderBy("sortOrder", "createdAt", "id")
	if !withInactive {
		query.AndWhere(dbx.HashExp{"isActive": true})
	}
	sections := []Section{}
	err := query.All(&sections)
	slices.SortStableFunc(sections, func(a, b Section) int {
		return cmp.Or(cmp.Compare(a.SortOrder, b.SortOrder),
			cmp.Compare(slices.Index(pageOrder, a.Section), slices.Index(pageOrder, b.Section)))
	})
	return sections, database.Wrap("list sections", err)
}

// findSection returns a section with its group, or errSectionNotFound.
func findSection(app core.App, id string) (s Section, g sectionGroup, err error) {
	if err = app.DB().Select().From(sectionsView).Where(dbx.HashExp{"id": id}).One(&s); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = errSectionNotFound
		}
		return s, g, database.Wrap("find section "+id, err)
	}
	row, err := database.Find[textRecord](app, textsCollection, id)
	if err != nil {
		return s, g, err
	}
	return s, groupOfKey(row.key()), nil
}

// findSectionOf returns the section of a group whose keys start with a prefix.
func findSectionOf(app core.App, prefix string) (s Section, err error) {
	keys := []any{}
	for _, name := range sectionFields {
		keys = append(keys, prefix+"."+name)
	}
	var id string
	err = app.DB().Select("id").From(textsCollection).Where(dbx.HashExp{"key": keys, "language": string(English)}).
		OrderBy("createdAt", "id").Limit(1).Row(&id)
	if err == nil {
		err = app.DB().Select().From(sectionsView).Where(dbx.HashExp{"id": id}).One(&s)
	}
	return s, database.Wrap("find section of "+prefix, err)
}

// listPagesWith returns the pages and languages in which a text or a draft contains the address of a picture.
func listPagesWith(app core.App, address string) (found []pageLanguage, err error) {
	err = app.DB().NewQuery(`SELECT DISTINCT substr(key, 1, instr(key, '.') - 1) AS page, language FROM texts
		WHERE instr(published, {:address}) > 0 OR instr(draft, {:address}) > 0 ORDER BY 1, 2`).
		Bind(dbx.Params{"address": address}).All(&found)
	return found, database.Wrap("list pages with a picture", err)
}

// isInHistory reports whether any stored text contains the address of a picture: an earlier version, a draft, or a text
// that no page shows any more.
func isInHistory(app core.App, address string) (found bool, err error) {
	err = app.DB().NewQuery(`SELECT EXISTS (SELECT 1 FROM texts WHERE instr(published || ' ' || draft, {:address}) > 0)
		OR EXISTS (SELECT 1 FROM text_versions WHERE instr(value, {:address}) > 0)`).
		Bind(dbx.Params{"address": address}).Row(&found)
	return found, database.Wrap("find a picture in the history of texts", err)
}

// createPreview stores a link to the drafts of a page.
func createPreview(tx core.App, page Page, tokenHash string, expires, now time.Time) error {
	return database.Wrap("save preview", database.Create(tx, previewsCollection, map[string]any{"page": string(page),
		"tokenHash": tokenHash, "expiresAt": database.DateTime(expires)}, now))
}

// findPreview returns the page of a link, or "" if the link is unknown or has expired.
func findPreview(app core.App, tokenHash string, now time.Time) (page Page, err error) {
	err = app.DB().Select("page").From(previewsCollection).Where(dbx.And(dbx.HashExp{"tokenHash": tokenHash},
		dbx.NewExp("expiresAt > {:now}", dbx.Params{"now": database.FormatTime(now)}))).Row(&page)
	return page, database.Wrap("find preview", database.IgnoreMissing(err))
}

// deletePreviews deletes all links to the drafts of a page.
func deletePreviews(tx core.App, page Page) error {
	_, err := tx.NonconcurrentDB().Delete(previewsCollection, dbx.HashExp{"page": string(page)}).Execute()
	return database.Wrap("delete previews", err)
}

func deleteExpiredPreviews(tx core.App, now time.Time) error {
	_, err := tx.NonconcurrentDB().Delete(previewsCollection,
		dbx.NewExp("expiresAt <= {:now}", dbx.Params{"now": database.FormatTime(now)})).Execute()
	return database.Wrap("delete expired previews", err)
}

// Publication is when a text of a page was last published in a language.
type Publication struct {
	Page     Page           `db:"page"`
	Language Language       `db:"language"`
	At       types.DateTime `db:"at"`
}

// ListPublications returns the last publication of each page and language that has one.
func (t *Texts) ListPublications(app core.App) (list []Publication, err error) {
	err = app.DB().NewQuery(`SELECT substr(key, 1, instr(key, '.') - 1) AS page, language, max(at) AS at
		FROM text_versions WHERE state = 'published' GROUP BY 1, 2`).All(&list)
	return list, database.Wrap("list the publications of texts", err)
}

// versionRecord is a row of the history of a text.
type versionRecord struct{ core.BaseRecordProxy }

// saveVersion saves the row of a text, and a version of it. Drafts that one editor saves within mergeWindow are one
// version and one entry in the audit log, so that automatic saves do not fill them.
func (t *Texts) saveVersion(tx core.App, by audit.Actor, action string, c *change, state State, value string) error {
	latest, err := findLatestVersion(tx, c.row.key(), c.row.language())
	if err != nil {
		return err
	}
	isMerged := action == actionDrafted && latest != nil && State(latest.GetString("state")) == stateDraft &&
		latest.GetString("byKey") == by.Key() && t.Clock().Sub(latest.GetDateTime("at").Time()) < mergeWindow
	if isMerged {
		action = ""
	}
	if err := t.save(tx, by, action, c.place(c.path), c.row); err != nil {
		return err
	}
	if !isMerged {
		if latest, err = database.New[versionRecord](tx, versionsCollection); err != nil {
			return err
		}
		latest.Load(map[string]any{"key": c.row.key(), "language": string(c.row.language()), "state": string(state),
			"by": by.Name, "byKey": by.Key(), "at": database.DateTime(t.Clock())})
	}
	latest.Set("value", value)
	latest.Set("isBuiltIn", value == c.builtIn())
	if err := tx.Save(latest.Record); err != nil {
		return database.Wrap("save version of text "+c.row.key(), err)
	}
	return deleteOldVersions(tx, c.row)
}

// findLatestVersion returns nil for a text without a history.
func findLatestVersion(app core.App, key string, language Language) (*versionRecord, error) {
	found, err := database.First[versionRecord](app, versionsCollection,
		dbx.HashExp{"key": key, "language": string(language)}, "at DESC", "rowid DESC")
	return found, database.IgnoreMissing(err)
}

// deleteOldVersions deletes the oldest versions beyond maxVersions, except the last published one, which is needed to
// undo a publication.
func deleteOldVersions(app core.App, r *textRecord) error {
	_, err := app.NonconcurrentDB().NewQuery(`DELETE FROM text_versions
		WHERE key = {:key} AND language = {:language} AND id NOT IN (
			SELECT id FROM text_versions WHERE key = {:key} AND language = {:language}
			ORDER BY at DESC, rowid DESC LIMIT {:most})
		AND id NOT IN (SELECT id FROM text_versions
			WHERE key = {:key} AND language = {:language} AND state = 'published'
			ORDER BY at DESC, rowid DESC LIMIT 2)`).
		Bind(dbx.Params{"key": r.key(), "language": string(r.language()), "most": maxVersions}).Execute()
	return database.Wrap("delete old versions of text "+r.key(), err)
}

func (v *versionRecord) value() string { return v.GetString("value") }

func (v *versionRecord) view(kind Kind) TextVersion {
	return TextVersion{ID: v.Id, State: State(v.GetString("state")), Value: kind.wire(v.value()),
		IsBuiltIn: v.GetBool("isBuiltIn"), By: v.GetString("by"), At: httpx.Time(v.GetDateTime("at"))}
}

// listVersions returns the history of a text, newest first.
func listVersions(app core.App, key string, language Language) (versions []*versionRecord, err error) {
	err = app.RecordQuery(versionsCollection).AndWhere(dbx.HashExp{"key": key, "language": string(language)}).
		OrderBy("at DESC", "rowid DESC").Limit(maxVersions).All(&versions)
	return versions, database.Wrap("list versions of text "+key, err)
}

// findVersion returns errVersionNotFound if the text has no version with the id.
func findVersion(app core.App, id string, r *textRecord) (*versionRecord, error) {
	found, err := database.First[versionRecord](app, versionsCollection,
		dbx.HashExp{"id": id, "key": r.key(), "language": string(r.language())})
	return found, database.IfMissing(err, errVersionNotFound)
}

// findPublishedVersion returns the id of the version that visitors see now.
func findPublishedVersion(app core.App, r *textRecord) (id string, err error) {
	err = app.DB().Select("id").From(versionsCollection).Where(dbx.HashExp{
		"key": r.key(), "language": string(r.language()), "state": string(statePublished),
	}).OrderBy("at DESC", "rowid DESC").Limit(1).Row(&id)
	return id, database.Wrap("find published version of text "+r.key(), err)
}

// legalRecord is a version of a legal page.
type legalRecord struct{ core.BaseRecordProxy }

func (r *legalRecord) version() LegalVersion {
	return LegalVersion{ID: r.Id, AppliesFrom: httpx.TimeOf(r.GetDateTime("appliesFrom").Time())}
}

func (r *legalRecord) value() string { return r.GetString("value") }

// saveLegalVersion stores a version of a legal page, unless it equals the last one. Changes within a minute are one
// version.
func (t *Texts) saveLegalVersion(app core.App, page Page, value string) error {
	from := t.Clock().Truncate(time.Minute)
	latest, err := database.First[legalRecord](app, legalCollection, dbx.HashExp{"page": string(page)},
		"appliesFrom DESC")
	switch {
	case errors.Is(err, sql.ErrNoRows):
		if firstApplies.Before(from) {
			from = firstApplies
		}
	case err != nil:
		return err
	case latest.value() == value:
		return nil
	}
	if latest == nil || latest.GetDateTime("appliesFrom").Time().Before(from) {
		if latest, err = database.New[legalRecord](app, legalCollection); err != nil {
			return err
		}
		latest.Load(map[string]any{"page": string(page), "appliesFrom": database.DateTime(from)})
	}
	latest.Set("value", value)
	return database.Wrap("save version of "+string(page), app.Save(latest.Record))
}

// listLegalVersions returns the versions of a legal page, newest first.
func listLegalVersions(app core.App, page Page) (versions []*legalRecord, err error) {
	err = app.RecordQuery(legalCollection).AndWhere(dbx.HashExp{"page": string(page)}).OrderBy("appliesFrom DESC").
		All(&versions)
	return versions, database.Wrap("list versions of "+string(page), err)
}

// findLegalVersion returns errLegalNotFound if the page has no version with the id.
func findLegalVersion(app core.App, page Page, id string) (*legalRecord, error) {
	found, err := database.First[legalRecord](app, legalCollection, dbx.HashExp{"id": id, "page": string(page)})
	return found, database.IfMissing(err, errLegalNotFound)
}
