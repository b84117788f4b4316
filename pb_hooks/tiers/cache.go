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
// Each change begins a new generation. A list that was read in one generation is not cached in the next,
// so a slow reader cannot bring back a list that a change has replaced.
type listCache struct {
	mu         sync.Mutex
	generation int
	list       *cachedResponse
	// listeners are called after each change, when the cache is empty.
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

// OnChange registers a function that is called after each change of the tiers on sale.
func (p *Tiers) OnChange(fn func()) {
	p.cache.mu.Lock()
	defer p.cache.mu.Unlock()
	p.cache.listeners = append(p.cache.listeners, fn)
}

// invalidateOnChange empties the cache after each commit that touches a tier or the settings, because the
// list holds the GST rate and whether a purchase needs approval.
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

// publicList returns the list of the active tiers, from the cache if possible.
func (p *Tiers) publicList() (*cachedResponse, error) {
	cached, generation := p.cache.get()
	if cached != nil {
		return cached, nil
	}
	tiers, err := list(p.app, false)
	if err != nil {
		return &cachedResponse{}, err
	}
	body, err := json.Marshal(tiers)
	if err != nil {
		return &cachedResponse{}, err
	}
	sum := sha256.Sum256(body)
	cached = &cachedResponse{body: body, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	p.cache.set(cached, generation)
	return cached, nil
}
