package texts

import (
	"cmp"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// presenceTTL is how long an editor counts as present after their last report.
const presenceTTL = 30 * time.Second

// presence is an editor on a page.
type presence struct {
	Editor
	at time.Time
}

// Editor is someone who edits a page now.
type Editor struct {
	Name string `json:"name"`
	// Key is the text that they edit, or "".
	Key string `json:"key"`
}

// presenceForm is which text an editor edits.
type presenceForm struct {
	_   struct{} `wire:"-"`
	Key string   `json:"key"`
}

// Rules returns the rules of the form.
func (presenceForm) Rules() rules.Form {
	return rules.Form{{Name: "key", Label: "Key", Kind: rules.Line, Max: 200}}
}

// ReportPresence is POST /api/texts/{page}/presence.
func (t *Texts) ReportPresence() httpx.Endpoint {
	return httpx.JSON(t.reportPresence, httpx.Doc{
		Tag: tag, Summary: "Report which text the caller edits, and list the other editors of the page",
		Description: "An editor who has not reported for 30 seconds is no longer listed. Nothing is stored.",
		Errors:      []*apperr.Error{errPageNotFound}, Example: map[string]any{"key": "landing.hero.title"},
		Unaudited: "presence stores nothing",
	})
}

func (t *Texts) reportPresence(e *core.RequestEvent, form presenceForm) ([]Editor, error) {
	page, now, caller := pageOf(e), t.Clock(), audit.RequestActor(e)
	if t.pages[page] == nil {
		return nil, errPageNotFound
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.editing[page] == nil {
		t.editing[page] = map[string]presence{}
	}
	t.editing[page][caller.Key()] = presence{Editor{caller.Name, form.Key}, now}
	others := []Editor{}
	for key, other := range t.editing[page] {
		switch {
		case now.Sub(other.at) >= presenceTTL:
			delete(t.editing[page], key)
		case key != caller.Key():
			others = append(others, other.Editor)
		}
	}
	slices.SortFunc(others, func(a, b Editor) int { return cmp.Compare(a.Name, b.Name) })
	return others, nil
}
