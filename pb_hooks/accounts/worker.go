package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

const (
	// requestBatchSize bounds how many requests are read at once.
	requestBatchSize = 200
	// errorBackoff is the rest when a request could not be taken.
	errorBackoff = 10 * time.Second
)

// Start begins to take reset requests, those that an earlier process has left first, until ctx
// ends or Stop is called.
func (a *Accounts) Start(ctx context.Context) {
	a.app.OnModelAfterCreateSuccess(resetRequests).Bind(&hook.Handler[*core.ModelEvent]{
		Id: "boardcircleResetRequests",
		Func: func(e *core.ModelEvent) error {
			a.worker.Wake()
			return e.Next()
		},
	})
	a.worker.Start(ctx, a.run)
}

// Stop ends the worker and waits for the request that it is taking.
func (a *Accounts) Stop() { a.worker.Stop() }

func (a *Accounts) run(ctx context.Context) {
	for ctx.Err() == nil {
		var delay time.Duration
		if err := a.Drain(ctx); err != nil && ctx.Err() == nil {
			a.app.Logger().Error("A password reset request could not be taken", "error", err)
			delay = errorBackoff
		}
		a.worker.Sleep(ctx, delay)
	}
}

// Drain takes every waiting reset request and returns. A request that fails stays, and holds up
// none of the others.
func (a *Accounts) Drain(ctx context.Context) error {
	for {
		var ids []string
		err := a.app.DB().Select("id").From(resetRequests).OrderBy("createdAt", "rowid").Limit(requestBatchSize).Column(&ids)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			err = errors.Join(err, a.processResetRequest(id))
		}
		if err != nil {
			return err
		}
	}
}
