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

// SubscriptionState is where a subscription stands at the provider.
type SubscriptionState string

// The states of a subscription. One that was carried over from before there were records of them is unknown until
// the provider has been asked.
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

// subscriptionTransitions are drawn in subscriptions.go.
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

// IsLive reports whether the buyer has given the mandate and it has not ended.
func (s SubscriptionState) IsLive() bool {
	switch s {
	case SubscriptionAuthenticated, SubscriptionActive, SubscriptionPending, SubscriptionHalted, SubscriptionPaused:
		return true
	}
	return false
}

// IsFinal reports whether the subscription has ended for good.
func (s SubscriptionState) IsFinal() bool { return subscriptionTransitions.IsFinal(s) }

// CancelReason is why we want a subscription cancelled.
type CancelReason string

// The reasons for a cancellation of ours.
const (
	CancelledByMember  CancelReason = "member"
	CancelSuperseded   CancelReason = "superseded"
	CancelledByRefund  CancelReason = "refund"
	CancelledByDispute CancelReason = "dispute"
	CancelledByAdmin   CancelReason = "office"
	// CancelledWithAccount is that of an account that was deactivated or deleted.
	CancelledWithAccount CancelReason = "account"
)

// Subscription is the record of a subscription at the provider; the mandate is what its buyer grants for it. Amounts are in minor units.
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

// requestCancel stores that the subscription is to be cancelled, immediately or when its period ends, and that the
// provider has not confirmed this request. A further request keeps the time of the first one, and also its reason if a
// charge after the cancellation is refunded automatically for it.
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

// setSnapshot stores what the provider says of the subscription.
func (s *Subscription) setSnapshot(snapshot razorpay.Subscription, asOf time.Time) {
	s.Load(map[string]any{
		"state": snapshot.Status, "paidCount": snapshot.PaidCount, "asOf": database.DateTime(asOf),
		"currentStart": database.DateTime(snapshot.CurrentStart), "currentEnd": database.DateTime(snapshot.CurrentEnd),
		"chargeAt": database.DateTime(snapshot.ChargeAt), "endedAt": database.DateTime(snapshot.EndedAt),
	})
}

// setEnded stores that a subscription which the provider never got has ended.
func (s *Subscription) setEnded(at time.Time) {
	s.Load(map[string]any{"state": string(SubscriptionCancelled), "endedAt": database.DateTime(at)})
}

// newSubscription returns the subscription of a transaction, not saved yet. startAt is when the first charge is due,
// zero for at once.
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

// The find functions return sql.ErrNoRows if no subscription matches, also for an empty id.

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

// listSubscriptions returns all subscriptions of a user, the oldest first.
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

// listUnfinishedSubscriptions returns the subscriptions that have not ended, the oldest first.
func listUnfinishedSubscriptions(app core.App) ([]*Subscription, error) {
	var list []*Subscription
	err := app.RecordQuery(subscriptionsCollection).
		AndWhere(dbx.NewExp("state != 'cancelled' AND state != 'completed' AND state != 'expired' AND createdAt > ''")).OrderBy("createdAt", "rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list unfinished subscriptions: %w", err)
	}
	return list, nil
}

// currentSubscription picks the subscription that stands for a member among theirs: the live one, else one that is to
// be cancelled and still runs, else none.
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

// visibleSubscription picks the subscription that a member and the office are shown and may cancel: the current one,
// else one that was cancelled immediately and that the provider may still charge, because it has not confirmed that.
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

// openSubscription picks the subscription that a user has not given yet, nil if there is none.
func openSubscription(list []*Subscription) *Subscription {
	for _, s := range slices.Backward(list) {
		if s.State() == SubscriptionCreated && !s.isCancelRequested() {
			return s
		}
	}
	return nil
}
