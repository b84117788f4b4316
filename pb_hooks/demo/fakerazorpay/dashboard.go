package fakerazorpay

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
	"boardcircle/pb_hooks/internal/india"
)

//go:embed pages/*.html pages/style.css
var pageFiles embed.FS

// pagePolicy ends with form-action. Each page appends its own targets.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action "

var frame = fakeprovider.Frame{
	Name: "Sandbox payments", Home: "/sandbox/razorpay/", About: "A fake payment provider. No money moves here.",
}

var pages = fakeprovider.NewPages(pageFiles, frame, template.FuncMap{
	"money":      formatMoney,
	"when":       formatTime,
	"unix":       func(seconds int64) string { return formatTime(time.Unix(seconds, 0)) },
	"unixNumber": func(seconds number) string { return formatTime(time.Unix(int64(seconds), 0)) },
	"tone":       tone,
	"pretty":     indentJSON,
	"count": func(shown, all int) string {
		if shown == all {
			return strconv.Itoa(all)
		}
		return fmt.Sprintf("the latest %d of %d", shown, all)
	},
	"seconds": func(ms int) int { return ms / 1000 },
	"act": func(id, name, label string) actionButton {
		return actionButton{id, name, label, slices.Contains(badActions, name)}
	},
	"label": func(s any) string { return strings.NewReplacer("_", " ", "-", " ").Replace(string(toText(s))) },
})

// actionButton is a button of the dashboard. Bad shows it as a warning.
type actionButton struct {
	ID, Act, Label string
	Bad            bool
}

// badActions are the buttons that are shown as a warning.
var badActions = []string{"refund", "dispute", "cancel", "fail-charge", "dispute-lost", "refund-failed", "link-expire",
	"link-cancel"}

// maxShown is the maximum length of the dashboard's lists. state.json has everything.
const maxShown = 25

// State is everything that is stored, newest first.
type State struct {
	Orders        []Order        `json:"orders"`
	Payments      []Payment      `json:"payments"`
	Refunds       []Refund       `json:"refunds"`
	Plans         []Plan         `json:"plans"`
	Subscriptions []Subscription `json:"subscriptions"`
	Invoices      []Invoice      `json:"invoices"`
	Links         []Link         `json:"payment_links"`
	Pages         []Page         `json:"pages"`
	Disputes      []Dispute      `json:"disputes"`
	Settlements   []Settlement   `json:"settlements"`
	Deliveries    []Delivery     `json:"deliveries"`
	Switches      Switches       `json:"switches"`
}

// State returns everything that is stored.
func (b *Server) State() State {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.store
	state := State{
		Orders:        s.orders.newestFirst(matchAll),
		Payments:      s.payments.newestFirst(matchAll),
		Refunds:       s.refunds.newestFirst(matchAll),
		Plans:         s.plans.newestFirst(matchAll),
		Subscriptions: s.subscriptions.newestFirst(matchAll),
		Invoices:      s.invoices.newestFirst(matchAll),
		Links:         s.links.newestFirst(matchAll),
		Pages:         s.pages.newestFirst(matchAll),
		Disputes:      s.disputes.newestFirst(matchAll),
		Settlements:   s.settlements.newestFirst(matchAll),
		Deliveries:    s.deliveries.newestFirst(matchAll),
		Switches:      b.switches,
	}
	for i := range state.Deliveries {
		state.Deliveries[i].Attempts = slices.Clone(state.Deliveries[i].Attempts)
	}
	for i := range state.Links {
		state.Links[i].Payments = slices.Clone(state.Links[i].Payments)
	}
	return state
}

// stateJSON is GET /sandbox/razorpay/state.json.
func (b *Server) stateJSON(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, b.State())
}

// showDashboard is GET /sandbox/razorpay/.
func (b *Server) showDashboard(w http.ResponseWriter, _ *http.Request) {
	state := b.State()
	plans := map[string]Plan{}
	for _, p := range state.Plans {
		plans[p.ID] = p
	}
	pages.Render(w, http.StatusOK, pagePolicy+"'self'", "dashboard.html", map[string]any{
		"State":      state,
		"Plans":      plans,
		"Lifecycles": lifecycles,
		"Payments":   latest(state.Payments),
		"Links":      latest(state.Links),
		"Refunds":    latest(state.Refunds),
		"Deliveries": latest(state.Deliveries),
		"Orders":     latest(state.Orders),
	})
}

func latest[T any](list []T) []T { return list[:min(len(list), maxShown)] }

// lifecycles are the options of the dashboard's select.
var lifecycles = []struct {
	Lifecycle Lifecycle
	Label     string
}{
	{Success, "succeed"},
	{Declined, "are declined by the bank"},
	{AuthorisedOnly, "are authorised, but not captured"},
	{LateAuthorisation, "fail, until the bank authorises late"},
	{FailedThenCaptured, "fail, and are captured afterwards"},
	{TwoCaptures, "are made twice"},
	{Half, "are for half of the price"},
	{WrongAmount, "are ₹1 short"},
	{Offer, "are paid with an offer, a tenth less"},
	{CustomerFee, "include a fee that the customer pays"},
	{UPIDelayed, "are by UPI, and wait at the bank"},
	{WrongCurrency, "are in another currency"},
	{Orphan, "belong to no order"},
	{RefundFirst, "are refunded, and the refund's events come first"},
}

// actions are the handlers of the dashboard's buttons, by name.
var actions = map[string]func(b *Server, r *http.Request, id string) error{
	"authorise": func(b *Server, _ *http.Request, id string) error { return b.Authorise(id) },
	"capture":   func(b *Server, _ *http.Request, id string) error { return b.Capture(id) },
	"refund": func(b *Server, _ *http.Request, id string) error {
		_, err := b.Refund(id, 0)
		return err
	},
	"refund-instant": func(b *Server, _ *http.Request, id string) error {
		_, err := b.RefundAtSpeed(id, 0, "optimum")
		return err
	},
	"decline": func(b *Server, _ *http.Request, id string) error { return b.Decline(id) },
	"charge-upi": func(b *Server, _ *http.Request, id string) error {
		_, err := b.ChargeByUPI(id)
		return err
	},
	"refund-half": func(b *Server, _ *http.Request, id string) error {
		amount, err := b.half(id)
		if err == nil {
			_, err = b.Refund(id, amount)
		}
		return err
	},
	"refund-processed": func(b *Server, _ *http.Request, id string) error { return b.SettleRefund(id, "processed") },
	"refund-failed":    func(b *Server, _ *http.Request, id string) error { return b.SettleRefund(id, "failed") },
	"link-expire":      func(b *Server, _ *http.Request, id string) error { return b.ExpireLink(id) },
	"link-cancel":      func(b *Server, _ *http.Request, id string) error { return b.CancelLink(id) },
	"dispute":          func(b *Server, _ *http.Request, id string) error { return b.Dispute(id, "created") },
	"dispute-answer":   func(b *Server, _ *http.Request, id string) error { return b.Dispute(id, "under_review") },
	"dispute-phase":    func(b *Server, _ *http.Request, id string) error { return b.NextDisputePhase(id) },
	"dispute-won":      func(b *Server, _ *http.Request, id string) error { return b.Dispute(id, "won") },
	"dispute-lost":     func(b *Server, _ *http.Request, id string) error { return b.Dispute(id, "lost") },
	"dispute-closed":   func(b *Server, _ *http.Request, id string) error { return b.Dispute(id, "closed") },
	"charge": func(b *Server, _ *http.Request, id string) error {
		_, err := b.Charge(id)
		return err
	},
	"fail-charge": func(b *Server, _ *http.Request, id string) error {
		_, err := b.FailCharge(id)
		return err
	},
	"cancel": func(b *Server, _ *http.Request, id string) error { return b.Cancel(id) },
	"pause":  func(b *Server, _ *http.Request, id string) error { return b.Pause(id) },
	"resume": func(b *Server, _ *http.Request, id string) error { return b.Resume(id) },
	"change-card": func(b *Server, _ *http.Request, id string) error {
		_, err := b.ChangeCard(id)
		return err
	},
	"settle": func(b *Server, _ *http.Request, _ string) error {
		_, err := b.Settle(0)
		return err
	},
	"settle-short": func(b *Server, _ *http.Request, _ string) error {
		_, err := b.Settle(-100)
		return err
	},
	"resend":   func(b *Server, _ *http.Request, id string) error { return b.Resend(id) },
	"switches": func(b *Server, r *http.Request, _ string) error { return b.updateSwitches(r) },
}

// handleAction is POST /sandbox/razorpay/acts: a button of the dashboard.
func (b *Server) handleAction(w http.ResponseWriter, r *http.Request) {
	action, known := actions[r.PostFormValue("act")]
	if !known {
		http.Error(w, "Unknown action.", http.StatusBadRequest)
		return
	}
	if err := action(b, r, r.PostFormValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, "/sandbox/razorpay/", http.StatusSeeOther)
}

// updateSwitches sets the switches that the dashboard shows and leaves the others unchanged.
func (b *Server) updateSwitches(r *http.Request) error {
	delay, _ := strconv.Atoi(r.PostFormValue("delay"))
	on := func(name string) bool { return r.PostFormValue(name) != "" }
	b.mu.Lock()
	defer b.mu.Unlock()
	b.switches.Lifecycle, b.switches.HoldRefunds = Lifecycle(r.PostFormValue("lifecycle")), on("hold-refunds")
	faults := &b.switches.Webhooks
	faults.Drop, faults.Duplicate = on("drop"), on("duplicate")
	faults.Shuffle, faults.Unknown = on("shuffle"), on("unknown")
	faults.DelayMS = min(max(delay, 0), 3600) * 1000
	return nil
}

// tone returns the colour group of a state.
func tone(state any) string {
	switch toText(state) {
	case "paid", "captured", "processed", "active", "completed", Delivered, "won":
		return "good"
	case "failed", "refunded", "halted", "cancelled", "expired", "lost", "open", GivenUp, Dropped:
		return "bad"
	}
	return "plain"
}

func toText(value any) text {
	switch v := value.(type) {
	case text:
		return v
	case string:
		return text(v)
	case Lifecycle:
		return text(v)
	}
	return ""
}

func formatTime(t time.Time) string { return t.In(india.Zone).Format("2 Jan 2006, 15:04:05") }

func indentJSON(body []byte) string {
	var out bytes.Buffer
	if json.Indent(&out, body, "", "  ") != nil {
		return string(body)
	}
	return out.String()
}

// formatMoney writes an amount in minor units, with the Indian grouping.
func formatMoney(amount int64, currency string) string {
	whole, paise := strconv.FormatInt(amount/100, 10), amount%100
	if n := len(whole); n > 3 {
		head := whole[:n-3]
		grouped := ""
		for len(head) > 2 {
			grouped, head = ","+head[len(head)-2:]+grouped, head[:len(head)-2]
		}
		whole = head + grouped + "," + whole[n-3:]
	}
	if paise > 0 {
		whole += "." + strconv.FormatInt(100+paise, 10)[1:]
	}
	return cmp.Or(map[string]string{"INR": "₹", "USD": "$"}[currency], currency+" ") + whole
}
