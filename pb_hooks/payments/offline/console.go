package offline

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
)

const (
	// maxReceipt, in rupees, is far above any membership.
	maxReceipt = 10_000_000
)

var bankDateField = rules.Field{
	Name: "bankDate", Label: "Date on the bank statement", Kind: rules.Line, Max: 10, Pattern: india.DayPattern,
	Messages: rules.Messages{Invalid: india.NoSuchDay},
}

var utrField = rules.Field{
	Name: "utr", Label: "UTR or cheque number", Kind: rules.Line, Max: 40, Pattern: `^[A-Za-z0-9][A-Za-z0-9 /-]*$`,
	Messages: rules.Messages{Invalid: "A UTR or cheque number has letters and digits only"},
}

// ReceiptForm is the body of POST /api/offline-payments/{id}/receipts. Amounts are in rupees.
var ReceiptForm = rules.Form{
	{
		Name:     "mode",
		Label:    "Mode",
		Kind:     rules.Choice,
		Required: true,
		Options:  []string{"neft", "upi", modeCheque, modeCash},
	},
	utrField,
	ledger.Required(bankDateField),
	{
		Name:     "amount",
		Label:    "Amount",
		Kind:     rules.Amount,
		Required: true,
		Max:      maxReceipt,
		Messages: rules.Messages{Invalid: "Please enter an amount such as 29500 or 1178.82"},
	},
	{
		Name:     "tds",
		Label:    "TDS held back",
		Kind:     rules.Amount,
		Max:      maxReceipt,
		Messages: rules.Messages{Invalid: "Please enter an amount such as 2500"},
	},
	{Name: "payer", Label: "Payer", Kind: rules.Line, Max: 200},
	cashField,
}

// OfflineForm is the body of POST /api/offline-payments. Without a mode it creates a proforma; with a mode, the fields
// of ReceiptForm are required too. An optional billing becomes the member's profile.
var OfflineForm = rules.Form{
	{
		Name:     "userId",
		Label:    "Member",
		Kind:     rules.Line,
		Required: true,
		Max:      15,
		Messages: rules.Messages{Required: "Please choose a member"},
	},
	{
		Name: "membershipTierId", Label: "Membership tier", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership tier"},
	},
	ledger.SeatsField,
	ledger.Optional(ReceiptForm.Field("mode")), utrField, bankDateField, ledger.Optional(ReceiptForm.Field("amount")),
	ReceiptForm.Field("tds"), ReceiptForm.Field("payer"), cashField,
	{Name: "note", Label: "Note", Kind: rules.Text, Max: 1000},
	ledger.CouponField,
}

// ConfirmForm is the body of POST /api/offline-payments/{id}/confirm, in addition to the password.
var ConfirmForm = rules.Form{bankDateField, cashField}

// BounceForm is the body of POST /api/offline-payments/{id}/bounce and, in addition to the password, of /cancel.
var BounceForm = rules.Form{ledger.ReasonField}

// ReturnForm is the body of POST /api/offline-payments/{id}/returned.
var ReturnForm = rules.Form{ledger.Required(utrField), ledger.Required(bankDateField)}

// ListOffline is GET /api/offline-payments.
func (f *Offline) ListOffline(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[OfflineRow](e, offlineList)
	if err != nil {
		return err
	}
	if err := f.completeRows(e, rows); err != nil {
		return apperr.Fail("The offline payments could not be read.", err)
	}
	return e.JSON(http.StatusOK, rows)
}

// completeRows adds the receipts of each row and the next action.
func (f *Offline) completeRows(e *core.RequestEvent, rows []OfflineRow) error {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	receipts, err := listReceipts(e.App, ids...)
	if err != nil {
		return err
	}
	closed, err := invoices.ClosedThrough(e.App)
	if err != nil {
		return err
	}
	byPayment := map[string][]*OfflineReceipt{}
	for _, r := range receipts {
		byPayment[r.offlineID()] = append(byPayment[r.offlineID()], r)
	}
	caller := audit.RequestActor(e).Key()
	for i := range rows {
		if err := f.checkSecondAdmin(e.App, &rows[i], byPayment[rows[i].ID]); err != nil {
			return err
		}
		rows[i].complete(byPayment[rows[i].ID], closed, caller)
	}
	return nil
}

// checkSecondAdmin sets whether the admin who has entered the open receipt of a row cannot confirm it.
func (f *Offline) checkSecondAdmin(app core.App, row *OfflineRow, receipts []*OfflineReceipt) error {
	i := slices.IndexFunc(receipts, (*OfflineReceipt).isOpen)
	if i < 0 {
		return nil
	}
	o, err := findOffline(app, row.ID)
	if err != nil {
		return err
	}
	row.NeedsSecondAdmin, err = f.needsSecondAdmin(app, o, receipts[i], receipts[i].enteredByActor())
	return err
}

// waitsFor is the next action of an offline payment, by its first step.
var waitsFor = map[OfflineStep]string{
	stepReceipt: "payment",
	stepDeposit: "deposit",
	stepConfirm: "confirm",
	stepReturn:  "return",
}

func (row *OfflineRow) complete(receipts []*OfflineReceipt, closed invoices.Month, caller string) {
	row.Receipts = []ReceiptView{}
	var open *OfflineReceipt
	for _, r := range receipts {
		row.Receipts = append(row.Receipts, r.view())
		if r.isOpen() {
			open = r
		}
	}
	if open != nil {
		if month := invoices.MonthOf(open.bankDate()); month <= closed {
			row.ClosedMonth = month.Title()
		}
	}
	row.NextSteps = nextSteps(OfflineState(row.State), row.ToReturn > 0 && row.ReturnedAt == (httpx.Time{}), open)
	if len(row.NextSteps) > 0 {
		row.NextAction = waitsFor[row.NextSteps[0]]
	}
	if i := slices.Index(row.NextSteps, stepConfirm); i >= 0 {
		row.MayConfirm = open != nil && (!row.NeedsSecondAdmin || open.entererID() != caller)
		if !row.MayConfirm {
			row.NextSteps = slices.Delete(row.NextSteps, i, i+1)
		}
	}
}

// CreateOffline is POST /api/offline-payments.
func (f *Offline) CreateOffline(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := OfflineForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	billing, err := pricing.DecodeBilling(body)
	if err != nil {
		return err
	}
	wanted := offlineRequest{
		billing:    billing,
		couponCode: values.Text(coupons.Field),
		userID:     values.Text("userId"),
		tierID:     values.Text("membershipTierId"),
		payer:      values.Text("payer"),
		note:       values.Text("note"),
		seats:      ledger.WholeNumber(values.Text(ledger.SeatsField.Name)),
	}
	if values.Text("mode") != "" || values.Text("amount") != "" || values.Text("utr") != "" {
		if wanted.receipt, err = f.parseReceipt(values); err != nil {
			return err
		}
	}
	by := audit.RequestActor(e)
	var o *OfflinePayment
	err = f.app.RunInTransaction(func(tx core.App) error {
		o, err = f.createOffline(tx, wanted, by)
		return err
	})
	if err != nil {
		return apperr.Fail("The payment could not be stored. Please try again.", err)
	}
	return f.answerOffline(e, http.StatusCreated, o)
}

// parseReceipt checks the rules of a receipt that its form cannot express.
func (f *Offline) parseReceipt(values rules.Values) (*receiptValues, error) {
	checked, problems := ReceiptForm.Check(values)
	v := receiptValues{
		mode:            checked.Text("mode"),
		utr:             strings.ToUpper(strings.Join(strings.Fields(checked.Text("utr")), "")),
		payer:           checked.Text("payer"),
		isCashConfirmed: checked.Text(cashField.Name) == "true",
	}
	refuse := func(field, code, message string) {
		problems = append(problems, rules.Problem{Field: field, Code: code, Message: message})
	}
	if text := checked.Text("tds"); text != "" {
		tds, err := money.Parse(text)
		if err != nil {
			refuse("tds", "invalid", "Please enter an amount such as 2500")
		}
		v.tds = tds
	}
	// TDS can come alone, when the payer sends its certificate after the money.
	if amount, err := money.Parse(checked.Text("amount")); err == nil && amount >= 0 && amount+v.tds > 0 {
		v.amount = amount
	} else if checked.Text("amount") != "" {
		refuse("amount", "invalid", "Please enter how much has come")
	}
	if v.mode != "" && v.mode != modeCash && v.utr == "" && v.amount > 0 {
		refuse("utr", "required", "Please enter the UTR, or the cheque's number")
	}
	if len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	at, err := f.parseBankDate(checked.Text("bankDate"))
	v.bankDate = at
	return &v, err
}

// parseBankDate parses a day in India. It returns noon of that day, or the current time if it is today, or the zero
// time for "".
func (f *Offline) parseBankDate(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := india.ParseDay(text)
	if err != nil {
		return time.Time{}, apperr.Invalid("no-such-day", "bankDate", india.NoSuchDay)
	}
	now := f.now()
	switch today := india.Day(now); {
	case text == today:
		return now.UTC(), nil
	case text > today:
		return time.Time{}, errBankDateInFuture
	case text < india.Day(now.AddDate(-2, 0, 0)):
		return time.Time{}, errBankDateTooOld
	}
	return day.Add(12 * time.Hour).UTC(), nil
}

// AddOfflineReceipt is POST /api/offline-payments/{id}/receipts.
func (f *Offline) AddOfflineReceipt(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ReceiptForm)
	if err != nil {
		return err
	}
	receipt, err := f.parseReceipt(values)
	if err != nil {
		return err
	}
	return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
		return f.addReceipt(tx, o, *receipt, by)
	})
}

// DepositOffline is POST /api/offline-payments/{id}/deposit: a cheque was deposited at the bank.
func (f *Offline) DepositOffline(e *core.RequestEvent) error {
	return f.stepOffline(e, f.depositCheque)
}

// ConfirmOffline is POST /api/offline-payments/{id}/confirm: the money is on the bank's statement.
func (f *Offline) ConfirmOffline(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ConfirmForm)
	if err != nil {
		return err
	}
	bankDate, err := f.parseBankDate(values.Text("bankDate"))
	if err != nil {
		return err
	}
	return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
		if err := f.checkCashOnConfirm(tx, o, bankDate, values.Text(cashField.Name) == "true", by); err != nil {
			return err
		}
		return f.confirmReceipt(tx, o, bankDate, by)
	})
}

// BounceOffline is POST /api/offline-payments/{id}/bounce: the bank has rejected the payment or has taken the money
// back.
func (f *Offline) BounceOffline(e *core.RequestEvent) error {
	return f.stepWithReason(e, f.bounceReceipt)
}

// CancelOffline is POST /api/offline-payments/{id}/cancel: an admin cancels the purchase.
func (f *Offline) CancelOffline(e *core.RequestEvent) error {
	return f.stepWithReason(e, f.cancelOffline)
}

func (f *Offline) stepWithReason(e *core.RequestEvent,
	step func(tx core.App, o *OfflinePayment, reason string, by audit.Actor) error) error {
	values, err := httpx.DecodeForm(e, BounceForm)
	if err != nil {
		return err
	}
	return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
		return step(tx, o, values.Text("reason"), by)
	})
}

// ReturnOffline is POST /api/offline-payments/{id}/returned: the money of an ended or refunded payment was returned.
func (f *Offline) ReturnOffline(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ReturnForm)
	if err != nil {
		return err
	}
	at, err := f.parseBankDate(values.Text("bankDate"))
	if err != nil {
		return err
	}
	return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
		return f.returnOffline(tx, o, at, values.Text("utr"), by)
	})
}

// stepOffline applies one step to an offline payment and answers the updated payment.
func (f *Offline) stepOffline(e *core.RequestEvent,
	step func(tx core.App, o *OfflinePayment, by audit.Actor) error) error {
	by := audit.RequestActor(e)
	var o *OfflinePayment
	err := f.app.RunInTransaction(func(tx core.App) (err error) {
		if o, err = findOffline(tx, e.Request.PathValue("id")); err != nil {
			return err
		}
		return step(tx, o, by)
	})
	if database.IsMissing(err) {
		return errOfflineNotFound
	}
	if err != nil {
		return apperr.Fail("This could not be stored. Please try again.", err)
	}
	return f.answerOffline(e, http.StatusOK, o)
}

func (f *Offline) answerOffline(e *core.RequestEvent, status int, o *OfflinePayment) error {
	rows := []OfflineRow{o.row()}
	if err := f.completeRows(e, rows); err != nil {
		return apperr.Fail("The payment was stored, but could not be read.", err)
	}
	return e.JSON(status, rows[0])
}

// DownloadProforma is GET /api/offline-payments/{id}/proforma: a PDF with the amount and the bank account.
func (f *Offline) DownloadProforma(e *core.RequestEvent) error {
	o, err := findOffline(e.App, e.Request.PathValue("id"))
	if database.IsMissing(err) {
		return errOfflineNotFound
	}
	if err != nil {
		return apperr.Fail("The proforma could not be read.", err)
	}
	pdf, err := f.ledger.ProformaPDF(e.App, o.TransactionID())
	if err != nil {
		return apperr.Fail("The proforma could not be drawn.", err)
	}
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+proformaFile(o.TransactionID())+`"`)
	return e.Blob(http.StatusOK, "application/pdf", pdf)
}

func proformaFile(transactionID string) string { return "proforma-" + transactionID + ".pdf" }
