package payments

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// Documents that wait for their registration with the tax authorities' portal (invoices/registrations.go) go to their
// buyers when they are decided: registered by an admin, or released because the setting was switched off.

// ReleaseDocumentsJob releases the documents that wait, after the setting was switched off.
const ReleaseDocumentsJob = "payments.release-documents"

func (p *Payments) releaseDocumentsJobType() jobs.Type {
	return jobs.Type{Name: ReleaseDocumentsJob, Handle: p.handleReleaseDocumentsJob}
}

// followRegistrations e-mails each document that no longer waits, and releases all when the setting is switched off.
func (p *Payments) followRegistrations() {
	invoices.WhenDecided(p.app, p.emailDecided)
	settings.WhenChanged(p.app, "boardcircleReleaseDocuments", func(tx core.App, site settings.Settings) error {
		if site.EInvoices {
			return nil
		}
		waiting, err := invoices.CountWaiting(tx)
		if err != nil || waiting == 0 {
			return err
		}
		return p.jobs.Enqueue(tx, jobs.Job{Type: ReleaseDocumentsJob, Key: "all"})
	})
}

func (p *Payments) emailDecided(tx core.App, invoice *invoices.Invoice) error {
	t, err := findTransaction(tx, invoice.TransactionID())
	if err != nil {
		return err
	}
	return p.emailReady(tx, t, invoice, "")
}

// emailReady sends a document. again tells a corrected one apart from the one that was sent before.
func (p *Payments) emailReady(tx core.App, t *Transaction, invoice *invoices.Invoice, again string) error {
	customer, err := addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return p.outbox.Enqueue(tx, documentReadyEmail{
		TransactionID: t.Id, InvoiceID: invoice.Id, Again: again, Document: invoice.Title(), Number: invoice.Number(),
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// releasedAtOnce is how many documents one transaction releases.
const releasedAtOnce = 100

// handleReleaseDocumentsJob releases what waits, unless the setting is on again.
func (p *Payments) handleReleaseDocumentsJob(ctx context.Context, _ jobs.Job) error {
	for released := releasedAtOnce; released == releasedAtOnce; {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := p.app.RunInTransaction(func(tx core.App) error {
			site, err := settings.Read(tx)
			if err != nil {
				return err
			}
			if released = 0; site.EInvoices {
				return nil
			}
			released, err = invoices.ReleaseWaiting(tx, releasedAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// documentReadyEmail sends a document that has waited for its registration. The kind's Params reads what was bought, and
// the PDF is attached.
type documentReadyEmail struct {
	TransactionID, InvoiceID    string
	Again                       string
	Document, Number            string
	RegistrationID, Name, Email string
}

func (e documentReadyEmail) Build() mail.Email {
	params := invoiceEmailParams(e.TransactionID, e.InvoiceID, e.Name)
	params["document"], params["number"] = e.Document, e.Number
	return mail.Email{
		Kind: kindDocumentReady, DedupeKey: "document-ready:" + e.InvoiceID + e.Again,
		To:             mail.Address{Email: e.Email, Name: mail.GreetingName(e.Name)},
		Params:         params,
		RegistrationID: e.RegistrationID,
	}
}
