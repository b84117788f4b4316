package payments

import "sync"

// turnstile lets one request a name through at a time, so that a double click is two requests one
// after the other.
type turnstile struct {
	mu    sync.Mutex
	lanes map[string]*lane
}

type lane struct {
	sync.Mutex
	waiting int
}

// enter waits for its turn and returns the way out.
func (t *turnstile) enter(name string) (leave func()) {
	t.mu.Lock()
	if t.lanes == nil {
		t.lanes = map[string]*lane{}
	}
	l := t.lanes[name]
	if l == nil {
		l = &lane{}
		t.lanes[name] = l
	}
	l.waiting++
	t.mu.Unlock()
	l.Lock()
	return func() {
		l.Unlock()
		t.mu.Lock()
		defer t.mu.Unlock()
		if l.waiting--; l.waiting == 0 {
			delete(t.lanes, name)
		}
	}
}
