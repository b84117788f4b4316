package accounts

import (
	"embed"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
)

//go:embed emails/*.md
var emailFiles embed.FS

func (a *Accounts) emailKinds() []mail.Kind {
	return []mail.Kind{
		{Name: emails.KindWelcome, Templates: emailFiles, Topic: mail.About(mail.TopicMembership)},
		{Name: emails.KindPasswordReset, Templates: emailFiles, Priority: jobs.High, Params: a.ResetParams},
		{Name: emails.KindPasswordChanged, Templates: emailFiles, Priority: jobs.High},
		{Name: emails.KindPINRemoved, Templates: emailFiles, Priority: jobs.High},
		{Name: emails.KindAccountNotice, Templates: emailFiles, Priority: jobs.High},
		{Name: emails.KindEmailChange, Templates: emailFiles, Priority: jobs.High, Params: a.EmailChangeParams},
		{Name: emails.KindEmailVerification, Templates: emailFiles, Priority: jobs.High, Params: a.VerificationParams},
		{Name: emails.KindAdminInvited, Templates: emailFiles, Priority: jobs.High, Params: a.InviteParams},
		{Name: emails.KindAdminNotice, Templates: emailFiles, Priority: jobs.High},
		{Name: emails.KindAdminAlert, Templates: emailFiles, Priority: jobs.High},
		{Name: emails.KindImportInvitation, Templates: emailFiles, Priority: jobs.Low, Params: a.ResetParams, Topic: mail.About(mail.TopicMembership)},
	}
}
