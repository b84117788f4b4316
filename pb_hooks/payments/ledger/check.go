package ledger

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
)

// An open transaction is checked with the provider until its window has passed. A payment link has these states at the
// provider; its reference is the id of its transaction:
//
//	(new)           -> created, partially_paid, paid, expired, cancelled
//	created         -> partially_paid, paid, expired, cancelled
//	partially_paid  -> paid, expired, cancelled
//	paid            is final
//	expired         -> paid
//	cancelled       -> paid
//
// A payment that was started in time may be captured after the link has ended.

const (
	// linkLife is how long a link can be paid.
	linkLife = 7 * 24 * time.Hour
	// minLinkLeft is the least time that a link must have left to be offered again.
	minLinkLeft = time.Hour
	// linkCheckWindow is how long a payment may still arrive: until the link expires, and then as long as for an order.
	linkCheckWindow = linkLife + CheckWindow
)

// LinkLifeOf returns how long the link of a transaction can be paid. A discounted link can be paid only while the use
// of its code is reserved.
func LinkLifeOf(t *Transaction) time.Duration {
	if t.DiscountAmount() > 0 {
		return couponHold
	}
	return linkLife
}

// minLinkLeftOf returns the least time that a link must have left to be offered again for a request.
func minLinkLeftOf(req Order) time.Duration {
	if req.Coupon.ID != "" {
		return minCouponLinkLeft
	}
	return minLinkLeft
}

// CancelLinkJob is the type of the jobs that cancel a payment link at the provider. The key is the transaction's id.
const CancelLinkJob = "payments.cancel-link"

// ApplyLink applies the provider's state of a link to its transaction. The transaction of a link that ended unpaid
// fails; a later payment still completes it.
func (l *Ledger) ApplyLink(tx core.App, t *Transaction, link Link) error {
	if t.Kind() != KindLink || t.LinkID() != "" && t.LinkID() != link.ID {
		return nil
	}
	t.setLink(link)
	ended := t.LinkState() == LinkExpired || t.LinkState() == LinkCancelled
	if ended && t.Status() == Pending && t.Attention() == "" {
		if err := t.setStatus(Failed); err != nil {
			return err
		}
	}
	return l.Save(tx, t)
}

// CancelOtherLinks cancels the buyer's other links for the same tier, so that the buyer does not pay twice.
func (l *Ledger) CancelOtherLinks(tx core.App, t *Transaction) error {
	return l.cancelLinks(tx, t.UserID(), func(other *Transaction) bool {
		return other.Id != t.Id && other.TierID() == t.TierID() && (other.Seats() > 0) == (t.Seats() > 0)
	})
}

// CancelLinksOf cancels the links that a user could still pay.
func (r *Records) CancelLinksOf(tx core.App, userID string) error {
	return r.cancelLinks(tx, userID, func(*Transaction) bool { return true })
}

func (r *Records) cancelLinks(tx core.App, userID string, isCancelled func(*Transaction) bool) error {
	open, err := listOpenLinks(tx, userID)
	if err != nil {
		return err
	}
	for _, t := range open {
		if !isCancelled(t) {
			continue
		}
		if err := r.jobs.Enqueue(tx, jobs.Job{Type: CancelLinkJob, Key: t.Id}); err != nil {
			return err
		}
	}
	return nil
}

const (
	// CheckWindow is how long a payment may still arrive after its order was made.
	CheckWindow = 6 * 24 * time.Hour
	// LaterCheckInterval is how often an order is checked after its first hour.
	LaterCheckInterval = 6 * time.Hour
)

// earlyCheckAges are the ages at which a new order is checked. Most lost callbacks are found by then.
var earlyCheckAges = []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// SyncJob is the type of the jobs that check an open transaction. The key is the transaction's id, and the job runs at
// its nextCheckAt.
const SyncJob = "payments.sync"

// ScheduleCheck sets when a transaction is checked next. A transaction that was not paid within its window fails; a
// later payment still completes it. Later charges are checked by the record of their subscription.
func (l *Ledger) ScheduleCheck(tx core.App, t *Transaction) error {
	var next time.Time
	if !t.Status().IsPaid() {
		next = nextOrderCheck(t.CreatedAt().Time(), l.now(), t.Kind().checkWindow())
		awaitsCharge, err := l.subscriptions.IsAuthorised(tx, t)
		if err != nil {
			return err
		}
		if next.IsZero() && t.Status() == Pending && t.Attention() == "" && !awaitsCharge {
			if err := t.setStatus(Failed); err != nil {
				return err
			}
		}
	}
	t.setNextCheckAt(next)
	t.countCheck()
	return l.Save(tx, t)
}

// checkWindow returns how long a payment may still arrive for a transaction of this kind.
func (k Kind) checkWindow() time.Duration {
	if k == KindLink {
		return linkCheckWindow
	}
	return CheckWindow
}

// nextOrderCheck returns when an unpaid order is checked next, or zero after the window.
func nextOrderCheck(createdAt, now time.Time, window time.Duration) time.Time {
	age := now.Sub(createdAt)
	for _, at := range earlyCheckAges {
		if age < at {
			return createdAt.Add(at)
		}
	}
	if next := (age/LaterCheckInterval + 1) * LaterCheckInterval; next <= window {
		return createdAt.Add(next)
	}
	return time.Time{}
}
