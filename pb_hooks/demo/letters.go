package demo

import (
	"encoding/json"
	"fmt"
	"time"

	"boardcircle/pb_hooks/mail"
)

// thanked is the letter that a nomination brings.
func thanked(email string, at time.Time) happening {
	return happening{at, func(p *past) error {
		nomination, err := p.tx.FindFirstRecordByData("registrations", "email", email)
		if err != nil {
			return err
		}
		return p.outbox.Enqueue(p.tx, mail.NominationReceived{
			RegistrationID: nomination.Id, Name: nomination.GetString("name"), Email: email,
		}.Letter())
	}}
}

var (
	delivered = []string{"request", "delivered"}
	opened    = []string{"request", "delivered", "opened"}
	clicked   = []string{"request", "delivered", "opened", "click"}
	bounced   = []string{"request", "soft_bounce"}
	// delays are when each of a letter's events came.
	delays = []time.Duration{5 * time.Second, 11 * time.Second, 3 * time.Hour, 3*time.Hour + 2*time.Minute}
)

// fates are what the provider told of the sample letters, one after the other, and from the start
// again; of one that it refused it told nothing.
var fates = []struct {
	told    []string
	trouble string
}{
	{opened, ""}, {delivered, ""}, {clicked, ""}, {delivered, ""}, {opened, ""}, {delivered, ""}, {opened, ""}, {clicked, ""},
	{delivered, ""}, {bounced, "The mailbox is full."}, {opened, ""}, {delivered, ""}, {opened, ""}, {clicked, ""}, {delivered, ""},
	{opened, ""}, {nil, "The provider refused the letter: the recipient's server does not exist."}, {delivered, ""}, {opened, ""},
	{clicked, ""}, {opened, ""}, {delivered, ""}, {opened, ""},
}

// postmark says of every letter of the sample past that it has gone out at its time: nothing of it
// waits to be sent when the outbox starts.
func (p *past) postmark() error {
	letters, err := p.outbox.WrittenPast(p.tx)
	if err != nil {
		return err
	}
	told := []map[string]any{}
	for n, letter := range letters {
		fate := fates[n%len(fates)]
		id, refusal := fmt.Sprintf("<sample-%d@sample.example>", n), ""
		if len(fate.told) == 0 {
			refusal = fate.trouble
		}
		if err := p.outbox.SendPast(p.tx, letter, id, refusal); err != nil {
			return err
		}
		for i, event := range fate.told {
			told = append(told, map[string]any{
				"event": event, "email": letter.Email, "message-id": id, "reason": fate.trouble, "X-Mailin-custom": letter.ID,
				"ts_epoch": letter.At.Add(delays[i]).UnixMilli(),
			})
		}
	}
	body, err := json.Marshal(told)
	if err != nil {
		return err
	}
	return p.outbox.HearPast(body)
}
