package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/settings"
)

// What a transaction can need a person for.
const (
	attentionSecondPayment = "second-payment"
	attentionWrongAmount   = "wrong-amount"
	attentionDispute       = "dispute"
	attentionOrphan        = "orphan"
)

// flagAttention marks a transaction for attention and tells the admin, once for each payment and matter.
// The caller saves the record.
func (p *Payments) flagAttention(tx core.App, t *core.Record, d *paymentFacts, reason, paymentID, note string) error {
	if !d.markNotified(reason + ":" + paymentID) {
		return nil
	}
	t.Set("attention", reason)
	t.Set("attentionNote", note)
	return p.notifyAdmin(tx, paymentAttentionEmail{PaymentID: paymentID, Reason: reason, Note: note, TransactionID: t.Id})
}

// notifyAdmin writes to whom the settings name, else to ADMIN_EMAIL.
func (p *Payments) notifyAdmin(tx core.App, attention paymentAttentionEmail) error {
	recipient, err := settings.NotificationRecipient(tx, p.adminEmail)
	if err != nil || recipient == "" {
		return err
	}
	email := attention.Build()
	email.To.Email = recipient
	return p.outbox.Enqueue(tx, email)
}
