package approvals

import (
	"boardcircle/pb_hooks/approvals/emails"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/outbox"
)

func emailKinds() []outbox.Kind {
	return []outbox.Kind{{Name: emails.KindApprovalRequested, Texts: emails.Texts, Priority: jobs.High}}
}
