package payments

import (
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
)

// EmailParams completes the params of this feature's e-mails when they are sent: the outbox stores ids
// only.
func (p *Payments) EmailParams(app core.App, params map[string]string) (map[string]string, error) {
	t, err := findTransaction(app, params["transactionId"])
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	invoice, err := invoices.Find(app, params["invoiceId"])
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	facts, err := t.facts()
	if err != nil {
		return nil, err
	}
	validUntil, err := termEndText(app, t)
	if err != nil {
		return nil, err
	}
	amount, currency := t.Breakdown(), t.Currency()
	values := map[string]string{
		"document": invoice.Title(), "number": invoice.Number(), "tier": t.TierName(),
		"amount": amount.TotalAmount.Format(currency), "base": amount.BaseAmount.Format(currency),
		"discount": "", "gst": "", "seats": "", "rate": strconv.Itoa(amount.GSTRate),
		"paymentId": t.PaymentID(), "refund": money.Amount(facts.Refunds[invoice.RefundID()]).Format(currency),
		"at": t.ProcessedAt().Time().Format(time.RFC3339), "until": validUntil,
	}
	if t.Seats() > 0 {
		values["seats"] = seatsText(t.Seats())
	}
	if amount.DiscountAmount > 0 {
		values["discount"] = amount.DiscountAmount.Format(currency)
	}
	if amount.GSTRate > 0 {
		values["gst"] = amount.GSTAmount.Format(currency)
	}
	return values, nil
}

// termEndText says until when the membership of a payment lasts, "" for a payment that granted none.
func termEndText(app core.App, t *Transaction) (string, error) {
	membership, err := findTermByTransaction(app, t.Id)
	if err != nil {
		return "", ignoreMissing(err)
	}
	if end := membership.EndsAt(); !end.IsZero() {
		return "until " + end.Time().In(indiaTime).Format("2 January 2006"), nil
	}
	return "for life", nil
}

// SubscriptionEmailParams completes the params of an email about a subscription. It is obsolete when a charge has
// succeeded meanwhile.
func (p *Payments) SubscriptionEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	s, err := findSubscription(app, params["subscriptionId"])
	if isMissing(err) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	failed := params["state"] == string(SubscriptionPending) || params["state"] == string(SubscriptionHalted)
	if failed && strconv.Itoa(s.PaidCount()) != params["period"] {
		return nil, mail.ErrObsolete
	}
	held, err := EntitlementOf(app, s.UserID(), p.now())
	if err != nil {
		return nil, err
	}
	day := func(at time.Time) string {
		if at.IsZero() {
			return ""
		}
		return dayText(at)
	}
	values := map[string]string{
		"tier": s.TierName(), "amount": s.Amount().Format(s.Currency()), "reason": string(s.CancelReason()),
		"access": "", // none
	}
	switch {
	case held.IsForLife():
		values["access"] = "for life"
	case held.State == Active && !failed && !held.AccessUntil.IsZero():
		values["access"] = "until " + day(held.AccessUntil)
	case held.State.HasAccess():
		values["access"] = "until " + day(held.Last().GraceUntil().Time())
	}
	return values, nil
}

// SeatEmailParams adds what was bought and by whom, and the token of the link. It is obsolete when the invitation was
// withdrawn or accepted meanwhile, or a newer one was sent.
func (p *Payments) SeatEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	s, err := findSeat(app, params["seatId"])
	if isMissing(err) || err == nil && (s.State() != SeatInvited || strconv.Itoa(s.Round()) != params["round"]) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	t, err := findTransaction(app, s.TransactionID())
	if err != nil {
		return nil, err
	}
	values := map[string]string{
		"tier": t.TierName(), "duration": t.Duration(), "rest": "", "token": p.seatToken(s.Id, s.Round()),
	}
	if rest := s.RestEndsAt(); !rest.IsZero() {
		values["rest"] = dayText(rest)
	}
	return values, nil
}
