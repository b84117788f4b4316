package operations_test

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/operations"
)

func BenchmarkObserveRequest(b *testing.B) {
	metrics := operations.NewMetrics(operations.MetricsOptions{})
	b.ReportAllocs()
	for b.Loop() {
		metrics.ObserveRequest("GET /api/members/registered-users/{id}", 200, 3*time.Millisecond)
	}
}
