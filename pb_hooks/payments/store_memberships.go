package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/razorpay"
)

const (
	membershipsCollection = "memberships"
	orphansCollection     = "orphan_payments"
)

// Membership is the record of one term of a membership, granted by one transaction.
type Membership struct{ core.BaseRecordProxy }

func (m *Membership) TierID() string           { return m.GetString("membershipTierId") }
func (m *Membership) TierName() string         { return m.GetString("tierName") }
func (m *Membership) StartsAt() types.DateTime { return m.GetDateTime("startsAt") }

// EndsAt is zero for life.
func (m *Membership) EndsAt() types.DateTime { return m.GetDateTime("endsAt") }

// IsRevoked reports whether the payment was refunded in full.
func (m *Membership) IsRevoked() bool { return !m.GetDateTime("revokedAt").IsZero() }

// lastsUntil is EndsAt, or a time after all others for life.
func (m *Membership) lastsUntil() time.Time {
	if end := m.EndsAt(); !end.IsZero() {
		return end.Time()
	}
	return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
}

// insertMembership stores a term that a transaction grants; a zero end is for life.
func insertMembership(tx core.App, t *Transaction, start, end time.Time) error {
	collection, err := tx.FindCachedCollectionByNameOrId(membershipsCollection)
	if err != nil {
		return err
	}
	membership := core.NewRecord(collection)
	membership.Load(map[string]any{
		"userId": t.UserID(), "membershipTierId": t.TierID(), "tierName": t.TierName(),
		"transactionId": t.Id, "razorpayPaymentId": t.PaymentID(),
		"startsAt": toDateTime(start), "endsAt": toDateTime(end),
	})
	if err := tx.Save(membership); err != nil {
		return fmt.Errorf("grant membership of transaction %s: %w", t.Id, err)
	}
	return nil
}

// setRevoked stores that a membership was revoked.
func setRevoked(tx core.App, m *Membership, at time.Time) error {
	m.Set("revokedAt", toDateTime(at))
	if err := tx.Save(m); err != nil {
		return fmt.Errorf("revoke membership %s: %w", m.Id, err)
	}
	return nil
}

// findMembershipByTransaction returns the membership that a transaction granted, or sql.ErrNoRows.
func findMembershipByTransaction(app core.App, transactionID string) (*Membership, error) {
	m := &Membership{}
	err := app.RecordQuery(membershipsCollection).AndWhere(dbx.HashExp{"transactionId": transactionID}).Limit(1).One(m)
	if err != nil {
		return nil, fmt.Errorf("find membership of transaction %s: %w", transactionID, err)
	}
	return m, nil
}

// listMemberships returns a user's memberships, also ended and revoked ones, in the order of their start.
func listMemberships(app core.App, userID string) ([]*Membership, error) {
	var list []*Membership
	err := app.RecordQuery(membershipsCollection).AndWhere(dbx.HashExp{"userId": userID}).OrderBy("startsAt", "id").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list memberships of user %s: %w", userID, err)
	}
	return list, nil
}

// listUnrevokedMemberships returns a user's memberships of a tier that were not revoked, also ended ones.
func listUnrevokedMemberships(app core.App, userID, tierID string) ([]*Membership, error) {
	var list []*Membership
	err := app.RecordQuery(membershipsCollection).
		AndWhere(dbx.HashExp{"userId": userID, "membershipTierId": tierID, "revokedAt": ""}).All(&list)
	if err != nil {
		return nil, fmt.Errorf("list memberships of user %s: %w", userID, err)
	}
	return list, nil
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
	record, err := app.FindRecordById(orphansCollection, id)
	if err != nil {
		return nil, fmt.Errorf("find orphan payment %q: %w", id, err)
	}
	orphan := &OrphanPayment{}
	orphan.SetProxyRecord(record)
	if orphan.GetString("attachedTo") != "" {
		return nil, sql.ErrNoRows
	}
	return orphan, nil
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
