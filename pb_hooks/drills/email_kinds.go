package drills

import (
	"embed"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/settings"
)

const kindDrillFailed = "restore-drill-failed"

//go:embed emails
var emailFiles embed.FS

func emailKinds() []mail.Kind { return []mail.Kind{{Name: kindDrillFailed, Templates: emailFiles}} }

// drillFailedEmail tells the admins that a restore would fail. The sender sets the recipient.
type drillFailedEmail struct {
	JobID, Source, Name, Message string
}

func (e drillFailedEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindDrillFailed, DedupeKey: "drill:" + e.JobID + ":" + e.Source,
		Params: map[string]string{"source": e.Source, "name": e.Name, "message": e.Message},
	}
}

// notifyAdmin writes about what failed to the address of the settings, else to ADMIN_EMAIL.
func (d *Drills) notifyAdmin(tx core.App, jobID string, results []Result) error {
	recipient, err := settings.NotificationRecipient(tx, d.AdminEmail)
	if err != nil || recipient == "" {
		return err
	}
	for _, result := range results {
		if result.Outcome != Failed {
			continue
		}
		email := drillFailedEmail{JobID: jobID, Source: string(result.Source), Name: strings.TrimSpace(result.Name), Message: result.Message}.Build()
		email.To.Email = recipient
		if err := d.Outbox.Enqueue(tx, email); err != nil {
			return err
		}
	}
	return nil
}
