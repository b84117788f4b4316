package payments

import (
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/payments/razorpay"
)

const subscriptionsCollection = "subscriptions"

// SubscriptionState is the state of a subscription at the provider.
type SubscriptionState string

// The states of a subscription. The state is unknown for a subscription that was migrated from a version without these
// records, until the provider has been asked.
const (
	SubscriptionUnknown       SubscriptionState = ""
	SubscriptionCreated       SubscriptionState = "created"
	SubscriptionAuthenticated SubscriptionState = "authenticated"
	SubscriptionActive        SubscriptionState = "active"
	SubscriptionPending       SubscriptionState = "pending"
	SubscriptionHalted        SubscriptionState = "halted"
	SubscriptionPaused        SubscriptionState = "paused"
	SubscriptionCancelled     SubscriptionState = "cancelled"
	SubscriptionCompleted     SubscriptionState = "completed"
	SubscriptionExpired       SubscriptionState = "expired"
)

// subscriptionTransitions are documented in subscriptions.go, where a test compares them.
var subscriptionTransitions = states.Table[SubscriptionState]{
	SubscriptionUnknown: {SubscriptionCreated, SubscriptionAuthenticated, SubscriptionActive, SubscriptionPending, SubscriptionHalted,
		SubscriptionPaused, SubscriptionCancelled, SubscriptionCompleted, SubscriptionExpired},
	SubscriptionCreated: {SubscriptionAuthenticated, SubscriptionActive, SubscriptionPending, SubscriptionHalted, SubscriptionPaused,
		SubscriptionCancelled, SubscriptionCompleted, SubscriptionExpired},
	SubscriptionAuthenticated: {SubscriptionActive, SubscriptionPending, SubscriptionHalted, SubscriptionPaused, SubscriptionCancelled,
		SubscriptionCompleted, SubscriptionExpired},
	SubscriptionActive:    {SubscriptionPending, SubscriptionHalted, SubscriptionPaused, SubscriptionCancelled, SubscriptionCompleted},
	SubscriptionPending:   {SubscriptionActive, SubscriptionHalted, SubscriptionPaused, SubscriptionCancelled, SubscriptionCompleted},
	SubscriptionHalted:    {SubscriptionActive, SubscriptionPending, SubscriptionPaused, SubscriptionCancelled, SubscriptionCompleted},
	SubscriptionPaused:    {SubscriptionActive, SubscriptionPending, SubscriptionHalted, SubscriptionCancelled, SubscriptionCompleted},
	SubscriptionCancelled: {}, SubscriptionCompleted: {}, SubscriptionExpired: {},
}

// IsLive reports whether the buyer has authorised the subscription and it has not ended.
func (s SubscriptionState) IsLive() bool {
	switch s {
	case SubscriptionAuthenticated, SubscriptionActive, SubscriptionPending, SubscriptionHalted, SubscriptionPaused:
		return true
	}
	return false
}

// IsFinal reports whether the subscription has ended.
func (s SubscriptionState) IsFinal() bool { return subscriptionTransitions.IsFinal(s) }

// CancelReason is why we cancel a subscription.
type CancelReason string

// The reasons for which we cancel a subscription.
const (
	CancelledByMember  CancelReason = "member"
	CancelSuperseded   CancelReason = "superseded"
	CancelledByRefund  CancelReason = "refund"
	CancelledByDispute CancelReason = "dispute"
	CancelledByAdmin   CancelReason = "office"
	// CancelledWithAccount means that the account was deactivated or deleted.
	CancelledWithAccount CancelReason = "account"
)

// Subscription is the record of a subscription at the provider. The mandate is the buyer's authorisation of it. Amounts
// are in minor units.
type Subscription struct{ core.BaseRecordProxy }

func (s *Subscription) UserID() string              { return s.GetString("userId") }
func (s *Subscription) TierID() string              { return s.GetString("membershipTierId") }
func (s *Subscription) TierName() string            { return s.GetString("tierName") }
func (s *Subscription) Duration() string            { return s.GetString("duration") }
func (s *Subscription) TransactionID() string       { return s.GetString("transactionId") }
func (s *Subscription) PlanID() string              { return s.GetString("razorpayPlanId") }
func (s *Subscription) ProviderID() string          { return s.GetString("razorpaySubscriptionId") }
func (s *Subscription) State() SubscriptionState    { return SubscriptionState(s.GetString("state")) }
func (s *Subscription) Amount() money.Amount        { return money.Amount(s.GetInt("amount")) }
func (s *Subscription) Arrears() money.Amount       { return money.Amount(s.GetInt("arrears")) }
func (s *Subscription) setArrears(unpaid int64)     { s.Set("arrears", unpaid) }
func (s *Subscription) Currency() string            { return s.GetString("currency") }
func (s *Subscription) PaidCount() int              { return s.GetInt("paidCount") }
func (s *Subscription) CancelAtPeriodEnd() bool     { return s.GetBool("cancelAtPeriodEnd") }
func (s *Subscription) CancelReason() CancelReason  { return CancelReason(s.GetString("cancelReason")) }
func (s *Subscription) StartAt() time.Time          { return s.GetDateTime("startAt").Time() }
func (s *Subscription) ExpireBy() time.Time         { return s.GetDateTime("expireBy").Time() }
func (s *Subscription) CurrentEnd() time.Time       { return s.GetDateTime("currentEnd").Time() }
func (s *Subscription) ChargeAt() time.Time         { return s.GetDateTime("chargeAt").Time() }
func (s *Subscription) AsOf() time.Time             { return s.GetDateTime("asOf").Time() }
func (s *Subscription) CreatedAt() time.Time        { return s.GetDateTime("createdAt").Time() }
func (s *Subscription) isCancelRequested() bool     { return !s.GetDateTime("cancelWantedAt").IsZero() }
func (s *Subscription) isCancelConfirmed() bool     { return !s.GetDateTime("cancelConfirmedAt").IsZero() }
func (s *Subscription) setProviderID(id string)     { s.Set("razorpaySubscriptionId", id) }
func (s *Subscription) setLastSyncedAt(t time.Time) { s.Set("lastSyncedAt", database.DateTime(t)) }

// cancelRequestedAt is when the cancellation was first requested, which ended the consent to further charges. It is
// zero if no cancellation was requested.
func (s *Subscription) cancelRequestedAt() time.Time { return s.GetDateTime("cancelWantedAt").Time() }

// requestCancel stores that the subscription has to be cancelled, immediately or when its period ends, and that the
// provider has not confirmed this request. A further request keeps the time of the first one. It also keeps the first
// reason if that reason makes us refund later charges automatically.
func (s *Subscription) requestCancel(at time.Time, reason CancelReason, atPeriodEnd bool) {
	if s.isCancelRequested() {
		at = s.cancelRequestedAt()
	}
	if first := s.CancelReason(); first.isRefundedAutomatically() {
		reason = first
	}
	s.Load(map[string]any{
		"cancelWantedAt": database.DateTime(at), "cancelReason": string(reason), "cancelAtPeriodEnd": atPeriodEnd,
	})
	s.clearCancelConfirmation()
}

func (s *Subscription) confirmCancel(at time.Time) { s.Set("cancelConfirmedAt", database.DateTime(at)) }
func (s *Subscription) clearCancelConfirmation()   { s.Set("cancelConfirmedAt", "") }

// setSnapshot stores the provider's state of the subscription.
func (s *Subscription) setSnapshot(snapshot razorpay.Subscription, asOf time.Time) {
	s.Load(map[string]any{
		"state": snapshot.Status, "paidCount": snapshot.PaidCount, "asOf": database.DateTime(asOf),
		"currentStart": database.DateTime(snapshot.CurrentStart), "currentEnd": database.DateTime(snapshot.CurrentEnd),
		"chargeAt": database.DateTime(snapshot.ChargeAt), "endedAt": database.DateTime(snapshot.EndedAt),
	})
}

// setEnded stores that a subscription has ended which was never created at the provider.
func (s *Subscription) setEnded(at time.Time) {
	s.Load(map[string]any{"state": string(SubscriptionCancelled), "endedAt": database.DateTime(at)})
}

// newSubscription returns the subscription of a transaction without saving it. startAt is when the first charge is due;
// zero means immediately.
func newSubscription(app core.App, t *Transaction, planID string, startAt, expireBy, createdAt time.Time) (*Subscription, error) {
	collection, err := app.FindCachedCollectionByNameOrId(subscriptionsCollection)
	if err != nil {
		return nil, err
	}
	s := &Subscription{}
	s.SetProxyRecord(core.NewRecord(collection))
	s.Load(map[string]any{
		"userId": t.UserID(), "membershipTierId": t.TierID(), "tierName": t.TierName(), "duration": t.Duration(),
		"transactionId": t.Id, "razorpayPlanId": planID, "razorpaySubscriptionId": t.SubscriptionID(),
		"state": string(SubscriptionCreated), "amount": int64(t.Amount()), "currency": t.Currency(),
		"startAt": database.DateTime(startAt), "expireBy": database.DateTime(expireBy),
	})
	s.SetRaw("createdAt", database.DateTime(createdAt))
	return s, nil
}

func saveSubscription(tx core.App, s *Subscription) error {
	if err := tx.Save(s); err != nil {
		return fmt.Errorf("save subscription %s of transaction %s: %w", s.Id, s.TransactionID(), err)
	}
	return nil
}

// The find functions return sql.ErrNoRows if no subscription matches or if the id is empty.

func findSubscription(app core.App, id string) (*Subscription, error) {
	record, err := app.FindRecordById(subscriptionsCollection, id)
	if err != nil {
		return nil, fmt.Errorf("find subscription %q: %w", id, err)
	}
	s := &Subscription{}
	s.SetProxyRecord(record)
	return s, nil
}

func findSubscriptionOfTransaction(app core.App, transactionID string) (*Subscription, error) {
	return findOneSubscription(app, dbx.NewExp("transactionId = {:id}", dbx.Params{"id": transactionID}))
}

func findSubscriptionByProviderID(app core.App, id string) (*Subscription, error) {
	if id == "" {
		return nil, sql.ErrNoRows
	}
	return findOneSubscription(app, dbx.NewExp("razorpaySubscriptionId = {:id} AND razorpaySubscriptionId != ''", dbx.Params{"id": id}))
}

func findOneSubscription(app core.App, where dbx.Expression) (*Subscription, error) {
	s := &Subscription{}
	if err := app.RecordQuery(subscriptionsCollection).AndWhere(where).Limit(1).One(s); err != nil {
		return nil, fmt.Errorf("find subscription: %w", err)
	}
	return s, nil
}

// listSubscriptions returns all subscriptions of a user, oldest first.
func listSubscriptions(app core.App, userID string) ([]*Subscription, error) {
	if userID == "" {
		return nil, nil
	}
	var list []*Subscription
	err := app.RecordQuery(subscriptionsCollection).
		AndWhere(dbx.NewExp("userId = {:user} AND userId != ''", dbx.Params{"user": userID})).OrderBy("createdAt", "rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list subscriptions of user %s: %w", userID, err)
	}
	return list, nil
}

// listUnfinishedSubscriptions returns the subscriptions that have not ended, oldest first.
func listUnfinishedSubscriptions(app core.App) ([]*Subscription, error) {
	var list []*Subscription
	err := app.RecordQuery(subscriptionsCollection).
		AndWhere(dbx.NewExp("state != 'cancelled' AND state != 'completed' AND state != 'expired' AND createdAt > ''")).OrderBy("createdAt", "rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list unfinished subscriptions: %w", err)
	}
	return list, nil
}

// currentSubscription returns a member's current subscription from their list: the live one, or else a cancelled one
// that still runs, or else nil.
func currentSubscription(list []*Subscription) *Subscription {
	var leaving *Subscription
	for _, s := range slices.Backward(list) {
		switch {
		case s.State().IsLive() && !s.isCancelRequested():
			return s
		case s.State().IsLive() && s.CancelAtPeriodEnd() && leaving == nil:
			leaving = s
		}
	}
	return leaving
}

// visibleSubscription returns the subscription that is shown to a member and the office and that they may cancel: the
// current one, or else one that was cancelled immediately and may still be charged, because the provider has not
// confirmed the cancellation.
func visibleSubscription(list []*Subscription) *Subscription {
	if current := currentSubscription(list); current != nil {
		return current
	}
	for _, s := range slices.Backward(list) {
		if s.State().IsLive() && s.isCancelRequested() && !s.isCancelConfirmed() {
			return s
		}
	}
	return nil
}

// openSubscription returns the subscription that a user has not authorised yet, or nil.
func openSubscription(list []*Subscription) *Subscription {
	for _, s := range slices.Backward(list) {
		if s.State() == SubscriptionCreated && !s.isCancelRequested() {
			return s
		}
	}
	return nil
}
