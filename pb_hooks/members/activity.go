package members

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
)

// maxActivities is the number of events on the dashboard.
const maxActivities = 5

// Subject is the type of record that an activity is about.
type Subject string

const (
	subjectNomination  Subject = "nomination"
	subjectAccount     Subject = "account"
	subjectTransaction Subject = "transaction"
)

// Values returns all types.
func (Subject) Values() []string {
	return rules.Options(subjectNomination, subjectAccount, subjectTransaction)
}

// Activity is a recent event.
type Activity struct {
	Description string     `json:"description"`
	CreatedAt   httpx.Time `json:"createdAt"`
	// Subject is the type of record that ID refers to.
	Subject Subject `json:"subject"`
	ID      string  `json:"id"`
}

// ListRecentActivity is GET /api/admin/recent-activity.
func (m *Members) ListRecentActivity() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) ([]Activity, error) {
		recent, err := recentActivity(e.App)
		return recent, apperr.Fail("The recent activity could not be read.", err)
	}, httpx.Doc{Tag: "members", Summary: "List the newest nominations, sign-ups and completed payments"})
}

func recentActivity(app core.App) ([]Activity, error) {
	recent := []Activity{}
	nominated, err := nominations.ListLatest(app, maxActivities)
	if err != nil {
		return nil, err
	}
	for _, n := range nominated {
		recent = append(recent, Activity{n.Name + " sent a nomination", n.CreatedAt, subjectNomination, n.ID})
	}
	signUps, err := accounts.LatestSignUps(app, maxActivities)
	if err != nil {
		return nil, err
	}
	for _, s := range signUps {
		recent = append(recent, Activity{s.Name + " signed up", s.CreatedAt, subjectAccount, s.ID})
	}
	paid, err := ledger.ListLatestPayments(app, maxActivities)
	if err != nil {
		return nil, err
	}
	for _, p := range paid {
		recent = append(recent, Activity{describePayment(p), httpx.Time(p.PaidAt), subjectTransaction, p.ID})
	}
	slices.SortStableFunc(recent, func(a, b Activity) int {
		return types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt))
	})
	return recent[:min(maxActivities, len(recent))], nil
}

func describePayment(p people.Payment) string {
	amount := money.Amount(p.Amount).Format(p.Currency)
	description := "A payment of " + amount
	if p.Name != "" {
		description = p.Name + " paid " + amount
	}
	if p.TierName != "" {
		description += " for " + p.TierName
	}
	return description
}
