package offline

import (
	"net/http"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/settings"
)

const (
	// maxReceipt, in rupees, is far above any membership.
	maxReceipt = 10_000_000
)

// excessField confirms the warning about a receipt over more than is due.
var excessField = rules.Field{
	Name: "isExcessConfirmed", Label: "Record the whole amount, and return what is too much", Kind: rules.Flag,
}

// receiptForm is a receipt as an admin enters it. Amounts are in rupees.
type receiptForm struct {
	Mode            Mode          `json:"mode"`
	UTR             string        `json:"utr"`
	BankDate        string        `json:"bankDate"`
	Amount          *money.Amount `json:"amount"`
	TDS             money.Amount  `json:"tds"`
	TAN             string        `json:"tan"`
	Section         string        `json:"tdsSection"`
	Payer           string        `json:"payer"`
	IsCashConfirmed bool          `json:"isCashConfirmed"`
	// IsExcessConfirmed confirms that more was paid than is due.
	IsExcessConfirmed bool `json:"isExcessConfirmed"`
}

func (receiptForm) Rules() rules.Form { return receiptRules }

var receiptRules = rules.Form{
	{
		Name:     "mode",
		Label:    "Mode",
		Kind:     rules.Choice,
		Required: true,
		Options:  rules.Options(modeNEFT, modeUPI, modeCheque, modeCash),
	},
	ledger.UTRField,
	ledger.Required(ledger.BankDateField),
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
		Label:    "TDS deducted",
		Kind:     rules.Amount,
		Max:      maxReceipt,
		Messages: rules.Messages{Invalid: "Please enter an amount such as 2500"},
	},
	tanField,
	sectionField,
	{Name: "payer", Label: "Payer", Kind: rules.Line, Max: 200},
	cashField,
	excessField,
}

// offlineForm is a new offline payment. Without a receipt it is a proforma; with a receipt, the fields that
// receiptRules require are required too.
type offlineForm struct {
	UserID string `json:"userId"`
	TierID string `json:"membershipTierId"`
	// Seats is the number of memberships that a company buys for others, or 0 for a membership of the member.
	Seats int `json:"seats"`
	receiptForm
	Note       string `json:"note"`
	CouponCode string `json:"couponCode"`
	// ValidUntil is the last day of a proforma. If it is empty, the settings have the number of days.
	ValidUntil string `json:"validUntil"`
	// Billing becomes the member's billing profile. It is nil if the present profile applies.
	Billing *pricing.Billing `json:"billing,omitempty"`
}

func (offlineForm) Rules() rules.Form { return offlineRules }

var offlineRules = rules.Form{
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
	ledger.Optional(receiptRules.Field("mode")), ledger.UTRField, ledger.BankDateField,
	ledger.Optional(receiptRules.Field("amount")),
	receiptRules.Field("tds"), tanField, sectionField, receiptRules.Field("payer"), cashField, excessField,
	{Name: "note", Label: "Note", Kind: rules.Text, Max: 1000},
	ledger.CouponField,
	validUntilField,
}

// confirmForm may correct the bank date of the receipt.
type confirmForm struct {
	_               struct{} `wire:"confirmOffline,password"`
	BankDate        string   `json:"bankDate"`
	IsCashConfirmed bool     `json:"isCashConfirmed"`
}

func (confirmForm) Rules() rules.Form { return rules.Form{ledger.BankDateField, cashField} }

// bounceForm names the receipt that bounced. ReceiptID is needed only if several receipts can bounce.
type bounceForm struct {
	_         struct{} `wire:"bounceOffline"`
	ReceiptID string   `json:"receiptId"`
	Reason    string   `json:"reason"`
}

func (bounceForm) Rules() rules.Form {
	return rules.Form{
		{Name: "receiptId", Label: "Receipt that bounced", Kind: rules.Line, Max: 15},
		ledger.ReasonField,
	}
}

// ListOffline is GET /api/offline-payments.
func (f *Offline) ListOffline() httpx.Endpoint {
	endpoint := httpx.Get(f.listOffline, httpx.Doc{
		Tag: "payments", Summary: "List the offline payments, with the next step of each",
		Query: []httpx.Parameter{{Name: "state",
			Description: "Lists the offline payments in this state, or those that wait for something (open)."}},
	})
	return offlineList.Describe(endpoint)
}

func (f *Offline) listOffline(e *core.RequestEvent) ([]OfflineRow, error) {
	rows, err := lists.QueryRows[OfflineRow](e, offlineList)
	if err != nil {
		return nil, err
	}
	return rows, apperr.Fail("The offline payments could not be read.", f.completeRows(e, rows))
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
	returns, err := listReturns(e.App, ids...)
	if err != nil {
		return err
	}
	returnsOf := map[string][]*OfflineReturn{}
	for _, r := range returns {
		returnsOf[r.offlineID()] = append(returnsOf[r.offlineID()], r)
	}
	site, err := settings.Read(e.App)
	if err != nil {
		return err
	}
	self, err := people.SelfOf(e.App, audit.RequestActor(e))
	if err != nil {
		return err
	}
	for i := range rows {
		if err := f.checkSecondAdmin(e.App, &rows[i], byPayment[rows[i].ID]); err != nil {
			return err
		}
		isOwn, err := self.IsAbout(e.App, audit.Subject{Collection: Collection, ID: rows[i].ID})
		if err != nil {
			return err
		}
		if rows[i].IsTaxReliefOver, err = invoices.IsTaxReliefOver(e.App, rows[i].TransactionID, f.now()); err != nil {
			return err
		}
		rows[i].Left = rows[i].Due - rows[i].Received - rows[i].WrittenOff
		rows[i].complete(byPayment[rows[i].ID], returnsOf[rows[i].ID], closed, func(r *OfflineReceipt) bool {
			return !isOwn && !(rows[i].IsSecondAdminRequired && self.IsActor(r.entererID()))
		})
		if rows[i].Left > site.WriteOffLimit() {
			rows[i].NextSteps = slices.DeleteFunc(rows[i].NextSteps, func(s OfflineStep) bool { return s == stepWriteOff })
		}
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
	row.IsSecondAdminRequired, err = f.needsSecondAdmin(app, o, receipts[i], receipts[i].enteredByActor())
	return err
}

// NextAction is the action that an offline payment waits for.
type NextAction string

const (
	nextPayment NextAction = "payment"
	nextDeposit NextAction = "deposit"
	nextConfirm NextAction = "confirm"
	nextReturn  NextAction = "return"
)

// Values returns all actions.
func (NextAction) Values() []string {
	return rules.Options(nextPayment, nextDeposit, nextConfirm, nextReturn)
}

// waitsFor is the next action of an offline payment, by its first step.
var waitsFor = map[OfflineStep]NextAction{
	stepReceipt: nextPayment,
	stepDeposit: nextDeposit,
	stepConfirm: nextConfirm,
	stepReturn:  nextReturn,
}

func (row *OfflineRow) complete(receipts []*OfflineReceipt, returns []*OfflineReturn, closed invoices.Month,
	mayConfirm func(*OfflineReceipt) bool) {
	row.Receipts, row.Returns = []ReceiptView{}, []ReturnView{}
	hasOpenReturns, hasOpenClaim := false, false
	for _, r := range returns {
		row.Returns = append(row.Returns, r.view())
		hasOpenReturns = hasOpenReturns || r.State() == ReturnOpen
		hasOpenClaim = hasOpenClaim || r.State() == ReturnOpen && r.Kind() == ReturnClaim
		if r.isOwed() {
			row.ToReturn += r.Amount()
		}
	}
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
	row.NextSteps = nextSteps(OfflineState(row.State), hasOpenReturns, open)
	hasEnded := row.State == OfflineBounced || row.State == OfflineCancelled
	if hasEnded && lastCleared(receipts) != nil { // its bank may still take the money back
		row.NextSteps = append(row.NextSteps, stepBounce)
	}
	if hasOpenClaim {
		row.NextSteps = append(row.NextSteps, stepWriteOffClaim)
	}
	if len(row.NextSteps) > 0 && row.State != OfflineLapsed { // no one expects the payment of a lapsed proforma
		row.NextAction = waitsFor[row.NextSteps[0]]
	}
	if i := slices.Index(row.NextSteps, stepConfirm); i >= 0 {
		row.CanConfirm = open != nil && mayConfirm(open)
		if !row.CanConfirm {
			row.NextSteps = slices.Delete(row.NextSteps, i, i+1)
		}
	}
}

// CreateOffline is POST /api/offline-payments.
func (f *Offline) CreateOffline() httpx.Endpoint {
	return httpx.JSON(f.createFromForm, httpx.Doc{
		Tag: "payments", Summary: "Enter an offline payment, or create a proforma", Status: http.StatusCreated,
		Description: "Without a mode it is a proforma that waits for its payment. Amounts are in rupees.",
		Errors: []*apperr.Error{
			ledger.ErrUserNotFound, ledger.ErrNoSuchTier, ledger.ErrMemberForLife, errOpenOfflineForLife,
			errReceiptTaken,
			errOfflineFree,
		},
		Statuses: []int{http.StatusNotFound},
		Example:  map[string]any{"payer": "Sea Shipping Ltd"},
	})
}

func (f *Offline) createFromForm(e *core.RequestEvent, form offlineForm) (OfflineRow, error) {
	var receipt *receiptValues
	if form.receiptForm != (receiptForm{Payer: form.Payer}) { // a proforma can have a payer, but nothing else of a receipt
		var err error
		if receipt, err = f.parseReceipt(form.receiptForm); err != nil {
			return OfflineRow{}, err
		}
	}
	by := audit.RequestActor(e)
	var o *OfflinePayment
	err := f.app.RunInTransaction(func(tx core.App) (err error) {
		o, err = f.createOffline(tx, form, receipt, by)
		return err
	})
	if err != nil {
		return OfflineRow{}, apperr.Fail("The payment could not be saved. Please try again.", err)
	}
	return f.completeRow(e, o)
}

// parseReceipt returns a receipt whose form has no problems.
func (f *Offline) parseReceipt(form receiptForm) (*receiptValues, error) {
	if problems := form.check(); len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	at, err := f.ledger.ParseBankDate(form.BankDate)
	return &receiptValues{
		mode:            form.Mode,
		utr:             strings.ToUpper(strings.Join(strings.Fields(form.UTR), "")),
		bankDate:        at,
		payer:           form.Payer,
		amount:          *form.Amount,
		tds:             form.TDS,
		tan:             strings.ToUpper(form.TAN),
		section:         form.Section,
		isCashConfirmed: form.IsCashConfirmed,

		isExcessConfirmed: form.IsExcessConfirmed,
	}, err
}

// check checks the rules of a receipt that its form cannot express. The form of a new offline payment does not require
// the fields of a receipt.
func (form receiptForm) check() []rules.Problem {
	var problems []rules.Problem
	refuse := func(field, code, message string) {
		problems = append(problems, rules.Problem{Field: field, Code: code, Message: message})
	}
	require := func(name string, isMissing bool) {
		if isMissing {
			refuse(name, "required", receiptRules.Field(name).ErrorMessages().Required)
		}
	}
	require("mode", form.Mode == "")
	require("bankDate", form.BankDate == "")
	require("amount", form.Amount == nil)
	// TDS can come alone, when the payer sends its certificate after the money.
	if form.Amount != nil && *form.Amount+form.TDS <= 0 {
		refuse("amount", "invalid", "Please enter the amount received")
	}
	if form.Mode != "" && form.Mode != modeCash && form.UTR == "" && form.Amount != nil && *form.Amount > 0 {
		refuse("utr", "required", "Please enter the UTR or the cheque number")
	}
	switch hasDeductor := form.TAN != "" || form.Section != ""; {
	case form.TDS > 0:
		require(tanField.Name, form.TAN == "")
		require(sectionField.Name, form.Section == "")
	case hasDeductor:
		refuse("tds", "required", "Please enter the TDS deducted, or remove the TAN and the section")
	}
	return problems
}

// AddOfflineReceipt is POST /api/offline-payments/{id}/receipts.
func (f *Offline) AddOfflineReceipt() httpx.Endpoint {
	return httpx.JSON(f.addOfflineReceipt, httpx.Doc{
		Tag: "payments", Summary: "Enter a receipt of an offline payment",
		Errors:  []*apperr.Error{errOfflineNotFound, errOfflineState, errReceiptOpen, errReceiptTaken},
		Example: map[string]any{"mode": "neft", "utr": "N1", "bankDate": "2026-08-01", "amount": "100"},
	})
}

func (f *Offline) addOfflineReceipt(e *core.RequestEvent, form receiptForm) (OfflineRow, error) {
	receipt, err := f.parseReceipt(form)
	if err != nil {
		return OfflineRow{}, err
	}
	return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
		return f.addReceipt(tx, o, *receipt, by)
	})
}

// DepositOffline is POST /api/offline-payments/{id}/deposit: a cheque was deposited at the bank.
func (f *Offline) DepositOffline() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (OfflineRow, error) {
		return f.stepOffline(e, f.depositCheque)
	}, httpx.Doc{
		Tag: "payments", Summary: "Record that a cheque was deposited",
		Errors: []*apperr.Error{errOfflineNotFound, errOfflineState, errNoCheque},
	})
}

// ConfirmOffline is POST /api/offline-payments/{id}/confirm: the money is on the bank's statement.
func (f *Offline) ConfirmOffline() httpx.Endpoint {
	return httpx.JSON(f.confirmOffline, httpx.Doc{
		Tag: "payments", Summary: "Confirm that the money has arrived",
		Description: "If the amount is above the limit in the settings, a second admin must confirm it, not the " +
			"admin who entered the receipt. The membership begins after full payment.",
		Errors: []*apperr.Error{errOfflineNotFound, errOfflineState, errNotDeposited, errSecondAdmin},
	})
}

func (f *Offline) confirmOffline(e *core.RequestEvent, form confirmForm) (OfflineRow, error) {
	bankDate, err := f.ledger.ParseBankDate(form.BankDate)
	if err != nil {
		return OfflineRow{}, err
	}
	return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
		if err := f.checkCashOnConfirm(tx, o, bankDate, form.IsCashConfirmed, by); err != nil {
			return err
		}
		return f.confirmReceipt(tx, o, bankDate, by)
	})
}

// BounceOffline is POST /api/offline-payments/{id}/bounce: the bank has rejected the payment or has taken the money
// back.
func (f *Offline) BounceOffline() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form bounceForm) (OfflineRow, error) {
		return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
			return f.bounceReceipt(tx, o, form.ReceiptID, form.Reason, by)
		})
	}, httpx.Doc{
		Tag: "payments", Summary: "Record that a receipt has bounced",
		Description: "The membership that it paid for ends. If several receipts are cleared, receiptId names the one " +
			"that bounced.",
		Errors:  []*apperr.Error{errOfflineNotFound, errOfflineState, errReceiptOpenFirst, errReceiptNotChosen},
		Example: map[string]any{"reason": "Returned by the bank"},
	})
}

// CancelOffline is POST /api/offline-payments/{id}/cancel: an admin cancels the purchase.
func (f *Offline) CancelOffline() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form ledger.ReasonForm) (OfflineRow, error) {
		return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
			return f.cancelOffline(tx, o, form.Reason, by)
		})
	}, httpx.Doc{
		Tag: "payments", Summary: "Cancel an offline payment",
		Description: "The membership that it paid for ends, and the money that was received must be returned.",
		Errors:      []*apperr.Error{errOfflineNotFound, errOfflineState},
		Example:     map[string]any{"reason": "Changed their mind"},
	})
}

// stepOffline applies one step to an offline payment and returns the updated payment.
func (f *Offline) stepOffline(e *core.RequestEvent,
	step func(tx core.App, o *OfflinePayment, by audit.Actor) error) (OfflineRow, error) {
	by := audit.RequestActor(e)
	var o *OfflinePayment
	err := f.app.RunInTransaction(func(tx core.App) (err error) {
		if o, err = findOffline(tx, e.Request.PathValue("id")); err != nil {
			return err
		}
		return step(tx, o, by)
	})
	if err != nil {
		return OfflineRow{}, apperr.Fail("This could not be saved. Please try again.",
			database.IfMissing(err, errOfflineNotFound))
	}
	return f.completeRow(e, o)
}

// runOrWait changes a payment, or stores the change as a request to a second admin.
func (f *Offline) runOrWait(e *core.RequestEvent, id string, describe func(tx core.App) (approvals.Request, error),
	apply func(tx core.App) error) (outcome approvals.Outcome[OfflineRow], err error) {
	waiting, err := f.approvals.Run(audit.RequestActor(e), describe, apply)
	if err != nil {
		return outcome, apperr.Fail("This could not be saved. Please try again.", err)
	}
	if waiting != nil {
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
		return outcome, nil
	}
	o, err := findOffline(f.app, id)
	if err != nil {
		return outcome, apperr.Fail("The payment was saved, but could not be read.", err)
	}
	outcome.Answer, err = f.completeRow(e, o)
	return outcome, err
}

func (f *Offline) completeRow(e *core.RequestEvent, o *OfflinePayment) (OfflineRow, error) {
	rows := []OfflineRow{o.row()}
	err := f.completeRows(e, rows)
	return rows[0], apperr.Fail("The payment was saved, but could not be read.", err)
}

// DownloadProforma is GET /api/offline-payments/{id}/proforma: a PDF with the amount and the bank account.
func (f *Offline) DownloadProforma() httpx.Endpoint {
	return httpx.File(f.downloadProforma, []string{"application/pdf"}, httpx.Doc{
		Tag: "payments", Summary: "Download the proforma invoice of an offline payment",
		Errors: []*apperr.Error{errOfflineNotFound},
	})
}

func (f *Offline) downloadProforma(e *core.RequestEvent) error {
	o, err := findOffline(e.App, e.Request.PathValue("id"))
	if err != nil {
		return apperr.Fail("The proforma could not be read.", database.IfMissing(err, errOfflineNotFound))
	}
	pdf, err := f.ledger.ProformaPDF(e.App, o.TransactionID(), o.validUntil())
	if err != nil {
		return apperr.Fail("The proforma could not be created.", err)
	}
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+proformaFile(o.TransactionID())+`"`)
	return e.Blob(http.StatusOK, "application/pdf", pdf)
}

func proformaFile(transactionID string) string { return "proforma-" + transactionID + ".pdf" }
