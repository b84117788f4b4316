package payments

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const (
	diagnostics = "webhook_diagnostics"
	// mostDiagnostics, mostUnverified and longestDiagnostics bound what is kept.
	mostDiagnostics    = 10_000
	mostUnverified     = 1_000
	longestDiagnostics = 30 * 24 * time.Hour
	// longestEvents is how long a heeded event is kept, for a person to look into.
	longestEvents = 90 * 24 * time.Hour
)

// diagnosis is what is kept of a webhook request, whoever sent it.
type diagnosis struct {
	contentType            string
	length                 int64
	hasSignature, verified bool
	event, paymentID       string
	status                 int
	problem                string
}

// note keeps a diagnosis; the oldest one makes room for it. Those without the provider's signature,
// which anybody can send, have a room of their own and displace none of the provider's.
func (p *Payments) note(app core.App, d diagnosis) error {
	collection, err := app.FindCachedCollectionByNameOrId(diagnostics)
	if err != nil {
		return err
	}
	row := core.NewRecord(collection)
	row.Load(map[string]any{
		"timestamp": stamp(p.now()), "contentType": clip(d.contentType, 200), "contentLength": d.length,
		"hasSignature": d.hasSignature, "signatureVerified": d.verified, "eventType": clip(d.event, 100),
		"paymentId": clip(d.paymentID, 64), "statusCode": d.status, "errorMessage": clip(d.problem, 2000),
	})
	if err := app.Save(row); err != nil {
		return err
	}
	most := mostUnverified
	if d.verified {
		most = mostDiagnostics
	}
	_, err = app.NonconcurrentDB().NewQuery(`
		DELETE FROM webhook_diagnostics WHERE signatureVerified = {:verified} AND timestamp <
			(SELECT timestamp FROM webhook_diagnostics WHERE signatureVerified = {:verified}
				ORDER BY timestamp DESC LIMIT 1 OFFSET {:most})`).
		Bind(dbx.Params{"verified": d.verified, "most": most - 1}).Execute()
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
			{diagnostics, dbx.NewExp("timestamp < {:before}", dbx.Params{"before": stamp(now.Add(-longestDiagnostics))})},
			{events, dbx.NewExp("state != 'waiting' AND createdAt < {:before}", dbx.Params{"before": stamp(now.Add(-longestEvents))})},
		} {
			if _, err := tx.NonconcurrentDB().Delete(old.table, old.where).Execute(); err != nil {
				return err
			}
		}
		return nil
	})
}

// clip makes a stranger's text fit for one line of a column.
func clip(text string, most int) string {
	kept := []rune{}
	for _, r := range text {
		if len(kept) == most {
			break
		}
		if r >= ' ' && r != 0x7f && r != '\uFFFD' {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
