package invoices

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/settings"
)

// If the settings require e-invoices, a tax invoice to a GSTIN or abroad, and a credit note that corrects one, is
// registered with a portal of the government. It is issued as usual, and its PDF waits:
//
//	issued ──> waiting ──(the portal's answer is entered)──> registered: the PDF bears IRN and QR code
//	              ╰──────(the setting is switched off)──────────────> released: the PDF is as it would have been
//	registered ──(cancelled at the portal within 24 hours)──> cancelled: another document replaces it (cancellations.go)
//
// Receipts, and invoices to buyers in India without a GSTIN, are not registered.

// RegistrationState is the state of the registration of a document.
type RegistrationState string

const (
	Waiting    RegistrationState = "waiting"
	Registered RegistrationState = "registered"
	Released   RegistrationState = "released"
	Cancelled  RegistrationState = "cancelled"
)

// The errors about the registration of a document.
var (
	ErrWaits = apperr.Conflict("waits-for-irn",
		"This document waits for its IRN. It is being registered with the tax authorities' portal, as the law "+
			"requires. We will email it as soon as that is done.")
	errRegistered   = apperr.Conflict("registered-already", "This document already has its IRN.")
	errNotWaiting   = apperr.Conflict("not-waiting", "This document does not wait for an IRN.")
	errIRNTaken     = apperr.Conflict("irn-taken", "This IRN belongs to another document.")
	errQRUnreadable = apperr.Invalid("qr-unreadable", "signedQr",
		"This is not the text of a signed QR code. Such a text has three parts with dots between them.")
	errQROtherIRN    = apperr.Invalid("qr-other-irn", "irn", "The QR code belongs to another IRN.")
	errQROther       = apperr.Invalid("qr-other-document", "signedQr", "The QR code belongs to another document.")
	errQROtherSeller = apperr.Invalid("qr-other-supplier", "signedQr", "The QR code names another supplier's GSTIN.")
	errQROtherTotal  = apperr.Invalid("qr-other-total", "signedQr",
		"The total in the QR code differs from the document's.")
	errRegistrations = httpx.NewError(403, "The registrations of documents are entered in the console.", nil)
	errAckInFuture   = apperr.Invalid("ack-date", "ackDate", "The date of the acknowledgement is in the future.")
	errAckBefore     = apperr.Invalid("ack-date", "ackDate",
		"The date of the acknowledgement is before the document's.")
)

// needsRegistration reports whether the portal registers documents like this one.
func (d Document) needsRegistration() bool {
	if d.IsWithoutTax || d.Kind != TaxInvoice && (d.Corrects == nil || d.Corrects.Kind != TaxInvoice) {
		return false
	}
	return d.Recipient.GSTIN != "" || d.IsExport()
}

// IsExport reports whether the document is for a supply abroad.
func (d Document) IsExport() bool { return d.PlaceOfSupply.Code == gst.Abroad.Code }

// Answer is the portal's answer to the registration of a document. SignedQR is the text of the QR code.
type Answer struct {
	IRN, AckNumber, SignedQR string
	AckAt                    time.Time
}

// SignedDocument is the document data in a signed QR code.
type SignedDocument struct {
	SellerGSTIN string      `json:"SellerGstin"`
	Number      string      `json:"DocNo"`
	Total       json.Number `json:"TotInvVal"`
	IRN         string      `json:"Irn"`
}

// ReadSignedQR decodes the text of a QR code, to identify its document. It does not verify the portal's signature,
// because the portal's keys change. Readers who scan the code verify it.
func ReadSignedQR(text string) (SignedDocument, error) {
	var claims struct {
		jwt.RegisteredClaims
		Data string `json:"data"`
	}
	var d SignedDocument
	if _, _, err := jwt.NewParser().ParseUnverified(text, &claims); err != nil {
		return d, errors.Join(errQRUnreadable, err)
	}
	if err := json.Unmarshal([]byte(claims.Data), &d); err != nil || d.Number == "" {
		return d, errors.Join(errQRUnreadable, err)
	}
	return d, nil
}

// check returns an error if an answer does not belong to the document.
func (a Answer) check(d Document, now time.Time) error {
	signed, err := ReadSignedQR(a.SignedQR)
	switch {
	case err != nil:
		return err
	case !strings.EqualFold(signed.Number, d.Number):
		return errQROther
	case signed.SellerGSTIN != d.Supplier.GSTIN:
		return errQROtherSeller
	case !strings.EqualFold(signed.IRN, a.IRN):
		return errQROtherIRN
	case a.AckAt.After(now):
		return errAckInFuture
	case a.AckAt.Before(india.StartOfDay(d.IssuedAt)):
		return errAckBefore
	}
	// The portal has the amount in rupees.
	if total, err := money.Parse(signed.Total.String()); d.Currency == "INR" &&
		(err != nil || int64(total) != d.Total) {
		return errQROtherTotal
	}
	return nil
}

// Register stores the portal's answer. WhenDecided then emails the document.
func Register(tx core.App, invoice *Invoice, answer Answer, by string, now time.Time) (*Registration, error) {
	r, err := FindRegistration(tx, invoice.Id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, errNotWaiting
	case err != nil:
		return nil, err
	case r.State() == Registered || r.State() == Cancelled:
		return nil, errRegistered
	case r.State() != Waiting:
		return nil, errNotWaiting
	}
	d, err := invoice.Document()
	if err != nil {
		return nil, err
	}
	if err := answer.check(d, now); err != nil {
		return nil, err
	}
	answer.IRN = strings.ToLower(answer.IRN)
	taken, err := hasIRN(tx, answer.IRN)
	if err != nil {
		return nil, err
	}
	if taken {
		return nil, errIRNTaken
	}
	return r, r.register(tx, answer, by)
}

// ReleaseWaiting releases up to limit waiting documents and returns how many it has released.
func ReleaseWaiting(tx core.App, limit int) (int, error) {
	list, err := listWaiting(tx, limit)
	if err != nil {
		return 0, err
	}
	for _, r := range list {
		if err := r.release(tx); err != nil {
			return 0, err
		}
	}
	return len(list), nil
}

// awaitRegistration makes a new document wait if it needs a registration.
func awaitRegistration(tx core.App, invoice *Invoice, d Document) error {
	site, err := settings.Read(tx)
	if err != nil || !site.HasEInvoicing || !d.needsRegistration() {
		return err
	}
	return insertWaiting(tx, invoice)
}

// WhenDecided registers do, which is called in the transaction in which a document stops waiting. A second call
// replaces the first.
func WhenDecided(app core.App, do func(tx core.App, invoice *Invoice) error) {
	app.OnRecordUpdate(registrationsCollection).
		Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleDocumentDecided", Func: func(e *core.RecordEvent) error {
			before := database.As[Registration](e.Record.Original()).State()
			if err := e.Next(); err != nil {
				return err
			}
			r := database.As[Registration](e.Record)
			if before != Waiting || r.State() == Waiting {
				return nil
			}
			invoice, err := Find(e.App, r.InvoiceID())
			if err != nil {
				return fmt.Errorf("document %s was registered: %w", r.InvoiceID(), err)
			}
			return do(e.App, invoice)
		}})
}

// mayBecome reports whether a registration may change to next: while it waits, and later to correct its acknowledgement
// or to cancel it. The IRN and its QR code never change.
func (r *Registration) mayBecome(next *Registration) bool {
	switch r.State() {
	case Waiting:
		return true
	case Registered:
		return (next.State() == Registered || next.State() == Cancelled) && next.IRN() == r.IRN() &&
			next.SignedQR() == r.SignedQR()
	}
	return false
}

// registerRegistrationHooks prevents staff from writing registrations in the dashboard, and all code from changes that
// mayBecome does not allow.
func registerRegistrationHooks(app core.App) {
	byHand := func(e *core.RecordRequestEvent) error { return errRegistrations }
	app.OnRecordCreateRequest(registrationsCollection).BindFunc(byHand)
	app.OnRecordUpdateRequest(registrationsCollection).BindFunc(byHand)
	app.OnRecordUpdate(registrationsCollection).BindFunc(func(e *core.RecordEvent) error {
		if !database.As[Registration](e.Record.Original()).mayBecome(database.As[Registration](e.Record)) {
			return errFrozen
		}
		return e.Next()
	})
	app.OnRecordDelete(registrationsCollection).BindFunc(func(*core.RecordEvent) error { return errFrozen })
}
