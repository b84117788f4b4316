package subscriptions

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

func TestTheOfficeHearsOfAnUnconfirmedCancellationBeforeTheNextCharge(t *testing.T) {
	t.Parallel()
	asked := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	collection := core.NewBaseCollection("subscriptions")
	for _, name := range []string{"cancelWantedAt", "chargeAt", "startAt"} {
		collection.Fields.Add(&core.DateField{Name: name})
	}
	collection.Fields.Add(&core.TextField{Name: "state"})
	for _, c := range []struct {
		name          string
		state         State
		charge, start time.Duration // after the request, 0 for not known
		want          time.Duration
	}{
		{"no charge is near", Active, 20 * 24 * time.Hour, 0, cancellationDeadline},
		{"the next charge is near", Active, 20 * time.Hour, 0, 20*time.Hour - cancellationMargin},
		{"the next charge is very near", Active, 2 * time.Hour, 0, minCancellationTime},
		{"a charge is overdue, the bank may make it at any time", Pending, -5 * time.Hour, 0, minCancellationTime},
		{"the date of the first charge is its start", Authenticated, 0, 18 * time.Hour, 18*time.Hour - cancellationMargin},
		{"a halted subscription charges nothing, whatever its last date was", Halted, -5 * time.Hour, 0, cancellationDeadline},
		{"a paused one neither", Paused, -5 * time.Hour, 0, cancellationDeadline},
	} {
		s := &Subscription{}
		s.SetProxyRecord(core.NewRecord(collection))
		s.Set("state", string(c.state))
		s.Set("cancelWantedAt", asked)
		if c.charge != 0 {
			s.Set("chargeAt", asked.Add(c.charge))
		}
		if c.start != 0 {
			s.Set("startAt", asked.Add(c.start))
		}
		if got := s.unconfirmedAlertAt().Sub(asked); got != c.want {
			t.Errorf("%s: after %s, not %s", c.name, got, c.want)
		}
	}
}
