package payments

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

// verifyWebhook returns an error unless the provider has signed the request.
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

// storeEvent stores the event, its job and its diagnostic together. A repeated event is not an error and is not stored
// again.
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

// EventJob is the type of the jobs that process payment events. The key is the id of the event's record.
const EventJob = "payments.event"

func (p *Payments) eventJobType() jobs.Type {
	return jobs.Type{
		Name: EventJob, Concurrency: 4,
		Backoff: jobs.Steps(time.Minute, 5*time.Minute, 15*time.Minute, time.Hour),
		Handle:  p.handleEventJob,
	}
}

// handleEventJob processes one event. It gives up an event that has failed for six days: by then the scheduled checks
// and the daily sweep have found the change.
func (p *Payments) handleEventJob(ctx context.Context, job jobs.Job) error {
	event, err := findEvent(p.app, job.Key)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && event.State() != EventWaiting) {
		return nil
	}
	if err != nil {
		return err
	}
	err = p.processEvent(ctx, event)
	if err != nil && p.now().Sub(event.CreatedAt()) > checkWindow {
		return event.finish(p.app, EventUnmatched, err.Error())
	}
	return err
}

// processEvent syncs the transaction of an event. The event is a snapshot of unknown age: it is applied after the
// provider's current answer, where it can only advance the status. While the API is down it is applied without that
// answer.
func (p *Payments) processEvent(ctx context.Context, record *PaymentEvent) error {
	event, err := razorpay.ParseEvent(record.Body())
	if err != nil {
		return record.finish(p.app, EventUnmatched, err.Error())
	}
	if event.Settlement != nil {
		return p.app.RunInTransaction(func(tx core.App) error {
			if err := p.recordSettlement(tx, *event.Settlement); err != nil {
				return fmt.Errorf("record settlement of event %s: %w", record.Id, err)
			}
			return record.finish(tx, EventDone, "")
		})
	}
	t, err := p.findTransactionForEvent(ctx, event)
	if err != nil {
		return fmt.Errorf("find transaction of event %s: %w", record.Id, err)
	}
	if t == nil {
		return p.finishUnmatched(record, event)
	}
	defer p.transactions.Lock(t.Id)()
	_, syncErr := p.SyncTransaction(ctx, t.Id)
	var apiErr *razorpay.Error
	if syncErr != nil && !errors.As(syncErr, &apiErr) && !errors.Is(syncErr, errNotConfigured) {
		return syncErr
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		if err := p.applyEvent(tx, t.Id, event, syncErr != nil); err != nil {
			return fmt.Errorf("apply event %s to transaction %s: %w", record.Id, t.Id, err)
		}
		return record.finish(tx, EventDone, "")
	})
}

// applyEvent applies an event's own entities to the ledger.
func (p *Payments) applyEvent(tx core.App, id string, event razorpay.Event, recheckSoon bool) error {
	t, err := findTransaction(tx, id)
	if err != nil {
		return err
	}
	first := t
	if event.Subscription != nil && t.Kind() == KindSubscription && t.SubscriptionID() == "" {
		if err := p.setProviderID(tx, t, event.Subscription.ID); err != nil {
			return err
		}
	}
	if event.Payment != nil {
		if t, err = p.applyPayment(tx, t, *event.Payment); err != nil {
			return err
		}
	}
	if event.Refund != nil {
		if err := p.applyRefund(tx, t, *event.Refund); err != nil {
			return err
		}
	}
	if event.Dispute != nil {
		if err := p.applyDispute(tx, t, *event.Dispute, event.CreatedAt); err != nil {
			return err
		}
	}
	if event.PaymentLink != nil {
		if err := p.applyLink(tx, first, *event.PaymentLink); err != nil {
			return err
		}
	}
	if event.Subscription != nil && first.Kind() == KindSubscription {
		if err := p.applySubscription(tx, first, *event.Subscription, event.CreatedAt, false); err != nil {
			return err
		}
	}
	if !recheckSoon {
		return nil
	}
	t.SetNextCheckAt(p.now().Add(earlyCheckAges[0]))
	return p.save(tx, t)
}

// finishUnmatched finishes an event that belongs to no transaction. A captured payment becomes an orphan payment, with
// its refunds.
func (p *Payments) finishUnmatched(record *PaymentEvent, event razorpay.Event) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		if event.Payment != nil && isCaptured(*event.Payment) {
			if err := p.recordOrphan(tx, *event.Payment); err != nil {
				return err
			}
		}
		if refund := event.Refund; refund != nil {
			if err := p.recordOrphanRefund(tx, *refund); err != nil {
				return err
			}
		}
		if dispute := event.Dispute; dispute != nil {
			if err := p.recordOrphanLoss(tx, *dispute); err != nil {
				return err
			}
		}
		return record.finish(tx, EventUnmatched, "")
	})
}

// findTransactionForEvent returns the transaction of an event, or nil. It searches our own records first and calls the
// provider last. It never matches by email address, because anyone can type another person's address into a payment
// page.
func (p *Payments) findTransactionForEvent(ctx context.Context, event razorpay.Event) (*Transaction, error) {
	t, err := p.findKnownTransaction(event)
	if t != nil || err != nil || event.Payment == nil {
		return t, err
	}
	// A payment that was not captured moves no money, so it needs no transaction.
	if !isCaptured(*event.Payment) {
		return nil, nil
	}
	return p.traceTransaction(ctx, *event.Payment, event.PaymentLink)
}

// findKnownTransaction searches the ledger for the ids of an event. They include an order's receipt and a
// subscription's notes, which we have set.
func (p *Payments) findKnownTransaction(event razorpay.Event) (*Transaction, error) {
	lookups := []lookup{
		{findTransactionByPayment, event.PaymentID()},
		{findTransactionBySubscription, event.SubscriptionID()},
		{findTransactionByOrder, event.OrderID()},
	}
	if event.Order != nil {
		lookups = append(lookups, lookup{findTransaction, event.Order.Receipt})
	}
	if event.Subscription != nil {
		lookups = append(lookups, lookup{findTransaction, event.Subscription.Notes["transactionId"]})
	}
	if event.PaymentLink != nil {
		lookups = append(lookups, lookup{findTransactionByLink, event.PaymentLink.ID}, lookup{findTransaction, event.PaymentLink.ReferenceID})
	}
	return p.firstMatch(lookups)
}

// lookup is one way to find a transaction.
type lookup struct {
	find func(core.App, string) (*Transaction, error)
	id   string
}

// firstMatch returns the transaction of the first lookup that finds one, nil if none does.
func (p *Payments) firstMatch(lookups []lookup) (*Transaction, error) {
	for _, l := range lookups {
		if l.id == "" {
			continue
		}
		t, err := l.find(p.app, l.id)
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
func (p *Payments) traceTransaction(ctx context.Context, payment razorpay.Payment, link *razorpay.PaymentLink) (*Transaction, error) {
	if p.provider == nil {
		return nil, errNotConfigured
	}
	var lookups []lookup
	if payment.OrderID != "" {
		order, err := p.provider.Order(ctx, payment.OrderID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		lookups = append(lookups, lookup{findTransaction, order.Receipt})
	}
	if payment.InvoiceID != "" {
		invoice, err := p.provider.Invoice(ctx, payment.InvoiceID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		lookups = append(lookups, lookup{findTransactionBySubscription, invoice.SubscriptionID})
		if invoice.SubscriptionID != "" {
			subscription, err := p.provider.Subscription(ctx, invoice.SubscriptionID)
			if ignoreNotFound(err) != nil {
				return nil, err
			}
			lookups = append(lookups, lookup{findTransaction, subscription.Notes["transactionId"]})
		}
	}
	if t, err := p.firstMatch(lookups); t != nil || err != nil {
		return t, err
	}
	if link == nil {
		byPayment, err := p.provider.PaymentLinkByPayment(ctx, payment.ID)
		if ignoreNotFound(err) != nil {
			return nil, err
		}
		link = &byPayment
	}
	if t, err := p.firstMatch([]lookup{{findTransaction, link.ReferenceID}, {findTransaction, link.Notes["transactionId"]}}); t != nil || err != nil {
		return t, err
	}
	return p.createFromPaymentLink(payment, *link)
}

// createFromPaymentLink creates the transaction of a payment through a payment link whose notes name the tier and the
// user. It returns nil if they do not. We can trust the notes, because we write them and the buyer cannot. The amount
// is checked against the tier's price as usual.
func (p *Payments) createFromPaymentLink(payment razorpay.Payment, link razorpay.PaymentLink) (t *Transaction, err error) {
	tierID := cmp.Or(link.Notes["membershipTierId"], link.Notes["tierId"])
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransactionByPayment(tx, payment.ID); err == nil || !errors.Is(err, sql.ErrNoRows) {
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
		req, err := p.linkRequest(tx, buyer, tier)
		if err != nil {
			return err
		}
		created, err := p.newTransaction(tx, req, p.now())
		if err != nil {
			return err
		}
		created.setLinkPayment(payment)
		created.setLink(link)
		t = created
		return p.save(tx, t)
	})
	if err != nil {
		return nil, fmt.Errorf("create transaction of payment link %s: %w", link.ID, err)
	}
	return t, nil
}
