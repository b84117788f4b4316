package razorpay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Event is a webhook event. Its entities are snapshots; they are nil if the event does not have them. Trust the status
// of an entity rather than the name of the event.
type Event struct {
	Name, AccountID string
	CreatedAt       time.Time
	Payment         *Payment
	Order           *Order
	Subscription    *Subscription
	PaymentLink     *PaymentLink
	Invoice         *Invoice
	Refund          *Refund
	Dispute         *Dispute
	Settlement      *Settlement
}

// ParseEvent parses the body of a webhook whose signature was checked. An unknown kind of event is not an error. If it
// returns an error, the event has the parts that could be decoded.
func ParseEvent(raw []byte) (Event, error) {
	var values object
	if err := json.Unmarshal(raw, &values); err != nil {
		return Event{}, fmt.Errorf("razorpay: the event is not a JSON object: %w", err)
	}
	f := &fields{values: values}
	payload := &fields{values: f.object("payload")}
	event := Event{Name: f.text("event"), AccountID: f.text("account_id"), CreatedAt: f.unixTime("created_at")}
	problems := []error{f.err}
	problems = append(problems,
		decodeEntity(payload, "payment", decodePayment, &event.Payment),
		decodeEntity(payload, "order", decodeOrder, &event.Order),
		decodeEntity(payload, "subscription", decodeSubscription, &event.Subscription),
		decodeEntity(payload, "payment_link", decodePaymentLink, &event.PaymentLink),
		decodeEntity(payload, "invoice", decodeInvoice, &event.Invoice),
		decodeEntity(payload, "refund", decodeRefund, &event.Refund),
		decodeEntity(payload, "dispute", decodeDispute, &event.Dispute),
		decodeEntity(payload, "settlement", decodeSettlement, &event.Settlement),
	)
	if event.Name == "" {
		problems = append(problems, errors.New("the event has no name"))
	}
	if err := errors.Join(problems...); err != nil {
		return event, fmt.Errorf("razorpay: malformed event: %w", err)
	}
	return event, nil
}

// decodeEntity decodes payload.<name>.entity, if it exists.
func decodeEntity[T any](payload *fields, name string, decode decoder[T], into **T) error {
	holder := &fields{values: payload.object(name)}
	values := holder.object("entity")
	if values == nil {
		return nil
	}
	f := &fields{values: values}
	value := decode(f)
	if f.err != nil {
		return fmt.Errorf("%s: %w", name, f.err)
	}
	*into = &value
	return nil
}

// OrderID returns the order of the event. The payment's field has priority, because in payment_link.paid the order's
// own id lacks its prefix.
func (e Event) OrderID() string {
	switch {
	case e.Payment != nil && e.Payment.OrderID != "":
		return e.Payment.OrderID
	case e.Order != nil && strings.HasPrefix(e.Order.ID, "order_"):
		return e.Order.ID
	case e.Order != nil && e.Order.ID != "":
		return "order_" + e.Order.ID
	case e.Invoice != nil:
		return e.Invoice.OrderID
	}
	return ""
}

// PaymentID returns the payment of the event.
func (e Event) PaymentID() string {
	switch {
	case e.Payment != nil:
		return e.Payment.ID
	case e.Refund != nil:
		return e.Refund.PaymentID
	case e.Dispute != nil:
		return e.Dispute.PaymentID
	case e.Invoice != nil:
		return e.Invoice.PaymentID
	}
	return ""
}

// SubscriptionID returns the subscription of the event.
func (e Event) SubscriptionID() string {
	switch {
	case e.Subscription != nil:
		return e.Subscription.ID
	case e.Invoice != nil:
		return e.Invoice.SubscriptionID
	}
	return ""
}

// VerifyPayment checks the signature of the checkout's callback for an order. Pass the order id that we stored, never
// that of the browser.
func VerifyPayment(orderID, paymentID, signature, keySecret string) bool {
	return orderID != "" && paymentID != "" && validSignature([]byte(orderID+"|"+paymentID), signature, keySecret)
}

// VerifySubscription checks the signature of the checkout's callback for a subscription. Here the payment id comes
// first.
func VerifySubscription(paymentID, subscriptionID, signature, keySecret string) bool {
	return paymentID != "" && subscriptionID != "" &&
		validSignature([]byte(paymentID+"|"+subscriptionID), signature, keySecret)
}

// VerifyPaymentLink checks the signature of a payment link's callback over its id, reference, status and payment, in
// that order.
func VerifyPaymentLink(linkID, reference, status, paymentID, signature, keySecret string) bool {
	message := linkID + "|" + reference + "|" + status + "|" + paymentID
	return linkID != "" && reference != "" && validSignature([]byte(message), signature, keySecret)
}

// VerifyWebhook checks the unchanged body of a webhook against the current secret and any earlier ones, because retries
// after a rotation still have the old signature.
func VerifyWebhook(body []byte, signature string, secrets ...string) bool {
	for _, secret := range secrets {
		if validSignature(body, signature, secret) {
			return true
		}
	}
	return false
}

// validSignature compares in constant time. An empty secret is never valid.
func validSignature(message []byte, signature, secret string) bool {
	given, err := hex.DecodeString(signature)
	if err != nil || secret == "" {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(message)
	return hmac.Equal(given, mac.Sum(nil))
}
