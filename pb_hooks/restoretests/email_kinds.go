package restoretests

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/restoretests/emails"
	"boardcircle/pb_hooks/settings"
)

func emailKinds() []outbox.Kind {
	return []outbox.Kind{{Name: emails.KindRestoreTestFailed, Texts: emails.Texts}}
}

// notifyAdmin emails the failures to the address in the settings, or else to ADMIN_EMAIL.
func (r *RestoreTests) notifyAdmin(tx core.App, jobID string, results []Result) error {
	recipient, err := settings.NotificationRecipient(tx, r.AdminEmail)
	if err != nil || recipient == "" {
		return err
	}
	for _, result := range results {
		if result.Outcome != Failed {
			continue
		}
		email := emails.RestoreTestFailed{
			JobID:   jobID,
			Source:  string(result.Source),
			Name:    strings.TrimSpace(result.Name),
			Message: result.Message,
		}.Build()
		email.To.Email = recipient
		if err := r.Outbox.Enqueue(tx, email); err != nil {
			return err
		}
	}
	return nil
}
