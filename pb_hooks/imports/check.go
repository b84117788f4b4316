package imports

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
)

// What becomes of a row.
const (
	isNew   = "new"
	exists  = "exists"
	isWrong = "wrong"
)

// Line is what would become of a row of the file.
type Line struct {
	// Line is where in the file the row begins.
	Line  int    `json:"line"`
	Name  string `json:"name"`
	Email string `json:"email"`
	// Outcome is new, exists or wrong.
	Outcome string `json:"outcome"`
	// Invited tells that she would get a letter.
	Invited  bool     `json:"invited"`
	Mistakes Mistakes `json:"mistakes,omitempty"`
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
	Ignored []string `json:"ignored"`
	Lines   []Line   `json:"lines"`
	// AsksCode tells whether an import with letters asks the viewer for a code of her second factor.
	AsksCode bool `json:"asksCode"`
}

// Check is the dry run: it tells what an import would do, and changes nothing.
func Check(app core.App, content string, invite bool) (Report, error) {
	read, err := read(content)
	if err != nil {
		return Report{}, err
	}
	known, err := accounts.Standings(app, addresses(read.people))
	if err != nil {
		return Report{}, err
	}
	report := Report{Rows: len(read.people), Ignored: read.head.ignored(), Lines: []Line{}}
	for _, p := range read.people {
		line := Line{Line: p.line, Name: p.name, Email: p.email, Outcome: isNew, Invited: invite, Mistakes: p.mistakes}
		standing, isKnown := known[p.values.Text("email")]
		switch {
		case len(p.mistakes) > 0:
			line.Outcome, line.Invited = isWrong, false
			report.Wrong++
		case isKnown:
			line.Outcome, line.Invited = exists, invite && standing.Waiting
			report.Existing++
		default:
			report.New++
		}
		if line.Invited {
			report.Invited++
		}
		report.Lines = append(report.Lines, line)
	}
	return report, nil
}

func addresses(people []person) []string {
	var emails []string
	for _, p := range people {
		if len(p.mistakes) == 0 {
			emails = append(emails, p.values.Text("email"))
		}
	}
	return emails
}
