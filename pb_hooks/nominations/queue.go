package nominations

import (
	"maps"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
)

// QueueItem is a row of the queue.
type QueueItem struct {
	ID                 string     `json:"id" db:"id"`
	Name               string     `json:"name" db:"name"`
	Email              string     `json:"email" db:"email"`
	CurrentDesignation string     `json:"currentDesignation" db:"currentDesignation"`
	CompanyName        string     `json:"companyName" db:"companyName"`
	Status             string     `json:"status" db:"status"`
	CreatedAt          httpx.Time `json:"createdAt" db:"createdAt"`
	Deadline
}

// The conditions and orders are written as the indexes are (pb_migrations), so that SQLite knows
// them again. A clock that stands comes after those that run.
var queueList = httpx.List{
	From: registrations,
	Columns: []string{"id", "name", "email", "currentDesignation", "companyName", "status", "createdAt",
		"dueAt", "pausedAt", "decidedAt"},
	Search: []string{"name", "email", "phone", "companyName", "currentDesignation"},
	Sort: map[string]string{
		"due": "iif([[pausedAt]] = '', [[dueAt]], '9999')", "name": "[[name]] COLLATE NOCASE", "createdAt": "createdAt",
	},
	Filters: map[string]map[string]string{"state": {
		"open":    "decidedAt = ''",
		Submitted: "status = 'submitted'", InReview: "status = 'in_review'", InfoRequested: "status = 'info_requested'",
		Approved: "status = 'approved'", Declined: "status = 'declined'",
	}},
	DefaultSort: "due",
	Index:       readmodel.Nominations,
	Counter:     registrationsCounter,
	Count:       countQueue,
}

// countQueue is how many nominations a tab of the queue has.
func countQueue(app core.App, filters map[string]string) (total int64, known bool, err error) {
	statuses := []string{filters["state"]}
	if filters["state"] == "open" {
		statuses = []string{Submitted, InReview, InfoRequested}
	}
	counts, err := readmodel.Values(app, statusCounter, statuses...)
	for _, n := range counts {
		total += n
	}
	return total, true, err
}

// ListQueue is GET /api/nominations: without a state the open ones, the most urgent first.
func (n *Nominations) ListQueue(e *core.RequestEvent) error {
	applyStateDefault(e)
	rows, err := httpx.QueryRows[QueueItem](e, queueList)
	if err != nil {
		return err
	}
	now := n.now()
	for i := range rows {
		rows[i].Deadline.setSecondsLeft(now)
	}
	return e.JSON(http.StatusOK, rows)
}

// GetPrevNext are the nominations before and after one, in the order and with the filters in which
// the queue is read; "" where there is none.
type PrevNext struct {
	Previous string `json:"previous"`
	Next     string `json:"next"`
}

// GetPrevNext is GET /api/nominations/{id}/neighbours.
func (n *Nominations) GetPrevNext(e *core.RequestEvent) error {
	applyStateDefault(e)
	previous, next, err := httpx.PrevNext(e, queueList, e.Request.PathValue("id"))
	if err != nil {
		return reviewError(err)
	}
	return e.JSON(http.StatusOK, PrevNext{previous, next})
}

// applyStateDefault sets the state that a caller who names none wants: the open ones. All is no filter.
// Where the clock no longer presses, the newest come first.
func applyStateDefault(e *core.RequestEvent) {
	query := e.Request.URL.Query()
	switch query.Get("state") {
	case "":
		query.Set("state", "open")
	case "all", Approved, Declined:
		if query.Get("sort") == "" {
			query.Set("sort", "-createdAt")
		}
	}
	if query.Get("state") == "all" {
		query.Del("state")
	}
	e.Request.URL.RawQuery = query.Encode()
}

// StatusCounts is how many nominations are in each state.
type StatusCounts struct {
	Submitted     int `json:"submitted"`
	InReview      int `json:"in_review"`
	InfoRequested int `json:"info_requested"`
	Approved      int `json:"approved"`
	Declined      int `json:"declined"`
}

// CountByStatus is GET /api/nominations/counts.
func (n *Nominations) CountByStatus(e *core.RequestEvent) error {
	var counts StatusCounts
	countByStatus := map[string]*int{
		Submitted: &counts.Submitted, InReview: &counts.InReview, InfoRequested: &counts.InfoRequested,
		Approved: &counts.Approved, Declined: &counts.Declined,
	}
	numbers, err := readmodel.Values(e.App, statusCounter, slices.Collect(maps.Keys(countByStatus))...)
	if err != nil {
		return reviewError(err)
	}
	for status, n := range countByStatus {
		*n = int(numbers[status])
	}
	return e.JSON(http.StatusOK, counts)
}
