package payments

import "sync"

// keyedMutex lets one request a name through at a time, so that a double click is two requests one
// after the other.
type keyedMutex struct {
	mu    sync.Mutex
	locks map[string]*keyLock
}

type keyLock struct {
	sync.Mutex
	waiters int
}

// lock waits for its turn and returns the way out.
func (t *keyedMutex) lock(key string) (unlock func()) {
	t.mu.Lock()
	if t.locks == nil {
		t.locks = map[string]*keyLock{}
	}
	l := t.locks[key]
	if l == nil {
		l = &keyLock{}
		t.locks[key] = l
	}
	l.waiters++
	t.mu.Unlock()
	l.Lock()
	return func() {
		l.Unlock()
		t.mu.Lock()
		defer t.mu.Unlock()
		if l.waiters--; l.waiters == 0 {
			delete(t.locks, key)
		}
	}
}
