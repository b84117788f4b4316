package testapp

import (
	"runtime"
	"sync/atomic"
	"time"
)

// PeakHeap is how many bytes more than before are held at most while do runs. It looks at the
// memory of the whole process: nothing else may run.
func PeakHeap(do func()) int64 {
	runtime.GC()
	start := heap()
	var peak atomic.Int64
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(250 * time.Millisecond):
				runtime.GC() // what is left is held
				peak.Store(max(peak.Load(), heap()-start))
			}
		}
	}()
	do()
	close(done)
	<-stopped
	return peak.Load()
}

func heap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
