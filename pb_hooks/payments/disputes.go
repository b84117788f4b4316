package payments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/razorpay"
)

// A dispute is a buyer's complaint at their bank. It goes through phases, and in each of them it is
//
//	open ──> under_review ──> won, lost or closed
//
// An admin decides whether to answer, and answers in the provider's dashboard. The admins are reminded of the deadline
// while the dispute is open, because a dispute without an answer is lost. After a lost dispute the money is gone: the
// term is revoked, its subscription is cancelled, and the reversal is booked with a credit note.

var (
	// disputePhases and disputeStatuses order the snapshots of a dispute, because its events arrive in any order.
	disputePhases   = map[string]int{"fraud": 1, "retrieval": 2, "chargeback": 3, "pre_arbitration": 4, "arbitration": 5}
	disputeStatuses = map[string]int{"open": 1, "under_review": 2, "closed": 3, "won": 4, "lost": 5}
)

// disputeFacts is the known state of one dispute of a payment.
type disputeFacts struct {
	Phase     string `json:"phase"`
	Status    string `json:"status"`
	CreatedAt int64  `json:"createdAt"`
	RespondBy int64  `json:"respondBy,omitempty"`
}

func (d disputeFacts) rank() int { return disputePhases[d.Phase]*10 + disputeStatuses[d.Status] }

// applyDispute records a dispute of a payment and its result. A dispute has no end time, so reportedAt is when the
// provider reported this state, or zero if that is not known.
func (p *Payments) applyDispute(tx core.App, t *Transaction, dispute razorpay.Dispute, reportedAt time.Time) error {
	facts, err := t.facts()
	if err != nil {
		return err
	}
	is := disputeFacts{Phase: dispute.Phase, Status: dispute.Status, CreatedAt: unix(dispute.CreatedAt), RespondBy: unix(dispute.RespondBy)}
	was, known := facts.Disputes[dispute.ID]
	if !known && len(facts.Disputes) == 0 { // stored before phases were recorded
		was = disputeFacts{Phase: dispute.Phase, Status: t.DisputeStatus()}
	}
	if disputeStatuses[is.Status] == 0 || is.rank() <= was.rank() {
		return nil
	}
	if facts.Disputes == nil {
		facts.Disputes = map[string]disputeFacts{}
	}
	facts.Disputes[dispute.ID] = is
	t.setDispute(facts.latestDispute())
	if err := p.scheduleDisputeReminder(tx, t); err != nil {
		return err
	}
	switch is.Status {
	case "open", "under_review", "lost":
		if err := p.flagAttention(tx, t, &facts, AttentionDispute, disputeFlagID(dispute), disputeNote(dispute.ReasonCode)); err != nil {
			return err
		}
	case "won", "closed":
		if t.Attention() == AttentionDispute && !facts.isDisputed() {
			t.clearAttention()
		}
	}
	if is.Status != "lost" {
		t.setFacts(facts)
		return p.save(tx, t)
	}
	if dispute.PaymentID != t.PaymentID() || !t.Status().IsPaid() {
		returned, err := recordReturn(tx, dispute.PaymentID, dispute.ID, cmp.Or(dispute.AmountDeducted, dispute.Amount))
		if err != nil {
			return err
		}
		if returned > 0 { // the payment was of a wrong amount and has bought nothing
			t.setFacts(facts)
			return p.save(tx, t)
		}
	}
	note := "This dispute was lost: the bank has taken the money back, and the membership that it paid for has ended."
	if err := p.flagAttention(tx, t, &facts, AttentionDisputeLost, dispute.ID, note); err != nil {
		return err
	}
	return p.bookReversal(tx, t, facts, dispute, p.pastTime(reportedAt))
}

// disputeFlagID identifies the flag of a dispute. A later phase is flagged again after an earlier one was won.
func disputeFlagID(dispute razorpay.Dispute) string {
	if dispute.Phase == "pre_arbitration" || dispute.Phase == "arbitration" {
		return dispute.ID + ":" + dispute.Phase
	}
	return dispute.ID
}

// DisputeJob is the type of the jobs that remind the admins of a dispute's deadline. The key is the transaction's id.
const DisputeJob = "payments.dispute"

// disputeReminders are the times before the deadline of an open dispute at which the admins are reminded.
var disputeReminders = []time.Duration{5 * day, 2 * day, day}

func (p *Payments) disputeJobType() jobs.Type {
	return jobs.Type{Name: DisputeJob, Handle: p.handleDisputeJob}
}

// handleDisputeJob reminds the admins of a dispute that waits for an answer.
func (p *Payments) handleDisputeJob(_ context.Context, job jobs.Job) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, job.Key)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		deadline, now := t.DisputeRespondBy(), p.now()
		if deadline.IsZero() || !deadline.After(now) {
			return nil
		}
		var step string
		for _, before := range disputeReminders {
			if !deadline.Add(-before).After(now) {
				step = strconv.Itoa(int(before / day))
			}
		}
		if step != "" {
			left := int(math.Ceil(deadline.Sub(now).Hours() / 24))
			err := p.notifyAdmin(tx, paymentAttentionEmail{
				PaymentID: t.PaymentID(), Reason: "dispute-deadline", Step: india.Day(deadline) + ":" + step, TransactionID: t.Id,
				Note: "The dispute of this payment has not been answered. Answer it in Razorpay's dashboard by " + india.DayText(deadline) +
					": " + countText(left, "day is", "days are") + " left. Without an answer it is lost.",
			})
			if err != nil {
				return err
			}
		}
		return p.scheduleDisputeReminder(tx, t)
	})
}

// scheduleDisputeReminder schedules the next reminder of the deadline of a transaction's dispute, if there is one.
func (p *Payments) scheduleDisputeReminder(tx core.App, t *Transaction) error {
	if deadline := t.DisputeRespondBy(); !deadline.IsZero() {
		for _, before := range disputeReminders {
			if at := deadline.Add(-before); at.After(p.now()) {
				return p.jobs.Enqueue(tx, jobs.Job{Type: DisputeJob, Key: t.Id, RunAt: at, Replace: true})
			}
		}
	}
	return p.jobs.Cancel(tx, DisputeJob, t.Id)
}

const (
	// maxDisputeSummary is the provider's limit for the length of the summary of an answer.
	maxDisputeSummary = 1000
	// maxDisputeSignIns is the maximum number of sign-ins that the summary lists. It lists the latest.
	maxDisputeSignIns = 3
)

// disputeDraft returns a suggested answer to an open dispute: the purchase and its payment, the document, the
// membership, the sign-ins since the payment, and the address of our terms. It returns "" if no dispute is open.
func (p *Payments) disputeDraft(app core.App, t *Transaction, d *TransactionDetail) (string, error) {
	if t.DisputeRespondBy().IsZero() {
		return "", nil
	}
	customer, paidAt := t.Customer(), t.ProcessedAt().Time()
	lines := []string{fmt.Sprintf("%s (%s) bought %s on our site and paid %s on %s (payment %s).",
		customer.Name, customer.Email, t.TierName(), t.Amount().Format(t.Currency()), india.DayText(paidAt), t.PaymentID())}
	for _, document := range d.Documents {
		if document.Waits { // the document has not been sent yet
			continue
		}
		lines = append(lines, fmt.Sprintf("%s %s of %s, over %s, was sent to this address.", document.Title, document.Number,
			india.DayText(types.DateTime(document.IssuedAt).Time()), document.Total.Format(document.Currency)))
	}
	if m, err := findTermByTransaction(app, t.Id); err == nil && !m.IsRevoked() {
		term := fmt.Sprintf("The membership began on %s", india.DayText(m.StartsAt().Time()))
		if end := m.EndsAt(); end.IsZero() {
			term += " and is for life."
		} else {
			term += " and runs until " + india.DayText(end.Time()) + "."
		}
		lines = append(lines, term)
	} else if database.IgnoreMissing(err) != nil {
		return "", err
	}
	signIns, err := p.signInsSince(app, t.UserID(), paidAt)
	if err != nil {
		return "", err
	}
	if len(signIns) > 0 {
		lines = append(lines, "The buyer has used the account since: "+strings.Join(signIns, "; ")+".")
	}
	lines = append(lines, fmt.Sprintf("Our terms: %s/terms-conditions. Our cancellation and refund policy: %s/cancellation-refund.", p.siteURL, p.siteURL))
	return truncate(strings.Join(lines, " "), maxDisputeSummary), nil
}

// signInsSince returns the latest days on which the buyer's sessions were used after a payment, with their devices.
func (p *Payments) signInsSince(app core.App, userID string, paidAt time.Time) (found []string, err error) {
	user, err := identity.FindUser(app, userID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	open, err := sessions.List(app, user.Record, p.now())
	if err != nil {
		return nil, err
	}
	for _, session := range open {
		if seen := session.LastSeenAt.Time(); !seen.Before(paidAt) && len(found) < maxDisputeSignIns {
			found = append(found, strings.TrimSuffix(india.DayText(seen)+", "+session.Device, ", "))
		}
	}
	return found, nil
}

// bookReversal books the amount that a lost dispute has taken back, up to the unrefunded rest of the payment, and ends
// the purchase.
func (p *Payments) bookReversal(tx core.App, t *Transaction, facts paymentFacts, dispute razorpay.Dispute, lostAt time.Time) error {
	_, booked := facts.Refunds[dispute.ID]
	amount := min(cmp.Or(dispute.AmountDeducted, dispute.Amount), int64(t.Amount())-facts.refundedTotal())
	if booked || amount <= 0 || !t.Status().IsPaid() {
		t.setFacts(facts)
		return p.save(tx, t)
	}
	if err := t.bookReturn(tx, &facts, dispute.ID, amount, lostAt); err != nil {
		return err
	}
	if t.RefundedAmount() >= t.Amount() {
		if err := t.SetStatus(Refunded); err != nil {
			return err
		}
	}
	if err := p.save(tx, t); err != nil {
		return err
	}
	revoked, err := p.revokeTermsOf(tx, t, EndedByDispute, "")
	if err != nil {
		return err
	}
	s, err := findSubscriptionByProviderID(tx, t.SubscriptionID())
	if err == nil {
		err = p.cancelSubscription(tx, s, CancelledByDispute, false)
	}
	if database.IgnoreMissing(err) != nil {
		return err
	}
	note, err := invoices.IssueCreditNote(tx, t.Id, dispute.ID, amount, lostAt)
	if err != nil {
		return err
	}
	customer := t.Customer()
	if customer.Email == "" {
		return nil
	}
	return p.outbox.Enqueue(tx, disputeLostEmail{
		TransactionID: t.Id, InvoiceID: note.Id, DisputeID: dispute.ID, HasEnded: revoked != nil || t.Seats() > 0,
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// latestDispute returns the dispute of a payment that was opened last.
func (f paymentFacts) latestDispute() disputeFacts {
	var latest disputeFacts
	var id string
	for other, d := range f.Disputes {
		if id == "" || cmp.Or(cmp.Compare(d.CreatedAt, latest.CreatedAt), cmp.Compare(other, id)) > 0 {
			latest, id = d, other
		}
	}
	return latest
}

func unix(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.Unix()
}

// disputeReasons describe the provider's reason codes of a dispute.
var disputeReasons = map[string]string{
	"goods_or_services_not_received_or_partially_received": "the buyer says that they did not receive what they paid for, or not all of it",
	"goods_or_services_not_provided":                       "the buyer says that they did not receive what they paid for",
	"credit_not_processed":                                 "the buyer says that they were promised their money back and did not get it",
	"duplicate_processing":                                 "the buyer says that they paid twice",
	"non_matching_account_number":                          "the account that was charged is not the buyer's",
	"processed_invalid_expired_card":                       "the card that was charged was not valid or had expired",
}

// disputeNote describes the reason of a dispute for the admins.
func disputeNote(code string) string {
	const prefix = "The buyer's bank disputes this payment"
	reason, known := disputeReasons[strings.ToLower(code)]
	if !known {
		reason = strings.TrimSpace(strings.ReplaceAll(code, "_", " "))
	}
	if reason == "" {
		return prefix + " and gives no reason."
	}
	return prefix + ": " + reason + "."
}

// Refunds and disputes are read by their own dates. The sweep of the payments reads by the dates of the payments, so it
// would miss a refund of a payment of last year. Each list has a cursor, the time up to which all entries were read,
// which moves only after all of them were applied. Entries that can still change are read again: a refund is processed
// days after its creation, and a dispute takes months.

const (
	paymentsCursor, refundsCursor, disputesCursor = "payments", "refunds", "disputes"

	firstReversalWindow = 180 * 24 * time.Hour
	refundChangeWindow  = 21 * 24 * time.Hour
	disputeChangeWindow = 180 * 24 * time.Hour
	providerClockMargin = time.Hour
)

// SyncReversals applies the provider's refunds and disputes since the last run.
func (p *Payments) SyncReversals(ctx context.Context) error {
	if p.provider == nil {
		return nil
	}
	return errors.Join(
		p.readSince(refundsCursor, refundChangeWindow, func(from, to time.Time) error {
			refunds, err := p.provider.Refunds(ctx, from, to)
			if err != nil {
				return fmt.Errorf("list refunds: %w", err)
			}
			for _, refund := range refunds {
				err := p.applyToPayment(refund.PaymentID, func(tx core.App, t *Transaction) error {
					if t == nil {
						return p.recordOrphanRefund(tx, refund)
					}
					return p.applyRefund(tx, t, refund)
				})
				if err != nil {
					return fmt.Errorf("apply refund %s: %w", refund.ID, err)
				}
			}
			return nil
		}),
		p.readSince(disputesCursor, disputeChangeWindow, func(from, to time.Time) error {
			disputes, err := p.provider.Disputes(ctx, from, to)
			if err != nil {
				return fmt.Errorf("list disputes: %w", err)
			}
			for _, dispute := range disputes {
				err := p.applyToPayment(dispute.PaymentID, func(tx core.App, t *Transaction) error {
					if t == nil {
						return p.recordOrphanLoss(tx, dispute)
					}
					return p.applyDispute(tx, t, dispute, time.Time{})
				})
				if err != nil {
					return fmt.Errorf("apply dispute %s: %w", dispute.ID, err)
				}
			}
			return nil
		}),
	)
}

// readSince reads a list from its cursor, extended backwards by the time in which its entries can change.
func (p *Payments) readSince(name string, changes time.Duration, read func(from, to time.Time) error) error {
	now := p.now()
	cursor, err := findCursor(p.app, name)
	if err != nil {
		return err
	}
	from := now.Add(-firstReversalWindow)
	if readTo := cursor.ReadTo(); !readTo.IsZero() {
		from = readTo.Add(-changes)
	}
	if err := read(from, now.Add(providerClockMargin)); err != nil {
		return err
	}
	return saveCursor(p.app, cursor, now)
}

// applyToPayment calls apply with the transaction of a payment, or with nil if there is none.
func (p *Payments) applyToPayment(paymentID string, apply func(tx core.App, t *Transaction) error) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransactionOfPayment(tx, paymentID)
		if database.IgnoreMissing(err) != nil {
			return err
		}
		return apply(tx, t)
	})
}
