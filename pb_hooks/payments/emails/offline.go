package emails

import (
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails of this package.
const (
	KindOfflinePayment = "offline-payment"
	// KindOfflineConfirmation asks an admin to confirm a receipt that another admin has entered.
	KindOfflineConfirmation = "offline-confirmation"
)

// OfflinePayment tells a member about an offline payment: proforma, reminder, lapsed, paid-online, part, overpaid,
// bounced, cancelled or returned. After full payment the member gets a PaymentConfirmed, too.
type OfflinePayment struct {
	What string
	// TransactionID is the reference. InvoiceID is the attached document, or "".
	TransactionID, InvoiceID string
	// ReceiptID and Receipt identify the receipt, or the transfer that has returned money, and Amount is its amount.
	// ToReturn is the amount that is returned.
	ReceiptID, Receipt string
	Amount, ToReturn   money.Amount
	// Due and Received are the totals of the transaction. HasEnded reports whether a membership has ended.
	Tier, Currency string
	Due, Received  money.Amount
	HasEnded       bool
	// Seats is the number of memberships that a company buys for others, or 0 for a membership of the member.
	Seats       int
	Name, Email string
	// ValidUntil is the last day of a proforma, or "".
	ValidUntil string
}

func (e OfflinePayment) Build() outbox.Email {
	params := map[string]string{
		"what":          e.What,
		"transactionId": e.TransactionID,
		"invoiceId":     e.InvoiceID,
		"receipt":       e.Receipt,
		"tier":          e.Tier,
		"due":           e.Due.Format(e.Currency),
		"received":      e.Received.Format(e.Currency),
		"left":          (e.Due - e.Received).Format(e.Currency),
		"amount":        e.Amount.Format(e.Currency),
		"return":        "",
		"ended":         "",
		"seats":         "",
		"validUntil":    e.ValidUntil,
		"name":          texts.GreetingName(e.Name),
	}
	if e.ToReturn > 0 {
		params["return"] = e.ToReturn.Format(e.Currency)
	}
	if e.HasEnded {
		params["ended"] = "yes"
	}
	if e.Seats > 0 {
		params["seats"] = SeatsText(e.Seats)
	}
	return outbox.Email{
		Kind: KindOfflinePayment, DedupeKey: "offline:" + e.TransactionID + ":" + e.What + ":" + e.ReceiptID,
		To: outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)}, Params: params,
	}
}

// OfflineConfirmation asks an admin to confirm a receipt that another admin has entered.
type OfflineConfirmation struct {
	ReceiptID, Receipt, Amount, Customer, Tier, EnteredBy, Email string
}

func (e OfflineConfirmation) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindOfflineConfirmation,
		DedupeKey: "offline-confirm:" + e.ReceiptID + ":" + e.Email,
		To:        outbox.Address{Email: e.Email},
		Params: map[string]string{
			"receipt":  e.Receipt,
			"amount":   e.Amount,
			"customer": e.Customer,
			"tier":     e.Tier,
			"by":       e.EnteredBy,
		},
	}
}
