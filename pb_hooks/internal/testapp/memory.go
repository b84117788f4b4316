package testapp

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// PeakHeap returns the maximum growth of the live heap in bytes while do runs. It measures the whole process, so
// nothing else may run.
func PeakHeap(do func()) int64 {
	runtime.GC()
	start := liveHeap()
	var peak atomic.Int64
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(250 * time.Millisecond):
				runtime.GC()
				peak.Store(max(peak.Load(), liveHeap()-start))
			}
		}
	}()
	do()
	close(done)
	<-stopped
	return peak.Load()
}

// liveHeap returns the size of the objects that the last garbage collection found to be in use.
func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
