package fakerazorpay

import (
	"net/http"
	"slices"
)

func (b *Server) createLink(r *http.Request) (any, error) {
	var input struct {
		Amount         *int64   `json:"amount"`
		Currency       string   `json:"currency"`
		Description    string   `json:"description"`
		ReferenceID    string   `json:"reference_id"`
		CallbackURL    string   `json:"callback_url"`
		CallbackMethod string   `json:"callback_method"`
		Customer       Customer `json:"customer"`
		Notes          notes    `json:"notes"`
	}
	if err := decode(r, &input); err != nil {
		return nil, err
	}
	if apiErr := checkMoney(input.Amount, input.Currency); apiErr != nil {
		return nil, apiErr
	}
	if apiErr := checkNotes(input.Notes); apiErr != nil {
		return nil, apiErr
	}
	switch {
	case len(input.ReferenceID) > maxReceiptLength:
		return nil, badRequestField("reference_id", "The reference id may not be greater than 40 characters.")
	case input.CallbackURL != "" && input.CallbackMethod != "get":
		return nil, badRequestField("callback_method", "The callback method must be get when a callback url is given.")
	case input.ReferenceID != "" && slices.ContainsFunc(b.store.links.list, func(l *Link) bool { return l.ReferenceID == input.ReferenceID }):
		return nil, badRequestField("reference_id", "payment link with given reference_id: ("+input.ReferenceID+") already exists.")
	}
	link := &Link{
		ID: newID("plink_"), Amount: *input.Amount, Currency: input.Currency, Description: input.Description,
		ReferenceID: input.ReferenceID, Status: "created", CallbackURL: input.CallbackURL, CallbackMethod: input.CallbackMethod,
		Customer: input.Customer, Notes: input.Notes, Payments: []LinkPayment{}, CreatedAt: b.now().Unix(), UpdatedAt: b.now().Unix(),
	}
	link.ShortURL = origin(r) + "/sandbox/razorpay/links/" + link.ID
	return link, b.store.save(journalEntry{Link: link})
}

// origin is the address under which the caller found us.
func origin(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func (b *Server) listLinks(r *http.Request) (any, error) {
	query := r.URL.Query()
	payment, reference := query.Get("payment_id"), query.Get("reference_id")
	found := b.store.links.newestFirst(func(l *Link) bool {
		paid := slices.ContainsFunc(l.Payments, func(p LinkPayment) bool { return p.PaymentID == payment })
		return (payment == "" || paid) && (reference == "" || l.ReferenceID == reference)
	})
	return map[string]any{"payment_links": found}, nil
}

func (b *Server) fetchLink(r *http.Request) (any, error) {
	return entityOrError(b.store.links.byID[r.PathValue("id")])
}

func (b *Server) cancelLink(r *http.Request) (any, error) {
	link := b.store.links.byID[r.PathValue("id")]
	switch {
	case link == nil:
		return nil, unknownIDError()
	case link.Status != "created":
		return nil, badRequest("Payment link cannot be cancelled in " + link.Status + " status.")
	}
	link.Status, link.CancelledAt = "cancelled", b.now().Unix()
	return link, b.store.save(journalEntry{Link: link})
}

func (b *Server) payLink(id string, lifecycle Lifecycle, payer Payer) (CheckoutResult, error) {
	link := b.store.links.byID[id]
	switch {
	case link == nil:
		return CheckoutResult{}, unknownIDError()
	case link.Status != "created":
		return CheckoutResult{}, badRequest("This payment link is " + link.Status + ".")
	}
	order := b.store.orders.byID[string(link.OrderID)]
	if order == nil {
		order = b.newOrder(link.Amount, link.Currency, link.Notes)
		link.OrderID = text(order.ID)
	}
	if payer.Email == "" {
		payer.Email, payer.Contact = link.Customer.Email, link.Customer.Contact
	}
	return b.runLifecycle(lifecycle, paymentTarget{order: order, link: link}, payer)
}

func (b *Server) payPage(id string, lifecycle Lifecycle, payer Payer) (CheckoutResult, error) {
	page := b.store.pages.byID[id]
	if page == nil {
		return CheckoutResult{}, unknownIDError()
	}
	return b.runLifecycle(lifecycle, paymentTarget{order: b.newOrder(page.Amount, page.Currency, page.Notes)}, payer)
}
