package razorpay

import "time"

// Order is what a buyer is asked to pay. Amounts are in minor units (paise), here and below.
type Order struct {
	ID, Currency, Receipt, Status string
	Amount, AmountPaid, AmountDue int64
	Attempts                      int
	Notes                         map[string]string
	CreatedAt                     time.Time
}

// Payment is one attempt to pay, a failed one included. Its status is created, authorized,
// captured, refunded or failed; failed is not final, since a bank may authorise days later.
type Payment struct {
	ID, OrderID, InvoiceID, Currency, Status, RefundStatus, Method, Description string
	// Email may be a placeholder (void@razorpay.com): never tell a person by it.
	Email, Contact                           string
	Amount, AmountRefunded, Fee, Tax         int64
	Captured                                 bool
	ErrorCode, ErrorDescription, ErrorReason string
	Notes                                    map[string]string
	CreatedAt                                time.Time
}

// Plan is what a subscription charges, GST included.
type Plan struct {
	ID, Name, Description, Currency, Period string
	Interval                                int
	Amount                                  int64
}

// Subscription charges its plan again and again. Its status is created, authenticated, active,
// pending, halted, cancelled, completed, expired or paused.
type Subscription struct {
	ID, PlanID, CustomerID, Status, ShortURL               string
	TotalCount, PaidCount, RemainingCount                  int
	Notes                                                  map[string]string
	CurrentStart, CurrentEnd, ChargeAt, EndedAt, CreatedAt time.Time
}

// Invoice is one charge of a subscription: it ties the payment to the subscription.
type Invoice struct {
	ID, SubscriptionID, OrderID, PaymentID, Status, Currency string
	Amount                                                   int64
	PaidAt, CreatedAt                                        time.Time
}

// PaymentLink is a hosted page for one customer and one payment.
type PaymentLink struct {
	ID, ReferenceID, OrderID, Status, Currency, Description, ShortURL string
	CustomerName, CustomerEmail, CustomerContact                      string
	Amount, AmountPaid                                                int64
	PaymentIDs                                                        []string
	Notes                                                             map[string]string
	CreatedAt                                                         time.Time
}

// Refund is money on its way back. Its status is pending, processed or failed.
type Refund struct {
	ID, PaymentID, Status, Currency, Receipt string
	Amount                                   int64
	Notes                                    map[string]string
	CreatedAt                                time.Time
}

// Dispute is a buyer's objection at her bank. Its status is open, under_review, won, lost or
// closed.
type Dispute struct {
	ID, PaymentID, Status, Phase, ReasonCode, Currency string
	Amount, AmountDeducted                             int64
	RespondBy, CreatedAt                               time.Time
}

// The readers below turn what came over the wire into entities.

func decodeOrder(f *fields) Order {
	return Order{
		ID: f.text("id"), Currency: f.text("currency"), Receipt: f.text("receipt"), Status: f.text("status"),
		Amount: f.integer("amount"), AmountPaid: f.integer("amount_paid"), AmountDue: f.integer("amount_due"),
		Attempts: int(f.integer("attempts")), Notes: f.notes(), CreatedAt: f.unixTime("created_at"),
	}
}

func decodePayment(f *fields) Payment {
	return Payment{
		ID: f.text("id"), OrderID: f.text("order_id"), InvoiceID: f.text("invoice_id"),
		Currency: f.text("currency"), Status: f.text("status"), RefundStatus: f.text("refund_status"),
		Method: f.text("method"), Description: f.text("description"), Email: f.text("email"), Contact: f.text("contact"),
		Amount: f.integer("amount"), AmountRefunded: f.integer("amount_refunded"), Fee: f.integer("fee"), Tax: f.integer("tax"),
		Captured: f.boolean("captured"), ErrorCode: f.text("error_code"),
		ErrorDescription: f.text("error_description"), ErrorReason: f.text("error_reason"),
		Notes: f.notes(), CreatedAt: f.unixTime("created_at"),
	}
}

func decodePlan(f *fields) Plan {
	item := &fields{values: f.object("item")}
	plan := Plan{
		ID: f.text("id"), Period: f.text("period"), Interval: int(f.integer("interval")),
		Name: item.text("name"), Description: item.text("description"), Currency: item.text("currency"), Amount: item.integer("amount"),
	}
	if f.err == nil {
		f.err = item.err
	}
	return plan
}

func decodeSubscription(f *fields) Subscription {
	return Subscription{
		ID: f.text("id"), PlanID: f.text("plan_id"), CustomerID: f.text("customer_id"), Status: f.text("status"), ShortURL: f.text("short_url"),
		TotalCount: int(f.integer("total_count")), PaidCount: int(f.integer("paid_count")), RemainingCount: int(f.integer("remaining_count")),
		Notes: f.notes(), CurrentStart: f.unixTime("current_start"), CurrentEnd: f.unixTime("current_end"),
		ChargeAt: f.unixTime("charge_at"), EndedAt: f.unixTime("ended_at"), CreatedAt: f.unixTime("created_at"),
	}
}

func decodeInvoice(f *fields) Invoice {
	return Invoice{
		ID: f.text("id"), SubscriptionID: f.text("subscription_id"), OrderID: f.text("order_id"), PaymentID: f.text("payment_id"),
		Status: f.text("status"), Currency: f.text("currency"), Amount: f.integer("amount"),
		PaidAt: f.unixTime("paid_at"), CreatedAt: f.unixTime("created_at"),
	}
}

func decodePaymentLink(f *fields) PaymentLink {
	customer := fields{values: f.object("customer")}
	link := PaymentLink{
		ID: f.text("id"), ReferenceID: f.text("reference_id"), OrderID: f.text("order_id"), Status: f.text("status"),
		Currency: f.text("currency"), Description: f.text("description"), ShortURL: f.text("short_url"),
		CustomerName: customer.text("name"), CustomerEmail: customer.text("email"), CustomerContact: customer.text("contact"),
		Amount: f.integer("amount"), AmountPaid: f.integer("amount_paid"), Notes: f.notes(), CreatedAt: f.unixTime("created_at"),
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
		ID: f.text("id"), PaymentID: f.text("payment_id"), Status: f.text("status"), Phase: f.text("phase"),
		ReasonCode: f.text("reason_code"), Currency: f.text("currency"), Amount: f.integer("amount"),
		AmountDeducted: f.integer("amount_deducted"), RespondBy: f.unixTime("respond_by"), CreatedAt: f.unixTime("created_at"),
	}
}
