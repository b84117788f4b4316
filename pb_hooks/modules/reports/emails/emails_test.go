package emails_test

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/reports/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	at := time.Date(2027, time.March, 31, 13, 0, 0, 0, time.UTC)
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		reader := emails.Reader{Name: name, Email: "asha@example.com"}
		return []mailtest.Sample{
			{
				Email: emails.Received{Reader: reader, ReportID: "report1", Subject: "a comment", Reason: "harassment",
					DecideBy: at}.Build(),
				Facts: []string{"Dear Asha Rao", "a comment", "harassment", "31 Mar 2027, 18:30 IST", "112"},
			},
			{
				Email: emails.New{ReportID: "report1", Subject: "a profile", Reason: "spam", DecideBy: at}.Build(),
				Facts: []string{"a profile", "spam", "31 Mar 2027, 18:30 IST",
					"https://boardcircle.example/admin/reports/report1"},
			},
			{
				Email: emails.Decided{Reader: reader, ReportID: "report1", Subject: "a board seat", IsUpheld: true,
					ReportedAt: at}.Build(),
				Facts: []string{"Dear Asha Rao", "a board seat", "31 Mar 2027", "have acted on your report"},
			},
			{
				Email: emails.Decided{Reader: reader, ReportID: "report1", Subject: "a board seat", ReportedAt: at}.Build(),
				Facts: []string{"take no action"},
			},
			{
				Email: emails.Warning{Reader: reader, ReportID: "report1", Subject: "a comment", IsRemoved: true,
					Message: "Please be kind.\nSigned " + name}.Build(),
				Facts: []string{"Dear Asha Rao", "taken it off", "Please be kind.\nSigned Asha Rao"},
			},
			{
				Email: emails.Warning{Reader: reader, ReportID: "report1", Subject: "a comment", Message: "Please."}.Build(),
				Facts: []string{"A member has reported a comment"},
			},
			{
				Email: emails.Reversed{Reader: reader, ReportID: "report1"}.Build(),
				Facts: []string{"Dear Asha Rao", "https://boardcircle.example/circle/profile"},
			},
			{
				Email: emails.Overdue{Reports: 2, At: at}.Build(),
				Facts: []string{"2 reports are overdue", "https://boardcircle.example/admin/reports"},
			},
			{Email: emails.Overdue{Reports: 1, At: at}.Build(), Facts: []string{"1 report is overdue"}},
		}
	})
}
