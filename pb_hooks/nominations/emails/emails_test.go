package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/nominations/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		return []mailtest.Sample{
			{
				Email:     emails.Received("reg1", name, "asha@example.com"),
				Completed: map[string]string{"token": mailtest.Token},
				Facts: []string{
					"https://boardcircle.example/nomination?token=" + mailtest.EscapedToken,
					"Dear Asha Rao", "48 hours", "verify your current board positions",
					"launch event on September 16th", "founding member", "+91 22 4000 1234"},
			},
			{
				Email: emails.NewNomination{
					RegistrationID: "reg1",
					Name:           name,
					Email:          "asha@example.com",
					Phone:          "+919876543210",
					Company:        "Company of " + name,
					Designation:    "Independent Director " + name,
					Location:       "Pune, Maharashtra " + name,
					At:             mailtest.Noon,
				}.Build(),
				Facts: []string{
					"Asha Rao", "Company of Asha Rao", "Independent Director", "asha@example.com", "+91 98765 43210",
					"1 Sep 2026, 17:30 IST", "https://boardcircle.example/admin/nominations/reg1",
				},
			},
			{
				Email: emails.Question{
					StepID:         "step1",
					RegistrationID: "reg1",
					Name:           name,
					Email:          "asha@example.com",
					Question:       "Which committee?\nAsks " + name,
				}.Build(),
				Completed: map[string]string{"token": mailtest.Token},
				Facts: []string{"https://boardcircle.example/nomination?token=" + mailtest.EscapedToken,
					"Dear Asha Rao", "Which committee?\nAsks Asha Rao", "reply to this email"},
			},
			{
				Email: emails.Declined{
					RegistrationID: "reg1",
					Name:           name,
					Email:          "asha@example.com",
					Message:        "Please try again.\nSays " + name,
				}.Build(),
				Facts: []string{"Dear Asha Rao", "not to approve it this time", "Please try again.\nSays Asha Rao"},
			},
			{
				Email: emails.Answered{
					StepID:         "step1",
					RegistrationID: "reg1",
					Name:           name,
					Email:          "asha@example.com",
					Answer:         "The audit committee.\nSays " + name,
				}.Build(),
				Facts: []string{"Asha Rao", "asha@example.com", "The audit committee.\nSays Asha Rao",
					"https://boardcircle.example/admin/nominations/reg1"},
			},
			{
				Email: emails.Withdrawn{
					StepID:         "step1",
					RegistrationID: "reg1",
					Name:           name,
					Email:          "asha@example.com",
				}.Build(),
				Completed: map[string]string{"token": mailtest.Token},
				Facts: []string{
					"Dear Asha Rao", "withdrawn your nomination",
					"https://boardcircle.example/nomination?token=" + mailtest.EscapedToken,
				},
			},
			{
				Email: emails.DraftLink{
					DraftID:   "draft1",
					Name:      name,
					Email:     "asha@example.com",
					At:        mailtest.Noon,
					ExpiresAt: mailtest.Noon,
				}.Build(),
				Completed: map[string]string{"token": mailtest.Token},
				Facts: []string{"Dear Asha Rao",
					"https://boardcircle.example/nomination?draft=" + mailtest.EscapedToken, "30 days"},
			},
			{
				Email: emails.Invitation{
					InvitationID:   "inv1",
					RegistrationID: "reg1",
					Name:           name,
					Email:          "asha@example.com",
					ExpiresAt:      mailtest.Noon,
				}.Build(),
				Completed: map[string]string{"token": mailtest.Token},
				Facts: []string{
					"Dear Asha Rao", "https://boardcircle.example/auth?invitation=" + mailtest.EscapedToken,
					"1 Sep 2026, 17:30 IST", "membership plans",
				},
			},
		}
	})
}
