package invoices

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/settings"
)

// IssueRequest is what a document is issued for. Amounts are in minor units.
type IssueRequest struct {
	TransactionID                              string
	CustomerName, CustomerEmail, CustomerPhone string
	// BillingState is the buyer's GST state code; "" when she has told none.
	BillingState, Description, Currency, PaymentID, Method string
	Base, GST, Total                                       int64
	GSTRate                                                int
	PaidAt                                                 time.Time
}

// Document is all that stands on a document. It is stored as it was issued, so that later changes
// of the settings, the tier or the member do not reach it. Amounts are in minor units; times bear
// India's offset.
type Document struct {
	Kind     string    `json:"kind"`
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`

	Supplier      Supplier  `json:"supplier"`
	Recipient     Recipient `json:"recipient"`
	PlaceOfSupply gst.State `json:"placeOfSupply"`
	ReverseCharge string    `json:"reverseCharge"`

	SAC            string `json:"sac"`
	SACDescription string `json:"sacDescription"`
	Description    string `json:"description"`

	Currency       string `json:"currency"`
	TaxableValue   int64  `json:"taxableValue"`
	Taxes          []Tax  `json:"taxes"`
	Total          int64  `json:"total"`
	TotalInFigures string `json:"totalInFigures"`
	TotalInWords   string `json:"totalInWords"`

	Payment Payment `json:"payment"`
	// Corrects names the document that a credit note takes back in whole or in part.
	Corrects *CorrectedDocument `json:"corrects,omitempty"`
}

// Supplier is who sells. Without a GSTIN the documents are receipts.
type Supplier struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	State   gst.State `json:"state"`
	GSTIN   string    `json:"gstin"`
}

// Recipient is who buys.
type Recipient struct {
	Name  string    `json:"name"`
	Email string    `json:"email"`
	Phone string    `json:"phone"`
	State gst.State `json:"state"`
}

// Payment is how the money came.
type Payment struct {
	ID     string    `json:"id"`
	Method string    `json:"method"`
	PaidAt time.Time `json:"paidAt"`
}

// CorrectedDocument is the document that a credit note is about, and the refund that it is issued for.
type CorrectedDocument struct {
	Kind     string    `json:"kind"`
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issuedAt"`
	RefundID string    `json:"refundId"`
}

// newDocument is the document of a sale, but for its number and date.
func newDocument(req IssueRequest, site settings.Settings) (Document, error) {
	if req.Base < 0 || req.GST < 0 || req.Base+req.GST != req.Total {
		return Document{}, fmt.Errorf("the amounts of transaction %s don't add up: %d and %d are not %d", req.TransactionID, req.Base, req.GST, req.Total)
	}
	d := Document{
		Kind:          Receipt,
		Supplier:      newSupplier(site),
		Recipient:     Recipient{req.CustomerName, req.CustomerEmail, req.CustomerPhone, gst.StateOf(req.BillingState)},
		ReverseCharge: "No",
		SAC:           site.SACCode, SACDescription: site.SACDescription, Description: req.Description,
		Currency: req.Currency, TaxableValue: req.Base, Total: req.Total,
		Payment: Payment{req.PaymentID, req.Method, req.PaidAt.In(indiaTime).Truncate(time.Second)},
	}
	if d.Supplier.GSTIN != "" {
		d.Kind = TaxInvoice
	}
	// Section 12(2) of the IGST Act: a buyer without an address on record is served where the
	// supplier is.
	d.PlaceOfSupply = d.Recipient.State
	if d.PlaceOfSupply.Code == "" {
		d.PlaceOfSupply = d.Supplier.State
	}
	d.Taxes = d.splitTaxes(req.GST, req.GSTRate)
	d.setTotalTexts()
	return d, nil
}

// setTotalTexts writes the total down for people.
func (d *Document) setTotalTexts() {
	d.TotalInFigures, d.TotalInWords = formatAmount(d.Total, d.Currency), amountInWords(d.Total, d.Currency)
}

// newSupplier takes the state from the GSTIN, which begins with it, so that the two never differ.
func newSupplier(site settings.Settings) Supplier {
	code := site.SupplierState
	if len(site.SupplierGSTIN) > 2 {
		code = site.SupplierGSTIN[:2]
	}
	return Supplier{Name: site.SupplierName, Address: site.SupplierAddress, State: gst.StateOf(code), GSTIN: site.SupplierGSTIN}
}

// Read returns what stands on an issued document.
func Read(record *core.Record) (Document, error) {
	var d Document
	return d, record.UnmarshalJSONField("document", &d)
}
