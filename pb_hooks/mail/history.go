package mail

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// HistoricEmail is a queued e-mail that the demo data presents as sent at an earlier time.
type HistoricEmail struct {
	ID    string
	Email string
	At    time.Time
}

// ListQueued lists the queued e-mails, the oldest first.
func (o *Outbox) ListQueued(tx core.App) ([]HistoricEmail, error) { return listQueued(tx) }

// RecordResult stores that a queued e-mail was sent as messageID, or was refused for a reason. It is not
// sent.
func (o *Outbox) RecordResult(tx core.App, email HistoricEmail, messageID, refusal string) error {
	if err := updateHistoric(tx, email, email.At.Add(4*time.Second), messageID, refusal); err != nil {
		return err
	}
	return o.jobs.Cancel(tx, sendJob, email.ID)
}

// RecordEvents applies events in the format of the provider's webhook.
func (o *Outbox) RecordEvents(body []byte) error {
	events, err := parseEvents(body, o.now())
	if err != nil {
		return err
	}
	_, err = o.record(events)
	return err
}
