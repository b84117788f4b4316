package refunds

import (
	"context"
	"math"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
)

func (rs *Refunds) disputeJobType() jobs.Type {
	return jobs.Type{Name: ledger.DisputeJob, Handle: rs.handleDisputeJob}
}

// handleDisputeJob reminds the admins of a dispute that waits for an answer.
func (rs *Refunds) handleDisputeJob(_ context.Context, job jobs.Job) error {
	return rs.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, job.Key)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		deadline, now := t.DisputeRespondBy(), rs.now()
		if deadline.IsZero() || !deadline.After(now) {
			return nil
		}
		var step string
		for _, before := range ledger.DisputeReminders {
			if !deadline.Add(-before).After(now) {
				step = strconv.Itoa(int(before / ledger.Day))
			}
		}
		if step != "" {
			left := int(math.Ceil(deadline.Sub(now).Hours() / 24))
			err := rs.ledger.NotifyAdmin(tx, emails.PaymentAttention{
				PaymentID:     t.PaymentID(),
				Reason:        "dispute-deadline",
				Step:          india.Day(deadline) + ":" + step,
				TransactionID: t.Id,
				Note: "The dispute of this payment has not been answered. Answer it in Razorpay's dashboard by " +
					india.DayText(deadline) +
					": " + plural.Count(left, "day is", "days are") +
					" left. Without an answer, the dispute is lost.",
			})
			if err != nil {
				return err
			}
		}
		return rs.ledger.ScheduleDisputeReminder(tx, t)
	})
}
