package approvals

import (
	"embed"

	"boardcircle/pb_hooks/approvals/emails"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
)

//go:embed emails/*.md
var emailFiles embed.FS

func emailKinds() []mail.Kind {
	return []mail.Kind{{Name: emails.KindApprovalRequested, Templates: emailFiles, Priority: jobs.High}}
}
