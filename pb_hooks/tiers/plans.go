// Package plans is the room of the membership tiers: what is on sale, at what price.
//
// Visitors read the tiers far more often than anybody changes them, so the public list is
// answered from memory. Whoever changes a tier, through our routes or in the dashboard, makes the
// list be read anew; see shelf.go.
package tiers

import (
	"encoding/json"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/settings"
)

const collection = "membership_tiers"

// Tiers is the room. Safe for concurrent use.
type Tiers struct {
	app   core.App
	audit *audit.Log
	cache listCache
}

// New opens the room.
func New(app core.App, log *audit.Log) *Tiers {
	p := &Tiers{app: app, audit: log}
	p.invalidateOnChange()
	return p
}

// Tier is a membership tier as it travels, its amounts in major units.
type Tier struct {
	ID                  string       `json:"id"`
	Name                string       `json:"name"`
	Slug                string       `json:"slug"`
	Description         string       `json:"description"`
	Price               money.Amount `json:"price"`
	Currency            string       `json:"currency"`
	Duration            string       `json:"duration"`
	Features            []string     `json:"features"`
	RazorpayPlanID      string       `json:"razorpayPlanId"`
	RazorpayPaymentLink string       `json:"razorpayPaymentLink"`
	IsActive            httpx.Bool   `json:"isActive"`
	SortOrder           int          `json:"sortOrder"`
	ButtonText          string       `json:"buttonText"`
	ButtonColor         string       `json:"buttonColor"`
	UpdatedAt           httpx.Time   `json:"updatedAt"`
	CreatedAt           httpx.Time   `json:"createdAt"`
	// NeedsApproval tells that only an approved nominee can buy it.
	NeedsApproval httpx.Bool `json:"needsApproval"`
	// Breakdown is what a buyer pays for it today.
	Breakdown Breakdown `json:"breakdown"`
}

// Breakdown says what an amount to pay is made of; the rate is in percent.
type Breakdown struct {
	BaseAmount  money.Amount `json:"baseAmount"`
	GSTRate     int          `json:"gstRate"`
	GSTAmount   money.Amount `json:"gstAmount"`
	TotalAmount money.Amount `json:"totalAmount"`
}

// Find returns a tier, whether or not it is on sale; sql.ErrNoRows when there is none.
func Find(app core.App, id string) (Tier, error) {
	record, err := app.FindRecordById(collection, id)
	if err != nil {
		return Tier{}, err
	}
	return newTier(app, record)
}

// PublicJSON is the public list, as GET /api/membership-tiers answers it.
func (p *Tiers) PublicJSON() (json.RawMessage, error) {
	list, err := p.publicList()
	return list.body, err
}

func newTier(app core.App, record *core.Record) (Tier, error) {
	site, err := settings.Read(app)
	return decodeTier(record, site), err
}

func decodeTier(r *core.Record, site settings.Settings) Tier {
	features := []string{}
	if err := r.UnmarshalJSONField("features", &features); err != nil || features == nil {
		features = []string{} // a row that staff left without features has none
	}
	price := money.Amount(r.GetInt("price"))
	gst := price.GST(site.GSTRate)
	return Tier{
		ID: r.Id, Name: r.GetString("name"), Slug: r.GetString("slug"), Description: r.GetString("description"),
		Price: price, Currency: r.GetString("currency"), Duration: r.GetString("duration"),
		Features: features, RazorpayPlanID: r.GetString("razorpayPlanId"),
		RazorpayPaymentLink: r.GetString("razorpayPaymentLink"), IsActive: httpx.Bool(r.GetBool("isActive")),
		SortOrder: r.GetInt("sortOrder"), ButtonText: r.GetString("buttonText"), ButtonColor: r.GetString("buttonColor"),
		UpdatedAt: httpx.Time(r.GetDateTime("updatedAt")), CreatedAt: httpx.Time(r.GetDateTime("createdAt")),
		NeedsApproval: httpx.Bool(site.PurchaseNeedsApproval),
		Breakdown:     Breakdown{BaseAmount: price, GSTRate: site.GSTRate, GSTAmount: gst, TotalAmount: price + gst},
	}
}
