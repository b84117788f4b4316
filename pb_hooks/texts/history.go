package texts

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
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

// versionRecord is a row of the history of a text.
type versionRecord struct{ core.BaseRecordProxy }

// saveVersion saves the row of a text, and a version of it. Drafts that one editor saves within a sitting are one
// version and one entry in the audit log, so that an automatic save does not fill them.
func (t *Texts) saveVersion(tx core.App, by audit.Actor, action string, c *change, state State, value string) error {
	latest, err := findLatestVersion(tx, c.row.key(), c.row.language())
	if err != nil {
		return err
	}
	isSameSitting := state == stateDraft && latest != nil && State(latest.GetString("state")) == stateDraft &&
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
	if database.IsMissing(err) {
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

// Version is an earlier state of a text.
type Version struct {
	ID    string     `json:"id"`
	State State      `json:"state"`
	By    string     `json:"by"`
	At    httpx.Time `json:"at"`
}

// findPublishedVersion returns the id of the version that visitors see now.
func findPublishedVersion(app core.App, r *textRecord) (id string, err error) {
	err = app.DB().Select("id").From(versionsTable).Where(dbx.HashExp{
		"key": r.key(), "language": string(r.language()), "state": string(statePublished),
	}).OrderBy("at DESC", "rowid DESC").Limit(1).Row(&id)
	return id, database.Wrap("find published version of text "+r.key(), err)
}
