// Package tiers manages the membership tiers: which are on sale, and at which price.
//
// A plan opens modules of the circle. Routes, emails and pages of a module that no plan of a member opens are closed to
// the member. Terms keep a module that their plan loses (payments/ledger).
//
//	active ──isActive──> hidden      visitors see and buy active tiers only; admins see all
//	       <───────────
//
// A tier with a plan at the provider renews automatically. The plan is checked when the tier is saved (plan.go). A plan
// never changes, so after a change of the price or the GST rate it is outdated until an admin creates a new one. The
// list shows the charge of the plan.
//
// A tier with transactions cannot be deleted, because they refer to it; it is hidden instead. Visitors read the tiers
// far more often than they change, so the public list is cached. Every change of a tier or of the settings invalidates
// the cache.
package tiers

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

// Tiers handles the routes for tiers. It is safe for concurrent use.
type Tiers struct {
	app     core.App
	audit   *audit.Log
	options Options
	// lists are the cached public lists by language.
	lists map[string]*httpx.CachedJSON
	// planCheck is when the provider may be asked again for the plans that it has not answered.
	planCheck atomic.Int64
}

// Options are the dependencies of the feature.
type Options struct {
	// SandboxLinks is the prefix of the fake Razorpay's payment links in the demo, or "".
	SandboxLinks string
	// NotifyAdmins emails all admins about the changes of a record, in its transaction.
	NotifyAdmins func(tx core.App, record *core.Record, changes []string) error
	// FindPlan fetches the plan of a tier from the provider. CreatePlan creates a plan there and returns its id.
	FindPlan   PlanFinder
	CreatePlan func(ctx context.Context, plan NewPlan) (id string, err error)
	// Approvals stores prices that need a second admin.
	Approvals Approvals
	// CountRunningTerms counts the running terms of tiers.
	CountRunningTerms func(app core.App, tierIDs []string, now time.Time) (map[string]RunningTerms, error)
	Clock             clock.Clock
}

// RunningTerms are the terms of a tier that run or have yet to start.
type RunningTerms struct {
	Terms int `json:"terms" db:"terms"`
	// ForLife is how many of them never end. LastEndsAt is when the last of the others ends.
	ForLife    int        `json:"forLife" db:"forLife"`
	LastEndsAt httpx.Time `json:"lastEndsAt" db:"lastEndsAt"`
}

// New returns the feature.
func New(app core.App, log *audit.Log, options Options) *Tiers {
	p := &Tiers{app: app, audit: log, options: options, lists: map[string]*httpx.CachedJSON{}}
	for _, language := range languages.Codes() {
		p.lists[language] = &httpx.CachedJSON{}
	}
	p.bindChangeHooks("boardcircleTierList", func() {
		for _, list := range p.lists {
			list.Invalidate()
		}
	})
	p.guardPaymentLinks()
	p.guardPrices()
	options.Approvals.Register(p.approvalKind())
	return p
}

// Tier is a membership tier in the API. Its amounts are in major units.
type Tier struct {
	ID                  string       `json:"id"`
	Name                string       `json:"name"`
	Slug                string       `json:"slug"`
	Description         string       `json:"description"`
	Price               money.Amount `json:"price"`
	Currency            string       `json:"currency"`
	Duration            Duration     `json:"duration"`
	Features            []string     `json:"features"`
	RazorpayPlanID      string       `json:"razorpayPlanId"`
	RazorpayPaymentLink string       `json:"razorpayPaymentLink"`
	IsActive            httpx.Bool   `json:"isActive"`
	SortOrder           int          `json:"sortOrder"`
	ButtonText          string       `json:"buttonText"`
	ButtonColor         string       `json:"buttonColor"`
	// IsRecommended marks the tier that the office recommends. At most one tier has the mark.
	IsRecommended bool       `json:"isRecommended"`
	UpdatedAt     httpx.Time `json:"updatedAt"`
	CreatedAt     httpx.Time `json:"createdAt"`
	// IsApprovalRequired reports whether only approved nominees can buy the tier.
	IsApprovalRequired httpx.Bool `json:"isApprovalRequired"`
	// GraceDays is the number of days of access after a term's end, while a payment is awaited.
	GraceDays int `json:"graceDays"`
	// Breakdown is the price today. For a tier that renews it is the charge of its plan.
	Breakdown Breakdown `json:"breakdown"`
	// IsPlanOutdated reports whether the charge of the plan differs from the price with GST, because one of them has
	// changed since the plan was created.
	IsPlanOutdated bool `json:"isPlanOutdated"`
	// Renews reports whether the tier is sold as a subscription: it has a plan, and its price is within the limit of a
	// mandate. A tier above the limit is paid once a term even if it has a plan.
	Renews bool `json:"renews"`
	// Screens are the screens of the circle to which features lead.
	Screens []FeatureScreen `json:"screens"`
	// Modules are the modules of the circle that the plan opens.
	Modules []modules.ID `json:"modules"`
	// Translation has the texts in the language of the request. It is missing in English.
	Translation *LocalTexts `json:"translation,omitempty"`
	// Translations are the texts in all other languages. Only admins get them.
	Translations []Translation `json:"translations,omitempty"`
	// RunningTerms are the terms that keep a module which the plan loses. Only the list for admins has them.
	RunningTerms *RunningTerms `json:"runningTerms,omitempty"`
	// Version is the version of the form. Only admins get it.
	Version string `json:"version,omitempty"`
}

// HasPlan reports whether a plan at the provider applies to the tier, provided that a mandate may charge its amount. A
// payment link has priority over a plan.
func (t Tier) HasPlan() bool {
	return t.Duration != Lifetime && t.RazorpayPlanID != "" && t.RazorpayPaymentLink == ""
}

// Duration is how long one term of a tier lasts.
type Duration string

// The durations of a tier.
const (
	Lifetime Duration = "lifetime"
	Annual   Duration = "annual"
	Monthly  Duration = "monthly"
)

// Values returns all durations.
func (Duration) Values() []string { return rules.Options(Lifetime, Annual, Monthly) }

// Breakdown splits a total into price and GST. The rate is in percent.
type Breakdown struct {
	BaseAmount  money.Amount `json:"baseAmount"`
	GSTRate     int          `json:"gstRate"`
	GSTAmount   money.Amount `json:"gstAmount"`
	TotalAmount money.Amount `json:"totalAmount"`
}

// AddGST adds the GST to a price. The tax is rounded once, half up.
func AddGST(base money.Amount, rate int) Breakdown {
	gst := base.GST(rate)
	return Breakdown{BaseAmount: base, GSTRate: rate, GSTAmount: gst, TotalAmount: base + gst}
}

// ExtractGST splits an amount that includes GST, such as the amount of a Razorpay plan.
func ExtractGST(total money.Amount, rate int) Breakdown {
	divisor := money.Amount(100 + rate)
	base := (total*100 + divisor/2) / divisor
	return Breakdown{BaseAmount: base, GSTRate: rate, GSTAmount: total - base, TotalAmount: total}
}

// PublicJSON returns the public list in a language as GET /api/membership-tiers answers it.
func (p *Tiers) PublicJSON(language string) (json.RawMessage, error) {
	list, err := p.publicList(language)
	if err != nil {
		return nil, err
	}
	return list.Body, nil
}

var errHasTransactions = httpx.NewError(http.StatusConflict,
	"This tier has transactions, so it cannot be deleted. Deactivate it instead.", nil)

// RegisterHooks enforces the rules of the tiers, including for staff in the dashboard: a tier without a slug gets one
// from its name, a tier that is marked as recommended takes the mark from another one, and a tier with transactions
// cannot be deleted. isSold reports whether a tier has transactions. onModules is called in the transaction of each
// change of the modules that a tier opens. A deleted tier loses all.
func RegisterHooks(app core.App, isSold func(app core.App, tierID string) (bool, error),
	onModules func(tx core.App, tierID string, gained, lost []modules.ID) error) {
	compareModules := func(e *core.RecordEvent) error {
		before, err := ModulesOf(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		if err := e.Next(); err != nil {
			return err
		}
		after, err := ModulesOf(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		gained, lost := difference(after, before), difference(before, after)
		if len(gained)+len(lost) == 0 {
			return nil
		}
		return onModules(e.App, e.Record.Id, gained, lost)
	}
	inTransaction := func(e *core.RecordEvent) error {
		return database.InTransaction(e, func() error { return compareModules(e) })
	}
	app.OnRecordUpdateExecute(collection).BindFunc(inTransaction)
	app.OnRecordDeleteExecute(collection).BindFunc(inTransaction)
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		record := database.As[tierRecord](e.Record)
		record.setDefaultSlug()
		record.clearStalePlanAmount()
		return e.Next()
	})
	unmark := func(e *core.RecordEvent) error {
		record := database.As[tierRecord](e.Record)
		if err := e.Next(); err != nil || !record.isRecommended() {
			return err
		}
		return unmarkOthers(e.App, record)
	}
	app.OnRecordCreateExecute(collection).BindFunc(unmark)
	app.OnRecordUpdateExecute(collection).BindFunc(unmark)
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

// difference returns the modules that are only in the first list.
func difference(list, other []modules.ID) []modules.ID {
	return slices.DeleteFunc(slices.Clone(list), func(id modules.ID) bool { return slices.Contains(other, id) })
}

// maxPrice, in major units, is far above any membership and far below an overflow.
const maxPrice = 10_000_000

const maxFeatures = 30

// Form is the body of POST and PUT /api/membership-tiers, and the values of a stored tier.
type Form struct {
	_                   struct{}     `wire:"tier"`
	Name                string       `json:"name"`
	Slug                string       `json:"slug"`
	Description         string       `json:"description"`
	Price               money.Amount `json:"price"`
	Currency            string       `json:"currency"`
	Duration            Duration     `json:"duration"`
	Features            []string     `json:"features"`
	RazorpayPlanID      string       `json:"razorpayPlanId"`
	RazorpayPaymentLink string       `json:"razorpayPaymentLink"`
	GraceDays           int          `json:"graceDays"`
	IsActive            bool         `json:"isActive"`
	SortOrder           int          `json:"sortOrder"`
	ButtonText          string       `json:"buttonText"`
	ButtonColor         string       `json:"buttonColor"`
	// IsRecommended marks the tier as recommended. It removes the mark of another tier.
	IsRecommended bool `json:"isRecommended"`
	// Screens are the screens of the circle to which features lead.
	Screens []FeatureScreen `json:"screens"`
	// Modules are the modules of the circle that the plan opens.
	Modules []modules.ID `json:"modules"`
	// Translations are the texts in other languages.
	Translations []Translation `json:"translations"`
}

// Rules returns the rules of the form. bind allows a further payment link in the demo.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	{Name: "name", Label: "Name", Kind: rules.Line, Required: true, Max: 120},
	{Name: "slug", Label: "Slug", Kind: rules.Line, Max: 120, Pattern: `^[a-z0-9]+(-[a-z0-9]+)*$`,
		Messages: rules.Messages{
			Required: "Please enter a slug, because none can be derived from this name",
			Invalid:  "Slug can have lower-case letters, digits and single hyphens between them",
		}},
	{Name: "description", Label: "Description", Kind: rules.Text, Max: 2000},
	{Name: "price", Label: "Price", Kind: rules.Amount, Required: true, Max: maxPrice,
		Messages: rules.Messages{Invalid: "Please enter a price such as 25000 or 1178.50"}},
	{Name: "currency", Label: "Currency", Kind: rules.Choice, Required: true, Options: []string{"INR", "USD"},
		Default: "INR"},
	{Name: "duration", Label: "Duration", Kind: rules.Choice, Required: true,
		Options: rules.Options(Lifetime, Annual, Monthly), Default: string(Lifetime)},
	{Name: "features", Label: "Features", Kind: rules.List, Max: maxFeatures},
	{Name: "modules", Label: "Opens", Kind: rules.Choices, Options: circleModules()},
	{Name: "screens", Label: "Leads to", Kind: rules.Rows, Max: maxScreens, Row: screenRules},
	{Name: "razorpayPlanId", Label: "Razorpay plan ID", Kind: rules.Line, Max: 64, Pattern: `^plan_[A-Za-z0-9]{14}$`,
		Messages: rules.Messages{
			Invalid: "Please enter the plan ID as Razorpay shows it, such as plan_00000000000001",
		}},
	{Name: "razorpayPaymentLink", Label: "Razorpay payment link", Kind: rules.Link, Max: 500, Hosts: linkHosts,
		Messages: rules.Messages{
			Invalid: "Please enter a Razorpay payment link, such as https://rzp.io/l/membership",
		}},
	{Name: "graceDays", Label: "Grace period in days", Kind: rules.Integer, Min: 0, Max: 90, Default: "14"},
	{Name: "isActive", Label: "Active", Kind: rules.Flag, Default: "true"},
	{Name: "sortOrder", Label: "Sort order", Kind: rules.Integer, Min: -100_000, Max: 100_000, Default: "0"},
	{Name: "buttonText", Label: "Button text", Kind: rules.Line, Max: 60, Default: "Choose Plan"},
	{Name: "buttonColor", Label: "Button colour", Kind: rules.Line, Max: 7, Pattern: `^#[0-9a-fA-F]{6}$`,
		Default: "#0052CC", Messages: rules.Messages{Invalid: "Please enter a colour such as #0052CC"}},
	{Name: "isRecommended", Label: "Recommended", Kind: rules.Flag, Default: "false"},
	{Name: "translations", Label: "Translations", Kind: rules.Rows, Max: maxTranslations, Row: translationRules},
}

func circleModules() (ids []string) {
	for _, id := range modules.Circle() {
		ids = append(ids, string(id))
	}
	return ids
}

var nonAlphanumeric = regexp.MustCompile(`[^a-z0-9]+`)

// Slug derives a tier's slug from its name. It is in lower case, and each run of other characters becomes one hyphen,
// except at the ends.
func Slug(name string) string {
	return strings.Trim(nonAlphanumeric.ReplaceAllString(strings.ToLower(name), "-"), "-")
}
