package fakerazorpay

import (
	"fmt"
	"net/http"
	"slices"
)

// The provider's bounds.
const (
	leastAmount            = 100
	longestReceipt         = 40
	mostNotes, longestNote = 15, 256
	mostAmount             = int64(50_000_000_00)
)

var currencies = []string{"INR", "USD"}

func (b *Razorpay) createOrder(r *http.Request) (any, error) {
	var asked struct {
		Amount   *int64 `json:"amount"`
		Currency string `json:"currency"`
		Receipt  text   `json:"receipt"`
		Notes    notes  `json:"notes"`
	}
	if err := decode(r, &asked); err != nil {
		return nil, err
	}
	if no := checkMoney(asked.Amount, asked.Currency); no != nil {
		return nil, no
	}
	if len(asked.Receipt) > longestReceipt {
		return nil, badField("receipt", "The receipt may not be greater than 40 characters.")
	}
	if no := checkNotes(asked.Notes); no != nil {
		return nil, no
	}
	order := b.newOrder(*asked.Amount, asked.Currency, asked.Notes)
	order.Receipt = asked.Receipt
	return order, b.store.save(entry{Order: order})
}

func (b *Razorpay) newOrder(amount int64, currency string, notes notes) *Order {
	return &Order{
		ID: newID("order_"), Entity: "order", Amount: amount, AmountDue: amount, Currency: currency,
		Status: "created", Notes: notes, CreatedAt: b.now().Unix(),
	}
}

func checkMoney(amount *int64, currency string) *refusal {
	switch {
	case amount == nil:
		return badField("amount", "The amount field is required.")
	case *amount < leastAmount:
		return badField("amount", "Order amount less than minimum amount allowed")
	case *amount > mostAmount:
		return badField("amount", "Amount exceeds maximum amount allowed.")
	case currency == "":
		return badField("currency", "The currency field is required.")
	case !slices.Contains(currencies, currency):
		return badField("currency", "Currency is not supported")
	}
	return nil
}

func checkNotes(n notes) *refusal {
	if len(n) > mostNotes {
		return badField("notes", fmt.Sprintf("Number of fields in notes should be less than or equal to %d", mostNotes))
	}
	for _, value := range n {
		if len(value) > longestNote {
			return badField("notes", fmt.Sprintf("A note may not be greater than %d characters.", longestNote))
		}
	}
	return nil
}

func (b *Razorpay) listOrders(r *http.Request) (any, error) {
	receipt := r.URL.Query().Get("receipt")
	found := b.store.orders.newest(func(o *Order) bool { return receipt == "" || string(o.Receipt) == receipt })
	return page(r, found, func(o Order) int64 { return o.CreatedAt })
}

func (b *Razorpay) fetchOrder(r *http.Request) (any, error) {
	return fetched(b.store.orders.byID[r.PathValue("id")])
}

func (b *Razorpay) orderPayments(r *http.Request) (any, error) {
	id := r.PathValue("id")
	if b.store.orders.byID[id] == nil {
		return nil, unknown()
	}
	return whole(b.store.payments.newest(func(p *Payment) bool { return string(p.OrderID) == id })), nil
}

func fetched[T any](entity *T) (any, error) {
	if entity == nil {
		return nil, unknown()
	}
	return entity, nil
}
