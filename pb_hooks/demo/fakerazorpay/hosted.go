package fakerazorpay

import (
	"net/http"
	"net/url"
	"strings"
)

// hostedCheckout is what a hosted page asks a buyer for.
type hostedCheckout struct {
	Title, Currency, Status, Notice string
	Amount                          int64
	Bad                             bool
	callbackURL                     string
}

// showLink is GET /links/{id}.
func (b *Server) showLink(w http.ResponseWriter, r *http.Request) {
	b.renderCheckout(w, b.linkCheckout(r.PathValue("id")), "")
}

// showPage is GET /pages/{id}.
func (b *Server) showPage(w http.ResponseWriter, r *http.Request) {
	b.renderCheckout(w, b.pageCheckout(r.PathValue("id")), "")
}

// handleLink is POST /links/{id}: a person pays, or lets the payment fail.
func (b *Server) handleLink(w http.ResponseWriter, r *http.Request) {
	id, checkout := r.PathValue("id"), b.linkCheckout(r.PathValue("id"))
	outcome, err := b.PayLink(id, b.requestedLifecycle(r))
	b.finishCheckout(w, r, checkout, outcome, err, func() url.Values { return b.linkCallback(id, outcome.PaymentID) })
}

// handlePage is POST /pages/{id}.
func (b *Server) handlePage(w http.ResponseWriter, r *http.Request) {
	payer := Payer{Email: r.PostFormValue("email"), Contact: r.PostFormValue("contact")}
	checkout := b.pageCheckout(r.PathValue("id"))
	outcome, err := b.PayPage(r.PathValue("id"), b.requestedLifecycle(r), payer)
	b.finishCheckout(w, r, checkout, outcome, err, func() url.Values {
		return url.Values{"razorpay_payment_id": {outcome.PaymentID}}
	})
}

func (b *Server) requestedLifecycle(r *http.Request) Lifecycle {
	if r.PostFormValue("act") == "fail" {
		return Declined
	}
	return b.lifecycle()
}

func (b *Server) linkCheckout(id string) *hostedCheckout {
	b.mu.Lock()
	defer b.mu.Unlock()
	link := b.store.links.byID[id]
	if link == nil {
		return nil
	}
	return &hostedCheckout{Title: link.Description, Amount: link.Amount, Currency: link.Currency, Status: link.Status, callbackURL: link.CallbackURL}
}

func (b *Server) pageCheckout(id string) *hostedCheckout {
	b.mu.Lock()
	defer b.mu.Unlock()
	page := b.store.pages.byID[id]
	if page == nil {
		return nil
	}
	return &hostedCheckout{Title: page.Title, Amount: page.Amount, Currency: page.Currency, Status: "created", callbackURL: page.CallbackURL}
}

// linkCallback is what the provider appends to a link's callback address.
func (b *Server) linkCallback(id, paymentID string) url.Values {
	b.mu.Lock()
	defer b.mu.Unlock()
	link := b.store.links.byID[id]
	return url.Values{
		"razorpay_payment_id":                {paymentID},
		"razorpay_payment_link_id":           {id},
		"razorpay_payment_link_reference_id": {link.ReferenceID},
		"razorpay_payment_link_status":       {link.Status},
		"razorpay_signature":                 {b.signIDs(id, link.ReferenceID, link.Status, paymentID)},
	}
}

// finishCheckout sends the buyer back to where she came from, or tells her on the spot.
func (b *Server) finishCheckout(w http.ResponseWriter, r *http.Request, o *hostedCheckout, outcome CheckoutResult, err error, callback func() url.Values) {
	switch {
	case o == nil || err != nil && o.Status == "created":
		b.renderCheckout(w, nil, "")
	case err != nil:
		b.renderCheckout(w, o, "")
	case outcome.Failure != nil:
		o.Bad = true
		b.renderCheckout(w, o, outcome.Failure.Description)
	case o.callbackURL == "":
		o.Status = "paid"
		b.renderCheckout(w, o, "")
	default:
		joint := "?"
		if strings.Contains(o.callbackURL, "?") {
			joint = "&"
		}
		http.Redirect(w, r, o.callbackURL+joint+callback().Encode(), http.StatusSeeOther)
	}
}

func (b *Server) renderCheckout(w http.ResponseWriter, o *hostedCheckout, notice string) {
	if o == nil {
		pages.Render(w, http.StatusNotFound, pagePolicy+"'self'", "missing.html", nil)
		return
	}
	o.Notice = notice
	// Chromium holds form-action against the redirect too.
	targets := "'self'"
	if back, err := url.Parse(o.callbackURL); err == nil && back.Host != "" {
		targets += " " + back.Scheme + "://" + back.Host
	}
	pages.Render(w, http.StatusOK, pagePolicy+targets, "offer.html", o)
}
