package review

import (
	"database/sql"
	"errors"
	"net/url"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
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

// stateParameter describes the tabs of the queue.
var stateParameter = httpx.Parameter{
	Name:        "state",
	Description: "Lists one tab of the queue: the open nominations if missing.",
}

// ListQueue is GET /api/nominations. It lists the open nominations by default, most urgent first.
func (r *Review) ListQueue() httpx.Endpoint {
	endpoint := lists.MappedRows(queueList, func(_ *core.RequestEvent, item QueueItem) QueueItem {
		item.Deadline.SetSecondsLeft(r.now())
		return item
	}, httpx.Doc{Tag: "review", Summary: "List the queue of the review", Query: []httpx.Parameter{stateParameter}})
	endpoint.Handler = withState(endpoint.Handler)
	return endpoint
}

// PrevNext has the ids of the previous and next nomination in the filtered and sorted queue, or "".
type PrevNext struct {
	Previous string `json:"previous"`
	Next     string `json:"next"`
}

// GetPrevNext is GET /api/nominations/{id}/neighbours.
func (r *Review) GetPrevNext() httpx.Endpoint {
	return httpx.Get(r.getPrevNext, httpx.Doc{
		Tag: "review", Summary: "Read the ids of the nominations before and after one in the queue",
		Errors: []*apperr.Error{nominations.ErrNotFound},
		Query: append([]httpx.Parameter{
			{Name: "search", Description: "Looks among the rows that contain this text."},
			{Name: "sort", Description: "The field to sort by; -field sorts in descending order."},
		}, queueList.Parameters([]httpx.Parameter{stateParameter})...),
	})
}

func (r *Review) getPrevNext(e *core.RequestEvent) (PrevNext, error) {
	applyStateDefault(e)
	id := e.Request.PathValue("id")
	previous, next, err := lists.PrevNext(e, queueList, id)
	if errors.Is(err, sql.ErrNoRows) {
		return PrevNext{}, nominations.ErrNotFound
	}
	if err != nil {
		return PrevNext{}, nominations.Fail(readFailed, "find neighbours of nomination", id, err)
	}
	return PrevNext{Previous: previous, Next: next}, nil
}

// withState applies the default of the state before a handler reads the query.
func withState(handle func(*core.RequestEvent) error) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		applyStateDefault(e)
		return handle(e)
	}
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
	return lists.IDs(app, queueList, query, max)
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
func (r *Review) CountByStatus() httpx.Endpoint {
	return httpx.Get(r.countByStatus, httpx.Doc{
		Tag: "review", Summary: "Count the nominations in each status",
	})
}

func (r *Review) countByStatus(e *core.RequestEvent) (StatusCounts, error) {
	counts, err := nominations.CountByStatus(e.App)
	if err != nil {
		return StatusCounts{}, nominations.Fail(readFailed, "count", "nominations", err)
	}
	return StatusCounts{
		Submitted:     counts[nominations.Submitted],
		InReview:      counts[nominations.InReview],
		InfoRequested: counts[nominations.InfoRequested],
		Approved:      counts[nominations.Approved],
		Declined:      counts[nominations.Declined],
		Withdrawn:     counts[nominations.Withdrawn],
	}, nil
}

// Registration is a row of the list of all nominations.
type Registration struct {
	ID                string                        `json:"id" db:"id"`
	Name              string                        `json:"name" db:"name"`
	Email             string                        `json:"email" db:"email"`
	Phone             string                        `json:"phone" db:"phone"`
	CompanyName       string                        `json:"companyName" db:"companyName"`
	DirectorType      nominations.DirectorType      `json:"directorType" db:"directorType"`
	YearsOfExperience nominations.YearsOfExperience `json:"yearsOfExperience" db:"yearsOfExperience"`
	Status            nominations.Status            `json:"status" db:"status"`
	CreatedAt         httpx.Time                    `json:"createdAt" db:"createdAt"`
}

// List is GET /api/registrations.
func (r *Review) List() httpx.Endpoint {
	return lists.Rows[Registration](nominationList, httpx.Doc{Tag: "nominations", Summary: "List the nominations"})
}

// exportRow is a nomination with all columns of the sheet.
type exportRow struct {
	nominations.Answers
	CreatedAt httpx.Time `db:"createdAt"`
}

var exportSheet = exports.Sheet[exportRow]{
	File:     "registrations",
	Title:    "Registrations",
	Action:   "nominations.exported",
	List:     exportList,
	Headings: append(nominations.Answers{}.Headings(), "Nominated at (IST)"),
	Cells: func(r exportRow) []any {
		return append(r.Answers.Cells(), types.DateTime(r.CreatedAt).Time())
	},
}

// Export is GET /api/registrations/export. It exports the list with the same search and sort, as CSV or, with
// format=xlsx, as a workbook.
func (r *Review) Export() httpx.Endpoint {
	return exportSheet.Endpoint(
		func(e *core.RequestEvent) error { return exportSheet.WriteResponse(e, r.audit, r.now) },
		httpx.Doc{Tag: "nominations", Summary: "Export the nominations"})
}

// queueSheet exports the queue.
var queueSheet = exports.Sheet[QueueItem]{
	File: "nominations", Title: "Nominations", Action: "nominations.exported", List: queueList,
	Headings: []string{"Name", "Email", "Company", "Designation", "State", "Received (IST)", "Due (IST)"},
	Cells: func(q QueueItem) []any {
		return []any{
			q.Name, q.Email, q.CompanyName, q.CurrentDesignation, string(q.Status), types.DateTime(q.CreatedAt).Time(),
			types.DateTime(q.DueAt).Time(),
		}
	},
}

// ExportQueue is GET /api/nominations/export. It exports the queue with the same tab, search and sort.
func (r *Review) ExportQueue() httpx.Endpoint {
	return queueSheet.Endpoint(
		withState(func(e *core.RequestEvent) error { return queueSheet.WriteResponse(e, r.audit, r.now) }),
		httpx.Doc{Tag: "nominations", Summary: "Export the queue", Query: []httpx.Parameter{stateParameter}})
}
