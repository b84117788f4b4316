package fakerazorpay

import (
	"embed"
	"net/http"
	"strings"
)

//go:embed checkout.js live.js
var scriptFiles embed.FS

// browserRoutes are what the buyer's browser and the people at the desk use. They need no key.
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

// sameOrigin refuses what another site's page sends.
func sameOrigin(next http.HandlerFunc) http.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		if protection.Check(r) != nil {
			http.Error(w, "This belongs to the sandbox's own pages.", http.StatusForbidden)
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

// checkoutSummary tells the checkout what is to be paid: the provider's word, not the page's.
func (b *Server) checkoutSummary(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := r.PathValue("id")
	if s := b.store.subscriptions.byID[id]; s != nil {
		item := b.store.plans.byID[s.PlanID].Item
		writeJSON(w, http.StatusOK, map[string]any{"amount": item.Amount * int64(s.Quantity), "currency": item.Currency})
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
		Key string `json:"key"`
		Act string `json:"act"`
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
	outcome, err := b.PayAs(r.PathValue("id"), lifecycle, input.Payer)
	responseFor(outcome, err).write(w)
}

func (b *Server) lifecycle() Lifecycle {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.switches.Lifecycle
}
