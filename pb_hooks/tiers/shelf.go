package tiers

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// listCache keeps the public list between changes:
//
//	empty ──read──> filled ──change──> empty
//
// Each change begins a new edition. A list that was read in one edition is not put on the shelf of
// the next, so a slow reader can't bring back what a change has just overtaken.
type listCache struct {
	mu         sync.Mutex
	generation int
	list       *cachedResponse
	// listeners are told of each change, after the shelf is empty.
	listeners []func()
}

// cachedResponse is the public list as it is sent.
type cachedResponse struct {
	body json.RawMessage
	etag string
}

func (s *listCache) get() (*cachedResponse, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list, s.generation
}

func (s *listCache) set(list *cachedResponse, generation int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if generation == s.generation {
		s.list = list
	}
}

func (s *listCache) invalidate() {
	s.mu.Lock()
	s.generation++
	s.list = nil
	listeners := slices.Clone(s.listeners)
	s.mu.Unlock()
	for _, notify := range listeners {
		notify()
	}
}

// OnChange has a function called after each change of what is on sale.
func (p *Tiers) OnChange(fn func()) {
	p.cache.mu.Lock()
	defer p.cache.mu.Unlock()
	p.cache.listeners = append(p.cache.listeners, fn)
}

// invalidateOnChange empties the shelf after each commit that touches a tier, or the settings: the GST
// rate and the purchase gate are in the list.
func (p *Tiers) invalidateOnChange() {
	changed := func(e *core.RecordEvent) error {
		p.cache.invalidate()
		return e.Next()
	}
	for _, name := range []string{collection, "settings"} {
		p.app.OnRecordAfterCreateSuccess(name).BindFunc(changed)
		p.app.OnRecordAfterUpdateSuccess(name).BindFunc(changed)
		p.app.OnRecordAfterDeleteSuccess(name).BindFunc(changed)
	}
}

// publicList returns the list of the active tiers, from the shelf where it is there.
func (p *Tiers) publicList() (*cachedResponse, error) {
	list, generation := p.cache.get()
	if list != nil {
		return list, nil
	}
	tiers, err := p.listTiers(activeOnly)
	if err != nil {
		return &cachedResponse{}, err
	}
	body, err := json.Marshal(tiers)
	if err != nil {
		return &cachedResponse{}, err
	}
	sum := sha256.Sum256(body)
	list = &cachedResponse{body: body, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	p.cache.set(list, generation)
	return list, nil
}
