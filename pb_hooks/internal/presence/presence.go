// Package presence remembers who is editing which text now, so that two editors of the same text see each other. The
// browser of an editor reports every few seconds while the text is open. Nothing is stored in the database.
package presence

import (
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
)

// ttl is how long an editor is listed after their last report. A few reports may be lost without an effect.
const ttl = 30 * time.Second

// Description describes a route that reports the presence of an editor.
const Description = "An editor is listed until they report hasLeft, or until 30 seconds after their last report. " +
	"Nothing is stored. The caller is not listed."

// Form is the report of an editor.
type Form struct {
	_ struct{} `wire:"-"`
	// HasLeft reports that the editor has closed the text.
	HasLeft bool `json:"hasLeft"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form {
	return rules.Form{{Name: "hasLeft", Label: "Has left", Kind: rules.Flag, Default: "false"}}
}

// Editor is someone who edits a text.
type Editor struct {
	// Key identifies the account.
	Key  string `json:"-"`
	Name string `json:"name"`
}

// Editors are the editors of all texts. The zero value has none. It is safe for concurrent use.
type Editors struct {
	mu sync.Mutex
	// reports has the last report of each editor, by the text and the key of the editor.
	reports map[string]map[string]report
}

type report struct {
	Editor
	at time.Time
}

// Report stores the caller's report about a text, and returns the other editors of the text, sorted by name. Several
// windows of one account count as one editor.
func (s *Editors) Report(e *core.RequestEvent, text string, caller Editor, form Form, now time.Time) ([]Editor, error) {
	// Otherwise PocketBase would log each report.
	if err := apis.SkipSuccessActivityLog().Func(e); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reports == nil {
		s.reports = map[string]map[string]report{}
	}
	if s.reports[text] == nil {
		s.reports[text] = map[string]report{}
	}
	reports := s.reports[text]
	reports[caller.Key] = report{caller, now}
	maps.DeleteFunc(reports, func(key string, r report) bool {
		return now.Sub(r.at) >= ttl || form.HasLeft && key == caller.Key
	})
	others := []Editor{}
	for key, r := range reports {
		if key != caller.Key {
			others = append(others, r.Editor)
		}
	}
	slices.SortFunc(others, func(a, b Editor) int { return normal.Compare(a.Name, b.Name) })
	return others, nil
}
