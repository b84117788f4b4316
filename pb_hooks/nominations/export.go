package nominations

import (
	"cmp"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/rules"
	"boardcircle/pb_hooks/sheets"
)

// exported is a whole nomination, as the sheet shows it.
type exported struct {
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
var exportList = func() edge.Listing {
	list := registrationList
	list.Columns = []string{"*"}
	return list
}()

var exportHeadings = []string{
	"Name", "Email", "Phone", "City", "State", "Country", "LinkedIn", "Designation", "Company", "Industry",
	"Experience", "Director type", "Current boards", "Number of boards", "Previous board experience",
	"Areas of expertise", "How she heard of us", "Why she is interested", "Preferred meeting format", "Nominated at (IST)",
}

func (r exported) cells() []any {
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
	format := sheets.Format(cmp.Or(e.Request.URL.Query().Get("format"), string(sheets.CSV)))
	if format != sheets.CSV && format != sheets.XLSX {
		return edge.Invalid(rules.Problem{Field: "format", Code: "invalid", Message: "format must be csv or xlsx"})
	}
	rows, err := edge.Stream[exported](e, exportList)
	if err != nil {
		return err
	}
	name := "registrations-" + n.now().In(sheets.India).Format(time.DateOnly) + "." + string(format)
	e.Response.Header().Set("Content-Type", format.ContentType())
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	err = sheets.Write(e.Response, format, sheets.Table{Name: "Registrations", Headings: exportHeadings, Rows: cells(rows)})
	if err != nil {
		e.App.Logger().Error("An export broke off", "error", err)
		// the status is sent: only a broken connection tells the reader that rows are missing
		panic(http.ErrAbortHandler)
	}
	return nil
}

func cells(rows iter.Seq2[exported, error]) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for row, err := range rows {
			if !yield(row.cells(), err) {
				return
			}
		}
	}
}
