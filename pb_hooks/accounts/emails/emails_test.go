package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/testapp/mailtest"
	mailemails "boardcircle/pb_hooks/mail/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	token := map[string]string{"token": mailtest.Token}
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		invited := mailemails.NextSession{
			Title: "Reading the audit report", StartsAt: mailtest.Noon, Host: "Meera Krishnan", Members: []string{name, "Farah Khan"},
		}.Params()
		invited["token"] = mailtest.Token
		return []mailtest.Sample{
			{
				Email: emails.Welcome{UserID: "user1", Name: name, Email: "asha@example.com"}.Build(),
				Facts: []string{"Dear Asha Rao", "asha@example.com", "https://boardcircle.example/#register",
					"https://boardcircle.example/account"},
			},
			{
				Email: emails.Welcome{UserID: "user2", Name: name, Email: "asha@example.com", HasNomination: true}.Build(),
				Facts: []string{"Dear Asha Rao", "We have your nomination", "https://boardcircle.example/account"},
			},
			{
				Email: emails.PasswordReset{
					UserID: "user1",
					Nonce:  "n1",
					Name:   name,
					Email:  "asha@example.com",
				}.Build(),
				Completed: token,
				Facts: []string{"expires in 1 hour",
					"https://boardcircle.example/reset-password?token=" + mailtest.EscapedToken},
			},
			{
				Email: emails.ImportInvitation{
					UserID:    "user1",
					Nonce:     "n1",
					Name:      name,
					Email:     "asha@example.com",
					ExpiresAt: mailtest.Noon,
				}.Build(),
				Completed: invited,
				Facts: []string{"Dear Asha Rao", "1 Sep 2026, 17:30 IST",
					"https://boardcircle.example/reset-password?token=" + mailtest.EscapedToken},
			},
			{
				Email: emails.ImportInvitation{
					UserID:    "user2",
					Nonce:     "n1",
					Name:      name,
					Email:     "asha@example.com",
					Tier:      "Annual Membership",
					Period:    "until 31 Mar 2027",
					ExpiresAt: mailtest.Noon,
				}.Build(),
				Completed: invited,
				Facts: []string{"Dear Asha Rao", "Annual Membership", "is valid until 31 Mar 2027",
					"https://boardcircle.example/circle", "hosted by Meera Krishnan. There you will meet Asha Rao and Farah Khan."},
			},
			{
				Email: emails.PasswordChanged{
					UserID: "user1",
					Event:  "n1",
					Name:   name,
					Email:  "asha@example.com",
					At:     mailtest.Noon,
				}.Build(),
				Facts: []string{"1 Sep 2026, 17:30 IST", "https://boardcircle.example/forgot-password",
					"info@boardcircle.example"},
			},
			{
				Email: emails.PINRemoved{
					UserID: "user1",
					Name:   name,
					Email:  "asha@example.com",
					At:     mailtest.Noon,
				}.Build(),
				Facts: []string{"ten times", "1 Sep 2026, 17:30 IST", "https://boardcircle.example/auth",
					"https://boardcircle.example/forgot-password"},
			},
			{
				Email: emails.AccountNotice{
					UserID: "user1",
					Event:  emails.EventEmailChanged,
					Name:   name,
					Email:  "asha@example.com",
					At:     mailtest.Noon,
				}.Build(),
				Facts: []string{"emails about your account go there", "1 Sep 2026, 17:30 IST",
					"https://boardcircle.example/forgot-password"},
			},
			{
				Email: emails.EmailLink{
					Kind:      emails.KindEmailChange,
					UserID:    "user1",
					Nonce:     "n1",
					Name:      name,
					Email:     "asha@example.com",
					ExpiresAt: mailtest.Noon,
				}.Build(),
				Completed: token,
				Facts:     []string{"24 hours", "https://boardcircle.example/confirm-email?token=" + mailtest.EscapedToken},
			},
			{
				Email: emails.EmailLink{
					Kind:      emails.KindEmailVerification,
					UserID:    "user1",
					Nonce:     "n1",
					Name:      name,
					Email:     "asha@example.com",
					ExpiresAt: mailtest.Noon,
				}.Build(),
				Completed: token,
				Facts: []string{"stay as they are",
					"https://boardcircle.example/confirm-email?token=" + mailtest.EscapedToken},
			},
			{
				Email: emails.AdminEmailChange{
					AdminID: "admin1", Nonce: "n1", Username: name, Email: "asha@example.com", ExpiresAt: mailtest.Noon,
				}.Build(),
				Completed: token,
				Facts: []string{"Asha Rao", "30 minutes",
					"https://boardcircle.example/admin/settings/account?confirm=" + mailtest.EscapedToken},
			},
			{
				Email: emails.AdminInvited{
					AdminID:   "admin1",
					Nonce:     "n1",
					Username:  name,
					Email:     "asha@example.com",
					ExpiresAt: mailtest.Noon,
				}.Build(),
				Completed: token,
				Facts: []string{"Asha Rao", "72 hours",
					"https://boardcircle.example/admin/welcome?token=" + mailtest.EscapedToken},
			},
			{
				Email: emails.AccountNotice{
					UserID: "user1",
					Event:  emails.EventSecondFactorReset,
					Name:   name,
					Email:  "asha@example.com",
					At:     mailtest.Noon,
				}.Build(),
				Facts: []string{"the recovery codes were lost", "1 Sep 2026, 17:30 IST"},
			},
			{
				Email: emails.AccountNotice{
					UserID: "user1",
					Event:  emails.EventEmailChangedByOffice,
					Name:   name,
					Email:  "asha@example.com",
					At:     mailtest.Noon,
				}.Build(),
				Facts: []string{"Our office changed the email address", "1 Sep 2026, 17:30 IST",
					"both addresses"},
			},
			{
				Email: emails.AccountNotice{
					UserID: "user1",
					Event:  emails.EventMergedAway,
					Name:   name,
					Email:  "asha@example.com",
					At:     mailtest.Noon,
				}.Build(),
				Facts: []string{"merged this account into another", "1 Sep 2026, 17:30 IST"},
			},
			{
				Email: emails.AdminNotice{
					AdminID:  "admin1",
					Event:    emails.AdminEvent(emails.EventSecondFactorReset),
					Username: name,
					Email:    "asha@example.com",
					At:       mailtest.Noon,
				}.Build(),
				Facts: []string{"Asha Rao", "1 Sep 2026, 17:30 IST", "set up two-step sign-in again"},
			},
			{
				Email: emails.AdminAlert{
					Event: "n1",
					Email: "asha@example.com",
					By:    "the administrator " + name,
					At:    mailtest.Noon,
					Changes: []string{
						"The payment link of the membership tier Gold: https://rzp.io/l/new (before: none)",
						"Contact email: info@evil.example (before: the default)",
					},
				}.Build(),
				Facts: []string{"the administrator Asha Rao", "1 Sep 2026, 17:30 IST",
					"https://rzp.io/l/new (before: none)", "info@evil.example",
					"https://boardcircle.example/admin/audit"},
			},
		}
	})
}
