package testapp

import (
	"runtime"
	"sync/atomic"
	"time"
)

// MostHeld is how many bytes more than before are held at most while do runs. It looks at the
// memory of the whole process: nothing else may run.
func MostHeld(do func()) int64 {
	runtime.GC()
	start := heap()
	var most atomic.Int64
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			select {
			case <-done:
				return
			case <-time.After(250 * time.Millisecond):
				runtime.GC() // what is left is held
				most.Store(max(most.Load(), heap()-start))
			}
		}
	}()
	do()
	close(done)
	<-watched
	return most.Load()
}

func heap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
