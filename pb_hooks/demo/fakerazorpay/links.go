package fakerazorpay

import (
	"net/http"
	"slices"
	"time"
)

// A payment link is a hosted page for one payment:
//
//	created ──> paid        payment_link.paid
//	        ├─> expired     payment_link.expired, by its time or on the dashboard
//	        ╰─> cancelled   payment_link.cancelled, through the API

// The time from the creation of a link to its expiry: the provider's limits and default.
const (
	minLinkLife, maxLinkLife = 15 * time.Minute, 183 * 24 * time.Hour
	defaultLinkLife          = maxLinkLife
)

func (b *Server) createLink(r *http.Request) (any, error) {
	var input struct {
		Amount         *int64   `json:"amount"`
		Currency       string   `json:"currency"`
		AcceptPartial  bool     `json:"accept_partial"`
		Description    string   `json:"description"`
		ReferenceID    string   `json:"reference_id"`
		ExpireBy       int64    `json:"expire_by"`
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
	now := b.now()
	expireBy := now.Add(defaultLinkLife)
	if input.ExpireBy != 0 {
		expireBy = time.Unix(input.ExpireBy, 0)
	}
	switch {
	case input.AcceptPartial:
		return nil, badRequestField("accept_partial", "The sandbox takes no partial payments.")
	case len(input.ReferenceID) > maxReceiptLength:
		return nil, badRequestField("reference_id", "The reference id may not be greater than 40 characters.")
	case input.CallbackURL != "" && input.CallbackMethod != "get":
		return nil, badRequestField("callback_method", "The callback method must be get when a callback url is given.")
	case expireBy.Before(now.Add(minLinkLife).Truncate(time.Second)):
		return nil, badRequestField("expire_by", "Timestamp must be atleast 15 minutes in future.")
	case expireBy.After(now.Add(maxLinkLife)):
		return nil, badRequestField("expire_by", "Timestamp cannot be more than 6 months in future.")
	case input.ReferenceID != "" && b.hasReference(input.ReferenceID):
		return nil, badRequestField("reference_id",
			"payment link with given reference_id: ("+input.ReferenceID+") already exists.")
	}
	link := &Link{
		ID:             newID("plink_"),
		Amount:         *input.Amount,
		Currency:       input.Currency,
		Description:    input.Description,
		ReferenceID:    input.ReferenceID,
		Status:         "created",
		CallbackURL:    input.CallbackURL,
		CallbackMethod: input.CallbackMethod,
		Customer:       input.Customer,
		Notes:          input.Notes,
		Payments:       []LinkPayment{},
		ExpireBy:       expireBy.Unix(),
		CreatedAt:      now.Unix(),
		UpdatedAt:      now.Unix(),
	}
	link.ShortURL = origin(r) + "/sandbox/razorpay/links/" + link.ID
	return link, b.store.save(journalEntry{Link: link})
}

// hasReference reports whether a link has a reference id.
func (b *Server) hasReference(id string) bool {
	return slices.ContainsFunc(b.store.links.list, func(l *Link) bool { return l.ReferenceID == id })
}

// origin is the scheme and host of a request.
func origin(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func (b *Server) listLinks(r *http.Request) (any, error) {
	query := r.URL.Query()
	payment, reference := query.Get("payment_id"), query.Get("reference_id")
	if err := b.expireLinks(); err != nil {
		return nil, err
	}
	found := b.store.links.newestFirst(func(l *Link) bool {
		paid := slices.ContainsFunc(l.Payments, func(p LinkPayment) bool { return p.PaymentID == payment })
		return (payment == "" || paid) && (reference == "" || l.ReferenceID == reference)
	})
	return map[string]any{"payment_links": found}, nil
}

func (b *Server) fetchLink(r *http.Request) (any, error) {
	if err := b.expireLinks(); err != nil {
		return nil, err
	}
	return entityOrError(b.store.links.byID[r.PathValue("id")])
}

func (b *Server) cancelLink(r *http.Request) (any, error) { return b.cancelLinkByID(r.PathValue("id")) }

func (b *Server) cancelLinkByID(id string) (*Link, error) {
	if err := b.expireLinks(); err != nil {
		return nil, err
	}
	link := b.store.links.byID[id]
	switch {
	case link == nil:
		return nil, unknownIDError()
	case link.Status != "created":
		return nil, badRequest("Payment link cannot be cancelled in " + link.Status + " status.")
	}
	link.CancelledAt = b.now().Unix()
	return link, b.endLink(link, "cancelled")
}

// expireLinks expires the links whose time has passed by the provider's clock.
func (b *Server) expireLinks() error {
	for _, link := range b.store.links.list {
		if link.Status == "created" && link.ExpireBy <= b.now().Unix() {
			if err := b.endLink(link, "expired"); err != nil {
				return err
			}
		}
	}
	return nil
}

// expireLink expires a link early, as the dashboard's button does.
func (b *Server) expireLink(id string) error {
	link := b.store.links.byID[id]
	switch {
	case link == nil:
		return unknownIDError()
	case link.Status != "created":
		return badRequest("This payment link is " + link.Status + ".")
	}
	link.ExpireBy = b.now().Unix()
	return b.endLink(link, "expired")
}

func (b *Server) endLink(link *Link, status string) error {
	link.Status, link.UpdatedAt = status, b.now().Unix()
	if status == "expired" {
		link.ExpiredAt = link.UpdatedAt
	}
	if err := b.emitEvent(
		"payment_link."+status, []string{link.ID, string(link.OrderID)}, payloadPart{"payment_link", link},
	); err != nil {
		return err
	}
	return b.store.save(journalEntry{Link: link})
}

func (b *Server) payLink(id string, lifecycle Lifecycle, payer Payer) (CheckoutResult, error) {
	if err := b.expireLinks(); err != nil {
		return CheckoutResult{}, err
	}
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
		order.Receipt, link.OrderID = text(link.ReferenceID), text(order.ID)
	}
	if payer.Email == "" {
		payer.Email, payer.Contact = link.Customer.Email, link.Customer.Contact
	}
	result, err := b.runLifecycle(lifecycle, paymentTarget{order: order, link: link}, payer)
	if result.Fields != nil { // a link has its own callback
		result.Link = b.linkFields(link, result.PaymentID)
	}
	return result, err
}

// LinkFields are the parameters that Razorpay appends to a link's callback URL.
type LinkFields struct {
	PaymentID   string `json:"razorpay_payment_id"`
	LinkID      string `json:"razorpay_payment_link_id"`
	ReferenceID string `json:"razorpay_payment_link_reference_id"`
	Status      string `json:"razorpay_payment_link_status"`
	Signature   string `json:"razorpay_signature"`
}

func (b *Server) linkFields(link *Link, paymentID string) *LinkFields {
	return &LinkFields{paymentID, link.ID, link.ReferenceID, link.Status,
		b.signIDs(link.ID, link.ReferenceID, link.Status, paymentID)}
}

// ExpireLink expires a payment link early.
func (b *Server) ExpireLink(id string) error {
	return b.change(func() error { return b.expireLink(id) })
}
