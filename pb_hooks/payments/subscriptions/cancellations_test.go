package subscriptions

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

func TestTheOfficeIsAlertedToAnUnconfirmedCancellationBeforeTheNextCharge(t *testing.T) {
	t.Parallel()
	requested := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	collection := core.NewBaseCollection("subscriptions")
	for _, name := range []string{"cancelWantedAt", "chargeAt", "startAt"} {
		collection.Fields.Add(&core.DateField{Name: name})
	}
	collection.Fields.Add(&core.TextField{Name: "state"})
	for _, c := range []struct {
		name          string
		state         State
		charge, start time.Duration // after the request, or 0 if unknown
		want          time.Duration
	}{
		{"no charge soon", Active, 20 * 24 * time.Hour, 0, cancellationDeadline},
		{"a charge soon", Active, 20 * time.Hour, 0, 20*time.Hour - cancellationMargin},
		{"a charge very soon", Active, 2 * time.Hour, 0, minCancellationTime},
		{"an overdue charge, which the bank may make at any time", Pending, -5 * time.Hour, 0, minCancellationTime},
		{"a first charge at the start", Authenticated, 0, 18 * time.Hour, 18*time.Hour - cancellationMargin},
		{"a halted subscription, which makes no charge", Halted, -5 * time.Hour, 0, cancellationDeadline},
		{"a paused subscription, which makes no charge", Paused, -5 * time.Hour, 0, cancellationDeadline},
	} {
		s := &Subscription{}
		s.SetProxyRecord(core.NewRecord(collection))
		s.Set("state", string(c.state))
		s.Set("cancelWantedAt", requested)
		if c.charge != 0 {
			s.Set("chargeAt", requested.Add(c.charge))
		}
		if c.start != 0 {
			s.Set("startAt", requested.Add(c.start))
		}
		if got := s.unconfirmedAlertAt().Sub(requested); got != c.want {
			t.Errorf("%s: alert after %s, want %s", c.name, got, c.want)
		}
	}
}
