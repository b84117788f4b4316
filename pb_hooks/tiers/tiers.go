// Package tiers owns the membership tiers: what is on sale, and at which price.
//
//	active ──isActive──> hidden      visitors see and buy active tiers only; admins see all
//	       <───────────
//
// A tier with a plan at the provider renews automatically: the plan is checked when the tier is saved (plan.go). A plan
// never changes, so a new price or GST rate leaves it outdated until an admin has a new one created; the list shows what
// the plan charges.
// A tier that has transactions cannot be deleted, because they name it; it is hidden instead. Visitors
// read the tiers far more often than anybody changes them, so the public list is answered from memory;
// every change of a tier or of the settings invalidates it (cache.go).
package tiers

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

// Tiers is the feature. Safe for concurrent use.
type Tiers struct {
	app     core.App
	audit   *audit.Log
	options Options
	// list is the public list.
	list httpx.CachedJSON
	// planCheck is when the provider may be asked again for plans that it has not answered.
	planCheck atomic.Int64
}

// Options are what the feature is built from.
type Options struct {
	// SandboxLinks begins the payment links of the demo's fake Razorpay, "" outside of it.
	SandboxLinks string
	// NotifyAdmins tells all admins what a change of a record changes, in its transaction.
	NotifyAdmins func(tx core.App, record *core.Record, changes []string) error
	// FindPlan asks the provider for the plan of a tier that renews, and CreatePlan makes one there and returns its id.
	FindPlan   PlanFinder
	CreatePlan func(ctx context.Context, plan NewPlan) (id string, err error)
	// Approvals keep a price that needs a second admin.
	Approvals Approvals
	Clock     clock.Clock
}

// New returns the feature.
func New(app core.App, log *audit.Log, options Options) *Tiers {
	p := &Tiers{app: app, audit: log, options: options}
	p.followChanges("boardcircleTierList", p.list.Invalidate)
	p.guardPaymentLinks()
	p.guardPrices()
	options.Approvals.Register(p.approvalKind())
	return p
}

// Tier is a membership tier as it is sent, its amounts in major units.
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
	// GraceDays is how long access goes on after a term's end, while the next payment is awaited.
	GraceDays int `json:"graceDays"`
	// Breakdown is what a buyer pays for it today: for a tier that renews what its plan at the provider charges.
	Breakdown Breakdown `json:"breakdown"`
	// IsPlanOutdated tells that the plan charges another amount than the price with GST, because one of them has changed
	// since the plan was made.
	IsPlanOutdated bool `json:"isPlanOutdated"`
	// Renews tells that it is bought as a subscription that renews by itself: it has a plan, and is not too dear for a
	// mandate, which is paid once a term whatever plan it has.
	Renews bool `json:"renews"`
}

// HasPlan reports whether a plan at the provider charges for the tier, if a mandate may charge that much. A payment
// link comes before a plan.
func (t Tier) HasPlan() bool {
	return t.Duration != Lifetime && t.RazorpayPlanID != "" && t.RazorpayPaymentLink == ""
}

// The durations of a tier.
const (
	Lifetime = "lifetime"
	Annual   = "annual"
	Monthly  = "monthly"
)

// Breakdown splits an amount to pay into price and GST; the rate is in percent.
type Breakdown struct {
	BaseAmount  money.Amount `json:"baseAmount"`
	GSTRate     int          `json:"gstRate"`
	GSTAmount   money.Amount `json:"gstAmount"`
	TotalAmount money.Amount `json:"totalAmount"`
}

// AddGST adds the GST to a price. It is rounded once, half up, on the whole.
func AddGST(base money.Amount, rate int) Breakdown {
	gst := base.GST(rate)
	return Breakdown{BaseAmount: base, GSTRate: rate, GSTAmount: gst, TotalAmount: base + gst}
}

// ExtractGST takes the GST out of an amount that includes it, as the amount of a Razorpay plan does.
func ExtractGST(total money.Amount, rate int) Breakdown {
	divisor := money.Amount(100 + rate)
	base := (total*100 + divisor/2) / divisor
	return Breakdown{BaseAmount: base, GSTRate: rate, GSTAmount: total - base, TotalAmount: total}
}

// PublicJSON is the public list, as GET /api/membership-tiers answers it.
func (p *Tiers) PublicJSON() (json.RawMessage, error) {
	list, err := p.publicList()
	if err != nil {
		return nil, err
	}
	return list.Body, nil
}

var errHasTransactions = httpx.NewError(http.StatusConflict, "This tier has transactions: deactivate it instead.", nil)

// RegisterHooks keeps the invariants of the tiers, also against staff in the dashboard: a tier without a
// slug gets one from its name, and a tier that has transactions cannot be deleted. isSold reports whether
// a tier has any.
func RegisterHooks(app core.App, isSold func(app core.App, tierID string) (bool, error)) {
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		record := newTierRecord(e.Record)
		record.setDefaultSlug()
		record.forgetPlanAmount()
		return e.Next()
	})
	app.OnRecordDelete(collection).BindFunc(func(e *core.RecordEvent) error {
		sold, err := isSold(e.App, e.Record.Id)
		if err != nil {
			return fmt.Errorf("delete tier %s: %w", e.Record.Id, err)
		}
		if sold {
			return errHasTransactions
		}
		return e.Next()
	})
}

// maxPrice, in major units, is far above any membership and far below what overflows.
const maxPrice = 10_000_000

// TierForm is the body of POST and PUT /api/membership-tiers.
var TierForm = rules.Form{
	{Name: "name", Label: "Name", Kind: rules.Line, Required: true, Max: 120},
	{
		Name: "slug", Label: "Slug", Kind: rules.Line, Max: 120, Pattern: `^[a-z0-9]+(-[a-z0-9]+)*$`,
		Messages: rules.Messages{
			Required: "Slug is required: the name has no letter from a to z and no digit to make one of",
			Invalid:  "Slug may hold lower-case letters, digits and single hyphens between them",
		},
	},
	{Name: "description", Label: "Description", Kind: rules.Text, Max: 2000},
	{
		Name: "price", Label: "Price", Kind: rules.Amount, Required: true, Max: maxPrice,
		Messages: rules.Messages{Invalid: "Please enter a price such as 25000 or 1178.50"},
	},
	{Name: "currency", Label: "Currency", Kind: rules.Choice, Required: true, Options: []string{"INR", "USD"}, Default: "INR"},
	{Name: "duration", Label: "Duration", Kind: rules.Choice, Required: true, Options: []string{Lifetime, Annual, Monthly}, Default: Lifetime},
	{Name: "features", Label: "Features", Kind: rules.List, Max: 30},
	{
		Name: "razorpayPlanId", Label: "Razorpay plan id", Kind: rules.Line, Max: 64, Pattern: `^plan_[A-Za-z0-9]{14}$`,
		Messages: rules.Messages{Invalid: "Please enter the plan's id as Razorpay shows it, such as plan_00000000000001"},
	},
	{
		Name: "razorpayPaymentLink", Label: "Razorpay payment link", Kind: rules.Link, Max: 500, Hosts: linkHosts,
		Messages: rules.Messages{Invalid: "Please enter a payment link of Razorpay’s, such as https://rzp.io/l/membership"},
	},
	{Name: "graceDays", Label: "Days of grace", Kind: rules.Integer, Min: 0, Max: 90, Default: "14"},
	{Name: "isActive", Label: "Active", Kind: rules.Flag, Default: "true"},
	{Name: "sortOrder", Label: "Sort order", Kind: rules.Integer, Min: -100_000, Max: 100_000, Default: "0"},
	{Name: "buttonText", Label: "Button text", Kind: rules.Line, Max: 60, Default: "Choose Plan"},
	{
		Name: "buttonColor", Label: "Button colour", Kind: rules.Line, Max: 7, Pattern: `^#[0-9a-fA-F]{6}$`, Default: "#0052CC",
		Messages: rules.Messages{Invalid: "Please enter a colour such as #0052CC"},
	},
}

var nonAlphanumeric = regexp.MustCompile(`[^a-z0-9]+`)

// Slug derives a tier's slug from its name: lower case, each run of other characters one hyphen,
// none at either end.
func Slug(name string) string {
	return strings.Trim(nonAlphanumeric.ReplaceAllString(strings.ToLower(name), "-"), "-")
}
