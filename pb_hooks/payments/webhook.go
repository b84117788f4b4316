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

// largestEvent bounds a webhook's body.
const largestEvent = 1 << 20

// Webhook is POST /api/webhooks/razorpay. It proves the sender, stores the event and answers; the
// provider waits no longer than five seconds, so the work is the worker's. Each request leaves a
// diagnosis. Any answer but a 2xx makes the provider send the event again.
func (p *Payments) Webhook(e *core.RequestEvent) error {
	body, err := io.ReadAll(io.LimitReader(e.Request.Body, largestEvent+1))
	d := diagnosis{
		contentType: e.Request.Header.Get("Content-Type"), length: max(e.Request.ContentLength, int64(len(body))),
		hasSignature: e.Request.Header.Get("X-Razorpay-Signature") != "",
	}
	if err == nil {
		err = p.admit(e.Request.Header, body, &d)
	}
	if err == nil {
		err = p.store(e.Request.Header.Get("X-Razorpay-Event-Id"), body, &d)
	}
	if err == nil {
		p.Wake()
		return e.JSON(http.StatusOK, map[string]string{"status": "ok"})
	}
	answer := webhookRefusal(err)
	d.status, d.problem = answer.Status, err.Error()
	if noteErr := p.note(e.App, d); noteErr != nil {
		e.App.Logger().Error("A webhook's diagnosis could not be stored", "error", noteErr)
	}
	return answer
}

// What is wrong with a webhook request.
var (
	errNoSecret  = errors.New("no webhook secret is configured")
	errTooLarge  = errors.New("the body is larger than 1 MiB")
	errUnsigned  = errors.New("the signature is missing")
	errSignature = errors.New("the signature is wrong")
)

// admit lets in what the provider has signed.
func (p *Payments) admit(header http.Header, body []byte, d *diagnosis) error {
	switch {
	case len(body) > largestEvent:
		return errTooLarge
	case p.cfg.WebhookSecret == "":
		return errNoSecret
	case !d.hasSignature:
		return errUnsigned
	}
	d.verified = razorpay.VerifyWebhook(body, header.Get("X-Razorpay-Signature"), p.cfg.WebhookSecret, p.cfg.WebhookSecretPrevious)
	if !d.verified {
		return errSignature
	}
	return nil
}

// store keeps the event and its diagnosis together. One that came before is no error and no
// second row.
func (p *Payments) store(eventID string, body []byte, d *diagnosis) error {
	told, odd := razorpay.ParseEvent(body)
	d.event, d.paymentID, d.status = told.Name, told.PaymentID(), http.StatusOK
	if odd != nil {
		d.problem = odd.Error()
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		if err := p.insertEvent(tx, clip(eventID, 100), body, told); err != nil {
			return err
		}
		return p.note(tx, *d)
	})
}

func webhookRefusal(err error) *router.ApiError {
	switch {
	case errors.Is(err, errTooLarge):
		return httpx.Refuse(http.StatusRequestEntityTooLarge, "The event is too large.", nil)
	case errors.Is(err, errNoSecret):
		return httpx.Refuse(http.StatusServiceUnavailable, "The webhook is not set up yet.", nil)
	case errors.Is(err, errUnsigned), errors.Is(err, errSignature):
		return httpx.Refuse(http.StatusBadRequest, "The event's signature is missing or wrong.", nil)
	}
	return httpx.Refuse(http.StatusInternalServerError, "The event could not be stored. Please send it again.", err)
}
