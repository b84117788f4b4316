package fakerazorpay

import (
	"embed"
	"net/http"
	"net/url"
	"strings"
)

//go:embed checkout.js live.js
var scriptFiles embed.FS

// browserRoutes registers the routes of the checkout, the hosted pages and the dashboard. They need no key.
func (b *Server) browserRoutes(mux *http.ServeMux, root string) {
	mux.HandleFunc("GET "+root+"/checkout.js", serveScript("checkout.js"))
	mux.HandleFunc("GET "+root+"/live.js", serveScript("live.js"))
	mux.HandleFunc("GET "+root+"/checkout/{id}", b.checkoutSummary)
	mux.HandleFunc("POST "+root+"/checkout/{id}", sameOrigin(b.handleCheckout))
	mux.HandleFunc("GET "+root+"/links/{id}", b.showLink)
	mux.HandleFunc("POST "+root+"/links/{id}", sameOrigin(b.handleLink))
	mux.HandleFunc("GET "+root+"/pages/{id}", b.showPage)
	mux.HandleFunc("POST "+root+"/pages/{id}", sameOrigin(b.handlePage))
	mux.HandleFunc("GET "+root+"/{$}", b.showDashboard)
	mux.HandleFunc("POST "+root+"/acts", sameOrigin(b.handleAction))
	mux.HandleFunc("GET "+root+"/state.json", b.stateJSON)
	mux.HandleFunc("POST "+root+"/switches", sameOrigin(b.handleSwitches))
}

// sameOrigin refuses requests from other sites' pages.
func sameOrigin(next http.HandlerFunc) http.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		if protection.Check(r) != nil {
			http.Error(w, "Only the sandbox's own pages may send this.", http.StatusForbidden)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxRequestBody)
		next(w, r)
	}
}

func serveScript(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, scriptFiles, name)
	}
}

// checkoutSummary returns the amount to be paid from the store, not from the page.
func (b *Server) checkoutSummary(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := r.PathValue("id")
	if s := b.store.subscriptions.byID[id]; s != nil {
		item := b.store.plans.byID[s.PlanID].Item
		writeJSON(w, http.StatusOK, map[string]any{"amount": item.Amount * int64(s.Quantity),
			"currency": item.Currency})
		return
	}
	order := b.store.orders.byID[id]
	if order == nil {
		writeError(w, unknownIDError())
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"amount": order.AmountDue, "currency": order.Currency})
}

// handleCheckout pays, or lets the payment fail.
func (b *Server) handleCheckout(w http.ResponseWriter, r *http.Request) {
	var input struct {
		Payer
		Key        string `json:"key"`
		Act        string `json:"act"`
		CardChange bool   `json:"card_change"`
	}
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		writeError(w, &apiError{status: http.StatusUnsupportedMediaType, description: "Please provide valid JSON data"})
		return
	}
	if err := decode(r, &input); err != nil {
		responseFor(nil, err).write(w)
		return
	}
	if input.Key != b.Keys().ID {
		writeError(w, &apiError{status: http.StatusUnauthorized, description: "Authentication failed"})
		return
	}
	lifecycle := b.lifecycle()
	if input.Act == "fail" {
		lifecycle = Declined
	}
	if input.CardChange && lifecycle != Declined {
		result, err := b.ChangeCard(r.PathValue("id"))
		responseFor(result, err).write(w)
		return
	}
	result, err := b.PayAs(r.PathValue("id"), lifecycle, input.Payer)
	responseFor(result, err).write(w)
}

func (b *Server) lifecycle() Lifecycle {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.switches.Lifecycle
}

// hostedCheckout is the data of a hosted payment page.
type hostedCheckout struct {
	Title, Currency, Status, Notice string
	Amount                          int64
	Bad, CanExpire                  bool
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

// handleLink is POST /links/{id}. It pays, lets the payment fail, or lets the link expire.
func (b *Server) handleLink(w http.ResponseWriter, r *http.Request) {
	id, checkout := r.PathValue("id"), b.linkCheckout(r.PathValue("id"))
	if r.PostFormValue("act") == "expire" {
		_ = b.ExpireLink(id) // the page shows the link's state in any case
		b.renderCheckout(w, b.linkCheckout(id), "")
		return
	}
	result, err := b.PayLink(id, b.requestedLifecycle(r))
	b.finishCheckout(w, r, checkout, result, err, func() url.Values { return linkCallback(result.Link) })
}

// handlePage is POST /pages/{id}.
func (b *Server) handlePage(w http.ResponseWriter, r *http.Request) {
	payer := Payer{Email: r.PostFormValue("email"), Contact: r.PostFormValue("contact")}
	checkout := b.pageCheckout(r.PathValue("id"))
	result, err := b.PayPage(r.PathValue("id"), b.requestedLifecycle(r), payer)
	b.finishCheckout(w, r, checkout, result, err, func() url.Values {
		return url.Values{"razorpay_payment_id": {result.PaymentID}}
	})
}

func (b *Server) requestedLifecycle(r *http.Request) Lifecycle {
	if r.PostFormValue("act") == "fail" {
		return Declined
	}
	return b.lifecycle()
}

func (b *Server) linkCheckout(id string) *hostedCheckout {
	// A link past its expiry is shown as expired.
	if err := b.change(b.expireLinks); err != nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	link := b.store.links.byID[id]
	if link == nil {
		return nil
	}
	return &hostedCheckout{
		Title:       link.Description,
		Amount:      link.Amount,
		Currency:    link.Currency,
		Status:      link.Status,
		CanExpire:   true,
		callbackURL: link.CallbackURL,
	}
}

func (b *Server) pageCheckout(id string) *hostedCheckout {
	b.mu.Lock()
	defer b.mu.Unlock()
	page := b.store.pages.byID[id]
	if page == nil {
		return nil
	}
	return &hostedCheckout{
		Title:       page.Title,
		Amount:      page.Amount,
		Currency:    page.Currency,
		Status:      "created",
		callbackURL: page.CallbackURL,
	}
}

// linkCallback returns the parameters that Razorpay appends to a link's callback URL.
func linkCallback(f *LinkFields) url.Values {
	if f == nil {
		return url.Values{}
	}
	return url.Values{
		"razorpay_payment_id":                {f.PaymentID},
		"razorpay_payment_link_id":           {f.LinkID},
		"razorpay_payment_link_reference_id": {f.ReferenceID},
		"razorpay_payment_link_status":       {f.Status},
		"razorpay_signature":                 {f.Signature},
	}
}

// finishCheckout redirects the customer to the callback URL, or shows the result if none exists.
func (b *Server) finishCheckout(w http.ResponseWriter, r *http.Request, checkout *hostedCheckout, result CheckoutResult,
	err error, callback func() url.Values) {
	switch {
	case checkout == nil || err != nil && checkout.Status == "created":
		b.renderCheckout(w, nil, "")
	case err != nil:
		b.renderCheckout(w, checkout, "")
	case result.Failure != nil:
		checkout.Bad = true
		b.renderCheckout(w, checkout, result.Failure.Description)
	case checkout.callbackURL == "":
		checkout.Status = "paid"
		b.renderCheckout(w, checkout, "")
	default:
		separator := "?"
		if strings.Contains(checkout.callbackURL, "?") {
			separator = "&"
		}
		http.Redirect(w, r, checkout.callbackURL+separator+callback().Encode(), http.StatusSeeOther)
	}
}

func (b *Server) renderCheckout(w http.ResponseWriter, checkout *hostedCheckout, notice string) {
	if checkout == nil {
		pages.Render(w, http.StatusNotFound, pagePolicy+"'self'", "missing.html", nil)
		return
	}
	checkout.Notice = notice
	// Chromium applies form-action to the redirect too.
	targets := "'self'"
	if back, err := url.Parse(checkout.callbackURL); err == nil && back.Host != "" {
		targets += " " + back.Scheme + "://" + back.Host
	}
	pages.Render(w, http.StatusOK, pagePolicy+targets, "offer.html", checkout)
}
