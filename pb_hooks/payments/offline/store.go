package offline

import (
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/payments/ledger"
)

const (
	Collection         = "offline_payments"
	receiptsCollection = "offline_receipts"
)

// OfflineState is the state of an offline payment.
type OfflineState string

const (
	OfflineProforma  OfflineState = "proforma"
	OfflineAwaiting  OfflineState = "awaiting"
	OfflinePartPaid  OfflineState = "part-paid"
	OfflineCleared   OfflineState = "cleared"
	OfflineBounced   OfflineState = "bounced"
	OfflineCancelled OfflineState = "cancelled"
)

// Values returns all states.
func (OfflineState) Values() []string {
	return rules.Options(OfflineProforma, OfflineAwaiting, OfflinePartPaid, OfflineCleared, OfflineBounced,
		OfflineCancelled)
}

// offlineTransitions are documented in offline.go, where a test compares them.
var offlineTransitions = states.Table[OfflineState]{
	"":               {OfflineProforma, OfflineAwaiting},
	OfflineProforma:  {OfflineAwaiting, OfflineCancelled},
	OfflineAwaiting:  {OfflinePartPaid, OfflineCleared, OfflineBounced},
	OfflinePartPaid:  {OfflineAwaiting, OfflineBounced, OfflineCancelled},
	OfflineCleared:   {OfflineBounced, OfflineCancelled},
	OfflineBounced:   {},
	OfflineCancelled: {},
}

// ReceiptState is the state of one receipt of an offline payment.
type ReceiptState string

// The states of a receipt. Only a cheque can be deposited.
const (
	ReceiptReceived  ReceiptState = "received"
	ReceiptDeposited ReceiptState = "deposited"
	ReceiptCleared   ReceiptState = "cleared"
	ReceiptBounced   ReceiptState = "bounced"
)

// Values returns all states.
func (ReceiptState) Values() []string {
	return rules.Options(ReceiptReceived, ReceiptDeposited, ReceiptCleared, ReceiptBounced)
}

// receiptTransitions are documented in offline.go, where a test compares them.
var receiptTransitions = states.Table[ReceiptState]{
	"":               {ReceiptReceived},
	ReceiptReceived:  {ReceiptDeposited, ReceiptCleared, ReceiptBounced},
	ReceiptDeposited: {ReceiptCleared, ReceiptBounced},
	ReceiptCleared:   {ReceiptBounced},
	ReceiptBounced:   {},
}

// OfflinePayment is the record of an offline payment. Its transaction has the purchase.
type OfflinePayment struct{ core.BaseRecordProxy }

func (o *OfflinePayment) State() OfflineState { return OfflineState(o.GetString("state")) }

func (o *OfflinePayment) TransactionID() string { return o.GetString("transactionId") }

func (o *OfflinePayment) UserID() string { return o.GetString("userId") }

func (o *OfflinePayment) Currency() string { return o.GetString("currency") }

func (o *OfflinePayment) Due() money.Amount { return money.Amount(o.GetInt("due")) }

func (o *OfflinePayment) Received() money.Amount { return money.Amount(o.GetInt("received")) }

func (o *OfflinePayment) ToReturn() money.Amount { return money.Amount(o.GetInt("toReturn")) }

func (o *OfflinePayment) isReturned() bool { return !o.GetDateTime("returnedAt").IsZero() }

func (o *OfflinePayment) setReceived(sum money.Amount) { o.Set("received", int64(sum)) }

func (o *OfflinePayment) setState(to OfflineState) error {
	if err := offlineTransitions.Check(o.State(), to); err != nil {
		return fmt.Errorf("offline payment %s: %w", o.Id, err)
	}
	o.Set("state", string(to))
	o.setOpen()
	return nil
}

// setOpen stores whether the payment waits for an action.
func (o *OfflinePayment) setOpen() {
	switch o.State() {
	case OfflineProforma, OfflineAwaiting, OfflinePartPaid:
		o.Set("isOpen", true)
	default:
		o.Set("isOpen", o.ToReturn() > 0 && !o.isReturned())
	}
}

// setEnded stores why a payment has ended, and the amount that has to be returned.
func (o *OfflinePayment) setEnded(reason string, toReturn money.Amount) {
	o.Load(map[string]any{"endReason": reason, "toReturn": int64(toReturn)})
	if toReturn > 0 {
		o.Load(map[string]any{"returnedAt": "", "returnReference": ""})
	}
}

func (o *OfflinePayment) setReturned(at time.Time, reference string) {
	o.Load(map[string]any{"returnedAt": database.DateTime(at), "returnReference": reference})
	o.setOpen()
}

// Refunded returns the sum of the partial refunds.
func (o *OfflinePayment) Refunded() money.Amount { return money.Amount(o.GetInt("refunded")) }

// addRefund adds a partial refund, whose money has to be returned.
func (o *OfflinePayment) addRefund(amount money.Amount) {
	o.Load(map[string]any{
		"refunded":        int64(o.Refunded() + amount),
		"toReturn":        int64(o.outstanding() + amount),
		"returnedAt":      "",
		"returnReference": "",
	})
	o.setOpen()
}

// newOfflinePayment returns the offline payment of a transaction without saving it.
func newOfflinePayment(tx core.App, t *ledger.Transaction, payer, note, by string) (*OfflinePayment, error) {
	o, err := database.New[OfflinePayment](tx, Collection)
	if err != nil {
		return nil, err
	}
	customer := t.Customer()
	o.Load(map[string]any{
		"transactionId": t.Id,
		"userId":        t.UserID(),
		"customerName":  customer.Name,
		"customerEmail": customer.Email,
		"tierName":      t.TierName(),
		"seats":         t.Seats(),
		"currency":      t.Currency(),
		"due":           int64(t.Amount()),
		"payer":         payer,
		"note":          note,
		"enteredBy":     by,
		"state":         string(OfflineProforma),
		"isOpen":        true,
	})
	return o, nil
}

// findOffline returns sql.ErrNoRows for an unknown id.
func findOffline(app core.App, id string) (*OfflinePayment, error) {
	return database.Find[OfflinePayment](app, Collection, id)
}

// OfflineReceipt is the record of money that was received, or of a cheque that was not cleared yet.
type OfflineReceipt struct{ core.BaseRecordProxy }

func (r *OfflineReceipt) State() ReceiptState { return ReceiptState(r.GetString("state")) }

func (r *OfflineReceipt) Mode() Mode { return Mode(r.GetString("mode")) }

func (r *OfflineReceipt) UTR() string { return r.GetString("utr") }

func (r *OfflineReceipt) bankDate() time.Time { return r.GetDateTime("bankDate").Time() }

func (r *OfflineReceipt) Amount() money.Amount { return money.Amount(r.GetInt("amount")) }

func (r *OfflineReceipt) TDS() money.Amount { return money.Amount(r.GetInt("tds")) }

func (r *OfflineReceipt) entererID() string { return r.GetString("entererId") }

func (r *OfflineReceipt) setBankDate(at time.Time) { r.Set("bankDate", database.DateTime(at)) }

func (r *OfflineReceipt) setReason(reason string) { r.Set("reason", reason) }

// enteredByActor returns the admin who has entered the receipt.
func (r *OfflineReceipt) enteredByActor() audit.Actor {
	kind, id, _ := strings.Cut(r.entererID(), ":")
	return audit.Actor{Kind: audit.ActorKind(kind), ID: id, Name: r.GetString("enteredBy")}
}

// isOpen reports whether the receipt waits for its confirmation.
func (r *OfflineReceipt) isOpen() bool {
	return r.State() == ReceiptReceived || r.State() == ReceiptDeposited
}

func (r *OfflineReceipt) setState(to ReceiptState) error {
	if err := receiptTransitions.Check(r.State(), to); err != nil {
		return fmt.Errorf("offline receipt %s: %w", r.Id, err)
	}
	r.Set("state", string(to))
	return nil
}

func (r *OfflineReceipt) setConfirmed(at time.Time, by string) {
	r.Load(map[string]any{"confirmedAt": database.DateTime(at), "confirmedBy": by})
}

// receiptValues are the values of a receipt that an admin enters.
type receiptValues struct {
	mode        Mode
	utr, payer  string
	bankDate    time.Time
	amount, tds money.Amount
	// isCashConfirmed reports whether the admin has confirmed the warning about large sums in cash.
	isCashConfirmed bool
}

// newReceipt returns a receipt without saving it.
func newReceipt(tx core.App, o *OfflinePayment, v receiptValues, by audit.Actor) (*OfflineReceipt, error) {
	r, err := database.New[OfflineReceipt](tx, receiptsCollection)
	if err != nil {
		return nil, err
	}
	r.Load(map[string]any{
		"offlinePaymentId": o.Id,
		"mode":             string(v.mode),
		"utr":              v.utr,
		"bankDate":         database.DateTime(v.bankDate),
		"amount":           int64(v.amount),
		"tds":              int64(v.tds),
		"payer":            v.payer,
		"state":            string(ReceiptReceived),
		"enteredBy":        by.Name,
		"entererId":        by.Key(),
	})
	return r, nil
}

// listReceipts returns the receipts of offline payments, oldest first.
func listReceipts(app core.App, offlineIDs ...string) ([]*OfflineReceipt, error) {
	if len(offlineIDs) == 0 {
		return nil, nil
	}
	var list []*OfflineReceipt
	err := app.RecordQuery(receiptsCollection).
		AndWhere(dbx.In("offlinePaymentId", database.ToAny(offlineIDs)...)).
		OrderBy("offlinePaymentId", "createdAt", "rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list offline receipts: %w", err)
	}
	return list, nil
}

func (r *OfflineReceipt) offlineID() string { return r.GetString("offlinePaymentId") }

// OfflineRow is an offline payment in the console's list.
type OfflineRow struct {
	ID            string `json:"id" db:"id"`
	TransactionID string `json:"transactionId" db:"transactionId"`
	UserID        string `json:"userId" db:"userId"`
	CustomerName  string `json:"customerName" db:"customerName"`
	CustomerEmail string `json:"customerEmail" db:"customerEmail"`
	TierName      string `json:"tierName" db:"tierName"`
	// Seats is the number of memberships that a company buys for others, or 0 for a membership of the member.
	Seats    int          `json:"seats" db:"seats"`
	Currency string       `json:"currency" db:"currency"`
	State    OfflineState `json:"state" db:"state"`
	Due      money.Amount `json:"due" db:"due"`
	// Received is the confirmed amount including TDS.
	Received money.Amount `json:"received" db:"received"`
	// Refunded is the sum of the partial refunds. ToReturn is the amount that has to be returned after a partial refund
	// or an ended purchase. ReturnedAt is when it was returned.
	Refunded        money.Amount  `json:"refunded" db:"refunded"`
	ToReturn        money.Amount  `json:"amountToReturn" db:"toReturn"`
	ReturnedAt      httpx.Time    `json:"returnedAt" db:"returnedAt"`
	ReturnReference string        `json:"returnReference" db:"returnReference"`
	Payer           string        `json:"payer" db:"payer"`
	Note            string        `json:"note" db:"note"`
	EndReason       string        `json:"endReason" db:"endReason"`
	EnteredBy       string        `json:"enteredBy" db:"enteredBy"`
	CreatedAt       httpx.Time    `json:"createdAt" db:"createdAt"`
	Receipts        []ReceiptView `json:"receipts" db:"-"`
	// NextAction is "" if the payment waits for nothing.
	NextAction NextAction `json:"nextAction" db:"-" wire:"orEmpty"`
	// IsSecondAdminRequired reports whether the admin who has entered the open receipt cannot confirm it. CanConfirm
	// reports whether the caller can.
	IsSecondAdminRequired bool `json:"isSecondAdminRequired" db:"-"`
	// ClosedMonth is the month of the open receipt's bank date, such as "August 2026", if the books of that month are
	// closed. The tax is then reported in the first open month. It is "" otherwise.
	ClosedMonth string `json:"closedMonth" db:"-"`
	CanConfirm  bool   `json:"canConfirm" db:"-"`
	// NextSteps are the steps that are open to the caller: receipt, deposit, confirm, refund, bounce, cancel or return.
	NextSteps []OfflineStep `json:"nextSteps" db:"-"`
}

// ReceiptView is one receipt of an offline payment.
type ReceiptView struct {
	ID          string       `json:"id"`
	Mode        Mode         `json:"mode"`
	UTR         string       `json:"utr"`
	BankDate    httpx.Time   `json:"bankDate"`
	Amount      money.Amount `json:"amount"`
	TDS         money.Amount `json:"tds"`
	Payer       string       `json:"payer"`
	State       ReceiptState `json:"state"`
	EnteredBy   string       `json:"enteredBy"`
	ConfirmedBy string       `json:"confirmedBy"`
	Reason      string       `json:"reason"`
}

func (r *OfflineReceipt) view() ReceiptView {
	return ReceiptView{
		ID:          r.Id,
		Mode:        r.Mode(),
		UTR:         r.UTR(),
		BankDate:    httpx.Time(r.GetDateTime("bankDate")),
		Amount:      r.Amount(),
		TDS:         r.TDS(),
		Payer:       r.GetString("payer"),
		State:       r.State(),
		EnteredBy:   r.GetString("enteredBy"),
		ConfirmedBy: r.GetString("confirmedBy"),
		Reason:      r.GetString("reason"),
	}
}

func (o *OfflinePayment) row() OfflineRow {
	return OfflineRow{
		ID:              o.Id,
		TransactionID:   o.TransactionID(),
		UserID:          o.GetString("userId"),
		CustomerName:    o.GetString("customerName"),
		CustomerEmail:   o.GetString("customerEmail"),
		TierName:        o.GetString("tierName"),
		Currency:        o.Currency(),
		State:           o.State(),
		Seats:           o.GetInt("seats"),
		Refunded:        o.Refunded(),
		Due:             o.Due(),
		Received:        o.Received(),
		ToReturn:        o.ToReturn(),
		ReturnedAt:      httpx.Time(o.GetDateTime("returnedAt")),
		ReturnReference: o.GetString("returnReference"),
		Payer:           o.GetString("payer"),
		Note:            o.GetString("note"),
		EndReason:       o.GetString("endReason"),
		EnteredBy:       o.GetString("enteredBy"),
		CreatedAt:       httpx.Time(o.GetDateTime("createdAt")),
	}
}

// offlineList is the list of the offline payments, newest first.
var offlineList = lists.List{
	From: Collection,
	Columns: []string{"id", "transactionId", "userId", "customerName", "customerEmail", "tierName", "seats", "currency",
		"state", "due", "received", "refunded", "toReturn", "returnedAt", "returnReference", "payer", "note",
		"endReason", "enteredBy", "createdAt"},
	Search: []string{"customerName", "customerEmail", "payer", "tierName"},
	Sort:   map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{
		"state": {
			// This condition matches that of the partial index.
			"open":     "isOpen = TRUE",
			"proforma": "state = 'proforma'", "awaiting": "state = 'awaiting'", "part-paid": "state = 'part-paid'",
			"cleared": "state = 'cleared'", "bounced": "state = 'bounced'", "cancelled": "state = 'cancelled'",
		},
	},
	DefaultSort: "-createdAt",
}

// cashSums is the cash received for one offline payment, and from its member on one day.
type cashSums struct {
	OfPayment money.Amount `db:"ofPayment"`
	OfDay     money.Amount `db:"ofDay"`
}

// cashReceived sums the cash received for one offline payment, and from its member on one day for any payment. It
// leaves out the receipt with the id except.
func cashReceived(tx core.App, paymentID, userID string, day time.Time, except string) (sums cashSums, err error) {
	from := india.StartOfDay(day)
	err = tx.NonconcurrentDB().NewQuery(`
		SELECT COALESCE(SUM(CASE WHEN o.id = {:payment} THEN r.amount ELSE 0 END), 0) AS ofPayment,
			COALESCE(SUM(CASE WHEN r.bankDate >= {:from} AND r.bankDate < {:to} THEN r.amount ELSE 0 END), 0) AS ofDay
		FROM offline_payments o JOIN offline_receipts r ON r.offlinePaymentId = o.id
		WHERE o.userId = {:user} AND r.mode = 'cash' AND r.state != 'bounced' AND r.id != {:except}`).
		Bind(dbx.Params{
			"payment": paymentID, "user": userID, "except": except,
			"from": database.FormatTime(from), "to": database.FormatTime(from.AddDate(0, 0, 1)),
		}).One(&sums)
	if err != nil {
		return sums, fmt.Errorf("sum the cash of offline payment %s: %w", paymentID, err)
	}
	return sums, nil
}
