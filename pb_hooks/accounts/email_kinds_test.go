package accounts

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	token := map[string]string{"token": mailtest.Token}
	mailtest.Check(t, (&Accounts{}).emailKinds(), func(name string) []mailtest.Sample {
		return []mailtest.Sample{
			{
				Email: welcomeEmail{UserID: "user1", Name: name, Email: "asha@example.com"}.Build(),
				Facts: []string{"Dear Asha Rao", "asha@example.com", "https://boardcircle.example/#register"},
			},
			{
				Email:     passwordResetEmail{UserID: "user1", Nonce: "n1", Name: name, Email: "asha@example.com"}.Build(),
				Completed: token,
				Facts:     []string{"expires in 1 hour", "https://boardcircle.example/reset-password?token=" + mailtest.EscapedToken},
			},
			{
				Email:     importInvitationEmail{UserID: "user1", Nonce: "n1", Name: name, Email: "asha@example.com", ExpiresAt: mailtest.Noon}.Build(),
				Completed: token,
				Facts:     []string{"Dear Asha Rao", "1 September 2026, 5:30 pm IST", "https://boardcircle.example/reset-password?token=" + mailtest.EscapedToken},
			},
			{
				Email: passwordChangedEmail{UserID: "user1", Event: "n1", Name: name, Email: "asha@example.com", At: mailtest.Noon}.Build(),
				Facts: []string{"1 September 2026, 5:30 pm IST", "https://boardcircle.example/forgot-password", "info@boardcircle.example"},
			},
			{
				Email: pinRemovedEmail{UserID: "user1", Name: name, Email: "asha@example.com", At: mailtest.Noon}.Build(),
				Facts: []string{"ten times", "1 September 2026, 5:30 pm IST", "https://boardcircle.example/auth", "https://boardcircle.example/forgot-password"},
			},
			{
				Email: accountNoticeEmail{UserID: "user1", Event: emailChanged, Name: name, Email: "asha@example.com", At: mailtest.Noon}.Build(),
				Facts: []string{"go to the new address", "1 September 2026, 5:30 pm IST", "https://boardcircle.example/forgot-password"},
			},
			{
				Email:     emailLinkEmail{Kind: kindEmailChange, UserID: "user1", Nonce: "n1", Name: name, Email: "asha@example.com", ExpiresAt: mailtest.Noon}.Build(),
				Completed: token,
				Facts:     []string{"24 hours", "https://boardcircle.example/confirm-email?token=" + mailtest.EscapedToken},
			},
			{
				Email:     emailLinkEmail{Kind: kindEmailVerification, UserID: "user1", Nonce: "n1", Name: name, Email: "asha@example.com", ExpiresAt: mailtest.Noon}.Build(),
				Completed: token,
				Facts:     []string{"stay as they are", "https://boardcircle.example/confirm-email?token=" + mailtest.EscapedToken},
			},
			{
				Email:     adminInvitedEmail{AdminID: "admin1", Nonce: "n1", Username: name, Email: "asha@example.com", ExpiresAt: mailtest.Noon}.Build(),
				Completed: token,
				Facts:     []string{"Asha Rao", "72 hours", "https://boardcircle.example/admin/welcome?token=" + mailtest.EscapedToken},
			},
			{
				Email: accountNoticeEmail{UserID: "user1", Event: secondFactorReset, Name: name, Email: "asha@example.com", At: mailtest.Noon}.Build(),
				Facts: []string{"said to be lost", "1 September 2026, 5:30 pm IST"},
			},
			{
				Email: adminNoticeEmail{AdminID: "admin1", Event: adminEvent(secondFactorReset), Username: name, Email: "asha@example.com", At: mailtest.Noon}.Build(),
				Facts: []string{"Asha Rao", "1 September 2026, 5:30 pm IST", "set two-step sign-in up again"},
			},
			{
				Email: adminAlertEmail{
					Event: "n1", Email: "asha@example.com", By: "the administrator " + name, At: mailtest.Noon,
					Changes: []string{"The payment link of the membership tier Gold: https://rzp.io/l/new (before: none)", "Contact email: info@evil.example (before: the default)"},
				}.Build(),
				Facts: []string{"the administrator Asha Rao", "1 September 2026, 5:30 pm IST", "https://rzp.io/l/new (before: none)", "info@evil.example", "https://boardcircle.example/admin/audit"},
			},
		}
	})
}
