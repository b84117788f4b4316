package nominations

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
)

// exportRow is a whole nomination, as the sheet shows it.
type exportRow struct {
	Registration
	City                    string                  `db:"city"`
	State                   string                  `db:"state"`
	Country                 string                  `db:"country"`
	LinkedinURL             string                  `db:"linkedinUrl"`
	CurrentDesignation      string                  `db:"currentDesignation"`
	Industry                string                  `db:"industry"`
	CurrentBoards           string                  `db:"currentBoards"`
	NumberOfBoards          string                  `db:"numberOfBoards"`
	PreviousBoardExperience string                  `db:"previousBoardExperience"`
	AreasOfExpertise        types.JSONArray[string] `db:"areasOfExpertise"`
	HowDidYouHear           string                  `db:"howDidYouHear"`
	WhyInterested           string                  `db:"whyInterested"`
	PreferredMeetingFormat  string                  `db:"preferredMeetingFormat"`
}

// exportList is the list of nominations with all that was asked: it searches and sorts alike.
var exportList = func() httpx.List {
	list := registrationList
	list.Columns = []string{"*"}
	return list
}()

var exportSheet = exports.Sheet[exportRow]{
	File: "registrations", Title: "Registrations", Action: "nominations.exported", List: exportList, Cells: exportRow.cells,
	Headings: []string{
		"Name", "Email", "Phone", "City", "State", "Country", "LinkedIn", "Designation", "Company", "Industry",
		"Experience", "Director type", "Current boards", "Number of boards", "Previous board experience",
		"Areas of expertise", "How she heard of us", "Why she is interested", "Preferred meeting format", "Nominated at (IST)",
	},
}

func (r exportRow) cells() []any {
	return []any{
		r.Name, r.Email, r.Phone, r.City, r.State, r.Country, r.LinkedinURL, r.CurrentDesignation, r.CompanyName, r.Industry,
		// "3-5" alone is the third of May to a spreadsheet
		r.YearsOfExperience + " years",
		r.DirectorType, r.CurrentBoards, r.NumberOfBoards, r.PreviousBoardExperience,
		strings.Join(r.AreasOfExpertise, "; "), r.HowDidYouHear, r.WhyInterested, r.PreferredMeetingFormat,
		types.DateTime(r.CreatedAt).Time(),
	}
}

// Export is GET /api/registrations/export: what the list shows with the same search and sort, all
// of it, as a CSV file or with format=xlsx as a workbook.
func (n *Nominations) Export(e *core.RequestEvent) error {
	return exportSheet.WriteResponse(e, n.audit, n.now)
}
