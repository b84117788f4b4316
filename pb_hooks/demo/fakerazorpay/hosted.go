package fakerazorpay

import (
	"net/http"
	"net/url"
	"strings"
)

// offer is what a hosted page asks a buyer for.
type offer struct {
	Title, Currency, Status, Notice string
	Amount                          int64
	Bad                             bool
	callbackURL                     string
}

// showLink is GET /links/{id}.
func (b *Razorpay) showLink(w http.ResponseWriter, r *http.Request) {
	b.showOffer(w, b.linkOffer(r.PathValue("id")), "")
}

// showPage is GET /pages/{id}.
func (b *Razorpay) showPage(w http.ResponseWriter, r *http.Request) {
	b.showOffer(w, b.pageOffer(r.PathValue("id")), "")
}

// actOnLink is POST /links/{id}: a person pays, or lets the payment fail.
func (b *Razorpay) actOnLink(w http.ResponseWriter, r *http.Request) {
	id, offer := r.PathValue("id"), b.linkOffer(r.PathValue("id"))
	outcome, err := b.PayLink(id, b.courseOf(r))
	b.afterOffer(w, r, offer, outcome, err, func() url.Values { return b.linkCallback(id, outcome.PaymentID) })
}

// actOnPage is POST /pages/{id}.
func (b *Razorpay) actOnPage(w http.ResponseWriter, r *http.Request) {
	who := Buyer{Email: r.PostFormValue("email"), Contact: r.PostFormValue("contact")}
	offer := b.pageOffer(r.PathValue("id"))
	outcome, err := b.PayPage(r.PathValue("id"), b.courseOf(r), who)
	b.afterOffer(w, r, offer, outcome, err, func() url.Values {
		return url.Values{"razorpay_payment_id": {outcome.PaymentID}}
	})
}

func (b *Razorpay) courseOf(r *http.Request) Course {
	if r.PostFormValue("act") == "fail" {
		return Refused
	}
	return b.course()
}

func (b *Razorpay) linkOffer(id string) *offer {
	b.mu.Lock()
	defer b.mu.Unlock()
	link := b.store.links.byID[id]
	if link == nil {
		return nil
	}
	return &offer{Title: link.Description, Amount: link.Amount, Currency: link.Currency, Status: link.Status, callbackURL: link.CallbackURL}
}

func (b *Razorpay) pageOffer(id string) *offer {
	b.mu.Lock()
	defer b.mu.Unlock()
	page := b.store.pages.byID[id]
	if page == nil {
		return nil
	}
	return &offer{Title: page.Title, Amount: page.Amount, Currency: page.Currency, Status: "created", callbackURL: page.CallbackURL}
}

// linkCallback is what the provider appends to a link's callback address.
func (b *Razorpay) linkCallback(id, paymentID string) url.Values {
	b.mu.Lock()
	defer b.mu.Unlock()
	link := b.store.links.byID[id]
	return url.Values{
		"razorpay_payment_id":                {paymentID},
		"razorpay_payment_link_id":           {id},
		"razorpay_payment_link_reference_id": {link.ReferenceID},
		"razorpay_payment_link_status":       {link.Status},
		"razorpay_signature":                 {b.signed(id, link.ReferenceID, link.Status, paymentID)},
	}
}

// afterOffer sends the buyer back to where she came from, or tells her on the spot.
func (b *Razorpay) afterOffer(w http.ResponseWriter, r *http.Request, o *offer, outcome Outcome, err error, callback func() url.Values) {
	switch {
	case o == nil || err != nil && o.Status == "created":
		b.showOffer(w, nil, "")
	case err != nil:
		b.showOffer(w, o, "")
	case outcome.Failure != nil:
		o.Bad = true
		b.showOffer(w, o, outcome.Failure.Description)
	case o.callbackURL == "":
		o.Status = "paid"
		b.showOffer(w, o, "")
	default:
		joint := "?"
		if strings.Contains(o.callbackURL, "?") {
			joint = "&"
		}
		http.Redirect(w, r, o.callbackURL+joint+callback().Encode(), http.StatusSeeOther)
	}
}

func (b *Razorpay) showOffer(w http.ResponseWriter, o *offer, notice string) {
	if o == nil {
		pages.Show(w, http.StatusNotFound, pagePolicy+"'self'", "missing.html", nil)
		return
	}
	o.Notice = notice
	// Chromium holds form-action against the redirect too.
	targets := "'self'"
	if back, err := url.Parse(o.callbackURL); err == nil && back.Host != "" {
		targets += " " + back.Scheme + "://" + back.Host
	}
	pages.Show(w, http.StatusOK, pagePolicy+targets, "offer.html", o)
}
