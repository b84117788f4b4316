package ledger

import (
	"cmp"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
)

// bookReversal books the amount that a lost dispute has taken back, up to the unrefunded rest of the payment, and ends
// the purchase.
func (l *Ledger) bookReversal(tx core.App, t *Transaction, facts Facts, dispute Dispute) error {
	_, booked := facts.Refunds[dispute.ID]
	lost := Return{
		ID: dispute.ID, PaymentID: dispute.PaymentID, At: l.pastTime(dispute.ReportedAt),
		Amount: min(dispute.Amount, t.Amount()-money.Amount(facts.refundedTotal())),
	}
	if booked || lost.Amount <= 0 || !t.Status().IsPaid() {
		t.setFacts(facts)
		return l.Save(tx, t)
	}
	if err := t.bookReturn(tx, &facts, lost); err != nil {
		return err
	}
	if t.RefundedAmount() >= t.Amount() {
		if err := t.setStatus(Refunded); err != nil {
			return err
		}
	}
	if err := l.Save(tx, t); err != nil {
		return err
	}
	revoked, err := l.revokeTermsOf(tx, t, EndedByDispute, "")
	if err != nil {
		return err
	}
	if err := l.subscriptions.Lost(tx, t); err != nil {
		return err
	}
	note, err := invoices.IssueCreditNote(tx, t.Id, lost.ID, int64(lost.Amount), lost.At)
	if err != nil {
		return err
	}
	customer := t.Customer()
	if customer.Email == "" {
		return nil
	}
	return l.outbox.Enqueue(tx, emails.DisputeLost{
		TransactionID: t.Id, InvoiceID: note.Id, DisputeID: dispute.ID, HasEnded: revoked != nil || t.Seats() > 0,
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// Refund records a processed refund of one of a transaction's payments. A refund in full ends the term. It reports
// whether the refund has settled a payment of a wrong amount.
func (l *Ledger) Refund(tx core.App, t *Transaction, refund Return) (hasSettled bool, err error) {
	facts, err := t.Facts()
	if err != nil {
		return false, err
	}
	if refund.PaymentID != t.PaymentID() || !t.Status().IsPaid() {
		returned, err := RecordReturn(tx, refund.PaymentID, refund.ID, refund.Amount)
		if err != nil || facts.Difference == nil || facts.Difference.PaymentID != refund.PaymentID {
			return false, err
		}
		return l.returnDifference(tx, t, facts, returned)
	}
	if _, known := facts.Refunds[refund.ID]; known {
		return false, nil
	}
	refund.At = l.pastTime(refund.At)
	if err := t.bookReturn(tx, &facts, refund); err != nil {
		return false, err
	}
	isFull := t.RefundedAmount() >= t.Amount()
	if isFull {
		if err := t.setStatus(Refunded); err != nil {
			return false, err
		}
	}
	if t.Attention().isResolvedByRefund(isFull) {
		t.ClearAttention()
	}
	if err := l.Save(tx, t); err != nil {
		return false, err
	}
	if isFull {
		revoked, err := l.revokeTermsOf(tx, t, EndedByRefund, "")
		if err == nil && !refund.KeepsMandate {
			err = l.subscriptions.Refunded(tx, t, revoked)
		}
		if err != nil {
			return false, err
		}
	}
	return false, l.issueCreditNote(tx, t, refund)
}

// RefundPart books a part of a payment that the office returns itself. The membership or the seats remain.
func (l *Ledger) RefundPart(tx core.App, t *Transaction, refund Return) error {
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	facts.addRefund(refund.ID, int64(refund.Amount), refund.At)
	t.setRefunded(facts)
	if err := l.Save(tx, t); err != nil {
		return err
	}
	return l.issueCreditNote(tx, t, refund)
}

// Withdraw ends a transaction that nothing was completed for, and releases its coupon.
func (l *Ledger) Withdraw(tx core.App, t *Transaction) error {
	if err := t.setStatus(Failed); err != nil {
		return err
	}
	if err := coupons.Release(tx, t.Id); err != nil {
		return err
	}
	return l.Save(tx, t)
}

// Reverse takes back a completed purchase whose money the office returns itself: the rest of the payment is booked as
// returned, and the membership or the seats end. The caller issues the credit note and tells the buyer.
func (l *Ledger) Reverse(tx core.App, t *Transaction, id string, why EndReason, by string) error {
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	facts.addRefund(id, int64(t.Amount()-t.RefundedAmount()), l.now())
	t.setRefunded(facts)
	if err := t.setStatus(Refunded); err != nil {
		return err
	}
	if err := l.Save(tx, t); err != nil {
		return err
	}
	_, err = l.revokeTermsOf(tx, t, why, by)
	return err
}

// issueCreditNote issues the credit note of a refund and emails it to the buyer.
func (l *Ledger) issueCreditNote(tx core.App, t *Transaction, refund Return) error {
	note, err := invoices.IssueCreditNote(tx, t.Id, refund.ID, int64(refund.Amount), refund.At)
	if err != nil {
		return err
	}
	customer, err := Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return l.outbox.Enqueue(tx, emails.RefundRecorded{
		TransactionID: t.Id, InvoiceID: note.Id, RefundID: refund.ID,
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// pastTime returns a time that the provider states, or the current time if it states none or one in the future.
func (l *Ledger) pastTime(at time.Time) time.Time {
	if now := l.now(); at.IsZero() || at.After(now) {
		return now
	}
	return at
}

// bookReturn books a refund or a lost dispute on the day of its time, or in the first open month if the books of that
// month are closed. The caller saves the transaction.
func (t *Transaction) bookReturn(tx core.App, facts *Facts, r Return) error {
	bookedAt, err := invoices.Date(tx, r.At)
	if err != nil {
		return err
	}
	facts.addRefund(r.ID, int64(r.Amount), bookedAt)
	t.setRefunded(*facts)
	return nil
}

// DisputeStatus is the status of a dispute at the provider.
type DisputeStatus string

// The statuses of a dispute.
const (
	DisputeOpen        DisputeStatus = "open"
	DisputeUnderReview DisputeStatus = "under_review"
	DisputeClosed      DisputeStatus = "closed"
	DisputeWon         DisputeStatus = "won"
	DisputeLost        DisputeStatus = "lost"
)

// Values returns all statuses. Reports with another status are ignored.
func (DisputeStatus) Values() []string {
	return rules.Options(DisputeOpen, DisputeUnderReview, DisputeClosed, DisputeWon, DisputeLost)
}

var (
	// disputePhases and disputeStatuses order the snapshots of a dispute, because its events arrive in any order.
	disputePhases = map[string]int{
		"fraud":           1,
		"retrieval":       2,
		"chargeback":      3,
		"pre_arbitration": 4,
		"arbitration":     5,
	}
	disputeStatuses = map[DisputeStatus]int{
		DisputeOpen: 1, DisputeUnderReview: 2, DisputeClosed: 3, DisputeWon: 4, DisputeLost: 5,
	}
)

// disputeFacts is the known state of one dispute of a payment.
type disputeFacts struct {
	Phase     string        `json:"phase"`
	Status    DisputeStatus `json:"status"`
	CreatedAt int64         `json:"createdAt"`
	RespondBy int64         `json:"respondBy,omitempty"`
}

func (d disputeFacts) rank() int { return disputePhases[d.Phase]*10 + disputeStatuses[d.Status] }

// Dispute records the reported state of a dispute. A lost dispute ends the purchase.
func (l *Ledger) Dispute(tx core.App, t *Transaction, dispute Dispute) error {
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	is := disputeFacts{
		Phase:     dispute.Phase,
		Status:    dispute.Status,
		CreatedAt: unix(dispute.CreatedAt),
		RespondBy: unix(dispute.RespondBy),
	}
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
	if err := l.ScheduleDisputeReminder(tx, t); err != nil {
		return err
	}
	switch is.Status {
	case DisputeOpen, DisputeUnderReview, DisputeLost:
		if err := l.flag(tx, t, &facts, AttentionDispute, disputeFlagID(dispute), dispute.Note); err != nil {
			return err
		}
	case DisputeWon, DisputeClosed:
		if t.Attention() == AttentionDispute && !facts.IsDisputed() {
			t.ClearAttention()
		}
	}
	if is.Status != DisputeLost {
		t.setFacts(facts)
		return l.Save(tx, t)
	}
	if dispute.PaymentID != t.PaymentID() || !t.Status().IsPaid() {
		returned, err := RecordReturn(tx, dispute.PaymentID, dispute.ID, dispute.Amount)
		if err != nil {
			return err
		}
		if returned > 0 { // the payment was of a wrong amount and has bought nothing
			t.setFacts(facts)
			return l.Save(tx, t)
		}
	}
	note := "This dispute was lost. The bank has taken the money back, and the membership that it paid for has ended."
	if err := l.flag(tx, t, &facts, AttentionDisputeLost, dispute.ID, note); err != nil {
		return err
	}
	return l.bookReversal(tx, t, facts, dispute)
}

// disputeFlagID identifies the flag of a dispute. A later phase is flagged again after an earlier one was won.
func disputeFlagID(dispute Dispute) string {
	if dispute.Phase == "pre_arbitration" || dispute.Phase == "arbitration" {
		return dispute.ID + ":" + dispute.Phase
	}
	return dispute.ID
}

// DisputeJob is the type of the jobs that remind the admins of a dispute's deadline. The key is the transaction's id.
const DisputeJob = "payments.dispute"

// DisputeReminders are the times before the deadline of an open dispute at which the admins are reminded.
var DisputeReminders = []time.Duration{5 * Day, 2 * Day, Day}

// ScheduleDisputeReminder schedules the next reminder of the deadline of a transaction's dispute, if there is one.
func (r *Records) ScheduleDisputeReminder(tx core.App, t *Transaction) error {
	if deadline := t.DisputeRespondBy(); !deadline.IsZero() {
		for _, before := range DisputeReminders {
			if at := deadline.Add(-before); at.After(r.now()) {
				return r.jobs.Enqueue(tx, jobs.Job{Type: DisputeJob, Key: t.Id, RunAt: at, Replace: true})
			}
		}
	}
	return r.jobs.Cancel(tx, DisputeJob, t.Id)
}

// latestDispute returns the dispute of a payment that was opened last.
func (f Facts) latestDispute() disputeFacts {
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

// IsDisputed reports whether a dispute of the payment is still open.
func (f Facts) IsDisputed() bool {
	for _, d := range f.Disputes {
		if d.Status == DisputeOpen || d.Status == DisputeUnderReview {
			return true
		}
	}
	return false
}
