package fakerazorpay

import (
	"net/http"
	"slices"
)

func (b *Razorpay) createLink(r *http.Request) (any, error) {
	var asked struct {
		Amount         *int64   `json:"amount"`
		Currency       string   `json:"currency"`
		Description    string   `json:"description"`
		ReferenceID    string   `json:"reference_id"`
		CallbackURL    string   `json:"callback_url"`
		CallbackMethod string   `json:"callback_method"`
		Customer       Customer `json:"customer"`
		Notes          notes    `json:"notes"`
	}
	if err := decode(r, &asked); err != nil {
		return nil, err
	}
	if no := checkMoney(asked.Amount, asked.Currency); no != nil {
		return nil, no
	}
	if no := checkNotes(asked.Notes); no != nil {
		return nil, no
	}
	switch {
	case len(asked.ReferenceID) > longestReceipt:
		return nil, badField("reference_id", "The reference id may not be greater than 40 characters.")
	case asked.CallbackURL != "" && asked.CallbackMethod != "get":
		return nil, badField("callback_method", "The callback method must be get when a callback url is given.")
	case asked.ReferenceID != "" && slices.ContainsFunc(b.store.links.list, func(l *Link) bool { return l.ReferenceID == asked.ReferenceID }):
		return nil, badField("reference_id", "payment link with given reference_id: ("+asked.ReferenceID+") already exists.")
	}
	link := &Link{
		ID: newID("plink_"), Amount: *asked.Amount, Currency: asked.Currency, Description: asked.Description,
		ReferenceID: asked.ReferenceID, Status: "created", CallbackURL: asked.CallbackURL, CallbackMethod: asked.CallbackMethod,
		Customer: asked.Customer, Notes: asked.Notes, Payments: []LinkPayment{}, CreatedAt: b.now().Unix(), UpdatedAt: b.now().Unix(),
	}
	link.ShortURL = origin(r) + "/sandbox/razorpay/links/" + link.ID
	return link, b.store.save(entry{Link: link})
}

// origin is the address under which the caller found us.
func origin(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func (b *Razorpay) listLinks(r *http.Request) (any, error) {
	query := r.URL.Query()
	payment, reference := query.Get("payment_id"), query.Get("reference_id")
	found := b.store.links.newest(func(l *Link) bool {
		paid := slices.ContainsFunc(l.Payments, func(p LinkPayment) bool { return p.PaymentID == payment })
		return (payment == "" || paid) && (reference == "" || l.ReferenceID == reference)
	})
	return map[string]any{"payment_links": found}, nil
}

func (b *Razorpay) fetchLink(r *http.Request) (any, error) {
	return fetched(b.store.links.byID[r.PathValue("id")])
}

func (b *Razorpay) cancelLink(r *http.Request) (any, error) {
	link := b.store.links.byID[r.PathValue("id")]
	switch {
	case link == nil:
		return nil, unknown()
	case link.Status != "created":
		return nil, bad("Payment link cannot be cancelled in " + link.Status + " status.")
	}
	link.Status, link.CancelledAt = "cancelled", b.now().Unix()
	return link, b.store.save(entry{Link: link})
}

func (b *Razorpay) payLink(id string, course Course, who Buyer) (Outcome, error) {
	link := b.store.links.byID[id]
	switch {
	case link == nil:
		return Outcome{}, unknown()
	case link.Status != "created":
		return Outcome{}, bad("This payment link is " + link.Status + ".")
	}
	order := b.store.orders.byID[string(link.OrderID)]
	if order == nil {
		order = b.newOrder(link.Amount, link.Currency, link.Notes)
		link.OrderID = text(order.ID)
	}
	if who.Email == "" {
		who.Email, who.Contact = link.Customer.Email, link.Customer.Contact
	}
	return b.follow(course, purchase{order: order, link: link}, who)
}

func (b *Razorpay) payPage(id string, course Course, who Buyer) (Outcome, error) {
	page := b.store.pages.byID[id]
	if page == nil {
		return Outcome{}, unknown()
	}
	return b.follow(course, purchase{order: b.newOrder(page.Amount, page.Currency, page.Notes)}, who)
}
