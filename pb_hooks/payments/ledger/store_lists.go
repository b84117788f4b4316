package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/triggers"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/tiers"
)

// LedgerRow is a transaction as the console lists it.
type LedgerRow struct {
	ID                     string       `json:"id" db:"id"`
	RegistrationID         string       `json:"registrationId" db:"registrationId"`
	MembershipTierID       string       `json:"membershipTierId" db:"membershipTierId"`
	TierName               string       `json:"tierName" db:"tierName"`
	RazorpayPaymentID      string       `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	RazorpayOrderID        string       `json:"razorpayOrderId" db:"razorpayOrderId"`
	RazorpaySubscriptionID string       `json:"razorpaySubscriptionId" db:"razorpaySubscriptionId"`
	Amount                 money.Amount `json:"amount" db:"amount"`
	RefundedAmount         money.Amount `json:"refundedAmount" db:"refundedAmount"`
	Currency               string       `json:"currency" db:"currency"`
	Status                 Status       `json:"status" db:"status"`
	// Seats is the number of memberships that a company has bought for others, or 0 for a membership of the buyer.
	Seats         int           `json:"seats" db:"seats"`
	PaymentMethod string        `json:"paymentMethod" db:"paymentMethod"`
	CustomerEmail string        `json:"customerEmail" db:"customerEmail"`
	CustomerName  string        `json:"customerName" db:"customerName"`
	CustomerPhone string        `json:"customerPhone" db:"customerPhone"`
	Attention     Attention     `json:"attention" db:"attention" wire:"orEmpty"`
	AttentionNote string        `json:"attentionNote" db:"attentionNote"`
	DisputeStatus DisputeStatus `json:"disputeStatus" db:"disputeStatus" wire:"orEmpty"`
	// DisputeRespondBy is the deadline for answering an open dispute, or "" if none exists.
	DisputeRespondBy httpx.Time         `json:"disputeRespondBy" db:"disputeRespondBy"`
	WebhookData      types.JSONMap[any] `json:"webhookData" db:"webhookData"`
	ProcessedAt      httpx.Time         `json:"processedAt" db:"processedAt"`
	CreatedAt        httpx.Time         `json:"createdAt" db:"createdAt"`
}

// TransactionNote is an admin's note on a transaction. Notes cannot be changed or deleted.
type TransactionNote struct {
	ID        string     `json:"id" db:"id"`
	Text      string     `json:"text" db:"text"`
	Actor     string     `json:"actor" db:"actor"`
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
}

// The counters of the ledger. Revenue is the amount of the completed transactions, by the month in India of their
// completion. The counter of a currency is revenueCounter followed by the currency.
const (
	transactionsCounter      = "transactions"
	transactionStatusCounter = "transactions_status"
	revenueCounter           = "revenue_"
	revenueMonthSuffix       = "_month"
)

const statusOfRevenue = string(Completed)

// RegisterReadModels maintains the counters and the search index of the ledger.
func RegisterReadModels(app core.App) {
	readmodel.Register(app, readmodel.Source{
		Collection: Transactions,
		Columns: []string{"status", "razorpayPaymentId", "razorpayOrderId", "refundedAmount", "bookedAt", "reversals",
			"isSecondPayment", "customerEmail", "customerName", "tierName", "amount", "currency", "processedAt", "createdAt"},
		Counts: func(t *core.Record) []readmodel.Count {
			counts := []readmodel.Count{readmodel.One(transactionsCounter, ""),
				readmodel.One(transactionStatusCounter, t.GetString("status"))}
			return append(counts, revenueOf(t)...)
		},
		Index: readmodel.Transactions,
		Text: func(t *core.Record) string {
			return readmodel.Text(t.GetString("customerName"), t.GetString("customerEmail"),
				t.GetString("razorpayPaymentId"), t.GetString("razorpayOrderId"), t.GetString("tierName"))
		},
	})
}

// completed is a completed transaction as the lists of people and the dashboard count it.
type completed struct {
	ID          string         `db:"id"`
	Name        string         `db:"customerName"`
	Phone       string         `db:"customerPhone"`
	TierID      string         `db:"membershipTierId"`
	TierName    string         `db:"tierName"`
	Amount      int64          `db:"amount"`
	Currency    string         `db:"currency"`
	ProcessedAt types.DateTime `db:"processedAt"`
	CreatedAt   types.DateTime `db:"createdAt"`
}

// paidAtSQL is when a transaction was completed. Imported transactions have only the time of their creation.
const paidAtSQL = "iif(processedAt = '', createdAt, processedAt)"

// payment uses the tier name at the time of sale, or the current name if the transaction has none.
func (c completed) payment(app core.App) (p people.Payment, err error) {
	p = people.Payment{
		ID:       c.ID,
		Name:     c.Name,
		Phone:    c.Phone,
		TierName: c.TierName,
		Amount:   c.Amount,
		Currency: c.Currency,
		PaidAt:   c.ProcessedAt,
	}
	if p.PaidAt.IsZero() {
		p.PaidAt = c.CreatedAt
	}
	if p.TierName == "" && c.TierID != "" {
		p.TierName, err = tiers.Name(app, c.TierID)
	}
	return p, err
}

// Describe adds a person's payments to the facts about them.
func Describe(app core.App, personID string, facts *people.Facts) (err error) {
	// A second payment of an order has bought nothing, and is refunded. The plus prevents SQLite from scanning all
	// completed transactions.
	facts.Payments, err = listCompleted(app,
		dbx.NewExp("person = {:person} AND +status = {:status} AND NOT isSecondPayment",
			dbx.Params{"person": personID, "status": statusOfRevenue}), -1)
	return err
}

// ListLatestPayments returns the newest payments of all people.
func ListLatestPayments(app core.App, limit int64) ([]people.Payment, error) {
	return listCompleted(app, dbx.HashExp{"status": statusOfRevenue}, limit)
}

// listCompleted returns completed transactions, newest first. A negative limit means all.
func listCompleted(app core.App, where dbx.Expression, limit int64) ([]people.Payment, error) {
	var rows []completed
	err := app.DB().
		Select("id", "customerName", "customerPhone", "membershipTierId", "tierName", "amount", "currency",
			"processedAt", "createdAt").
		From(Transactions).Where(where).OrderBy(paidAtSQL+" DESC", "id DESC").Limit(limit).All(&rows)
	if err != nil {
		return nil, fmt.Errorf("list completed transactions: %w", err)
	}
	payments := make([]people.Payment, len(rows))
	for i, row := range rows {
		var err error
		if payments[i], err = row.payment(app); err != nil {
			return nil, err
		}
	}
	return payments, nil
}

const monthLayout = "2006-01"

// Revenue is the paid amount, with the numbers of completed and open transactions.
type Revenue struct {
	INR, USD           money.Amount
	Completed, Pending int64
}

// TotalRevenue returns the revenue of all time.
func TotalRevenue(app core.App) (r Revenue, err error) {
	totals, err := readmodel.Totals(app, revenueCounter+"INR", revenueCounter+"USD")
	if err != nil {
		return r, err
	}
	statuses, err := readmodel.Values(app, transactionStatusCounter, "completed", "pending")
	r.INR, r.USD = money.Amount(totals[revenueCounter+"INR"]), money.Amount(totals[revenueCounter+"USD"])
	r.Completed, r.Pending = statuses["completed"], statuses["pending"]
	return r, err
}

// RevenueByMonth returns the revenue in a currency by month in India, such as "2026-08", from firstMonth on.
func RevenueByMonth(app core.App, currency, firstMonth string) (map[string]int64, error) {
	return readmodel.ValuesFrom(app, revenueCounter+currency+revenueMonthSuffix, firstMonth)
}

// CountAttention counts the transactions and the unmatched payments that an admin should review.
func CountAttention(app core.App) (transactions, orphans int64, err error) {
	err = app.DB().NewQuery(`SELECT (SELECT count(*) FROM transactions WHERE attention != ''),
		(SELECT count(*) FROM captured_payments WHERE isSold = FALSE AND seenAt = '' AND status != 'refunded'
			AND refundedAmount < amount)`).
		Row(&transactions, &orphans)
	return transactions, orphans, err
}

// TermStatus is the API's name of the state of a term. The API calls a lapsed term ended.
type TermStatus string

// The statuses of a term.
const (
	TermUpcoming TermStatus = "upcoming"
	TermActive   TermStatus = "active"
	TermInGrace  TermStatus = "grace"
	TermEnded    TermStatus = "ended"
	TermRevoked  TermStatus = "revoked"
)

// Values returns all statuses.
func (TermStatus) Values() []string {
	return rules.Options(TermUpcoming, TermActive, TermInGrace, TermEnded, TermRevoked)
}

// MembershipTerm is a present or past membership of a user. A lifetime membership has no end.
type MembershipTerm struct {
	ID         string     `json:"id"`
	TierName   string     `json:"tierName"`
	StartsAt   httpx.Time `json:"startsAt"`
	EndsAt     httpx.Time `json:"endsAt"`
	GraceUntil httpx.Time `json:"graceUntil"`
	Revoked    httpx.Time `json:"revokedAt"`
	// EndReason is why the term was revoked, or "".
	EndReason EndReason `json:"endReason" wire:"orEmpty"`
	// SeatOf is the transaction with which a company has bought the term, or "" for a term that the member has bought.
	SeatOf string `json:"seatOf"`
	// Only a complimentary or imported term has a reason and an admin who granted it.
	Source    Source     `json:"source" wire:"orEmpty"`
	Reason    string     `json:"reason"`
	GrantedBy string     `json:"grantedBy"`
	Status    TermStatus `json:"status"`
}

// NewMembershipTerm returns a term as the API sends it.
func NewMembershipTerm(m *Term, now time.Time) MembershipTerm {
	return MembershipTerm{
		ID: m.Id, TierName: m.TierName(), StartsAt: httpx.Time(m.StartsAt()), EndsAt: httpx.Time(m.EndsAt()),
		GraceUntil: httpx.Time(m.GraceUntil()), Revoked: httpx.Time(m.GetDateTime("revokedAt")),
		EndReason: m.EndReason(), Source: m.Source(), Reason: m.Reason(), GrantedBy: m.grantedBy(),
		Status: WireStatus(m.StateAt(now)),
	}
}

// WireStatus returns the API's name of the state of a term.
func WireStatus(state EntitlementState) TermStatus {
	if state == Lapsed {
		return TermEnded
	}
	return TermStatus(state)
}

// FindLedgerRow returns a transaction as a row of the list, or sql.ErrNoRows.
func FindLedgerRow(app core.App, id string) (row LedgerRow, err error) {
	err = app.ConcurrentDB().Select(TransactionList.Columns...).From(Transactions).Where(dbx.HashExp{"id": id}).One(
		&row)
	return row, err
}

// attentionFilter is the start of the condition for one kind of attention. Its first part matches the condition of the
// partial index, so that SQLite uses that index.
const attentionFilter = "attention != '' AND attention = "

// TransactionList is the ledger, newest orders first. It is sorted by creation and not by payment, so that a row keeps
// its position when it is paid.
var TransactionList = lists.List{
	Whole: true,
	From:  Transactions,
	Columns: []string{"id", "registrationId", "membershipTierId", "tierName", "razorpayPaymentId", "razorpayOrderId",
		"razorpaySubscriptionId", "amount", "refundedAmount", "currency", "status", "seats", "paymentMethod",
		"customerEmail", "customerName", "customerPhone", "attention", "attentionNote", "disputeStatus",
		"disputeRespondBy", "webhookData", "processedAt", "createdAt"},
	Index:  readmodel.Transactions,
	Search: []string{"customerName", "customerEmail", "razorpayPaymentId", "razorpayOrderId", "tierName"},
	Sort: map[string]string{
		"customerName":      "[[customerName]] COLLATE folded",
		"customerEmail":     "[[customerEmail]] COLLATE NOCASE",
		"razorpayPaymentId": "razorpayPaymentId",
		"amount":            "amount",
		"status":            "status",
		"paymentMethod":     "paymentMethod",
		"createdAt":         "createdAt",
	},
	Filters: map[string]map[string]string{
		"status": {
			"completed": "status = 'completed'", "pending": "status = 'pending'", "failed": "status = 'failed'",
			"authorized": "status = 'authorized'", "refunded": "status = 'refunded'",
		},
		"attention": {
			"any":                       "attention != ''",
			"second-payment":            attentionFilter + "'second-payment'",
			"wrong-amount":              attentionFilter + "'wrong-amount'",
			"orphan":                    attentionFilter + "'orphan'",
			"dispute":                   attentionFilter + "'dispute'",
			"dispute-lost":              attentionFilter + "'dispute-lost'",
			"refund-failed":             attentionFilter + "'refund-failed'",
			"charge-after-cancellation": attentionFilter + "'charge-after-cancellation'",
			"cancellation-unconfirmed":  attentionFilter + "'cancellation-unconfirmed'",
			"place-unknown":             attentionFilter + "'place-unknown'",
		},
	},
	DefaultSort: "-createdAt",
	Counter:     transactionsCounter,
	Count: func(app core.App, filters map[string]string) (int64, bool, error) {
		if filters["attention"] != "" {
			return 0, false, nil // few rows need attention
		}
		n, err := readmodel.GetValue(app, transactionStatusCounter, filters["status"])
		return n, true, err
	},
}

const notesCollection = "transaction_notes"

// InsertNote stores an admin's note on a transaction.
func InsertNote(tx core.App, transactionID, text, actor string, at time.Time) (TransactionNote, error) {
	record, err := database.NewRecord(tx, notesCollection)
	if err != nil {
		return TransactionNote{}, err
	}
	record.Load(map[string]any{"transactionId": transactionID, "text": text, "actor": actor})
	record.SetRaw("createdAt", database.DateTime(at))
	if err := tx.Save(record); err != nil {
		return TransactionNote{}, fmt.Errorf("save note of transaction %s: %w", transactionID, err)
	}
	return TransactionNote{
		ID:        record.Id,
		Text:      text,
		Actor:     actor,
		CreatedAt: httpx.Time(record.GetDateTime("createdAt")),
	}, nil
}

// ListNotes returns the notes on a transaction, newest first.
func ListNotes(app core.App, transactionID string) ([]TransactionNote, error) {
	notes := []TransactionNote{}
	err := app.DB().Select("id", "text", "actor", "createdAt").From(notesCollection).
		Where(dbx.HashExp{"transactionId": transactionID}).OrderBy("createdAt DESC", "rowid DESC").All(&notes)
	if err != nil {
		return nil, fmt.Errorf("list notes of transaction %s: %w", transactionID, err)
	}
	return notes, nil
}

// Payer is the customer of a transaction.
type Payer struct {
	Email  string `db:"customerEmail"`
	Name   string `db:"customerName"`
	Phone  string `db:"customerPhone"`
	Person string `db:"person"`
}

// FindPayer returns the customer of a transaction. found is false if the transaction does not exist.
func FindPayer(app core.App, transactionID string) (c Payer, found bool, err error) {
	err = app.DB().Select("customerEmail", "customerName", "customerPhone", "person").From(Transactions).
		Where(dbx.HashExp{"id": transactionID}).Limit(1).One(&c)
	if errors.Is(err, sql.ErrNoRows) {
		return c, false, nil
	}
	return c, err == nil, err
}

// TransactionsOfPerson returns a person's transactions, newest first.
func TransactionsOfPerson(app core.App, personID string) ([]LedgerRow, error) {
	rows := []LedgerRow{}
	if personID == "" {
		return rows, nil
	}
	err := app.DB().Select(TransactionList.Columns...).From(Transactions).Where(dbx.HashExp{"person": personID}).
		OrderBy("createdAt DESC", "id DESC").All(&rows)
	return rows, database.Wrap("list a person's transactions", err)
}

// PeopleWithTier returns the ids of the people who have access with a tier at a time.
func PeopleWithTier(app core.App, tierID string, now time.Time) (ids []string, err error) {
	err = app.DB().NewQuery(`SELECT person FROM memberships WHERE revokedAt = '' AND startsAt <= {:now}
		AND (endsAt = '' OR graceUntil > {:now}) AND membershipTierId = {:tier}`).
		Bind(dbx.Params{"now": database.FormatTime(now), "tier": tierID}).Column(&ids)
	return ids, database.Wrap("list people with a tier", err)
}

// PeopleEnding returns the ids of the people whose membership ends in a period. A zero time leaves the period open. A
// membership ends with its last term, so a person who has renewed has one end, and a lifetime member has none.
func PeopleEnding(app core.App, from, before time.Time) (ids []string, err error) {
	until := "9999"
	if !before.IsZero() {
		until = database.FormatTime(before)
	}
	err = app.DB().NewQuery(`SELECT t.person FROM memberships t WHERE t.revokedAt = '' AND t.endsAt != ''
		AND t.endsAt >= {:from} AND t.endsAt < {:until} AND NOT EXISTS (SELECT 1 FROM memberships l
			WHERE l.person = t.person AND l.revokedAt = '' AND (l.endsAt = '' OR l.endsAt > t.endsAt))`).
		Bind(dbx.Params{"from": database.FormatTime(from), "until": until}).Column(&ids)
	return ids, database.Wrap("list people by the end of their membership", err)
}

// PeopleByEntitlement returns the ids of the people with an entitlement state at a time. A person has the first state
// in entitlementRank that any of their terms has.
func PeopleByEntitlement(app core.App, state EntitlementState, now time.Time) (ids []string, err error) {
	err = app.DB().NewQuery(`SELECT person FROM memberships GROUP BY person HAVING min(CASE
		WHEN revokedAt != '' THEN {:revoked}
		WHEN startsAt > {:now} THEN {:upcoming}
		WHEN endsAt = '' OR endsAt > {:now} THEN {:active}
		WHEN graceUntil > {:now} THEN {:grace}
		ELSE {:lapsed} END) = {:state}`).
		Bind(dbx.Params{
			"now": database.FormatTime(now), "state": entitlementRank[state], "active": entitlementRank[Active],
			"grace": entitlementRank[InGrace], "upcoming": entitlementRank[Upcoming], "lapsed": entitlementRank[Lapsed],
			"revoked": entitlementRank[Revoked],
		}).Column(&ids)
	return ids, database.Wrap("list people by entitlement", err)
}

// ListMembers returns the ids of the people who are members at a time.
func ListMembers(app core.App, now time.Time) ([]string, error) {
	active, err := PeopleByEntitlement(app, Active, now)
	if err != nil {
		return nil, err
	}
	inGrace, err := PeopleByEntitlement(app, InGrace, now)
	return append(active, inGrace...), err
}

// CountRunningTerms counts the terms of plans that run or have yet to start, by the id of the plan.
func CountRunningTerms(app core.App, tierIDs []string, now time.Time) (map[string]tiers.RunningTerms, error) {
	var rows []struct {
		TierID string `db:"tier"`
		tiers.RunningTerms
	}
	// A query for each plan reads only its terms that run, which are few among those that have ended.
	const running = ` FROM memberships WHERE membershipTierId = plan.value AND revokedAt = '' AND graceUntil `
	err := app.DB().NewQuery(`SELECT value AS tier,
			(SELECT count(*)` + running + `= '') + (SELECT count(*)` + running + `> {:now}) AS terms,
			(SELECT count(*)` + running + `= '') AS forLife,
			coalesce((SELECT max(endsAt)` + running + `> {:now}), '') AS lastEndsAt
		FROM json_each({:tiers}) AS plan`).
		Bind(dbx.Params{"tiers": database.JSONList(tierIDs), "now": database.FormatTime(now)}).All(&rows)
	counts := map[string]tiers.RunningTerms{}
	for _, row := range rows {
		counts[row.TierID] = row.RunningTerms
	}
	return counts, database.Wrap("count the running terms of plans", err)
}

// ListMembersIn returns the ids of the people who are members at a time and whose membership opens a module.
func ListMembersIn(app core.App, module modules.ID, now time.Time) (ids []string, err error) {
	params, err := paramsOf(app, module, now)
	if err != nil {
		return nil, err
	}
	err = app.DB().NewQuery(`SELECT DISTINCT person FROM memberships
		WHERE revokedAt = '' AND startsAt <= {:now} AND (graceUntil = '' OR graceUntil > {:now}) AND ` + opensModule).
		Bind(params).Column(&ids)
	return ids, database.Wrap("list the members whose plan opens a module", err)
}

// Purchase is a paid order: the account, the email address in lower case, and the time of the order. The address is the
// one that was typed in the checkout.
type Purchase struct {
	UserID string         `db:"userId"`
	Email  string         `db:"email"`
	At     types.DateTime `db:"at"`
}

// PurchasesBetween returns the paid orders that were placed in a period, earliest first. It leaves out renewals by a
// subscription.
func PurchasesBetween(app core.App, from, to time.Time) (purchases []Purchase, err error) {
	err = app.DB().NewQuery(`SELECT userId, lower(customerEmail) AS email, createdAt AS at FROM transactions t
		WHERE status = 'completed' AND createdAt >= {:from} AND createdAt < {:to}
		AND NOT (razorpaySubscriptionId != '' AND EXISTS (
			SELECT 1 FROM transactions f WHERE f.razorpaySubscriptionId = t.razorpaySubscriptionId
			AND f.razorpaySubscriptionId != '' AND f.createdAt < t.createdAt))
		ORDER BY createdAt`).
		Bind(dbx.Params{"from": database.FormatTime(from), "to": database.FormatTime(to)}).All(&purchases)
	if err != nil {
		return nil, fmt.Errorf("list purchases: %w", err)
	}
	return purchases, nil
}

// FindUnpaidCheckouts returns the users' unpaid orders, by the time of the order.
func FindUnpaidCheckouts(app core.App, w triggers.Window) ([]triggers.Event, error) {
	// The plus signs prevent SQLite from using an index that is not sorted by time.
	return triggers.Find(app, w, `SELECT id, createdAt AS at FROM transactions
		WHERE +status IN ('pending', 'failed') AND +kind != 'offline' AND +userId != '' AND `, "createdAt", nil)
}

// FindEndedTerms returns the ended terms that were not revoked, by their end.
func FindEndedTerms(app core.App, w triggers.Window) ([]triggers.Event, error) {
	return triggers.Find(
		app,
		w,
		`SELECT id, endsAt AS at FROM memberships WHERE revokedAt = '' AND endsAt != ''
			AND +source != 'complimentary' AND `,
		"endsAt",
		nil,
	)
}

// FindBirthdays returns the first terms of users that began on this day of an earlier year, by the anniversary. It
// makes one index search for each year since the first term of all.
func FindBirthdays(app core.App, w triggers.Window) (found []triggers.Event, err error) {
	var first types.DateTime
	err = app.DB().NewQuery(`SELECT coalesce(min(startsAt), '') FROM memberships WHERE revokedAt = ''`).Row(&first)
	if err != nil || first.IsZero() {
		return nil, err
	}
	all, params := "", dbx.Params{}
	for years := 1; years <= w.Until.Year()-first.Time().Year(); years++ {
		if years > 1 {
			all += " UNION ALL "
		}
		from, until := fmt.Sprintf("from%d", years), fmt.Sprintf("until%d", years)
		// The range is one day longer on both sides, because the anniversary of a leap day is on 1 March.
		params[from] = database.DateTime(w.After.At.Time().AddDate(-years, 0, -1))
		params[until] = database.DateTime(w.Until.AddDate(-years, 0, 1))
		all += fmt.Sprintf(
			`SELECT id, strftime('%%Y-%%m-%%d %%H:%%M:%%fZ', startsAt, '+%d years') AS at FROM memberships
			WHERE revokedAt = '' AND startsAt >= {:%s} AND startsAt <= {:%s}`, years, from, until)
	}
	if all == "" {
		return nil, nil
	}
	return triggers.Find(app, w, "SELECT id, at FROM ("+all+") WHERE TRUE AND ", "at", params)
}

// HasNewerOrder reports whether a user has placed a later order.
func HasNewerOrder(app core.App, t *Transaction) (bool, error) {
	_, err := findOneTransaction(app,
		"userId = {:user} AND userId != '' AND createdAt >= {:at} AND id != {:id} AND kind != 'offline'",
		dbx.Params{"user": t.UserID(), "at": t.CreatedAt(), "id": t.Id})
	return Found(err)
}

// HasTermSince reports whether a user has got or paid for a term since a time.
func HasTermSince(app core.App, userID string, since time.Time) (bool, error) {
	terms, err := ListTerms(app, userID)
	for _, m := range terms {
		if !m.earliestStart().Before(since) {
			return true, err
		}
	}
	return false, err
}

// DatedTerm is a term of a person with its start or its end, depending on the list.
type DatedTerm struct {
	UserID   string         `db:"userId"`
	Person   string         `db:"person"`
	TierName string         `db:"tierName"`
	Date     types.DateTime `db:"date"`
}

// ListFirstTerms returns the terms that started in a period as the first ones of their people, the earliest first. It
// leaves out the terms of imported lists, because these people were members before.
func ListFirstTerms(app core.App, from, until time.Time) (list []DatedTerm, err error) {
	err = app.DB().NewQuery(`SELECT t.userId, t.person, t.tierName, t.startsAt AS date FROM memberships t
		WHERE t.revokedAt = '' AND t.startsAt >= {:from} AND t.startsAt <= {:until} AND +t.source != 'import'
		AND NOT EXISTS (SELECT 1 FROM memberships e WHERE e.person = t.person AND e.startsAt < t.startsAt)
		ORDER BY t.startsAt, t.id`).
		Bind(dbx.Params{"from": database.FormatTime(from), "until": database.FormatTime(until)}).All(&list)
	return list, database.Wrap("list first terms", err)
}

// ListEndingTerms returns the terms that end in a period as the last ones of their people, the earliest end first.
func ListEndingTerms(app core.App, from, until time.Time) (list []DatedTerm, err error) {
	err = app.DB().NewQuery(`SELECT t.userId, t.person, t.tierName, t.endsAt AS date FROM memberships t
		WHERE t.revokedAt = '' AND t.endsAt != '' AND t.endsAt >= {:from} AND t.endsAt < {:until}
		AND NOT EXISTS (SELECT 1 FROM memberships l
			WHERE l.person = t.person AND l.revokedAt = '' AND (l.endsAt = '' OR l.endsAt > t.endsAt))
		ORDER BY t.endsAt, t.id`).
		Bind(dbx.Params{"from": database.FormatTime(from), "until": database.FormatTime(until)}).All(&list)
	return list, database.Wrap("list ending terms", err)
}
