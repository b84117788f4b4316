package keymutex

import (
	"strconv"
	"sync"
	"testing"
	"time"
)

func TestLockSerializesWorkOnOneKeyAndRemovesTheKey(t *testing.T) {
	t.Parallel()
	var m Mutex
	var all sync.WaitGroup
	counts := make([]int, 3)
	for i := range 300 {
		all.Go(func() {
			key := i % len(counts)
			defer m.Lock(strconv.Itoa(key))()
			counts[key]++
		})
	}
	all.Wait()
	for key, count := range counts {
		if count != 100 {
			t.Errorf("key %d was locked %d times, want 100", key, count)
		}
	}
	if len(m.locks) != 0 {
		t.Errorf("%d locks are left", len(m.locks))
	}
}

func TestLockOfOneKeyDoesNotWaitForAnother(t *testing.T) {
	t.Parallel()
	var m Mutex
	defer m.Lock("a")()
	locked := make(chan struct{})
	go func() {
		defer m.Lock("b")()
		close(locked)
	}()
	select {
	case <-locked:
	case <-time.After(10 * time.Second):
		t.Error("the lock of b waits for the lock of a")
	}
}
