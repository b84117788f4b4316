package tiers

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// shelf keeps the public list between changes:
//
//	empty ──read──> filled ──change──> empty
//
// Each change begins a new edition. A list that was read in one edition is not put on the shelf of
// the next, so a slow reader can't bring back what a change has just overtaken.
type shelf struct {
	mu      sync.Mutex
	edition int
	list    *listing
	// changed are told of each change, after the shelf is empty.
	changed []func()
}

// listing is the public list as it is sent.
type listing struct {
	body json.RawMessage
	etag string
}

func (s *shelf) look() (*listing, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list, s.edition
}

func (s *shelf) fill(list *listing, edition int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if edition == s.edition {
		s.list = list
	}
}

func (s *shelf) empty() {
	s.mu.Lock()
	s.edition++
	s.list = nil
	changed := slices.Clone(s.changed)
	s.mu.Unlock()
	for _, tell := range changed {
		tell()
	}
}

// OnChange has a function called after each change of what is on sale.
func (p *Plans) OnChange(tell func()) {
	p.shelf.mu.Lock()
	defer p.shelf.mu.Unlock()
	p.shelf.changed = append(p.shelf.changed, tell)
}

// followChanges empties the shelf after each commit that touches a tier, or the settings: the GST
// rate and the purchase gate are in the list.
func (p *Plans) followChanges() {
	changed := func(e *core.RecordEvent) error {
		p.shelf.empty()
		return e.Next()
	}
	for _, name := range []string{collection, "settings"} {
		p.app.OnRecordAfterCreateSuccess(name).BindFunc(changed)
		p.app.OnRecordAfterUpdateSuccess(name).BindFunc(changed)
		p.app.OnRecordAfterDeleteSuccess(name).BindFunc(changed)
	}
}

// public returns the list of the active tiers, from the shelf where it is there.
func (p *Plans) public() (*listing, error) {
	list, edition := p.shelf.look()
	if list != nil {
		return list, nil
	}
	tiers, err := p.tiers(activeOnly)
	if err != nil {
		return &listing{}, err
	}
	body, err := json.Marshal(tiers)
	if err != nil {
		return &listing{}, err
	}
	sum := sha256.Sum256(body)
	list = &listing{body: body, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	p.shelf.fill(list, edition)
	return list, nil
}
