package payments

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/people"
)

// The counters of the ledger. Revenue is the amount of the completed transactions, by the month in India of their
// completion. The counter of a currency is revenueCounter followed by the currency.
const (
	transactionsCounter      = "transactions"
	transactionStatusCounter = "transactions_status"
	revenueCounter           = "revenue_"
	revenueMonthSuffix       = "_month"
)

const statusOfRevenue = "completed"

// RegisterReadModels maintains the counters and the search index of the ledger, and the people who pay.
func RegisterReadModels(app core.App) {
	people.Register(app, ofPeople...)
	readmodel.Register(app, readmodel.Source{
		Collection: transactionsCollection,
		Columns: []string{"status", "razorpayPaymentId", "razorpayOrderId", "refundedAmount", "webhookData", "customerEmail", "customerName",
			"tierName", "amount", "currency", "processedAt", "createdAt"},
		Counts: func(t *core.Record) []readmodel.Count {
			counts := []readmodel.Count{readmodel.One(transactionsCounter, ""), readmodel.One(transactionStatusCounter, t.GetString("status"))}
			return append(counts, revenueOf(t)...)
		},
		Index: readmodel.Transactions,
		Text: func(t *core.Record) string {
			return readmodel.Text(t.GetString("customerName"), t.GetString("customerEmail"), t.GetString("razorpayPaymentId"),
				t.GetString("razorpayOrderId"), t.GetString("tierName"))
		},
	})
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

// CountAttention counts the transactions and the orphan payments that an admin should review.
func CountAttention(app core.App) (transactions, orphans int64, err error) {
	err = app.DB().NewQuery(`SELECT (SELECT count(*) FROM transactions WHERE attention != ''),
		(SELECT count(*) FROM orphan_payments WHERE attachedTo = '' AND seenAt = '' AND status != 'refunded')`).Row(&transactions, &orphans)
	return transactions, orphans, err
}

// MembershipTerm is a present or past membership of a user. Its status is active, grace, upcoming, ended or revoked. A
// lifetime membership has no end.
type MembershipTerm struct {
	ID         string     `json:"id"`
	TierName   string     `json:"tierName"`
	StartsAt   httpx.Time `json:"startsAt"`
	EndsAt     httpx.Time `json:"endsAt"`
	GraceUntil httpx.Time `json:"graceUntil"`
	Revoked    httpx.Time `json:"revokedAt"`
	// EndReason is why the term was revoked: refund, dispute, bounced (a cheque), office or seat.
	EndReason string `json:"endReason"`
	// SeatOf is the transaction with which a company has bought the term, or "" for a term that the member has bought.
	SeatOf string `json:"seatOf"`
	// Source is payment, offline, seat or complimentary. Only a complimentary term has a reason and an admin who
	// granted it.
	Source    string `json:"source"`
	Reason    string `json:"reason"`
	GrantedBy string `json:"grantedBy"`
	Status    string `json:"status"`
}

// TermsOfUser returns a user's memberships, newest first.
func TermsOfUser(app core.App, userID string, now time.Time) ([]MembershipTerm, error) {
	list, err := listTerms(app, userID)
	terms := []MembershipTerm{}
	for _, m := range slices.Backward(list) {
		term := newMembershipTerm(m, now)
		if m.SeatID() != "" {
			s, err := findSeat(app, m.SeatID())
			if database.IgnoreMissing(err) != nil {
				return nil, err
			}
			if err == nil {
				term.SeatOf = s.TransactionID()
			}
		}
		terms = append(terms, term)
	}
	return terms, err
}

func newMembershipTerm(m *Term, now time.Time) MembershipTerm {
	return MembershipTerm{
		ID: m.Id, TierName: m.TierName(), StartsAt: httpx.Time(m.StartsAt()), EndsAt: httpx.Time(m.EndsAt()),
		GraceUntil: httpx.Time(m.GraceUntil()), Revoked: httpx.Time(m.GetDateTime("revokedAt")),
		EndReason: string(m.EndReason()), Source: string(m.Source()), Reason: m.Reason(), GrantedBy: m.GrantedBy(),
		Status: wireStatus(m.stateAt(now)),
	}
}

// wireStatus returns the API's name of a state. The API calls a lapsed term ended.
func wireStatus(state EntitlementState) string {
	if state == Lapsed {
		return "ended"
	}
	return string(state)
}

// TransactionsOfUser returns the transactions of a user and those whose customer has the address, newest first.
func TransactionsOfUser(app core.App, userID, email string) ([]LedgerRow, error) {
	rows := []LedgerRow{}
	err := app.DB().Select(transactionList.Columns...).From(transactionsCollection).
		Where(dbx.NewExp(`id IN (SELECT id FROM transactions WHERE userId = {:id} AND userId != ''
			UNION ALL SELECT id FROM transactions WHERE customerEmail = {:email} COLLATE NOCASE)`,
			dbx.Params{"id": userID, "email": email})).
		All(&rows)
	// Sorting in SQL would make SQLite scan the whole ledger by date.
	slices.SortFunc(rows, func(a, b LedgerRow) int {
		return cmp.Or(types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt)), cmp.Compare(b.ID, a.ID))
	})
	return rows, err
}

// findLedgerRow returns a transaction as a row of the list, or sql.ErrNoRows.
func findLedgerRow(app core.App, id string) (row LedgerRow, err error) {
	err = app.ConcurrentDB().Select(transactionList.Columns...).From(transactionsCollection).Where(dbx.HashExp{"id": id}).One(&row)
	return row, err
}

// attentionFilter is the start of the condition for one kind of attention. Its first part matches the condition of the
// partial index, so that SQLite uses that index.
const attentionFilter = "attention != '' AND attention = "

// transactionList is the ledger, newest orders first. It is sorted by creation and not by payment, so that a row keeps
// its position when it is paid.
var transactionList = httpx.List{
	Whole: true,
	From:  transactionsCollection,
	Columns: []string{"id", "registrationId", "membershipTierId", "tierName", "razorpayPaymentId", "razorpayOrderId",
		"razorpaySubscriptionId", "amount", "refundedAmount", "currency", "status", "seats", "paymentMethod", "customerEmail",
		"customerName", "customerPhone", "attention", "attentionNote", "disputeStatus", "disputeRespondBy", "webhookData",
		"processedAt", "createdAt"},
	Index:  readmodel.Transactions,
	Search: []string{"customerName", "customerEmail", "razorpayPaymentId", "razorpayOrderId", "tierName"},
	Sort: map[string]string{
		"customerName": "[[customerName]] COLLATE NOCASE", "customerEmail": "[[customerEmail]] COLLATE NOCASE",
		"razorpayPaymentId": "razorpayPaymentId", "amount": "amount", "status": "status", "paymentMethod": "paymentMethod",
		"createdAt": "createdAt",
	},
	Filters: map[string]map[string]string{
		"status": {
			"completed": "status = 'completed'", "pending": "status = 'pending'", "failed": "status = 'failed'",
			"authorized": "status = 'authorized'", "refunded": "status = 'refunded'",
		},
		"attention": {
			"any": "attention != ''", "second-payment": attentionFilter + "'second-payment'", "wrong-amount": attentionFilter + "'wrong-amount'",
			"orphan": attentionFilter + "'orphan'", "dispute": attentionFilter + "'dispute'",
			"dispute-lost": attentionFilter + "'dispute-lost'", "refund-failed": attentionFilter + "'refund-failed'",
			"charge-after-cancellation": attentionFilter + "'charge-after-cancellation'", "cancellation-unconfirmed": attentionFilter + "'cancellation-unconfirmed'",
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

func insertNote(tx core.App, transactionID, text, actor string, at time.Time) (TransactionNote, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(notesCollection)
	if err != nil {
		return TransactionNote{}, err
	}
	record := core.NewRecord(collection)
	record.Load(map[string]any{"transactionId": transactionID, "text": text, "actor": actor})
	record.SetRaw("createdAt", database.DateTime(at))
	if err := tx.Save(record); err != nil {
		return TransactionNote{}, fmt.Errorf("save note of transaction %s: %w", transactionID, err)
	}
	return TransactionNote{ID: record.Id, Text: text, Actor: actor, CreatedAt: httpx.Time(record.GetDateTime("createdAt"))}, nil
}

// listNotes returns the notes on a transaction, newest first.
func listNotes(app core.App, transactionID string) ([]TransactionNote, error) {
	notes := []TransactionNote{}
	err := app.DB().Select("id", "text", "actor", "createdAt").From(notesCollection).
		Where(dbx.HashExp{"transactionId": transactionID}).OrderBy("createdAt DESC", "rowid DESC").All(&notes)
	if err != nil {
		return nil, fmt.Errorf("list notes of transaction %s: %w", transactionID, err)
	}
	return notes, nil
}
