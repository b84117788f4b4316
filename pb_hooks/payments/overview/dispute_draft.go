package overview

import (
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/payments/ledger"
)

const (
	// maxDisputeSummary is the provider's limit for the length of the summary of an answer.
	maxDisputeSummary = 1000
	// maxDisputeSignIns is the maximum number of sign-ins that the summary lists. It lists the latest.
	maxDisputeSignIns = 3
)

// disputeDraft returns a suggested answer to an open dispute: the purchase and its payment, the document, the
// membership, the sign-ins since the payment, and the address of our terms. It returns "" if no dispute is open.
func (o *Overview) disputeDraft(app core.App, t *ledger.Transaction, d *TransactionDetail) (string, error) {
	if t.DisputeRespondBy().IsZero() {
		return "", nil
	}
	customer, paidAt := t.Customer(), t.ProcessedAt().Time()
	lines := []string{fmt.Sprintf("%s (%s) bought %s on our site and paid %s on %s (payment %s).",
		customer.Name, customer.Email, t.TierName(), t.Amount().Format(t.Currency()), india.DayText(paidAt),
		t.PaymentID())}
	for _, document := range d.Documents {
		if document.IsAwaitingIRN { // the document has not been sent yet
			continue
		}
		lines = append(lines, fmt.Sprintf("%s %s of %s, for %s, was sent to this address.",
			document.Title, document.Number, india.DayText(types.DateTime(document.IssuedAt).Time()),
			document.Total.Format(document.Currency)))
	}
	if m, err := ledger.FindTermByTransaction(app, t.Id); err == nil && !m.IsRevoked() {
		term := fmt.Sprintf("The membership started on %s", india.DayText(m.StartsAt().Time()))
		if end := m.EndsAt(); end.IsZero() {
			term += " and is for life."
		} else {
			term += " and runs until " + india.DayText(end.Time()) + "."
		}
		lines = append(lines, term)
	} else if database.IgnoreMissing(err) != nil {
		return "", err
	}
	signIns, err := o.signInsSince(app, t.UserID(), paidAt)
	if err != nil {
		return "", err
	}
	if len(signIns) > 0 {
		lines = append(lines, "The buyer has used the account since: "+strings.Join(signIns, "; ")+".")
	}
	lines = append(
		lines,
		fmt.Sprintf(
			"Our terms: %s/terms-conditions. Our cancellation and refund policy: %s/cancellation-refund.",
			o.siteURL,
			o.siteURL,
		),
	)
	return ledger.Truncate(strings.Join(lines, " "), maxDisputeSummary), nil
}

// signInsSince returns the latest days on which the buyer's sessions were used after a payment, with their devices.
func (o *Overview) signInsSince(app core.App, userID string, paidAt time.Time) (found []string, err error) {
	user, err := identity.FindUser(app, userID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	open, err := sessions.List(app, user.Record, o.now())
	if err != nil {
		return nil, err
	}
	for _, session := range open {
		if seen := session.LastSeenAt.Time(); !seen.Before(paidAt) && len(found) < maxDisputeSignIns {
			found = append(found, strings.TrimSuffix(india.DayText(seen)+", "+session.Device, ", "))
		}
	}
	return found, nil
}
