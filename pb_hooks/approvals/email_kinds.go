package approvals

import (
	"boardcircle/pb_hooks/approvals/emails"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
)

func emailKinds() []mail.Kind {
	return []mail.Kind{{Name: emails.KindApprovalRequested, Texts: emails.Texts, Priority: jobs.High}}
}
