package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// The kinds of emails of this package.
const (
	kindPaymentConfirmed = "payment-confirmed"
	kindRefundRecorded   = "refund-recorded"
	kindPaymentAttention = "payment-attention"

	kindPaymentDifference = "payment-difference"
	// kindChargeAfterCancellation apologises for a charge that was made after its subscription had been cancelled.
	kindChargeAfterCancellation = "charge-after-cancellation"
	// kindDisputeLost tells a buyer that their bank has taken back a payment, and that the membership has ended.
	kindDisputeLost           = "dispute-lost"
	kindSubscriptionUpdate    = "subscription-update"
	kindSubscriptionCancelled = "mandate-cancelled"
	// kindMembershipReminder tells a member that a term ends and is not renewed.
	kindMembershipReminder = "membership-reminder"
	kindMembershipNotice   = "membership-notice"
	kindOfflinePayment     = "offline-payment"
	// kindOfflineConfirmation asks an admin to confirm a receipt that another admin has entered.
	kindOfflineConfirmation = "offline-confirmation"
	// kindSeatInvitation invites a person to a membership that a company has bought.
	kindSeatInvitation = "seat-invitation"
	// kindSeatAccepted tells a company that an invitation was accepted with an address other than the invited one.
	kindSeatAccepted = "seat-accepted"
	// kindSeatReminder tells a company that memberships which it has bought for its people end.
	kindSeatReminder = "seat-reminder"
	// kindDocumentReady sends a document whose registration was pending.
	kindDocumentReady = "document-ready"
	// kindDocumentReplaced tells a buyer that a document was cancelled, and sends its replacement.
	kindDocumentReplaced = "document-replaced"
)

func (p *Payments) emailKinds() []mail.Kind {
	return []mail.Kind{
		{Name: kindPaymentConfirmed, Texts: emails.Texts, Params: p.EmailParams, Attachments: invoices.Attachments},
		{Name: kindRefundRecorded, Texts: emails.Texts, Params: p.EmailParams, Attachments: invoices.Attachments},
		{Name: kindPaymentAttention, Texts: emails.Texts},
		{Name: kindPaymentDifference, Texts: emails.Texts},
		{Name: kindChargeAfterCancellation, Texts: emails.Texts, Params: p.EmailParams, Attachments: invoices.Attachments},
		{Name: kindDisputeLost, Texts: emails.Texts, Params: p.EmailParams, Attachments: invoices.Attachments},
		{Name: kindSubscriptionUpdate, Texts: emails.Texts, Params: p.SubscriptionEmailParams},
		{Name: kindSubscriptionCancelled, Texts: emails.Texts},
		{Name: kindMembershipReminder, Texts: emails.Texts, Params: p.ReminderEmailParams, Topic: preferences.About(preferences.TopicMembership)},
		{Name: kindMembershipNotice, Texts: emails.Texts},
		{Name: kindOfflinePayment, Texts: emails.Texts, Params: p.OfflineEmailParams, Attachments: p.offlineAttachments},
		{Name: kindOfflineConfirmation, Texts: emails.Texts},
		{Name: kindSeatInvitation, Texts: emails.Texts, Params: p.SeatEmailParams},
		{Name: kindSeatAccepted, Texts: emails.Texts},
		{Name: kindDocumentReady, Texts: emails.Texts, Params: p.EmailParams, Attachments: invoices.Attachments},
		{Name: kindDocumentReplaced, Texts: emails.Texts, Params: p.EmailParams, Attachments: invoices.Attachments},
		{Name: kindSeatReminder, Texts: emails.Texts, Params: p.SeatReminderEmailParams, Topic: preferences.About(preferences.TopicMembership)},
	}
}

// EmailParams completes the params of this package's emails when they are sent. The outbox stores ids only.
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
	waits, irn, err := registrationParams(app, invoice.Id)
	if err != nil {
		return nil, err
	}
	amount, currency := t.Breakdown(), t.Currency()
	values := map[string]string{
		"waits": waits, "irn": irn, "offline": "",
		"document": invoice.Title(), "number": invoice.Number(), "tier": t.TierName(),
		"amount": amount.TotalAmount.Format(currency), "base": amount.BaseAmount.Format(currency),
		"discount": "", "gst": "", "seats": "", "rate": strconv.Itoa(amount.GSTRate),
		"paymentId": t.PaymentID(), "refund": money.Amount(facts.Refunds[invoice.RefundID()]).Format(currency),
		"at": t.ProcessedAt().Time().Format(time.RFC3339), "until": validUntil,
	}
	if t.Kind() == KindOffline {
		values["offline"] = "yes"
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

// registrationParams returns waits as "yes" for a document whose registration is pending, and its IRN, or "" if it has
// none.
func registrationParams(app core.App, invoiceID string) (waits, irn string, err error) {
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
	membership, err := findTermByTransaction(app, t.Id)
	if err != nil {
		return "", database.IgnoreMissing(err)
	}
	if end := membership.EndsAt(); !end.IsZero() {
		return "until " + india.DayText(end.Time()), nil
	}
	return "for life", nil
}

// SubscriptionEmailParams completes the params of an email about a subscription. The email is obsolete if a charge has
// succeeded since.
func (p *Payments) SubscriptionEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	s, err := findSubscription(app, params["subscriptionId"])
	if database.IsMissing(err) {
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
		return india.DayText(at)
	}
	values := map[string]string{
		"tier": s.TierName(), "amount": s.Amount().Format(s.Currency()), "reason": string(s.CancelReason()),
		"access": "", // no access
		"start":  day(s.StartAt()), "undone": "",
	}
	if params["state"] == string(SubscriptionAuthenticated) {
		all, err := listSubscriptions(app, s.UserID())
		if err != nil {
			return nil, err
		}
		isUndone := func(other *Subscription) bool {
			return other.Id != s.Id && other.CancelReason() == CancelledByMember && other.State().IsLive()
		}
		if slices.ContainsFunc(all, isUndone) {
			values["undone"] = "yes"
		}
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

// SeatEmailParams adds the purchase, the buyer, and the token of the link. The email is obsolete if the invitation was
// withdrawn, accepted or sent again since.
func (p *Payments) SeatEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	s, err := findSeat(app, params["seatId"])
	if database.IsMissing(err) || err == nil && (s.State() != SeatInvited || strconv.Itoa(s.Round()) != params["round"]) {
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
		values["rest"] = india.DayText(rest)
	}
	return values, nil
}

// paymentConfirmedEmail thanks a buyer. The kind's Params adds the purchase, and the receipt or tax invoice is
// attached.
type paymentConfirmedEmail struct {
	TransactionID, InvoiceID, PaymentID string
	RegistrationID, Name, Email         string
}

func (e paymentConfirmedEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindPaymentConfirmed, DedupeKey: "receipt:" + e.PaymentID,
		To:             mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         invoiceEmailParams(e.TransactionID, e.InvoiceID, e.Name),
		RegistrationID: e.RegistrationID,
	}
}

// chargeAfterCancellationEmail apologises to a member for a charge that was made after their subscription had been
// cancelled. What is refund if the charge is being refunded, or review if an admin decides. The document is attached.
type chargeAfterCancellationEmail struct {
	What, TransactionID, InvoiceID, PaymentID, CancelledOn string
	RegistrationID, Name, Email                            string
}

func (e chargeAfterCancellationEmail) Build() mail.Email {
	params := invoiceEmailParams(e.TransactionID, e.InvoiceID, e.Name)
	params["what"], params["cancelledOn"] = e.What, e.CancelledOn
	return mail.Email{
		Kind: kindChargeAfterCancellation, DedupeKey: "charge-after-cancellation:" + e.PaymentID,
		To: mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)}, Params: params, RegistrationID: e.RegistrationID,
	}
}

// disputeLostEmail tells a buyer that their bank has taken back a payment. The credit note is attached.
type disputeLostEmail struct {
	TransactionID, InvoiceID, DisputeID string
	RegistrationID, Name, Email         string
	// HasEnded reports whether a membership has ended with it.
	HasEnded bool
}

func (e disputeLostEmail) Build() mail.Email {
	params := invoiceEmailParams(e.TransactionID, e.InvoiceID, e.Name)
	params["ended"] = ""
	if e.HasEnded {
		params["ended"] = "yes"
	}
	return mail.Email{
		Kind: kindDisputeLost, DedupeKey: "dispute-lost:" + e.DisputeID,
		To: mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)}, Params: params, RegistrationID: e.RegistrationID,
	}
}

// refundRecordedEmail confirms a refund. The kind's Params adds the amounts, and the credit note is attached.
type refundRecordedEmail struct {
	TransactionID, InvoiceID, RefundID string
	RegistrationID, Name, Email        string
}

func (e refundRecordedEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindRefundRecorded, DedupeKey: "refund:" + e.RefundID,
		To:             mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         invoiceEmailParams(e.TransactionID, e.InvoiceID, e.Name),
		RegistrationID: e.RegistrationID,
	}
}

func invoiceEmailParams(transactionID, invoiceID, name string) map[string]string {
	return map[string]string{"transactionId": transactionID, "invoiceId": invoiceID, "name": texts.GreetingName(name)}
}

// paymentAttentionEmail asks the admins to review a payment for a reason such as "second-payment". An orphan payment
// has no TransactionID. Step distinguishes several emails for one reason. The sender sets the recipient.
type paymentAttentionEmail struct {
	PaymentID, Reason, Step, Note, TransactionID string
}

func (e paymentAttentionEmail) Build() mail.Email {
	key := "attention:" + e.PaymentID + ":" + e.Reason
	if e.Step != "" {
		key += ":" + e.Step
	}
	return mail.Email{
		Kind: kindPaymentAttention, DedupeKey: key,
		Params: map[string]string{"paymentId": e.PaymentID, "what": e.Reason, "note": e.Note, "transactionId": e.TransactionID},
	}
}

// subscriptionUpdateEmail tells a member the new state of their subscription. The state is that of the subscription, or
// ending for a subscription that the member has cancelled and that runs until its period ends. The kind's Params adds
// the end of their access.
type subscriptionUpdateEmail struct {
	SubscriptionID, State string
	// Period is the number of paid charges. One email is sent for each state and period.
	Period      int
	Name, Email string
}

func (e subscriptionUpdateEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindSubscriptionUpdate, DedupeKey: fmt.Sprintf("subscription:%s:%d:%s", e.SubscriptionID, e.Period, e.State),
		To: mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"subscriptionId": e.SubscriptionID, "state": e.State, "period": strconv.Itoa(e.Period), "name": texts.GreetingName(e.Name),
		},
	}
}

// subscriptionCancelledEmail tells the admins that a refund has also ended a subscription. The sender sets the
// recipient.
type subscriptionCancelledEmail struct {
	SubscriptionID, TransactionID, PaymentID, Customer, Tier, Refunded string
}

func (e subscriptionCancelledEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindSubscriptionCancelled, DedupeKey: "mandate-cancelled:" + e.SubscriptionID,
		Params: map[string]string{
			"transactionId": e.TransactionID, "paymentId": e.PaymentID, "customer": e.Customer, "tier": e.Tier, "refunded": e.Refunded,
		},
	}
}

// paymentDifferenceEmail tells a buyer that an admin reviews a payment of a wrong amount (review), or that it was
// refunded (returned). Reason says why another amount was due, or is "" if we do not know.
type paymentDifferenceEmail struct {
	State, PaymentID, Tier, Paid, Due, Reason, Name, Email string
}

func (e paymentDifferenceEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindPaymentDifference, DedupeKey: "difference:" + e.PaymentID + ":" + e.State,
		To: mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"state": e.State, "paymentId": e.PaymentID, "tier": e.Tier, "paid": e.Paid, "due": e.Due, "reason": e.Reason, "name": texts.GreetingName(e.Name),
		},
	}
}

// membershipReminderEmail is a reminder for one step of reminders.go. It is sent once for each end of a term.
type membershipReminderEmail struct {
	MembershipID, Step, Name, Email string
	Ends                            time.Time
}

func (e membershipReminderEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindMembershipReminder, DedupeKey: fmt.Sprintf("reminder:%s:%s:%s", e.MembershipID, e.Ends.UTC().Format(time.DateOnly), e.Step),
		To:     mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{"membershipId": e.MembershipID, "step": e.Step, "name": texts.GreetingName(e.Name)},
	}
}

// membershipNoticeEmail tells a member that an admin has granted, changed (the end of) or ended a term, or that a term
// has begun that a coupon made free (free). A company gets free-seats for seats that a coupon made free. ID is the id
// of the term, or of the transaction of the seats.
type membershipNoticeEmail struct {
	What, ID, Tier, From, Until, Code, Seats, Name, Email string
	IsForLife, Complimentary                              bool
	At                                                    time.Time
}

func (e membershipNoticeEmail) Build() mail.Email {
	params := map[string]string{
		"what": e.What, "tier": e.Tier, "from": e.From, "until": e.Until, "code": e.Code, "seats": e.Seats, "name": texts.GreetingName(e.Name), "life": "", "complimentary": "",
	}
	if e.IsForLife {
		params["life"] = "yes"
	}
	if e.Complimentary {
		params["complimentary"] = "yes"
	}
	return mail.Email{
		Kind: kindMembershipNotice, DedupeKey: fmt.Sprintf("membership:%s:%s:%d", e.ID, e.What, e.At.UnixMilli()),
		To: mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)}, Params: params,
	}
}

// seatInvitationEmail invites a person to a seat, once for each invitation. The kind's Params adds its link.
type seatInvitationEmail struct {
	SeatID               string
	Round                int
	Company, Name, Email string
	ExpiresAt            time.Time
}

func (e seatInvitationEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindSeatInvitation, DedupeKey: fmt.Sprintf("seat:%s:%d", e.SeatID, e.Round),
		To:     mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{"seatId": e.SeatID, "round": strconv.Itoa(e.Round), "company": texts.CompanyName(e.Company), "name": texts.GreetingName(e.Name), "until": india.DayText(e.ExpiresAt)},
		// An expired link is not sent.
		ExpiresAt: e.ExpiresAt,
	}
}

// seatAcceptedEmail tells the buyer of a seat that Holder has accepted an invitation to another address, once for each
// invitation.
type seatAcceptedEmail struct {
	SeatID                             string
	Round                              int
	Tier, Invited, Holder, Name, Email string
}

func (e seatAcceptedEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindSeatAccepted, DedupeKey: fmt.Sprintf("seat-accepted:%s:%d", e.SeatID, e.Round),
		To:     mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{"tier": e.Tier, "invited": e.Invited, "holder": e.Holder, "name": texts.GreetingName(e.Name)},
	}
}

// seatReminderEmail is a reminder to a company for one step of reminders.go. It is sent once for all seats of a
// purchase whose terms end on the same day. The kind's Params lists their holders.
type seatReminderEmail struct {
	TransactionID, Step, Name, Email string
	Ends                             time.Time
}

func (e seatReminderEmail) Build() mail.Email {
	ends := india.Day(e.Ends)
	return mail.Email{
		Kind: kindSeatReminder, DedupeKey: fmt.Sprintf("seat-reminder:%s:%s:%s", e.TransactionID, ends, e.Step),
		To:     mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{"transactionId": e.TransactionID, "step": e.Step, "day": ends, "name": texts.GreetingName(e.Name)},
	}
}

// offlineEmail tells a member about an offline payment: proforma, part, bounced or cancelled. After full payment the
// member gets a paymentConfirmedEmail instead.
type offlineEmail struct {
	What string
	// TransactionID is the reference. InvoiceID is the attached document, or "".
	TransactionID, InvoiceID string
	// ReceiptID and Receipt identify the receipt and Amount is its amount. ToReturn is the amount that is returned.
	ReceiptID, Receipt string
	Amount, ToReturn   money.Amount
	// Due and Received are the totals of the transaction. HasEnded reports whether a membership has ended.
	Tier, Currency string
	Due, Received  money.Amount
	HasEnded       bool
	// Seats is the number of memberships that a company buys for others, or 0 for a membership of the member.
	Seats       int
	Name, Email string
}

func (e offlineEmail) Build() mail.Email {
	params := map[string]string{
		"what": e.What, "transactionId": e.TransactionID, "invoiceId": e.InvoiceID, "receipt": e.Receipt, "tier": e.Tier,
		"due": e.Due.Format(e.Currency), "received": e.Received.Format(e.Currency), "left": (e.Due - e.Received).Format(e.Currency),
		"amount": e.Amount.Format(e.Currency), "return": "", "ended": "", "seats": "", "name": texts.GreetingName(e.Name),
	}
	if e.ToReturn > 0 {
		params["return"] = e.ToReturn.Format(e.Currency)
	}
	if e.HasEnded {
		params["ended"] = "yes"
	}
	if e.Seats > 0 {
		params["seats"] = seatsText(e.Seats)
	}
	return mail.Email{
		Kind: kindOfflinePayment, DedupeKey: "offline:" + e.TransactionID + ":" + e.What + ":" + e.ReceiptID,
		To: mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)}, Params: params,
	}
}

func (p *Payments) emailOffline(tx core.App, o *OfflinePayment, t *Transaction, e offlineEmail) error {
	customer, err := addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	e.TransactionID, e.Tier, e.Currency, e.Due, e.Received = t.Id, t.TierName(), t.Currency(), o.Due(), o.Received()
	e.Seats = t.Seats()
	e.Name, e.Email, e.HasEnded = customer.Name, customer.Email, t.Status() == Refunded
	return p.outbox.Enqueue(tx, e.Build())
}

// OfflineEmailParams adds the bank details that are current when the email is sent.
func (p *Payments) OfflineEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	if params["what"] != "proforma" {
		waits, _, err := registrationParams(app, params["invoiceId"])
		return map[string]string{"bank": "", "waits": waits}, err
	}
	site, err := settings.Read(app)
	return map[string]string{"bank": site.BankDetails, "waits": ""}, err
}

// offlineAttachments attaches the proforma, or the document that the email names.
func (p *Payments) offlineAttachments(app core.App, params map[string]string) ([]mail.Attachment, error) {
	if params["what"] == "proforma" {
		pdf, err := p.proformaPDF(app, params["transactionId"])
		if database.IsMissing(err) {
			return nil, mail.ErrObsolete
		}
		return []mail.Attachment{{Name: proformaFile(params["transactionId"]), Content: pdf}}, err
	}
	if params["invoiceId"] == "" {
		return nil, nil
	}
	return invoices.Attachments(app, params)
}

// offlineConfirmationEmail asks an admin to confirm a receipt that another admin has entered.
type offlineConfirmationEmail struct {
	ReceiptID, Receipt, Amount, Customer, Tier, EnteredBy, Email string
}

func (e offlineConfirmationEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindOfflineConfirmation, DedupeKey: "offline-confirm:" + e.ReceiptID + ":" + e.Email, To: mail.Address{Email: e.Email},
		Params: map[string]string{"receipt": e.Receipt, "amount": e.Amount, "customer": e.Customer, "tier": e.Tier, "by": e.EnteredBy},
	}
}
