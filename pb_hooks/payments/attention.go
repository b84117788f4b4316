package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail"
)

// What a transaction can need a person for.
const (
	secondPayment = "second-payment"
	wrongAmount   = "wrong-amount"
	disputed      = "dispute"
	orphaned      = "orphan"
)

// flag marks a transaction for attention and tells the admin, once for each payment and matter.
// The caller saves the record.
func (p *Payments) flag(tx core.App, t *core.Record, d *dossier, what, paymentID, note string) error {
	if !d.raise(what + ":" + paymentID) {
		return nil
	}
	t.Set("attention", what)
	t.Set("attentionNote", note)
	return p.tellAdmin(tx, mail.PaymentAttention{PaymentID: paymentID, What: what, Note: note, TransactionID: t.Id})
}

// tellAdmin writes to ADMIN_EMAIL.
func (p *Payments) tellAdmin(tx core.App, matter mail.PaymentAttention) error {
	if p.adminEmail == "" {
		return nil
	}
	letter := matter.Letter()
	letter.To.Email = p.adminEmail
	return p.letters.Enqueue(tx, letter)
}
