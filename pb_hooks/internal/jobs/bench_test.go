package jobs_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
)

func BenchmarkJobs(b *testing.B) {
	for _, future := range []int{0, 100_000} {
		s := newSetup(b, jobs.Type{Name: "work", Concurrency: 8, Handle: func(context.Context, jobs.Job) error {
			return nil
		}})
		if future > 0 {
			s.fill(future)
		}
		b.Run("enqueue with "+strconv.Itoa(future)+" later jobs", func(b *testing.B) {
			err := s.app.RunInTransaction(func(tx core.App) error {
				for b.Loop() {
					if err := s.runner.Enqueue(
						tx, jobs.Job{Type: "work", Key: core.GenerateDefaultRandomId()},
					); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		})
		s.drain()
		b.Run("enqueue and run with "+strconv.Itoa(future)+" later jobs", func(b *testing.B) {
			for b.Loop() {
				s.enqueue(jobs.Job{Type: "work"})
				s.drain("work")
			}
		})
	}
}
