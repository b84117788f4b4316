package tiers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// Plan is the amount of a plan at the provider, GST included, and its period.
type Plan struct {
	Period   string
	Interval int
	Amount   money.Amount
	Currency string
}

// PlanFinder fetches a plan from the provider. It returns ErrPlanNotFound if the provider has no such plan,
// ErrNoProvider if no provider is configured, and any other error if the provider does not answer.
type PlanFinder func(ctx context.Context, id string) (Plan, error)

// The errors of a PlanFinder.
var (
	ErrPlanNotFound = errors.New("the provider has no plan of that id")
	ErrNoProvider   = errors.New("no payment provider is configured")
)

var (
	errPlanUnchecked = apperr.New(
		"plan-unchecked",
		http.StatusBadGateway,
		"Razorpay is not responding, so the plan could not be checked. Nothing was saved. Please try again in a "+
			"few minutes.",
	)
	errPlanNoProvider = apperr.Unavailable(
		"plan-without-provider",
		"Online payment is not set up yet, so the plan could not be checked. Nothing was saved; leave the plan ID "+
			"empty for now.",
	)
	errPlanNotCreated = apperr.New("plan-not-created", http.StatusBadGateway,
		"Razorpay did not create the plan. Nothing has changed. Please try again in a few minutes.")
	errNoPlanNeeded = apperr.Conflict("no-plan-needed",
		"This tier does not renew through Razorpay, because it is for life or is paid on a payment page.")
	errPlanTooDear = apperr.Conflict("plan-too-dear",
		"Above ₹15,000, banks ask the member to confirm every charge of a mandate. Members renew this "+
			"membership themselves.")
	errPlanMatches = apperr.Conflict("plan-matches", "The plan of this tier already charges its price with GST.")
)

const (
	// planTimeout bounds the lookup of a plan while an admin waits.
	planTimeout = 10 * time.Second
	// unknownPlansTimeout bounds the lookup of plans with an unknown amount while a visitor waits.
	unknownPlansTimeout = 3 * time.Second
	// maxMandate is the maximum amount, in paise, that a mandate may charge without a confirmation at the buyer's bank
	// each time: the Reserve Bank's limit.
	maxMandate = money.Amount(15_000_00)
)

// MandateMayCharge reports whether a mandate may charge an amount, tax included, without a confirmation at the buyer's
// bank each time.
func MandateMayCharge(amount money.Amount, currency string) bool {
	return currency != "INR" || amount <= maxMandate
}

// planPeriods are the period of a plan for each duration, and its wording.
var planPeriods = map[Duration]struct{ period, words string }{
	Annual:  {"yearly", "once a year"},
	Monthly: {"monthly", "once a month"},
}

// checkPlan compares the plan of a tier with the tier that is about to be saved. It calls the provider only if a field
// that must match the plan has changed, or if the tier goes on sale.
func (p *Tiers) checkPlan(e *core.RequestEvent, record *tierRecord) ([]rules.Problem, error) {
	site, err := settings.Read(e.App)
	if err != nil {
		return nil, err
	}
	tier := record.tier(site)
	if tier.RazorpayPlanID == "" || !record.changesPlan() {
		return nil, nil
	}
	if tier.Duration == Lifetime {
		return planProblem("A membership for life does not renew. Leave the plan ID empty."), nil
	}
	ctx, cancel := context.WithTimeout(e.Request.Context(), planTimeout)
	defer cancel()
	plan, err := p.options.FindPlan(ctx, tier.RazorpayPlanID)
	switch {
	case errors.Is(err, ErrPlanNotFound):
		return planProblem("Razorpay has no plan with this ID."), nil
	case errors.Is(err, ErrNoProvider):
		return nil, errPlanNoProvider
	case err != nil:
		return nil, fmt.Errorf("check plan %s: %w", tier.RazorpayPlanID, errors.Join(errPlanUnchecked, err))
	}
	if problem := plan.mismatch(tier); problem != "" {
		return planProblem(problem), nil
	}
	record.setPlanAmount(plan.Amount)
	return nil, nil
}

// fetchUnknownPlans fetches the amounts of plans that were not set in the console, or were set before amounts were
// stored. It uses a short timeout. If the provider does not answer, it tries again after a minute, and until then the
// price with GST is shown.
func (p *Tiers) fetchUnknownPlans() {
	unknown, err := findUnknownPlans(p.app)
	if err != nil || len(unknown) == 0 || p.options.FindPlan == nil || p.options.Clock().Unix() < p.planCheck.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), unknownPlansTimeout)
	defer cancel()
	for _, record := range unknown {
		plan, err := p.options.FindPlan(ctx, record.planID())
		if err == nil && plan.Currency == record.currency() {
			err = p.storePlanAmount(record, plan.Amount)
		}
		if err != nil {
			p.planCheck.Store(p.options.Clock().Add(time.Minute).Unix())
			p.app.Logger().Warn("The amount of a plan could not be fetched", "tier", record.Id, "error", err)
		}
	}
}

// storePlanAmount stores the amount of a tier's plan, unless the tier has got another plan since.
func (p *Tiers) storePlanAmount(read *tierRecord, amount money.Amount) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		record, err := findRecord(tx, read.Id)
		if err != nil || record.planID() != read.planID() {
			return database.IgnoreMissing(err)
		}
		record.setPlanAmount(amount)
		return tx.Save(record)
	})
}

// NewPlan is the request for a plan at the provider. The amount includes GST.
type NewPlan struct {
	TierID, Name, Period, Currency string
	Interval                       int
	Amount                         money.Amount
}

// CreatePlan is POST /api/membership-tiers/{id}/plan.
func (p *Tiers) CreatePlan() httpx.Endpoint {
	return httpx.DoJSON(p.createPlan, httpx.Doc{
		Tag:         "tiers",
		Summary:     "Create a plan at Razorpay that charges the tier's price with the current GST",
		Description: "Existing subscriptions keep their plan.",
		Errors: []*apperr.Error{errNoPlanNeeded, errPlanTooDear, errPlanMatches, errPlanNoProvider,
			errPlanNotCreated},
	})
}

func (p *Tiers) createPlan(e *core.RequestEvent) (Tier, error) {
	record, err := findRecord(e.App, e.Request.PathValue("id"))
	if err != nil {
		return Tier{}, toAPIError(err)
	}
	site, err := settings.Read(e.App)
	if err != nil {
		return Tier{}, toAPIError(err)
	}
	tier := record.tier(site)
	total := AddGST(tier.Price, site.GSTRate).TotalAmount
	switch {
	case tier.Duration == Lifetime || tier.RazorpayPaymentLink != "":
		return Tier{}, errNoPlanNeeded
	case !MandateMayCharge(total, tier.Currency):
		return Tier{}, errPlanTooDear
	case tier.HasPlan() && record.planAmount() == total:
		return Tier{}, errPlanMatches
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), planTimeout)
	defer cancel()
	plan := NewPlan{
		TierID:   tier.ID,
		Name:     tier.Name,
		Period:   planPeriods[tier.Duration].period,
		Interval: 1,
		Amount:   total,
		Currency: tier.Currency,
	}
	id, err := p.options.CreatePlan(ctx, plan)
	switch {
	case errors.Is(err, ErrNoProvider):
		return Tier{}, errPlanNoProvider
	case err != nil:
		return Tier{}, fmt.Errorf("create plan of tier %s: %w", tier.ID, errors.Join(errPlanNotCreated, err))
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		if record, err = findRecord(tx, tier.ID); err != nil {
			return err
		}
		record.setPlan(id, total)
		return p.audit.Save(tx, audit.RequestActor(e), "tier.plan-created", record.Record)
	})
	if err != nil {
		return Tier{}, toAPIError(err)
	}
	return record.tier(site), nil
}

// Renews reports whether a plan charges once in each term of a duration.
func (plan Plan) Renews(duration Duration) bool {
	return plan.Period == planPeriods[duration].period && plan.Interval == 1
}

// mismatch describes how a plan differs from a tier, or returns "".
func (plan Plan) mismatch(tier Tier) string {
	total := AddGST(tier.Price, tier.Breakdown.GSTRate).TotalAmount
	switch {
	case !plan.Renews(tier.Duration):
		return fmt.Sprintf("This plan charges %s, and this tier lasts %s. It needs a plan that charges %s.",
			plan.rhythm(), durationWords[tier.Duration], planPeriods[tier.Duration].words)
	case plan.Currency != tier.Currency:
		return fmt.Sprintf("This plan charges in %s, and this tier is sold in %s.", plan.Currency, tier.Currency)
	case plan.Amount != total:
		return fmt.Sprintf("This plan charges %s, and this tier costs %s with %d%% GST.",
			plan.Amount.Format(plan.Currency), total.Format(tier.Currency), tier.Breakdown.GSTRate)
	case !MandateMayCharge(plan.Amount, plan.Currency):
		return "Above ₹15,000, banks ask the member to confirm every charge of a mandate. Leave the plan ID empty, " +
			"so that members renew this membership themselves."
	}
	return ""
}

var durationWords = map[Duration]string{Annual: "a year", Monthly: "a month"}

// rhythm describes how often a plan charges.
func (plan Plan) rhythm() string {
	units := map[string]string{
		"daily":     "day",
		"weekly":    "week",
		"monthly":   "month",
		"quarterly": "quarter",
		"yearly":    "year",
	}
	unit, known := units[plan.Period]
	switch {
	case !known:
		return plan.Period
	case plan.Interval == 1:
		return "every " + unit
	}
	return fmt.Sprintf("every %d %ss", plan.Interval, unit)
}

func planProblem(message string) []rules.Problem {
	if message == "" {
		return nil
	}
	return []rules.Problem{{Field: "razorpayPlanId", Code: "plan_mismatch", Message: message}}
}
