package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/razorpay"
)

// What members do with their own subscription. Each but the cancellation, which a job carries out, asks the provider at once and applies its
// answer, as an event would: the record never says what the provider has not said.

// providerTimeout bounds a member's wait for the provider.
const providerTimeout = 20 * time.Second

// CancelOwn is POST /api/subscriptions/mine/cancel: the member's subscription ends with its period, and with it the
// membership. The answer is what GET /api/memberships/mine says from then on.
func (p *Payments) CancelOwn(e *core.RequestEvent) error {
	userID := httpx.CurrentUser(e).Id
	if err := p.CancelOwnSubscription(userID); err != nil {
		return fmt.Errorf("cancel own subscription: %w", apperr.Fail("Your membership could not be cancelled. Please try again.", err))
	}
	overview, err := p.membershipOverview(e.App, userID)
	if err != nil {
		return apperr.Fail("Your membership could not be read.", err)
	}
	return e.JSON(http.StatusOK, overview)
}

// PauseOwn is POST /api/subscriptions/mine/pause: nothing is charged until it is resumed; what is paid stays. The
// answer is what GET /api/memberships/mine says from then on.
func (p *Payments) PauseOwn(e *core.RequestEvent) error {
	return p.changeOwn(e, "Your renewal could not be paused. Please try again.", p.pauseOwn)
}

func (p *Payments) pauseOwn(ctx context.Context, s *Subscription) (razorpay.Subscription, error) {
	// the provider cancels one whose first charge is still to come
	if s.State() != SubscriptionActive || s.isCancelWanted() {
		return razorpay.Subscription{}, errCannotPause
	}
	return p.provider.PauseSubscription(ctx, s.ProviderID())
}

// ResumeOwn is POST /api/subscriptions/mine/resume.
func (p *Payments) ResumeOwn(e *core.RequestEvent) error {
	return p.changeOwn(e, "Your renewal could not be resumed. Please try again.", p.resumeOwn)
}

func (p *Payments) resumeOwn(ctx context.Context, s *Subscription) (razorpay.Subscription, error) {
	if s.State() != SubscriptionPaused || s.isCancelWanted() {
		return razorpay.Subscription{}, errNotPaused
	}
	snapshot, err := p.provider.ResumeSubscription(ctx, s.ProviderID())
	if errors.Is(err, razorpay.ErrRefused) {
		return snapshot, errors.Join(errPausedInApp, err)
	}
	return snapshot, err
}

// changeOwn changes the caller's subscription at the provider and applies the answer. A subscription that has the state
// already, because the answer to an earlier try was lost, is synced first.
func (p *Payments) changeOwn(e *core.RequestEvent, failure string, change func(context.Context, *Subscription) (razorpay.Subscription, error)) error {
	if p.provider == nil {
		return errNotConfigured
	}
	userID := httpx.CurrentUser(e).Id
	defer p.buyers.Lock(userID)()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), providerTimeout)
	defer cancel()
	s, err := p.ownSubscription(userID)
	if err != nil {
		return apperr.Fail(failure, err)
	}
	t, err := p.SyncTransaction(ctx, s.TransactionID())
	if err != nil {
		return withProviderError(fmt.Errorf("sync subscription %s: %w", s.ProviderID(), err))
	}
	if s, err = findSubscription(p.app, s.Id); err != nil {
		return apperr.Fail(failure, err)
	}
	asOf := p.now()
	snapshot, err := change(ctx, s)
	if err != nil {
		return withProviderError(fmt.Errorf("change subscription %s: %w", s.ProviderID(), err))
	}
	err = p.app.RunInTransaction(func(tx core.App) error { return p.applySubscription(tx, t, snapshot, asOf, true) })
	if err != nil {
		return apperr.Fail(failure, err)
	}
	return p.GetMembershipOverview(e)
}

// ownSubscription returns the subscription that stands for a member; errNoSubscription if there is none.
func (p *Payments) ownSubscription(userID string) (*Subscription, error) {
	list, err := listSubscriptions(p.app, userID)
	if err != nil {
		return nil, err
	}
	s := currentSubscription(list)
	if s == nil {
		return nil, errNoSubscription
	}
	return s, nil
}

// CardChange is what the provider's checkout needs to take a new card for a subscription. Amount is in minor units.
type CardChange struct {
	SubscriptionID string   `json:"subscriptionId"`
	KeyID          string   `json:"keyId"`
	Amount         int64    `json:"amount"`
	Currency       string   `json:"currency"`
	Customer       Customer `json:"customer"`
	// ChargesNow tells that an unpaid charge is made with the new card at once.
	ChargesNow bool `json:"chargesNow"`
}

// ChangeOwnCard is POST /api/subscriptions/mine/card: what the browser opens the checkout with. It changes nothing
// here: the provider takes the card, and tells us of the charge.
func (p *Payments) ChangeOwnCard(e *core.RequestEvent) error {
	if p.provider == nil {
		return errNotConfigured
	}
	s, err := p.ownSubscription(httpx.CurrentUser(e).Id)
	if err != nil {
		return apperr.Fail("Your mandate could not be read. Please try again.", err)
	}
	failed := s.State() == SubscriptionPending || s.State() == SubscriptionHalted
	if s.isCancelWanted() || !failed && s.State() != SubscriptionActive {
		return errCannotChangeCard
	}
	t, err := findTransaction(e.App, s.TransactionID())
	if err != nil {
		return apperr.Fail("Your mandate could not be read. Please try again.", err)
	}
	return e.JSON(http.StatusOK, CardChange{
		SubscriptionID: s.ProviderID(), KeyID: p.cfg.KeyID, Amount: int64(s.Amount()), Currency: s.Currency(), ChargesNow: failed,
		Customer: t.Customer(),
	})
}
