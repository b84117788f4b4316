package razorpay

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Order is a request to a buyer to pay an amount. Amounts in this package are in minor units (paise).
type Order struct {
	ID, Currency, Receipt, Status string
	Amount, AmountPaid, AmountDue int64
	Attempts                      int
	Notes                         map[string]string
	CreatedAt                     time.Time
}

// placeholderEmail is the address that the provider reports if the payer has typed none.
const placeholderEmail = "void@razorpay.com"

// withoutPlaceholder returns an email address, or "" for placeholderEmail.
func withoutPlaceholder(email string) string {
	if strings.EqualFold(email, placeholderEmail) {
		return ""
	}
	return email
}

// Payment is one attempt to pay, including failed ones. Its status is created, authorized, captured, refunded or
// failed. Failed is not final, because a bank may authorise the payment days later.
type Payment struct {
	ID, OrderID, InvoiceID, Currency, Status, RefundStatus, Method, Description string
	// Email and Contact are what the payer has typed, so never identify a person by them.
	Email, Contact                   string
	Amount, AmountRefunded, Fee, Tax int64
	// BaseAmount is the amount of a foreign-currency payment in BaseCurrency, the currency of the account.
	BaseAmount                               int64
	BaseCurrency                             string
	Captured                                 bool
	ErrorCode, ErrorDescription, ErrorReason string
	Notes                                    map[string]string
	CreatedAt                                time.Time
}

// RupeeAmount returns the amount in paise of a payment in another currency, or 0 if the provider does not report it.
func (p Payment) RupeeAmount() int64 {
	if p.Currency == "INR" || p.BaseCurrency != "INR" {
		return 0
	}
	return p.BaseAmount
}

// Plan is the amount, GST included, and the period of a subscription's charges.
type Plan struct {
	ID, Name, Description, Currency, Period string
	Interval                                int
	Amount                                  int64
}

// Subscription charges the amount of its plan repeatedly. Its status is created, authenticated, active, pending,
// halted, cancelled, completed, expired or paused.
type Subscription struct {
	ID, PlanID, CustomerID, Status, ShortURL               string
	TotalCount, PaidCount, RemainingCount                  int
	Notes                                                  map[string]string
	StartAt, ExpireBy                                      time.Time
	CurrentStart, CurrentEnd, ChargeAt, EndedAt, CreatedAt time.Time
}

// Invoice is one charge of a subscription. It links the payment to the subscription.
type Invoice struct {
	ID, SubscriptionID, OrderID, PaymentID, Status, Currency string
	Amount                                                   int64
	PaidAt, CreatedAt                                        time.Time
}

// PaymentLink is a hosted page for one customer and one payment. Its status is created, partially_paid, paid,
// expired or cancelled.
type PaymentLink struct {
	ID, ReferenceID, OrderID, Status, Currency, Description, ShortURL string
	CustomerName, CustomerEmail, CustomerContact                      string
	Amount, AmountPaid                                                int64
	PaymentIDs                                                        []string
	Notes                                                             map[string]string
	ExpireBy, CreatedAt                                               time.Time
}

// Refund is money that is returned to the buyer. Its status is pending, processed or failed.
type Refund struct {
	ID, PaymentID, Status, Currency, Receipt string
	Amount                                   int64
	Notes                                    map[string]string
	CreatedAt                                time.Time
}

// Dispute is a buyer's complaint at their bank, such as a chargeback. Its status is open, under_review, won, lost or
// closed.
type Dispute struct {
	ID, PaymentID, Status, Phase, ReasonCode, Currency string
	Amount, AmountDeducted                             int64
	RespondBy, CreatedAt                               time.Time
}

// The decode functions turn JSON objects into entities.

func decodeOrder(f *fields) Order {
	return Order{
		ID: f.text("id"), Currency: f.text("currency"), Receipt: f.text("receipt"), Status: f.text("status"),
		Amount: f.integer("amount"), AmountPaid: f.integer("amount_paid"), AmountDue: f.integer("amount_due"),
		Attempts: int(f.integer("attempts")), Notes: f.notes(), CreatedAt: f.unixTime("created_at"),
	}
}

func decodePayment(f *fields) Payment {
	return Payment{
		ID:               f.text("id"),
		OrderID:          f.text("order_id"),
		InvoiceID:        f.text("invoice_id"),
		Currency:         f.text("currency"),
		Status:           f.text("status"),
		RefundStatus:     f.text("refund_status"),
		Method:           f.text("method"),
		Description:      f.text("description"),
		Email:            withoutPlaceholder(f.text("email")),
		Contact:          f.text("contact"),
		Amount:           f.integer("amount"),
		AmountRefunded:   f.integer("amount_refunded"),
		Fee:              f.integer("fee"),
		Tax:              f.integer("tax"),
		BaseAmount:       f.integer("base_amount"),
		BaseCurrency:     f.text("base_currency"),
		Captured:         f.boolean("captured"),
		ErrorCode:        f.text("error_code"),
		ErrorDescription: f.text("error_description"),
		ErrorReason:      f.text("error_reason"),
		Notes:            f.notes(),
		CreatedAt:        f.unixTime("created_at"),
	}
}

func decodePlan(f *fields) Plan {
	item := &fields{values: f.object("item")}
	plan := Plan{
		ID:          f.text("id"),
		Period:      f.text("period"),
		Interval:    int(f.integer("interval")),
		Name:        item.text("name"),
		Description: item.text("description"),
		Currency:    item.text("currency"),
		Amount:      item.integer("amount"),
	}
	if f.err == nil {
		f.err = item.err
	}
	return plan
}

func decodeSubscription(f *fields) Subscription {
	return Subscription{
		ID:             f.text("id"),
		PlanID:         f.text("plan_id"),
		CustomerID:     f.text("customer_id"),
		Status:         f.text("status"),
		ShortURL:       f.text("short_url"),
		TotalCount:     int(f.integer("total_count")),
		PaidCount:      int(f.integer("paid_count")),
		RemainingCount: int(f.integer("remaining_count")),
		Notes:          f.notes(),
		CurrentStart:   f.unixTime("current_start"),
		CurrentEnd:     f.unixTime("current_end"),
		StartAt:        f.unixTime("start_at"),
		ExpireBy:       f.unixTime("expire_by"),
		ChargeAt:       f.unixTime("charge_at"),
		EndedAt:        f.unixTime("ended_at"),
		CreatedAt:      f.unixTime("created_at"),
	}
}

func decodeInvoice(f *fields) Invoice {
	return Invoice{
		ID:             f.text("id"),
		SubscriptionID: f.text("subscription_id"),
		OrderID:        f.text("order_id"),
		PaymentID:      f.text("payment_id"),
		Status:         f.text("status"),
		Currency:       f.text("currency"),
		Amount:         f.integer("amount"),
		PaidAt:         f.unixTime("paid_at"),
		CreatedAt:      f.unixTime("created_at"),
	}
}

func decodePaymentLink(f *fields) PaymentLink {
	customer := fields{values: f.object("customer")}
	link := PaymentLink{
		ID:              f.text("id"),
		ReferenceID:     f.text("reference_id"),
		OrderID:         f.text("order_id"),
		Status:          f.text("status"),
		Currency:        f.text("currency"),
		Description:     f.text("description"),
		ShortURL:        f.text("short_url"),
		CustomerName:    customer.text("name"),
		CustomerEmail:   customer.text("email"),
		CustomerContact: customer.text("contact"),
		Amount:          f.integer("amount"),
		AmountPaid:      f.integer("amount_paid"),
		Notes:           f.notes(),
		ExpireBy:        f.unixTime("expire_by"),
		CreatedAt:       f.unixTime("created_at"),
	}
	for _, payment := range f.objects("payments") {
		of := fields{values: payment}
		link.PaymentIDs = append(link.PaymentIDs, of.text("payment_id"))
	}
	return link
}

func decodeRefund(f *fields) Refund {
	return Refund{
		ID: f.text("id"), PaymentID: f.text("payment_id"), Status: f.text("status"), Currency: f.text("currency"),
		Receipt: f.text("receipt"), Amount: f.integer("amount"), Notes: f.notes(), CreatedAt: f.unixTime("created_at"),
	}
}

func decodeDispute(f *fields) Dispute {
	return Dispute{
		ID:             f.text("id"),
		PaymentID:      f.text("payment_id"),
		Status:         f.text("status"),
		Phase:          f.text("phase"),
		ReasonCode:     f.text("reason_code"),
		Currency:       f.text("currency"),
		Amount:         f.integer("amount"),
		AmountDeducted: f.integer("amount_deducted"),
		RespondBy:      f.unixTime("respond_by"),
		CreatedAt:      f.unixTime("created_at"),
	}
}

// fields reads a decoded JSON object. The provider sends the same field as null, "", 0 or not at all, notes as {} or
// [], and captured as true or "1", and all of these are accepted. An amount or a time that is not an integer is an
// error.
type fields struct {
	values object
	err    error
}

// maxExactInt is the limit of the integers that a float64 represents exactly.
const maxExactInt = 1 << 53

func (f *fields) text(name string) string {
	switch value := f.values[name].(type) {
	case string:
		return value
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}

func (f *fields) boolean(name string) bool {
	switch value := f.values[name].(type) {
	case bool:
		return value
	case float64:
		return value != 0
	case string:
		return value == "1" || strings.EqualFold(value, "true")
	}
	return false
}

// integer reads an integer: an amount in paise, a time in seconds, or a count.
func (f *fields) integer(name string) int64 {
	switch value := f.values[name].(type) {
	case nil:
		return 0
	case float64:
		if value == math.Trunc(value) && math.Abs(value) < maxExactInt {
			return int64(value)
		}
	case string:
		if value == "" {
			return 0
		}
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > -maxExactInt && n < maxExactInt {
			return n
		}
	}
	if f.err == nil {
		f.err = fmt.Errorf("%s is %s, not a whole number", name, excerpt(f.values[name]))
	}
	return 0
}

// unixTime reads a time in Unix seconds. A missing time is the zero time.
func (f *fields) unixTime(name string) time.Time {
	seconds := f.integer(name)
	if seconds <= 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// notes never returns nil.
func (f *fields) notes() map[string]string {
	notes := map[string]string{}
	values, _ := f.values["notes"].(object)
	of := fields{values: values}
	for name := range values {
		notes[name] = of.text(name)
	}
	return notes
}

func (f *fields) object(name string) object {
	value, _ := f.values[name].(object)
	return value
}

func (f *fields) objects(name string) []object {
	list, _ := f.values[name].([]any)
	var objects []object
	for _, item := range list {
		if value, ok := item.(object); ok {
			objects = append(objects, value)
		}
	}
	return objects
}

func excerpt(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "unprintable"
	}
	return string(text[:min(len(text), 40)])
}
