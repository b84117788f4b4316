package payments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/razorpay"
)

// MemberTransaction is one of a member's own transactions. HasInvoice reports whether its document can be downloaded.
type MemberTransaction struct {
	ID             string `json:"id"`
	TierName       string `json:"tierName"`
	Amount         string `json:"amount"`
	RefundedAmount string `json:"refundedAmount"`
	Currency       string `json:"currency"`
	Status         string `json:"status"`
	// Kind is order, subscription, link or offline. It says which payment a pending transaction waits for.
	Kind string `json:"kind"`
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
	// IsBeingRefunded reports whether a refund is in progress.
	IsBeingRefunded bool `json:"isBeingRefunded"`
	// TermStartsAt is when the paid membership begins, or null if the transaction grants the buyer no membership.
	TermStartsAt *httpx.Time `json:"termStartsAt"`
	ProcessedAt  httpx.Time  `json:"processedAt"`
	CreatedAt    httpx.Time  `json:"createdAt"`
	// Documents are the receipt or invoice, followed by its credit notes.
	Documents []DocumentRow `json:"documents"`
}

func newMemberTransaction(app core.App, t *Transaction) (MemberTransaction, error) {
	facts, err := t.facts()
	if err != nil {
		return MemberTransaction{}, err
	}
	documents := []DocumentRow{}
	if t.Status().IsPaid() {
		if documents, err = documentsOf(app, t); err != nil {
			return MemberTransaction{}, err
		}
	}
	var startsAt *httpx.Time
	m, err := findTermByTransaction(app, t.Id)
	if database.IgnoreMissing(err) != nil {
		return MemberTransaction{}, err
	}
	if err == nil {
		startsAt = optionalTime(m.StartsAt().Time())
	}
	_, err = findOpenRefund(app, t.PaymentID())
	isBeingRefunded, err := found(err)
	if err != nil {
		return MemberTransaction{}, err
	}
	return MemberTransaction{
		IsAfterCancellation: t.isChargeAfterCancellation(facts), IsBeingRefunded: isBeingRefunded && t.PaymentID() != "",
		TermStartsAt:  startsAt,
		IsUnderReview: facts.Difference != nil,
		ID:            t.Id, TierName: t.TierName(), Amount: t.Amount().String(), RefundedAmount: t.RefundedAmount().String(),
		Currency: t.Currency(), Status: string(t.Status()), Kind: string(t.Kind()), PaymentMethod: t.PaymentMethod(), RazorpayPaymentID: t.PaymentID(),
		HasInvoice: len(documents) > 0, ProcessedAt: httpx.Time(t.ProcessedAt()), CreatedAt: httpx.Time(t.CreatedAt()),
		Documents: documents, Seats: t.Seats(),
	}, nil
}

// MembershipOverview is a member's own view of their membership and payments.
type MembershipOverview struct {
	Membership   *MembershipSummary   `json:"membership"`
	Entitlement  EntitlementSummary   `json:"entitlement"`
	Subscription *SubscriptionSummary `json:"subscription"`
	Transactions []MemberTransaction  `json:"transactions"`
}

// MembershipSummary is a member's current or most recent membership. EndsAt is null for a lifetime membership. Status
// is active (also during the grace period), upcoming, ended or revoked.
type MembershipSummary struct {
	TierID   string      `json:"tierId"`
	TierName string      `json:"tierName"`
	StartsAt httpx.Time  `json:"startsAt"`
	EndsAt   *httpx.Time `json:"endsAt"`
	Status   string      `json:"status"`
}

// EntitlementSummary says whether the caller is a member. State is none, upcoming, active, grace, lapsed or revoked.
// GraceUntil is when access ends unless a payment arrives, or null if it never ends. Next is a membership of another
// tier that is already paid and follows.
type EntitlementSummary struct {
	State      string             `json:"state"`
	StartsAt   *httpx.Time        `json:"startsAt"`
	EndsAt     *httpx.Time        `json:"endsAt"`
	GraceUntil *httpx.Time        `json:"graceUntil"`
	Source     string             `json:"source"`
	EndReason  string             `json:"endReason"`
	Next       *MembershipSummary `json:"next"`
}

// SubscriptionSummary is the caller's subscription, with the time and amount of its next charge. If CancelAtPeriodEnd
// is set, there is no next charge.
type SubscriptionSummary struct {
	State             string      `json:"state"`
	TierID            string      `json:"tierId"`
	TierName          string      `json:"tierName"`
	Duration          string      `json:"duration"`
	Amount            string      `json:"amount"`
	Currency          string      `json:"currency"`
	NextChargeAt      *httpx.Time `json:"nextChargeAt"`
	CurrentEnd        *httpx.Time `json:"currentEnd"`
	CancelAtPeriodEnd bool        `json:"cancelAtPeriodEnd"`
	// IsCancelConfirmed reports whether the provider has confirmed the cancellation. Until then the provider may still
	// charge, and we refund the charge.
	IsCancelConfirmed bool `json:"isCancelConfirmed"`
	// Arrears is the overdue amount, or "0". Charges that fell due while the subscription was halted stay unpaid after
	// it is resumed.
	Arrears string `json:"arrears"`
}

// GetMembershipOverview is GET /api/memberships/mine.
func (p *Payments) GetMembershipOverview(e *core.RequestEvent) error {
	overview, err := p.membershipOverview(e.App, httpx.CurrentUser(e).Id)
	if err != nil {
		return apperr.Fail("Your membership could not be read.", err)
	}
	return e.JSON(http.StatusOK, overview)
}

func (p *Payments) membershipOverview(app core.App, userID string) (MembershipOverview, error) {
	overview := MembershipOverview{Transactions: []MemberTransaction{}}
	held, err := EntitlementOf(app, userID, p.now())
	if err != nil {
		return overview, err
	}
	overview.Membership, overview.Entitlement = newMembershipSummary(held), newEntitlementSummary(held)
	subscriptions, err := listSubscriptions(app, userID)
	if err != nil {
		return overview, err
	}
	overview.Subscription = newSubscriptionSummary(visibleSubscription(subscriptions))
	transactions, err := listTransactionsOfUser(app, userID)
	if err != nil {
		return overview, err
	}
	for _, t := range transactions {
		own, err := newMemberTransaction(app, t)
		if err != nil {
			return overview, err
		}
		overview.Transactions = append(overview.Transactions, own)
	}
	return overview, nil
}

func newMembershipSummary(held Entitlement) *MembershipSummary {
	if held.State == NoEntitlement {
		return nil
	}
	m := summarizeTerms(held.First(), held.Last(), wireStatus(held.State))
	if held.State == InGrace {
		m.Status = string(Active)
	}
	return m
}

func summarizeTerms(first, last *Term, status string) *MembershipSummary {
	return &MembershipSummary{
		TierID: last.TierID(), TierName: last.TierName(), StartsAt: httpx.Time(first.StartsAt()),
		EndsAt: optionalTime(last.EndsAt().Time()), Status: status,
	}
}

func newEntitlementSummary(held Entitlement) EntitlementSummary {
	summary := EntitlementSummary{State: string(held.State)}
	if held.State == NoEntitlement {
		return summary
	}
	first, last := held.First(), held.Last()
	summary.StartsAt, summary.EndsAt = optionalTime(first.StartsAt().Time()), optionalTime(last.EndsAt().Time())
	summary.GraceUntil, summary.Source = optionalTime(last.GraceUntil().Time()), string(last.Source())
	summary.EndReason = string(last.EndReason())
	if held.Next != nil {
		summary.Next = summarizeTerms(held.Next, held.Next, string(Upcoming))
	}
	return summary
}

func newSubscriptionSummary(s *Subscription) *SubscriptionSummary {
	if s == nil {
		return nil
	}
	summary := &SubscriptionSummary{
		State: string(s.State()), TierID: s.TierID(), TierName: s.TierName(), Duration: s.Duration(), Amount: s.Amount().String(),
		Currency: s.Currency(), CurrentEnd: optionalTime(s.CurrentEnd()), CancelAtPeriodEnd: s.isCancelRequested(),
		IsCancelConfirmed: s.isCancelRequested() && s.isCancelConfirmed(),
		Arrears:           s.Arrears().String(),
	}
	if !s.isCancelRequested() {
		summary.NextChargeAt = optionalTime(s.nextCharge())
	}
	return summary
}

// nextCharge returns when the subscription charges next, or the zero time if that is not known.
func (s *Subscription) nextCharge() time.Time {
	switch s.State() {
	case SubscriptionAuthenticated:
		if at := s.ChargeAt(); !at.IsZero() {
			return at
		}
		return s.StartAt()
	case SubscriptionActive, SubscriptionPending:
		return s.ChargeAt()
	}
	return time.Time{}
}

func optionalTime(at time.Time) *httpx.Time {
	if at.IsZero() {
		return nil
	}
	t := httpx.Time(database.DateTime(at))
	return &t
}

// The routes for a member's own subscription call the provider immediately and apply its answer as a webhook event
// would, so the record never runs ahead of the provider. The exception is a cancellation: consent ends even if the call
// fails. The answer then says that the provider has not confirmed the cancellation, and a job retries the call
// (cancellations.go).

// providerTimeout bounds how long a member waits for the provider.
const providerTimeout = 20 * time.Second

// CancelOwn is POST /api/subscriptions/mine/cancel: the member's subscription ends with its period, and so does the
// membership. It answers like GET /api/memberships/mine; isCancelConfirmed says whether the provider has confirmed the
// cancellation.
func (p *Payments) CancelOwn(e *core.RequestEvent) error {
	userID := httpx.CurrentUser(e).Id
	if err := p.CancelOwnSubscription(e.Request.Context(), userID); err != nil {
		return fmt.Errorf("cancel own subscription: %w", apperr.Fail("Your membership could not be cancelled. Please try again.", err))
	}
	overview, err := p.membershipOverview(e.App, userID)
	if err != nil {
		return apperr.Fail("Your membership could not be read.", err)
	}
	return e.JSON(http.StatusOK, overview)
}

// PauseOwn is POST /api/subscriptions/mine/pause: nothing is charged until the subscription is resumed, and the paid
// membership is kept. It answers like GET /api/memberships/mine.
func (p *Payments) PauseOwn(e *core.RequestEvent) error {
	return p.changeOwn(e, "Your renewal could not be paused. Please try again.", p.pauseOwn)
}

func (p *Payments) pauseOwn(ctx context.Context, s *Subscription) (razorpay.Subscription, error) {
	// The provider would cancel a subscription that is paused before its first charge.
	if s.State() != SubscriptionActive || s.isCancelRequested() {
		return razorpay.Subscription{}, errCannotPause
	}
	return p.provider.PauseSubscription(ctx, s.ProviderID())
}

// ResumeOwn is POST /api/subscriptions/mine/resume.
func (p *Payments) ResumeOwn(e *core.RequestEvent) error {
	return p.changeOwn(e, "Your renewal could not be resumed. Please try again.", p.resumeOwn)
}

func (p *Payments) resumeOwn(ctx context.Context, s *Subscription) (razorpay.Subscription, error) {
	if s.State() != SubscriptionPaused || s.isCancelRequested() {
		return razorpay.Subscription{}, errNotPaused
	}
	snapshot, err := p.provider.ResumeSubscription(ctx, s.ProviderID())
	if errors.Is(err, razorpay.ErrRefused) {
		return snapshot, errors.Join(errPausedInApp, err)
	}
	return snapshot, err
}

// changeOwn changes the caller's subscription at the provider and applies the answer. It first syncs a subscription
// that is already in the requested state, because the answer to an earlier call may have been lost.
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

// ownSubscription returns a member's current subscription, or errNoSubscription if there is none.
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

// CardChange is what the browser needs to open the provider's checkout for a new card. Amount is in minor units.
type CardChange struct {
	SubscriptionID string           `json:"subscriptionId"`
	KeyID          string           `json:"keyId"`
	Amount         int64            `json:"amount"`
	Currency       string           `json:"currency"`
	Customer       pricing.Customer `json:"customer"`
	// ChargesNow reports whether an unpaid charge is made immediately with the new card.
	ChargesNow bool `json:"chargesNow"`
}

// ChangeOwnCard is POST /api/subscriptions/mine/card. It returns what the browser needs to open the checkout and
// changes nothing here: the provider stores the card, and reports the charge by webhook.
func (p *Payments) ChangeOwnCard(e *core.RequestEvent) error {
	if p.provider == nil {
		return errNotConfigured
	}
	s, err := p.ownSubscription(httpx.CurrentUser(e).Id)
	if err != nil {
		return apperr.Fail("Your mandate could not be read. Please try again.", err)
	}
	failed := s.State() == SubscriptionPending || s.State() == SubscriptionHalted
	if s.isCancelRequested() || !failed && s.State() != SubscriptionActive {
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

// DownloadDocument is GET /api/documents/{id}: an issued document of any kind, for the buyer and for admins. Other
// callers get a 404.
func (p *Payments) DownloadDocument(e *core.RequestEvent) error {
	invoice, err := invoices.Find(e.App, e.Request.PathValue("id"))
	if err == nil {
		err = checkMaySee(e, invoice.TransactionID())
	}
	return sendDocument(e, invoice, err)
}

// DownloadInvoice is GET /api/transactions/{id}/invoice: the document of a completed transaction, for its buyer and for
// admins. Other callers get a 404.
func (p *Payments) DownloadInvoice(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	err := checkMaySee(e, id)
	if err != nil {
		return sendDocument(e, nil, err)
	}
	invoice, err := invoices.FindByTransaction(e.App, id)
	return sendDocument(e, invoice, err)
}

// checkMaySee returns sql.ErrNoRows for a transaction that the caller may not see, so that it looks like a missing one.
func checkMaySee(e *core.RequestEvent, transactionID string) error {
	t, err := findTransaction(e.App, transactionID)
	if err != nil {
		return err
	}
	user := httpx.CurrentUser(e)
	isOwner := user != nil && user.Id == t.UserID()
	if !isOwner && !httpx.IsAdmin(e) {
		return sql.ErrNoRows
	}
	return nil
}

// sendDocument sends a document's PDF. err is the error of the lookup that returned the invoice.
func sendDocument(e *core.RequestEvent, invoice *invoices.Invoice, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errInvoiceNotFound
	}
	if err != nil {
		return apperr.Fail("The document could not be read.", err)
	}
	pdf, err := invoices.PDF(e.App, invoice)
	if err != nil {
		return apperr.Fail("The document could not be drawn.", fmt.Errorf("draw invoice %s: %w", invoice.Id, err))
	}
	e.Response.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", invoice.FileName()))
	return e.Blob(http.StatusOK, "application/pdf", pdf)
}
