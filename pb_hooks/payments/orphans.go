package payments

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// An orphan payment is a payment without a transaction: it was made through a page or a button that an admin created in
// the provider's dashboard. It grants no membership automatically, because a payer can type any name and address there.
// We suggest a person and a tier, and an admin attaches the payment:
//
//	unattached ──> attached: a completed transaction, with all that follows from one
//	           ╰─> seen to: an admin has dealt with it elsewhere
//
// The suggestion ranks an account above anything that a buyer typed: suggest has the order.

// suggestionWindow is how long before the payment we may have sent a person to a tier's page.
const suggestionWindow = 30 * 24 * time.Hour

var (
	errOrphanAttached = apperr.Conflict("orphan-attached", "This payment belongs to a transaction already.")
	errOrphanEnded    = apperr.Conflict("orphan-refunded", "This payment was refunded, taken back by the bank, or never captured: nothing can be granted for it.")
)

// AttachForm is the body of POST /api/payments/orphans/{id}/attach, in addition to the password and the optional
// billing.
var AttachForm = rules.Form{
	{
		Name: "userId", Label: "Member", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose who has paid"},
	},
	{
		Name: "membershipTierId", Label: "Membership tier", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership tier"},
	},
	reasonField,
}

// OrphanDetail is an orphan payment with the suggested person and tier, or null if there is no suggestion.
type OrphanDetail struct {
	OrphanPaymentRow
	Suggestion *OrphanSuggestion `json:"suggestion"`
}

// OrphanSuggestion is the person and the tier that an orphan payment may belong to. Matches are the reasons: email,
// phone, amount. TransactionID is the transaction with which we sent the person to the tier's page, or "".
type OrphanSuggestion struct {
	UserID           string   `json:"userId"`
	Name             string   `json:"name"`
	Email            string   `json:"email"`
	MembershipTierID string   `json:"membershipTierId"`
	TierName         string   `json:"tierName"`
	TransactionID    string   `json:"transactionId"`
	Matches          []string `json:"matches"`
}

// GetOrphan is GET /api/payments/orphans/{id}.
func (p *Payments) GetOrphan(e *core.RequestEvent) error {
	orphan, err := findUnattachedOrphan(e.App, e.Request.PathValue("id"))
	if database.IsMissing(err) {
		return errOrphanNotFound
	}
	var detail OrphanDetail
	if err == nil {
		detail.Suggestion, err = suggest(e.App, orphan)
	}
	if err != nil {
		return apperr.Fail("The payment could not be read.", err)
	}
	detail.OrphanPaymentRow = newOrphanRow(orphan)
	return e.JSON(http.StatusOK, detail)
}

// suggest returns the person that an orphan payment may belong to, or nil if no person or more than one fits.
//
// The owner of an account with a confirmed address comes first, because anyone can type that address with their own
// order. All others are candidates with their matches: an unconfirmed account by its address, and people whom we sent
// to a tier's page by what they typed there. suggest returns the candidate with the most matches, and nil if two have
// equally many.
func suggest(app core.App, orphan *OrphanPayment) (*OrphanSuggestion, error) {
	waiting, err := listLinksWithoutOne(app, orphan.PaidAt().Add(-suggestionWindow))
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
	transaction *Transaction
	matches     []string
}

// candidates returns the owner of the payment's address, if there is one, and the buyers of all waiting orders that
// match. tier is the tier that costs the paid amount, or nil.
func candidates(orphan *OrphanPayment, owner *identity.User, tier *tiers.Tier, waiting []*Transaction) []*orphanCandidate {
	var list []*orphanCandidate
	byUser := map[string]*orphanCandidate{}
	if owner != nil {
		list = append(list, &orphanCandidate{userID: owner.Id, matches: []string{matchEmail}})
		if tier != nil {
			list[0].matches = append(list[0].matches, matchAmount)
		}
		byUser[owner.Id] = list[0]
	}
	for _, t := range waiting {
		matches := orphan.matches(t)
		if owner != nil {
			matches = slices.DeleteFunc(matches, func(match string) bool { return match == matchEmail })
			if t.UserID() == owner.Id {
				matches = append([]string{matchEmail}, matches...)
			}
		}
		candidate := byUser[t.UserID()]
		switch {
		case t.UserID() == "" || len(matches) == 0:
		case candidate == nil:
			candidate = &orphanCandidate{t.UserID(), t, matches}
			byUser[t.UserID()] = candidate
			list = append(list, candidate)
		case len(matches) > len(candidate.matches), candidate.transaction == nil && len(matches) == len(candidate.matches):
			candidate.transaction, candidate.matches = t, matches
		}
	}
	return list
}

// findAccountOf returns the account with the payment's address, or nil.
func findAccountOf(app core.App, orphan *OrphanPayment) (*identity.User, error) {
	if orphan.Email() == "" {
		return nil, nil
	}
	user, err := identity.FindUserByEmail(app, orphan.Email())
	if database.IsMissing(err) {
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
		s.MembershipTierID, s.TierName, s.TransactionID = c.transaction.TierID(), c.transaction.TierName(), c.transaction.Id
	case tier != nil:
		s.MembershipTierID, s.TierName = tier.ID, tier.Name
	}
	return s, nil
}

// The properties that a payment can share with a person or an order.
const matchEmail, matchPhone, matchAmount = "email", "phone", "amount"

// matches returns the properties that a payment shares with a transaction.
func (o *OrphanPayment) matches(t *Transaction) []string {
	var found []string
	customer := t.Customer()
	if o.Email() != "" && strings.EqualFold(o.Email(), customer.Email) {
		found = append(found, matchEmail)
	}
	if digits := lastDigits(o.Contact()); len(digits) == phoneDigits && digits == lastDigits(customer.Contact) {
		found = append(found, matchPhone)
	}
	if o.Amount() == t.Amount() && o.Currency() == t.Currency() {
		found = append(found, matchAmount)
	}
	return found
}

// phoneDigits is the length of an Indian phone number without its country code.
const phoneDigits = 10

// lastDigits returns the last digits of a phone number, whatever its format.
func lastDigits(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, phone)
	return digits[max(0, len(digits)-phoneDigits):]
}

// tierOfAmount returns the tier on sale that costs an amount, or nil if there is none. It prefers a tier that is paid
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
	TransactionID string `json:"transactionId"`
	Status        Status `json:"status"`
}

// AttachOrphan is POST /api/payments/orphans/{id}/attach: an admin names the buyer and the tier, and the payment
// completes a transaction. The paid amount is the price.
func (p *Payments) AttachOrphan(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := AttachForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	stated, err := pricing.DecodeBilling(body)
	if err != nil {
		return err
	}
	by := audit.RequestActor(e)
	wanted := attachPayload{
		OrphanID: e.Request.PathValue("id"), UserID: values.Text("userId"), TierID: values.Text("membershipTierId"),
		Reason: values.Text("reason"), Billing: stated,
	}
	var t *Transaction
	var waiting *approvals.View
	err = p.withOrphan(e, wanted, func(purchase orphanPurchase, apply orphanStep) error {
		waiting, err = p.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
			return p.describeAttachment(tx, wanted, purchase)
		}, func(tx core.App) error {
			t, err = apply(tx, by)
			return err
		})
		return err
	})
	if err != nil {
		return apperr.Fail("The payment could not be attached. Please try again.", err)
	}
	if waiting != nil {
		return approvals.Respond(e, waiting)
	}
	return e.JSON(http.StatusCreated, AttachedOrphan{t.Id, t.Status()})
}

// orphanPurchase is a payment with the purchase to attach it to.
type orphanPurchase struct {
	request orderRequest
	payment razorpay.Payment
}

// orphanStep attaches a payment in a database transaction.
type orphanStep func(tx core.App, by audit.Actor) (*Transaction, error)

// withOrphan fetches an orphan payment from the provider, and calls run with the function that attaches it.
func (p *Payments) withOrphan(e *core.RequestEvent, wanted attachPayload, run func(purchase orphanPurchase, apply orphanStep) error) error {
	orphan, err := findAttachable(e.App, wanted.OrphanID)
	if err != nil {
		return err
	}
	req, err := p.attachRequest(e.App, wanted)
	if err != nil {
		return err
	}
	if err := p.checkTaxSettled(req.site); err != nil {
		return err
	}
	if err := pricing.CheckInvoiceable(req.site, req.billing, orphan.Amount(), orphan.Currency()); err != nil {
		return err
	}
	payment, err := p.fetchCapturedPayment(e.Request.Context(), orphan.PaymentID(), errOrphanEnded)
	if err != nil {
		return err
	}
	defer p.buyers.Lock(req.buyer.Id)()
	return run(orphanPurchase{req, payment}, func(tx core.App, by audit.Actor) (*Transaction, error) {
		orphan, err := findAttachable(tx, wanted.OrphanID)
		if err != nil {
			return nil, err
		}
		t, err := p.attachOrphan(tx, orphan, req, payment)
		if err != nil {
			return nil, err
		}
		details := map[string]any{
			"reason": wanted.Reason, "payment": payment.ID, "paid": t.Amount().Format(t.Currency()),
			"tier": req.tier.Name, "price": req.price.Total.Format(req.tier.Currency),
		}
		return t, p.audit.Record(tx, by, "unknown-payment.attached", audit.SubjectOf(t.Record), details)
	})
}

// describeAttachment returns the request to attach a payment.
func (p *Payments) describeAttachment(tx core.App, wanted attachPayload, purchase orphanPurchase) (approvals.Request, error) {
	user, tier := purchase.request.buyer, purchase.request.tier
	value, err := p.listValue(tx, tier.ID, 1)
	if err != nil {
		return approvals.Request{}, err
	}
	paid := money.Amount(purchase.payment.Amount)
	return approvals.Request{
		Kind: kindAttachOrphan, Subject: audit.SubjectOf(user.ProxyRecord()), Reason: wanted.Reason, Payload: wanted,
		ListValue: value, Unpaid: max(0, value-inRupees(purchase.payment.Amount, purchase.payment.Currency)),
		Summary: fmt.Sprintf("The unmatched payment of %s is attached to %s for “%s”, worth %s",
			paid.Format(purchase.payment.Currency), user.Name(), tier.Name, value.Format("INR")),
	}, nil
}

// findAttachable returns an orphan payment that is not attached to a transaction.
func findAttachable(app core.App, id string) (*OrphanPayment, error) {
	orphan, err := findOrphanByID(app, id)
	switch {
	case database.IsMissing(err):
		return nil, errOrphanNotFound
	case err != nil:
		return nil, err
	case orphan.isAttached():
		return nil, errOrphanAttached
	}
	returns, err := orphan.returns()
	switch {
	case err != nil:
		return nil, err
	case sumOf(returns) > 0:
		return nil, errOrphanEnded
	}
	switch _, err := findTransactionByPayment(app, orphan.PaymentID()); {
	case err == nil:
		return nil, errOrphanAttached
	case !database.IsMissing(err):
		return nil, err
	}
	return orphan, nil
}

// attachRequest returns the purchase at today's price. If no billing is stated, the invoice uses the buyer's profile.
func (p *Payments) attachRequest(app core.App, wanted attachPayload) (orderRequest, error) {
	buyer, err := identity.FindUser(app, wanted.UserID)
	if database.IsMissing(err) {
		return orderRequest{}, errUserNotFound
	}
	if err != nil {
		return orderRequest{}, err
	}
	tier, err := tiers.Find(app, wanted.TierID)
	if database.IsMissing(err) {
		return orderRequest{}, errNoSuchTier
	}
	if err != nil {
		return orderRequest{}, err
	}
	req, err := p.linkRequest(app, buyer, tier)
	if err == nil && wanted.Billing != nil {
		req.billing = *wanted.Billing
	}
	return req, err
}

// attachOrphan completes a transaction with an orphan payment: the transaction with which we sent the buyer to the
// tier's page, or a new one.
func (p *Payments) attachOrphan(tx core.App, orphan *OrphanPayment, req orderRequest, payment razorpay.Payment) (*Transaction, error) {
	waiting, err := listLinksWithoutOne(tx, orphan.PaidAt().Add(-suggestionWindow))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(waiting, func(t *Transaction) bool { return t.UserID() == req.buyer.Id && t.TierID() == req.tier.ID })
	var t *Transaction
	if i >= 0 {
		t = waiting[i]
	} else if t, err = p.newTransaction(tx, req, p.now()); err != nil {
		return nil, err
	}
	if _, err := p.claimOrWithdraw(tx, t, payment.CreatedAt); err != nil {
		return nil, err
	}
	if req.billing != (pricing.Billing{}) {
		t.setBilling(req.billing)
		if err := pricing.SaveBilling(tx, req.buyer.Id, req.billing); err != nil {
			return nil, err
		}
	}
	if int64(t.Amount()) != payment.Amount || t.Currency() != payment.Currency {
		if err := p.priceDifference(tx, t, payment); err != nil {
			return nil, err
		}
	}
	t.setLinkPayment(payment)
	if err := p.save(tx, t); err != nil {
		return nil, err
	}
	return t, p.completeTransaction(tx, t, payment)
}

// recordOrphanRefund records a refund of an orphan payment.
func (p *Payments) recordOrphanRefund(tx core.App, refund razorpay.Refund) error {
	if refund.Status != "processed" {
		return nil
	}
	_, err := recordReturn(tx, refund.PaymentID, refund.ID, refund.Amount)
	return err
}

// recordOrphanLoss records that the bank has taken back an orphan payment after a dispute.
func (p *Payments) recordOrphanLoss(tx core.App, dispute razorpay.Dispute) error {
	if dispute.Status != "lost" {
		return nil
	}
	_, err := recordReturn(tx, dispute.PaymentID, dispute.ID, cmp.Or(dispute.AmountDeducted, dispute.Amount))
	return err
}

// suggestionText describes the suggestion for an orphan payment, or returns "" if there is none.
func suggestionText(s *OrphanSuggestion) string {
	if s == nil {
		return ""
	}
	text := " It may be of " + s.Name + " (" + s.Email + ")"
	if s.TierName != "" {
		text += " for " + s.TierName
	}
	return text + ", by " + strings.Join(s.Matches, " and ") + ". Nothing was granted: please attach it among the unknown payments, if that is right."
}
