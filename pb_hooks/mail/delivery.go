package mail

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/types"
)

const (
	// concurrency is how many calls run at a time.
	concurrency = 12
	// The worker looks at the queue at least and at most this often.
	minPoll, maxPoll = 100 * time.Millisecond, time.Minute
	// errorBackoff is the nap when the database itself fails.
	errorBackoff = 5 * time.Second
	// stopGrace is how long a stop waits for calls under way. A call cut off is no harm, only a
	// duplicate that the next start has to ask about.
	stopGrace = 3 * time.Second
)

// Start begins to send, until ctx ends or Stop is called, and carries PocketBase's own mail.
func (o *Outbox) Start(ctx context.Context) {
	o.bindPocketBaseMailer()
	if o.sender == nil {
		o.app.Logger().Warn("BREVO_API_KEY is not set: mail waits in the outbox")
		return
	}
	o.app.OnModelAfterCreateSuccess("email_logs").Bind(&hook.Handler[*core.ModelEvent]{
		Id: "boardcircleOutboxWake",
		Func: func(e *core.ModelEvent) error {
			o.Wake()
			return e.Next()
		},
	})
	o.worker.Start(ctx, o.run)
}

// Stop ends the worker and waits for the calls under way.
func (o *Outbox) Stop() { o.worker.Stop() }

// Drain sends every letter that is due and returns.
func (o *Outbox) Drain(ctx context.Context) error {
	for {
		claimed, err := o.sendBatch(ctx)
		if err != nil || claimed == 0 {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

func (o *Outbox) run(ctx context.Context) {
	calls, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopGrace, abort) })()
	for ctx.Err() == nil {
		claimed, err := o.sendBatch(calls)
		delay := time.Duration(0)
		switch {
		case err != nil:
			o.app.Logger().Error("The outbox could not be worked on", "error", err)
			delay = errorBackoff
		case claimed == 0:
			delay = o.untilNext()
		}
		if delay > 0 {
			o.worker.Sleep(ctx, delay)
		}
	}
}

// sendBatch claims some letters and calls the provider for each; it tells how many it took.
func (o *Outbox) sendBatch(ctx context.Context) (int, error) {
	if o.sender == nil {
		return 0, nil
	}
	if until, _ := o.pause.at(o.now()); !until.IsZero() {
		return 0, nil
	}
	ready, claimed, err := o.claimDue(concurrency)
	if err != nil {
		return 0, err
	}
	var calls sync.WaitGroup
	for _, c := range ready {
		calls.Go(func() { o.deliver(ctx, c) })
	}
	calls.Wait()
	if claimed > 0 {
		o.onChange()
	}
	return claimed, nil
}

// deliver writes the letter, makes the call and concludes. When the conclusion can't be stored,
// the lease runs out and the same key asks again.
func (o *Outbox) deliver(ctx context.Context, c claim) {
	message, err := o.compose(c)
	if err != nil {
		if errors.Is(err, ErrObsolete) {
			o.app.Logger().Info("A letter is no longer needed", "letter", c.ID, "kind", c.Kind)
		} else {
			o.app.Logger().Error("A letter could not be written", "letter", c.ID, "kind", c.Kind, "error", err)
		}
		err = o.recordRenderError(c, err)
	} else {
		err = o.recordResult(c, o.sender.Send(ctx, message))
	}
	if err != nil {
		o.app.Logger().Error("A letter's fate could not be stored", "letter", c.ID, "error", err)
	}
}

// untilNext is how long nothing will be due, so that an idle worker rests.
func (o *Outbox) untilNext() time.Duration {
	now := o.now()
	if until, _ := o.pause.at(now); !until.IsZero() {
		return clampPoll(until.Sub(now))
	}
	var next string
	err := o.app.DB().NewQuery(`
		SELECT COALESCE(MIN(at), '') FROM (
			SELECT MIN(nextAttemptAt) at FROM email_logs WHERE status = 'queued' AND priority < {:urgent}
			UNION ALL
			SELECT MIN(leaseUntil) FROM email_logs WHERE status = 'sending' AND priority < {:urgent})`).
		Bind(map[string]any{"urgent": campaignPriority}).Row(&next)
	if err != nil {
		return errorBackoff
	}
	at, err := types.ParseDateTime(next)
	if err != nil || at.IsZero() {
		return maxPoll
	}
	return clampPoll(at.Time().Sub(now))
}

func clampPoll(d time.Duration) time.Duration { return min(max(d, minPoll), maxPoll) }
