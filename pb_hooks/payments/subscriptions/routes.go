package subscriptions

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// SubscriptionSummary is the caller's subscription, with the time and amount of its next charge. If CancelAtPeriodEnd
// is set, there is no next charge.
type SubscriptionSummary struct {
	State             State          `json:"state" wire:"orEmpty"`
	TierID            string         `json:"tierId"`
	TierName          string         `json:"tierName"`
	Duration          tiers.Duration `json:"duration"`
	Amount            string         `json:"amount"`
	Currency          string         `json:"currency"`
	NextChargeAt      *httpx.Time    `json:"nextChargeAt"`
	CurrentEnd        *httpx.Time    `json:"currentEnd"`
	CancelAtPeriodEnd bool           `json:"cancelAtPeriodEnd"`
	// IsCancelConfirmed reports whether the provider has confirmed the cancellation. Until then the provider may still
	// charge, and we refund the charge.
	IsCancelConfirmed bool `json:"isCancelConfirmed"`
	// Arrears is the overdue amount, or "0". Charges that fell due while the subscription was halted stay unpaid after
	// it is resumed.
	Arrears string `json:"arrears"`
}

// NewSummary returns a subscription as its member sees it, or nil for nil.
func NewSummary(s *Subscription) *SubscriptionSummary {
	if s == nil {
		return nil
	}
	summary := &SubscriptionSummary{
		State:             s.State(),
		TierID:            s.TierID(),
		TierName:          s.TierName(),
		Duration:          s.Duration(),
		Amount:            s.Amount().String(),
		Currency:          s.Currency(),
		CurrentEnd:        ledger.OptionalTime(s.CurrentEnd()),
		CancelAtPeriodEnd: s.IsCancelRequested(),
		IsCancelConfirmed: s.IsCancelRequested() && s.isCancelConfirmed(),
		Arrears:           s.Arrears().String(),
	}
	if !s.IsCancelRequested() {
		summary.NextChargeAt = ledger.OptionalTime(s.nextCharge())
	}
	return summary
}

// PauseOwn pauses a member's subscription: nothing is charged until it is resumed, and the paid membership is kept.
func (ss *Subscriptions) PauseOwn(ctx context.Context, userID string) error {
	return ss.changeOwn(ctx, userID, "Your renewal could not be paused. Please try again.", ss.pauseOwn)
}

func (ss *Subscriptions) pauseOwn(ctx context.Context, s *Subscription) (razorpay.Subscription, error) {
	// The provider would cancel a subscription that is paused before its first charge.
	if s.State() != Active || s.IsCancelRequested() {
		return razorpay.Subscription{}, errCannotPause
	}
	return ss.provider.PauseSubscription(ctx, s.ProviderID())
}

// ResumeOwn resumes a member's paused subscription.
func (ss *Subscriptions) ResumeOwn(ctx context.Context, userID string) error {
	return ss.changeOwn(ctx, userID, "Your renewal could not be resumed. Please try again.", ss.resumeOwn)
}

func (ss *Subscriptions) resumeOwn(ctx context.Context, s *Subscription) (razorpay.Subscription, error) {
	if s.State() != Paused || s.IsCancelRequested() {
		return razorpay.Subscription{}, errNotPaused
	}
	snapshot, err := ss.provider.ResumeSubscription(ctx, s.ProviderID())
	if errors.Is(err, razorpay.ErrRefused) {
		return snapshot, errors.Join(errPausedInApp, err)
	}
	return snapshot, err
}

// changeOwn changes a member's subscription at the provider and applies the answer. It first syncs a subscription
// that is already in the requested state, because the answer to an earlier call may have been lost.
func (ss *Subscriptions) changeOwn(ctx context.Context, userID, failure string,
	change func(context.Context, *Subscription) (razorpay.Subscription, error)) error {
	if ss.provider == nil {
		return provider.ErrNotConfigured
	}
	defer ss.ledger.LockBuyer(userID)()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), provider.Timeout)
	defer cancel()
	s, err := ss.ownSubscription(userID)
	if err != nil {
		return apperr.Fail(failure, err)
	}
	t, err := ss.sync.SyncTransaction(ctx, s.TransactionID())
	if err != nil {
		return provider.WithError(fmt.Errorf("sync subscription %s: %w", s.ProviderID(), err))
	}
	if s, err = Find(ss.app, s.Id); err != nil {
		return apperr.Fail(failure, err)
	}
	asOf := ss.now()
	snapshot, err := change(ctx, s)
	if err != nil {
		return provider.WithError(fmt.Errorf("change subscription %s: %w", s.ProviderID(), err))
	}
	err = ss.app.RunInTransaction(func(tx core.App) error { return ss.Apply(tx, t, snapshot, asOf, true) })
	return apperr.Fail(failure, err)
}

// ownSubscription returns a member's current subscription, or errNoSubscription if none exists.
func (ss *Subscriptions) ownSubscription(userID string) (*Subscription, error) {
	list, err := List(ss.app, userID)
	if err != nil {
		return nil, err
	}
	s := Current(list)
	if s == nil {
		return nil, errNoSubscription
	}
	return s, nil
}

// CardChange is what the browser needs to open the provider's checkout for a new card. Amount is in minor units.
type CardChange struct {
	SubscriptionID string           `json:"subscriptionId"`
	KeyID          string           `json:"keyId"`
	Amount         int64            `json:"amount"`
	Currency       string           `json:"currency"`
	Customer       pricing.Customer `json:"customer"`
	// IsChargedNow reports whether an unpaid charge is made immediately with the new card.
	IsChargedNow bool `json:"isChargedNow"`
}

// ChangeOwnCard is POST /api/subscriptions/mine/card. It returns what the browser needs to open the checkout and
// changes nothing here: the provider stores the card, and reports the charge by webhook.
func (ss *Subscriptions) ChangeOwnCard() httpx.Endpoint {
	return httpx.DoJSON(ss.changeOwnCard, httpx.Doc{
		Tag: "payments", Summary: "Get what the checkout needs for a new card",
		Description: "The browser opens Razorpay's checkout with subscription_card_change. An unpaid charge is made " +
			"immediately with the new card.",
		Errors: []*apperr.Error{errNoSubscription, errCannotChangeCard, provider.ErrNotConfigured},
	})
}

func (ss *Subscriptions) changeOwnCard(e *core.RequestEvent) (CardChange, error) {
	if ss.provider == nil {
		return CardChange{}, provider.ErrNotConfigured
	}
	s, err := ss.ownSubscription(httpx.CurrentUser(e).Id)
	if err != nil {
		return CardChange{}, apperr.Fail("Your mandate could not be read. Please try again.", err)
	}
	failed := s.State() == Pending || s.State() == Halted
	if s.IsCancelRequested() || !failed && s.State() != Active {
		return CardChange{}, errCannotChangeCard
	}
	t, err := ledger.FindTransaction(e.App, s.TransactionID())
	if err != nil {
		return CardChange{}, apperr.Fail("Your mandate could not be read. Please try again.", err)
	}
	return CardChange{
		SubscriptionID: s.ProviderID(),
		KeyID:          ss.keyID,
		Amount:         int64(s.Amount()),
		Currency:       s.Currency(),
		IsChargedNow:   failed,
		Customer:       t.Customer(),
	}, nil
}

// The refusals of a change to a subscription.
var (
	errNoSubscription = apperr.NotFound("subscription-not-found", "You have no membership that renews automatically.")
	errCannotPause    = apperr.Conflict("cannot-pause",
		"Only a membership that renews, and whose last charge was successful, can be paused.")
	errNotPaused   = apperr.Conflict("not-paused", "The renewal of your membership is not paused.")
	errPausedInApp = apperr.Conflict("paused-in-app",
		"The payment service did not resume your mandate. If you paused it in your UPI app, please resume it there.")
	errCannotChangeCard = apperr.Conflict("cannot-change-card",
		"You can change the card while your membership renews or after its last charge has failed.")
)

// PersonMandate is a person's mandate as the office sees it.
type PersonMandate struct {
	SubscriptionSummary
	// CancelRequestedAt is when the cancellation was requested. Null if the mandate renews.
	CancelRequestedAt *httpx.Time  `json:"cancelRequestedAt"`
	CancelReason      CancelReason `json:"cancelReason" wire:"orEmpty"`
}

// NewPersonMandate returns a subscription as the office sees it, or nil for nil.
func NewPersonMandate(s *Subscription) *PersonMandate {
	if s == nil {
		return nil
	}
	return &PersonMandate{*NewSummary(s), ledger.OptionalTime(s.cancelRequestedAt()), s.CancelReason()}
}

var errNoMandate = apperr.NotFound("mandate-not-found", "This member has no membership that renews automatically.")

// CancelMandate is POST /api/members/{id}/mandate/cancel. The office cancels the renewal of a member's membership, at
// the end of the running period if there is one. The member gets an email immediately. The reason is recorded in the
// audit log only. The answer is the mandate, which says whether the provider has confirmed the cancellation. If the
// mandate was cancelled before, the error says when and why.
func (ss *Subscriptions) CancelMandate() httpx.Endpoint {
	return httpx.JSON(ss.cancelMandateOf, httpx.Doc{
		Tag: "payments", Summary: "Cancel the renewal of a member's membership",
		Description: "The mandate ends with its running period, or immediately if it has none. The member gets an " +
			"email. isCancelConfirmed says whether Razorpay has confirmed it; a job retries the call until it has.",
		Errors:   []*apperr.Error{ledger.ErrMemberNotFound, errNoMandate, provider.ErrNotConfigured},
		Statuses: []int{http.StatusConflict}, Example: map[string]any{"reason": "By telephone"},
	})
}

func (ss *Subscriptions) cancelMandateOf(e *core.RequestEvent, form ledger.ReasonForm) (PersonMandate, error) {
	const failure = "The renewal could not be cancelled. Please try again."
	user, err := ledger.FindMember(e.App, e.Request.PathValue("id"))
	if err != nil {
		return PersonMandate{}, apperr.Fail(failure, err)
	}
	by := audit.RequestActor(e)
	s, err := ss.cancelMandate(e.Request.Context(), user.Id, func(tx core.App, s *Subscription) error {
		if s.IsCancelRequested() {
			return apperr.Conflict("mandate-cancelled-already",
				fmt.Sprintf("The renewal was already cancelled on %s (%s).",
					india.DayText(s.cancelRequestedAt()), cancelReasonWords[s.CancelReason()]))
		}
		if err := ss.requestCancellation(tx, s, CancelledByAdmin); err != nil {
			return err
		}
		if err := ss.emailSubscription(tx, s, stateOffice); err != nil {
			return err
		}
		return ss.audit.Record(tx, by, "mandate.cancelled", audit.SubjectOf(user.ProxyRecord()), map[string]any{
			"subscription": s.ProviderID(), "tier": s.TierName(), "reason": form.Reason,
		})
	})
	if errors.Is(err, errNoSubscription) {
		return PersonMandate{}, errNoMandate
	}
	if err != nil {
		return PersonMandate{}, apperr.Fail(failure, err)
	}
	return *NewPersonMandate(s), nil
}
