package tiers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
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
)

const (
	// planTimeout bounds the look-up of a plan; an admin waits for it.
	planTimeout = 10 * time.Second
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
	return planProblem(plan.mismatch(tier)), nil
}

// Renews reports whether a plan charges once in each term of a duration.
func (plan Plan) Renews(duration string) bool {
	return plan.Period == planPeriods[duration].period && plan.Interval == 1
}

// mismatch says in which way a plan does not charge what a tier promises, "" if it does.
func (plan Plan) mismatch(tier Tier) string {
	total := tier.Breakdown.TotalAmount
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
