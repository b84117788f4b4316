package drills

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/drills/emails"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/settings"
)

func emailKinds() []outbox.Kind {
	return []outbox.Kind{{Name: emails.KindDrillFailed, Texts: emails.Texts}}
}

// notifyAdmin emails the failures to the address in the settings, or else to ADMIN_EMAIL.
func (d *Drills) notifyAdmin(tx core.App, jobID string, results []Result) error {
	recipient, err := settings.NotificationRecipient(tx, d.AdminEmail)
	if err != nil || recipient == "" {
		return err
	}
	for _, result := range results {
		if result.Outcome != Failed {
			continue
		}
		email := emails.DrillFailed{
			JobID:   jobID,
			Source:  string(result.Source),
			Name:    strings.TrimSpace(result.Name),
			Message: result.Message,
		}.Build()
		email.To.Email = recipient
		if err := d.Outbox.Enqueue(tx, email); err != nil {
			return err
		}
	}
	return nil
}
