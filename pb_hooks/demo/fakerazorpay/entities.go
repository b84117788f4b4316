package fakerazorpay

import (
	"crypto/rand"
	"encoding/json"
	"strings"
)

// The entities in JSON: amounts are in paise, times in Unix seconds, empty strings and times are null, and empty notes
// are a list.

// Order is an amount that a customer is asked to pay.
type Order struct {
	ID         string `json:"id"`
	Entity     string `json:"entity"`
	Amount     int64  `json:"amount"`
	AmountPaid int64  `json:"amount_paid"`
	AmountDue  int64  `json:"amount_due"`
	Currency   string `json:"currency"`
	Receipt    text   `json:"receipt"`
	OfferID    text   `json:"offer_id"`
	Status     string `json:"status"`
	Attempts   int    `json:"attempts"`
	Notes      notes  `json:"notes"`
	CreatedAt  int64  `json:"created_at"`
}

// Payment is one attempt to pay.
type Payment struct {
	ID               string `json:"id"`
	Entity           string `json:"entity"`
	Amount           int64  `json:"amount"`
	Currency         string `json:"currency"`
	BaseAmount       int64  `json:"base_amount,omitempty"`
	BaseCurrency     string `json:"base_currency,omitempty"`
	Status           string `json:"status"`
	OrderID          text   `json:"order_id"`
	InvoiceID        text   `json:"invoice_id"`
	International    bool   `json:"international"`
	Method           string `json:"method"`
	AmountRefunded   int64  `json:"amount_refunded"`
	RefundStatus     text   `json:"refund_status"`
	Captured         bool   `json:"captured"`
	Description      text   `json:"description"`
	Bank             text   `json:"bank"`
	Wallet           text   `json:"wallet"`
	VPA              text   `json:"vpa"`
	Email            string `json:"email"`
	Contact          string `json:"contact"`
	Notes            notes  `json:"notes"`
	Fee              number `json:"fee"`
	Tax              number `json:"tax"`
	ErrorCode        text   `json:"error_code"`
	ErrorDescription text   `json:"error_description"`
	ErrorSource      text   `json:"error_source"`
	ErrorStep        text   `json:"error_step"`
	ErrorReason      text   `json:"error_reason"`
	CreatedAt        int64  `json:"created_at"`
}

// Refund is a full or partial refund of a payment.
type Refund struct {
	ID        string `json:"id"`
	Entity    string `json:"entity"`
	Amount    int64  `json:"amount"`
	Currency  string `json:"currency"`
	PaymentID string `json:"payment_id"`
	Notes     notes  `json:"notes"`
	Receipt   text   `json:"receipt"`
	Status    string `json:"status"`
	CreatedAt int64  `json:"created_at"`
	// The speeds are normal, optimum (only requested) and instant (only processed).
	SpeedRequested string `json:"speed_requested"`
	SpeedProcessed string `json:"speed_processed"`
}

// Plan is the price and period of a subscription.
type Plan struct {
	ID        string `json:"id"`
	Entity    string `json:"entity"`
	Interval  int    `json:"interval"`
	Period    string `json:"period"`
	Item      Item   `json:"item"`
	Notes     notes  `json:"notes"`
	CreatedAt int64  `json:"created_at"`
}

// Item is a plan's name and price.
type Item struct {
	ID          string `json:"id"`
	Active      bool   `json:"active"`
	Name        string `json:"name"`
	Description text   `json:"description"`
	Amount      int64  `json:"amount"`
	UnitAmount  int64  `json:"unit_amount"`
	Currency    string `json:"currency"`
	Type        string `json:"type"`
}

// Subscription charges its plan every period.
type Subscription struct {
	ID             string `json:"id"`
	Entity         string `json:"entity"`
	PlanID         string `json:"plan_id"`
	CustomerID     text   `json:"customer_id"`
	Status         string `json:"status"`
	CurrentStart   number `json:"current_start"`
	CurrentEnd     number `json:"current_end"`
	EndedAt        number `json:"ended_at"`
	Quantity       int    `json:"quantity"`
	Notes          notes  `json:"notes"`
	ChargeAt       number `json:"charge_at"`
	AuthAttempts   int    `json:"auth_attempts"`
	TotalCount     int    `json:"total_count"`
	PaidCount      int    `json:"paid_count"`
	RemainingCount int    `json:"remaining_count"`
	CustomerNotify bool   `json:"customer_notify"`
	CreatedAt      int64  `json:"created_at"`
	ShortURL       text   `json:"short_url"`
	StartAt        number `json:"start_at"`
	ExpireBy       number `json:"expire_by"`
	// CancelAtCycleEnd and Anchor are internal. The provider's API does not show them.
	CancelAtCycleEnd bool `json:"sandbox_cancel_at_cycle_end,omitempty"`
	Anchor           int  `json:"sandbox_anchor,omitempty"`
}

// Invoice is one charge of a subscription.
type Invoice struct {
	ID             string `json:"id"`
	Entity         string `json:"entity"`
	SubscriptionID text   `json:"subscription_id"`
	OrderID        text   `json:"order_id"`
	PaymentID      text   `json:"payment_id"`
	Status         string `json:"status"`
	Amount         int64  `json:"amount"`
	AmountPaid     int64  `json:"amount_paid"`
	AmountDue      int64  `json:"amount_due"`
	Currency       string `json:"currency"`
	Notes          notes  `json:"notes"`
	PaidAt         number `json:"paid_at"`
	IssuedAt       number `json:"issued_at"`
	// BillingStart is the start of a cycle that passed while the subscription was halted. It is 0 for any other charge.
	BillingStart number `json:"billing_start"`
	CreatedAt    int64  `json:"created_at"`
}

// Link is a payment link: a hosted page for one payment.
type Link struct {
	ID             string        `json:"id"`
	Amount         int64         `json:"amount"`
	AmountPaid     int64         `json:"amount_paid"`
	Currency       string        `json:"currency"`
	Description    string        `json:"description"`
	ReferenceID    string        `json:"reference_id"`
	OrderID        text          `json:"order_id"`
	Status         string        `json:"status"`
	ShortURL       string        `json:"short_url"`
	CallbackURL    string        `json:"callback_url"`
	CallbackMethod string        `json:"callback_method"`
	Customer       Customer      `json:"customer"`
	Notes          notes         `json:"notes"`
	Payments       []LinkPayment `json:"payments"`
	ExpireBy       int64         `json:"expire_by"`
	ExpiredAt      int64         `json:"expired_at"`
	CancelledAt    int64         `json:"cancelled_at"`
	CreatedAt      int64         `json:"created_at"`
	UpdatedAt      int64         `json:"updated_at"`
}

// Customer is the addressee of a payment link.
type Customer struct {
	Name    string `json:"name,omitempty"`
	Email   string `json:"email,omitempty"`
	Contact string `json:"contact,omitempty"`
}

// LinkPayment is a payment in a link's list.
type LinkPayment struct {
	PaymentID string `json:"payment_id"`
	Amount    int64  `json:"amount"`
	Method    string `json:"method"`
	Status    string `json:"status"`
	CreatedAt int64  `json:"created_at"`
}

// Page is a payment page: a hosted page that can be paid any number of times. Razorpay's API does not list them.
type Page struct {
	ID          string            `json:"id"`
	Title       string            `json:"title"`
	Amount      int64             `json:"amount"`
	Currency    string            `json:"currency"`
	CallbackURL string            `json:"callback_url"`
	Notes       map[string]string `json:"notes"`
}

// Dispute is a chargeback that a customer's bank has opened.
type Dispute struct {
	ID             string `json:"id"`
	Entity         string `json:"entity"`
	PaymentID      string `json:"payment_id"`
	Amount         int64  `json:"amount"`
	Currency       string `json:"currency"`
	AmountDeducted int64  `json:"amount_deducted"`
	ReasonCode     string `json:"reason_code"`
	RespondBy      int64  `json:"respond_by"`
	Status         string `json:"status"`
	Phase          string `json:"phase"`
	CreatedAt      int64  `json:"created_at"`
}

// text is a string that is null if empty.
type text string

// MarshalJSON writes null for the zero value.
func (t text) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(t))
}

// number is an integer that is null if zero.
type number int64

// MarshalJSON writes null for the zero value.
func (n number) MarshalJSON() ([]byte, error) {
	if n == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(int64(n))
}

// flag is a boolean that callers also send as 0 or 1.
type flag bool

// UnmarshalJSON accepts booleans and numbers.
func (f *flag) UnmarshalJSON(data []byte) error {
	*f = string(data) == "true" || string(data) == "1"
	return nil
}

// notes are key-value pairs; Razorpay writes [] instead of {} if none exist.
type notes map[string]string

// MarshalJSON writes [] if none exist.
func (n notes) MarshalJSON() ([]byte, error) {
	if len(n) == 0 {
		return []byte("[]"), nil
	}
	return json.Marshal(map[string]string(n))
}

// UnmarshalJSON accepts [] as none.
func (n *notes) UnmarshalJSON(data []byte) error {
	if strings.HasPrefix(string(data), "[") {
		*n = nil
		return nil
	}
	return json.Unmarshal(data, (*map[string]string)(n))
}

// newID returns an id in Razorpay's format: a prefix and 14 letters and digits.
func newID(prefix string) string { return prefix + rand.Text()[:14] }
