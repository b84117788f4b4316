package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/modules/coupons"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/tiers"
)

// IsChargeAfterCancellation reports whether the payment was flagged as a charge after a cancellation. It stays true
// after an admin clears the attention.
func (t *Transaction) IsChargeAfterCancellation() bool { return t.GetBool("isAfterCancellation") }

func (t *Transaction) setAfterCancellation() { t.Set("isAfterCancellation", true) }

// IsSecondPayment reports whether the order had been paid before, so that this payment has bought nothing.
func (t *Transaction) IsSecondPayment() bool { return t.GetBool("isSecondPayment") }

func (t *Transaction) setSecondPayment(is bool) { t.Set("isSecondPayment", is) }

// This file has single transactions. store_lists.go reads lists of them, also by person, segment and trigger. The other
// tables are in the store_*.go files named after them. Most indexes of the transactions
// are partial (WHERE x != ''): SQLite uses a partial index for a bound value only if the query repeats its condition.

// Transactions is the collection of the transactions.
const Transactions = "transactions"

// Status is the state of a transaction.
type Status string

// The states of a transaction.
const (
	Pending    Status = "pending"
	Failed     Status = "failed"
	Authorized Status = "authorized"
	Completed  Status = "completed"
	Refunded   Status = "refunded"
)

// Values returns all states.
func (Status) Values() []string {
	return rules.Options(Pending, Failed, Authorized, Completed, Refunded)
}

// transitions are documented in ledger.go, where a test compares them.
var transitions = states.Table[Status]{
	"":         {Pending, Completed},
	Pending:    {Failed, Authorized, Completed},
	Failed:     {Authorized, Completed},
	Authorized: {Completed, Failed},
	Completed:  {Refunded},
	Refunded:   {Completed},
}

// CanMoveTo reports whether a transaction in this state may change to another one.
func (s Status) CanMoveTo(to Status) bool { return transitions.Allows(s, to) }

// IsPaid reports whether the money of a transaction in this state was captured.
func (s Status) IsPaid() bool { return s == Completed || s == Refunded }

// Kind is the kind of a transaction at the provider.
type Kind string

// The kinds of transactions.
const (
	KindOrder        Kind = "order"
	KindSubscription Kind = "subscription"
	KindLink         Kind = "link"
	KindOffline      Kind = "offline"
)

// Values returns all kinds.
func (Kind) Values() []string {
	return rules.Options(KindOrder, KindSubscription, KindLink, KindOffline)
}

// Attention is the reason why a transaction needs an admin.
type Attention string

// The reasons for attention.
const (
	AttentionSecondPayment Attention = "second-payment"
	AttentionWrongAmount   Attention = "wrong-amount"
	AttentionDispute       Attention = "dispute"
	AttentionDisputeLost   Attention = "dispute-lost"
	AttentionOrphan        Attention = "orphan"
	AttentionRefundFailed  Attention = "refund-failed"
	// AttentionAfterCancellation flags a charge that was made after its subscription had been cancelled.
	AttentionAfterCancellation Attention = "charge-after-cancellation"
	// AttentionCancelUnconfirmed flags a cancellation that the provider has not confirmed by the deadline.
	AttentionCancelUnconfirmed Attention = "cancellation-unconfirmed"
	// AttentionPlaceUnknown flags a payment whose tax invoice waits for the buyer's state.
	AttentionPlaceUnknown Attention = "place-unknown"
)

// Values returns all reasons.
func (Attention) Values() []string {
	return rules.Options(AttentionSecondPayment, AttentionWrongAmount, AttentionDispute, AttentionDisputeLost,
		AttentionOrphan, AttentionRefundFailed, AttentionAfterCancellation, AttentionCancelUnconfirmed,
		AttentionPlaceUnknown)
}

// isResolvedByRefund reports whether a processed refund resolves the flag: a refund that had failed was made after all,
// or a payment that had to be refunded was refunded in full.
func (a Attention) isResolvedByRefund(isFull bool) bool {
	switch a {
	case AttentionRefundFailed:
		return true
	case AttentionSecondPayment, AttentionOrphan, AttentionAfterCancellation, AttentionPlaceUnknown:
		return isFull
	}
	return false
}

// Transaction is a row of the ledger. Amounts are in minor units.
type Transaction struct{ core.BaseRecordProxy }

// transactionValues are the fields of a transaction that never change, except for the customer's.
type transactionValues struct {
	kind                     Kind
	userID, registrationID   string
	tier                     tiers.Tier
	price                    pricing.Price
	billing                  pricing.Billing
	customer                 pricing.Customer
	coupon                   coupons.Quote
	seats                    int
	createdAt, nextCheckTime time.Time
}

// createTransaction returns a pending transaction without saving it.
func createTransaction(app core.App, v transactionValues) (*Transaction, error) {
	t, err := database.New[Transaction](app, Transactions)
	if err != nil {
		return nil, err
	}
	t.Load(map[string]any{
		"status":           string(Pending),
		"kind":             string(v.kind),
		"userId":           v.userID,
		"registrationId":   v.registrationID,
		"membershipTierId": v.tier.ID,
		"tierName":         v.tier.Name,
		"duration":         string(v.tier.Duration),
		"currency":         v.tier.Currency,
		"couponCode":       v.coupon.Code,
		"seats":            v.seats,
	})
	t.setPrice(v.price, v.billing)
	t.setCustomer(v.customer)
	t.setNextCheckAt(v.nextCheckTime)
	t.setCreatedAt(v.createdAt)
	return t, nil
}

// furtherTransaction returns a copy of a transaction for another payment of the same order or subscription. The copy
// has no data of the first payment and is not saved.
func (t *Transaction) furtherTransaction(payment Payment, createdAt time.Time) *Transaction {
	further := database.As[Transaction](core.NewRecord(t.Collection()))
	for _, name := range []string{
		"registrationId", "membershipTierId", "razorpayOrderId", "razorpaySubscriptionId", "amount", "currency",
		"customerEmail", "customerName", "customerPhone", "userId", "kind", "tierName", "duration", "baseAmount",
		"couponCode", "discountAmount", "gstRate", "gstAmount", "billingState", "billing", "seats",
	} {
		further.Set(name, t.Get(name))
	}
	further.Id = core.GenerateDefaultRandomId()
	if payment.OrderID != "" {
		further.Set("razorpayOrderId", payment.OrderID)
	}
	further.setCreatedAt(createdAt)
	return further
}

// setCreatedAt uses SetRaw, because Set ignores automatic dates and the system clock would be used instead.
func (t *Transaction) setCreatedAt(at time.Time) { t.SetRaw("createdAt", database.DateTime(at)) }

// Status returns the state in the ledger.
func (t *Transaction) Status() Status { return Status(t.GetString("status")) }

// setStatus returns an error for a transition that is not allowed.
func (t *Transaction) setStatus(to Status) error {
	if err := transitions.Check(t.Status(), to); err != nil {
		return fmt.Errorf("transaction %s: %w", t.Id, err)
	}
	t.Set("status", string(to))
	return nil
}

func (t *Transaction) Kind() Kind               { return Kind(t.GetString("kind")) }
func (t *Transaction) UserID() string           { return t.GetString("userId") }
func (t *Transaction) RegistrationID() string   { return t.GetString("registrationId") }
func (t *Transaction) TierID() string           { return t.GetString("membershipTierId") }
func (t *Transaction) TierName() string         { return t.GetString("tierName") }
func (t *Transaction) Duration() tiers.Duration { return tiers.Duration(t.GetString("duration")) }
func (t *Transaction) Currency() string         { return t.GetString("currency") }
func (t *Transaction) OrderID() string          { return t.GetString("razorpayOrderId") }
func (t *Transaction) SubscriptionID() string   { return t.GetString("razorpaySubscriptionId") }
func (t *Transaction) PaymentID() string        { return t.GetString("razorpayPaymentId") }
func (t *Transaction) PaymentMethod() string    { return t.GetString("paymentMethod") }
func (t *Transaction) DisputeStatus() DisputeStatus {
	return DisputeStatus(t.GetString("disputeStatus"))
}
func (t *Transaction) Attention() Attention  { return Attention(t.GetString("attention")) }
func (t *Transaction) attentionNote() string { return t.GetString("attentionNote") }

// CouponCode returns the code that the buyer has used, or "". DiscountAmount returns its discount.
func (t *Transaction) CouponCode() string           { return t.GetString("couponCode") }
func (t *Transaction) DiscountAmount() money.Amount { return money.Amount(t.GetInt("discountAmount")) }

// appliedCode returns the code that has reduced the amount, or "". It differs from CouponCode if the discount was
// withdrawn.
func (t *Transaction) appliedCode() string {
	if t.DiscountAmount() == 0 {
		return ""
	}
	return t.CouponCode()
}

func (t *Transaction) Amount() money.Amount         { return money.Amount(t.GetInt("amount")) }
func (t *Transaction) RefundedAmount() money.Amount { return money.Amount(t.GetInt("refundedAmount")) }

func (t *Transaction) CreatedAt() types.DateTime   { return t.GetDateTime("createdAt") }
func (t *Transaction) ProcessedAt() types.DateTime { return t.GetDateTime("processedAt") }
func (t *Transaction) NextCheckAt() types.DateTime { return t.GetDateTime("nextCheckAt") }

// setNextCheckAt sets when the provider is asked again; the zero time means never. Save the transaction with
// Payments.save, which schedules the job.
func (t *Transaction) setNextCheckAt(at time.Time) { t.Set("nextCheckAt", database.DateTime(at)) }

// countCheck counts a check with the provider.
func (t *Transaction) countCheck() { t.Set("checks", t.GetInt("checks")+1) }

// Customer returns the buyer's details as they were entered in the form.
func (t *Transaction) Customer() pricing.Customer {
	return pricing.Customer{
		Name:    t.GetString("customerName"),
		Email:   t.GetString("customerEmail"),
		Contact: t.GetString("customerPhone"),
	}
}

func (t *Transaction) setCustomer(c pricing.Customer) {
	t.Load(map[string]any{"customerName": c.Name, "customerEmail": c.Email, "customerPhone": c.Contact})
}

// ProviderID returns the id of the order, the subscription or the payment link, depending on the kind. It is "" until
// the provider has created it.
func (t *Transaction) ProviderID() string { return t.GetString(t.providerColumn()) }

func (t *Transaction) setProviderID(id string) { t.Set(t.providerColumn(), id) }

func (t *Transaction) providerColumn() string {
	switch t.Kind() {
	case KindSubscription:
		return "razorpaySubscriptionId"
	case KindLink:
		return "razorpayPaymentLinkId"
	}
	return "razorpayOrderId"
}

// setPayment stores the payment of the transaction.
func (t *Transaction) setPayment(payment Payment, facts Facts) {
	t.Set("razorpayPaymentId", payment.ID)
	if t.OrderID() == "" {
		t.Set("razorpayOrderId", payment.OrderID)
	}
	t.Set("paymentMethod", payment.Method)
	t.setFacts(facts)
}

// setLinkPayment stores the payment from which the transaction of a payment link is created.
func (t *Transaction) setLinkPayment(payment Payment) {
	t.Load(map[string]any{"razorpayPaymentId": payment.ID, "razorpayOrderId": payment.OrderID})
}

func (t *Transaction) setProcessedAt(at time.Time) { t.Set("processedAt", database.DateTime(at)) }

func (t *Transaction) setRefunded(facts Facts) {
	t.setFacts(facts)
	t.Set("refundedAmount", facts.refundedTotal())
}

// setDispute stores the status of a dispute, and its deadline while the dispute can be answered.
func (t *Transaction) setDispute(d disputeFacts) {
	var respondBy time.Time
	if d.RespondBy != 0 && d.Status == DisputeOpen {
		respondBy = time.Unix(d.RespondBy, 0)
	}
	t.Load(map[string]any{"disputeStatus": d.Status, "disputeRespondBy": database.DateTime(respondBy)})
}

// DisputeRespondBy returns the deadline for answering an open dispute, or the zero time if none exists.
func (t *Transaction) DisputeRespondBy() time.Time { return t.GetDateTime("disputeRespondBy").Time() }

// SetAttention flags the transaction without an email. Save it with Records.Save.
func (t *Transaction) SetAttention(reason Attention, note string) {
	t.Load(map[string]any{"attention": string(reason), "attentionNote": note})
}

// ClearAttention removes the flag. What remains to be done is the invoice of a buyer whose state is not known. Save the
// transaction with Records.Save.
func (t *Transaction) ClearAttention() {
	if t.IsAwaitingPlace() && t.Status() == Completed {
		t.SetAttention(AttentionPlaceUnknown, placeUnknownNote)
		return
	}
	t.SetAttention("", "")
}

// IsAwaitingPlace reports whether the tax invoice of the transaction waits for the buyer's state.
func (t *Transaction) IsAwaitingPlace() bool { return t.GetBool("isAwaitingPlace") }

func (t *Transaction) setAwaitingPlace(is bool) { t.Set("isAwaitingPlace", is) }

// Facts are what was reported about the payment of a transaction. They do not depend on the order in which events
// arrive. Each has a column. Their JSON form is webhookData, which the console and the exports show.
type Facts struct {
	// PaidAt is when the payment of razorpayPaymentId was started, according to the provider.
	PaidAt int64 `json:"paidAt,omitempty"`
	// BookedAt is when the payment is booked, if the books of the month of the payment were already closed.
	BookedAt int64 `json:"bookedAt,omitempty"`
	// RupeeAmount is the provider's conversion of a foreign-currency payment, in paise. It is 0 if the provider
	// reported none.
	RupeeAmount int64 `json:"rupeeAmount,omitempty"`
	// Failure is the provider's reason why the payment razorpayPaymentId failed.
	Failure string `json:"failure,omitempty"`
	// Refunds are the amounts of the processed refunds and the lost disputes, by id. The money of a
	// loss that came back has its own id (restored) and a negative amount.
	Refunds map[string]int64 `json:"refunds,omitempty"`
	// RefundedAt are the Unix times at which the refunds and lost disputes are booked, by id.
	RefundedAt map[string]int64 `json:"refundedAt,omitempty"`
	// Disputes are the disputes of the payment, by id.
	Disputes map[string]disputeFacts `json:"disputes,omitempty"`
	// Notified are the problems that the admin was notified of. They are not raised again after they are cleared.
	Notified []string `json:"raised,omitempty"`
}

// reversal is a processed refund or a lost dispute, with the Unix time at which it is booked.
type reversal struct {
	Amount   int64 `json:"amount"`
	BookedAt int64 `json:"bookedAt"`
}

// Facts returns what was reported about the payment.
func (t *Transaction) Facts() (Facts, error) {
	facts := Facts{
		PaidAt: unix(t.GetDateTime("paidAt").Time()), BookedAt: unix(t.GetDateTime("bookedAt").Time()),
		RupeeAmount: int64(t.GetInt("rupeeAmount")), Failure: t.GetString("failure"),
	}
	var reversals map[string]reversal
	for column, into := range map[string]any{
		"reversals": &reversals, "disputes": &facts.Disputes, "notified": &facts.Notified,
	} {
		if t.GetString(column) == "" {
			continue
		}
		if err := t.UnmarshalJSONField(column, into); err != nil {
			return facts, fmt.Errorf("read %s of transaction %s: %w", column, t.Id, err)
		}
	}
	for id, r := range reversals {
		facts.addRefund(id, r.Amount, time.Unix(r.BookedAt, 0))
	}
	return facts, nil
}

func (t *Transaction) setFacts(facts Facts) {
	reversals := map[string]reversal{}
	for id, amount := range facts.Refunds {
		reversals[id] = reversal{amount, facts.RefundedAt[id]}
	}
	t.Load(map[string]any{
		"paidAt": database.DateTime(fromUnix(facts.PaidAt)), "bookedAt": database.DateTime(fromUnix(facts.BookedAt)),
		"rupeeAmount": facts.RupeeAmount, "failure": Truncate(facts.Failure, 1000), "reversals": reversals,
		"disputes": facts.Disputes, "notified": facts.Notified, "webhookData": facts,
	})
}

func fromUnix(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// paidTime returns when the payment of razorpayPaymentId was made, according to the provider.
func (f Facts) paidTime() time.Time { return time.Unix(f.PaidAt, 0).UTC() }

// timeOfSupply returns the time whose tax rate applies to a payment in full. The membership starts with the payment,
// and the document has the date of the booking.
func (f Facts) timeOfSupply() time.Time {
	invoiced := f.paidTime()
	if f.BookedAt != 0 {
		invoiced = time.Unix(f.BookedAt, 0).UTC()
	}
	return gst.TimeOfSupply(f.paidTime(), invoiced, f.paidTime())
}

// restored is the end of the id under which the money of a lost dispute that came back is booked, as a negative amount.
const restored = ":won"

// lossOf returns the id and the amount of the booked loss of a dispute whose money has not come back, or "".
func (f Facts) lossOf(disputeID string) (id string, amount money.Amount) {
	for id, amount := range f.Refunds {
		isLoss := id == disputeID || strings.HasPrefix(id, disputeID+":") && !strings.HasSuffix(id, restored)
		if _, isRestored := f.Refunds[id+restored]; isLoss && !isRestored {
			return id, money.Amount(amount)
		}
	}
	return "", 0
}

// TurnedLoss returns the id and the amount of a booked loss whose dispute was won in a later phase, or "".
func (f Facts) TurnedLoss() (id string, amount money.Amount) {
	for _, dispute := range slices.Sorted(maps.Keys(f.Disputes)) {
		if f.Disputes[dispute].Status != DisputeWon {
			continue
		}
		if id, amount = f.lossOf(dispute); amount > 0 {
			return id, amount
		}
	}
	return "", 0
}

// addRefund adds a processed refund or a lost dispute.
func (f *Facts) addRefund(id string, amount int64, bookedAt time.Time) {
	if f.Refunds == nil {
		f.Refunds = map[string]int64{}
	}
	if f.RefundedAt == nil {
		f.RefundedAt = map[string]int64{}
	}
	f.Refunds[id], f.RefundedAt[id] = amount, bookedAt.Unix()
}

func (f Facts) refundedTotal() int64 {
	return SumOf(f.Refunds)
}

func (f Facts) isNotified(reason Attention, id string) bool {
	return slices.Contains(f.Notified, string(reason)+":"+id)
}

// markNotified adds a problem and reports whether it is new.
func (f *Facts) markNotified(key string) bool {
	if slices.Contains(f.Notified, key) {
		return false
	}
	f.Notified = append(f.Notified, key)
	slices.Sort(f.Notified)
	return true
}

// The find functions return sql.ErrNoRows if no transaction matches or if the id is empty.

func FindTransaction(app core.App, id string) (*Transaction, error) {
	return database.Find[Transaction](app, Transactions, id)
}

// FindTransactionByPayment returns the transaction of a payment, or the transaction that a captured payment was made
// for.
func FindTransactionByPayment(app core.App, paymentID string) (*Transaction, error) {
	t, err := findOldestTransaction(app, "razorpayPaymentId", paymentID)
	if paymentID == "" || !errors.Is(err, sql.ErrNoRows) {
		return t, err
	}
	p, err := FindCaptured(app, paymentID)
	if err != nil {
		return nil, err
	}
	return FindTransaction(app, p.TransactionID())
}

func FindTransactionByOrder(app core.App, orderID string) (*Transaction, error) {
	return findOldestTransaction(app, "razorpayOrderId", orderID)
}

// FindTransactionBySubscription returns the transaction for which a subscription was created. Later charges of the
// subscription are separate transactions.
func FindTransactionBySubscription(app core.App, subscriptionID string) (*Transaction, error) {
	return findOldestTransaction(app, "razorpaySubscriptionId", subscriptionID)
}

func findOldestTransaction(app core.App, column, id string) (*Transaction, error) {
	if id == "" {
		return nil, sql.ErrNoRows
	}
	return findOneTransaction(app, column+" = {:id} AND "+column+" != ''", dbx.Params{"id": id}, "createdAt", "id")
}

func findOneTransaction(app core.App, where string, params dbx.Params, order ...string) (*Transaction, error) {
	return database.First[Transaction](app, Transactions, dbx.NewExp(where, params), order...)
}

// ofBuyer selects a user's transactions for a tier through the index of the users. The plus signs prevent SQLite from
// using an index of another column, which would match far more rows.
const ofBuyer = "userId = {:user} AND userId != '' AND +membershipTierId = {:tier}"

// FindReusableTransaction returns the user's newest unpaid transaction since a time for the same tier, kind and amount.
func FindReusableTransaction(app core.App, req Order, since time.Time) (*Transaction, error) {
	return findOneTransaction(app, ofBuyer+` AND createdAt > {:since} AND +status IN ('pending', 'failed')
			AND kind = {:kind} AND amount = {:amount} AND currency = {:currency} AND duration = {:duration}
			AND couponCode = {:coupon}
			AND seats = {:seats}`,
		dbx.Params{
			"user":     req.Buyer.Id,
			"tier":     req.Tier.ID,
			"since":    database.DateTime(since),
			"kind":     string(req.Kind),
			"amount":   int64(req.Price.Total),
			"currency": req.Tier.Currency,
			"duration": string(req.Tier.Duration),
			"coupon":   req.Coupon.Code,
			"seats":    req.Seats,
		}, "createdAt DESC", "id")
}

// HasPaymentInProgress reports whether a user has a payment for a tier that was authorized since a time but not
// captured, or a payment of a wrong amount that waits for a decision.
func HasPaymentInProgress(app core.App, userID, tierID string, since time.Time) (bool, error) {
	_, err := findOneTransaction(app,
		ofBuyer+` AND (createdAt > {:since} AND +status = 'authorized' OR NOT isSecondPayment AND EXISTS (
			SELECT 1 FROM captured_payments p WHERE p.transactionId = transactions.id AND p.transactionId != ''
				AND NOT p.isSold AND p.refundedAmount < p.amount))`,
		dbx.Params{"user": userID, "tier": tierID, "since": database.DateTime(since)})
	return Found(err)
}

// findUngrantedPayment returns the user's oldest completed payment for a tier that has granted no membership. It
// ignores charges that were made after the subscription had been cancelled.
func findUngrantedPayment(app core.App, userID, tierID string) (*Transaction, error) {
	return findOneTransaction(app,
		ofBuyer+` AND +status = 'completed' AND +seats = 0 AND NOT isAfterCancellation
			AND NOT EXISTS (
				SELECT 1 FROM memberships m WHERE m.transactionId = transactions.id AND m.transactionId != '')`,
		dbx.Params{"user": userID, "tier": tierID}, "createdAt", "id")
}

// findCharge returns another completed charge of the subscription of a transaction that was paid between two times and
// agreed to by the member. It returns sql.ErrNoRows if none exists.
func findCharge(app core.App, t *Transaction, from, until time.Time) (*Transaction, error) {
	return findOneTransaction(app, `razorpaySubscriptionId = {:id} AND razorpaySubscriptionId != '' AND id != {:own}
			AND +status = 'completed' AND NOT isAfterCancellation AND paidAt > {:from} AND paidAt < {:until}`,
		dbx.Params{"id": t.SubscriptionID(), "own": t.Id, "from": database.DateTime(from),
			"until": database.DateTime(until)}, "createdAt", "id")
}

// HasTransactionsOfTier reports whether a tier has ever been ordered.
func HasTransactionsOfTier(app core.App, tierID string) (bool, error) {
	_, err := findOneTransaction(app, "membershipTierId = {:tier} AND membershipTierId != ''",
		dbx.Params{"tier": tierID})
	return Found(err)
}

// ListTransactionsOfUser returns a user's transactions, newest first.
func ListTransactionsOfUser(app core.App, userID string) ([]*Transaction, error) {
	return listTransactions(app, "userId = {:user} AND userId != ''", dbx.Params{"user": userID}, "createdAt DESC",
		"rowid DESC")
}

// listAwaitingPlace returns the transactions of a user whose tax invoice waits for the user's state, oldest first.
func listAwaitingPlace(app core.App, userID string) ([]*Transaction, error) {
	return listTransactions(app, "userId = {:user} AND userId != '' AND isAwaitingPlace = TRUE",
		dbx.Params{"user": userID}, "createdAt", "rowid")
}

// ListOpenTransactions returns the transactions with a scheduled check at the provider, the earliest check first.
func ListOpenTransactions(app core.App) ([]*Transaction, error) {
	return listTransactions(app, "nextCheckAt != '' AND nextCheckAt > ''", nil, "nextCheckAt", "id")
}

func listTransactions(app core.App, where string, params dbx.Params, order ...string) ([]*Transaction, error) {
	var list []*Transaction
	if err := app.RecordQuery(Transactions).AndWhere(dbx.NewExp(where, params)).OrderBy(order...).
		All(&list); err != nil {
		return nil, fmt.Errorf("list transactions: %w", err)
	}
	return list, nil
}

func saveTransaction(tx core.App, t *Transaction) error {
	if err := tx.Save(t); err != nil {
		return fmt.Errorf("save transaction %s: %w", t.Id, err)
	}
	return nil
}

// HasOpenOffline reports whether a user has an open offline payment of their own for a tier.
func HasOpenOffline(app core.App, userID, tierID string) (bool, error) {
	_, err := findOneTransaction(app, ofBuyer+" AND +status = 'pending' AND kind = 'offline' AND seats = 0",
		dbx.Params{"user": userID, "tier": tierID})
	return Found(err)
}

// ListSeatPurchases returns a user's paid purchases of seats, newest first.
func ListSeatPurchases(app core.App, userID string) ([]*Transaction, error) {
	return listTransactions(app,
		"userId = {:user} AND userId != '' AND +seats > 0 AND +status IN ('completed', 'refunded')",
		dbx.Params{"user": userID}, "createdAt DESC", "id")
}

// Seats is the number of memberships that a company has bought for others, or 0 for a membership of the buyer.
func (t *Transaction) Seats() int { return t.GetInt("seats") }

// Quantity is the number of memberships that were bought.
func (t *Transaction) Quantity() int { return max(1, t.Seats()) }

// LinkState is the state of a payment link at the provider.
type LinkState string

// The states of a payment link. It is empty for a transaction without a link.
const (
	NoLink        LinkState = ""
	LinkCreated   LinkState = "created"
	LinkPart      LinkState = "partially_paid"
	LinkPaid      LinkState = "paid"
	LinkExpired   LinkState = "expired"
	LinkCancelled LinkState = "cancelled"
)

// Values returns the states of a link that exists.
func (LinkState) Values() []string {
	return rules.Options(LinkCreated, LinkPart, LinkPaid, LinkExpired, LinkCancelled)
}

// linkTransitions are documented in check.go, where a test compares them.
var linkTransitions = states.Table[LinkState]{
	NoLink:        {LinkCreated, LinkPart, LinkPaid, LinkExpired, LinkCancelled},
	LinkCreated:   {LinkPart, LinkPaid, LinkExpired, LinkCancelled},
	LinkPart:      {LinkPaid, LinkExpired, LinkCancelled},
	LinkExpired:   {LinkPaid},
	LinkCancelled: {LinkPaid},
	LinkPaid:      {},
}

func (t *Transaction) LinkID() string { return t.GetString("razorpayPaymentLinkId") }

func (t *Transaction) LinkURL() string { return t.GetString("paymentLinkUrl") }

func (t *Transaction) LinkState() LinkState { return LinkState(t.GetString("paymentLinkState")) }

func (t *Transaction) LinkExpireBy() time.Time { return t.GetDateTime("paymentLinkExpireBy").Time() }

// setLink stores the provider's state of the transaction's link, unless the stored state is more advanced.
func (t *Transaction) setLink(link Link) {
	t.Set("razorpayPaymentLinkId", link.ID)
	if link.URL != "" {
		t.Set("paymentLinkUrl", link.URL)
	}
	if !link.ExpireBy.IsZero() {
		t.Set("paymentLinkExpireBy", database.DateTime(link.ExpireBy))
	}
	if t.OrderID() == "" && link.OrderID != "" {
		t.Set("razorpayOrderId", link.OrderID)
	}
	if to := LinkState(link.Status); linkTransitions.Allows(t.LinkState(), to) {
		t.Set("paymentLinkState", string(to))
	}
}

// FindTransactionByLink returns the transaction of a payment link, or sql.ErrNoRows.
func FindTransactionByLink(app core.App, linkID string) (*Transaction, error) {
	return findOldestTransaction(app, "razorpayPaymentLinkId", linkID)
}

// FindReusableLink returns the user's newest unpaid transaction for the same tier and amount whose link has enough time
// left, or which has no link yet. It returns sql.ErrNoRows if none exists.
func FindReusableLink(app core.App, req Order, now time.Time) (*Transaction, error) {
	return findOneTransaction(app, ofBuyer+` AND +status IN ('pending', 'failed') AND +kind = 'link'
			AND amount = {:amount} AND currency = {:currency} AND duration = {:duration} AND seats = {:seats}
			AND couponCode = {:coupon}
			AND (paymentLinkState = '' AND createdAt > {:since}
				OR paymentLinkState = 'created' AND paymentLinkExpireBy > {:soon})`,
		dbx.Params{
			"user":     req.Buyer.Id,
			"tier":     req.Tier.ID,
			"since":    database.DateTime(now.Add(-linkLife)),
			"soon":     database.DateTime(now.Add(minLinkLeftOf(req))),
			"amount":   int64(req.Price.Total),
			"currency": req.Tier.Currency,
			"duration": string(req.Tier.Duration),
			"seats":    req.Seats,
			"coupon":   req.Coupon.Code,
		}, "createdAt DESC", "id")
}

// listOpenLinks returns a user's transactions whose links can still be paid.
func listOpenLinks(app core.App, userID string) ([]*Transaction, error) {
	if userID == "" {
		return nil, nil
	}
	return listTransactions(app, "userId = {:user} AND userId != '' AND +paymentLinkState = 'created'",
		dbx.Params{"user": userID}, "createdAt", "id")
}

// ListTierPageOrders returns the unpaid transactions of a period whose buyers were sent to a tier's own page because
// the provider could not create a link, newest first.
func ListTierPageOrders(app core.App, since, until time.Time) ([]*Transaction, error) {
	return listTransactions(app, `kind = 'link' AND createdAt > {:since} AND createdAt <= {:until}
			AND +status IN ('pending', 'failed') AND paymentLinkState = ''`,
		dbx.Params{"since": database.DateTime(since), "until": database.DateTime(until)},
		"createdAt DESC", "rowid DESC")
}

// BillingState is the state code of the place of supply, or "" if it is not known.
func (t *Transaction) BillingState() string { return t.GetString("billingState") }

// Billing returns the buyer on the invoice, or the zero Billing if it was not stated.
func (t *Transaction) Billing() (b pricing.Billing, err error) {
	if text := t.GetString("billing"); text == "" || text == "null" {
		return b, nil
	}
	if err = t.UnmarshalJSONField("billing", &b); err != nil {
		err = fmt.Errorf("read billing of transaction %s: %w", t.Id, err)
	}
	return b, err
}

// setPrice stores the price and the billing of a transaction.
func (t *Transaction) setPrice(price pricing.Price, billing pricing.Billing) {
	t.Load(map[string]any{
		"amount": int64(price.Total), "baseAmount": int64(price.Base), "discountAmount": int64(price.Discount),
		"gstRate": price.Rate, "gstAmount": int64(price.Tax), "billingState": billing.Place().Code, "billing": nil,
	})
	if billing != (pricing.Billing{}) {
		t.Set("billing", billing)
	}
}

// setBilling stores the billing of a transaction and keeps its price.
func (t *Transaction) setBilling(billing pricing.Billing) {
	t.Load(map[string]any{"billingState": billing.Place().Code, "billing": billing})
}

func (t *Transaction) setCurrency(currency string) { t.Set("currency", currency) }

// Breakdown returns the split of the amount as it was when the transaction was created.
func (t *Transaction) Breakdown() pricing.Breakdown {
	base, discount := money.Amount(t.GetInt("baseAmount")), money.Amount(t.GetInt("discountAmount"))
	return pricing.Breakdown{
		BaseAmount: base, DiscountAmount: discount, TaxableAmount: base - discount,
		GSTRate: t.GetInt("gstRate"), GSTAmount: money.Amount(t.GetInt("gstAmount")), TotalAmount: t.Amount(),
	}
}
