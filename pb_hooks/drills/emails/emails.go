// Package emails declares the email of the restore tests. Its text is in the same folder.
package emails

import "boardcircle/pb_hooks/mail/outbox"

// KindDrillFailed is the kind of the email.
const KindDrillFailed = "restore-drill-failed"

// DrillFailed tells the admins that a restore would fail. The sender sets the recipient.
type DrillFailed struct {
	JobID, Source, Name, Message string
}

func (e DrillFailed) Build() outbox.Email {
	return outbox.Email{
		Kind: KindDrillFailed, DedupeKey: "drill:" + e.JobID + ":" + e.Source,
		Params: map[string]string{"source": e.Source, "name": e.Name, "message": e.Message},
	}
}
