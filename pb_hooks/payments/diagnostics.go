package payments

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const (
	diagnosticsCollection = "webhook_diagnostics"
	// maxDiagnostics, maxUnverifiedDiagnostics and diagnosticsRetention bound what is kept.
	maxDiagnostics           = 10_000
	maxUnverifiedDiagnostics = 1_000
	diagnosticsRetention     = 30 * 24 * time.Hour
	// eventsRetention is how long a heeded event is kept, for a person to look into.
	eventsRetention = 90 * 24 * time.Hour
)

// diagnosticEntry is what is kept of a webhook request, whoever sent it.
type diagnosticEntry struct {
	contentType            string
	contentLength          int64
	hasSignature, verified bool
	eventType, paymentID   string
	statusCode             int
	errorMessage           string
}

// saveDiagnostic keeps a diagnosis; the oldest one makes room for it. Those without the provider's signature,
// which anybody can send, have a room of their own and displace none of the provider's.
func (p *Payments) saveDiagnostic(app core.App, d diagnosticEntry) error {
	collection, err := app.FindCachedCollectionByNameOrId(diagnosticsCollection)
	if err != nil {
		return err
	}
	row := core.NewRecord(collection)
	row.Load(map[string]any{
		"timestamp": toDateTime(p.now()), "contentType": truncate(d.contentType, 200), "contentLength": d.contentLength,
		"hasSignature": d.hasSignature, "signatureVerified": d.verified, "eventType": truncate(d.eventType, 100),
		"paymentId": truncate(d.paymentID, 64), "statusCode": d.statusCode, "errorMessage": truncate(d.errorMessage, 2000),
	})
	if err := app.Save(row); err != nil {
		return err
	}
	limit := maxUnverifiedDiagnostics
	if d.verified {
		limit = maxDiagnostics
	}
	_, err = app.NonconcurrentDB().NewQuery(`
		DELETE FROM webhook_diagnostics WHERE signatureVerified = {:verified} AND timestamp <
			(SELECT timestamp FROM webhook_diagnostics WHERE signatureVerified = {:verified}
				ORDER BY timestamp DESC LIMIT 1 OFFSET {:most})`).
		Bind(dbx.Params{"verified": d.verified, "most": limit - 1}).Execute()
	return err
}

// Purge removes old diagnostics and old heeded events.
func (p *Payments) Purge() error {
	now := p.now()
	return p.app.RunInTransaction(func(tx core.App) error {
		for _, old := range []struct {
			table string
			where dbx.Expression
		}{
			{diagnosticsCollection, dbx.NewExp("timestamp < {:before}", dbx.Params{"before": toDateTime(now.Add(-diagnosticsRetention))})},
			{eventsCollection, dbx.NewExp("state != 'waiting' AND createdAt < {:before}", dbx.Params{"before": toDateTime(now.Add(-eventsRetention))})},
		} {
			if _, err := tx.NonconcurrentDB().Delete(old.table, old.where).Execute(); err != nil {
				return err
			}
		}
		return nil
	})
}

// truncate makes a stranger's text fit for one line of a column.
func truncate(text string, limit int) string {
	kept := []rune{}
	for _, r := range text {
		if len(kept) == limit {
			break
		}
		if r >= ' ' && r != 0x7f && r != '\uFFFD' {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
