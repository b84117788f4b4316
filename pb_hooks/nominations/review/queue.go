package review

import (
	"database/sql"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/nominations"
)

// QueueItem is a row of the queue.
type QueueItem struct {
	ID                 string             `json:"id" db:"id"`
	Name               string             `json:"name" db:"name"`
	Email              string             `json:"email" db:"email"`
	CurrentDesignation string             `json:"currentDesignation" db:"currentDesignation"`
	CompanyName        string             `json:"companyName" db:"companyName"`
	Status             nominations.Status `json:"status" db:"status"`
	CreatedAt          httpx.Time         `json:"createdAt" db:"createdAt"`
	nominations.Deadline
}

// ListQueue is GET /api/nominations. It lists the open nominations by default, most urgent first.
func (r *Review) ListQueue(e *core.RequestEvent) error {
	applyStateDefault(e)
	now := r.now()
	return httpx.WriteMapped(e, queueList, func(item QueueItem) QueueItem {
		item.Deadline.SetSecondsLeft(now)
		return item
	})
}

// PrevNext has the ids of the previous and next nomination in the filtered and sorted queue, or "".
type PrevNext struct {
	Previous string `json:"previous"`
	Next     string `json:"next"`
}

// GetPrevNext is GET /api/nominations/{id}/neighbours.
func (r *Review) GetPrevNext(e *core.RequestEvent) error {
	applyStateDefault(e)
	id := e.Request.PathValue("id")
	previous, next, err := httpx.PrevNext(e, queueList, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nominations.ErrNotFound
	}
	if err != nil {
		return nominations.Fail(readFailed, "find neighbours of nomination", id, err)
	}
	return e.JSON(http.StatusOK, PrevNext{previous, next})
}

// applyStateDefault makes a request list the open nominations by default. "all" removes the filter.
func applyStateDefault(e *core.RequestEvent) {
	query := e.Request.URL.Query()
	setStateDefault(query)
	e.Request.URL.RawQuery = query.Encode()
}

// ListQueueIDs returns the ids of the rows that a query of GET /api/nominations selects, at most max.
func ListQueueIDs(app core.App, query url.Values, max int64) ([]string, error) {
	setStateDefault(query)
	return httpx.ListIDs(app, queueList, query, max)
}

func setStateDefault(query url.Values) {
	switch query.Get("state") {
	case "":
		query.Set("state", "open")
	case "all", string(nominations.Approved), string(nominations.Declined), string(nominations.Withdrawn):
		if query.Get("sort") == "" {
			query.Set("sort", "-createdAt")
		}
	}
	if query.Get("state") == "all" {
		query.Del("state")
	}
}

// StatusCounts has the number of nominations in each status.
type StatusCounts struct {
	Submitted     int `json:"submitted"`
	InReview      int `json:"in_review"`
	InfoRequested int `json:"info_requested"`
	Approved      int `json:"approved"`
	Declined      int `json:"declined"`
	Withdrawn     int `json:"withdrawn"`
}

// CountByStatus is GET /api/nominations/counts.
func (r *Review) CountByStatus(e *core.RequestEvent) error {
	counts, err := nominations.CountByStatus(e.App)
	if err != nil {
		return nominations.Fail(readFailed, "count", "nominations", err)
	}
	return e.JSON(http.StatusOK, StatusCounts{
		Submitted: counts[nominations.Submitted], InReview: counts[nominations.InReview], InfoRequested: counts[nominations.InfoRequested],
		Approved: counts[nominations.Approved], Declined: counts[nominations.Declined], Withdrawn: counts[nominations.Withdrawn],
	})
}

// Registration is a row of the list of all nominations.
type Registration struct {
	ID                string             `json:"id" db:"id"`
	Name              string             `json:"name" db:"name"`
	Email             string             `json:"email" db:"email"`
	Phone             string             `json:"phone" db:"phone"`
	CompanyName       string             `json:"companyName" db:"companyName"`
	DirectorType      string             `json:"directorType" db:"directorType"`
	YearsOfExperience string             `json:"yearsOfExperience" db:"yearsOfExperience"`
	Status            nominations.Status `json:"status" db:"status"`
	CreatedAt         httpx.Time         `json:"createdAt" db:"createdAt"`
}

// List is GET /api/registrations.
func (r *Review) List(e *core.RequestEvent) error {
	return httpx.WriteList[Registration](e, nominationList)
}

// exportRow is a nomination with all columns of the sheet.
type exportRow struct {
	nominations.Answers
	CreatedAt httpx.Time `db:"createdAt"`
}

var exportSheet = exports.Sheet[exportRow]{
	File: "registrations", Title: "Registrations", Action: "nominations.exported", List: exportList, Cells: exportRow.cells,
	Headings: []string{
		"Name", "Email", "Phone", "City", "State", "Country", "LinkedIn", "Designation", "Company", "Industry",
		"Experience", "Director type", "Current boards", "Number of boards", "Previous board experience",
		"Areas of expertise", "How they heard of us", "Why they are interested", "Preferred meeting format", "Nominated at (IST)",
	},
}

func (r exportRow) cells() []any {
	return []any{
		r.Name, r.Email, r.Phone, r.City, r.State, r.Country, r.LinkedinURL, r.CurrentDesignation, r.CompanyName, r.Industry,
		// without the unit, spreadsheets convert "3-5" to a date
		r.YearsOfExperience + " years",
		r.DirectorType, r.CurrentBoards, r.NumberOfBoards, r.PreviousBoardExperience,
		strings.Join(r.AreasOfExpertise, "; "), r.HowDidYouHear, r.WhyInterested, r.PreferredMeetingFormat,
		types.DateTime(r.CreatedAt).Time(),
	}
}

// Export is GET /api/registrations/export. It exports the list with the same search and sort, as CSV or, with
// format=xlsx, as a workbook.
func (r *Review) Export(e *core.RequestEvent) error {
	return exportSheet.WriteResponse(e, r.audit, r.now)
}

// queueSheet exports the queue.
var queueSheet = exports.Sheet[QueueItem]{
	File: "nominations", Title: "Nominations", Action: "nominations.exported", List: queueList,
	Headings: []string{"Name", "Email", "Company", "Designation", "State", "Received (IST)", "Due (IST)"},
	Cells: func(q QueueItem) []any {
		return []any{
			q.Name, q.Email, q.CompanyName, q.CurrentDesignation, string(q.Status), types.DateTime(q.CreatedAt).Time(), types.DateTime(q.DueAt).Time(),
		}
	},
}

// ExportQueue is GET /api/nominations/export. It exports the queue with the same tab, search and sort.
func (r *Review) ExportQueue(e *core.RequestEvent) error {
	applyStateDefault(e)
	return queueSheet.WriteResponse(e, r.audit, r.now)
}
