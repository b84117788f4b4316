package documents

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/settings"
)

// A document whose registration with the tax portal is pending (invoices/registrations.go) is emailed to its buyer
// after an admin has registered it, or after the setting was switched off.

// ReleaseDocumentsJob is the type of the job that releases the pending documents after the setting was switched off.
const ReleaseDocumentsJob = "payments.release-documents"

func (d *Documents) releaseDocumentsJobType() jobs.Type {
	return jobs.Type{Name: ReleaseDocumentsJob, Handle: d.handleReleaseDocumentsJob}
}

// bindRegistrationHooks registers hooks that email each document when it is no longer pending, and that release all
// documents when the setting is switched off.
func (d *Documents) bindRegistrationHooks() {
	invoices.WhenDecided(d.app, d.emailDecided)
	settings.WhenChanged(d.app, "boardcircleReleaseDocuments", func(tx core.App, _, site settings.Settings) error {
		if site.HasEInvoicing {
			return nil
		}
		waiting, err := invoices.CountWaiting(tx)
		if err != nil || waiting == 0 {
			return err
		}
		return d.jobs.Enqueue(tx, jobs.Job{Type: ReleaseDocumentsJob, Key: "all"})
	})
}

func (d *Documents) emailDecided(tx core.App, invoice *invoices.Invoice) error {
	t, err := ledger.FindTransaction(tx, invoice.TransactionID())
	if err != nil {
		return err
	}
	return d.ledger.EmailReady(tx, t, invoice, "")
}

// releasedAtOnce is the maximum number of documents that one transaction releases.
const releasedAtOnce = 100

// handleReleaseDocumentsJob releases the pending documents, unless the setting was switched on again.
func (d *Documents) handleReleaseDocumentsJob(ctx context.Context, _ jobs.Job) error {
	for released := releasedAtOnce; released == releasedAtOnce; {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := d.app.RunInTransaction(func(tx core.App) error {
			site, err := settings.Read(tx)
			if err != nil {
				return err
			}
			if released = 0; site.HasEInvoicing {
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
