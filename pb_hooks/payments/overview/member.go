package overview

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/documents"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/refunds"
	"boardcircle/pb_hooks/payments/subscriptions"
)

// MemberTransaction is one of a member's own transactions. HasInvoice reports whether its document can be downloaded.
type MemberTransaction struct {
	ID             string        `json:"id"`
	TierName       string        `json:"tierName"`
	Amount         string        `json:"amount"`
	RefundedAmount string        `json:"refundedAmount"`
	Currency       string        `json:"currency"`
	Status         ledger.Status `json:"status"`
	// Kind says which payment a pending transaction waits for.
	Kind ledger.Kind `json:"kind"`
	// Seats is the number of memberships bought for others, or 0 for a membership of the buyer.
	Seats             int    `json:"seats"`
	PaymentMethod     string `json:"paymentMethod"`
	RazorpayPaymentID string `json:"razorpayPaymentId"`
	HasInvoice        bool   `json:"hasInvoice"`
	// IsUnderReview reports whether a payment of a wrong amount has arrived, which an admin reviews.
	IsUnderReview bool `json:"isUnderReview"`
	// IsAfterCancellation reports whether the charge was made after its subscription had been cancelled. Such a charge
	// grants no membership.
	IsAfterCancellation bool `json:"isAfterCancellation"`
	// IsSecondPayment reports whether the order had been paid before. Such a payment grants nothing and is refunded.
	IsSecondPayment bool `json:"isSecondPayment"`
	// IsBeingRefunded reports whether a refund is in progress.
	IsBeingRefunded bool `json:"isBeingRefunded"`
	// TermStartsAt is when the paid membership begins, or null if the transaction grants the buyer no membership.
	TermStartsAt *httpx.Time `json:"termStartsAt"`
	ProcessedAt  httpx.Time  `json:"processedAt"`
	CreatedAt    httpx.Time  `json:"createdAt"`
	// Documents are the receipt or invoice, followed by its credit notes.
	Documents []documents.DocumentRow `json:"documents"`
}

func newMemberTransaction(app core.App, t *ledger.Transaction) (MemberTransaction, error) {
	unmatched, err := ledger.ListUnmatched(app, t)
	if err != nil {
		return MemberTransaction{}, err
	}
	issued := []documents.DocumentRow{}
	if t.Status().IsPaid() {
		if issued, err = documents.List(app, t); err != nil {
			return MemberTransaction{}, err
		}
	}
	var startsAt *httpx.Time
	m, err := ledger.FindTermByTransaction(app, t.Id)
	if database.IgnoreMissing(err) != nil {
		return MemberTransaction{}, err
	}
	if err == nil {
		startsAt = ledger.OptionalTime(m.StartsAt().Time())
	}
	_, err = refunds.FindOpen(app, t.PaymentID())
	isBeingRefunded, err := ledger.Found(err)
	if err != nil {
		return MemberTransaction{}, err
	}
	return MemberTransaction{
		IsAfterCancellation: t.IsChargeAfterCancellation(),
		IsSecondPayment:     t.IsSecondPayment(),
		IsBeingRefunded:     isBeingRefunded && t.PaymentID() != "",
		TermStartsAt:        startsAt,
		IsUnderReview:       len(unmatched) > 0,
		ID:                  t.Id,
		TierName:            t.TierName(),
		Amount:              t.Amount().String(),
		RefundedAmount:      t.RefundedAmount().String(),
		Currency:            t.Currency(),
		Status:              t.Status(),
		Kind:                t.Kind(),
		PaymentMethod:       t.PaymentMethod(),
		RazorpayPaymentID:   t.PaymentID(),
		HasInvoice:          len(issued) > 0,
		ProcessedAt:         httpx.Time(t.ProcessedAt()),
		CreatedAt:           httpx.Time(t.CreatedAt()),
		Documents:           issued,
		Seats:               t.Seats(),
	}, nil
}

// MembershipOverview is a member's own view of their membership and payments.
type MembershipOverview struct {
	Membership   *MembershipSummary                 `json:"membership"`
	Entitlement  EntitlementSummary                 `json:"entitlement"`
	Subscription *subscriptions.SubscriptionSummary `json:"subscription"`
	Transactions []MemberTransaction                `json:"transactions"`
	// IsPlaceMissing reports whether a tax invoice of a payment, or of the next charge, waits for the member's state.
	IsPlaceMissing bool `json:"isPlaceMissing"`
}

// MembershipSummary is a member's current or most recent membership. EndsAt is null for a lifetime membership. Status
// is active during the grace period too.
type MembershipSummary struct {
	TierID   string            `json:"tierId"`
	TierName string            `json:"tierName"`
	StartsAt httpx.Time        `json:"startsAt"`
	EndsAt   *httpx.Time       `json:"endsAt"`
	Status   ledger.TermStatus `json:"status"`
}

// EntitlementSummary says whether the caller is a member. GraceUntil is when access ends unless a payment arrives, or
// null if it never ends. Next is a membership of another tier that is already paid and follows.
type EntitlementSummary struct {
	State      ledger.EntitlementState `json:"state"`
	StartsAt   *httpx.Time             `json:"startsAt"`
	EndsAt     *httpx.Time             `json:"endsAt"`
	GraceUntil *httpx.Time             `json:"graceUntil"`
	Source     ledger.Source           `json:"source" wire:"orEmpty"`
	EndReason  ledger.EndReason        `json:"endReason" wire:"orEmpty"`
	Next       *MembershipSummary      `json:"next"`
}

// GetMembershipOverview is GET /api/memberships/mine.
func (o *Overview) GetMembershipOverview() httpx.Endpoint {
	return httpx.Get(o.getMembershipOverview, httpx.Doc{
		Tag: "payments", Summary: "Get the caller's membership, mandate and transactions",
	})
}

func (o *Overview) getMembershipOverview(e *core.RequestEvent) (MembershipOverview, error) {
	overview, err := o.membershipOverview(e.App, httpx.CurrentUser(e).Id)
	return overview, apperr.Fail("Your membership could not be read.", err)
}

// AcceptSeat is POST /api/seats/accept: the signed-in account accepts the seat of an invitation.
func (o *Overview) AcceptSeat() httpx.Endpoint {
	return httpx.JSON(o.acceptSeat, httpx.Doc{
		Tag: "payments", Summary: "Accept a seat with the account that is signed in",
		Statuses: []int{http.StatusForbidden},
		Errors:   companyseats.AcceptErrors,
	})
}

func (o *Overview) acceptSeat(e *core.RequestEvent, form companyseats.TokenForm) (MembershipOverview, error) {
	if err := o.seats.Accept(identity.NewUser(httpx.CurrentUser(e)), form.Token); err != nil {
		return MembershipOverview{}, err
	}
	return o.getMembershipOverview(e)
}

// CancelOwnMandate is POST /api/subscriptions/mine/cancel: the member's subscription ends with its period, and so does
// the membership.
func (o *Overview) CancelOwnMandate() httpx.Endpoint {
	return o.ownMandateEndpoint((*subscriptions.Subscriptions).CancelOwn, httpx.Doc{
		Summary: "Cancel the renewal of the caller's membership",
		Description: "The membership lasts until the end of what is paid. A new mandate for the same tier begins " +
			"there. isCancelConfirmed says whether Razorpay has confirmed the cancellation.",
		Statuses: []int{http.StatusNotFound, http.StatusServiceUnavailable},
	})
}

// PauseOwnMandate is POST /api/subscriptions/mine/pause.
func (o *Overview) PauseOwnMandate() httpx.Endpoint {
	return o.ownMandateEndpoint((*subscriptions.Subscriptions).PauseOwn, httpx.Doc{
		Summary: "Pause the caller's mandate", Description: "Nothing is charged until the mandate is resumed.",
		Statuses: changeStatuses,
	})
}

// ResumeOwnMandate is POST /api/subscriptions/mine/resume.
func (o *Overview) ResumeOwnMandate() httpx.Endpoint {
	return o.ownMandateEndpoint((*subscriptions.Subscriptions).ResumeOwn, httpx.Doc{
		Summary: "Resume the caller's paused mandate", Statuses: changeStatuses,
	})
}

// changeStatuses are the errors of a change to a mandate.
var changeStatuses = []int{
	http.StatusNotFound, http.StatusConflict, http.StatusBadGateway, http.StatusServiceUnavailable,
}

// ownMandateEndpoint returns an endpoint that changes the caller's mandate and answers their membership.
func (o *Overview) ownMandateEndpoint(
	change func(ss *subscriptions.Subscriptions, ctx context.Context, userID string) error, doc httpx.Doc,
) httpx.Endpoint {
	doc.Tag = "payments"
	return httpx.DoJSON(func(e *core.RequestEvent) (MembershipOverview, error) {
		if err := change(o.subscriptions, e.Request.Context(), httpx.CurrentUser(e).Id); err != nil {
			return MembershipOverview{}, err
		}
		return o.getMembershipOverview(e)
	}, doc)
}

func (o *Overview) membershipOverview(app core.App, userID string) (MembershipOverview, error) {
	overview := MembershipOverview{Transactions: []MemberTransaction{}}
	held, err := ledger.EntitlementOf(app, userID, o.now())
	if err != nil {
		return overview, err
	}
	overview.Membership, overview.Entitlement = newMembershipSummary(held), newEntitlementSummary(held)
	mandates, err := subscriptions.List(app, userID)
	if err != nil {
		return overview, err
	}
	overview.Subscription = subscriptions.NewSummary(subscriptions.Visible(mandates))
	if overview.IsPlaceMissing, err = subscriptions.IsPlaceMissing(app, subscriptions.Current(mandates)); err != nil {
		return overview, err
	}
	transactions, err := ledger.ListTransactionsOfUser(app, userID)
	if err != nil {
		return overview, err
	}
	for _, t := range transactions {
		own, err := newMemberTransaction(app, t)
		if err != nil {
			return overview, err
		}
		overview.Transactions = append(overview.Transactions, own)
		overview.IsPlaceMissing = overview.IsPlaceMissing || t.IsAwaitingPlace()
	}
	return overview, nil
}

func newMembershipSummary(held ledger.Entitlement) *MembershipSummary {
	if held.State == ledger.NoEntitlement {
		return nil
	}
	m := summarizeTerms(held.First(), held.Last(), ledger.WireStatus(held.State))
	if held.State == ledger.InGrace {
		m.Status = ledger.TermActive
	}
	return m
}

func summarizeTerms(first, last *ledger.Term, status ledger.TermStatus) *MembershipSummary {
	return &MembershipSummary{
		TierID: last.TierID(), TierName: last.TierName(), StartsAt: httpx.Time(first.StartsAt()),
		EndsAt: ledger.OptionalTime(last.EndsAt().Time()), Status: status,
	}
}

func newEntitlementSummary(held ledger.Entitlement) EntitlementSummary {
	summary := EntitlementSummary{State: held.State}
	if held.State == ledger.NoEntitlement {
		return summary
	}
	first, last := held.First(), held.Last()
	summary.StartsAt, summary.EndsAt = ledger.OptionalTime(first.StartsAt().Time()), ledger.OptionalTime(
		last.EndsAt().Time())
	summary.GraceUntil, summary.Source = ledger.OptionalTime(last.GraceUntil().Time()), last.Source()
	summary.EndReason = last.EndReason()
	if held.Next != nil {
		summary.Next = summarizeTerms(held.Next, held.Next, ledger.TermUpcoming)
	}
	return summary
}

// The routes for a member's own subscription call the provider immediately and apply its answer as a webhook event
// would, so the record never runs ahead of the provider. The exception is a cancellation: consent ends even if the call
// fails. The answer then says that the provider has not confirmed the cancellation, and a job retries the call
// (subscriptions/cancellations.go).

// TermsOfUser returns a user's memberships, newest first.
func TermsOfUser(app core.App, userID string, now time.Time) ([]ledger.MembershipTerm, error) {
	list, err := ledger.ListTerms(app, userID)
	terms := []ledger.MembershipTerm{}
	for _, m := range slices.Backward(list) {
		term := ledger.NewMembershipTerm(m, now)
		if m.SeatID() != "" {
			s, err := companyseats.Find(app, m.SeatID())
			if database.IgnoreMissing(err) != nil {
				return nil, err
			}
			if err == nil {
				term.SeatOf = s.TransactionID()
			}
		}
		terms = append(terms, term)
	}
	// Days of grace bridge the time until a renewal. If another term is running, the earlier one has ended.
	isActive := func(t ledger.MembershipTerm) bool { return t.Status == ledger.TermActive }
	if slices.ContainsFunc(terms, isActive) {
		for i := range terms {
			if terms[i].Status == ledger.TermInGrace {
				terms[i].Status = ledger.TermEnded
			}
		}
	}
	return terms, err
}
