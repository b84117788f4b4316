package subscriptions

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// nextCharge returns when the subscription charges next, or the zero time if that is not known.
func (s *Subscription) nextCharge() time.Time {
	switch s.State() {
	case Authenticated:
		if at := s.ChargeAt(); !at.IsZero() {
			return at
		}
		return s.StartAt()
	case Active, Pending:
		return s.ChargeAt()
	}
	return time.Time{}
}

// Collection is the collection of the subscriptions.
const Collection = "subscriptions"

// State is the state of a subscription at the provider.
type State string

// The states of a subscription. The state is unknown for a subscription that was migrated from a version without these
// records, until the provider has been asked.
const (
	Unknown       State = ""
	Created       State = "created"
	Authenticated State = "authenticated"
	Active        State = "active"
	Pending       State = "pending"
	Halted        State = "halted"
	Paused        State = "paused"
	Cancelled     State = "cancelled"
	Completed     State = "completed"
	Expired       State = "expired"
)

// Values returns all states that the provider reports.
func (State) Values() []string {
	return rules.Options(Created, Authenticated, Active, Pending, Halted, Paused, Cancelled, Completed, Expired)
}

// transitions are documented in subscriptions.go, where a test compares them.
var transitions = states.Table[State]{
	Unknown: {Created, Authenticated, Active, Pending, Halted,
		Paused, Cancelled, Completed, Expired},
	Created: {Authenticated, Active, Pending, Halted, Paused,
		Cancelled, Completed, Expired},
	Authenticated: {Active, Pending, Halted, Paused, Cancelled,
		Completed, Expired},
	Active:    {Pending, Halted, Paused, Cancelled, Completed},
	Pending:   {Active, Halted, Paused, Cancelled, Completed},
	Halted:    {Active, Pending, Paused, Cancelled, Completed},
	Paused:    {Active, Pending, Halted, Cancelled, Completed},
	Cancelled: {}, Completed: {}, Expired: {},
}

// IsLive reports whether the buyer has authorised the subscription and it has not ended.
func (s State) IsLive() bool {
	switch s {
	case Authenticated, Active, Pending, Halted, Paused:
		return true
	}
	return false
}

// IsFinal reports whether the subscription has ended.
func (s State) IsFinal() bool { return transitions.IsFinal(s) }

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

// Values returns all reasons.
func (CancelReason) Values() []string {
	return rules.Options(CancelledByMember, CancelSuperseded, CancelledByRefund, CancelledByDispute, CancelledByAdmin,
		CancelledWithAccount)
}

// Subscription is the record of a subscription at the provider. The mandate is the buyer's authorisation of it. Amounts
// are in minor units.
type Subscription struct{ core.BaseRecordProxy }

func (s *Subscription) UserID() string              { return s.GetString("userId") }
func (s *Subscription) TierID() string              { return s.GetString("membershipTierId") }
func (s *Subscription) TierName() string            { return s.GetString("tierName") }
func (s *Subscription) Duration() tiers.Duration    { return tiers.Duration(s.GetString("duration")) }
func (s *Subscription) TransactionID() string       { return s.GetString("transactionId") }
func (s *Subscription) PlanID() string              { return s.GetString("razorpayPlanId") }
func (s *Subscription) ProviderID() string          { return s.GetString("razorpaySubscriptionId") }
func (s *Subscription) State() State                { return State(s.GetString("state")) }
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
func (s *Subscription) asOf() time.Time             { return s.GetDateTime("asOf").Time() }
func (s *Subscription) CreatedAt() time.Time        { return s.GetDateTime("createdAt").Time() }
func (s *Subscription) IsCancelRequested() bool     { return !s.GetDateTime("cancelWantedAt").IsZero() }
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
	if s.IsCancelRequested() {
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
	s.Load(map[string]any{"state": string(Cancelled), "endedAt": database.DateTime(at)})
}

// NewRecord returns the subscription of a transaction without saving it. StartAt is when the first charge is due;
// zero means immediately.
func NewRecord(app core.App, t *ledger.Transaction, planID string, startAt, expireBy,
	createdAt time.Time) (*Subscription, error) {
	s, err := database.New[Subscription](app, Collection)
	if err != nil {
		return nil, err
	}
	s.Load(map[string]any{
		"userId": t.UserID(), "membershipTierId": t.TierID(), "tierName": t.TierName(),
		"duration":      string(t.Duration()),
		"transactionId": t.Id, "razorpayPlanId": planID, "razorpaySubscriptionId": t.SubscriptionID(),
		"state": string(Created), "amount": int64(t.Amount()), "currency": t.Currency(),
		"startAt": database.DateTime(startAt), "expireBy": database.DateTime(expireBy),
	})
	s.SetRaw("createdAt", database.DateTime(createdAt))
	return s, nil
}

func save(tx core.App, s *Subscription) error {
	if err := tx.Save(s); err != nil {
		return fmt.Errorf("save subscription %s of transaction %s: %w", s.Id, s.TransactionID(), err)
	}
	return nil
}

// The find functions return sql.ErrNoRows if no subscription matches or if the id is empty.

func Find(app core.App, id string) (*Subscription, error) {
	return database.Find[Subscription](app, Collection, id)
}

func FindOfTransaction(app core.App, transactionID string) (*Subscription, error) {
	return findOneSubscription(app, dbx.NewExp("transactionId = {:id}", dbx.Params{"id": transactionID}))
}

func FindByProviderID(app core.App, id string) (*Subscription, error) {
	if id == "" {
		return nil, sql.ErrNoRows
	}
	return findOneSubscription(app,
		dbx.NewExp("razorpaySubscriptionId = {:id} AND razorpaySubscriptionId != ''", dbx.Params{"id": id}))
}

func findOneSubscription(app core.App, where dbx.Expression) (*Subscription, error) {
	return database.First[Subscription](app, Collection, where)
}

// List returns all subscriptions of a user, oldest first.
func List(app core.App, userID string) ([]*Subscription, error) {
	if userID == "" {
		return nil, nil
	}
	var list []*Subscription
	err := app.RecordQuery(Collection).
		AndWhere(dbx.NewExp("userId = {:user} AND userId != ''", dbx.Params{"user": userID})).
		OrderBy("createdAt", "rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list subscriptions of user %s: %w", userID, err)
	}
	return list, nil
}

// ListUnfinished returns the subscriptions that have not ended, oldest first.
func ListUnfinished(app core.App) ([]*Subscription, error) {
	var list []*Subscription
	err := app.RecordQuery(Collection).
		AndWhere(dbx.NewExp("state != 'cancelled' AND state != 'completed' AND state != 'expired' AND createdAt > ''")).
		OrderBy("createdAt", "rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list unfinished subscriptions: %w", err)
	}
	return list, nil
}

// Current returns a member's current subscription from their list: the live one, or else a cancelled one
// that still runs, or else nil.
func Current(list []*Subscription) *Subscription {
	var leaving *Subscription
	for _, s := range slices.Backward(list) {
		switch {
		case s.State().IsLive() && !s.IsCancelRequested():
			return s
		case s.State().IsLive() && s.CancelAtPeriodEnd() && leaving == nil:
			leaving = s
		}
	}
	return leaving
}

// Visible returns the subscription that is shown to a member and the office and that they may cancel: the
// current one, or else one that was cancelled immediately and may still be charged, because the provider has not
// confirmed the cancellation.
func Visible(list []*Subscription) *Subscription {
	if current := Current(list); current != nil {
		return current
	}
	for _, s := range slices.Backward(list) {
		if s.State().IsLive() && s.IsCancelRequested() && !s.isCancelConfirmed() {
			return s
		}
	}
	return nil
}

// Open returns the subscription that a user has not authorised yet, or nil.
func Open(list []*Subscription) *Subscription {
	for _, s := range slices.Backward(list) {
		if s.State() == Created && !s.IsCancelRequested() {
			return s
		}
	}
	return nil
}

// ListRenewing returns which of some users have a subscription whose next charge renews their membership: one that is
// neither paused nor cancelled, and whose last charge has not failed. The conditions match idx_subscriptions_live.
func ListRenewing(app core.App, userIDs []string) (renewing []string, err error) {
	asked, err := json.Marshal(userIDs)
	if err != nil {
		return nil, err
	}
	err = app.DB().NewQuery(`SELECT userId FROM subscriptions WHERE userId IN (SELECT value FROM json_each({:users}))
		AND userId != '' AND cancelWantedAt = '' AND state != '' AND state != 'created' AND state != 'cancelled'
		AND state != 'completed' AND state != 'expired' AND state IN ('authenticated', 'active')`).
		Bind(dbx.Params{"users": string(asked)}).Column(&renewing)
	return renewing, database.Wrap("list renewing subscriptions", err)
}
