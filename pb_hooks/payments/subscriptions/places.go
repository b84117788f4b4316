package subscriptions

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/settings"
)

// A mandate that was sold before we were registered for GST may have no state, and its next charge would have no tax
// invoice until the member states it (ledger/price.go). So each registration asks these members once.

// AskForPlacesJob is the type of the job that asks members with a mandate for their state. The key is the Unix time of
// the registration.
const AskForPlacesJob = "payments.ask-for-places"

// statePlace is the state of the email that asks a member where they are. Its period is the time of the registration.
const statePlace = "place"

// askedAtOnce is the number of mandates that one transaction looks at.
const askedAtOnce = 100

func (ss *Subscriptions) askForPlacesJobType() jobs.Type {
	return jobs.Type{Name: AskForPlacesJob, Handle: ss.handleAskForPlacesJob}
}

// bindRegistrationHook enqueues the job when we become registered for GST.
func (ss *Subscriptions) bindRegistrationHook() {
	settings.WhenChanged(ss.app, "boardcircleAskForPlaces", func(tx core.App, before, now settings.Settings) error {
		if before.Supplier().IsRegistered || !now.Supplier().IsRegistered {
			return nil
		}
		return ss.jobs.Enqueue(tx, jobs.Job{Type: AskForPlacesJob, Key: strconv.FormatInt(ss.now().Unix(), 10)})
	})
}

func (ss *Subscriptions) handleAskForPlacesJob(ctx context.Context, job jobs.Job) error {
	registeredAt, err := strconv.Atoi(job.Key)
	if err != nil {
		return fmt.Errorf("read the time of the registration: %w", err)
	}
	list, err := ListUnfinished(ss.app)
	if err != nil {
		return err
	}
	for mandates := range slices.Chunk(list, askedAtOnce) {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := ss.app.RunInTransaction(func(tx core.App) error {
			for _, s := range mandates {
				missing, err := IsPlaceMissing(tx, s)
				if err != nil {
					return err
				}
				if !missing {
					continue
				}
				if err := ss.emailOnce(tx, s, statePlace, registeredAt); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// IsPlaceMissing reports whether the next tax invoice of a mandate would have no place of supply. It is false for a
// mandate that is not charged again, and for nil.
func IsPlaceMissing(app core.App, s *Subscription) (bool, error) {
	if s == nil || !s.State().IsLive() || s.IsCancelRequested() || s.UserID() == "" {
		return false, nil
	}
	return pricing.IsPlaceMissing(app, s.UserID())
}
