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
	OfflineLapsed    OfflineState = "lapsed"
	OfflineAwaiting  OfflineState = "awaiting"
	OfflinePartPaid  OfflineState = "part-paid"
	OfflineCleared   OfflineState = "cleared"
	OfflineBounced   OfflineState = "bounced"
	OfflineCancelled OfflineState = "cancelled"
)

// Values returns all states.
func (OfflineState) Values() []string {
	return rules.Options(OfflineProforma, OfflineLapsed, OfflineAwaiting, OfflinePartPaid, OfflineCleared, OfflineBounced,
		OfflineCancelled)
}

// offlineTransitions are documented in offline.go, where a test compares them.
var offlineTransitions = states.Table[OfflineState]{
	"":               {OfflineProforma, OfflineAwaiting},
	OfflineProforma:  {OfflineLapsed, OfflineAwaiting, OfflineCancelled},
	OfflineLapsed:    {OfflineAwaiting, OfflineCancelled},
	OfflineAwaiting:  {OfflinePartPaid, OfflineCleared, OfflineBounced},
	OfflinePartPaid:  {OfflineAwaiting, OfflineCleared, OfflineBounced, OfflineCancelled},
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

// left is what is still due.
func (o *OfflinePayment) left() money.Amount {
	return o.Due() - o.Received() - money.Amount(o.GetInt("writtenOff"))
}

// validUntil is the end of a proforma, or zero if it has none.
func (o *OfflinePayment) validUntil() time.Time { return o.GetDateTime("validUntil").Time() }

func (o *OfflinePayment) setValidUntil(end time.Time) { o.Set("validUntil", database.DateTime(end)) }

// isReminded reports whether the buyer was reminded of the proforma.
func (o *OfflinePayment) isReminded() bool { return !o.GetDateTime("remindedAt").IsZero() }

func (o *OfflinePayment) setReminded(at time.Time) { o.Set("remindedAt", database.DateTime(at)) }

func (o *OfflinePayment) setDue(amount money.Amount) { o.Set("due", int64(amount)) }

func (o *OfflinePayment) setWrittenOff(amount money.Amount, reason string) {
	o.Load(map[string]any{"writtenOff": int64(amount), "writeOffReason": reason})
}

func (o *OfflinePayment) setReceived(sum money.Amount) { o.Set("received", int64(sum)) }

func (o *OfflinePayment) setState(to OfflineState) error {
	if err := offlineTransitions.Check(o.State(), to); err != nil {
		return fmt.Errorf("offline payment %s: %w", o.Id, err)
	}
	o.Set("state", string(to))
	return nil
}

// setOpen stores whether the payment waits for an action. hasOpenReturns reports whether money has to be returned.
func (o *OfflinePayment) setOpen(hasOpenReturns bool) {
	switch o.State() {
	case OfflineProforma, OfflineAwaiting, OfflinePartPaid:
		o.Set("isOpen", true)
	default:
		o.Set("isOpen", hasOpenReturns)
	}
}

// setEnded stores why a payment has ended.
func (o *OfflinePayment) setEnded(reason string) { o.Set("endReason", reason) }

// Refunded returns the sum of the partial refunds.
func (o *OfflinePayment) Refunded() money.Amount { return money.Amount(o.GetInt("refunded")) }

func (o *OfflinePayment) addRefund(amount money.Amount) {
	o.Set("refunded", int64(o.Refunded()+amount))
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

// findOfflineOf returns the offline payment of a transaction, or sql.ErrNoRows.
func findOfflineOf(app core.App, transactionID string) (*OfflinePayment, error) {
	return database.First[OfflinePayment](app, Collection, dbx.HashExp{"transactionId": transactionID})
}

// listProformas returns the proformas of a user for a number of seats that wait for their payment.
func listProformas(app core.App, userID string, seats int) ([]*OfflinePayment, error) {
	var list []*OfflinePayment
	err := app.RecordQuery(Collection).AndWhere(dbx.NewExp(
		"userId = {:user} AND userId != '' AND +state = 'proforma' AND seats = {:seats}",
		dbx.Params{"user": userID, "seats": seats})).OrderBy("createdAt", "id").All(&list)
	return list, database.Wrap("list the proformas of user "+userID, err)
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

// setConfirmed stores who has confirmed the receipt, and what it exceeds the price by.
func (r *OfflineReceipt) setConfirmed(at time.Time, by string, excess money.Amount) {
	r.Load(map[string]any{"confirmedAt": database.DateTime(at), "confirmedBy": by, "excess": int64(excess)})
}

// excess is what the money of a cleared receipt exceeds the price by.
func (r *OfflineReceipt) excess() money.Amount { return money.Amount(r.GetInt("excess")) }

// receiptValues are the values of a receipt that an admin enters.
type receiptValues struct {
	mode        Mode
	utr, payer  string
	bankDate    time.Time
	amount, tds money.Amount
	// tan and section are the deductor of the tds and the section of the Income-tax Act.
	tan, section string
	// transferID and part identify the part of a divided transfer over transferAmount.
	transferID     string
	part           int
	transferAmount money.Amount
	// isCashConfirmed reports whether the admin has confirmed the warning about large sums in cash.
	isCashConfirmed bool
	// isExcessConfirmed reports whether the admin has confirmed that more was paid than is due.
	isExcessConfirmed bool
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
		"tan":              v.tan,
		"transferId":       v.transferID,
		"part":             v.part,
		"transferAmount":   int64(v.transferAmount),
		"tdsSection":       v.section,
		"payer":            v.payer,
		"state":            string(ReceiptReceived),
		"enteredBy":        by.Name,
		"entererId":        by.Key(),
	})
	return r, nil
}

// findReceipt returns sql.ErrNoRows for an unknown id.
func findReceipt(app core.App, id string) (*OfflineReceipt, error) {
	return database.Find[OfflineReceipt](app, receiptsCollection, id)
}

// transferID is the same for all parts of a divided transfer, and "" for a receipt that is not a part.
func (r *OfflineReceipt) transferID() string { return r.GetString("transferId") }

// listTransfer returns the parts of a divided transfer.
func listTransfer(app core.App, id string) ([]*OfflineReceipt, error) {
	var list []*OfflineReceipt
	err := app.RecordQuery(receiptsCollection).AndWhere(dbx.NewExp("transferId = {:id} AND transferId != ''",
		dbx.Params{"id": id})).OrderBy("part").All(&list)
	return list, database.Wrap("list the parts of transfer "+id, err)
}

func (r *OfflineReceipt) setDeductor(tan, section string) {
	r.Load(map[string]any{"tan": tan, "tdsSection": section})
}

func (r *OfflineReceipt) setCertificate(number string, at time.Time) {
	r.Load(map[string]any{"tdsCertificate": number, "tdsCertificateDate": database.DateTime(at)})
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
	// Received is the confirmed amount that counts towards the price, including TDS. WrittenOff is a rest that was
	// written off, and Left is what is still due.
	Received       money.Amount `json:"received" db:"received"`
	WrittenOff     money.Amount `json:"writtenOff" db:"writtenOff"`
	WriteOffReason string       `json:"writeOffReason" db:"writeOffReason"`
	Left           money.Amount `json:"left" db:"-"`
	// ValidUntil is the end of a proforma, and RemindedAt when the buyer was reminded of it.
	ValidUntil httpx.Time `json:"validUntil" db:"validUntil"`
	RemindedAt httpx.Time `json:"remindedAt" db:"remindedAt"`
	// Refunded is the sum of the partial refunds. ToReturn is the sum of the Returns that the office still owes.
	Refunded  money.Amount  `json:"refunded" db:"refunded"`
	ToReturn  money.Amount  `json:"amountToReturn" db:"-"`
	Returns   []ReturnView  `json:"returns" db:"-"`
	Payer     string        `json:"payer" db:"payer"`
	Note      string        `json:"note" db:"note"`
	EndReason string        `json:"endReason" db:"endReason"`
	EnteredBy string        `json:"enteredBy" db:"enteredBy"`
	CreatedAt httpx.Time    `json:"createdAt" db:"createdAt"`
	Receipts  []ReceiptView `json:"receipts" db:"-"`
	// NextAction is "" if the payment waits for nothing.
	NextAction NextAction `json:"nextAction" db:"-" wire:"orEmpty"`
	// IsSecondAdminRequired reports whether the admin who has entered the open receipt cannot confirm it. CanConfirm
	// reports whether the caller can.
	IsSecondAdminRequired bool `json:"isSecondAdminRequired" db:"-"`
	// ClosedMonth is the month of the open receipt's bank date, such as "August 2026", if the books of that month are
	// closed. The tax is then reported in the first open month. It is "" otherwise.
	ClosedMonth string `json:"closedMonth" db:"-"`
	// IsTaxReliefOver is true if a refund or the end of the purchase is too late to lower the tax. Its credit note is
	// then without tax.
	IsTaxReliefOver bool `json:"isTaxReliefOver" db:"-"`
	CanConfirm      bool `json:"canConfirm" db:"-"`
	// NextSteps are the steps that are open to the caller.
	NextSteps []OfflineStep `json:"nextSteps" db:"-"`
}

// Deductor is who has deducted the TDS of a receipt, and the certificate about it. Certificate is "" until it has come.
type Deductor struct {
	TAN             string     `json:"tan" db:"tan"`
	Section         string     `json:"tdsSection" db:"tdsSection"`
	Certificate     string     `json:"certificate" db:"tdsCertificate"`
	CertificateDate httpx.Time `json:"certificateDate" db:"tdsCertificateDate"`
}

func (r *OfflineReceipt) deductor() Deductor {
	return Deductor{
		TAN: r.GetString("tan"), Section: r.GetString("tdsSection"), Certificate: r.GetString("tdsCertificate"),
		CertificateDate: httpx.Time(r.GetDateTime("tdsCertificateDate")),
	}
}

// ReceiptView is one receipt of an offline payment.
type ReceiptView struct {
	ID string `json:"id"`
	Deductor
	Mode        Mode         `json:"mode"`
	UTR         string       `json:"utr"`
	BankDate    httpx.Time   `json:"bankDate"`
	Amount      money.Amount `json:"amount"`
	Excess      money.Amount `json:"excess"`
	TDS         money.Amount `json:"tds"`
	Payer       string       `json:"payer"`
	State       ReceiptState `json:"state"`
	EnteredBy   string       `json:"enteredBy"`
	ConfirmedBy string       `json:"confirmedBy"`
	Reason      string       `json:"reason"`
	// TransferAmount is the amount of the divided transfer that the receipt is a part of, or 0.
	TransferAmount money.Amount `json:"transferAmount"`
}

func (r *OfflineReceipt) view() ReceiptView {
	return ReceiptView{
		ID:          r.Id,
		Deductor:    r.deductor(),
		Mode:        r.Mode(),
		UTR:         r.UTR(),
		BankDate:    httpx.Time(r.GetDateTime("bankDate")),
		Amount:      r.Amount(),
		Excess:      r.excess(),
		TDS:         r.TDS(),
		Payer:       r.GetString("payer"),
		State:       r.State(),
		EnteredBy:   r.GetString("enteredBy"),
		ConfirmedBy: r.GetString("confirmedBy"),
		Reason:      r.GetString("reason"),

		TransferAmount: money.Amount(r.GetInt("transferAmount")),
	}
}

func (o *OfflinePayment) row() OfflineRow {
	return OfflineRow{
		ID:             o.Id,
		TransactionID:  o.TransactionID(),
		UserID:         o.GetString("userId"),
		CustomerName:   o.GetString("customerName"),
		CustomerEmail:  o.GetString("customerEmail"),
		TierName:       o.GetString("tierName"),
		Currency:       o.Currency(),
		State:          o.State(),
		Seats:          o.GetInt("seats"),
		Refunded:       o.Refunded(),
		Due:            o.Due(),
		Received:       o.Received(),
		WrittenOff:     money.Amount(o.GetInt("writtenOff")),
		WriteOffReason: o.GetString("writeOffReason"),
		ValidUntil:     httpx.Time(o.GetDateTime("validUntil")),
		RemindedAt:     httpx.Time(o.GetDateTime("remindedAt")),
		Payer:          o.GetString("payer"),
		Note:           o.GetString("note"),
		EndReason:      o.GetString("endReason"),
		EnteredBy:      o.GetString("enteredBy"),
		CreatedAt:      httpx.Time(o.GetDateTime("createdAt")),
	}
}

// offlineList is the list of the offline payments, newest first.
var offlineList = lists.List{
	From: Collection,
	Columns: []string{"id", "transactionId", "userId", "customerName", "customerEmail", "tierName", "seats", "currency",
		"state", "due", "received", "refunded", "writtenOff", "writeOffReason", "validUntil", "remindedAt",
		"payer", "note",
		"endReason", "enteredBy", "createdAt"},
	Search: []string{"customerName", "customerEmail", "payer", "tierName"},
	Sort:   map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{
		"state": {
			// This condition matches that of the partial index.
			"open":     "isOpen = TRUE",
			"proforma": "state = 'proforma'", "lapsed": "state = 'lapsed'",
			"awaiting": "state = 'awaiting'", "part-paid": "state = 'part-paid'",
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
