package demo

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"time"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/mail/brevo"
)

// pastSender simulates the email provider during the sample history. It accepts or refuses each email and stores its
// delivery events for the webhook.
type pastSender struct {
	now clock.Clock

	mu     sync.Mutex
	sent   int
	events []map[string]any
	// invitations are the tokens of the invitations, by the recipient's email address.
	invitations map[string]string
}

func newPastSender(now clock.Clock) *pastSender {
	return &pastSender{now: now, invitations: map[string]string{}}
}

var invitationLink = regexp.MustCompile(`/auth\?invitation=(\S+)`)

// SendBatch refuses every batch, because the sample data has no sent campaign.
func (s *pastSender) SendBatch(context.Context, brevo.Batch) brevo.Result {
	return brevo.Result{Status: brevo.Rejected, Reason: "the sample data sends no campaigns"}
}

// Send accepts or refuses an email.
func (s *pastSender) Send(_ context.Context, m brevo.Message) brevo.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	if match := invitationLink.FindStringSubmatch(m.Text); match != nil {
		token, err := url.QueryUnescape(match[1])
		if err != nil {
			return brevo.Result{Status: brevo.Rejected, Reason: err.Error()}
		}
		s.invitations[m.To.Email] = token
	}
	outcome, id := deliveryOutcomes[s.sent%len(deliveryOutcomes)], fmt.Sprintf("<sample-%d@sample.example>", s.sent)
	s.sent++
	if len(outcome.events) == 0 {
		return brevo.Result{Status: brevo.Rejected, Reason: outcome.reason}
	}
	for i, event := range outcome.events {
		s.events = append(s.events, map[string]any{
			"event":           event,
			"email":           m.To.Email,
			"message-id":      id,
			"reason":          outcome.reason,
			"X-Mailin-custom": m.CorrelationID,
			"ts_epoch":        s.now().Add(eventDelays[i]).UnixMilli(),
		})
	}
	return brevo.Result{Status: brevo.Accepted, MessageID: id}
}

// reportDeliveries sends the events of the sample emails to the webhook.
func (h *history) reportDeliveries() error {
	for events := range slices.Chunk(h.sender.events, eventsPerCall) {
		r := request{authorization: "Bearer " + h.webhookToken, body: events}
		if err := h.call(h.Delivery.Webhook().Handler, r, nil); err != nil {
			return err
		}
	}
	return nil
}

// eventsPerCall is how many events the provider sends with one webhook call.
const eventsPerCall = 500

var (
	deliveredEvents = []string{"request", "delivered"}
	openedEvents    = []string{"request", "delivered", "opened"}
	clickedEvents   = []string{"request", "delivered", "opened", "click"}
	bouncedEvents   = []string{"request", "soft_bounce"}
	// eventDelays are the times from the sending of an email to its events.
	eventDelays = []time.Duration{time.Second, 7 * time.Second, 3 * time.Hour, 3*time.Hour + 2*time.Minute}
)

// deliveryOutcomes are the results of the sample emails in turn: webhook events, or a reason for which the provider
// refuses the email.
var deliveryOutcomes = []struct {
	events []string
	reason string
}{
	{openedEvents, ""}, {deliveredEvents, ""}, {clickedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""},
	{deliveredEvents, ""}, {openedEvents, ""}, {clickedEvents, ""},
	{deliveredEvents, ""}, {bouncedEvents, "The mailbox is full."}, {openedEvents, ""}, {deliveredEvents, ""},
	{openedEvents, ""}, {clickedEvents, ""}, {deliveredEvents, ""},
	{openedEvents, ""}, {nil, "The provider refused the email: the recipient's server does not exist."},
	{deliveredEvents, ""}, {openedEvents, ""},
	{clickedEvents, ""}, {openedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""},
}
