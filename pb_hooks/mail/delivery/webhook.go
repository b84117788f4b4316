package delivery

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
)

const (
	// maxWebhookBody limits the size of a webhook call. Brevo sends up to 500 events in one call.
	maxWebhookBody = 1 << 20
	maxEvents      = 500
	// maxPayload limits how much of an event's original body is stored.
	maxPayload = 16 << 10
)

// Errors of the webhook. Brevo discards an event after any error except 429, so an event that can't be stored now
// must be answered with 429.
var (
	errWebhookToken = apperr.New("webhook-token", http.StatusUnauthorized,
		"The webhook's token is missing or wrong.")
	errWebhookTooLarge = apperr.New("webhook-too-large", http.StatusRequestEntityTooLarge,
		"The webhook's body is too large.")
	errWebhookBody     = apperr.Invalid("webhook-body", "", "The webhook's body is not a list of events.")
	errEventsNotStored = apperr.New("events-not-stored", http.StatusTooManyRequests,
		"The events can't be stored right now. Please send them again.")
)

// Webhook is POST /api/webhooks/brevo. Brevo does not sign its calls; only the bearer token protects this endpoint.
func (t *Tracker) Webhook() httpx.Endpoint {
	return httpx.Raw[webhookBody](t.receiveWebhook, httpx.Doc{
		Tag: "webhooks", Summary: "Receive Brevo's delivery events", Scheme: "brevoToken",
		Errors: []*apperr.Error{errWebhookToken, errWebhookTooLarge, errWebhookBody},
	})
}

// webhookBody is an event of Brevo, or a list of events, which parseEvents reads.
type webhookBody struct{}

// Rules returns no rules.
func (webhookBody) Rules() rules.Form { return nil }

// StoredEvents is the number of events that were stored.
type StoredEvents struct {
	Stored int `json:"stored"`
}

func (t *Tracker) receiveWebhook(e *core.RequestEvent) (StoredEvents, error) {
	if !t.hasWebhookToken(e.Request.Header.Get("Authorization")) {
		return StoredEvents{}, errWebhookToken
	}
	body, err := io.ReadAll(http.MaxBytesReader(e.Response, e.Request.Body, maxWebhookBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return StoredEvents{}, errWebhookTooLarge
	}
	events, parseErr := parseEvents(body, t.now())
	if err := errors.Join(err, parseErr); err != nil {
		return StoredEvents{}, fmt.Errorf("%w: %w", errWebhookBody, err)
	}
	count, err := t.storeEvents(events)
	if err != nil {
		t.app.Logger().Error("Delivery events could not be stored", "events", len(events), "error", err)
		e.Response.Header().Set("Retry-After", "30")
		return StoredEvents{}, errEventsNotStored
	}
	if count > 0 {
		t.outbox.Changed()
	}
	return StoredEvents{count}, nil
}

func (t *Tracker) hasWebhookToken(authorization string) bool {
	token, isBearer := strings.CutPrefix(authorization, "Bearer ")
	given, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(t.cfg.Brevo.WebhookToken))
	return isBearer && t.cfg.Brevo.WebhookToken != "" && subtle.ConstantTimeCompare(given[:], want[:]) == 1
}

// storeEvents stores new events and applies them to their emails in one transaction. Events of unknown messages are
// stored too.
func (t *Tracker) storeEvents(events []event) (count int, err error) {
	err = t.app.RunInTransaction(func(tx core.App) error {
		count = 0
		for _, ev := range events {
			isNew, err := insertEvent(tx, ev, t.now())
			if err != nil {
				return err
			}
			if !isNew {
				continue
			}
			count++
			if err := errors.Join(t.updateEmail(tx, ev), t.suppress(tx, ev)); err != nil {
				return err
			}
		}
		return nil
	})
	return count, err
}

// updateEmail applies an event to its email, which it finds by our id in X-Mailin-custom or by the message id.
func (t *Tracker) updateEmail(tx core.App, ev event) error {
	delivery, err := outbox.FindDelivery(tx, ev.custom, ev.messageID, ev.email)
	if err != nil || delivery == nil {
		return err
	}
	applyEvent(delivery, ev)
	return outbox.SaveDelivery(tx, *delivery, t.now())
}

// suppress suppresses all topics for people who have unsubscribed or complained, and for dead addresses. Emails
// without a topic, such as receipts, are still sent to them.
func (t *Tracker) suppress(tx core.App, ev event) error {
	if ev.email == "" {
		return nil
	}
	switch ev.name {
	case "unsubscribed":
		if err := outbox.MarkUnsubscribed(tx, ev.emailID(), ev.email, ev.at); err != nil {
			return err
		}
	case "hard_bounce", "invalid_email", "spam":
	default:
		return nil
	}
	return preferences.Suppress(tx, ev.email, ev.name, t.now())
}

// event is a delivery event reported by the webhook.
type event struct {
	name, email, messageID string
	custom                 string // our row's id
	link, reason           string
	at                     time.Time
	payload, hash          string
}

// parseEvents parses one event or a list of events. Brevo mixes numbers and strings, so both are accepted for each
// field. It skips invalid entries, so that they do not affect the others.
func parseEvents(body []byte, now time.Time) ([]event, error) {
	var entries []json.RawMessage
	if body = bytes.TrimSpace(body); bytes.HasPrefix(body, []byte("{")) {
		entries = []json.RawMessage{body}
	} else if err := json.Unmarshal(body, &entries); err != nil {
		return nil, err
	}
	if len(entries) > maxEvents {
		return nil, fmt.Errorf("%d events at once", len(entries))
	}
	events := []event{}
	for _, entry := range entries {
		if ev, err := parseEvent(entry, now); err == nil {
			events = append(events, ev)
		}
	}
	if len(events) == 0 && len(entries) > 0 {
		return nil, errors.New("no entry is an event")
	}
	return events, nil
}

func parseEvent(entry json.RawMessage, now time.Time) (event, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(entry, &fields); err != nil {
		return event{}, err
	}
	epoch := scalar(fields, "ts_epoch", "ts_event", "ts")
	ev := event{
		name:      eventName(scalar(fields, "event")),
		email:     preferences.NormalizeAddress(scalar(fields, "email")),
		messageID: texts.OneLine(scalar(fields, "message-id", "messageId"), 200),
		custom:    texts.OneLine(scalar(fields, "X-Mailin-custom"), 40),
		link:      texts.OneLine(scalar(fields, "link", "URL"), 2000),
		reason:    texts.OneLine(scalar(fields, "reason"), 500),
		at:        parseEpoch(epoch, now),
		payload:   "null",
	}
	if ev.name == "" {
		return event{}, errors.New("an event without a name")
	}
	if len(entry) <= maxPayload {
		ev.payload = string(entry)
	}
	// Brevo's "id" is the id of the webhook; events have none.
	sum := sha256.Sum256([]byte(strings.Join([]string{ev.messageID, ev.name, ev.email, epoch, ev.link}, "\x00")))
	ev.hash = hex.EncodeToString(sum[:])
	return ev, nil
}

var rowIDPattern = regexp.MustCompile(`^[a-z0-9]{15}$`)

// emailID returns the row id in the event, or "".
func (ev event) emailID() string {
	if !rowIDPattern.MatchString(ev.custom) {
		return ""
	}
	return ev.custom
}

// eventName normalises the spelling of an event's name.
func eventName(name string) string {
	name = texts.OneLine(strings.ToLower(name), 60)
	switch name {
	case "complaint":
		return "spam"
	case "unsubscribe":
		return "unsubscribed"
	}
	return name
}

// scalar returns the first field that is a string or a number.
func scalar(fields map[string]json.RawMessage, names ...string) string {
	for _, name := range names {
		var value any
		decoder := json.NewDecoder(bytes.NewReader(fields[name]))
		decoder.UseNumber()
		if decoder.Decode(&value) != nil {
			continue
		}
		switch v := value.(type) {
		case string:
			if v != "" {
				return v
			}
		case json.Number:
			return v.String()
		}
	}
	return ""
}

// parseEpoch reads seconds or milliseconds since 1970; an implausible time becomes now.
func parseEpoch(epoch string, now time.Time) time.Time {
	n, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return now
	}
	at := time.Unix(n, 0)
	if n > 1e11 {
		at = time.UnixMilli(n)
	}
	if at.Year() < 2000 || at.After(now.Add(24*time.Hour)) {
		return now
	}
	return at.UTC()
}
