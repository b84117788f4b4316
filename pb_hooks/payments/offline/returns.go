package offline

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
)

// Each amount that the office owes to a payer has a row: what exceeds the price, a refund of a part, or the money of a
// purchase that has ended. An admin records the bank transfer with which it was returned, and the buyer gets an email.
// What was sold and what
// these rows say is together always the money of the confirmed receipts.

// returnForm is the transfer with which money was returned. ReturnID names one of several amounts. Without it, the
// transfer has returned all that the office owes for the payment.
type returnForm struct {
	_        struct{} `wire:"returnOffline"`
	ReturnID string   `json:"returnId"`
	UTR      string   `json:"utr"`
	BankDate string   `json:"bankDate"`
}

func (returnForm) Rules() rules.Form {
	return rules.Form{
		{Name: "returnId", Label: "What was returned", Kind: rules.Line, Max: 15},
		ledger.Required(ledger.UTRField), ledger.Required(ledger.BankDateField),
	}
}

// ReturnOffline is POST /api/offline-payments/{id}/returned: money that was owed was returned.
func (f *Offline) ReturnOffline() httpx.Endpoint {
	return httpx.JSON(f.recordReturn, httpx.Doc{
		Tag: "payments", Summary: "Record that the money was returned",
		Description: "Without a returnId, the transfer has returned all that the office owes for the payment.",
		Errors:      []*apperr.Error{errOfflineNotFound, errNothingToReturn},
		Example:     map[string]any{"utr": "R1", "bankDate": "2026-08-01"},
	})
}

func (f *Offline) recordReturn(e *core.RequestEvent, form returnForm) (OfflineRow, error) {
	at, err := f.ledger.ParseBankDate(form.BankDate)
	if err != nil {
		return OfflineRow{}, err
	}
	return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
		return f.returnOffline(tx, o, form.ReturnID, at, form.UTR, by)
	})
}

// returnOffline records that one amount, or all amounts that the office owes, were returned. A claim is recorded as
// returned only by its id, or if nothing else is open.
func (f *Offline) returnOffline(tx core.App, o *OfflinePayment, returnID string, at time.Time, reference string,
	by audit.Actor) error {
	open, err := openReturns(tx, o)
	if err != nil {
		return err
	}
	if returnID != "" || slices.ContainsFunc(open, (*OfflineReturn).isOwed) {
		open = slices.DeleteFunc(open, func(r *OfflineReturn) bool {
			return returnID != "" && r.Id != returnID || returnID == "" && !r.isOwed()
		})
	}
	if len(open) == 0 {
		return errNothingToReturn
	}
	var returned money.Amount
	for _, r := range open {
		if r.isOwed() {
			returned += r.Amount()
		}
		if err := r.setState(ReturnReturned); err != nil {
			return err
		}
		r.setReturned(at, reference, by.Name)
		if err := saveReturn(tx, r); err != nil {
			return err
		}
		if err := f.recordReturnOf(tx, "offline-payment.returned", o, r, by); err != nil {
			return err
		}
	}
	if err := f.saveOffline(tx, o); err != nil || returned == 0 { // a claim comes back to us
		return err
	}
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	return f.emailOffline(tx, o, t, emails.OfflinePayment{
		What: "returned", ReceiptID: open[0].Id, Receipt: reference, Amount: returned,
	})
}

// owe stores an amount that has to be returned.
func (f *Offline) owe(tx core.App, o *OfflinePayment, kind ReturnKind, amount money.Amount, reason string,
	by audit.Actor) error {
	r, err := newReturn(tx, o, kind, amount, reason, by.Name)
	if err != nil {
		return err
	}
	if err := saveReturn(tx, r); err != nil {
		return err
	}
	return f.recordReturnOf(tx, "offline-payment.return-owed", o, r, by)
}

// oweHeld replaces the open returns of a payment that has ended by one over all money that is left. If more was
// returned than has remained after a bounce, the payer owes the difference to us. Claims that the payer has repaid are
// money that we hold, and those that were written off are not claimed again. It returns what the office owes.
func (f *Offline) oweHeld(tx core.App, o *OfflinePayment, receipts []*OfflineReceipt, reason string,
	by audit.Actor) (money.Amount, error) {
	var held money.Amount
	for _, r := range receipts {
		if r.State() == ReceiptCleared {
			held += r.Amount()
		}
	}
	list, err := listReturns(tx, o.Id)
	if err != nil {
		return 0, err
	}
	for _, r := range list {
		switch r.State() {
		case ReturnReturned, ReturnWrittenOff:
			held -= r.balance()
		case ReturnOpen:
			if err := r.setState(ReturnReplaced); err != nil {
				return 0, err
			}
			if err := saveReturn(tx, r); err != nil {
				return 0, err
			}
		}
	}
	switch {
	case held > 0:
		return held, f.owe(tx, o, ReturnEnded, held, reason, by)
	case held < 0:
		return 0, f.owe(tx, o, ReturnClaim, -held, reason, by)
	}
	return 0, nil
}

// recordReturnOf writes into the audit log what happened to a return.
func (f *Offline) recordReturnOf(tx core.App, action string, o *OfflinePayment, r *OfflineReturn,
	by audit.Actor) error {
	view := r.view()
	return f.audit.Record(tx, by, action, audit.SubjectOf(o.ProxyRecord()), map[string]any{
		"amount": view.Amount.Format(o.Currency()), "kind": string(view.Kind), "reason": view.Reason,
		"reference": view.Reference, "return": view.ID,
	})
}

// balance is the amount, which is negative if the payer returns it to us.
func (r *OfflineReturn) balance() money.Amount {
	if r.Kind() == ReturnClaim {
		return -r.Amount()
	}
	return r.Amount()
}

// isOwed reports whether the office still owes the amount to the payer.
func (r *OfflineReturn) isOwed() bool { return r.State() == ReturnOpen && r.Kind() != ReturnClaim }

func openReturns(app core.App, o *OfflinePayment) ([]*OfflineReturn, error) {
	list, err := listReturns(app, o.Id)
	return slices.DeleteFunc(list, func(r *OfflineReturn) bool { return r.State() != ReturnOpen }), err
}
