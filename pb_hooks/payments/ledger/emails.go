package ledger

import (
	"cmp"
	"database/sql"
	"errors"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	mailemails "boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/pricing"
)

// Addressee returns the customer of a transaction with the email address of the buyer's account, to which emails and
// documents are sent. Nothing is sent to an address that was typed with an order, because it may belong to another
// person.
func Addressee(app core.App, t *Transaction) (pricing.Customer, error) {
	customer := t.Customer()
	user, err := identity.FindUser(app, t.UserID())
	if err != nil {
		return customer, database.IgnoreMissing(err)
	}
	customer.Email = user.Email()
	return customer, nil
}

// TermUntil describes when a term ends.
func TermUntil(m *Term) string {
	switch {
	case m.IsRevoked():
		return india.DayText(m.revokedAt())
	case m.EndsAt().IsZero():
		return "for life"
	}
	return india.DayText(m.EndsAt().Time())
}

// EmailTerm tells a member about their term: TermGranted, TermImported, TermChanged or TermEnded.
func (r *Records) EmailTerm(tx core.App, user *identity.User, m *Term, what string) error {
	return r.outbox.Enqueue(tx, r.termNotice(user, m, what).Build())
}

// EmailSeatTerm tells a member that the term of a seat has been granted. company has bought the seat, and can be "".
func (r *Records) EmailSeatTerm(tx core.App, user *identity.User, m *Term, company string) error {
	notice := r.termNotice(user, m, emails.TermOfSeat)
	notice.Company = company
	return r.outbox.Enqueue(tx, notice.Build())
}

func (r *Records) termNotice(user *identity.User, m *Term, what string) emails.MembershipNotice {
	return emails.MembershipNotice{
		What:          what,
		ID:            m.Id,
		Tier:          m.TierName(),
		From:          india.DayText(m.StartsAt().Time()),
		Until:         TermUntil(m),
		IsForLife:     m.EndsAt().IsZero(),
		Complimentary: m.Source() == FromComplimentary,
		Name:          user.Name(),
		Email:         user.Email(),
		At:            r.now(),
	}
}

// NextSession returns the params of the next session in an email that welcomes a member (events.NextSessionParams).
// userID is "" for a person who is invited.
type NextSession func(app core.App, userID string) (map[string]string, error)

func emailKinds(nextSession NextSession) []outbox.Kind {
	return []outbox.Kind{
		{
			Name:        emails.KindPaymentConfirmed,
			Texts:       emails.Texts,
			Params:      nextSession.confirmationParams,
			Attachments: invoices.Attachments,
		},
		{Name: emails.KindRefundRecorded, Texts: emails.Texts, Params: EmailParams, Attachments: invoices.Attachments},
		{Name: emails.KindPaymentAttention, Texts: emails.Texts},
		{Name: emails.KindPaymentDifference, Texts: emails.Texts},
		{
			Name:        emails.KindChargeAfterCancellation,
			Texts:       emails.Texts,
			Params:      EmailParams,
			Attachments: invoices.Attachments,
		},
		{Name: emails.KindDisputeLost, Texts: emails.Texts, Params: EmailParams, Attachments: invoices.Attachments},
		{Name: emails.KindMembershipNotice, Texts: emails.Texts, Params: nextSession.noticeParams},
	}
}

// confirmationParams are those of the email about a payment. If the payment was for memberships of other people, it
// names no session.
func (n NextSession) confirmationParams(app core.App, params map[string]string) (map[string]string, error) {
	values, err := EmailParams(app, params)
	if err != nil {
		return nil, err
	}
	t, err := FindTransaction(app, params["transactionId"])
	if err != nil {
		return nil, err
	}
	if t.Seats() > 0 {
		return noNextSession(values), nil
	}
	return n.addTo(app, values, t.UserID())
}

// noticeParams are those of the email about a term. Only a new term leads to the next session.
func (n NextSession) noticeParams(app core.App, params map[string]string) (map[string]string, error) {
	if _, found := params["company"]; !found {
		params["company"] = "" // an email of a version without it
	}
	switch params["what"] {
	case emails.TermGranted, emails.TermFree, emails.TermOfSeat, emails.TermImported:
	default:
		return noNextSession(params), nil
	}
	m, err := FindTerm(app, params["termId"])
	if errors.Is(err, sql.ErrNoRows) {
		return noNextSession(params), nil
	}
	if err != nil {
		return nil, err
	}
	return n.addTo(app, params, m.UserID())
}

func (n NextSession) addTo(app core.App, params map[string]string, userID string) (map[string]string, error) {
	session, err := n(app, userID)
	maps.Copy(params, session)
	return params, err
}

func noNextSession(params map[string]string) map[string]string {
	maps.Copy(params, mailemails.NextSession{}.Params())
	return params
}

// EmailParams completes the params of an email about a document when they are sent. The outbox stores ids only.
func EmailParams(app core.App, params map[string]string) (map[string]string, error) {
	t, err := FindTransaction(app, params["transactionId"])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	document, number, refundID, needsState := "", "", params["refundId"], ""
	if params["invoiceId"] == "" { // it waits for the place of supply
		needsState = "yes"
	} else {
		invoice, err := invoices.Find(app, params["invoiceId"])
		if err != nil {
			return nil, database.IfMissing(err, outbox.ErrObsolete)
		}
		document, number, refundID = invoice.Title(), invoice.Number(), invoice.RefundID()
	}
	facts, err := t.Facts()
	if err != nil {
		return nil, err
	}
	validUntil, err := termEndText(app, t)
	if err != nil {
		return nil, err
	}
	waits, irn, err := RegistrationParams(app, params["invoiceId"])
	if err != nil {
		return nil, err
	}
	amount, currency := t.Breakdown(), t.Currency()
	values := map[string]string{
		"waits": waits, "irn": irn, "offline": "", "needsState": needsState,
		"document": document, "number": number, "tier": t.TierName(),
		"amount": amount.TotalAmount.Format(currency), "base": amount.BaseAmount.Format(currency),
		"discount": "", "gst": "", "seats": "", "rate": strconv.Itoa(amount.GSTRate),
		"paymentId": t.PaymentID(), "refund": money.Amount(facts.Refunds[refundID]).Format(currency),
		"paid": cmp.Or(params["paid"], amount.TotalAmount.Format(currency)), "writtenOff": params["writtenOff"],
		"transferred": "",
		"at":          t.ProcessedAt().Time().Format(time.RFC3339), "until": validUntil,
	}
	if t.Kind() == KindOffline {
		values["offline"] = "yes"
	}
	if strings.HasPrefix(refundID, TransferID) {
		values["transferred"] = "yes"
	}
	if t.Seats() > 0 {
		values["seats"] = emails.SeatsText(t.Seats())
	}
	if amount.DiscountAmount > 0 {
		values["discount"] = amount.DiscountAmount.Format(currency)
	}
	if amount.GSTRate > 0 {
		values["gst"] = amount.GSTAmount.Format(currency)
	}
	return values, nil
}

// RegistrationParams returns waits as "yes" for a document whose registration is pending, and its IRN, or "" if it has
// none.
func RegistrationParams(app core.App, invoiceID string) (waits, irn string, err error) {
	r, err := invoices.FindRegistration(app, invoiceID)
	if err != nil {
		return "", "", database.IgnoreMissing(err)
	}
	if r.State() == invoices.Waiting {
		waits = "yes"
	}
	return waits, r.IRN(), nil
}

// termEndText returns when the membership of a payment ends, or "" if the payment granted none.
func termEndText(app core.App, t *Transaction) (string, error) {
	membership, err := FindTermByTransaction(app, t.Id)
	if err != nil {
		return "", database.IgnoreMissing(err)
	}
	if end := membership.EndsAt(); !end.IsZero() {
		return "until " + india.DayText(end.Time()), nil
	}
	return "for life", nil
}

func newChargeAfterCancellationEmail(
	t *Transaction, customer pricing.Customer, invoiceID string, cancelled *Cancellation,
) emails.ChargeAfterCancellation {
	what := "review"
	if cancelled.IsRefunded {
		what = "refund"
	}
	return emails.ChargeAfterCancellation{
		What:           what,
		TransactionID:  t.Id,
		InvoiceID:      invoiceID,
		PaymentID:      t.PaymentID(),
		CancelledOn:    india.DayText(cancelled.At),
		RegistrationID: t.RegistrationID(),
		Name:           customer.Name,
		Email:          customer.Email,
	}
}

// emailFree tells a buyer that their free membership has started, or that their free seats are ready. No document is
// attached.
func (l *Ledger) emailFree(tx core.App, t *Transaction) error {
	customer, err := Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	if t.Seats() > 0 {
		return l.outbox.Enqueue(tx, emails.MembershipNotice{
			What:  emails.SeatsFree,
			ID:    t.Id,
			Tier:  t.TierName(),
			Code:  t.CouponCode(),
			Seats: emails.SeatsText(t.Seats()),
			Name:  customer.Name,
			Email: customer.Email,
			At:    l.now(),
		}.Build())
	}
	m, err := FindTermByTransaction(tx, t.Id)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return l.outbox.Enqueue(tx, emails.MembershipNotice{
		What:      emails.TermFree,
		ID:        m.Id,
		Tier:      m.TierName(),
		From:      india.DayText(m.StartsAt().Time()),
		Until:     TermUntil(m),
		IsForLife: m.EndsAt().IsZero(),
		Code:      t.CouponCode(),
		Name:      customer.Name,
		Email:     customer.Email,
		At:        l.now(),
	}.Build())
}
