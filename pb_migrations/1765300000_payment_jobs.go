package pb_migrations

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// Payment events and the scheduled checks of the transactions become jobs: what waits gets its job here.
// The credit notes of a transaction get an index.
func init() {
	m.Register(func(app core.App) error {
		if err := indexCreditNotes(app); err != nil {
			return err
		}
		return enqueuePaymentJobs(app, time.Now())
	}, func(app core.App) error {
		invoices, err := app.FindCollectionByNameOrId("invoices")
		if err != nil {
			return err
		}
		invoices.RemoveIndex("idx_invoices_creditNotes")
		if err := app.Save(invoices); err != nil {
			return err
		}
		return execute(app, "DELETE FROM jobs WHERE type IN ('payments.event', 'payments.sync')")
	})
}

func indexCreditNotes(app core.App) error {
	invoices, err := app.FindCollectionByNameOrId("invoices")
	if err != nil {
		return err
	}
	invoices.AddIndex("idx_invoices_creditNotes", false, "transactionId", "refundId != ''")
	return app.Save(invoices)
}

func enqueuePaymentJobs(app core.App, now time.Time) error {
	for _, source := range []string{
		"SELECT 'payments.event' AS type, id, {:now} AS runAt FROM payment_events WHERE state = 'waiting'",
		"SELECT 'payments.sync' AS type, id, nextCheckAt AS runAt FROM transactions WHERE nextCheckAt != ''",
	} {
		_, err := app.NonconcurrentDB().NewQuery(`
			INSERT INTO jobs (type, key, payload, priority, runAt, state, attempts, createdAt, updatedAt)
			SELECT type, id, '{}', 0, runAt, 'queued', 0, {:now}, {:now} FROM (` + source + `) WHERE true
			ON CONFLICT (type, key) DO NOTHING`).
			Bind(dbx.Params{"now": now.UTC().Format(types.DefaultDateLayout)}).Execute()
		if err != nil {
			return err
		}
	}
	return nil
}
