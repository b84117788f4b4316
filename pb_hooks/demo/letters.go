package demo

import (
	"encoding/json"
	"fmt"
	"time"

	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations"
)

// nominationReceived is the letter that a nomination brings.
func nominationReceived(email string, at time.Time) historyEvent {
	return historyEvent{at, func(p *history) error {
		nomination, err := nominations.FindByEmail(p.tx, email)
		if err != nil {
			return err
		}
		return p.outbox.Enqueue(p.tx, mail.NominationReceived{
			RegistrationID: nomination.Id, Name: nomination.Name(), Email: email,
		}.Build())
	}}
}

var (
	deliveredEvents = []string{"request", "delivered"}
	openedEvents    = []string{"request", "delivered", "opened"}
	clickedEvents   = []string{"request", "delivered", "opened", "click"}
	bouncedEvents   = []string{"request", "soft_bounce"}
	// eventDelays are when each of a letter's events came.
	eventDelays = []time.Duration{5 * time.Second, 11 * time.Second, 3 * time.Hour, 3*time.Hour + 2*time.Minute}
)

// deliveryOutcomes are what the provider told of the sample letters, one after the other, and from the start
// again; of one that it refused it told nothing.
var deliveryOutcomes = []struct {
	told    []string
	trouble string
}{
	{openedEvents, ""}, {deliveredEvents, ""}, {clickedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""}, {clickedEvents, ""},
	{deliveredEvents, ""}, {bouncedEvents, "The mailbox is full."}, {openedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""}, {clickedEvents, ""}, {deliveredEvents, ""},
	{openedEvents, ""}, {nil, "The provider refused the letter: the recipient's server does not exist."}, {deliveredEvents, ""}, {openedEvents, ""},
	{clickedEvents, ""}, {openedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""},
}

// markEmailsSent says of every letter of the sample past that it has gone out at its time: nothing of it
// waits to be sent when the outbox starts.
func (p *history) markEmailsSent() error {
	emails, err := p.outbox.ListQueued(p.tx)
	if err != nil {
		return err
	}
	events := []map[string]any{}
	for n, email := range emails {
		outcome := deliveryOutcomes[n%len(deliveryOutcomes)]
		id, refusal := fmt.Sprintf("<sample-%d@sample.example>", n), ""
		if len(outcome.told) == 0 {
			refusal = outcome.trouble
		}
		if err := p.outbox.RecordResult(p.tx, email, id, refusal); err != nil {
			return err
		}
		for i, event := range outcome.told {
			events = append(events, map[string]any{
				"event": event, "email": email.Email, "message-id": id, "reason": outcome.trouble, "X-Mailin-custom": email.ID,
				"ts_epoch": email.At.Add(eventDelays[i]).UnixMilli(),
			})
		}
	}
	body, err := json.Marshal(events)
	if err != nil {
		return err
	}
	return p.outbox.RecordEvents(body)
}
