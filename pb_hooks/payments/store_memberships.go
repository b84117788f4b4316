package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

const (
	membershipsCollection = "memberships"
	orphansCollection     = "orphan_payments"
)

// EntitlementState is where a term of a membership stands.
type EntitlementState string

// The states of a term. NoEntitlement is that of a person without any.
const (
	NoEntitlement EntitlementState = "none"
	Upcoming      EntitlementState = "upcoming"
	Active        EntitlementState = "active"
	InGrace       EntitlementState = "grace"
	Lapsed        EntitlementState = "lapsed"
	Revoked       EntitlementState = "revoked"
)

// entitlementTransitions are the states that may follow each state. Time alone moves a term from left to right;
// it goes back only when an earlier payment becomes known late and the terms after it move. A new record has
// the empty state.
var entitlementTransitions = map[EntitlementState][]EntitlementState{
	"":       {Upcoming, Active, InGrace, Lapsed},
	Upcoming: {Active, InGrace, Lapsed, Revoked},
	Active:   {Upcoming, InGrace, Lapsed, Revoked},
	InGrace:  {Upcoming, Active, Lapsed, Revoked},
	Lapsed:   {Upcoming, Active, InGrace, Revoked},
	Revoked:  {},
}

// CanMoveTo reports whether a term in this state may get another one.
func (s EntitlementState) CanMoveTo(to EntitlementState) bool {
	return slices.Contains(entitlementTransitions[s], to)
}

// HasAccess reports whether a person in this state is a member.
func (s EntitlementState) HasAccess() bool { return s == Active || s == InGrace }

// Source is where a term comes from.
type Source string

// The sources of a term.
const (
	FromPayment       Source = "payment"
	FromComplimentary Source = "complimentary"
	FromOffline       Source = "offline"
	FromSeat          Source = "seat"
)

// EndReason is why a term was revoked.
type EndReason string

// The reasons for a revocation.
const (
	EndedByRefund  EndReason = "refund"
	EndedByDispute EndReason = "dispute"
	EndedByAdmin   EndReason = "office"
	EndedByBounce  EndReason = "bounced"
	// EndedBySeat is a company that has given the seat to somebody else.
	EndedBySeat EndReason = "seat"
)

// Membership is the record of one term of a membership. A term of a payment is granted by its transaction; a
// complimentary one has none.
type Membership struct{ core.BaseRecordProxy }

func (m *Membership) UserID() string           { return m.GetString("userId") }
func (m *Membership) TierID() string           { return m.GetString("membershipTierId") }
func (m *Membership) TierName() string         { return m.GetString("tierName") }
func (m *Membership) TransactionID() string    { return m.GetString("transactionId") }
func (m *Membership) Duration() string         { return m.GetString("duration") }
func (m *Membership) Source() Source           { return Source(m.GetString("source")) }
func (m *Membership) State() EntitlementState  { return EntitlementState(m.GetString("state")) }
func (m *Membership) EndReason() EndReason     { return EndReason(m.GetString("endReason")) }
func (m *Membership) StartsAt() types.DateTime { return m.GetDateTime("startsAt") }

// EndsAt is zero for life.
func (m *Membership) EndsAt() types.DateTime { return m.GetDateTime("endsAt") }

// GraceUntil is when access ends after the term's end; zero for life.
func (m *Membership) GraceUntil() types.DateTime { return m.GetDateTime("graceUntil") }

// EarliestStart is when the term was paid for, or when a term before it was revoked.
func (m *Membership) EarliestStart() time.Time { return m.GetDateTime("earliestStart").Time() }

// FixedEnd is an end that the office has set, zero for none: the term's duration does not count then.
func (m *Membership) FixedEnd() time.Time { return m.GetDateTime("fixedEnd").Time() }

func (m *Membership) setFixedEnd(at time.Time) { m.Set("fixedEnd", toDateTime(at)) }

// Reason is why a complimentary term was granted.
func (m *Membership) Reason() string { return m.GetString("reason") }

// GrantedBy is the admin who granted a complimentary term.
func (m *Membership) GrantedBy() string { return m.GetString("grantedBy") }

// AnchorDay is the day of the month in India on which the first of the terms in a row began.
func (m *Membership) AnchorDay() int { return m.GetInt("anchorDay") }

// IsRevoked reports whether the term was taken back.
func (m *Membership) IsRevoked() bool { return !m.GetDateTime("revokedAt").IsZero() }

// RevokedAt is when it was taken back, zero if it was not.
func (m *Membership) RevokedAt() time.Time { return m.GetDateTime("revokedAt").Time() }

func (m *Membership) setEarliestStart(at time.Time) { m.Set("earliestStart", toDateTime(at)) }

// setTerm sets when the term runs; a zero end is for life.
func (m *Membership) setTerm(start, end time.Time, anchorDay int) {
	m.Load(map[string]any{"startsAt": toDateTime(start), "endsAt": toDateTime(end), "anchorDay": anchorDay})
	m.setGraceUntil()
}

// endWithoutGrace makes access end with the term.
func (m *Membership) endWithoutGrace() { m.setGraceDays(0) }

func (m *Membership) hasNoGrace() bool { return m.GetInt("graceDays") == 0 }

func (m *Membership) setGraceDays(days int) {
	m.Set("graceDays", days)
	m.setGraceUntil()
}

func (m *Membership) setGraceUntil() {
	var until time.Time
	if end := m.EndsAt(); !end.IsZero() {
		until = end.Time().Add(time.Duration(m.GetInt("graceDays")) * 24 * time.Hour)
	}
	m.Set("graceUntil", toDateTime(until))
}

func (m *Membership) setState(to EntitlementState) error {
	if from := m.State(); from != to && !from.CanMoveTo(to) {
		return fmt.Errorf("membership %s cannot move from %q to %q", m.Id, from, to)
	}
	m.Set("state", string(to))
	return nil
}

func (m *Membership) setRevoked(at time.Time, reason EndReason, by string) {
	m.Load(map[string]any{"revokedAt": toDateTime(at), "endReason": string(reason), "endedBy": by})
}

// newMembership returns the term that a transaction grants, not saved yet and without its dates.
func newMembership(tx core.App, t *Transaction, paidAt time.Time, graceDays int) (*Membership, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(membershipsCollection)
	if err != nil {
		return nil, err
	}
	source := FromPayment
	if t.Kind() == KindOffline {
		source = FromOffline
	}
	m := &Membership{}
	m.SetProxyRecord(core.NewRecord(collection))
	m.Load(map[string]any{
		"userId": t.UserID(), "membershipTierId": t.TierID(), "tierName": t.TierName(), "duration": t.Duration(),
		"transactionId": t.Id, "razorpayPaymentId": t.PaymentID(), "source": string(source), "graceDays": graceDays,
	})
	m.setEarliestStart(paidAt)
	return m, nil
}

// newComplimentary returns a term that the office grants, not saved yet and without its dates. A zero end is that
// of the tier.
func newComplimentary(tx core.App, userID string, tier tiers.Tier, at, end time.Time, reason, by string) (*Membership, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(membershipsCollection)
	if err != nil {
		return nil, err
	}
	m := &Membership{}
	m.SetProxyRecord(core.NewRecord(collection))
	m.Load(map[string]any{
		"userId": userID, "membershipTierId": tier.ID, "tierName": tier.Name, "duration": tier.Duration,
		"source": string(FromComplimentary), "reason": reason, "grantedBy": by,
	})
	m.setFixedEnd(end)
	m.setEarliestStart(at)
	return m, nil
}

func saveMembership(tx core.App, m *Membership) error {
	if err := tx.Save(m); err != nil {
		return fmt.Errorf("save membership %s of transaction %s: %w", m.Id, m.TransactionID(), err)
	}
	return nil
}

// findMembership returns sql.ErrNoRows for an unknown id.
func findMembership(app core.App, id string) (*Membership, error) {
	record, err := app.FindRecordById(membershipsCollection, id)
	if err != nil {
		return nil, fmt.Errorf("find membership %q: %w", id, err)
	}
	m := &Membership{}
	m.SetProxyRecord(record)
	return m, nil
}

// findMembershipByTransaction returns the membership that a transaction granted, or sql.ErrNoRows.
func findMembershipByTransaction(app core.App, transactionID string) (*Membership, error) {
	m := &Membership{}
	err := app.RecordQuery(membershipsCollection).
		AndWhere(dbx.NewExp("transactionId = {:id} AND transactionId != ''", dbx.Params{"id": transactionID})).Limit(1).One(m)
	if err != nil {
		return nil, fmt.Errorf("find membership of transaction %s: %w", transactionID, err)
	}
	return m, nil
}

// listMemberships returns a user's memberships, also ended and revoked ones, in the order of their start.
func listMemberships(app core.App, userID string) ([]*Membership, error) {
	if userID == "" {
		return nil, nil
	}
	var list []*Membership
	err := app.RecordQuery(membershipsCollection).AndWhere(dbx.HashExp{"userId": userID}).OrderBy("startsAt", "id").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list memberships of user %s: %w", userID, err)
	}
	return list, nil
}

// CountMembers counts the people who are members at a time.
func CountMembers(app core.App, now time.Time) (n int64, err error) {
	// The conditions on revokedAt are those of the index.
	err = app.DB().NewQuery(`SELECT count(DISTINCT userId) FROM memberships
		WHERE revokedAt = '' AND startsAt <= {:now} AND (graceUntil = '' OR graceUntil > {:now})`).
		Bind(dbx.Params{"now": toDateTime(now)}).Row(&n)
	if err != nil {
		return 0, fmt.Errorf("count members: %w", err)
	}
	return n, nil
}

// OrphanPayment is the record of a payment that no transaction knows.
type OrphanPayment struct{ core.BaseRecordProxy }

// saveOrphan stores a payment, or its new status if it is stored already. It reports whether it is new.
func saveOrphan(tx core.App, payment razorpay.Payment, now time.Time) (isNew bool, err error) {
	orphan, err := findOrphan(tx, payment.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		isNew = true
		collection, err := tx.FindCachedCollectionByNameOrId(orphansCollection)
		if err != nil {
			return false, err
		}
		orphan = &OrphanPayment{}
		orphan.SetProxyRecord(core.NewRecord(collection))
		orphan.Load(map[string]any{
			"razorpayPaymentId": payment.ID, "razorpayOrderId": payment.OrderID, "amount": payment.Amount,
			"currency": payment.Currency, "email": truncate(payment.Email, 254), "contact": truncate(payment.Contact, 40),
			"description": truncate(payment.Description, 300), "paidAt": toDateTime(payment.CreatedAt),
		})
		orphan.SetRaw("createdAt", toDateTime(now))
	case err != nil:
		return false, err
	}
	orphan.Set("status", truncate(payment.Status, 40))
	if err := tx.Save(orphan); err != nil {
		return false, fmt.Errorf("save orphan payment %s: %w", payment.ID, err)
	}
	return isNew, nil
}

// findOrphan returns an orphan payment by the provider's id, or sql.ErrNoRows.
func findOrphan(app core.App, paymentID string) (*OrphanPayment, error) {
	orphan := &OrphanPayment{}
	err := app.RecordQuery(orphansCollection).AndWhere(dbx.HashExp{"razorpayPaymentId": paymentID}).Limit(1).One(orphan)
	if err != nil {
		return nil, fmt.Errorf("find orphan payment %s: %w", paymentID, err)
	}
	return orphan, nil
}

// findUnattachedOrphan returns an orphan payment by its id, or sql.ErrNoRows, also if a transaction was found
// for it since.
func findUnattachedOrphan(app core.App, id string) (*OrphanPayment, error) {
	orphan, err := findOrphanByID(app, id)
	if err == nil && orphan.isAttached() {
		return nil, sql.ErrNoRows
	}
	return orphan, err
}

// findOrphanByID returns an orphan payment by our id, attached or not; sql.ErrNoRows if it is none.
func findOrphanByID(app core.App, id string) (*OrphanPayment, error) {
	record, err := app.FindRecordById(orphansCollection, id)
	if err != nil {
		return nil, fmt.Errorf("find orphan payment %q: %w", id, err)
	}
	orphan := &OrphanPayment{}
	orphan.SetProxyRecord(record)
	return orphan, nil
}

func (o *OrphanPayment) PaymentID() string    { return o.GetString("razorpayPaymentId") }
func (o *OrphanPayment) Email() string        { return payerEmail(o.GetString("email")) }
func (o *OrphanPayment) Contact() string      { return o.GetString("contact") }
func (o *OrphanPayment) Amount() money.Amount { return money.Amount(o.GetInt("amount")) }
func (o *OrphanPayment) Currency() string     { return o.GetString("currency") }
func (o *OrphanPayment) isAttached() bool     { return o.GetString("attachedTo") != "" }

// PaidAt is when it was paid, else when we have heard of it.
func (o *OrphanPayment) PaidAt() time.Time {
	if paidAt := o.GetDateTime("paidAt"); !paidAt.IsZero() {
		return paidAt.Time()
	}
	return o.GetDateTime("createdAt").Time()
}

// payerEmail is a payment's address, "" for the provider's placeholder.
func payerEmail(address string) string {
	if strings.EqualFold(address, "void@razorpay.com") {
		return ""
	}
	return address
}

// newOrphanRow is an unattached payment as the list has it.
func newOrphanRow(o *OrphanPayment) OrphanPaymentRow {
	status := o.GetString("status")
	return OrphanPaymentRow{
		ID: o.Id, RazorpayPaymentID: o.PaymentID(), RazorpayOrderID: o.GetString("razorpayOrderId"), Amount: o.Amount(), Currency: o.Currency(),
		Status: status, Email: o.GetString("email"), Contact: o.Contact(), Description: o.GetString("description"),
		PaidAt: httpx.Time(o.GetDateTime("paidAt")), CreatedAt: httpx.Time(o.GetDateTime("createdAt")), SeenAt: httpx.Time(o.GetDateTime("seenAt")),
		NeedsAttention: !o.IsSeen() && status != "refunded",
	}
}

// attachOrphan stores that a payment turned out to belong to a transaction.
func attachOrphan(tx core.App, t *Transaction) error {
	orphan, err := findOrphan(tx, t.PaymentID())
	if err != nil {
		return ignoreMissing(err)
	}
	orphan.Set("attachedTo", t.Id)
	if err := tx.Save(orphan); err != nil {
		return fmt.Errorf("attach orphan payment %s: %w", t.PaymentID(), err)
	}
	return nil
}

// IsSeen reports whether an admin has cleared the payment.
func (o *OrphanPayment) IsSeen() bool { return o.GetString("seenAt") != "" }

func (o *OrphanPayment) setSeen(at time.Time) { o.Set("seenAt", toDateTime(at)) }

// OrphanPaymentRow is an orphan payment in the console's list.
type OrphanPaymentRow struct {
	ID                string       `json:"id" db:"id"`
	RazorpayPaymentID string       `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	RazorpayOrderID   string       `json:"razorpayOrderId" db:"razorpayOrderId"`
	Amount            money.Amount `json:"amount" db:"amount"`
	Currency          string       `json:"currency" db:"currency"`
	Status            string       `json:"status" db:"status"`
	Email             string       `json:"email" db:"email"`
	Contact           string       `json:"contact" db:"contact"`
	Description       string       `json:"description" db:"description"`
	PaidAt            httpx.Time   `json:"paidAt" db:"paidAt"`
	CreatedAt         httpx.Time   `json:"createdAt" db:"createdAt"`
	// SeenAt is when an admin cleared it, "" before that.
	SeenAt httpx.Time `json:"seenAt" db:"seenAt"`
	// NeedsAttention tells that no admin has cleared it yet and the money was not refunded.
	NeedsAttention bool `json:"needsAttention" db:"needsAttention"`
}

// orphanPaymentList is the list of the orphan payments, the newest first. It has no other sort: there are few,
// and the search finds one by its id or its payer.
var orphanPaymentList = httpx.List{
	From: "payments_unknown",
	Columns: []string{"id", "razorpayPaymentId", "razorpayOrderId", "amount", "currency", "status", "email", "contact",
		"description", "paidAt", "createdAt", "seenAt", "needsAttention"},
	Search: []string{"razorpayPaymentId", "razorpayOrderId", "email", "contact", "description"},
	Sort:   map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{
		// These are the conditions of the partial indexes.
		"attention": {"any": "seenAt = '' AND status != 'refunded'", "seen": "seenAt != ''"},
	},
	DefaultSort: "-createdAt",
}
