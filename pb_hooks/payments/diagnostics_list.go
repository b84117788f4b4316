package payments

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
)

// Diagnostic is what is known of one call of the webhook.
type Diagnostic struct {
	ID                string     `db:"id" json:"id"`
	Timestamp         httpx.Time `db:"timestamp" json:"timestamp"`
	ContentType       string     `db:"contentType" json:"contentType"`
	ContentLength     int64      `db:"contentLength" json:"contentLength"`
	HasSignature      httpx.Bool `db:"hasSignature" json:"hasSignature"`
	SignatureVerified httpx.Bool `db:"signatureVerified" json:"signatureVerified"`
	EventType         string     `db:"eventType" json:"eventType"`
	PaymentID         string     `db:"paymentId" json:"paymentId"`
	StatusCode        int        `db:"statusCode" json:"statusCode"`
	ErrorMessage      string     `db:"errorMessage" json:"errorMessage"`
	// Explanation says in plain words what came of it, and what to do.
	Explanation string `db:"-" json:"explanation"`
}

// There are never more than maxDiagnostics rows, so that an order needs no index of its own.
var diagnosticList = httpx.List{
	From: diagnosticsCollection,
	Columns: []string{"id", "timestamp", "contentType", "contentLength", "hasSignature", "signatureVerified",
		"eventType", "paymentId", "statusCode", "errorMessage"},
	Search: []string{"eventType", "paymentId", "errorMessage"},
	Sort:   map[string]string{"timestamp": "timestamp", "eventType": "eventType", "statusCode": "statusCode"},
	Filters: map[string]map[string]string{"outcome": {
		"verified": "signatureVerified AND errorMessage = ''",
		"failed":   "NOT signatureVerified OR errorMessage != ''",
	}},
	DefaultSort: "-timestamp",
}

// ListDiagnostics is GET /api/webhook-diagnostics.
func (p *Payments) ListDiagnostics(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[Diagnostic](e, diagnosticList)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Explanation = explainDiagnostic(rows[i])
	}
	return e.JSON(http.StatusOK, rows)
}

func explainDiagnostic(d Diagnostic) string {
	switch d.ErrorMessage {
	case "":
		return "Razorpay signed it, and it was stored to be worked on."
	case errNoWebhookSecret.Error():
		return "No webhook secret is set here, so nothing can be trusted. Set RAZORPAY_WEBHOOK_SECRET to the secret of the webhook in Razorpay's dashboard."
	case errSignatureMissing.Error():
		return "It carried no signature: it did not come from Razorpay, or a proxy took the header away."
	case errSignatureMismatch.Error():
		return "Its signature fits no secret of ours: the secret here and the one in Razorpay's dashboard differ, or a stranger sent it."
	case errEventTooLarge.Error():
		return "It was larger than any event of Razorpay's, and was not read."
	}
	switch {
	case bool(d.SignatureVerified) && d.StatusCode < http.StatusMultipleChoices:
		return "Razorpay signed it and it was stored, but parts of it were not understood."
	case bool(d.SignatureVerified):
		return "Razorpay signed it, but it could not be stored. Razorpay sends it again by itself."
	}
	return "It could not be read to its end. If it was Razorpay's, it comes again by itself."
}

// LastWebhookAt is when the provider last called, zero when it never has.
func LastWebhookAt(app core.App) (types.DateTime, error) {
	var last []types.DateTime
	err := app.DB().Select("timestamp").From(diagnosticsCollection).Where(dbx.HashExp{"signatureVerified": true}).
		OrderBy("timestamp DESC", "id DESC").Limit(1).Column(&last)
	if err != nil || len(last) == 0 {
		return types.DateTime{}, err
	}
	return last[0], nil
}

// CountWaitingEvents counts the provider's events that are not worked on yet.
func CountWaitingEvents(app core.App) (int64, error) {
	return app.CountRecords(eventsCollection, dbx.HashExp{"state": eventWaiting})
}

// Ping makes a call that changes nothing, to see whether the provider answers: it lists the payments
// of the last moments.
func (p *Payments) Ping(ctx context.Context, back time.Duration) error {
	_, err := p.provider.Payments(ctx, p.now().Add(-back), p.now())
	return err
}
