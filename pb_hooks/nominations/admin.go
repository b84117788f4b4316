package nominations

import (
	"database/sql"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/settings"
)

// QueueItem is a row of the queue.
type QueueItem struct {
	ID                 string     `json:"id" db:"id"`
	Name               string     `json:"name" db:"name"`
	Email              string     `json:"email" db:"email"`
	CurrentDesignation string     `json:"currentDesignation" db:"currentDesignation"`
	CompanyName        string     `json:"companyName" db:"companyName"`
	Status             Status     `json:"status" db:"status"`
	CreatedAt          httpx.Time `json:"createdAt" db:"createdAt"`
	Deadline
}

// ListQueue is GET /api/nominations. It lists the open nominations by default, most urgent first.
func (n *Nominations) ListQueue(e *core.RequestEvent) error {
	applyStateDefault(e)
	now := n.now()
	return httpx.WriteMapped(e, queueList, func(item QueueItem) QueueItem {
		item.Deadline.setSecondsLeft(now)
		return item
	})
}

// PrevNext has the ids of the previous and next nomination in the filtered and sorted queue, or "".
type PrevNext struct {
	Previous string `json:"previous"`
	Next     string `json:"next"`
}

// GetPrevNext is GET /api/nominations/{id}/neighbours.
func (n *Nominations) GetPrevNext(e *core.RequestEvent) error {
	applyStateDefault(e)
	id := e.Request.PathValue("id")
	previous, next, err := httpx.PrevNext(e, queueList, id)
	if errors.Is(err, sql.ErrNoRows) {
		return errNotFound
	}
	if err != nil {
		return fail(adminReadFailed, "find neighbours of nomination", id, err)
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
	case "all", string(Approved), string(Declined), string(Withdrawn):
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
func (n *Nominations) CountByStatus(e *core.RequestEvent) error {
	counts, err := countByStatus(e.App)
	if err != nil {
		return fail(adminReadFailed, "count", "nominations", err)
	}
	return e.JSON(http.StatusOK, StatusCounts{
		Submitted: counts[Submitted], InReview: counts[InReview], InfoRequested: counts[InfoRequested],
		Approved: counts[Approved], Declined: counts[Declined], Withdrawn: counts[Withdrawn],
	})
}

// NominationDetail is a nomination with everything that a reviewer needs.
type NominationDetail struct {
	ID     string `json:"id" db:"id"`
	Status Status `json:"status" db:"status"`
	Answers
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
	Deadline

	// Version is the version that a step has to send.
	Version int `json:"version" db:"reviewVersion"`
	// Next lists the steps that are possible now.
	Next  []string   `json:"next"`
	Steps []StepView `json:"steps"`
	Notes []NoteView `json:"notes"`
	Votes []VoteView `json:"votes"`
	// VotesNeeded is the number of yes votes for an approval. OwnVote is the caller's vote, or "".
	VotesNeeded int    `json:"votesNeeded"`
	OwnVote     string `json:"ownVote"`
	// Invitation is the newest invitation, or null.
	Invitation   *InvitationView `json:"invitation"`
	Verification Verification    `json:"verification"`
}

// Attribution says who did something, and when.
type Attribution struct {
	ActorKind string     `json:"-" db:"actorKind"`
	ActorID   string     `json:"-" db:"actorId"`
	Actor     string     `json:"actor" db:"actor"`
	At        httpx.Time `json:"at" db:"at"`
	// IsOwn reports whether the caller did it.
	IsOwn bool `json:"isOwn"`
}

func (a *Attribution) setIsOwn(by audit.Actor) {
	a.IsOwn = a.ActorKind == by.Kind && a.ActorID == by.ID
}

// StepView is an entry of the review's history.
type StepView struct {
	Attribution
	// IsApplicants reports whether the applicant took the step.
	IsApplicants bool   `json:"isApplicants"`
	Version      int    `json:"version" db:"version"`
	Step         string `json:"step" db:"step"`
	Becomes      Status `json:"becomes" db:"becomes"`
	// Why is visible to reviewers only. Words is the text that the applicant received or wrote.
	Why    string `json:"why" db:"why"`
	Words  string `json:"words" db:"words"`
	Mailed bool   `json:"mailed" db:"mailed"`
}

// Get is GET /api/nominations/{id}. The other routes of the review have the same response.
func (n *Nominations) Get(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	detail, err := n.readDetail(e.App, id, audit.RequestActor(e))
	if err != nil {
		return fail(adminReadFailed, "read nomination", id, err)
	}
	return e.JSON(http.StatusOK, detail)
}

func (n *Nominations) readDetail(app core.App, id string, by audit.Actor) (*NominationDetail, error) {
	detail, err := findDetail(app, id)
	if err != nil {
		return nil, err
	}
	detail.Deadline.setSecondsLeft(n.now())
	detail.Next = detail.Status.nextSteps()
	site, err := settings.Read(app)
	if err != nil {
		return nil, err
	}
	detail.VotesNeeded = site.ReviewVotes
	if detail.Invitation, err = n.latestInvitation(app, id); err != nil {
		return nil, err
	}
	if detail.Votes, err = n.listVotes(app, id, detail.isDecided()); err != nil {
		return nil, err
	}
	if detail.Steps, err = listSteps(app, id); err != nil {
		return nil, err
	}
	if detail.Notes, err = listNotes(app, id); err != nil {
		return nil, err
	}
	if detail.Verification, err = n.readVerification(app, id); err != nil {
		return nil, err
	}
	detail.setOwn(by)
	return detail, nil
}

// setOwn marks the steps, notes and votes of the caller.
func (d *NominationDetail) setOwn(by audit.Actor) {
	for i := range d.Steps {
		d.Steps[i].setIsOwn(by)
		d.Steps[i].IsApplicants = d.Steps[i].ActorKind == actorApplicant
	}
	for i := range d.Notes {
		d.Notes[i].setIsOwn(by)
	}
	for i := range d.Votes {
		d.Votes[i].setIsOwn(by)
		if d.Votes[i].IsOwn {
			d.OwnVote = d.Votes[i].Vote
		}
	}
	d.Verification.setOwn(by)
}

// Registration is a row of the list of all nominations.
type Registration struct {
	ID                string     `json:"id" db:"id"`
	Name              string     `json:"name" db:"name"`
	Email             string     `json:"email" db:"email"`
	Phone             string     `json:"phone" db:"phone"`
	CompanyName       string     `json:"companyName" db:"companyName"`
	DirectorType      string     `json:"directorType" db:"directorType"`
	YearsOfExperience string     `json:"yearsOfExperience" db:"yearsOfExperience"`
	Status            Status     `json:"status" db:"status"`
	CreatedAt         httpx.Time `json:"createdAt" db:"createdAt"`
}

// List is GET /api/registrations.
func (n *Nominations) List(e *core.RequestEvent) error {
	return httpx.WriteList[Registration](e, nominationList)
}

// ListDrafts is GET /api/drafts.
func (n *Nominations) ListDrafts(e *core.RequestEvent) error {
	return httpx.WriteMapped(e, draftList, func(draft DraftView) DraftView {
		draft.Progress = draftProgress(draft.FormData)
		return draft
	})
}

// exportRow is a nomination with all columns of the sheet.
type exportRow struct {
	Answers
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
func (n *Nominations) Export(e *core.RequestEvent) error {
	return exportSheet.WriteResponse(e, n.audit, n.now)
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
func (n *Nominations) ExportQueue(e *core.RequestEvent) error {
	applyStateDefault(e)
	return queueSheet.WriteResponse(e, n.audit, n.now)
}
