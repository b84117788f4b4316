package documents

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/settings"
)

// An admin records two changes of a document's IRN after its registration: the portal has cancelled the IRN, or the
// number or the date of its acknowledgement was entered wrongly.

const wrongPortalTime = "Please enter the day and time, such as 2026-11-23 14:05"

// cancelIRNForm is the cancellation as the portal shows it. Billing is the buyer on the new document; the default is
// the old document's buyer.
type cancelIRNForm struct {
	_            struct{}         `wire:"cancelIRN,password"`
	CancelledAt  string           `json:"cancelledAt"`
	CancelReason string           `json:"cancelReason"`
	CancelNote   string           `json:"cancelNote"`
	Billing      *pricing.Billing `json:"billing,omitempty"`
}

func (cancelIRNForm) Rules() rules.Form { return cancelIRNRules }

var cancelIRNRules = rules.Form{
	{
		Name: "cancelledAt", Label: "Cancelled at the portal on", Kind: rules.Line, Required: true, Max: 19,
		Messages: rules.Messages{Required: wrongPortalTime, Invalid: wrongPortalTime},
	},
	{
		Name: "cancelReason", Label: "Reason given at the portal", Kind: rules.Choice, Required: true,
		Options:  invoices.CancelReasons,
		Messages: rules.Messages{Required: "Please choose the reason that was given at the portal"},
	},
	{Name: "cancelNote", Label: "Remark", Kind: rules.Line, Required: true, Max: 100},
}

type correctIRNForm struct {
	AckNumber string `json:"ackNumber"`
	AckDate   string `json:"ackDate"`
}

func (correctIRNForm) Rules() rules.Form { return correctIRNRules }

var correctIRNRules = rules.Form{
	{
		Name:     "ackNumber",
		Label:    "Acknowledgement number",
		Kind:     rules.Line,
		Required: true,
		Max:      20,
		Pattern:  `^[0-9]{1,20}$`,
		Messages: rules.Messages{Invalid: "Please enter the digits of the acknowledgement number"},
	},
	{
		Name: "ackDate", Label: "Acknowledged on", Kind: rules.Line, Required: true, Max: 19,
		Messages: rules.Messages{Required: wrongPortalTime, Invalid: wrongPortalTime},
	},
}

// CancelIRN is POST /api/documents/{id}/irn/cancel: the portal has cancelled the IRN of a document, and a new document
// replaces it.
func (d *Documents) CancelIRN() httpx.Endpoint {
	return httpx.JSON(d.cancelIRNOf, httpx.Doc{
		Tag: "payments", Summary: "Record that the portal has cancelled the IRN of a document",
		Description: "The portal cancels an IRN within 24 hours of its acknowledgement. A document with the next " +
			"number replaces the cancelled one. The answer lists the documents of the transaction.",
		Errors: append([]*apperr.Error{errInvoiceNotFound}, pricing.Errors...), Statuses: []int{http.StatusConflict},
		Example: map[string]any{
			"cancelledAt": "2026-08-03 12:00", "cancelReason": "2", "cancelNote": "Wrong address",
		},
	})
}

func (d *Documents) cancelIRNOf(e *core.RequestEvent, form cancelIRNForm) ([]DocumentRow, error) {
	at, isTime := invoices.ParsePortalTime(form.CancelledAt)
	if !isTime {
		return nil, apperr.Invalid("cancel-date", "cancelledAt", wrongPortalTime)
	}
	c := invoices.Cancellation{At: at, Reason: form.CancelReason, Note: form.CancelNote}
	return d.changeIRN(e, func(tx core.App, invoice *invoices.Invoice, t *ledger.Transaction, by audit.Actor) error {
		return d.cancelIRN(tx, invoice, t, c, form.Billing, by)
	})
}

// CorrectIRN is POST /api/documents/{id}/irn/correct. The buyer gets the corrected document.
func (d *Documents) CorrectIRN() httpx.Endpoint {
	return httpx.JSON(d.correctIRN, httpx.Doc{
		Tag: "payments", Summary: "Correct the acknowledgement of an IRN",
		Description: "The corrected document is emailed to its buyer. The answer lists the documents of the " +
			"transaction.",
		Errors: []*apperr.Error{errInvoiceNotFound}, Statuses: []int{http.StatusConflict},
		Example: map[string]any{"ackNumber": "112610036563311", "ackDate": "2026-08-03 12:00"},
	})
}

func (d *Documents) correctIRN(e *core.RequestEvent, form correctIRNForm) ([]DocumentRow, error) {
	at, isTime := invoices.ParsePortalTime(form.AckDate)
	if !isTime {
		return nil, apperr.Invalid("ack-date", "ackDate", wrongPortalTime)
	}
	return d.changeIRN(e, func(tx core.App, invoice *invoices.Invoice, t *ledger.Transaction, by audit.Actor) error {
		r, err := invoices.CorrectAck(tx, invoice, form.AckNumber, at, d.now())
		if err != nil {
			return err
		}
		subject := audit.Subject{Label: invoice.Number()}
		err = d.audit.Record(tx, by, "document.irn-corrected", subject, map[string]any{
			"irn": r.IRN(), "ackNumber": r.AckNumber(), "ackAt": r.AckAt(), "transactionId": t.Id,
		})
		if err != nil {
			return err
		}
		return d.ledger.EmailReady(tx, t, invoice, ":"+r.AckNumber()+":"+r.AckAt().Format("20060102150405"))
	})
}

// changeIRN changes the registration of a document, and returns the documents of its transaction.
func (d *Documents) changeIRN(
	e *core.RequestEvent, change func(core.App, *invoices.Invoice, *ledger.Transaction, audit.Actor) error,
) (rows []DocumentRow, err error) {
	by := audit.RequestActor(e)
	err = d.app.RunInTransaction(func(tx core.App) error {
		invoice, err := invoices.Find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		t, err := ledger.FindTransaction(tx, invoice.TransactionID())
		if err != nil {
			return err
		}
		if err := change(tx, invoice, t, by); err != nil {
			return err
		}
		rows, err = List(tx, t)
		return err
	})
	return rows, apperr.Fail("This could not be recorded. Please try again.",
		database.IfMissing(err, errInvoiceNotFound))
}

func (d *Documents) cancelIRN(
	tx core.App, invoice *invoices.Invoice, t *ledger.Transaction, c invoices.Cancellation, billing *pricing.Billing,
	by audit.Actor,
) error {
	c.By = by.Name
	if billing != nil && invoice.RefundID() == "" { // a credit note keeps the buyer of its invoice
		site, err := settings.Read(tx)
		if err != nil {
			return err
		}
		if err := pricing.CheckInvoiceable(tx, site, *billing, t.Amount(), t.Currency()); err != nil {
			return err
		}
		recipient := billing.Recipient(t.Customer())
		c.Recipient, c.Place = &recipient, billing.Place()
		if c.Place == (gst.State{}) {
			c.Place = gst.StateOf(t.BillingState())
		}
	}
	next, err := invoices.CancelIRN(tx, invoice, c, d.now())
	if err != nil {
		return err
	}
	if c.Recipient != nil {
		if err := d.ledger.SetBilling(tx, t, *billing); err != nil {
			return err
		}
	}
	err = d.audit.Record(tx, by, "document.irn-cancelled", audit.Subject{Label: invoice.Number()}, map[string]any{
		"cancelledAt":   c.At,
		"reason":        invoices.CancelReasonText(c.Reason),
		"remark":        c.Note,
		"replacedBy":    next.Number(),
		"transactionId": t.Id,
	})
	if err != nil {
		return err
	}
	customer, err := ledger.Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return d.outbox.Enqueue(tx, emails.DocumentReplaced{
		TransactionID: t.Id, InvoiceID: next.Id,
		Document: invoice.Title(), Number: next.Number(), Cancelled: invoice.Number(),
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}
