package payments

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// An orphan payment is money that no transaction knows of: it came through a page or a button that an admin has made
// in the provider's dashboard. Nobody gets a membership by it alone, for whoever pays there types what they like. A
// person and a tier are suggested, and an admin attaches the payment:
//
//	unattached ──> attached: a completed transaction, with all that follows from one
//	           ╰─> seen to: an admin has dealt with it elsewhere
//
// The suggestion goes first by the transactions of those whom we have sent to a tier's page, and then by the accounts.

// suggestionWindow is how long before its payment somebody may have been sent to a tier's page.
const suggestionWindow = 30 * 24 * time.Hour

var (
	errOrphanAttached = apperr.Conflict("orphan-attached", "This payment belongs to a transaction already.")
	errOrphanEnded    = apperr.Conflict("orphan-refunded", "This payment was refunded, taken back by the bank, or never captured: nothing can be granted for it.")
)

// AttachForm is the body of POST /api/payments/orphans/{id}/attach, beside the password.
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

// OrphanDetail is an orphan payment with whom and what it may be for; null if nobody comes to mind.
type OrphanDetail struct {
	OrphanPaymentRow
	Suggestion *OrphanSuggestion `json:"suggestion"`
}

// OrphanSuggestion is whose payment it may be and for which tier. Matches are what speaks for it: email, phone,
// amount. TransactionID is the transaction with which they were sent to the tier's page, "" for none.
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

// suggest returns whose payment an orphan may be, nil if nobody comes to mind.
func suggest(app core.App, orphan *OrphanPayment) (*OrphanSuggestion, error) {
	s, err := suggestWaiting(app, orphan)
	if err != nil || s != nil && len(s.Matches) > 1 {
		return s, err
	}
	user, err := identity.FindUserByEmail(app, orphan.Email())
	if database.IsMissing(err) || orphan.Email() == "" {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	byAccount := &OrphanSuggestion{UserID: user.Id, Name: user.Name(), Email: user.Email(), Matches: []string{"email"}}
	tier, err := tierOfAmount(app, orphan.Amount(), orphan.Currency())
	if err != nil {
		return nil, err
	}
	if tier != nil {
		byAccount.MembershipTierID, byAccount.TierName = tier.ID, tier.Name
		byAccount.Matches = append(byAccount.Matches, "amount")
	}
	return byAccount, nil
}

// suggestWaiting looks among those whom we have sent to a tier's page. The amount alone names nobody, unless one
// person waits with it.
func suggestWaiting(app core.App, orphan *OrphanPayment) (*OrphanSuggestion, error) {
	waiting, err := listLinksWithoutOne(app, orphan.PaidAt().Add(-suggestionWindow))
	if err != nil {
		return nil, err
	}
	var best *Transaction
	var matches []string
	ties := 0
	for _, t := range waiting {
		found := orphan.matches(t)
		switch {
		case t.UserID() == "" || len(found) == 0 || len(found) < len(matches):
		case len(found) == len(matches):
			if best.UserID() != t.UserID() {
				ties++
			}
		default:
			best, matches, ties = t, found, 0
		}
	}
	if best == nil || ties > 0 && slices.Equal(matches, []string{"amount"}) {
		return nil, nil
	}
	user, err := identity.FindUser(app, best.UserID())
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	return &OrphanSuggestion{
		UserID: user.Id, Name: user.Name(), Email: user.Email(), MembershipTierID: best.TierID(), TierName: best.TierName(),
		TransactionID: best.Id, Matches: matches,
	}, nil
}

// matches are what a payment has in common with a transaction.
func (o *OrphanPayment) matches(t *Transaction) []string {
	var found []string
	customer := t.Customer()
	if o.Email() != "" && strings.EqualFold(o.Email(), customer.Email) {
		found = append(found, "email")
	}
	if digits := lastDigits(o.Contact()); len(digits) == phoneDigits && digits == lastDigits(customer.Contact) {
		found = append(found, "phone")
	}
	if o.Amount() == t.Amount() && o.Currency() == t.Currency() {
		found = append(found, "amount")
	}
	return found
}

// phoneDigits is the length of an Indian number without its country's code.
const phoneDigits = 10

// lastDigits are the last digits of a phone number, however it is written.
func lastDigits(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, phone)
	return digits[max(0, len(digits)-phoneDigits):]
}

// tierOfAmount returns the tier on sale that costs an amount: first one that is paid on a page; nil if there is none.
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

// AttachedOrphan is the answer to an attachment.
type AttachedOrphan struct {
	TransactionID string `json:"transactionId"`
	Status        Status `json:"status"`
}

// AttachOrphan is POST /api/payments/orphans/{id}/attach: an admin says who has paid and for what, and the payment
// is completed as any other. What was paid is the price.
func (p *Payments) AttachOrphan(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, AttachForm)
	if err != nil {
		return err
	}
	orphan, err := findAttachable(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	req, err := p.attachRequest(e.App, values)
	if err != nil {
		return err
	}
	payment, err := p.fetchCapturedPayment(e.Request.Context(), orphan.PaymentID(), errOrphanEnded)
	if err != nil {
		return err
	}
	defer p.buyers.Lock(req.buyer.Id)()
	var t *Transaction
	err = p.app.RunInTransaction(func(tx core.App) error {
		if orphan, err = findAttachable(tx, orphan.Id); err != nil {
			return err
		}
		t, err = p.attachOrphan(tx, orphan, req, payment)
		if err != nil {
			return err
		}
		details := map[string]any{
			"reason": values.Text("reason"), "payment": payment.ID, "paid": t.Amount().Format(t.Currency()),
			"tier": req.tier.Name, "price": req.price.Total.Format(req.tier.Currency),
		}
		return p.audit.Record(tx, audit.RequestActor(e), "unknown-payment.attached", audit.SubjectOf(t.Record), details)
	})
	if err != nil {
		return apperr.Fail("The payment could not be attached. Please try again.", err)
	}
	return e.JSON(http.StatusCreated, AttachedOrphan{t.Id, t.Status()})
}

// findAttachable returns an orphan payment that belongs to no transaction.
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

// attachRequest is what was bought, at today's price.
func (p *Payments) attachRequest(app core.App, values rules.Values) (orderRequest, error) {
	buyer, err := identity.FindUser(app, values.Text("userId"))
	if database.IsMissing(err) {
		return orderRequest{}, errUserNotFound
	}
	if err != nil {
		return orderRequest{}, err
	}
	tier, err := tiers.Find(app, values.Text("membershipTierId"))
	if database.IsMissing(err) {
		return orderRequest{}, errNoSuchTier
	}
	if err != nil {
		return orderRequest{}, err
	}
	return p.linkRequest(app, buyer, tier)
}

// attachOrphan completes a transaction with an orphan payment: the one with which the buyer was sent to the tier's
// page, or a new one.
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

// returnOrphan records that some of an orphan payment was refunded.
func (p *Payments) returnOrphan(tx core.App, refund razorpay.Refund) error {
	if refund.Status != "processed" {
		return nil
	}
	_, err := recordReturn(tx, refund.PaymentID, refund.ID, refund.Amount)
	return err
}

// loseOrphan records that the bank has taken an orphan payment back.
func (p *Payments) loseOrphan(tx core.App, dispute razorpay.Dispute) error {
	if dispute.Status != "lost" {
		return nil
	}
	_, err := recordReturn(tx, dispute.PaymentID, dispute.ID, cmp.Or(dispute.AmountDeducted, dispute.Amount))
	return err
}

// suggestionText names in words whom an orphan payment may be of; "" if nobody comes to mind.
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
