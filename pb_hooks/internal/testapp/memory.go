package testapp

import (
	"runtime"
	"sync/atomic"
	"time"
)

// PeakHeap returns the maximum growth of the live heap in bytes while do runs. It measures the whole process, so
// nothing else may run.
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
				runtime.GC() // so that only live memory is counted
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
