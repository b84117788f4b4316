package refunds

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
)

// The provider refuses some refunds, for example of a payment that is older than six months or to a closed card. The
// office then returns the money by bank transfer, and an admin records it. The ledger books it as the refund.

// transferForm is the bank transfer that replaces a failed refund.
type transferForm struct {
	_        struct{} `wire:"refundTransfer,password"`
	UTR      string   `json:"utr"`
	BankDate string   `json:"bankDate"`
}

func (transferForm) Rules() rules.Form {
	return rules.Form{ledger.Required(ledger.UTRField), ledger.Required(ledger.BankDateField)}
}

var (
	errRefundNotFound  = apperr.NotFound("refund-not-found", "This refund was not found.")
	errRefundNotFailed = apperr.Conflict("refund-not-failed",
		"Only a refund that Razorpay has refused can be returned by bank transfer.")
	errTransferTooLarge = apperr.Conflict("refunded-since",
		"This payment was refunded in the meantime. Please check what is left to refund.")
)

// RecordTransfer is POST /api/transactions/{id}/refunds/{refund}/transfer.
func (rs *Refunds) RecordTransfer() httpx.Endpoint {
	return httpx.JSON(rs.recordTransfer, httpx.Doc{
		Tag: "payments", Summary: "Record the bank transfer that replaces a refund that Razorpay has refused",
		Description: "It counts as the refund: the credit note is issued, and after a full refund the membership ends.",
		Errors: []*apperr.Error{
			errRefundNotFound, errRefundNotFailed, errTransferTooLarge, errRefundUnderWay, errRefundDisputed,
		},
		Example: map[string]any{"utr": "R1", "bankDate": "2026-08-01"},
	})
}

func (rs *Refunds) recordTransfer(e *core.RequestEvent, form transferForm) (row RefundRow, err error) {
	at, err := rs.ledger.ParseBankDate(form.BankDate)
	if err != nil {
		return row, err
	}
	id, by := e.Request.PathValue("id"), audit.RequestActor(e)
	defer rs.ledger.LockTransaction(id)()
	err = rs.app.RunInTransaction(func(tx core.App) error {
		r, err := find(tx, e.Request.PathValue("refund"))
		if err != nil {
			return database.IfMissing(err, errRefundNotFound)
		}
		if r.TransactionID() != id {
			return errRefundNotFound
		}
		t, err := ledger.FindTransaction(tx, id)
		if err != nil {
			return err
		}
		if err := checkTransfer(tx, t, r); err != nil {
			return err
		}
		if err := checkTransferDate(tx, r, at); err != nil {
			return err
		}
		r.setTransferred(form.UTR, at, by.Name)
		if err := saveRefund(tx, r); err != nil {
			return err
		}
		err = rs.audit.Record(tx, by, "transaction.refund-transferred", audit.SubjectOf(t.Record), map[string]any{
			"amount": r.Amount().Format(r.Currency()), "payment": r.PaymentID(), "reason": r.Reason(),
			"reference": form.UTR, "bankDate": form.BankDate,
		})
		if err != nil {
			return err
		}
		_, err = rs.ledger.Refund(tx, t, ledger.Return{
			ID: ledger.TransferID + r.Id, PaymentID: r.PaymentID(), Amount: r.Amount(), At: at, MadeAt: at,
			KeepsMandate: r.Mandate() == MandateStays,
		})
		row = newRow(r)
		return err
	})
	return row, apperr.Fail("The transfer could not be saved. Please try again.", err)
}

// checkTransfer returns an error if a bank transfer cannot replace a refund.
func checkTransfer(tx core.App, t *ledger.Transaction, r *Refund) error {
	if r.State() != Failed {
		return errRefundNotFailed
	}
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	if facts.IsDisputed() {
		return errRefundDisputed
	}
	switch _, err := FindOpen(tx, r.PaymentID()); {
	case err == nil:
		return errRefundUnderWay
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	p, err := ledger.FindCaptured(tx, r.PaymentID())
	switch isCaptured, err := ledger.Found(err); {
	case err != nil:
		return err
	case !isCaptured || p.Left() < r.Amount():
		return errTransferTooLarge
	}
	return nil
}

// checkTransferDate refuses a bank transfer before the day of the payment that it returns, because its credit note would
// be older than the invoice.
func checkTransferDate(tx core.App, r *Refund, at time.Time) error {
	p, err := ledger.FindCaptured(tx, r.PaymentID())
	if err == nil && india.Day(at) < india.Day(p.PaidAt()) {
		err = apperr.Invalid("transfer-before-payment", ledger.BankDateField.Name,
			"This is before the payment of "+india.DayText(p.PaidAt())+".")
	}
	return err
}

// ListRows returns the requested refunds of a transaction, oldest first.
func ListRows(app core.App, t *ledger.Transaction) ([]RefundRow, error) {
	list, err := List(app, t.Id)
	if err != nil {
		return nil, err
	}
	rows := make([]RefundRow, len(list))
	for i, r := range list {
		rows[i] = newRow(r)
		var refusal *apperr.Error
		switch err := checkTransfer(app, t, r); {
		case err == nil:
			rows[i].CanBeTransferred = true
		case !errors.As(err, &refusal):
			return nil, err
		}
	}
	return rows, nil
}
