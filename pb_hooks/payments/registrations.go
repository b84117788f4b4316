package payments

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// A document whose registration with the tax portal is pending (invoices/registrations.go) is emailed to its buyer
// after an admin has registered it, or after the setting was switched off.

// ReleaseDocumentsJob is the type of the job that releases the pending documents after the setting was switched off.
const ReleaseDocumentsJob = "payments.release-documents"

func (p *Payments) releaseDocumentsJobType() jobs.Type {
	return jobs.Type{Name: ReleaseDocumentsJob, Handle: p.handleReleaseDocumentsJob}
}

// bindRegistrationHooks registers hooks that email each document when it is no longer pending, and that release all
// documents when the setting is switched off.
func (p *Payments) bindRegistrationHooks() {
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

// emailReady emails a document. again distinguishes a corrected document from the one that was sent before.
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

// releasedAtOnce is the maximum number of documents that one transaction releases.
const releasedAtOnce = 100

// handleReleaseDocumentsJob releases the pending documents, unless the setting was switched on again.
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

// documentReadyEmail sends a document whose registration was pending. The kind's Params adds the purchase, and the PDF
// is attached.
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
		To:             mail.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params:         params,
		RegistrationID: e.RegistrationID,
	}
}
