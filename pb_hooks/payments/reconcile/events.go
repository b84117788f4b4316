package reconcile

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// An event waits until its job has run:
//
//	waiting    -> done, unmatched
//	done       is final
//	unmatched  is final
//
// It is unmatched if it belongs to no transaction.

const (
	// maxEventSize bounds a webhook's body.
	maxEventSize = 1 << 20
	// maxDiagnostics, maxUnverifiedDiagnostics and diagnosticsRetention limit the stored diagnostics.
	maxDiagnostics           = 10_000
	maxUnverifiedDiagnostics = 1_000
	diagnosticsRetention     = 30 * 24 * time.Hour
	// eventsRetention is how long a finished event is stored for debugging.
	eventsRetention = 90 * 24 * time.Hour
)

// ReceiveWebhook is POST /api/webhooks/razorpay. It checks the signature, stores the event with its job and answers.
// The provider waits for at most five seconds, so the job does the work. Each request stores a diagnostic. After any
// answer other than 2xx the provider sends the event again.
func (r *Reconciler) ReceiveWebhook() httpx.Endpoint {
	return httpx.Raw[webhookBody](r.receiveWebhook, httpx.Doc{
		Tag: "webhooks", Summary: "Receive an event of Razorpay", Scheme: "razorpaySignature",
		Statuses: []int{http.StatusServiceUnavailable},
	})
}

// webhookBody describes the event that razorpay.ParseEvent reads, after its signature is verified.
type webhookBody struct {
	Event   string         `json:"event"`
	Payload map[string]any `json:"payload"`
}

func (webhookBody) Rules() rules.Form { return nil }

// WebhookResult is the answer to a webhook request.
type WebhookResult struct {
	Status string `json:"status"`
}

func (r *Reconciler) receiveWebhook(e *core.RequestEvent) (WebhookResult, error) {
	body, err := io.ReadAll(io.LimitReader(e.Request.Body, maxEventSize+1))
	d := Diagnostic{
		ContentType:   e.Request.Header.Get("Content-Type"),
		ContentLength: max(e.Request.ContentLength, int64(len(body))),
		HasSignature:  e.Request.Header.Get("X-Razorpay-Signature") != "",
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", errEventIncomplete, err)
	}
	if err == nil {
		err = r.verifyWebhook(e.Request.Header, body, &d)
	}
	if err == nil {
		err = r.storeEvent(e.Request.Header.Get("X-Razorpay-Event-Id"), body, &d)
	}
	if err == nil {
		return WebhookResult{"ok"}, nil
	}
	d.StatusCode, d.ErrorMessage = http.StatusInternalServerError, err.Error()
	for _, problem := range webhookProblems {
		if errors.Is(err, problem.err) {
			d.StatusCode, d.ErrorMessage = problem.err.Status, problem.text
		}
	}
	if saveErr := insertDiagnostic(e.App, d, r.now()); saveErr != nil {
		httpx.Logger(e).Error("The diagnostic of a webhook request could not be stored", "error", saveErr)
	}
	return WebhookResult{}, apperr.Fail(messageEventNotStored, err)
}

// verifyWebhook returns an error unless the provider has signed the request.
func (r *Reconciler) verifyWebhook(header http.Header, body []byte, d *Diagnostic) error {
	switch {
	case len(body) > maxEventSize:
		return errEventTooLarge
	case r.cfg.WebhookSecret == "":
		return errNoWebhookSecret
	case !bool(d.HasSignature):
		return errSignatureMissing
	}
	valid := razorpay.VerifyWebhook(body, header.Get("X-Razorpay-Signature"), r.cfg.WebhookSecret,
		r.cfg.WebhookSecretPrevious)
	d.SignatureVerified = httpx.Bool(valid)
	if !valid {
		return errSignatureMismatch
	}
	return nil
}

// storeEvent stores the event, its job and its diagnostic together. A repeated event is not an error and is not stored
// again.
func (r *Reconciler) storeEvent(eventID string, body []byte, d *Diagnostic) error {
	event, parseErr := razorpay.ParseEvent(body)
	d.EventType, d.PaymentID, d.StatusCode = event.Name, event.PaymentID(), http.StatusOK
	if parseErr != nil {
		d.ErrorMessage = parseErr.Error()
	}
	return r.app.RunInTransaction(func(tx core.App) error {
		id, err := insertEvent(tx, ledger.Truncate(eventID, 100), body, event, r.now())
		if err != nil {
			return err
		}
		if id != "" {
			if err := r.jobs.Enqueue(tx, jobs.Job{Type: EventJob, Key: id}); err != nil {
				return err
			}
		}
		return insertDiagnostic(tx, *d, r.now())
	})
}

// Purge deletes old diagnostics and old finished events.
func (r *Reconciler) Purge() error {
	now := r.now()
	return r.app.RunInTransaction(func(tx core.App) error {
		return errors.Join(
			deleteDiagnostics(tx, now.Add(-diagnosticsRetention)),
			deleteFinishedEvents(tx, now.Add(-eventsRetention)),
		)
	})
}

// EventJob is the type of the jobs that process payment events. The key is the id of the event's record.
const EventJob = "payments.event"

func (r *Reconciler) eventJobType() jobs.Type {
	return jobs.Type{
		Name: EventJob, Concurrency: 4,
		Backoff: jobs.Steps(time.Minute, 5*time.Minute, 15*time.Minute, time.Hour),
		Handle:  r.handleEventJob,
	}
}

// handleEventJob processes one event. It gives up an event that has failed for six days: by then the scheduled checks
// and the daily sweep have found the change.
func (r *Reconciler) handleEventJob(ctx context.Context, job jobs.Job) error {
	event, err := findEvent(r.app, job.Key)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && event.State() != EventWaiting) {
		return nil
	}
	if err != nil {
		return err
	}
	err = r.processEvent(ctx, event)
	if err != nil && r.now().Sub(event.CreatedAt()) > ledger.CheckWindow {
		return event.finish(r.app, EventUnmatched, err.Error())
	}
	return err
}

// processEvent syncs the transaction of an event. The event is a snapshot of unknown age: it is applied after the
// provider's current answer, where it can only advance the status. While the API is down it is applied without that
// answer.
func (r *Reconciler) processEvent(ctx context.Context, record *PaymentEvent) error {
	event, err := razorpay.ParseEvent(record.Body())
	if err != nil {
		return record.finish(r.app, EventUnmatched, err.Error())
	}
	if event.Settlement != nil {
		return r.app.RunInTransaction(func(tx core.App) error {
			if err := r.recordSettlement(tx, *event.Settlement); err != nil {
				return fmt.Errorf("record settlement of event %s: %w", record.Id, err)
			}
			return record.finish(tx, EventDone, "")
		})
	}
	t, err := r.findTransactionForEvent(ctx, event)
	if err != nil {
		return fmt.Errorf("find transaction of event %s: %w", record.Id, err)
	}
	if t == nil {
		return r.finishUnmatched(record, event)
	}
	defer r.ledger.LockTransaction(t.Id)()
	_, syncErr := r.SyncTransaction(ctx, t.Id)
	var apiErr *razorpay.Error
	if syncErr != nil && !errors.As(syncErr, &apiErr) && !errors.Is(syncErr, provider.ErrNotConfigured) {
		return syncErr
	}
	return r.app.RunInTransaction(func(tx core.App) error {
		if err := r.applyEvent(tx, t.Id, event, syncErr != nil); err != nil {
			return fmt.Errorf("apply event %s to transaction %s: %w", record.Id, t.Id, err)
		}
		return record.finish(tx, EventDone, "")
	})
}

// applyEvent applies an event's own entities to the ledger.
func (r *Reconciler) applyEvent(tx core.App, id string, event razorpay.Event, recheckSoon bool) error {
	t, err := ledger.FindTransaction(tx, id)
	if err != nil {
		return err
	}
	first := t
	if event.Subscription != nil && t.Kind() == ledger.KindSubscription && t.SubscriptionID() == "" {
		if err := r.mandates.SetProviderID(tx, t, event.Subscription.ID); err != nil {
			return err
		}
	}
	if event.Payment != nil {
		if t, err = r.ledger.Apply(tx, t, provider.Payment(*event.Payment)); err != nil {
			return err
		}
	}
	if event.Refund != nil {
		if err := r.refunds.Apply(tx, t, *event.Refund); err != nil {
			return err
		}
	}
	if event.Dispute != nil {
		if err := r.ledger.Dispute(tx, t, provider.Dispute(*event.Dispute, event.CreatedAt)); err != nil {
			return err
		}
	}
	if event.PaymentLink != nil {
		if err := r.ledger.ApplyLink(tx, first, provider.Link(*event.PaymentLink)); err != nil {
			return err
		}
	}
	if event.Subscription != nil && first.Kind() == ledger.KindSubscription {
		if err := r.mandates.Apply(tx, first, *event.Subscription, event.CreatedAt, false); err != nil {
			return err
		}
	}
	if !recheckSoon {
		return nil
	}
	return r.ledger.CheckSoon(tx, t)
}

// finishUnmatched finishes an event that belongs to no transaction. A captured payment becomes an orphan payment, with
// its refunds.
func (r *Reconciler) finishUnmatched(record *PaymentEvent, event razorpay.Event) error {
	return r.app.RunInTransaction(func(tx core.App) error {
		if event.Payment != nil && provider.IsCaptured(*event.Payment) {
			if err := r.orphans.Record(tx, *event.Payment); err != nil {
				return err
			}
		}
		if refund := event.Refund; refund != nil {
			if err := r.orphans.RecordRefund(tx, *refund); err != nil {
				return err
			}
		}
		if dispute := event.Dispute; dispute != nil {
			if err := r.orphans.RecordLoss(tx, *dispute); err != nil {
				return err
			}
		}
		return record.finish(tx, EventUnmatched, "")
	})
}

// findTransactionForEvent returns the transaction of an event, or nil. It searches our own records first and calls the
// provider last. It never matches by email address, because anyone can type another person's address into a payment
// page.
func (r *Reconciler) findTransactionForEvent(ctx context.Context, event razorpay.Event) (*ledger.Transaction, error) {
	t, err := r.findKnownTransaction(event)
	if t != nil || err != nil || event.Payment == nil {
		return t, err
	}
	// A payment that was not captured moves no money, so it needs no transaction.
	if !provider.IsCaptured(*event.Payment) {
		return nil, nil
	}
	return r.traceTransaction(ctx, *event.Payment, event.PaymentLink)
}

// findKnownTransaction searches the ledger for the ids of an event. They include an order's receipt and a
// subscription's notes, which we have set.
func (r *Reconciler) findKnownTransaction(event razorpay.Event) (*ledger.Transaction, error) {
	lookups := []lookup{
		{ledger.FindTransactionByPayment, event.PaymentID()},
		{ledger.FindTransactionBySubscription, event.SubscriptionID()},
		{ledger.FindTransactionByOrder, event.OrderID()},
	}
	if event.Order != nil {
		lookups = append(lookups, lookup{ledger.FindTransaction, event.Order.Receipt})
	}
	if event.Subscription != nil {
		lookups = append(lookups, lookup{ledger.FindTransaction, event.Subscription.Notes["transactionId"]})
	}
	if event.PaymentLink != nil {
		lookups = append(lookups, lookup{ledger.FindTransactionByLink, event.PaymentLink.ID},
			lookup{ledger.FindTransaction, event.PaymentLink.ReferenceID})
	}
	return r.firstMatch(lookups)
}

// lookup is one way to find a transaction.
type lookup struct {
	find func(core.App, string) (*ledger.Transaction, error)
	id   string
}

// firstMatch returns the transaction of the first lookup that finds one, nil if none does.
func (r *Reconciler) firstMatch(lookups []lookup) (*ledger.Transaction, error) {
	for _, l := range lookups {
		if l.id == "" {
			continue
		}
		t, err := l.find(r.app, l.id)
		if err == nil {
			return t, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
	}
	return nil, nil
}

// traceTransaction asks the provider for the origin of a captured payment: its order's receipt, its invoice's
// subscription, or a payment link that names the buyer.
func (r *Reconciler) traceTransaction(ctx context.Context, payment razorpay.Payment,
	link *razorpay.PaymentLink) (*ledger.Transaction, error) {
	if r.provider == nil {
		return nil, provider.ErrNotConfigured
	}
	var lookups []lookup
	if payment.OrderID != "" {
		order, err := r.provider.Order(ctx, payment.OrderID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		lookups = append(lookups, lookup{ledger.FindTransaction, order.Receipt})
	}
	if payment.InvoiceID != "" {
		invoice, err := r.provider.Invoice(ctx, payment.InvoiceID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		lookups = append(lookups, lookup{ledger.FindTransactionBySubscription, invoice.SubscriptionID})
		if invoice.SubscriptionID != "" {
			subscription, err := r.provider.Subscription(ctx, invoice.SubscriptionID)
			if ignoreNotFound(err) != nil {
				return nil, err
			}
			lookups = append(lookups, lookup{ledger.FindTransaction, subscription.Notes["transactionId"]})
		}
	}
	if t, err := r.firstMatch(lookups); t != nil || err != nil {
		return t, err
	}
	if link == nil {
		byPayment, err := r.provider.PaymentLinkByPayment(ctx, payment.ID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		link = &byPayment
	}
	if t, err := r.firstMatch(
		[]lookup{{ledger.FindTransaction, link.ReferenceID}, {ledger.FindTransaction, link.Notes["transactionId"]}},
	); t != nil || err != nil {
		return t, err
	}
	return r.createFromPaymentLink(payment, *link)
}

// createFromPaymentLink creates the transaction of a payment through a payment link whose notes name the tier and the
// user. It returns nil if they do not. We can trust the notes, because we write them and the buyer cannot. The amount
// is checked against the tier's price as usual.
func (r *Reconciler) createFromPaymentLink(payment razorpay.Payment, link razorpay.PaymentLink) (t *ledger.Transaction,
	err error) {
	tierID := cmp.Or(link.Notes["membershipTierId"], link.Notes["tierId"])
	err = r.app.RunInTransaction(func(tx core.App) error {
		if t, err = ledger.FindTransactionByPayment(tx, payment.ID); err == nil || !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		t = nil
		record, err := tx.FindRecordById(identity.Users, link.Notes["userId"])
		if err != nil {
			return database.IgnoreMissing(err)
		}
		tier, err := tiers.Find(tx, tierID)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		buyer := identity.NewUser(record)
		req, err := r.ledger.OrderFor(tx, buyer, tier)
		if err != nil {
			return err
		}
		t, err = r.ledger.CreateFromLink(tx, req, provider.Payment(payment), provider.Link(link))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("create transaction of payment link %s: %w", link.ID, err)
	}
	return t, nil
}

// The errors of a webhook request.
var (
	errNoWebhookSecret = apperr.Unavailable("webhook-not-configured", "The webhook is not set up yet.")
	errEventTooLarge   = apperr.New("webhook-too-large", http.StatusRequestEntityTooLarge, "The event is too large.")
	errEventIncomplete = apperr.New("webhook-incomplete", http.StatusBadRequest,
		"The event was not received completely.")
	errSignatureMissing = apperr.New("webhook-signature-missing", http.StatusBadRequest,
		"The event's signature is missing or wrong.")
	errSignatureMismatch = apperr.New("webhook-signature-wrong", http.StatusBadRequest,
		"The event's signature is missing or wrong.")
)

// webhookProblems map the webhook's errors to their codes in the diagnostics and their explanations in the console.
var webhookProblems = []struct {
	err               *apperr.Error
	text, explanation string
}{
	{
		errNoWebhookSecret,
		"no webhook secret is configured",
		"No webhook secret is set here, so no request can be verified. Set RAZORPAY_WEBHOOK_SECRET to the secret of " +
			"the webhook in Razorpay's dashboard.",
	},
	{errSignatureMissing, "the signature is missing",
		"It had no signature. Either it did not come from Razorpay, or a proxy removed the header."},
	{
		errSignatureMismatch,
		"the signature is wrong",
		"The signature matches none of our secrets. Either our secret differs from the secret in Razorpay's " +
			"dashboard, or someone else sent the request.",
	},
	{errEventTooLarge, "the body is larger than 1 MiB",
		"It was larger than any event from Razorpay, so it was not read."},
	{errEventIncomplete, "the body is incomplete",
		"The connection ended before the whole request had arrived. Razorpay sends an event again automatically."},
}

const messageEventNotStored = "The event could not be stored. Please send it again."

func ignoreNotFound(err error) error {
	if errors.Is(err, razorpay.ErrNotFound) {
		return nil
	}
	return err
}
