package payments

import (
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/razorpay"
)

const (
	// maxEventSize bounds a webhook's body.
	maxEventSize = 1 << 20
	// maxDiagnostics, maxUnverifiedDiagnostics and diagnosticsRetention bound what is kept of the requests.
	maxDiagnostics           = 10_000
	maxUnverifiedDiagnostics = 1_000
	diagnosticsRetention     = 30 * 24 * time.Hour
	// eventsRetention is how long a finished event is kept, for a person to look into.
	eventsRetention = 90 * 24 * time.Hour
)

// ReceiveWebhook is POST /api/webhooks/razorpay. It checks the signature, stores the event with its job
// and answers; the provider waits no longer than five seconds, so the job does the work. Each request
// leaves a diagnostic. Any answer but a 2xx makes the provider send the event again.
func (p *Payments) ReceiveWebhook(e *core.RequestEvent) error {
	body, err := io.ReadAll(io.LimitReader(e.Request.Body, maxEventSize+1))
	d := Diagnostic{
		ContentType: e.Request.Header.Get("Content-Type"), ContentLength: max(e.Request.ContentLength, int64(len(body))),
		HasSignature: e.Request.Header.Get("X-Razorpay-Signature") != "",
	}
	if err == nil {
		err = p.verifyWebhook(e.Request.Header, body, &d)
	}
	if err == nil {
		err = p.storeEvent(e.Request.Header.Get("X-Razorpay-Event-Id"), body, &d)
	}
	if err == nil {
		return e.JSON(http.StatusOK, map[string]string{"status": "ok"})
	}
	d.StatusCode, d.ErrorMessage = http.StatusInternalServerError, err.Error()
	for _, problem := range webhookProblems {
		if errors.Is(err, problem.err) {
			d.StatusCode, d.ErrorMessage = problem.err.Status, problem.text
		}
	}
	if saveErr := insertDiagnostic(e.App, d, p.now()); saveErr != nil {
		httpx.Logger(e).Error("The diagnostic of a webhook request could not be stored", "error", saveErr)
	}
	return apperr.Fail(messageEventNotStored, err)
}

// verifyWebhook accepts only what the provider has signed.
func (p *Payments) verifyWebhook(header http.Header, body []byte, d *Diagnostic) error {
	switch {
	case len(body) > maxEventSize:
		return errEventTooLarge
	case p.cfg.WebhookSecret == "":
		return errNoWebhookSecret
	case !bool(d.HasSignature):
		return errSignatureMissing
	}
	valid := razorpay.VerifyWebhook(body, header.Get("X-Razorpay-Signature"), p.cfg.WebhookSecret, p.cfg.WebhookSecretPrevious)
	d.SignatureVerified = httpx.Bool(valid)
	if !valid {
		return errSignatureMismatch
	}
	return nil
}

// storeEvent stores the event, its job and its diagnostic together. A repeated event is no error, and no
// second row.
func (p *Payments) storeEvent(eventID string, body []byte, d *Diagnostic) error {
	event, parseErr := razorpay.ParseEvent(body)
	d.EventType, d.PaymentID, d.StatusCode = event.Name, event.PaymentID(), http.StatusOK
	if parseErr != nil {
		d.ErrorMessage = parseErr.Error()
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		id, err := insertEvent(tx, truncate(eventID, 100), body, event, p.now())
		if err != nil {
			return err
		}
		if id != "" {
			if err := p.jobs.Enqueue(tx, jobs.Job{Type: EventJob, Key: id}); err != nil {
				return err
			}
		}
		return insertDiagnostic(tx, *d, p.now())
	})
}

// Purge deletes old diagnostics and old finished events.
func (p *Payments) Purge() error {
	now := p.now()
	return p.app.RunInTransaction(func(tx core.App) error {
		return errors.Join(
			deleteDiagnostics(tx, now.Add(-diagnosticsRetention)),
			deleteFinishedEvents(tx, now.Add(-eventsRetention)),
		)
	})
}
