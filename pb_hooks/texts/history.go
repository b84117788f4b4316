package texts

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
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

// TextVersion is an earlier state of a text.
type TextVersion struct {
	ID        string     `json:"id"`
	State     State      `json:"state"`
	Value     Value      `json:"value"`
	IsBuiltIn bool       `json:"isBuiltIn"`
	By        string     `json:"by"`
	At        httpx.Time `json:"at"`
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
			c.setDraft(value)
			return t.saveVersion(tx, audit.RequestActor(e), "text.restored", c, stateDraft, value)
		})
		return err
	})
	return text, apperr.Fail(saveFailed, err)
}
