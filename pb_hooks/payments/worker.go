package payments

import (
	"context"
	"time"
)

const (
	// eventBatchSize is how many events are taken up at a time.
	eventBatchSize = 50
	// maxPollInterval bounds how late the worker sees an event whose time has come.
	maxPollInterval = 30 * time.Second
)

// Start begins to heed events, until ctx ends or Stop is called.
func (p *Payments) Start(ctx context.Context) { p.worker.Start(ctx, p.run) }

// Stop ends the worker and waits for it. A call that is cut off leaves its event waiting.
func (p *Payments) Stop() { p.worker.Stop() }

// Wake tells the worker that an event has come.
func (p *Payments) Wake() { p.worker.Wake() }

// Drain heeds every event that is due and returns.
func (p *Payments) Drain(ctx context.Context) error {
	for ctx.Err() == nil {
		due, err := p.findDueEvents(eventBatchSize)
		if err != nil || len(due) == 0 {
			return err
		}
		for _, event := range due {
			if ctx.Err() != nil {
				break
			}
			if cause := p.processEvent(ctx, event); cause != nil {
				p.app.Logger().Warn("A payment event waits", "event", event.Id, "error", cause)
				if err := p.retryEventLater(event, cause); err != nil {
					return err
				}
			}
		}
	}
	return ctx.Err()
}

func (p *Payments) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := p.Drain(ctx); err != nil && ctx.Err() == nil {
			p.app.Logger().Error("The payment events could not be worked on", "error", err)
		}
		p.worker.Sleep(ctx, maxPollInterval)
	}
}
