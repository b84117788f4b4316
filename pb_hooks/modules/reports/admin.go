package reports

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/overdue"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
)

const readFailed = "The reports could not be read. Please try again."

// Summary is a report in the console's list.
type Summary struct {
	ID       string   `json:"id"`
	Subject  Kind     `json:"subject"`
	Reason   Reason   `json:"reason"`
	State    State    `json:"state"`
	Decision Decision `json:"decision" wire:"orEmpty"`
	// OtherName is the name of the reported person, or "" if the office posted the content.
	OtherName    string     `json:"otherName"`
	ReporterName string     `json:"reporterName"`
	CreatedAt    httpx.Time `json:"createdAt"`
	DecideBy     httpx.Time `json:"decideBy"`
	DecidedAt    httpx.Time `json:"decidedAt"`
	IsOverdue    bool       `json:"isOverdue"`
}

func (r row) summary(now time.Time) Summary {
	return Summary{
		ID: r.ID, Subject: r.Subject, Reason: r.Reason, State: r.State, Decision: r.Decision, OtherName: r.OtherName,
		ReporterName: r.ReporterName, CreatedAt: r.CreatedAt, DecideBy: r.DecideBy, DecidedAt: r.DecidedAt,
		IsOverdue: r.State == Open && !types.DateTime(r.DecideBy).Time().After(now),
	}
}

// Detail is a report in the console.
type Detail struct {
	Summary
	// ReporterID and OtherID are the ids of the people.
	ReporterID string `json:"reporterId"`
	OtherID    string `json:"otherId"`
	SubjectID  string `json:"subjectId"`
	// ParentID is the id of the consultation of a comment.
	ParentID string `json:"parentId"`
	// Title and Text are what the reporter saw. Details are the reporter's own words.
	Title   string `json:"title"`
	Text    string `json:"text"`
	Details string `json:"details"`
	// Note is the office's reason. Message is what the reported person was told.
	Note      string `json:"note"`
	Message   string `json:"message"`
	DecidedBy string `json:"decidedBy"`
	// CanReverse is true if the suspension of the profile can be lifted.
	CanReverse bool `json:"canReverse"`
}

func (s *Reports) detail(app core.App, r *report) (Detail, error) {
	d, err := r.details(app)
	return Detail{
		Summary: d.summary(s.now()), ReporterID: d.Person, OtherID: d.Other, SubjectID: d.SubjectID,
		ParentID: d.ParentID, Title: d.Heading, Text: d.Text, Details: d.Details, Note: d.Note, Message: d.Message,
		DecidedBy:  d.DecidedBy,
		CanReverse: s.canReverse(d.Decision, d.State, d.Subject),
	}, err
}

// peopleOf returns the ids of the people whom an admin's account belongs to.
func peopleOf(app core.App, admin *core.Record) ([]string, error) {
	self, err := people.SelfOf(app, audit.ActorOf(admin))
	return self.People(), err
}

// List is GET /api/admin/reports.
func (s *Reports) List() httpx.Endpoint {
	return officeList(nil).Describe(httpx.Get(s.list, httpx.Doc{
		Tag: "circle", Summary: "List the reports of members", Description: "Reports about the caller are left out.",
	}))
}

func (s *Reports) list(e *core.RequestEvent) ([]Summary, error) {
	self, err := peopleOf(e.App, e.Auth)
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	rows, err := lists.QueryRows[row](e, officeList(self))
	summaries := make([]Summary, len(rows))
	for i, r := range rows {
		summaries[i] = r.summary(s.now())
	}
	return summaries, err
}

// ListOverdue returns the overdue reports for an admin. Reports about the admin are left out.
func (s *Reports) ListOverdue(app core.App, account *core.Record) ([]overdue.Item, error) {
	self, err := peopleOf(app, account)
	if err != nil {
		return nil, err
	}
	rows, err := listOverdue(app, self, s.now())
	items := make([]overdue.Item, len(rows))
	for i, r := range rows {
		items[i] = overdue.Item{
			ID: r.ID, Label: "Report of a " + r.Subject.noun() + ": " + r.Reason.words(),
			Since: types.DateTime(r.CreatedAt), DueAt: types.DateTime(r.DecideBy),
		}
	}
	return items, err
}

// Get is GET /api/admin/reports/{id}.
func (s *Reports) Get() httpx.Endpoint {
	return httpx.Get(s.get, httpx.Doc{
		Tag: "circle", Summary: "Read a report", Errors: []*apperr.Error{errNotFound},
		Description: "An admin who is the reported person gets the same 404 as for an unknown report.",
	})
}

func (s *Reports) get(e *core.RequestEvent) (Detail, error) {
	self, err := peopleOf(e.App, e.Auth)
	if err != nil {
		return Detail{}, apperr.Fail(readFailed, err)
	}
	r, err := find(e.App, e.Request.PathValue("id"), self)
	if err != nil {
		return Detail{}, apperr.Fail(readFailed, err)
	}
	d, err := s.detail(e.App, r)
	return d, apperr.Fail(readFailed, err)
}

// DecisionForm is the body of POST /api/admin/reports/{id}/decide.
type DecisionForm struct {
	_        struct{} `wire:"reportDecision"`
	Decision Decision `json:"decision"`
	// Note is for the office only.
	Note string `json:"note"`
	// Message is for the reported person, if the content is removed or the person is warned.
	Message string `json:"message"`
}

// Rules returns the rules of the form.
func (DecisionForm) Rules() rules.Form { return decisionRules }

var decisionRules = rules.Form{
	{Name: "decision", Label: "Decision", Kind: rules.Choice, Required: true, Options: Decision("").Values(),
		Messages: rules.Messages{Required: "Please choose a decision"}},
	{Name: "note", Label: "Reason, for the office only", Kind: rules.Text, Required: true, Min: 3, Max: 2000,
		Messages: rules.Messages{Required: "Please enter a reason"}},
	{Name: "message", Label: "Message to the reported member", Kind: rules.Text, Max: 1000},
}

// Decide is POST /api/admin/reports/{id}/decide.
func (s *Reports) Decide() httpx.Endpoint {
	return httpx.JSON(s.postDecision, httpx.Doc{
		Tag: "circle", Summary: "Decide about a report",
		Description: "The reporter gets an email that the office has decided. The reported person gets the message, " +
			"if the content is removed or the person is warned. Removed content is taken off the circle at once: a " +
			"profile is suspended, a comment or a message is removed, and a board seat is closed.",
		Errors:  []*apperr.Error{errNotFound, errDecided},
		Example: map[string]any{"decision": "none", "note": "The profile describes the member's work."},
	})
}

func (s *Reports) postDecision(e *core.RequestEvent, form DecisionForm) (Detail, error) {
	return s.change(e, func(tx core.App, by audit.Actor, r *report) error { return s.decide(tx, by, r, form) })
}

// Reverse is POST /api/admin/reports/{id}/reverse.
func (s *Reports) Reverse() httpx.Endpoint {
	return httpx.DoJSON(s.postReversal, httpx.Doc{
		Tag: "circle", Summary: "Lift the suspension of a reported profile",
		Description: "The member gets an email and can publish the profile again.",
		Errors:      []*apperr.Error{errNotFound, errCannotReverse},
	})
}

func (s *Reports) postReversal(e *core.RequestEvent) (Detail, error) {
	return s.change(e, s.reverse)
}

// change changes a report that the caller may work on, in a transaction.
func (s *Reports) change(e *core.RequestEvent,
	change func(tx core.App, by audit.Actor, r *report) error) (d Detail, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		self, err := peopleOf(tx, e.Auth)
		if err != nil {
			return err
		}
		r, err := find(tx, e.Request.PathValue("id"), self)
		if err != nil {
			return err
		}
		if err := change(tx, audit.RequestActor(e), r); err != nil {
			return err
		}
		d, err = s.detail(tx, r)
		return err
	})
	return d, apperr.SaveFailed("change a report", err)
}
