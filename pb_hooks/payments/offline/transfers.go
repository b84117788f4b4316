package offline

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
)

// One transfer or cheque may pay several offline payments. An admin enters it once and divides it: each payment gets a
// receipt with its part. The parts are one line of the bank's statement, so they are deposited, confirmed and bounced
// together, and they count together towards what one admin may confirm alone.

// maxParts is the largest number of payments that one transfer can be divided over.
const maxParts = 20

// transferForm is a divided transfer. Amount is the amount on the bank's statement, the sum of the parts.
type transferForm struct {
	_                 struct{}     `wire:"transfer"`
	Mode              Mode         `json:"mode"`
	UTR               string       `json:"utr"`
	BankDate          string       `json:"bankDate"`
	Amount            money.Amount `json:"amount"`
	Payer             string       `json:"payer"`
	Parts             []partForm   `json:"parts"`
	IsExcessConfirmed bool         `json:"isExcessConfirmed"`
}

// partForm is what a transfer pays for one offline payment.
type partForm struct {
	OfflineID string       `json:"offlinePaymentId"`
	Amount    money.Amount `json:"amount"`
	TDS       money.Amount `json:"tds"`
	TAN       string       `json:"tan"`
	Section   string       `json:"tdsSection"`
}

func (transferForm) Rules() rules.Form {
	mode := receiptRules.Field("mode")
	mode.Options = rules.Options(modeNEFT, modeUPI, modeCheque) // each cash receipt is of one payment (cash.go)
	return rules.Form{
		mode, ledger.Required(ledger.UTRField), ledger.Required(ledger.BankDateField), receiptRules.Field("amount"),
		receiptRules.Field("payer"),
		{Name: "parts", Label: "Parts", Kind: rules.Rows, Required: true, Max: maxParts, Row: rules.Form{
			{Name: "offlinePaymentId", Label: "Payment", Kind: rules.Line, Required: true, Max: 15,
				Messages: rules.Messages{Required: "Please choose a payment"}},
			receiptRules.Field("amount"), receiptRules.Field("tds"), tanField, sectionField,
		}},
		excessField,
	}
}

// Transfer is a divided transfer with the offline payments that it pays.
type Transfer struct {
	ID       string       `json:"id"`
	Payments []OfflineRow `json:"payments"`
}

// EnterTransfer is POST /api/offline-transfers.
func (f *Offline) EnterTransfer() httpx.Endpoint {
	return httpx.JSON(f.enterTransfer, httpx.Doc{
		Tag: "payments", Summary: "Enter a transfer that pays several offline payments", Status: http.StatusCreated,
		Description: "Each payment gets a receipt with its part. The parts are confirmed together. Amounts are in rupees.",
		Errors:      []*apperr.Error{errOfflineNotFound, errOfflineState, errReceiptOpen, errReceiptTaken},
		Example: map[string]any{
			"mode": "neft", "utr": "N1", "bankDate": "2026-08-01", "amount": "236",
			"parts": []any{map[string]any{"offlinePaymentId": "abc", "amount": "118"}},
		},
	})
}

func (f *Offline) enterTransfer(e *core.RequestEvent, form transferForm) (Transfer, error) {
	receipts, err := f.parseTransfer(form)
	if err != nil {
		return Transfer{}, err
	}
	by := audit.RequestActor(e)
	view := Transfer{ID: receipts[0].transferID, Payments: []OfflineRow{}}
	err = f.app.RunInTransaction(func(tx core.App) error {
		var parts []part
		for i, receipt := range receipts {
			o, err := findOffline(tx, form.Parts[i].OfflineID)
			if err != nil {
				return ofPart(i, database.IfMissing(err, errPartNotFound))
			}
			r, err := f.enterReceipt(tx, o, receipt, by)
			if err != nil {
				return ofPart(i, err)
			}
			parts = append(parts, part{o, r})
		}
		for _, p := range parts {
			if err := f.emailSecondAdmin(tx, p.o, p.r, by); err != nil {
				return err
			}
			view.Payments = append(view.Payments, p.o.row())
		}
		return nil
	})
	if err != nil {
		return Transfer{}, apperr.Fail("The transfer could not be saved. Please try again.", err)
	}
	return view, apperr.Fail("The transfer was saved, but could not be read.", f.completeRows(e, view.Payments))
}

var errPartNotFound = apperr.Invalid("offline-payment-not-found", "offlinePaymentId",
	"This offline payment was not found.")

// parseTransfer returns the receipts of the parts.
func (f *Offline) parseTransfer(form transferForm) ([]receiptValues, error) {
	id := core.GenerateDefaultRandomId()
	var sum money.Amount
	var receipts []receiptValues
	seen := map[string]bool{}
	for i, p := range form.Parts {
		receipt := receiptForm{
			Mode: form.Mode, UTR: form.UTR, BankDate: form.BankDate, Amount: &p.Amount, TDS: p.TDS, TAN: p.TAN,
			Section: p.Section, Payer: form.Payer, IsExcessConfirmed: form.IsExcessConfirmed,
		}
		if problems := receipt.check(); len(problems) > 0 {
			for n := range problems {
				problems[n].Field = fieldOfPart(i, problems[n].Field)
			}
			return nil, httpx.Invalid(problems...)
		}
		v, err := f.parseReceipt(receipt)
		if err != nil {
			return nil, err
		}
		if seen[p.OfflineID] {
			return nil, ofPart(i, apperr.Invalid("payment-twice", "offlinePaymentId",
				"This payment is among the parts already."))
		}
		v.transferID, v.part, v.transferAmount = id, i, form.Amount
		seen[p.OfflineID], sum, receipts = true, sum+p.Amount, append(receipts, *v)
	}
	if sum != form.Amount {
		return nil, apperr.Invalid("transfer-sum", "amount", fmt.Sprintf("The parts are %s together, but the transfer "+
			"is %s. If a part of it is not due, add it to one of the payments, to which it is owed back.",
			sum.Format("INR"), form.Amount.Format("INR")))
	}
	return receipts, nil
}

// ofPart moves the error of a receipt to the field of its part.
func ofPart(i int, err error) error {
	var public *apperr.Error
	if !errors.As(err, &public) || public.Field == "" {
		return err
	}
	moved := *public
	moved.Field = fieldOfPart(i, public.Field)
	return &moved
}

// fieldOfPart returns the name of the field of a part. The transfer has the others.
func fieldOfPart(i int, field string) string {
	if slices.Contains([]string{"mode", "utr", "bankDate", excessField.Name}, field) {
		return field
	}
	return fmt.Sprintf("parts.%d.%s", i, field)
}

// part is a receipt with its offline payment.
type part struct {
	o *OfflinePayment
	r *OfflineReceipt
}

// partsOf returns the receipts that are confirmed, deposited and bounced together with a receipt: only itself, or all
// parts of a divided transfer. The receipt r of the payment o is among them.
func partsOf(app core.App, o *OfflinePayment, r *OfflineReceipt) ([]part, error) {
	if r.transferID() == "" {
		return []part{{o, r}}, nil
	}
	list, err := listTransfer(app, r.transferID())
	if err != nil {
		return nil, err
	}
	parts := make([]part, len(list))
	for i, other := range list {
		if other.Id == r.Id {
			parts[i] = part{o, r}
			continue
		}
		of, err := findOffline(app, other.offlineID())
		if err != nil {
			return nil, err
		}
		parts[i] = part{of, other}
	}
	return parts, nil
}

// describeParts returns the approval request for receipts that are confirmed together. It needs a second admin if one
// of them needs one, or if their sum does.
func (f *Offline) describeParts(tx core.App, parts []part) (approvals.Request, error) {
	var whole approvals.Request
	for _, p := range parts {
		request, err := f.describeOffline(tx, p.o, p.r)
		if err != nil || len(parts) == 1 {
			return request, err
		}
		if whole.Kind == "" {
			whole = request
			whole.ListValue, whole.Unpaid, whole.Shares = 0, 0, nil
		}
		whole.ListValue = max(whole.ListValue, request.ListValue)
		whole.Unpaid += request.Unpaid
		whole.Shares = append(whole.Shares, request.Shares...)
		for _, share := range request.Shares {
			request.Unpaid -= share.Value
		}
		if request.Unpaid > 0 {
			whole.Shares = append(whole.Shares, approvals.Share{Subject: request.Subject, Value: request.Unpaid})
		}
	}
	return whole, nil
}
