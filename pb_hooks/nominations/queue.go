package nominations

import (
	"net/http"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Waiting is a row of the queue.
type Waiting struct {
	ID                 string      `json:"id" db:"id"`
	Name               string      `json:"name" db:"name"`
	Email              string      `json:"email" db:"email"`
	CurrentDesignation string      `json:"currentDesignation" db:"currentDesignation"`
	CompanyName        string      `json:"companyName" db:"companyName"`
	Status             string      `json:"status" db:"status"`
	CreatedAt          httpx.Stamp `json:"createdAt" db:"createdAt"`
	Clock
}

// The conditions and orders are written as the indexes are (pb_migrations), so that SQLite knows
// them again. A clock that stands comes after those that run.
var queueList = httpx.Listing{
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
	Usual: "due",
	Tally: registrations,
}

// Queue is GET /api/nominations: without a state the open ones, the most urgent first.
func (n *Nominations) Queue(e *core.RequestEvent) error {
	readState(e)
	rows, err := httpx.Rows[Waiting](e, queueList)
	if err != nil {
		return err
	}
	now := n.now()
	for i := range rows {
		rows[i].Clock.read(now)
	}
	return e.JSON(http.StatusOK, rows)
}

// Neighbours are the nominations before and after one, in the order and with the filters in which
// the queue is read; "" where there is none.
type Neighbours struct {
	Previous string `json:"previous"`
	Next     string `json:"next"`
}

// Neighbours is GET /api/nominations/{id}/neighbours.
func (n *Nominations) Neighbours(e *core.RequestEvent) error {
	readState(e)
	previous, next, err := httpx.Neighbours(e, queueList, e.Request.PathValue("id"))
	if err != nil {
		return reviewRefusal(err)
	}
	return e.JSON(http.StatusOK, Neighbours{previous, next})
}

// readState sets the state that a caller who names none wants: the open ones. All is no filter.
// Where the clock no longer presses, the newest come first.
func readState(e *core.RequestEvent) {
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

// States is how many nominations are in each state.
type States struct {
	Submitted     int `json:"submitted"`
	InReview      int `json:"in_review"`
	InfoRequested int `json:"info_requested"`
	Approved      int `json:"approved"`
	Declined      int `json:"declined"`
}

// Counts is GET /api/nominations/counts.
func (n *Nominations) Counts(e *core.RequestEvent) error {
	var counts States
	numbers := map[string]*int{
		Submitted: &counts.Submitted, InReview: &counts.InReview, InfoRequested: &counts.InfoRequested,
		Approved: &counts.Approved, Declined: &counts.Declined,
	}
	const prefix = "nominations_"
	var names []any
	for state := range numbers {
		names = append(names, prefix+state)
	}
	var tallies []struct {
		Name   string `db:"name"`
		Number int    `db:"number"`
	}
	err := e.App.DB().Select("name", "number").From("tallies").Where(dbx.HashExp{"name": names}).All(&tallies)
	if err != nil {
		return reviewRefusal(err)
	}
	for _, t := range tallies {
		*numbers[strings.TrimPrefix(t.Name, prefix)] = t.Number
	}
	return e.JSON(http.StatusOK, counts)
}
