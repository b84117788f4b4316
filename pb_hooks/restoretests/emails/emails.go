// Package emails declares the email of the restore tests. Its text is in the same folder.
package emails

import "boardcircle/pb_hooks/mail/outbox"

// KindRestoreTestFailed is the kind of the email.
const KindRestoreTestFailed = "restore-drill-failed"

// RestoreTestFailed tells the admins that a restore would fail. The sender sets the recipient.
type RestoreTestFailed struct {
	JobID, Source, Name, Message string
}

func (e RestoreTestFailed) Build() outbox.Email {
	return outbox.Email{
		Kind: KindRestoreTestFailed, DedupeKey: "drill:" + e.JobID + ":" + e.Source,
		Params: map[string]string{"source": e.Source, "name": e.Name, "message": e.Message},
	}
}
