package cache_test

import (
	"errors"
	"testing"

	"boardcircle/pb_hooks/internal/cache"
)

func TestAValueIsReadOnceUntilItIsInvalidated(t *testing.T) {
	t.Parallel()
	var v cache.Value[int]
	reads := 0
	read := func() (int, error) { reads++; return reads, nil }
	for _, want := range []int{1, 1} {
		if got, err := v.Get(read); got != want || err != nil {
			t.Errorf("%d, %v, want %d", got, err, want)
		}
	}
	v.Invalidate()
	if got, _ := v.Get(read); got != 2 {
		t.Errorf("%d after the change, want 2", got)
	}
}

func TestASlowReaderDoesNotRestoreOldData(t *testing.T) {
	t.Parallel()
	var v cache.Value[string]
	for range 2 { // in an empty cache that was never filled, and in one that was invalidated
		got, _ := v.Get(func() (string, error) {
			v.Invalidate() // the data changes while it is read
			return "old", nil
		})
		if got != "old" {
			t.Errorf("%q, want the value that was read", got)
		}
	}
	if got, _ := v.Get(func() (string, error) { return "new", nil }); got != "new" {
		t.Errorf("%q, want new", got)
	}
}

func TestAnErrorIsNotCached(t *testing.T) {
	t.Parallel()
	var v cache.Value[int]
	if _, err := v.Get(func() (int, error) { return 0, errors.New("locked") }); err == nil {
		t.Error("no error")
	}
	if got, err := v.Get(func() (int, error) { return 1, nil }); got != 1 || err != nil {
		t.Errorf("%d, %v, want 1", got, err)
	}
}

func TestAVersionedValueIsCachedUntilTheVersionChanges(t *testing.T) {
	t.Parallel()
	var v cache.Versioned[string]
	if got, ok := v.Get(0, "a"); ok {
		t.Errorf("an empty cache has %q", got)
	}
	v.Put(1, "a", "one", 2)
	v.Put(1, "b", "two", 2)
	if got, ok := v.Get(1, "a"); got != "one" || !ok {
		t.Errorf("%q, %t, want one", got, ok)
	}
	if got, ok := v.Get(2, "a"); ok {
		t.Errorf("%q of an earlier version", got)
	}
	v.Put(1, "c", "three", 2)
	if _, ok := v.Get(1, "a"); ok {
		t.Error("the cache has more values than its limit")
	}
	v.Put(2, "a", "new", 2)
	if _, ok := v.Get(1, "c"); ok {
		t.Error("the cache has values of two versions")
	}
}
