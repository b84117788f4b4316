package subscriptions

import (
	"slices"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/ledger"
)

// emailParams completes the params of an email about a subscription. The email is obsolete if a charge has
// succeeded since.
func (ms *Mandates) emailParams(app core.App, params map[string]string) (map[string]string, error) {
	s, err := Find(app, params["subscriptionId"])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	failed := params["state"] == string(Pending) || params["state"] == string(Halted)
	if failed && strconv.Itoa(s.PaidCount()) != params["period"] {
		return nil, outbox.ErrObsolete
	}
	if params["state"] == statePlace {
		switch missing, err := IsPlaceMissing(app, s); {
		case err != nil:
			return nil, err
		case !missing:
			return nil, outbox.ErrObsolete
		}
	}
	held, err := ledger.EntitlementOf(app, s.UserID(), ms.now())
	if err != nil {
		return nil, err
	}
	day := func(at time.Time) string {
		if at.IsZero() {
			return ""
		}
		return india.DayText(at)
	}
	values := map[string]string{
		"tier": s.TierName(), "amount": s.Amount().Format(s.Currency()), "reason": string(s.CancelReason()),
		"access": "", // no access
		"start":  day(s.StartAt()), "undone": "",
	}
	if params["state"] == string(Authenticated) {
		all, err := List(app, s.UserID())
		if err != nil {
			return nil, err
		}
		isUndone := func(other *Subscription) bool {
			return other.Id != s.Id && other.CancelReason() == CancelledByMember && other.State().IsLive()
		}
		if slices.ContainsFunc(all, isUndone) {
			values["undone"] = "yes"
		}
	}
	switch {
	case s.CancelReason() == CancelledWithAccount:
		// The term continues, but the owner of a closed account cannot sign in.
	case held.IsForLife():
		values["access"] = "for life"
	case held.State == ledger.Active && !failed && !held.AccessUntil.IsZero():
		values["access"] = "until " + day(held.AccessUntil)
	case held.State.HasAccess():
		values["access"] = "until " + day(held.Last().GraceUntil().Time())
	}
	return values, nil
}
