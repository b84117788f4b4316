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
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// Plan is what a plan at the provider charges, GST included, and how often.
type Plan struct {
	Period   string
	Interval int
	Amount   money.Amount
	Currency string
}

// PlanFinder asks the provider for a plan: ErrPlanNotFound if it has none of that id, ErrNoProvider if none is
// configured, any other error if it does not answer.
type PlanFinder func(ctx context.Context, id string) (Plan, error)

// The errors of a PlanFinder.
var (
	ErrPlanNotFound = errors.New("the provider has no plan of that id")
	ErrNoProvider   = errors.New("no payment provider is configured")
)

var (
	errPlanUnchecked  = apperr.New("plan-unchecked", http.StatusBadGateway, "Razorpay is not answering, so the plan could not be checked. Nothing was saved; please try again in a few minutes.")
	errPlanNoProvider = apperr.Unavailable("plan-without-provider", "Online payment is not set up yet, so the plan could not be checked. Nothing was saved; leave the plan id empty for now.")
	errPlanNotCreated = apperr.New("plan-not-created", http.StatusBadGateway, "Razorpay did not create the plan. Nothing has changed; please try again in a few minutes.")
	errNoPlanNeeded   = apperr.Conflict("no-plan-needed", "This tier does not renew through Razorpay: it is for life, or is paid on a payment page.")
	errPlanTooDear    = apperr.Conflict("plan-too-dear", "Banks allow no mandate above ₹15,000 without asking each time. Members renew this membership themselves.")
	errPlanMatches    = apperr.Conflict("plan-matches", "The plan of this tier charges its price with GST already.")
)

const (
	// planTimeout bounds the look-up of a plan; an admin waits for it.
	planTimeout = 10 * time.Second
	// learnTimeout bounds the look-up of plans whose amounts are not known; a visitor waits for it.
	learnTimeout = 3 * time.Second
	// maxMandate is the most, in paise, that a mandate may charge without asking the buyer's bank each time: the
	// Reserve Bank's limit.
	maxMandate = money.Amount(15_000_00)
)

// MandateMayCharge reports whether a mandate may charge an amount, tax included, without the buyer's bank asking each
// time.
func MandateMayCharge(amount money.Amount, currency string) bool {
	return currency != "INR" || amount <= maxMandate
}

// planPeriods are the plan's period that each duration needs, and both in words.
var planPeriods = map[string]struct{ period, words string }{
	Annual:  {"yearly", "once a year"},
	Monthly: {"monthly", "once a month"},
}

// checkPlan compares the plan of a tier with the tier as it is to be saved. It asks the provider only if
// something has changed that the plan must agree with, or the tier is put on sale.
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
		return planProblem("A membership for life does not renew. Leave the plan id empty."), nil
	}
	ctx, cancel := context.WithTimeout(e.Request.Context(), planTimeout)
	defer cancel()
	plan, err := p.options.FindPlan(ctx, tier.RazorpayPlanID)
	switch {
	case errors.Is(err, ErrPlanNotFound):
		return planProblem("Razorpay has no plan with this id."), nil
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

// learnPlans asks the provider what those plans charge that a tier got without the console, or before the amounts were
// stored. It does not wait long. Where the provider does not answer, it is asked again after a minute, and the price with
// GST is shown until then.
func (p *Tiers) learnPlans() {
	unknown, err := findUnknownPlans(p.app)
	if err != nil || len(unknown) == 0 || p.options.FindPlan == nil || time.Now().Unix() < p.planCheck.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), learnTimeout)
	defer cancel()
	for _, record := range unknown {
		plan, err := p.options.FindPlan(ctx, record.planID())
		if err == nil && plan.Currency == record.currency() {
			err = p.storePlanAmount(record, plan.Amount)
		}
		if err != nil {
			p.planCheck.Store(time.Now().Add(time.Minute).Unix())
			p.app.Logger().Warn("The amount of a plan could not be found out", "tier", record.Id, "error", err)
		}
	}
}

// storePlanAmount stores what the plan of a tier charges, unless the tier has got another plan meanwhile.
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

// NewPlan is what a plan at the provider is made of; the amount includes the GST.
type NewPlan struct {
	TierID, Name, Period, Currency string
	Interval                       int
	Amount                         money.Amount
}

// CreatePlan is POST /api/membership-tiers/{id}/plan: it has a plan created at the provider that charges the tier's price
// with the GST of today. Mandates that members have given keep their plan.
func (p *Tiers) CreatePlan(e *core.RequestEvent) error {
	record, err := findRecord(e.App, e.Request.PathValue("id"))
	if err != nil {
		return toAPIError(err)
	}
	site, err := settings.Read(e.App)
	if err != nil {
		return toAPIError(err)
	}
	tier := record.tier(site)
	total := AddGST(tier.Price, site.GSTRate).TotalAmount
	switch {
	case tier.Duration == Lifetime || tier.RazorpayPaymentLink != "":
		return errNoPlanNeeded
	case !MandateMayCharge(total, tier.Currency):
		return errPlanTooDear
	case tier.HasPlan() && record.planAmount() == total:
		return errPlanMatches
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), planTimeout)
	defer cancel()
	plan := NewPlan{TierID: tier.ID, Name: tier.Name, Period: planPeriods[tier.Duration].period, Interval: 1, Amount: total, Currency: tier.Currency}
	id, err := p.options.CreatePlan(ctx, plan)
	switch {
	case errors.Is(err, ErrNoProvider):
		return errPlanNoProvider
	case err != nil:
		return fmt.Errorf("create plan of tier %s: %w", tier.ID, errors.Join(errPlanNotCreated, err))
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		if record, err = findRecord(tx, tier.ID); err != nil {
			return err
		}
		record.setPlan(id, total)
		return p.audit.Save(tx, audit.RequestActor(e), "tier.plan-created", record.Record)
	})
	if err != nil {
		return toAPIError(err)
	}
	return e.JSON(http.StatusOK, record.tier(site))
}

// Renews reports whether a plan charges once in each term of a duration.
func (plan Plan) Renews(duration string) bool {
	return plan.Period == planPeriods[duration].period && plan.Interval == 1
}

// mismatch says in which way a plan does not charge what a tier promises, "" if it does.
func (plan Plan) mismatch(tier Tier) string {
	total := AddGST(tier.Price, tier.Breakdown.GSTRate).TotalAmount
	switch {
	case !plan.Renews(tier.Duration):
		return fmt.Sprintf("This plan charges %s, and this tier lasts %s. It needs a plan that charges %s.", plan.rhythm(), durationWords[tier.Duration], planPeriods[tier.Duration].words)
	case plan.Currency != tier.Currency:
		return fmt.Sprintf("This plan charges in %s, and this tier is sold in %s.", plan.Currency, tier.Currency)
	case plan.Amount != total:
		return fmt.Sprintf("This plan charges %s, and this tier costs %s with %d %% GST.", plan.Amount.Format(plan.Currency), total.Format(tier.Currency), tier.Breakdown.GSTRate)
	case !MandateMayCharge(plan.Amount, plan.Currency):
		return "Banks let no mandate charge more than ₹15,000 without asking each time. Leave the plan id empty: members then renew this membership themselves."
	}
	return ""
}

var durationWords = map[string]string{Annual: "a year", Monthly: "a month"}

// rhythm says how often a plan charges.
func (plan Plan) rhythm() string {
	units := map[string]string{"daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year"}
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
