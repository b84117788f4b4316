package invoices

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
)

// An IRN can be cancelled at the portal within 24 hours of its acknowledgement (rule 48(4) and the portal's notes on
// it). The number of the document can never be used again. The service remains supplied, so a document with the next
// number replaces the cancelled one in the same database transaction, and all refunds are credited against the new
// document.
//
// A cancelled document stays stored: its PDF says that it is cancelled, the registers show it without amounts, and the
// GSTR-1 counts it among the cancelled documents of table 13. After 24 hours an invoice can be corrected only by a
// refund with its credit note.

// cancelWindow is how long after its acknowledgement an IRN can be cancelled at the portal.
const cancelWindow = 24 * time.Hour

// CancelReasons are the portal's reason codes for a cancellation.
var CancelReasons = []string{"1", "2", "3", "4"}

// Cancellation is a cancellation at the portal as an admin records it.
type Cancellation struct {
	// At is when the portal cancelled the IRN.
	At time.Time
	// Reason is one of CancelReasons: duplicate, data entry mistake, order cancelled, other.
	Reason, Note, By string
	// Recipient and Place are those of the replacement. If Recipient is nil, both remain as they are.
	Recipient *Recipient
	Place     gst.State
}

var (
	errNoIRN        = apperr.Conflict("no-irn", "This document has no IRN.")
	errCancelledIRN = apperr.Conflict("irn-cancelled", "The IRN of this document is already cancelled.")
	errCancelFuture = apperr.Invalid("cancel-date", "cancelledAt", "The date of the cancellation is in the future.")
	errCancelBefore = apperr.Invalid("cancel-date", "cancelledAt",
		"The date of the cancellation is before the acknowledgement of the IRN.")
	errHasCredits = apperr.Conflict("has-credit-notes",
		"This invoice has a credit note, so the portal does not cancel its IRN. The credit note corrects it.")
	errPlaceAbroad = apperr.Invalid(
		"place-abroad",
		"billing",
		"An export or a supply to a special economic zone cannot become another supply, or the other way round, "+
			"because the tax would change. Please refund the payment instead, which issues a credit note.",
	)
	messageLate = "An IRN can be cancelled at the portal within 24 hours. For this document that was until %s. " +
		"Refund the payment instead, which issues a credit note."
	messageLockedIRN = "The books of %s are closed, and their return counts this document. Please reopen " +
		"that month first."
)

// CancelIRN records that the IRN of a document was cancelled at the portal, and returns the document that replaces it.
// The replacement has the present date.
func CancelIRN(tx core.App, invoice *Invoice, c Cancellation, now time.Time) (*Invoice, error) {
	r, err := registered(tx, invoice)
	if err != nil {
		return nil, err
	}
	switch until := r.AckAt().Add(cancelWindow); {
	case c.At.After(now):
		return nil, errCancelFuture
	case c.At.Before(r.AckAt().Truncate(time.Minute)): // the form is precise to the minute
		return nil, errCancelBefore
	case c.At.After(until):
		return nil, apperr.Invalid("cancel-late", "cancelledAt", fmt.Sprintf(messageLate, india.TimeText(until)))
	}
	if invoice.RefundID() == "" {
		sum, err := sumCredited(tx, invoice.TransactionID())
		if err != nil {
			return nil, err
		}
		if sum.Total > 0 {
			return nil, errHasCredits
		}
	}
	closed, err := ClosedThrough(tx)
	if err != nil {
		return nil, err
	}
	if month := MonthOf(invoice.IssuedAt().Time()); month <= closed {
		return nil, apperr.Conflict("month-closed", fmt.Sprintf(messageLockedIRN, month.Title()))
	}
	d, err := invoice.Document()
	if err != nil {
		return nil, err
	}
	replacement, err := d.replacement(c.Recipient, c.Place)
	if err != nil {
		return nil, err
	}
	if err := r.cancel(tx, c); err != nil {
		return nil, err
	}
	return insert(tx, replacement, invoice.TransactionID(), invoice.RefundID(), now)
}

// CorrectAck corrects the number and the time of a registered document's acknowledgement.
func CorrectAck(tx core.App, invoice *Invoice, number string, at, now time.Time) (*Registration, error) {
	r, err := registered(tx, invoice)
	switch {
	case err != nil:
		return nil, err
	case at.After(now):
		return nil, errAckInFuture
	case at.Before(india.StartOfDay(invoice.IssuedAt().Time())):
		return nil, errAckBefore
	}
	return r, r.correct(tx, number, at)
}

// registered returns the registration of a document, or an error if the document has no IRN.
func registered(app core.App, invoice *Invoice) (*Registration, error) {
	r, err := FindRegistration(app, invoice.Id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, errNoIRN
	case err != nil:
		return nil, err
	case r.State() == Cancelled:
		return nil, errCancelledIRN
	case r.State() != Registered:
		return nil, errNoIRN
	}
	return r, nil
}

// replacement returns the document that replaces a cancelled one, without number and date. For another recipient the
// tax is split by the new place of supply; its amount does not change.
func (d Document) replacement(recipient *Recipient, place gst.State) (Document, error) {
	next := d
	next.HappenedAt = nil
	next.Replaces = &ReplacedDocument{d.Number, d.IssuedAt}
	if recipient == nil {
		return next, nil
	}
	if (place == gst.Abroad) != d.IsExport() || recipient.IsSEZ != d.Recipient.IsSEZ {
		return next, errPlaceAbroad
	}
	var rate, tax int64
	for _, t := range d.Taxes {
		percent, err := money.Parse(t.Rate)
		if err != nil {
			return next, fmt.Errorf("read the rate of document %s: %w", d.Number, err)
		}
		rate, tax = rate+int64(percent), tax+t.Amount
	}
	supplier := gst.Supplier{State: d.Supplier.State, IsRegistered: d.Supplier.GSTIN != ""}
	next.Recipient, next.PlaceOfSupply, next.Taxes = *recipient, place, supplier.Supply(place,
		recipient.IsSEZ).SplitTax(tax, int(rate/100))
	return next, nil
}

// ParsePortalTime parses a time in Indian Standard Time, in the format of the portal or of a browser's time field.
func ParsePortalTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.DateTime, "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, text, india.Zone); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// cancelledText returns the notice on the PDF of a cancelled document.
func (r *Registration) cancelledText() string {
	return "Cancelled on " + india.DayText(r.CancelledAt()) + ". This document is not valid."
}

var cancelReasonWords = map[string]string{
	"1": "duplicate",
	"2": "data entry mistake",
	"3": "order cancelled",
	"4": "other",
}

// CancelReasonText describes a reason code.
func CancelReasonText(code string) string {
	if words := cancelReasonWords[code]; words != "" {
		return words
	}
	return strconv.Quote(code)
}
