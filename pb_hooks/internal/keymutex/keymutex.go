// Package keymutex provides a mutex per key: work on the same key is serialised, work on different keys runs in
// parallel.
package keymutex

import "sync"

// Mutex holds a lock for each key that is in use. The zero value is ready to use.
type Mutex struct {
	mu    sync.Mutex
	locks map[string]*lock
}

type lock struct {
	sync.Mutex
	users int
}

// Lock waits for the key's lock and returns the function that releases it.
func (m *Mutex) Lock(key string) (unlock func()) {
	m.mu.Lock()
	if m.locks == nil {
		m.locks = map[string]*lock{}
	}
	l := m.locks[key]
	if l == nil {
		l = &lock{}
		m.locks[key] = l
	}
	l.users++
	m.mu.Unlock()
	l.Lock()
	return func() {
		l.Unlock()
		m.mu.Lock()
		defer m.mu.Unlock()
		if l.users--; l.users == 0 {
			delete(m.locks, key)
		}
	}
}
