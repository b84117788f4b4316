package emails

import (
	"fmt"
	"time"

	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The notices of an email about a term.
const (
	TermGranted = "granted"
	TermChanged = "changed"
	TermEnded   = "ended"
	TermFree    = "free"
	// TermOfSeat is that of a company seat, which the member has accepted.
	TermOfSeat = "seat"
	// TermImported is that of a member who has an account and was on an imported list.
	TermImported = "imported"
	SeatsFree    = "free-seats"
)

// The kinds of emails about a transaction or a term.
const (
	KindPaymentConfirmed  = "payment-confirmed"
	KindRefundRecorded    = "refund-recorded"
	KindPaymentAttention  = "payment-attention"
	KindPaymentDifference = "payment-difference"
	// KindChargeAfterCancellation apologises for a charge that was made after its subscription had been cancelled.
	KindChargeAfterCancellation = "charge-after-cancellation"
	// KindDisputeLost tells a buyer that their bank has taken back a payment or a part of it.
	KindDisputeLost      = "dispute-lost"
	KindMembershipNotice = "membership-notice"
)

// PaymentConfirmed thanks a buyer. The kind's Params adds the purchase, and the receipt or tax invoice is
// attached. Without an InvoiceID, it asks for the buyer's state, on which the invoice depends. Paid and WrittenOff are
// the parts of an offline payment whose rest was written off, or "".
type PaymentConfirmed struct {
	TransactionID, InvoiceID, PaymentID string
	Paid, WrittenOff                    string
	RegistrationID, Name, Email         string
}

func (e PaymentConfirmed) Build() outbox.Email {
	params := invoiceParams(e.TransactionID, e.InvoiceID, e.Name)
	if e.WrittenOff != "" {
		params["paid"], params["writtenOff"] = e.Paid, e.WrittenOff
	}
	return outbox.Email{
		Kind: KindPaymentConfirmed, DedupeKey: "receipt:" + e.PaymentID,
		To:             outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         params,
		RegistrationID: e.RegistrationID,
	}
}

// ChargeAfterCancellation apologises to a member for a charge that was made after their subscription had been
// cancelled. What is refund if the charge is being refunded, or review if an admin decides. The document is attached.
type ChargeAfterCancellation struct {
	What, TransactionID, InvoiceID, PaymentID, CancelledOn string
	RegistrationID, Name, Email                            string
}

func (e ChargeAfterCancellation) Build() outbox.Email {
	params := invoiceParams(e.TransactionID, e.InvoiceID, e.Name)
	params["what"], params["cancelledOn"] = e.What, e.CancelledOn
	return outbox.Email{
		Kind:           KindChargeAfterCancellation,
		DedupeKey:      "charge-after-cancellation:" + e.PaymentID,
		To:             outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         params,
		RegistrationID: e.RegistrationID,
	}
}

// DisputeLost tells a buyer that their bank has taken back a payment. The credit note is attached.
type DisputeLost struct {
	TransactionID, InvoiceID, DisputeID string
	RegistrationID, Name, Email         string
	// HasEnded reports whether a membership has ended with it, and HasMandate whether its mandate was cancelled too.
	HasEnded, HasMandate bool
}

func (e DisputeLost) Build() outbox.Email {
	params := invoiceParams(e.TransactionID, e.InvoiceID, e.Name)
	params["refundId"], params["ended"], params["mandate"] = e.DisputeID, "", ""
	if e.HasEnded {
		params["ended"] = "yes"
	}
	if e.HasMandate {
		params["mandate"] = "yes"
	}
	return outbox.Email{
		Kind:           KindDisputeLost,
		DedupeKey:      "dispute-lost:" + e.DisputeID,
		To:             outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         params,
		RegistrationID: e.RegistrationID,
	}
}

// RefundRecorded confirms a refund. The kind's Params adds the amounts, and the credit note is attached.
type RefundRecorded struct {
	TransactionID, InvoiceID, RefundID string
	RegistrationID, Name, Email        string
}

func (e RefundRecorded) Build() outbox.Email {
	params := invoiceParams(e.TransactionID, e.InvoiceID, e.Name)
	params["refundId"] = e.RefundID
	return outbox.Email{
		Kind: KindRefundRecorded, DedupeKey: "refund:" + e.RefundID,
		To:             outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         params,
		RegistrationID: e.RegistrationID,
	}
}

// invoiceParams returns the params of an email with a document. invoiceID is "" while the document waits for the
// buyer's state.
func invoiceParams(transactionID, invoiceID, name string) map[string]string {
	return map[string]string{"transactionId": transactionID, "invoiceId": invoiceID, "name": texts.GreetingName(name)}
}

// PaymentAttention asks the admins to review a payment for a reason such as "second-payment". An orphan payment
// has no TransactionID. Step distinguishes several emails for one reason. The sender sets the recipient.
type PaymentAttention struct {
	PaymentID, Reason, Step, Note, TransactionID string
}

func (e PaymentAttention) Build() outbox.Email {
	key := "attention:" + e.PaymentID + ":" + e.Reason
	if e.Step != "" {
		key += ":" + e.Step
	}
	return outbox.Email{
		Kind:      KindPaymentAttention,
		DedupeKey: key,
		Params: map[string]string{
			"paymentId":     e.PaymentID,
			"what":          e.Reason,
			"note":          e.Note,
			"transactionId": e.TransactionID,
		},
	}
}

// PaymentDifference tells a buyer that an admin reviews a payment of a wrong amount (review), or that it was
// refunded (returned); or that they have paid twice for one order and the second payment goes back (twice), or was
// refunded (twice-returned). Reason says why another amount was due, or is "" if we do not know.
type PaymentDifference struct {
	State, PaymentID, Tier, Paid, Due, Reason, Name, Email string
}

func (e PaymentDifference) Build() outbox.Email {
	return outbox.Email{
		Kind: KindPaymentDifference, DedupeKey: "difference:" + e.PaymentID + ":" + e.State,
		To: outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"state":     e.State,
			"paymentId": e.PaymentID,
			"tier":      e.Tier,
			"paid":      e.Paid,
			"due":       e.Due,
			"reason":    e.Reason,
			"name":      texts.GreetingName(e.Name),
		},
	}
}

// MembershipNotice tells a member that an admin has granted a term, changed its end or ended it, or that a term that
// was free with a coupon has started (What is "free"). A company gets "free-seats" for seats that were free with a
// coupon. ID is the id of the term, or of the transaction of the seats. Company is the company that has bought the
// member's seat, or "". The kind's Params adds the next session.
type MembershipNotice struct {
	What, ID, Tier, From, Until, Code, Seats, Company, Name, Email string
	IsForLife, Complimentary                                       bool
	At                                                             time.Time
}

func (e MembershipNotice) Build() outbox.Email {
	params := map[string]string{
		"what":          e.What,
		"tier":          e.Tier,
		"from":          e.From,
		"until":         e.Until,
		"code":          e.Code,
		"seats":         e.Seats,
		"company":       texts.CompanyName(e.Company),
		"name":          texts.GreetingName(e.Name),
		"termId":        e.ID,
		"life":          "",
		"complimentary": "",
	}
	if e.IsForLife {
		params["life"] = "yes"
	}
	if e.Complimentary {
		params["complimentary"] = "yes"
	}
	return outbox.Email{
		Kind: KindMembershipNotice, DedupeKey: fmt.Sprintf("membership:%s:%s:%d", e.ID, e.What, e.At.UnixMilli()),
		To: outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)}, Params: params,
	}
}

// SeatsText formats a number of seats, such as "1 seat" or "5 seats".
func SeatsText(n int) string {
	return plural.Count(n, "seat", "seats")
}
