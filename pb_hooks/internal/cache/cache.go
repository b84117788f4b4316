// Package cache holds values until the data behind them changes.
package cache

import (
	"sync"
	"sync/atomic"
)

// Value is a cached value:
//
//	empty ──Get──> filled ──Invalidate──> empty
//
// A value that was read before an Invalidate is not cached after it, so a slow reader cannot restore old data. Safe for
// concurrent use. The zero Value is empty.
type Value[T any] struct {
	current atomic.Pointer[entry[T]]
}

type entry[T any] struct {
	value    T
	isFilled bool
}

// Get returns the cached value. If none exists, it calls read and caches the result, unless that is an error.
func (v *Value[T]) Get(read func() (T, error)) (T, error) {
	before := v.current.Load()
	if before != nil && before.isFilled {
		return before.value, nil
	}
	value, err := read()
	if err == nil {
		v.current.CompareAndSwap(before, &entry[T]{value, true}) // fails after an Invalidate
	}
	return value, err
}

// Invalidate empties the cache. Call it after the change is committed.
func (v *Value[T]) Invalidate() { v.current.Store(&entry[T]{}) }

// Versioned caches values by key for one version of their data, such as the data_version of SQLite. Putting a value of
// another version removes all earlier values. It is safe for concurrent use. The zero Versioned is empty.
type Versioned[T any] struct {
	mu      sync.Mutex
	version int64
	values  map[string]T
}

// Get returns the value of a key, if it was put with the same version.
func (v *Versioned[T]) Get(version int64, key string) (value T, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.version == version {
		value, ok = v.values[key]
	}
	return value, ok
}

// Put caches a value. Read the version before the value, so that a value is never older than its version. If the cache
// has limit values, Put first removes all of them.
func (v *Versioned[T]) Put(version int64, key string, value T, limit int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.version != version || v.values == nil || len(v.values) >= limit {
		v.version, v.values = version, map[string]T{}
	}
	v.values[key] = value
}
