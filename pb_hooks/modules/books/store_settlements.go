package books

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
)

const (
	settlementsCollection = "settlements"
	itemsCollection       = "settlement_items"
)

// SettlementState says whether a settlement agrees with its items, and the items with the ledger.
type SettlementState string

// The states of a settlement.
const (
	SettlementAwaiting  SettlementState = "awaiting"
	SettlementMatched   SettlementState = "matched"
	SettlementUnmatched SettlementState = "unmatched"
	SettlementDiffers   SettlementState = "differs"
)

// Values returns all states.
func (SettlementState) Values() []string {
	return rules.Options(SettlementAwaiting, SettlementMatched, SettlementUnmatched, SettlementDiffers)
}

// Problem is why an item does not agree with the ledger, or "" if it agrees.
type Problem string

// The problems of an item.
const (
	// ProblemNotInLedger means that neither a completed transaction nor a credit note matches the item, nor a payment
	// that has bought nothing and was refunded.
	ProblemNotInLedger Problem = "not-in-ledger"
	ProblemAmount      Problem = "amount-differs"
	// ProblemFee means that the credit of a payment is not its amount minus the fee.
	ProblemFee Problem = "fee-differs"
	// ProblemOther means a transfer or an adjustment, which the ledger does not contain.
	ProblemOther Problem = "other"
)

// Values returns all problems.
func (Problem) Values() []string {
	return rules.Options(ProblemNotInLedger, ProblemAmount, ProblemFee, ProblemOther)
}

// Settlement is the record of a settlement.
type Settlement struct{ core.BaseRecordProxy }

func newSettlement(tx core.App, id string) (*Settlement, error) {
	s, err := database.New[Settlement](tx, settlementsCollection)
	if err != nil {
		return nil, err
	}
	s.Set("razorpaySettlementId", id)
	return s, nil
}

// ProviderID is the settlement's id at the provider.
func (s *Settlement) ProviderID() string { return s.GetString("razorpaySettlementId") }

// SettledAt is when the settlement was paid out.
func (s *Settlement) SettledAt() time.Time { return s.GetDateTime("settledAt").Time() }

// UTR is the bank's reference of the payout.
func (s *Settlement) UTR() string { return s.GetString("utr") }

// Amount is the paid-out amount.
func (s *Settlement) Amount() money.Amount { return money.Amount(s.GetInt("amount")) }

// Difference is the amount minus the sum of the items.
func (s *Settlement) Difference() money.Amount { return money.Amount(s.GetInt("difference")) }

// Unmatched counts the items that match nothing in the ledger.
func (s *Settlement) Unmatched() int { return s.GetInt("unmatched") }

func (s *Settlement) setReported(at time.Time) { s.Set("reportedAt", database.DateTime(at)) }

// load stores the provider's data.
func (s *Settlement) load(from razorpay.Settlement) {
	s.Load(map[string]any{"utr": from.UTR, "amount": from.Amount, "settledAt": from.CreatedAt})
}

// itemSums are the sums over a settlement's items.
type itemSums struct {
	Credit    int64 `db:"credit"`
	Debit     int64 `db:"debit"`
	Fee       int64 `db:"fee"`
	Tax       int64 `db:"tax"`
	Items     int64 `db:"items"`
	Unmatched int64 `db:"unmatched"`
}

func (s *Settlement) setSums(sums itemSums) {
	difference, state := int64(s.GetInt("amount"))-(sums.Credit-sums.Debit), SettlementDiffers
	switch {
	case sums.Items == 0 && difference != 0:
		difference, state = 0, SettlementAwaiting
	case difference != 0:
	case sums.Unmatched > 0:
		state = SettlementUnmatched
	default:
		state = SettlementMatched
	}
	s.Load(map[string]any{
		"credit":     sums.Credit,
		"debit":      sums.Debit,
		"fee":        sums.Fee,
		"tax":        sums.Tax,
		"items":      sums.Items,
		"unmatched":  sums.Unmatched,
		"difference": difference,
		"state":      string(state),
	})
}

// SettlementItem is the record of an item of a settlement.
type SettlementItem struct{ core.BaseRecordProxy }

func (i *SettlementItem) EntityID() string     { return i.GetString("entityId") }
func (i *SettlementItem) Type() string         { return i.GetString("type") }
func (i *SettlementItem) SettlementID() string { return i.GetString("razorpaySettlementId") }
func (i *SettlementItem) DisputeID() string    { return i.GetString("disputeId") }
func (i *SettlementItem) PaymentID() string    { return i.GetString("razorpayPaymentId") }
func (i *SettlementItem) Problem() Problem     { return Problem(i.GetString("problem")) }
func (i *SettlementItem) Amount() money.Amount { return money.Amount(i.GetInt("amount")) }
func (i *SettlementItem) Credit() money.Amount { return money.Amount(i.GetInt("credit")) }
func (i *SettlementItem) Debit() money.Amount  { return money.Amount(i.GetInt("debit")) }
func (i *SettlementItem) Fee() money.Amount    { return money.Amount(i.GetInt("fee")) }

func (i *SettlementItem) load(from razorpay.SettlementItem) {
	i.Load(map[string]any{
		"razorpaySettlementId": from.SettlementID,
		"utr":                  from.UTR,
		"currency":             from.Currency,
		"amount":               from.Amount,
		"credit":               from.Credit,
		"debit":                from.Debit,
		"fee":                  from.Fee,
		"tax":                  from.Tax,
		"onHold":               from.OnHold,
		"settledAt":            from.SettledAt,
		"razorpayPaymentId":    from.PaymentID,
		"disputeId":            from.DisputeID,
		"description":          from.Description,
	})
}

// explain stores why the item agrees with nothing in the ledger, and who has said so.
func (i *SettlementItem) explain(reason, by string, at time.Time) {
	i.Load(map[string]any{"explanation": reason, "explainedBy": by, "explainedAt": database.DateTime(at)})
}

func (i *SettlementItem) setMatch(transactionID string, problem Problem) {
	i.Load(map[string]any{"transactionId": transactionID, "problem": string(problem)})
}

// findSettlement returns a settlement by the provider's id, or sql.ErrNoRows.
func findSettlement(app core.App, providerID string) (*Settlement, error) {
	return database.First[Settlement](app, settlementsCollection, dbx.HashExp{"razorpaySettlementId": providerID})
}

// findLastSettlement returns the latest settlement, or sql.ErrNoRows.
func findLastSettlement(app core.App) (*Settlement, error) {
	return database.First[Settlement](app, settlementsCollection, nil, "settledAt DESC", "id DESC")
}

// listUnreported returns the settlements since a time that do not agree and were not reported to the office.
func listUnreported(app core.App, since time.Time) ([]*Settlement, error) {
	var list []*Settlement
	err := app.RecordQuery(settlementsCollection).
		AndWhere(dbx.NewExp("state IN ('unmatched', 'differs') AND settledAt >= {:since} AND reportedAt = ''",
			dbx.Params{"since": database.FormatTime(since)})).
		OrderBy("settledAt", "id").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list unreported settlements: %w", err)
	}
	return list, nil
}

// listOpenSettlements returns the settlements since a time whose items are not known or do not add up.
func listOpenSettlements(app core.App, since time.Time) ([]*Settlement, error) {
	var list []*Settlement
	err := app.RecordQuery(settlementsCollection).
		AndWhere(dbx.NewExp("state IN ('awaiting', 'differs') AND settledAt >= {:since}",
			dbx.Params{"since": database.FormatTime(since)})).
		All(&list)
	if err != nil {
		return nil, fmt.Errorf("list open settlements: %w", err)
	}
	return list, nil
}

// findItem returns the record of an item, or a new one.
func findItem(tx core.App, from razorpay.SettlementItem) (*SettlementItem, error) {
	return database.FirstOrNew[SettlementItem](tx, itemsCollection, dbx.HashExp{
		"entityId": from.ID, "type": from.Type,
	})
}

// findItemByID returns an item by the id of its record, or sql.ErrNoRows.
func findItemByID(app core.App, id string) (*SettlementItem, error) {
	return database.Find[SettlementItem](app, itemsCollection, id)
}

// sumOtherItems returns the credits minus the debits of the other items of an item's dispute.
func sumOtherItems(tx core.App, item *SettlementItem) (sum money.Amount, err error) {
	err = tx.NonconcurrentDB().NewQuery(`
		SELECT COALESCE(SUM(credit - debit), 0) FROM settlement_items
		WHERE disputeId = {:dispute} AND disputeId != '' AND entityId != {:own}`).
		Bind(dbx.Params{"dispute": item.DisputeID(), "own": item.EntityID()}).Row(&sum)
	if err != nil {
		return 0, fmt.Errorf("sum the items of dispute %s: %w", item.DisputeID(), err)
	}
	return sum, nil
}

// listProblemItems returns the items that don't agree with the ledger.
func listProblemItems(tx core.App) ([]*SettlementItem, error) {
	var list []*SettlementItem
	err := tx.RecordQuery(itemsCollection).
		AndWhere(dbx.NewExp("problem != '' AND problem IN ('not-in-ledger', 'amount-differs', 'fee-differs', 'other') " +
			"AND (problem IN ('not-in-ledger', 'amount-differs') OR disputeId != '')")).All(&list)
	if err != nil {
		return nil, fmt.Errorf("list settlement items: %w", err)
	}
	return list, nil
}

// sumItems sums the items of a settlement, except those on hold.
func sumItems(tx core.App, providerID string) (sums itemSums, err error) {
	err = tx.NonconcurrentDB().NewQuery(`
		SELECT COALESCE(SUM(credit), 0) AS credit, COALESCE(SUM(debit), 0) AS debit, COALESCE(SUM(fee), 0) AS fee,
			COALESCE(SUM(tax), 0) AS tax, COUNT(*) AS items, COALESCE(SUM(problem != '' AND explainedAt = ''), 0) AS unmatched
		FROM settlement_items WHERE razorpaySettlementId = {:id} AND onHold = FALSE`).
		Bind(dbx.Params{"id": providerID}).One(&sums)
	if err != nil {
		return sums, fmt.Errorf("sum the items of settlement %s: %w", providerID, err)
	}
	return sums, nil
}

// SettlementRow is a settlement in the console. Amounts are in rupees.
type SettlementRow struct {
	ID                   string       `json:"id" db:"id"`
	RazorpaySettlementID string       `json:"razorpaySettlementId" db:"razorpaySettlementId"`
	UTR                  string       `json:"utr" db:"utr"`
	SettledAt            httpx.Time   `json:"settledAt" db:"settledAt"`
	Amount               money.Amount `json:"amount" db:"amount"`
	Credit               money.Amount `json:"credit" db:"credit"`
	Debit                money.Amount `json:"debit" db:"debit"`
	// Fee is what the provider has deducted, including Tax.
	Fee   money.Amount `json:"fee" db:"fee"`
	Tax   money.Amount `json:"tax" db:"tax"`
	Items int          `json:"items" db:"items"`
	// Unmatched counts the items that don't agree with the ledger and are not explained.
	Unmatched int `json:"unmatched" db:"unmatched"`
	// Difference is the amount minus the sum of the items. State is awaiting (no items yet), matched, unmatched (some
	// items match nothing in the ledger) or differs.
	Difference money.Amount    `json:"difference" db:"difference"`
	State      SettlementState `json:"state" db:"state"`
}

// settlementList is the list of the settlements, newest first.
var settlementList = lists.List{
	From: settlementsCollection,
	Columns: []string{"id", "razorpaySettlementId", "utr", "settledAt", "amount", "credit", "debit", "fee", "tax",
		"items", "unmatched", "difference", "state"},
	Search: []string{"utr", "razorpaySettlementId"},
	Sort:   map[string]string{"settledAt": "settledAt"},
	Filters: map[string]map[string]string{"state": {
		"awaiting":  "state = 'awaiting'",
		"matched":   "state = 'matched'",
		"unmatched": "state = 'unmatched'",
		"differs":   "state = 'differs'",
	}},
	DefaultSort: "-settledAt",
}

// findSettlementRow returns a settlement by the id of its record, or sql.ErrNoRows.
func findSettlementRow(app core.App, id string) (SettlementRow, error) {
	var row SettlementRow
	err := app.ConcurrentDB().Select(settlementList.Columns...).From(settlementsCollection).
		Where(dbx.HashExp{"id": id}).Limit(1).One(&row)
	if err != nil {
		return row, fmt.Errorf("find settlement %q: %w", id, err)
	}
	return row, nil
}

// SettlementItemRow is an item of a settlement in the console.
type SettlementItemRow struct {
	ID            string       `json:"id" db:"id"`
	EntityID      string       `json:"entityId" db:"entityId"`
	Type          string       `json:"type" db:"type"`
	PaymentID     string       `json:"razorpayPaymentId" db:"razorpayPaymentId"`
	Description   string       `json:"description" db:"description"`
	Amount        money.Amount `json:"amount" db:"amount"`
	Credit        money.Amount `json:"credit" db:"credit"`
	Debit         money.Amount `json:"debit" db:"debit"`
	Fee           money.Amount `json:"fee" db:"fee"`
	Tax           money.Amount `json:"tax" db:"tax"`
	OnHold        httpx.Bool   `json:"onHold" db:"onHold"`
	TransactionID string       `json:"transactionId" db:"transactionId"`
	// Problem is "" if the item agrees with the ledger.
	Problem Problem `json:"problem" db:"problem" wire:"orEmpty"`
	// Explanation is why an item that does not agree with the ledger is right, or "". ExplainedBy has given it.
	Explanation string     `json:"explanation" db:"explanation"`
	ExplainedBy string     `json:"explainedBy" db:"explainedBy"`
	ExplainedAt httpx.Time `json:"explainedAt" db:"explainedAt"`
}

var itemColumns = []string{"id", "entityId", "type", "razorpayPaymentId", "description", "amount", "credit", "debit",
	"fee", "tax", "onHold", "transactionId", "problem", "explanation", "explainedBy", "explainedAt"}

// findItemRow returns an item by the id of its record, or sql.ErrNoRows.
func findItemRow(tx core.App, id string) (row SettlementItemRow, err error) {
	err = tx.NonconcurrentDB().Select(itemColumns...).From(itemsCollection).Where(dbx.HashExp{"id": id}).One(&row)
	if err != nil {
		return row, fmt.Errorf("find settlement item %q: %w", id, err)
	}
	return row, nil
}

// listItemRows returns the items of a settlement. Items that do not agree with the ledger come first.
func listItemRows(app core.App, providerID string) ([]SettlementItemRow, error) {
	rows := []SettlementItemRow{}
	err := app.ConcurrentDB().
		Select(itemColumns...).
		From(itemsCollection).
		Where(dbx.HashExp{"razorpaySettlementId": providerID}).OrderBy("(problem = '')", "type", "entityId").All(&rows)
	if err != nil {
		return nil, fmt.Errorf("list the items of settlement %s: %w", providerID, err)
	}
	return rows, nil
}
