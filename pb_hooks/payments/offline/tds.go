package offline

import (
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/settings"
)

// Tax that a payer deducts at source (TDS) is a part of the payment: the payer pays it to the government for us. We
// claim it with the payer's TAN and a certificate, which comes after the end of the quarter. So the register of
// receipts lists the confirmed receipts whose certificate is missing.

var tanField = rules.Field{
	Name: "tan", Label: "TAN of the payer", Kind: rules.Line, Max: 10, Pattern: `^[A-Za-z]{4}[0-9]{5}[A-Za-z]$`,
	Messages: rules.Messages{
		Required: "Please enter the TAN of the payer who has deducted the tax",
		Invalid:  "A TAN has four letters, five digits and a letter, such as MUMB12345C",
	},
}

var sectionField = rules.Field{
	Name: "tdsSection", Label: "Section of the TDS", Kind: rules.Line, Max: 20,
	Messages: rules.Messages{Required: "Please enter the section that the payer states, such as 194J or 393(1)"},
}

// checkTDS refuses TDS that exceeds the highest rate of the settings, together with the TDS of the other receipts of
// the payment that have not bounced. Tax is deducted from the value without GST (circular 23/2017), and rounded to
// rupees.
func (f *Offline) checkTDS(tx core.App, o *OfflinePayment, tds money.Amount) error {
	if tds == 0 {
		return nil
	}
	list, err := listReceipts(tx, o.Id)
	if err != nil {
		return err
	}
	for _, r := range list {
		if r.State() != ReceiptBounced {
			tds += r.TDS()
		}
	}
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	value := t.Breakdown().TaxableAmount
	if limit := site.MaxTDS(value); tds > limit {
		return apperr.Invalid("tds-too-large", "tds", fmt.Sprintf(
			"At most %s can be TDS of this purchase: %s%% of %s, the value without GST. The settings have the rate.",
			limit.Format(o.Currency()), site.TDSRateLimit, value.Format(o.Currency())))
	}
	return nil
}

// certificateForm is the certificate of the TDS of a receipt. It may correct the TAN and the section.
type certificateForm struct {
	_               struct{} `wire:"tdsCertificate"`
	TAN             string   `json:"tan"`
	Section         string   `json:"tdsSection"`
	Certificate     string   `json:"certificate"`
	CertificateDate string   `json:"certificateDate"`
}

func (certificateForm) Rules() rules.Form {
	return rules.Form{
		ledger.Required(tanField), ledger.Required(sectionField),
		{Name: "certificate", Label: "Number of the certificate", Kind: rules.Line, Required: true, Max: 40},
		{Name: "certificateDate", Label: "Date of the certificate", Kind: rules.Day, Required: true},
	}
}

var (
	errReceiptNotFound = apperr.NotFound("receipt-not-found", "This receipt was not found.")
	errNoTDS           = apperr.Conflict("no-tds", "No tax was deducted from this receipt, or it was not confirmed.")
)

// RecordCertificate is PUT /api/offline-receipts/{id}/certificate.
func (f *Offline) RecordCertificate() httpx.Endpoint {
	return httpx.JSON(f.recordCertificate, httpx.Doc{
		Tag: "payments", Summary: "Record or correct the certificate of the TDS of a receipt",
		Errors: []*apperr.Error{errReceiptNotFound, errNoTDS},
		Example: map[string]any{
			"tan": "MUMB12345C", "tdsSection": "194J", "certificate": "ABCDEFG", "certificateDate": "2026-08-01",
		},
	})
}

func (f *Offline) recordCertificate(e *core.RequestEvent, form certificateForm) (ReceiptView, error) {
	day, err := f.ledger.ParsePastDay("certificateDate", form.CertificateDate)
	if err != nil {
		return ReceiptView{}, err
	}
	var r *OfflineReceipt
	err = f.app.RunInTransaction(func(tx core.App) (err error) {
		if r, err = findReceipt(tx, e.Request.PathValue("id")); err != nil {
			return database.IfMissing(err, errReceiptNotFound)
		}
		if r.TDS() == 0 || r.State() != ReceiptCleared {
			return errNoTDS
		}
		r.setDeductor(strings.ToUpper(form.TAN), form.Section)
		r.setCertificate(form.Certificate, day)
		return f.audit.Save(tx, audit.RequestActor(e), "offline-receipt.certificate-recorded", r.ProxyRecord())
	})
	if err != nil {
		return ReceiptView{}, apperr.Fail("The certificate could not be saved. Please try again.", err)
	}
	return r.view(), nil
}
