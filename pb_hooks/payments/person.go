package payments

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/pricing"
)

// This file has the payments part of a person's page in the console, except their transactions and memberships. It also
// has the route with which the office cancels the renewal of a membership.

// PersonBilling is how a person pays.
type PersonBilling struct {
	// Mandate renews the person's membership, or may still be charged after its cancellation. Null if there is none.
	Mandate *PersonMandate `json:"mandate"`
	// Billing is the buyer on their invoices, with the GSTIN of a company. It is empty if they have stated nothing.
	Billing pricing.Billing `json:"billing"`
	// Documents are their receipts, invoices and credit notes, those of the newest payment first.
	Documents []PersonDocument `json:"documents"`
}

// PersonMandate is a person's mandate as the office sees it.
type PersonMandate struct {
	SubscriptionSummary
	// CancelRequestedAt is when the cancellation was requested. Null if the mandate renews.
	CancelRequestedAt *httpx.Time  `json:"cancelRequestedAt"`
	CancelReason      CancelReason `json:"cancelReason"`
}

func newPersonMandate(s *Subscription) *PersonMandate {
	if s == nil {
		return nil
	}
	return &PersonMandate{*newSubscriptionSummary(s), optionalTime(s.cancelRequestedAt()), s.CancelReason()}
}

// PersonDocument is a document of one of a person's transactions.
type PersonDocument struct {
	DocumentRow
	TransactionID string     `json:"transactionId"`
	TierName      string     `json:"tierName"`
	PaidAt        httpx.Time `json:"paidAt"`
}

// BillingOfPerson returns how the owner of an account pays.
func BillingOfPerson(app core.App, userID string) (PersonBilling, error) {
	found := PersonBilling{Documents: []PersonDocument{}}
	subscriptions, err := listSubscriptions(app, userID)
	if err != nil {
		return found, err
	}
	found.Mandate = newPersonMandate(visibleSubscription(subscriptions))
	if found.Billing, err = pricing.FindBilling(app, userID); err != nil {
		return found, err
	}
	transactions, err := listTransactionsOfUser(app, userID)
	if err != nil {
		return found, err
	}
	for _, t := range transactions {
		if !t.Status().IsPaid() {
			continue
		}
		documents, err := documentsOf(app, t)
		if err != nil {
			return found, err
		}
		for _, document := range documents {
			found.Documents = append(found.Documents, PersonDocument{document, t.Id, t.TierName(), httpx.Time(t.ProcessedAt())})
		}
	}
	return found, nil
}

// CancelMandateForm is the body of POST /api/members/{id}/mandate/cancel.
var CancelMandateForm = rules.Form{reasonField}

var errNoMandate = apperr.NotFound("mandate-not-found", "This member has no membership that renews automatically.")

// CancelMandate is POST /api/members/{id}/mandate/cancel. The office cancels the renewal of a member's membership, at
// the end of the running period if there is one. The member gets an email immediately. The reason is recorded in the
// audit log only. The answer is the mandate, which says whether the provider has confirmed the cancellation. If the
// mandate was cancelled before, the error says when and why.
func (p *Payments) CancelMandate(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, CancelMandateForm)
	if err != nil {
		return err
	}
	const failure = "The renewal could not be cancelled. Please try again."
	user, err := findMember(e.App, e.Request.PathValue("id"))
	if err != nil {
		return apperr.Fail(failure, err)
	}
	by := audit.RequestActor(e)
	s, err := p.cancelMandate(e.Request.Context(), user.Id, func(tx core.App, s *Subscription) error {
		if s.isCancelRequested() {
			return apperr.Conflict("mandate-cancelled-already", fmt.Sprintf("The renewal was already cancelled on %s (%s).",
				india.DayText(s.cancelRequestedAt()), cancelReasonWords[s.CancelReason()]))
		}
		if err := p.requestCancellation(tx, s, CancelledByAdmin); err != nil {
			return err
		}
		if err := p.emailSubscription(tx, s, stateOffice); err != nil {
			return err
		}
		return p.audit.Record(tx, by, "mandate.cancelled", audit.SubjectOf(user.ProxyRecord()), map[string]any{
			"subscription": s.ProviderID(), "tier": s.TierName(), "reason": values.Text("reason"),
		})
	})
	if errors.Is(err, errNoSubscription) {
		return errNoMandate
	}
	if err != nil {
		return apperr.Fail(failure, err)
	}
	return e.JSON(http.StatusOK, newPersonMandate(s))
}
