package payments

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/tiers"
)

// A term that no subscription renews, as in a tier above ₹15,000, is renewed by a payment link. The email contains the
// address of our own page with a token that names the term, because a link of the provider expires after seven days and
// the email may be read later. The page creates the provider's link on request. As for an order, the transaction is
// stored first and its id is the link's reference. So no link is out of date, none is created for an email that is not
// opened, and if the process dies in between, the next request finds the link again.
//
//	open ──pressed──> a link that can be paid: the one that there is, else a new one ──paid──> renewed
//	renewed  another term, or a mandate, follows already
//	plans    it is bought on the page of the plans: the tier renews by a mandate now, or billing details are missing
//	closed   the tier is not sold any more, the membership was taken back, or the account is closed

// RenewalState says what a member can still do with the link of a reminder.
type RenewalState string

// The states of a renewal.
const (
	RenewalOpen    RenewalState = "open"
	RenewalDone    RenewalState = "renewed"
	RenewalByPlans RenewalState = "plans"
	RenewalClosed  RenewalState = "closed"
)

// RenewalForm is the body of POST /api/renewals and /api/renewals/look.
var RenewalForm = rules.Form{{Name: "token", Label: "Token", Kind: rules.Line, Required: true, Max: 100}}

var (
	errRenewalUnknown = apperr.NotFound("renewal-unknown", "This link is not complete. Please open the whole link of your email again.")
	errRenewed        = apperr.Conflict("already-renewed", "This membership has been renewed already. There is nothing to pay.")
	errRenewByPlans   = apperr.Conflict("renew-by-plans", "Please choose your plan again on the page of the membership plans.")
	errRenewalClosed  = apperr.Conflict("nothing-to-renew", "This membership can no longer be renewed by this link. Please look at the membership plans, or write to us.")
)

// Renewal is what the page shows to a reader who opens the link of a reminder. The amounts are set while the renewal is
// open.
type Renewal struct {
	State            RenewalState `json:"state"`
	MembershipTierID string       `json:"membershipTierId"`
	TierName         string       `json:"tierName"`
	Duration         string       `json:"duration"`
	// EndsAt is when the present term ends or has ended. ValidUntil is the end of the last term that is already paid.
	EndsAt     httpx.Time         `json:"endsAt"`
	ValidUntil *httpx.Time        `json:"validUntil"`
	Currency   string             `json:"currency"`
	Breakdown  pricing.Breakdown  `json:"breakdown"`
	Taxes      []pricing.QuoteTax `json:"taxes"`

	request orderRequest
}

// RenewalPayment is the page on which a renewal is paid.
type RenewalPayment struct {
	PaymentURL string       `json:"paymentUrl"`
	Amount     money.Amount `json:"amount"`
	Currency   string       `json:"currency"`
	// ExpiresAt is when the page expires. It is null for the tier's own page, for which IsConfirmedByHand is set.
	ExpiresAt         *httpx.Time `json:"expiresAt"`
	IsConfirmedByHand bool        `json:"isConfirmedByHand,omitempty"`
}

// LookupRenewal is POST /api/renewals/look. The token is sent in the body to keep it out of logs and browser histories.
func (p *Payments) LookupRenewal(e *core.RequestEvent) error {
	m, err := p.decodeRenewal(e)
	if err != nil {
		return err
	}
	renewal, err := p.renewalOf(e.App, m)
	if err != nil {
		return apperr.Fail("The renewal could not be read. Please try again.", err)
	}
	return e.JSON(http.StatusOK, renewal)
}

// CreateRenewal is POST /api/renewals: it answers where the reader of a reminder pays for the next term.
func (p *Payments) CreateRenewal(e *core.RequestEvent) error {
	m, err := p.decodeRenewal(e)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), orderTimeout)
	defer cancel()
	payment, err := p.createRenewalLink(ctx, m)
	if err != nil {
		return fmt.Errorf("create renewal: %w", withProviderError(err))
	}
	return e.JSON(http.StatusCreated, payment)
}

// decodeRenewal returns the term that a token names.
func (p *Payments) decodeRenewal(e *core.RequestEvent) (*Term, error) {
	values, err := httpx.DecodeForm(e, RenewalForm)
	if err != nil {
		return nil, err
	}
	token := values.Text("token")
	id, _, _ := strings.Cut(token, ".")
	if !isToken(token, p.RenewalToken(id)) {
		return nil, errRenewalUnknown
	}
	m, err := findTerm(e.App, id)
	if database.IsMissing(err) {
		return nil, errRenewalUnknown
	}
	if err != nil {
		return nil, apperr.Fail("The renewal could not be read. Please try again.", err)
	}
	return m, nil
}

// RenewalToken returns the token of a reminder's link. It names a term and cannot be forged. It only allows its bearer
// to pay for that member.
func (p *Payments) RenewalToken(membershipID string) string {
	return membershipID + "." + p.key.Derive("renewal", membershipID)
}

// isToken compares in constant time.
func isToken(given, want string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1
}

// renewalOf returns whether and how the member can pay for the next term with the link of a reminder.
func (p *Payments) renewalOf(app core.App, m *Term) (Renewal, error) {
	r := Renewal{
		State: RenewalClosed, MembershipTierID: m.TierID(), TierName: m.TierName(), Duration: m.Duration(), EndsAt: httpx.Time(m.EndsAt()), Taxes: []pricing.QuoteTax{},
	}
	member, err := identity.FindUser(app, m.UserID())
	if err != nil || !member.IsActive() || m.IsRevoked() || m.EndsAt().IsZero() {
		return r, database.IgnoreMissing(err)
	}
	if done, err := p.isRenewed(app, m, &r); err != nil || done {
		return r, err
	}
	tier, err := tiers.Find(app, m.TierID())
	if err != nil || !bool(tier.IsActive) || tier.Duration == tiers.Lifetime {
		return r, database.IgnoreMissing(err)
	}
	if r.request, err = p.linkRequest(app, member, tier); err != nil {
		return r, err
	}
	r.TierName, r.Duration = tier.Name, tier.Duration // as the tier is sold today
	if tier.Renews || pricing.CheckInvoiceable(r.request.site, r.request.billing, r.request.price.Total, tier.Currency) != nil {
		r.State = RenewalByPlans
		return r, nil
	}
	r.State, r.Currency, r.Breakdown, r.Taxes = RenewalOpen, tier.Currency, r.request.price.Breakdown(), pricing.QuoteTaxes(r.request.price)
	return r, nil
}

// priceText returns the price of the next term for a reminder: the charge of the plan if there is a subscription, or
// else the price for the member's billing profile. It is "" if there is nothing to renew.
func (r Renewal) priceText() string {
	switch {
	case r.State != RenewalOpen && r.State != RenewalByPlans:
		return ""
	case r.request.tier.Renews:
		return r.request.tier.Breakdown.TotalAmount.Format(r.request.tier.Currency)
	}
	return r.request.price.Total.Format(r.request.tier.Currency)
}

// isRenewed reports whether a term is followed by another term or renewed by a subscription. It sets the end of the
// following term in the renewal.
func (p *Payments) isRenewed(app core.App, m *Term, r *Renewal) (bool, error) {
	terms, err := listTerms(app, m.UserID())
	if err != nil {
		return false, err
	}
	last := m
	for _, other := range terms {
		if !other.IsRevoked() && other.lastsUntil().After(last.lastsUntil()) {
			last = other
		}
	}
	if last != m {
		r.State, r.ValidUntil = RenewalDone, optionalTime(last.EndsAt().Time())
		return true, nil
	}
	subscriptions, err := listSubscriptions(app, m.UserID())
	if err != nil {
		return false, err
	}
	subscription := currentSubscription(subscriptions)
	if subscription != nil && !subscription.isCancelRequested() && (subscription.State() == SubscriptionActive || subscription.State() == SubscriptionAuthenticated) {
		r.State = RenewalDone
		return true, nil
	}
	return false, nil
}

// createRenewalLink returns where a member pays for the next term at today's price: their present link if it has enough
// time left, or else a new one.
func (p *Payments) createRenewalLink(ctx context.Context, m *Term) (RenewalPayment, error) {
	defer p.buyers.Lock(m.UserID())()
	renewal, err := p.renewalOf(p.app, m)
	if err != nil {
		return RenewalPayment{}, err
	}
	switch renewal.State {
	case RenewalDone:
		return RenewalPayment{}, errRenewed
	case RenewalByPlans:
		return RenewalPayment{}, errRenewByPlans
	case RenewalClosed:
		return RenewalPayment{}, errRenewalClosed
	}
	if err := p.checkMaySellLink(renewal.request); err != nil {
		return RenewalPayment{}, err
	}
	t, err := p.placeRequest(ctx, renewal.request)
	if err != nil {
		return RenewalPayment{}, err
	}
	payment := RenewalPayment{PaymentURL: t.LinkURL(), Amount: t.Amount(), Currency: t.Currency(), ExpiresAt: optionalTime(t.LinkExpireBy())}
	if payment.PaymentURL == "" {
		payment.PaymentURL, payment.IsConfirmedByHand = renewal.request.tier.RazorpayPaymentLink, true
	}
	return payment, nil
}

// checkMaySellLink returns an error if the tier cannot be sold now, or if the bank is still processing another payment.
func (p *Payments) checkMaySellLink(req orderRequest) error {
	if err := p.checkTaxSettled(req.site); err != nil {
		return err
	}
	if p.provider == nil && req.tier.RazorpayPaymentLink == "" {
		return errNotConfigured
	}
	inProgress, err := hasPaymentInProgress(p.app, req.buyer.Id, req.tier.ID, p.now().Add(-checkWindow))
	if err == nil && inProgress {
		return errPaymentInProgress
	}
	return err
}
