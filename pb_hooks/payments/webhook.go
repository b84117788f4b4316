package payments

import (
	"errors"
	"io"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/razorpay"
)

// maxEventSize bounds a webhook's body.
const maxEventSize = 1 << 20

// ReceiveWebhook is POST /api/webhooks/razorpay. It proves the sender, stores the event and answers; the
// provider waits no longer than five seconds, so the work is the worker's. Each request leaves a
// diagnosis. Any answer but a 2xx makes the provider send the event again.
func (p *Payments) ReceiveWebhook(e *core.RequestEvent) error {
	body, err := io.ReadAll(io.LimitReader(e.Request.Body, maxEventSize+1))
	d := diagnosticEntry{
		contentType: e.Request.Header.Get("Content-Type"), contentLength: max(e.Request.ContentLength, int64(len(body))),
		hasSignature: e.Request.Header.Get("X-Razorpay-Signature") != "",
	}
	if err == nil {
		err = p.verifyWebhook(e.Request.Header, body, &d)
	}
	if err == nil {
		err = p.storeEvent(e.Request.Header.Get("X-Razorpay-Event-Id"), body, &d)
	}
	if err == nil {
		p.Wake()
		return e.JSON(http.StatusOK, map[string]string{"status": "ok"})
	}
	response := toWebhookAPIError(err)
	d.statusCode, d.errorMessage = response.Status, err.Error()
	if saveErr := p.saveDiagnostic(e.App, d); saveErr != nil {
		e.App.Logger().Error("A webhook's diagnosis could not be stored", "error", saveErr)
	}
	return response
}

// What is wrong with a webhook request.
var (
	errNoWebhookSecret   = errors.New("no webhook secret is configured")
	errEventTooLarge     = errors.New("the body is larger than 1 MiB")
	errSignatureMissing  = errors.New("the signature is missing")
	errSignatureMismatch = errors.New("the signature is wrong")
)

// verifyWebhook lets in what the provider has signed.
func (p *Payments) verifyWebhook(header http.Header, body []byte, d *diagnosticEntry) error {
	switch {
	case len(body) > maxEventSize:
		return errEventTooLarge
	case p.cfg.WebhookSecret == "":
		return errNoWebhookSecret
	case !d.hasSignature:
		return errSignatureMissing
	}
	d.verified = razorpay.VerifyWebhook(body, header.Get("X-Razorpay-Signature"), p.cfg.WebhookSecret, p.cfg.WebhookSecretPrevious)
	if !d.verified {
		return errSignatureMismatch
	}
	return nil
}

// storeEvent keeps the event and its diagnosis together. One that came before is no error and no
// second row.
func (p *Payments) storeEvent(eventID string, body []byte, d *diagnosticEntry) error {
	event, parseErr := razorpay.ParseEvent(body)
	d.eventType, d.paymentID, d.statusCode = event.Name, event.PaymentID(), http.StatusOK
	if parseErr != nil {
		d.errorMessage = parseErr.Error()
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		if err := p.insertEvent(tx, truncate(eventID, 100), body, event); err != nil {
			return err
		}
		return p.saveDiagnostic(tx, *d)
	})
}

func toWebhookAPIError(err error) *router.ApiError {
	switch {
	case errors.Is(err, errEventTooLarge):
		return httpx.NewError(http.StatusRequestEntityTooLarge, "The event is too large.", nil)
	case errors.Is(err, errNoWebhookSecret):
		return httpx.NewError(http.StatusServiceUnavailable, "The webhook is not set up yet.", nil)
	case errors.Is(err, errSignatureMissing), errors.Is(err, errSignatureMismatch):
		return httpx.NewError(http.StatusBadRequest, "The event's signature is missing or wrong.", nil)
	}
	return httpx.NewError(http.StatusInternalServerError, "The event could not be stored. Please send it again.", err)
}
