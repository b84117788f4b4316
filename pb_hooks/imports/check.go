package imports

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
)

// What becomes of a row.
const (
	outcomeNew     = "new"
	outcomeExists  = "exists"
	outcomeInvalid = "wrong"
)

// RowReport is what would become of a row of the file.
type RowReport struct {
	// RowReport is where in the file the row begins.
	Line  int    `json:"line"`
	Name  string `json:"name"`
	Email string `json:"email"`
	// Outcome is new, exists or wrong.
	Outcome string `json:"outcome"`
	// Invited tells that she would get a letter.
	Invited bool      `json:"invited"`
	Errors  RowErrors `json:"mistakes,omitempty"`
}

// Report is what an import would do.
type Report struct {
	Rows     int `json:"rows"`
	New      int `json:"new"`
	Existing int `json:"existing"`
	Wrong    int `json:"wrong"`
	// Invited is how many letters would be sent.
	Invited int `json:"invited"`
	// Ignored are the columns that no account has a place for.
	Ignored    []string    `json:"ignored"`
	RowReports []RowReport `json:"lines"`
	// RequiresTOTP tells whether an import with letters asks the viewer for a code of her second factor.
	RequiresTOTP bool `json:"asksCode"`
}

// CheckFile is the dry run: it tells what an import would do, and changes nothing.
func CheckFile(app core.App, content string, invite bool) (Report, error) {
	parsed, err := parseFile(content)
	if err != nil {
		return Report{}, err
	}
	known, err := accounts.FindExisting(app, validEmails(parsed.rows))
	if err != nil {
		return Report{}, err
	}
	report := Report{Rows: len(parsed.rows), Ignored: parsed.header.ignoredHeadings(), RowReports: []RowReport{}}
	for _, p := range parsed.rows {
		line := RowReport{Line: p.line, Name: p.name, Email: p.email, Outcome: outcomeNew, Invited: invite, Errors: p.errors}
		standing, isKnown := known[p.values.Text("email")]
		switch {
		case len(p.errors) > 0:
			line.Outcome, line.Invited = outcomeInvalid, false
			report.Wrong++
		case isKnown:
			line.Outcome, line.Invited = outcomeExists, invite && standing.AwaitsInvitation
			report.Existing++
		default:
			report.New++
		}
		if line.Invited {
			report.Invited++
		}
		report.RowReports = append(report.RowReports, line)
	}
	return report, nil
}

func validEmails(rows []memberRow) []string {
	var emails []string
	for _, p := range rows {
		if len(p.errors) == 0 {
			emails = append(emails, p.values.Text("email"))
		}
	}
	return emails
}
