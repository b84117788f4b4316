package ledger

import (
	"cmp"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/coupons"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/tiers"
)

// bookReversal books the amount that a lost dispute has taken back, and issues its credit note. A dispute that takes the
// rest of the payment ends the purchase. After a dispute over a part, the membership or the seats remain, as after a
// refund of a part.
func (l *Ledger) bookReversal(tx core.App, t *Transaction, facts Facts, dispute Dispute, lossID string,
	amount money.Amount) error {
	lost := Return{ID: lossID, PaymentID: dispute.PaymentID, At: l.pastTime(dispute.ReportedAt), Amount: amount}
	if err := t.bookReturn(tx, &facts, lost); err != nil {
		return err
	}
	if t.RefundedAmount() >= t.Amount() {
		if err := t.setStatus(Refunded); err != nil {
			return err
		}
	}
	if err := l.Save(tx, t); err != nil || t.IsSecondPayment() {
		return err
	}
	hasEnded := false
	if t.Status() == Refunded {
		revoked, err := l.revokeTermsOf(tx, t, EndedByDispute, "")
		if err != nil {
			return err
		}
		if err := l.subscriptions.Lost(tx, t); err != nil {
			return err
		}
		hasEnded = revoked != nil || t.Seats() > 0
	}
	noteID, err := creditNote(tx, t, lost)
	if err != nil {
		return err
	}
	customer, err := Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return l.outbox.Enqueue(tx, emails.DisputeLost{
		TransactionID: t.Id, InvoiceID: noteID, DisputeID: lossID, HasEnded: hasEnded,
		HasMandate: hasEnded && t.SubscriptionID() != "", RegistrationID: t.RegistrationID(),
		Name: customer.Name, Email: customer.Email,
	}.Build())
}

// Refund records a processed refund of one of a transaction's payments. A refund in full ends the term, unless the
// subscription continues: its next charge comes at the end of the term, so the member would have no access until then.
// Refund reports whether the refund has settled a payment of a wrong amount.
func (l *Ledger) Refund(tx core.App, t *Transaction, refund Return) (hasSettled bool, err error) {
	facts, err := t.Facts()
	if err != nil {
		return false, err
	}
	captured, isNew, err := RecordReturn(tx, refund.PaymentID, refund.ID, refund.Amount, refund.MadeAt)
	if err != nil {
		return false, err
	}
	if !t.hasBought(captured, refund.PaymentID) {
		if !isNew || captured.TransactionID() != t.Id {
			return false, nil
		}
		return l.returnUnmatched(tx, t, captured)
	}
	if _, known := facts.Refunds[refund.ID]; known {
		return false, nil
	}
	if captured != nil {
		booked, err := captured.returned(refund.ID)
		if err != nil {
			return false, err
		}
		if booked < refund.Amount {
			if err := l.flagReturnedTwice(tx, t, refund, refund.Amount-booked); err != nil {
				return false, err
			}
			if booked == 0 {
				return false, nil
			}
			if facts, err = t.Facts(); err != nil {
				return false, err
			}
			refund.Amount = booked
		}
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
	if t.IsSecondPayment() {
		if !isFull {
			return false, nil
		}
		return false, l.emailSecondPayment(tx, t, "twice-returned")
	}
	if isFull && !refund.KeepsMandate {
		revoked, err := l.revokeTermsOf(tx, t, EndedByRefund, "")
		if err != nil {
			return false, err
		}
		if err := l.subscriptions.Refunded(tx, t, revoked); err != nil {
			return false, err
		}
	}
	return false, l.issueCreditNote(tx, t, refund)
}

// flagReturnedTwice asks the office to get money back: the provider has refunded more than was left of the payment,
// because a lost dispute or a bank transfer of the office had returned it.
func (l *Ledger) flagReturnedTwice(tx core.App, t *Transaction, refund Return, twice money.Amount) error {
	return l.Flag(tx, t, AttentionRefundFailed, refund.ID, "Razorpay has refunded payment "+refund.PaymentID+
		", although "+twice.Format(t.Currency())+" of it had already gone back, in a lost dispute or by bank transfer. "+
		"The buyer has this amount twice. Please ask them to return it.")
}

// hasBought reports whether a payment has paid for the transaction, or is the second payment whose transaction it is.
// captured is its record, or nil if it has none.
func (t *Transaction) hasBought(captured *CapturedPayment, paymentID string) bool {
	if !t.Status().IsPaid() {
		return false
	}
	if captured == nil || t.IsSecondPayment() {
		return paymentID == t.PaymentID()
	}
	return captured.IsSold() && captured.TransactionID() == t.Id
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
func (r *Records) Withdraw(tx core.App, t *Transaction) error {
	if t.Status() != Failed {
		if err := t.setStatus(Failed); err != nil {
			return err
		}
	}
	if err := coupons.Release(tx, t.Id); err != nil {
		return err
	}
	return r.Save(tx, t)
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
	payments, err := ListCaptured(tx, t.Id)
	if err != nil {
		return err
	}
	for _, p := range payments {
		if !p.IsSold() || p.Left() == 0 {
			continue
		}
		if _, _, err := RecordReturn(tx, p.PaymentID(), id, p.Left(), l.now()); err != nil {
			return err
		}
	}
	if err := l.Save(tx, t); err != nil {
		return err
	}
	_, err = l.revokeTermsOf(tx, t, why, by)
	return err
}

// issueCreditNote issues the credit note of a refund and emails it to the buyer.
func (l *Ledger) issueCreditNote(tx core.App, t *Transaction, refund Return) error {
	noteID, err := creditNote(tx, t, refund)
	if err != nil {
		return err
	}
	customer, err := Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return l.outbox.Enqueue(tx, emails.RefundRecorded{
		TransactionID: t.Id, InvoiceID: noteID, RefundID: refund.ID,
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
	// Amount is the disputed amount, or 0 for a dispute that was stored before amounts were recorded.
	Amount int64 `json:"amount,omitempty"`
}

func (d disputeFacts) rank() int { return disputePhases[d.Phase]*10 + disputeStatuses[d.Status] }

// Dispute records the reported state of a dispute. A lost dispute over the rest of a payment ends the purchase.
//
// A loss can turn: the next phase of the same dispute can be won, and the bank then pays the money again. An admin is
// asked to restore the purchase (Restore). If the win is reported before the loss, nothing has ended and there is
// nothing to restore.
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
		Amount:    int64(dispute.Amount),
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
	lossID, booked := facts.lossOf(dispute.ID)
	wasLost := lossID != ""
	switch {
	case is.Status == DisputeWon && wasLost:
		note := "This dispute was lost before, and its next phase was won. The bank pays " +
			booked.Format(t.Currency()) + " again. Please restore the purchase on its page. This issues a debit note, " +
			"which reverses the credit note. What the loss has ended becomes valid again. A mandate that the loss has " +
			"cancelled stays cancelled."
		if err := l.flag(tx, t, &facts, AttentionDispute, dispute.ID+":"+dispute.Phase+":won", note); err != nil {
			return err
		}
	case is.Status == DisputeWon || is.Status == DisputeClosed:
		if t.Attention() == AttentionDispute && !facts.IsDisputed() {
			t.ClearAttention()
		}
	default:
		if err := l.flag(tx, t, &facts, AttentionDispute, disputeFlagID(dispute, was), dispute.Note); err != nil {
			return err
		}
	}
	if is.Status != DisputeLost {
		t.setFacts(facts)
		return l.Save(tx, t)
	}
	if lossID == "" {
		lossID = dispute.ID
		if _, isRestored := facts.Refunds[lossID]; isRestored { // a loss after a win is a further return
			lossID += ":" + dispute.Phase
		}
	}
	captured, _, err := RecordReturn(tx, dispute.PaymentID, lossID, dispute.Amount, dispute.CreatedAt)
	if err != nil {
		return err
	}
	if captured != nil && !t.hasBought(captured, dispute.PaymentID) { // it was of a wrong amount and has bought nothing
		if err := l.clearWrongAmount(tx, t); err != nil {
			return err
		}
		t.setFacts(facts)
		return l.Save(tx, t)
	}
	left := t.Amount() - t.RefundedAmount()
	amount := min(dispute.Amount, left)
	if captured != nil && !wasLost {
		ofPayment, err := captured.returned(lossID)
		if err != nil {
			return err
		}
		amount = min(amount, ofPayment)
	}
	flagID, note := lossID, "This dispute was lost. The bank has taken the money back, and the membership that it "+
		"paid for has ended."
	excess := ""
	if amount < dispute.Amount {
		excess = " The bank has taken " + (dispute.Amount - amount).Format(t.Currency()) + " more than was left of this " +
			"payment, for which no credit note was issued. Please ask Razorpay to return it."
	}
	switch taken := dispute.Amount.Format(t.Currency()); {
	case wasLost:
		flagID = dispute.ID + ":" + dispute.Phase
		note = "This dispute was lost again. Its loss and its credit note are already booked."
	case amount <= 0:
		note = "This dispute was lost although the payment had already been refunded. The bank has taken another " +
			taken + ". No further credit note was issued."
	case t.IsSecondPayment():
		note = "This dispute was lost. The bank has taken back " + taken + " of a second payment, which had bought nothing."
	case amount < left:
		note = "This dispute was lost. The bank has taken back " + amount.Format(t.Currency()) + " of " +
			t.Amount().Format(t.Currency()) +
			", for which a credit note was issued. What was bought remains valid. Please decide whether it should end." + excess
	default:
		note += excess
	}
	if err := l.flag(tx, t, &facts, AttentionDisputeLost, flagID, note); err != nil {
		return err
	}
	if wasLost || amount <= 0 || !t.Status().IsPaid() {
		t.setFacts(facts)
		return l.Save(tx, t)
	}
	return l.bookReversal(tx, t, facts, dispute, lossID, amount)
}

// ErrNothingToRestore refuses to restore a transaction without a lost dispute that was won.
var ErrNothingToRestore = apperr.Conflict("nothing-to-restore",
	"No dispute of this payment was lost and then won, or the purchase was already restored.")

// Restore takes back the loss of a dispute that was won in a later phase: the money is booked again on the present day,
// a debit note reverses the credit note, and the term or the seats that the loss has ended are valid again. A
// mandate that the loss has cancelled stays cancelled.
func (l *Ledger) Restore(tx core.App, t *Transaction, by audit.Actor, reason string) error {
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	lossID, amount := facts.TurnedLoss()
	if lossID == "" {
		return ErrNothingToRestore
	}
	if err := takeReturnBack(tx, t, lossID); err != nil {
		return err
	}
	now := l.now()
	returned := Return{ID: lossID + restored, Amount: -amount, At: now}
	if err := t.bookReturn(tx, &facts, returned); err != nil {
		return err
	}
	hadEnded := t.Status() == Refunded
	if hadEnded {
		if err := t.setStatus(Completed); err != nil {
			return err
		}
	}
	if a := t.Attention(); a == AttentionDispute || a == AttentionDisputeLost {
		t.ClearAttention()
	}
	if err := l.Save(tx, t); err != nil {
		return err
	}
	err = l.audit.Record(tx, by, "transaction.restored", audit.SubjectOf(t.Record),
		map[string]any{"reason": reason, "amount": amount.Format(t.Currency())})
	if err != nil || t.IsSecondPayment() {
		return err
	}
	if hadEnded {
		if err := l.flagHeldMeanwhile(tx, t, returned.ID); err != nil {
			return err
		}
		if err := l.restoreTermsOf(tx, t); err != nil {
			return err
		}
	}
	if t.IsAwaitingPlace() {
		return nil // there is no credit note to reverse
	}
	note, err := invoices.IssueDebitNote(tx, lossID, returned.ID, now)
	if err != nil {
		return err
	}
	return l.emailDocument(tx, t, note)
}

// flagHeldMeanwhile flags a transaction whose term is restored although the buyer has bought a membership for life since,
// so that one of the two is of no use. A term with an end follows another one.
func (l *Ledger) flagHeldMeanwhile(tx core.App, t *Transaction, id string) error {
	if t.Seats() > 0 || t.UserID() == "" {
		return nil
	}
	tierID := ""
	if t.Duration() == tiers.Lifetime {
		tierID = t.TierID()
	}
	held, err := HoldsForLife(tx, t.UserID(), tierID, time.Time{})
	if err != nil || !held {
		return err
	}
	return l.Flag(tx, t, AttentionSecondPayment, id, "The buyer has bought a membership for life since, and this "+
		"purchase was restored. Please refund one of the two.")
}

// disputeFlagID identifies the flag of a dispute. A later phase is flagged again, because it has its own deadline.
func disputeFlagID(dispute Dispute, was disputeFacts) string {
	isLater := was.Phase != "" && was.Phase != dispute.Phase
	if isLater || dispute.Phase == "pre_arbitration" || dispute.Phase == "arbitration" {
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
