// Package renewals reminds members of the end of their terms and lets them pay for the next one (reminders.go). It also
// tells the automations which triggers still apply (triggers.go).
//
// A term that no subscription renews, as in a tier above ₹15,000, is renewed by a payment link. The email contains the
// address of our own page with a token that names the term, because a link of the provider expires after seven days and
// the email may be read later. The page creates the provider's link on request. As for an order, the transaction is
// stored first and its id is the link's reference. So no link is out of date, none is created for an email that is not
// opened, and if the process dies in between, the next request finds the link again.
//
//	open ──pressed──> a link that can be paid: the existing one, or else a new one ──paid──> renewed
//	renewed  another term follows, or a mandate renews the term
//	plans    the member must use the plans page: the tier now renews by a mandate or costs nothing, or billing
//	         details are missing
//	closed   the tier is no longer sold, the membership was revoked, or the account is closed
package renewals

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/tiers"
)

// Checkout places orders.
type Checkout interface {
	// Place returns a transaction with an unpaid order at the provider. The caller must hold the buyer's lock.
	Place(ctx context.Context, o ledger.Order) (*ledger.Transaction, error)
	// IsOpen reports whether the provider is configured.
	IsOpen() bool
}

// Deps are the dependencies of the feature.
type Deps struct {
	Ledger   *ledger.Ledger
	Checkout Checkout
	Jobs     *jobs.Runner
	Outbox   ledger.Outbox
	// Key signs the tokens of the reminders.
	Key   keys.Key
	Clock clock.Clock
}

// Renewals handles the routes and the job of the feature.
type Renewals struct {
	app      core.App
	ledger   *ledger.Ledger
	checkout Checkout
	outbox   ledger.Outbox
	key      keys.Key
	now      clock.Clock
}

// New returns the feature. It registers its emails and the job that changes the state of a term at the right time.
func New(app core.App, d Deps) *Renewals {
	rs := &Renewals{app: app, ledger: d.Ledger, checkout: d.Checkout, outbox: d.Outbox, key: d.Key, now: d.Clock}
	rs.outbox.Register(
		outbox.Kind{
			Name:   emails.KindMembershipReminder,
			Texts:  emails.Texts,
			Params: rs.reminderEmailParams,
			Topic:  preferences.About(preferences.TopicMembership),
		},
		outbox.Kind{
			Name:   emails.KindSeatReminder,
			Texts:  emails.Texts,
			Params: rs.seatReminderEmailParams,
			Topic:  preferences.About(preferences.TopicMembership),
		},
	)
	d.Jobs.Register(rs.termJobType())
	return rs
}

// RenewalState says what a member can still do with the link of a reminder.
type RenewalState string

// The states of a renewal.
const (
	RenewalOpen    RenewalState = "open"
	RenewalDone    RenewalState = "renewed"
	RenewalByPlans RenewalState = "plans"
	RenewalClosed  RenewalState = "closed"
)

// Values returns all states.
func (RenewalState) Values() []string {
	return rules.Options(RenewalOpen, RenewalDone, RenewalByPlans, RenewalClosed)
}

// tokenForm has the token of a reminder's link.
type tokenForm struct {
	_     struct{} `wire:"-"`
	Token string   `json:"token"`
}

func (tokenForm) Rules() rules.Form { return tokenRules }

var tokenRules = rules.Form{{Name: "token", Label: "Token", Kind: rules.Line, Required: true, Max: 100}}

var (
	errRenewalUnknown = apperr.NotFound("renewal-unknown",
		"This link is not complete. Please open the complete link in your email again.")
	errRenewed = apperr.Conflict("already-renewed",
		"This membership has already been renewed. There is nothing to pay.")
	errRenewByPlans = apperr.Conflict("renew-by-plans",
		"Please choose your plan again on the membership plans page.")
	errRenewalClosed = apperr.Conflict("nothing-to-renew",
		"This membership can no longer be renewed with this link. Please see the membership plans, or write to us.")
)

// Renewal is what the page shows to a reader who opens the link of a reminder. The amounts are set while the renewal is
// open.
type Renewal struct {
	State            RenewalState `json:"state"`
	MembershipTierID string       `json:"membershipTierId"`
	TierName         string       `json:"tierName"`
	// TranslatedTierName is the name in the language of the page, or "".
	TranslatedTierName string         `json:"translatedTierName"`
	Duration           tiers.Duration `json:"duration"`
	// EndsAt is when the present term ends or has ended. ValidUntil is the end of the last term that is already paid.
	EndsAt     httpx.Time         `json:"endsAt"`
	ValidUntil *httpx.Time        `json:"validUntil"`
	Currency   string             `json:"currency"`
	Breakdown  pricing.Breakdown  `json:"breakdown"`
	Taxes      []pricing.QuoteTax `json:"taxes"`

	request ledger.Order
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
func (rs *Renewals) LookupRenewal() httpx.Endpoint {
	return httpx.JSON(rs.lookupRenewal, httpx.Doc{
		Tag: "payments", Summary: "Read the renewal that a reminder's link is for, and its price",
		Description: "The link is emailed to members whose membership no mandate renews.",
		Errors:      []*apperr.Error{errRenewalUnknown},
	})
}

func (rs *Renewals) lookupRenewal(e *core.RequestEvent, form tokenForm) (Renewal, error) {
	m, err := rs.findTerm(e.App, form.Token)
	if err != nil {
		return Renewal{}, err
	}
	renewal, err := rs.renewalOf(e.App, m)
	if err == nil {
		renewal.TranslatedTierName, err = tiers.TranslateName(e.App, renewal.MembershipTierID, renewal.TierName,
			languages.OfRequest(e.Request))
	}
	return renewal, apperr.Fail("The renewal could not be read. Please try again.", err)
}

// CreateRenewal is POST /api/renewals: it answers where the reader of a reminder pays for the next term.
func (rs *Renewals) CreateRenewal() httpx.Endpoint {
	return httpx.JSON(rs.createRenewal, httpx.Doc{
		Tag: "payments", Summary: "Get the payment page of the next term", Status: http.StatusCreated,
		Description: "Answers the member's current payment link, or a new one that can be paid for seven days. The " +
			"term starts when the current one ends.",
		Errors: []*apperr.Error{
			errRenewalUnknown, errRenewed, errRenewByPlans, errRenewalClosed, ledger.ErrPaymentInProgress,
			provider.ErrNotConfigured,
		},
		Statuses: []int{http.StatusBadGateway},
	})
}

func (rs *Renewals) createRenewal(e *core.RequestEvent, form tokenForm) (RenewalPayment, error) {
	m, err := rs.findTerm(e.App, form.Token)
	if err != nil {
		return RenewalPayment{}, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), provider.Timeout)
	defer cancel()
	payment, err := rs.createRenewalLink(ctx, m)
	if err != nil {
		return RenewalPayment{}, fmt.Errorf("create renewal: %w", provider.WithError(err))
	}
	return payment, nil
}

// findTerm returns the term that a token names.
func (rs *Renewals) findTerm(app core.App, token string) (*ledger.Term, error) {
	id, _, _ := strings.Cut(token, ".")
	if !ledger.IsToken(token, rs.renewalToken(id)) {
		return nil, errRenewalUnknown
	}
	m, err := ledger.FindTerm(app, id)
	if err != nil {
		return nil, apperr.Fail("The renewal could not be read. Please try again.",
			database.IfMissing(err, errRenewalUnknown))
	}
	return m, nil
}

// renewalToken returns the token of a reminder's link. It names a term and cannot be forged. It only allows its bearer
// to pay for that member.
func (rs *Renewals) renewalToken(membershipID string) string {
	return membershipID + "." + rs.key.Derive("renewal", membershipID)
}

// renewalOf returns whether and how the member can pay for the next term with the link of a reminder.
func (rs *Renewals) renewalOf(app core.App, m *ledger.Term) (Renewal, error) {
	r := Renewal{
		State:            RenewalClosed,
		MembershipTierID: m.TierID(),
		TierName:         m.TierName(),
		Duration:         m.Duration(),
		EndsAt:           httpx.Time(m.EndsAt()),
		Taxes:            []pricing.QuoteTax{},
	}
	member, err := identity.FindUser(app, m.UserID())
	if err != nil || !member.IsActive() || m.IsRevoked() || m.EndsAt().IsZero() {
		return r, database.IgnoreMissing(err)
	}
	validUntil, isRenewed, err := rs.findRenewal(app, m)
	if err != nil {
		return r, err
	}
	if isRenewed {
		r.State, r.ValidUntil = RenewalDone, validUntil
		return r, nil
	}
	tier, err := tiers.Find(app, m.TierID())
	if err != nil || !bool(tier.IsActive) || tier.Duration == tiers.Lifetime {
		return r, database.IgnoreMissing(err)
	}
	if r.request, err = rs.ledger.OrderFor(app, member, tier); err != nil {
		return r, err
	}
	r.TierName, r.Duration = tier.Name, tier.Duration // as the tier is sold today
	if tier.Renews || r.request.Price.Total == 0 ||
		pricing.CheckInvoiceable(app, r.request.Site, r.request.Billing, r.request.Price.Total, tier.Currency) != nil {
		r.State = RenewalByPlans
		return r, nil
	}
	r.State, r.Currency = RenewalOpen, tier.Currency
	r.Breakdown, r.Taxes = r.request.Price.Breakdown(), pricing.QuoteTaxes(r.request.Price)
	return r, nil
}

// priceText returns the price of the next term for a reminder: the charge of the plan if the tier renews by a mandate,
// or else the price for the member's billing profile. It is "" if there is nothing to renew.
func (r Renewal) priceText() string {
	switch {
	case r.State != RenewalOpen && r.State != RenewalByPlans:
		return ""
	case r.request.Tier.Renews:
		return r.request.Tier.Breakdown.TotalAmount.Format(r.request.Tier.Currency)
	}
	return r.request.Price.Total.Format(r.request.Tier.Currency)
}

// findRenewal reports whether a term is followed by another term or renewed by a subscription. validUntil is the end of
// the following term, or nil.
func (rs *Renewals) findRenewal(app core.App, m *ledger.Term) (validUntil *httpx.Time, isRenewed bool, err error) {
	terms, err := ledger.ListTerms(app, m.UserID())
	if err != nil {
		return nil, false, err
	}
	last := m
	for _, other := range terms {
		if !other.IsRevoked() && other.LastsUntil().After(last.LastsUntil()) {
			last = other
		}
	}
	if last != m {
		return ledger.OptionalTime(last.EndsAt().Time()), true, nil
	}
	mandates, err := subscriptions.List(app, m.UserID())
	if err != nil {
		return nil, false, err
	}
	subscription := subscriptions.Current(mandates)
	return nil, subscription != nil && !subscription.IsCancelRequested() &&
		(subscription.State() == subscriptions.Active || subscription.State() == subscriptions.Authenticated), nil
}

// createRenewalLink returns where a member pays for the next term at today's price: their current link if it has enough
// time left, or else a new one.
func (rs *Renewals) createRenewalLink(ctx context.Context, m *ledger.Term) (RenewalPayment, error) {
	defer rs.ledger.LockBuyer(m.UserID())()
	renewal, err := rs.renewalOf(rs.app, m)
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
	if err := rs.checkMaySellLink(renewal.request); err != nil {
		return RenewalPayment{}, err
	}
	t, err := rs.checkout.Place(ctx, renewal.request)
	if err != nil {
		return RenewalPayment{}, err
	}
	payment := RenewalPayment{
		PaymentURL: t.LinkURL(),
		Amount:     t.Amount(),
		Currency:   t.Currency(),
		ExpiresAt:  ledger.OptionalTime(t.LinkExpireBy()),
	}
	if payment.PaymentURL == "" {
		payment.PaymentURL, payment.IsConfirmedByHand = renewal.request.Tier.RazorpayPaymentLink, true
	}
	return payment, nil
}

// checkMaySellLink returns an error if the tier cannot be sold now, or if the bank is still processing another payment.
func (rs *Renewals) checkMaySellLink(req ledger.Order) error {
	if err := rs.ledger.CheckTaxSettled(req.Site); err != nil {
		return err
	}
	if !rs.checkout.IsOpen() && req.Tier.RazorpayPaymentLink == "" {
		return provider.ErrNotConfigured
	}
	inProgress, err := ledger.HasPaymentInProgress(rs.app, req.Buyer.Id, req.Tier.ID, rs.now().Add(-ledger.CheckWindow))
	if err == nil && inProgress {
		return ledger.ErrPaymentInProgress
	}
	return err
}
