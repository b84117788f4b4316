// Package emails has the e-mail of the restore drills: what it is made of. Its text is beside it.
package emails

import "boardcircle/pb_hooks/mail"

// KindDrillFailed is the e-mail's kind.
const KindDrillFailed = "restore-drill-failed"

// DrillFailed tells the admins that a restore would fail. The sender sets the recipient.
type DrillFailed struct {
	JobID, Source, Name, Message string
}

func (e DrillFailed) Build() mail.Email {
	return mail.Email{
		Kind: KindDrillFailed, DedupeKey: "drill:" + e.JobID + ":" + e.Source,
		Params: map[string]string{"source": e.Source, "name": e.Name, "message": e.Message},
	}
}
