package overview

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/subscriptions"
)

// ListEnding returns the memberships that end in a period and that no subscription renews, the earliest end first.
func (o *Overview) ListEnding(app core.App, from, until time.Time) ([]ledger.DatedTerm, error) {
	terms, err := ledger.ListEndingTerms(app, from, until)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	users := make([]string, len(terms))
	for i, t := range terms {
		users[i] = t.UserID
	}
	renewing, err := subscriptions.ListRenewing(app, users)
	return slices.DeleteFunc(terms, func(t ledger.DatedTerm) bool { return slices.Contains(renewing, t.UserID) }), err
}
