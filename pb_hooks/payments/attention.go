package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/settings"
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

// tellAdmin writes to whom the settings name, else to ADMIN_EMAIL.
func (p *Payments) tellAdmin(tx core.App, matter mail.PaymentAttention) error {
	staff, err := settings.Notified(tx, p.adminEmail)
	if err != nil || staff == "" {
		return err
	}
	letter := matter.Letter()
	letter.To.Email = staff
	return p.letters.Enqueue(tx, letter)
}
