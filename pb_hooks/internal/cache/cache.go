// Package cache holds values until the data behind them changes.
package cache

import "sync/atomic"

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
