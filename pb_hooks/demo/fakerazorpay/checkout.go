package fakerazorpay

import (
	"embed"
	"net/http"
	"strings"
)

//go:embed checkout.js live.js
var scripts embed.FS

// browserRoutes are what the buyer's browser and the people at the desk use. They need no key.
func (b *Razorpay) browserRoutes(mux *http.ServeMux, root string) {
	mux.HandleFunc("GET "+root+"/checkout.js", script("checkout.js"))
	mux.HandleFunc("GET "+root+"/live.js", script("live.js"))
	mux.HandleFunc("GET "+root+"/checkout/{id}", b.checkoutSummary)
	mux.HandleFunc("POST "+root+"/checkout/{id}", ownPages(b.checkoutAct))
	mux.HandleFunc("GET "+root+"/links/{id}", b.showLink)
	mux.HandleFunc("POST "+root+"/links/{id}", ownPages(b.actOnLink))
	mux.HandleFunc("GET "+root+"/pages/{id}", b.showPage)
	mux.HandleFunc("POST "+root+"/pages/{id}", ownPages(b.actOnPage))
	mux.HandleFunc("GET "+root+"/{$}", b.showDesk)
	mux.HandleFunc("POST "+root+"/acts", ownPages(b.actAtDesk))
	mux.HandleFunc("GET "+root+"/state.json", b.stateJSON)
	mux.HandleFunc("POST "+root+"/switches", ownPages(b.flip))
}

// ownPages refuses what another site's page sends.
func ownPages(next http.HandlerFunc) http.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		if protection.Check(r) != nil {
			http.Error(w, "This belongs to the sandbox's own pages.", http.StatusForbidden)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, largestCall)
		next(w, r)
	}
}

func script(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, scripts, name)
	}
}

// checkoutSummary tells the checkout what is to be paid: the provider's word, not the page's.
func (b *Razorpay) checkoutSummary(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := r.PathValue("id")
	if s := b.store.subscriptions.byID[id]; s != nil {
		item := b.store.plans.byID[s.PlanID].Item
		answer(w, http.StatusOK, map[string]any{"amount": item.Amount * int64(s.Quantity), "currency": item.Currency})
		return
	}
	order := b.store.orders.byID[id]
	if order == nil {
		refuse(w, unknown())
		return
	}
	answer(w, http.StatusOK, map[string]any{"amount": order.AmountDue, "currency": order.Currency})
}

// checkoutAct pays, or lets the payment fail.
func (b *Razorpay) checkoutAct(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Buyer
		Key string `json:"key"`
		Act string `json:"act"`
	}
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		refuse(w, &refusal{status: http.StatusUnsupportedMediaType, description: "Please provide valid JSON data"})
		return
	}
	if err := decode(r, &asked); err != nil {
		replyTo(nil, err).write(w)
		return
	}
	if asked.Key != b.Keys().ID {
		refuse(w, &refusal{status: http.StatusUnauthorized, description: "Authentication failed"})
		return
	}
	course := b.course()
	if asked.Act == "fail" {
		course = Refused
	}
	outcome, err := b.PayAs(r.PathValue("id"), course, asked.Buyer)
	replyTo(outcome, err).write(w)
}

func (b *Razorpay) course() Course {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.switches.Course
}
