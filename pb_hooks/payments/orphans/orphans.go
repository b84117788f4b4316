// Package orphans attaches payments that no transaction matches to people.
//
// An orphan payment is a payment without a transaction: it was made through a page or a button that an admin created in
// the provider's dashboard. It grants no membership automatically, because a payer can type any name and address there.
// We suggest a person and a tier, and an admin attaches the payment:
//
//	unattached ──> attached: a completed transaction, with all that follows from one
//	           ╰─> resolved: an admin has dealt with it elsewhere
//
// The suggestion ranks an account above anything that a buyer typed: suggest has the order.
package orphans

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// Approvals stores the requests that need a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	Run(by audit.Actor, describe func(tx core.App) (approvals.Request, error),
		apply func(tx core.App) error) (*approvals.View, error)
}

// Deps are the dependencies of the feature.
type Deps struct {
	Ledger *ledger.Ledger
	// Provider is nil if no key is configured.
	Provider  provider.PaymentFinder
	Approvals Approvals
	Audit     *audit.Log
	Clock     clock.Clock
}

// Orphans handles the routes of the feature.
type Orphans struct {
	ledger    *ledger.Ledger
	provider  provider.PaymentFinder
	approvals Approvals
	audit     *audit.Log
	now       clock.Clock
}

// New returns the feature and registers what a second admin confirms.
func New(d Deps) *Orphans {
	o := &Orphans{ledger: d.Ledger, provider: d.Provider, approvals: d.Approvals, audit: d.Audit, now: d.Clock}
	o.approvals.Register(approvals.Kind{Name: kindAttachOrphan, Confirm: o.confirmAttachment})
	return o
}

// kindAttachOrphan is the kind of the requests to attach a payment.
const kindAttachOrphan = "unknown-payment.attach"

type attachPayload struct {
	OrphanID string `json:"orphanId"`
	UserID   string `json:"userId"`
	TierID   string `json:"membershipTierId"`
	Reason   string `json:"reason"`
	// Billing is the buyer on the invoice. Nil means the member's billing profile.
	Billing *pricing.Billing `json:"billing,omitempty"`
}

const (
	// suggestionWindow is how long before the payment we may have sent a person to a tier's page.
	suggestionWindow = 30 * 24 * time.Hour
	// clockTolerance is how far the provider's clock, which counts whole seconds, may be behind ours.
	clockTolerance = time.Minute
)

var (
	errOrphanAttached = apperr.Conflict("orphan-attached", "This payment already belongs to a transaction.")
	errOrphanEnded    = apperr.Conflict("orphan-refunded",
		"This payment was refunded, taken back by the bank, or never captured, so nothing can be granted for it.")
)

// attachForm names the buyer and the tier of an orphan payment.
type attachForm struct {
	_       struct{}         `wire:"attach,password"`
	UserID  string           `json:"userId"`
	TierID  string           `json:"membershipTierId"`
	Reason  string           `json:"reason"`
	Billing *pricing.Billing `json:"billing,omitempty"`
}

func (attachForm) Rules() rules.Form { return attachRules }

var attachRules = rules.Form{
	{
		Name: "userId", Label: "Member", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose who paid"},
	},
	{
		Name: "membershipTierId", Label: "Membership tier", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership tier"},
	},
	ledger.ReasonField,
}

// OrphanDetail is an orphan payment with the suggested person and tier, or null if there is no suggestion.
type OrphanDetail struct {
	OrphanPaymentRow
	Suggestion *OrphanSuggestion `json:"suggestion"`
}

// OrphanSuggestion is the person and the tier that an orphan payment may belong to. Matches are the
// reasons. TransactionID is the transaction with which we sent the person to the tier's page, or "".
type OrphanSuggestion struct {
	UserID           string  `json:"userId"`
	Name             string  `json:"name"`
	Email            string  `json:"email"`
	MembershipTierID string  `json:"membershipTierId"`
	TierName         string  `json:"tierName"`
	TransactionID    string  `json:"transactionId"`
	Matches          []Match `json:"matches"`
}

// GetOrphan is GET /api/payments/orphans/{id}.
func (o *Orphans) GetOrphan() httpx.Endpoint {
	return httpx.Get(getOrphan, httpx.Doc{
		Tag: "payments", Summary: "Get an orphan payment, with the person and the tier that it may belong to",
		Errors: []*apperr.Error{errOrphanNotFound},
	})
}

func getOrphan(e *core.RequestEvent) (detail OrphanDetail, err error) {
	orphan, err := ledger.FindOrphan(e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return detail, errOrphanNotFound
	}
	if err == nil {
		detail.Suggestion, err = suggest(e.App, orphan)
	}
	if err != nil {
		return detail, apperr.Fail("The payment could not be read.", err)
	}
	detail.OrphanPaymentRow = newOrphanRow(orphan)
	return detail, nil
}

// suggest returns the person that an orphan payment may belong to, or nil if no person or more than one fits.
//
// The owner of an account with a confirmed address comes first, because anyone can type that address with their own
// order. All others are candidates with their matches: an unconfirmed account by its address, and people whom we sent
// to a tier's page by what they typed there. suggest returns the candidate with the most matches, and nil if two have
// equally many.
func suggest(app core.App, orphan *ledger.CapturedPayment) (*OrphanSuggestion, error) {
	waiting, err := listTierPageOrders(app, orphan)
	if err != nil {
		return nil, err
	}
	owner, err := findAccountOf(app, orphan)
	if err != nil {
		return nil, err
	}
	tier, err := tierOfAmount(app, orphan.Amount(), orphan.Currency())
	if err != nil {
		return nil, err
	}
	var best []*orphanCandidate
	for _, candidate := range candidates(orphan, owner, tier, waiting) {
		switch {
		case owner != nil && owner.Verified() && candidate.userID != owner.Id:
		case len(best) == 0 || len(candidate.matches) > len(best[0].matches):
			best = []*orphanCandidate{candidate}
		case len(candidate.matches) == len(best[0].matches):
			best = append(best, candidate)
		}
	}
	if len(best) != 1 {
		return nil, nil
	}
	return best[0].suggestion(app, tier)
}

// orphanCandidate is a person to whom an orphan payment may belong. transaction is the order that matches best, or nil.
type orphanCandidate struct {
	userID      string
	transaction *ledger.Transaction
	matches     []Match
}

// candidates returns the owner of the payment's address, if there is one, and the buyers of all waiting orders that
// match. tier is the tier that costs the paid amount, or nil.
func candidates(orphan *ledger.CapturedPayment, owner *identity.User, tier *tiers.Tier,
	waiting []*ledger.Transaction) []*orphanCandidate {
	var list []*orphanCandidate
	byUser := map[string]*orphanCandidate{}
	if owner != nil {
		list = append(list, &orphanCandidate{userID: owner.Id, matches: []Match{matchEmail}})
		if tier != nil {
			list[0].matches = append(list[0].matches, matchAmount)
		}
		byUser[owner.Id] = list[0]
	}
	for _, t := range waiting {
		matches := matchesOf(orphan, t)
		if owner != nil {
			matches = slices.DeleteFunc(matches, func(match Match) bool { return match == matchEmail })
			if t.UserID() == owner.Id {
				matches = append([]Match{matchEmail}, matches...)
			}
		}
		candidate := byUser[t.UserID()]
		switch {
		case t.UserID() == "" || len(matches) == 0:
		case candidate == nil:
			candidate = &orphanCandidate{t.UserID(), t, matches}
			byUser[t.UserID()] = candidate
			list = append(list, candidate)
		case len(matches) > len(candidate.matches),
			candidate.transaction == nil && len(matches) == len(candidate.matches):
			candidate.transaction, candidate.matches = t, matches
		}
	}
	return list
}

// findAccountOf returns the account with the payment's address, or nil.
func findAccountOf(app core.App, orphan *ledger.CapturedPayment) (*identity.User, error) {
	if orphan.Email() == "" {
		return nil, nil
	}
	user, err := identity.FindUserByEmail(app, orphan.Email())
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return user, err
}

// suggestion adds the person's name and the tier: that of the order, or else the tier that costs the paid amount.
func (c *orphanCandidate) suggestion(app core.App, tier *tiers.Tier) (*OrphanSuggestion, error) {
	user, err := identity.FindUser(app, c.userID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	s := &OrphanSuggestion{UserID: user.Id, Name: user.Name(), Email: user.Email(), Matches: c.matches}
	switch {
	case c.transaction != nil:
		s.MembershipTierID, s.TierName, s.TransactionID = c.transaction.TierID(), c.transaction.TierName(),
			c.transaction.Id
	case tier != nil:
		s.MembershipTierID, s.TierName = tier.ID, tier.Name
	}
	return s, nil
}

// Match is a property that a payment shares with a person or an order.
type Match string

const (
	matchEmail  Match = "email"
	matchPhone  Match = "phone"
	matchAmount Match = "amount"
)

// Values returns all properties that a payment can share with a person or an order.
func (Match) Values() []string { return rules.Options(matchEmail, matchPhone, matchAmount) }

// matchesOf returns the properties that a payment shares with a transaction.
func matchesOf(o *ledger.CapturedPayment, t *ledger.Transaction) []Match {
	var found []Match
	customer := t.Customer()
	if o.Email() != "" && strings.EqualFold(o.Email(), customer.Email) {
		found = append(found, matchEmail)
	}
	if o.Contact() != "" && normal.Phone(o.Contact()) == normal.Phone(customer.Contact) {
		found = append(found, matchPhone)
	}
	if hasAmountOf(o, t) {
		found = append(found, matchAmount)
	}
	return found
}

func hasAmountOf(o *ledger.CapturedPayment, t *ledger.Transaction) bool {
	return o.Amount() == t.Amount() && o.Currency() == t.Currency()
}

// tierOfAmount returns the tier on sale that costs an amount, or nil if none exists. It prefers a tier that is paid
// on a page.
func tierOfAmount(app core.App, amount money.Amount, currency string) (*tiers.Tier, error) {
	list, err := tiers.ListOnSale(app)
	if err != nil {
		return nil, err
	}
	var found *tiers.Tier
	for i, tier := range list {
		if tier.Breakdown.TotalAmount != amount || tier.Currency != currency {
			continue
		}
		if tier.RazorpayPaymentLink != "" {
			return &list[i], nil
		}
		if found == nil {
			found = &list[i]
		}
	}
	return found, nil
}

// AttachedOrphan is the answer to AttachOrphan.
type AttachedOrphan struct {
	TransactionID string        `json:"transactionId"`
	Status        ledger.Status `json:"status"`
}

// AttachOrphan is POST /api/payments/orphans/{id}/attach: an admin names the buyer and the tier, and the payment
// completes a transaction. The paid amount is the price.
func (o *Orphans) AttachOrphan() httpx.Endpoint {
	return httpx.JSON(o.attachOrphan, httpx.Doc{
		Tag: "payments", Summary: "Complete a transaction with an orphan payment", Status: http.StatusCreated,
		Description: "The named person gets the membership, as after any other payment. The paid amount is the price.",
		Errors: []*apperr.Error{
			errOrphanNotFound, errOrphanAttached, errOrphanEnded, ledger.ErrUserNotFound, ledger.ErrNoSuchTier,
			provider.ErrNotConfigured,
		},
		Statuses: []int{http.StatusConflict, http.StatusBadGateway},
		Example:  map[string]any{"reason": "They have told us"},
	})
}

func (o *Orphans) attachOrphan(e *core.RequestEvent, form attachForm) (
	outcome approvals.Outcome[AttachedOrphan], err error) {
	by := audit.RequestActor(e)
	wanted := attachPayload{
		OrphanID: e.Request.PathValue("id"), UserID: form.UserID, TierID: form.TierID, Reason: form.Reason,
		Billing: form.Billing,
	}
	var t *ledger.Transaction
	var waiting *approvals.View
	err = o.withOrphan(e, wanted, func(purchase orphanPurchase, apply orphanStep) error {
		waiting, err = o.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
			return o.describeAttachment(tx, wanted, purchase)
		}, func(tx core.App) error {
			t, err = apply(tx, by)
			return err
		})
		return err
	})
	switch {
	case err != nil:
		return outcome, apperr.Fail("The payment could not be attached. Please try again.", err)
	case waiting != nil:
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
	default:
		outcome.Answer = AttachedOrphan{t.Id, t.Status()}
	}
	return outcome, nil
}

// orphanPurchase is a payment with the purchase to attach it to.
type orphanPurchase struct {
	orphan  *ledger.CapturedPayment
	request ledger.Order
	payment ledger.Payment
}

// orphanStep attaches a payment in a database transaction.
type orphanStep func(tx core.App, by audit.Actor) (*ledger.Transaction, error)

// withOrphan fetches an orphan payment from the provider, and calls run with the function that attaches it.
func (o *Orphans) withOrphan(e *core.RequestEvent, wanted attachPayload,
	run func(purchase orphanPurchase, apply orphanStep) error) error {
	orphan, err := findAttachable(e.App, wanted.OrphanID)
	if err != nil {
		return err
	}
	req, err := o.attachRequest(e.App, wanted)
	if err != nil {
		return err
	}
	if err := o.ledger.CheckTaxSettled(req.Site); err != nil {
		return err
	}
	if err := pricing.CheckInvoiceable(e.App, req.Site, req.Billing, orphan.Amount(), orphan.Currency()); err != nil {
		return err
	}
	if o.provider == nil {
		return provider.ErrNotConfigured
	}
	payment, err := provider.FetchCaptured(e.Request.Context(), o.provider, orphan.PaymentID(), errOrphanEnded)
	if err != nil {
		return err
	}
	defer o.ledger.LockBuyer(req.Buyer.Id)()
	return run(orphanPurchase{orphan, req, payment}, func(tx core.App, by audit.Actor) (*ledger.Transaction, error) {
		orphan, err := findAttachable(tx, wanted.OrphanID)
		if err != nil {
			return nil, err
		}
		waiting, err := findTierPageOrder(tx, orphan, req)
		if err != nil {
			return nil, err
		}
		t, err := o.ledger.Attach(tx, waiting, req, payment)
		if err != nil {
			return nil, err
		}
		details := map[string]any{
			"reason": wanted.Reason, "payment": payment.ID, "paid": t.Amount().Format(t.Currency()),
			"tier": req.Tier.Name, "price": req.Price.Total.Format(req.Tier.Currency),
		}
		return t, o.audit.Record(tx, by, "unknown-payment.attached", audit.SubjectOf(t.Record), details)
	})
}

// confirmAttachment attaches a payment after a second admin has confirmed it.
func (o *Orphans) confirmAttachment(e *core.RequestEvent, c approvals.Confirmed,
	run func(func(core.App) error) error) error {
	var wanted attachPayload
	if err := c.Decode(&wanted); err != nil {
		return err
	}
	return o.withOrphan(e, wanted, func(_ orphanPurchase, apply orphanStep) error {
		return run(func(tx core.App) error {
			_, err := apply(tx, c.By)
			return err
		})
	})
}

// describeAttachment returns the request to attach a payment.
func (o *Orphans) describeAttachment(tx core.App, wanted attachPayload, purchase orphanPurchase) (approvals.Request,
	error) {
	user, tier := purchase.request.Buyer, purchase.request.Tier
	order, err := findTierPageOrder(tx, purchase.orphan, purchase.request)
	if err != nil {
		return approvals.Request{}, err
	}
	item, quantity := tier.Name, 1
	if order != nil && order.Seats() > 0 {
		item, quantity = order.ItemText(), order.Seats()
	}
	value, err := o.ledger.ListValue(tx, tier.ID, quantity)
	if err != nil {
		return approvals.Request{}, err
	}
	paid, currency := purchase.payment.Amount, purchase.payment.Currency
	return approvals.Request{
		Kind:      kindAttachOrphan,
		Subject:   audit.SubjectOf(user.ProxyRecord()),
		Reason:    wanted.Reason,
		Payload:   wanted,
		ListValue: value,
		Unpaid:    max(0, value-ledger.InRupees(int64(paid), currency)),
		Summary: fmt.Sprintf("The unmatched payment of %s is attached to %s for “%s”, worth %s",
			paid.Format(currency), user.Name(), item, value.Format("INR")),
	}, nil
}

// findAttachable returns an orphan payment that is not attached to a transaction.
func findAttachable(app core.App, id string) (*ledger.CapturedPayment, error) {
	orphan, err := ledger.FindCapturedByID(app, id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, errOrphanNotFound
	case err != nil:
		return nil, err
	case orphan.HasTransaction():
		return nil, errOrphanAttached
	}
	if orphan.Refunded() > 0 {
		return nil, errOrphanEnded
	}
	switch _, err := ledger.FindTransactionByPayment(app, orphan.PaymentID()); {
	case err == nil:
		return nil, errOrphanAttached
	case !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	return orphan, nil
}

// attachRequest returns the purchase at today's price. If no billing is stated, the invoice uses the buyer's profile.
func (o *Orphans) attachRequest(app core.App, wanted attachPayload) (ledger.Order, error) {
	buyer, err := identity.FindUser(app, wanted.UserID)
	if err != nil {
		return ledger.Order{}, database.IfMissing(err, ledger.ErrUserNotFound)
	}
	tier, err := tiers.Find(app, wanted.TierID)
	if err != nil {
		return ledger.Order{}, database.IfMissing(err, ledger.ErrNoSuchTier)
	}
	req, err := o.ledger.OrderFor(app, buyer, tier)
	if err == nil && wanted.Billing != nil {
		req.Billing = *wanted.Billing
	}
	return req, err
}

// listTierPageOrders returns the unpaid orders with which we sent people to a tier's page before a payment was made.
func listTierPageOrders(app core.App, orphan *ledger.CapturedPayment) ([]*ledger.Transaction, error) {
	paidAt := orphan.PaidAt()
	return ledger.ListTierPageOrders(app, paidAt.Add(-suggestionWindow), paidAt.Add(clockTolerance))
}

// findTierPageOrder returns the order that an attached payment completes, or nil. It prefers an order of the same
// amount. Otherwise it returns the buyer's newest order of one membership. A payment of another amount never completes
// an order of seats.
func findTierPageOrder(tx core.App, orphan *ledger.CapturedPayment, o ledger.Order) (*ledger.Transaction, error) {
	orders, err := listTierPageOrders(tx, orphan)
	if err != nil {
		return nil, err
	}
	var found *ledger.Transaction
	for _, t := range orders {
		switch {
		case t.UserID() != o.Buyer.Id || t.TierID() != o.Tier.ID:
		case hasAmountOf(orphan, t):
			return t, nil
		case found == nil && t.Seats() == 0:
			found = t
		}
	}
	return found, nil
}

// Record stores a captured payment without a transaction, and notifies the admin once.
func (o *Orphans) Record(tx core.App, payment razorpay.Payment) error {
	orphan, isNew, err := ledger.SaveCaptured(tx, provider.Payment(payment), "", o.now())
	if err != nil || !isNew {
		return err
	}
	suggestion, err := suggest(tx, orphan)
	if err != nil {
		return err
	}
	return o.ledger.NotifyAdmin(tx, emails.PaymentAttention{
		PaymentID: payment.ID,
		Reason:    string(ledger.AttentionOrphan),
		Note: payment.Currency + " " + money.Amount(payment.Amount).
			String() +
			" was paid, but it matches no transaction." + suggestionText(suggestion),
	})
}

// RecordRefund records a refund of an orphan payment.
func (o *Orphans) RecordRefund(tx core.App, refund razorpay.Refund) error {
	if refund.Status != "processed" {
		return nil
	}
	_, _, err := ledger.RecordReturn(tx, refund.PaymentID, refund.ID, money.Amount(refund.Amount), refund.CreatedAt)
	return err
}

// RecordLoss records that the bank has taken back an orphan payment after a dispute.
func (o *Orphans) RecordLoss(tx core.App, dispute razorpay.Dispute) error {
	if dispute.Status != "lost" {
		return nil
	}
	_, _, err := ledger.RecordReturn(tx, dispute.PaymentID, dispute.ID,
		money.Amount(cmp.Or(dispute.AmountDeducted, dispute.Amount)), dispute.CreatedAt)
	return err
}

// suggestionText describes the suggestion for an orphan payment, or returns "" if none exists.
func suggestionText(s *OrphanSuggestion) string {
	if s == nil {
		return ""
	}
	text := " It may be from " + s.Name + " (" + s.Email + ")"
	if s.TierName != "" {
		text += " for " + s.TierName
	}
	return text + ", by " + strings.Join(rules.Options(s.Matches...), " and ") +
		". Nothing was granted. If that is right, please attach it on the page of the unknown payments."
}

// errOrphanNotFound is the answer for an unknown orphan payment.
var errOrphanNotFound = apperr.NotFound("orphan-payment-not-found",
	"This payment was not found among the unknown payments.")
