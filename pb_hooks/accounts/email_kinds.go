package accounts

import (
	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
)

func (a *Accounts) emailKinds() []outbox.Kind {
	return []outbox.Kind{
		{Name: emails.KindWelcome, Texts: emails.Texts, Topic: preferences.About(preferences.TopicMembership)},
		{Name: emails.KindPasswordReset, Texts: emails.Texts, Priority: jobs.High, Params: a.Links.ResetParams},
		{Name: emails.KindPasswordChanged, Texts: emails.Texts, Priority: jobs.High},
		{Name: emails.KindPINRemoved, Texts: emails.Texts, Priority: jobs.High},
		{Name: emails.KindAccountNotice, Texts: emails.Texts, Priority: jobs.High},
		{Name: emails.KindEmailChange, Texts: emails.Texts, Priority: jobs.High, Params: a.Links.EmailChangeParams},
		{
			Name:     emails.KindEmailVerification,
			Texts:    emails.Texts,
			Priority: jobs.High,
			Params:   a.Links.VerificationParams,
		},
		{Name: emails.KindAdminEmailChange, Texts: emails.Texts, Priority: jobs.High, Params: a.Admins.EmailChangeParams},
		{Name: emails.KindAdminInvited, Texts: emails.Texts, Priority: jobs.High, Params: a.Admins.InviteParams},
		{Name: emails.KindAdminNotice, Texts: emails.Texts, Priority: jobs.High},
		{Name: emails.KindAdminAlert, Texts: emails.Texts, Priority: jobs.High},
		{
			Name:     emails.KindImportInvitation,
			Texts:    emails.Texts,
			Priority: jobs.Low,
			Params:   a.importInvitationParams,
			Topic:    preferences.About(preferences.TopicMembership),
		},
	}
}
