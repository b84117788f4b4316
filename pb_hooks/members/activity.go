package members

import (
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

// maxActivities is how many events the dashboard shows.
const maxActivities = 5

// Activity is something that has happened lately.
type Activity struct {
	Description string     `json:"description"`
	CreatedAt   httpx.Time `json:"createdAt"`
}

// activityRow is what a description is made of; a nomination and a sign-up have a name only.
type activityRow struct {
	Name      string       `db:"name"`
	TierName  string       `db:"tierName"`
	Amount    money.Amount `db:"amount"`
	Currency  string       `db:"currency"`
	CreatedAt httpx.Time   `db:"createdAt"`
}

// activityKinds are the kinds of events: where the newest of each are read, and how they are told.
var activityKinds = []struct {
	from    string
	columns []string
	at      string
	tell    func(activityRow) string
}{
	{"members_nominations", []string{"name", "createdAt"}, "createdAt", func(e activityRow) string { return e.Name + " sent a nomination" }},
	{"members_signups", []string{"name", "createdAt"}, "createdAt", func(e activityRow) string { return e.Name + " signed up" }},
	{"members_sales", []string{"name", "tierName", "amount", "currency", "paidAt AS createdAt"}, "paidAt", func(e activityRow) string {
		told := "A payment of " + e.Amount.Format(e.Currency)
		if e.Name != "" {
			told = e.Name + " paid " + e.Amount.Format(e.Currency)
		}
		if e.TierName != "" {
			told += " for " + e.TierName
		}
		return told
	}},
}

// ListRecentActivity is GET /api/admin/recent-activity: the newest nominations, sign-ups and completed
// payments.
func (m *Members) ListRecentActivity(e *core.RequestEvent) error {
	recent := []Activity{}
	for _, kind := range activityKinds {
		var events []activityRow
		err := e.App.DB().Select(kind.columns...).From(kind.from).OrderBy(kind.at+" DESC", "id DESC").Limit(maxActivities).All(&events)
		if err != nil {
			return httpx.NewError(http.StatusInternalServerError, "The recent activity could not be read.", err)
		}
		for _, event := range events {
			recent = append(recent, Activity{kind.tell(event), event.CreatedAt})
		}
	}
	slices.SortStableFunc(recent, func(a, b Activity) int { return types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt)) })
	return e.JSON(http.StatusOK, recent[:min(maxActivities, len(recent))])
}
