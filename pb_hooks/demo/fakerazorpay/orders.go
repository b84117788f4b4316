package fakerazorpay

import (
	"fmt"
	"net/http"
	"slices"
)

// Razorpay's limits.
const (
	minAmount               = 100
	maxReceiptLength        = 40
	maxNotes, maxNoteLength = 15, 256
	maxAmount               = int64(50_000_000_00)
)

var currencies = []string{"INR", "USD"}

func (b *Server) createOrder(r *http.Request) (any, error) {
	var input struct {
		Amount   *int64 `json:"amount"`
		Currency string `json:"currency"`
		Receipt  text   `json:"receipt"`
		Notes    notes  `json:"notes"`
	}
	if err := decode(r, &input); err != nil {
		return nil, err
	}
	if apiErr := checkMoney(input.Amount, input.Currency); apiErr != nil {
		return nil, apiErr
	}
	if len(input.Receipt) > maxReceiptLength {
		return nil, badRequestField("receipt", "The receipt may not be greater than 40 characters.")
	}
	if apiErr := checkNotes(input.Notes); apiErr != nil {
		return nil, apiErr
	}
	order := b.newOrder(*input.Amount, input.Currency, input.Notes)
	order.Receipt = input.Receipt
	return order, b.store.save(journalEntry{Order: order})
}

func (b *Server) newOrder(amount int64, currency string, notes notes) *Order {
	return &Order{
		ID: newID("order_"), Entity: "order", Amount: amount, AmountDue: amount, Currency: currency,
		Status: "created", Notes: notes, CreatedAt: b.now().Unix(),
	}
}

func checkMoney(amount *int64, currency string) *apiError {
	switch {
	case amount == nil:
		return badRequestField("amount", "The amount field is required.")
	case *amount < minAmount:
		return badRequestField("amount", "Order amount less than minimum amount allowed")
	case *amount > maxAmount:
		return badRequestField("amount", "Amount exceeds maximum amount allowed.")
	case currency == "":
		return badRequestField("currency", "The currency field is required.")
	case !slices.Contains(currencies, currency):
		return badRequestField("currency", "Currency is not supported")
	}
	return nil
}

func checkNotes(n notes) *apiError {
	if len(n) > maxNotes {
		return badRequestField("notes",
			fmt.Sprintf("Number of fields in notes should be less than or equal to %d", maxNotes))
	}
	for _, value := range n {
		if len(value) > maxNoteLength {
			return badRequestField("notes", fmt.Sprintf("A note may not be greater than %d characters.", maxNoteLength))
		}
	}
	return nil
}

func (b *Server) listOrders(r *http.Request) (any, error) {
	receipt := r.URL.Query().Get("receipt")
	found := b.store.orders.newestFirst(func(o *Order) bool { return receipt == "" || string(o.Receipt) == receipt })
	return paginate(r, found, func(o Order) int64 { return o.CreatedAt })
}

func (b *Server) fetchOrder(r *http.Request) (any, error) {
	return entityOrError(b.store.orders.byID[r.PathValue("id")])
}

func (b *Server) orderPayments(r *http.Request) (any, error) {
	id := r.PathValue("id")
	if b.store.orders.byID[id] == nil {
		return nil, unknownIDError()
	}
	return newCollection(b.store.payments.newestFirst(func(p *Payment) bool { return string(p.OrderID) == id })), nil
}

func entityOrError[T any](entity *T) (any, error) {
	if entity == nil {
		return nil, unknownIDError()
	}
	return entity, nil
}

func (b *Server) payPage(id string, lifecycle Lifecycle, payer Payer) (CheckoutResult, error) {
	page := b.store.pages.byID[id]
	if page == nil {
		return CheckoutResult{}, unknownIDError()
	}
	return b.runLifecycle(lifecycle, paymentTarget{order: b.newOrder(page.Amount, page.Currency, page.Notes)}, payer)
}
