package worker_test

import (
	"context"
	"testing"

	"boardcircle/pb_hooks/internal/jobs/worker"
)

func TestAWorkerIsWokenAndStopped(t *testing.T) {
	t.Parallel()
	w := worker.New()
	w.Stop() // before it has started
	rounds, ended := make(chan int), false
	w.Wake() // once for all that came before
	w.Wake()
	w.Start(t.Context(), func(ctx context.Context) {
		for round := 0; ctx.Err() == nil; round++ {
			w.Sleep(ctx, 0)
			select {
			case rounds <- round:
			case <-ctx.Done():
			}
		}
		ended = true
	})
	if round := <-rounds; round != 0 {
		t.Errorf("round %d", round)
	}
	w.Wake()
	if round := <-rounds; round != 1 {
		t.Errorf("round %d", round)
	}
	w.Stop()
	if !ended {
		t.Error("Stop did not wait")
	}
}
