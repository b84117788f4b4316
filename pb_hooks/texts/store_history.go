package texts

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// State is what a version of a text was.
type State string

// The states.
const (
	stateDraft     State = "draft"
	statePublished State = "published"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(stateDraft, statePublished) }

// actionDrafted is the audit log's action for a save.
const actionDrafted = "text.drafted"

// versionRecord is a row of the history of a text.
type versionRecord struct{ core.BaseRecordProxy }

// saveVersion saves the row of a text, and a version of it. Drafts that one editor saves within a sitting are one
// version and one entry in the audit log, so that an automatic save does not fill them.
func (t *Texts) saveVersion(tx core.App, by audit.Actor, action string, c *change, state State, value string) error {
	latest, err := findLatestVersion(tx, c.row.key(), c.row.language())
	if err != nil {
		return err
	}
	isSameSitting := action == actionDrafted && latest != nil && State(latest.GetString("state")) == stateDraft &&
		latest.GetString("byKey") == by.Key() && t.Clock().Sub(latest.GetDateTime("at").Time()) < sitting
	if isSameSitting {
		action = ""
	}
	if err := t.save(tx, by, action, c.row); err != nil {
		return err
	}
	if !isSameSitting {
		versions, err := tx.FindCachedCollectionByNameOrId(versionsTable)
		if err != nil {
			return err
		}
		latest = &versionRecord{}
		latest.SetProxyRecord(core.NewRecord(versions))
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
	v := &versionRecord{}
	err := app.RecordQuery(versionsTable).AndWhere(dbx.HashExp{"key": key, "language": string(language)}).
		OrderBy("at DESC", "rowid DESC").Limit(1).One(v)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return v, database.Wrap("find version of text "+key, err)
}

// deleteOldVersions deletes the oldest versions beyond maxVersions, except the last published one, which is needed to
// undo a publication.
func deleteOldVersions(app core.App, r *textRecord) error {
	_, err := app.NonconcurrentDB().NewQuery(`DELETE FROM text_versions
		WHERE key = {:key} AND language = {:language} AND id NOT IN (
			SELECT id FROM text_versions WHERE key = {:key} AND language = {:language}
			ORDER BY at DESC, rowid DESC LIMIT {:most})
		AND id NOT IN (SELECT id FROM text_versions WHERE key = {:key} AND language = {:language} AND state = 'published'
			ORDER BY at DESC, rowid DESC LIMIT 2)`).
		Bind(dbx.Params{"key": r.key(), "language": string(r.language()), "most": maxVersions}).Execute()
	return database.Wrap("delete old versions of text "+r.key(), err)
}

// TextVersion is an earlier state of a text.
type TextVersion struct {
	ID        string     `json:"id"`
	State     State      `json:"state"`
	Value     Value      `json:"value"`
	IsBuiltIn httpx.Bool `json:"isBuiltIn"`
	By        string     `json:"by"`
	At        httpx.Time `json:"at"`
}

func (v *versionRecord) value() string { return v.GetString("value") }

func (v *versionRecord) view(kind Kind) TextVersion {
	return TextVersion{ID: v.Id, State: State(v.GetString("state")), Value: kind.wire(v.value()),
		IsBuiltIn: httpx.Bool(v.GetBool("isBuiltIn")), By: v.GetString("by"), At: httpx.Time(v.GetDateTime("at"))}
}

// History is GET /api/texts/{page}/history.
func (t *Texts) History() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) ([]TextVersion, error) {
		s, err := t.read(e.App, pageOf(e), languageOf(e))
		if err != nil {
			return nil, apperr.Fail(readFailed, err)
		}
		c, err := s.open(e.App, e.Request.URL.Query().Get("key"))
		if err != nil {
			return nil, apperr.Fail(readFailed, err)
		}
		records, err := listVersions(e.App, c.row.key(), c.row.language())
		versions := make([]TextVersion, len(records))
		for i, record := range records {
			versions[i] = record.view(c.node.kind)
		}
		return versions, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: tag, Summary: "List the earlier versions of a text, newest first",
		Query:  append([]httpx.Parameter{{Name: "key", Description: "The key of the text."}}, languageQuery...),
		Errors: []*apperr.Error{errPageNotFound, errTextNotFound},
	})
}

// restoreForm names a version of a text.
type restoreForm struct {
	_   struct{} `wire:"-"`
	Key string   `json:"key"`
	// Version is the version of the text that the editor has read.
	Version int `json:"version"`
	// VersionID is "" for the built-in text.
	VersionID string `json:"versionId"`
}

// Rules returns the rules of the form.
func (restoreForm) Rules() rules.Form {
	return append(saveForm{}.Rules(), rules.Field{Name: "versionId", Label: "Version", Kind: rules.Line, Max: 15})
}

// Restore is POST /api/texts/{page}/restore.
func (t *Texts) Restore() httpx.Endpoint {
	return httpx.JSON(t.restore, httpx.Doc{
		Tag: tag, Summary: "Make an earlier version or the built-in text the draft of a text",
		Description: "A version other than the current one of the text gets 409, as in a save.", Query: languageQuery,
		Errors:   []*apperr.Error{errPageNotFound, errTextNotFound, errVersionNotFound},
		Statuses: []int{http.StatusConflict},
		Example:  map[string]any{"key": "landing.hero.title", "version": 0},
	})
}

func (t *Texts) restore(e *core.RequestEvent, form restoreForm) (text Text, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		text, err = t.change(tx, pageOf(e), languageOf(e), form.Key, form.Version, func(c *change) error {
			value := c.builtIn()
			if form.VersionID != "" {
				version, err := findVersion(tx, form.VersionID, c.row)
				if err != nil {
					return err
				}
				value = version.value()
			}
			c.row.setDraft(value, c.builtIn())
			return t.saveVersion(tx, audit.RequestActor(e), "text.restored", c, stateDraft, value)
		})
		return err
	})
	return text, apperr.Fail(saveFailed, err)
}

// listVersions returns the history of a text, newest first.
func listVersions(app core.App, key string, language Language) (versions []*versionRecord, err error) {
	err = app.RecordQuery(versionsTable).AndWhere(dbx.HashExp{"key": key, "language": string(language)}).
		OrderBy("at DESC", "rowid DESC").Limit(maxVersions).All(&versions)
	return versions, database.Wrap("list versions of text "+key, err)
}

// findVersion returns errVersionNotFound if the text has no version with the id.
func findVersion(app core.App, id string, r *textRecord) (*versionRecord, error) {
	v := &versionRecord{}
	err := app.RecordQuery(versionsTable).AndWhere(dbx.HashExp{
		"id": id, "key": r.key(), "language": string(r.language()),
	}).Limit(1).One(v)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errVersionNotFound
	}
	return v, database.Wrap("find version "+id, err)
}

// findPublishedVersion returns the id of the version that visitors see now.
func findPublishedVersion(app core.App, r *textRecord) (id string, err error) {
	err = app.DB().Select("id").From(versionsTable).Where(dbx.HashExp{
		"key": r.key(), "language": string(r.language()), "state": string(statePublished),
	}).OrderBy("at DESC", "rowid DESC").Limit(1).Row(&id)
	return id, database.Wrap("find published version of text "+r.key(), err)
}
