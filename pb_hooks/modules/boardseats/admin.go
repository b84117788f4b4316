package boardseats

import (
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/boardseats/emails"
	"boardcircle/pb_hooks/people"
)

// OfficeSummary is an opening in the console's list.
type OfficeSummary struct {
	ID             string     `json:"id"`
	Title          string     `json:"title"`
	Company        string     `json:"company"`
	IsConfidential bool       `json:"isConfidential"`
	Sector         string     `json:"sector"`
	City           string     `json:"city"`
	Committee      Committee  `json:"committee" wire:"orEmpty"`
	IsListed       bool       `json:"isListed"`
	IsIndependent  bool       `json:"isIndependent"`
	ClosesAt       httpx.Time `json:"closesAt"`
	CreatedAt      httpx.Time `json:"createdAt"`
	State          State      `json:"state"`
	Interests      int        `json:"interests"`
	// IsPostedByOffice is true if the office has posted it.
	IsPostedByOffice bool `json:"isPostedByOffice"`
}

func (r row) officeSummary() OfficeSummary {
	return OfficeSummary{
		ID: r.ID, Title: r.Title, Company: r.Company, IsConfidential: r.IsConfidential, Sector: r.Sector, City: r.City,
		Committee: r.Committee, IsListed: r.IsListed, IsIndependent: r.IsIndependent, ClosesAt: r.ClosesAt,
		CreatedAt: r.CreatedAt, State: r.State, Interests: r.Interests, IsPostedByOffice: r.UserID == "",
	}
}

// OfficeDetail is an opening in the console.
type OfficeDetail struct {
	OfficeSummary
	Description string         `json:"description"`
	Reason      string         `json:"reason"`
	ClosesOn    string         `json:"closesOn"`
	PersonID    string         `json:"personId"`
	PostedBy    string         `json:"postedBy"`
	People      []InterestView `json:"people"`
}

func officeDetail(app core.App, o *opening) (OfficeDetail, error) {
	r, err := o.row(app, nil)
	if err != nil {
		return OfficeDetail{}, err
	}
	d := OfficeDetail{OfficeSummary: r.officeSummary(), Description: r.Description, Reason: r.Reason,
		ClosesOn: india.Day(o.closesAt()), PersonID: r.Person}
	if d.People, err = interestViews(app, o.Id, nil); err != nil {
		return OfficeDetail{}, err
	}
	if r.Person != "" {
		names, err := people.NamesOf(app, []string{r.Person})
		if err != nil {
			return OfficeDetail{}, err
		}
		d.PostedBy = names[r.Person]
	}
	return d, nil
}

// ListAll is GET /api/admin/board-seats.
func (s *Seats) ListAll() httpx.Endpoint {
	return lists.MappedRows(officeList, func(_ *core.RequestEvent, r row) OfficeSummary { return r.officeSummary() },
		httpx.Doc{Tag: "circle", Summary: "List all board seats"})
}

// GetForOffice is GET /api/admin/board-seats/{id}.
func (s *Seats) GetForOffice() httpx.Endpoint {
	return httpx.Get(s.getForOffice, httpx.Doc{
		Tag: "circle", Summary: "Read a board seat with the members who are interested",
		Errors: []*apperr.Error{errNotFound},
	})
}

func (s *Seats) getForOffice(e *core.RequestEvent) (OfficeDetail, error) {
	o, err := find(e.App, e.Request.PathValue("id"))
	if err != nil {
		return OfficeDetail{}, err
	}
	d, err := officeDetail(e.App, o)
	return d, apperr.Fail(readFailed, err)
}

// Figures count the results of the board seats.
type Figures struct {
	// Openings is the number of board seats that were opened, and Interests the number of interests that were sent.
	Openings  int `json:"openings"`
	Interests int `json:"interests"`
	// Interviews and Appointments count interests. Invited is the number of members with an interview or an
	// appointment.
	Interviews   int `json:"interviews"`
	Appointments int `json:"appointments"`
	Invited      int `json:"invited"`
}

// Counted has the figures of the last twelve months, and of the twelve months before.
type Counted struct {
	Year     Figures `json:"year"`
	Previous Figures `json:"previous"`
}

// GetFigures is GET /api/admin/board-seats/figures.
func (s *Seats) GetFigures() httpx.Endpoint {
	return httpx.Get(s.getFigures, httpx.Doc{
		Tag: "circle", Summary: "Count the board seats and their outcomes",
		Description: "Counts the last twelve months, and the twelve months before. Statements about board " +
			"invitations can be checked with these figures.",
	})
}

func (s *Seats) getFigures(e *core.RequestEvent) (Counted, error) {
	c, err := Count(e.App, s.now())
	return c, apperr.Fail(readFailed, err)
}

// Count returns the figures at a time.
func Count(app core.App, at time.Time) (c Counted, err error) {
	if c.Year, err = countOutcomes(app, at.AddDate(-1, 0, 0), at); err == nil {
		c.Previous, err = countOutcomes(app, at.AddDate(-2, 0, 0), at.AddDate(-1, 0, 0))
	}
	return c, err
}

// minCompared is the smallest number of invited members of a year with which the next year is compared.
const minCompared = 5

// Growth returns how many times as many members were invited in the last twelve months as in the twelve months before.
// It returns 0 if fewer than minCompared were invited in the twelve months before.
func (c Counted) Growth() float64 {
	if c.Previous.Invited < minCompared {
		return 0
	}
	return float64(c.Year.Invited) / float64(c.Previous.Invited)
}

// PostForOffice is POST /api/admin/board-seats.
func (s *Seats) PostForOffice() httpx.Endpoint {
	return httpx.JSON(s.createForOffice, httpx.Doc{
		Tag: "circle", Summary: "Post a board seat for the office", Status: http.StatusCreated, Example: example,
	})
}

func (s *Seats) createForOffice(e *core.RequestEvent, form Form) (d OfficeDetail, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		o, err := newOpening(tx, "")
		if err != nil {
			return err
		}
		if err := o.setState(Open, s.now()); err != nil {
			return err
		}
		if err := s.loadForOffice(o, form); err != nil {
			return err
		}
		if err := s.deps.Audit.Save(tx, audit.RequestActor(e), "boardseat.posted", o.Record); err != nil {
			return err
		}
		d, err = officeDetail(tx, o)
		return err
	})
	return d, apperr.SaveFailed("post a board seat", err)
}

func (s *Seats) loadForOffice(o *opening, form Form) error {
	closesAt, err := form.closesAt(s.now())
	if err == nil {
		o.load(form, closesAt)
	}
	return err
}

var errMembers = apperr.Forbidden("member-opening", "A member has posted this board seat, so only they can edit it.")

// UpdateForOffice is PUT /api/admin/board-seats/{id}.
func (s *Seats) UpdateForOffice() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form Form) (OfficeDetail, error) {
		return s.changeForOffice(e, "boardseat.updated", func(_ core.App, o *opening) error {
			if !o.isOffices() {
				return errMembers
			}
			if o.state() == Closed {
				if err := s.transition(o, Open); err != nil {
					return err
				}
			}
			if o.state() != Open {
				return errNotOpen
			}
			return s.loadForOffice(o, form)
		})
	}, httpx.Doc{
		Tag: "circle", Summary: "Change a board seat of the office",
		Description: "If the board seat is closed, it opens again.",
		Errors:      []*apperr.Error{errNotFound, errMembers, errNotOpen}, Example: example,
	})
}

// changeForOffice changes an opening in a transaction and records the change.
func (s *Seats) changeForOffice(e *core.RequestEvent, action string,
	change func(tx core.App, o *opening) error) (d OfficeDetail, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		o, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if err := change(tx, o); err != nil {
			return err
		}
		if err := s.deps.Audit.Save(tx, audit.RequestActor(e), action, o.Record); err != nil {
			return err
		}
		d, err = officeDetail(tx, o)
		return err
	})
	return d, apperr.SaveFailed("change a board seat", err)
}

// Approve is POST /api/board-seats/{id}/approve.
func (s *Seats) Approve() httpx.Endpoint {
	return httpx.DoJSON(s.approve, httpx.Doc{
		Tag: "circle", Summary: "Approve a board seat that waits",
		Description: "The member who posted it gets an email.",
		Errors:      []*apperr.Error{errNotFound, errState, errOver},
	})
}

var errOver = apperr.Conflict("opening-over",
	"The last day of this board seat has passed. Please decline it, and ask the member to enter another day.")

func (s *Seats) approve(e *core.RequestEvent) (OfficeDetail, error) {
	return s.changeForOffice(e, "boardseat.approved", func(tx core.App, o *opening) error {
		if o.state() != Waiting {
			return errState
		}
		if !o.closesAt().After(s.now()) {
			return errOver
		}
		if err := s.transition(o, Open); err != nil {
			return err
		}
		return s.emailDecision(tx, o, true)
	})
}

func (s *Seats) emailDecision(tx core.App, o *opening, isApproved bool) error {
	return s.emailPoster(tx, o, func(to emails.Reader) outbox.Email {
		return emails.Decided{Reader: to, OpeningID: o.Id, Title: o.title(), IsApproved: isApproved,
			IsConfidential: o.isConfidential(), Reason: o.reason(), At: s.now()}.Build()
	})
}

// ReasonForm is the body of a decision of the office.
type ReasonForm struct {
	_      struct{} `wire:"boardSeatReason"`
	Reason string   `json:"reason"`
}

// Rules returns the rules of the form.
func (ReasonForm) Rules() rules.Form { return reasonRules }

var reasonRules = rules.Form{
	{Name: "reason", Label: "Reason", Kind: rules.Text, Required: true, Min: 3, Max: 1000},
}

var reasonExample = map[string]any{"reason": "Please name the committee."}

// Decline is POST /api/board-seats/{id}/decline.
func (s *Seats) Decline() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form ReasonForm) (OfficeDetail, error) {
		return s.changeForOffice(e, "boardseat.declined", func(tx core.App, o *opening) error {
			if err := s.transition(o, Declined); err != nil {
				return err
			}
			o.setReason(form.Reason)
			return s.emailDecision(tx, o, false)
		})
	}, httpx.Doc{
		Tag: "circle", Summary: "Decline a board seat that waits",
		Description: "The member who posted it gets an email with the reason, and can change it.",
		Errors:      []*apperr.Error{errNotFound, errState}, Example: reasonExample,
	})
}

// Close is POST /api/board-seats/{id}/close.
func (s *Seats) Close() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form ReasonForm) (OfficeDetail, error) {
		return s.changeForOffice(e, "boardseat.closed", func(tx core.App, o *opening) error {
			return s.close(tx, o, form.Reason)
		})
	}, httpx.Doc{
		Tag: "circle", Summary: "Close an open board seat", Errors: []*apperr.Error{errNotFound, errState},
		Example: reasonExample,
	})
}

// RecordOutcomeForOffice is POST /api/admin/board-seats/{id}/outcome.
func (s *Seats) RecordOutcomeForOffice() httpx.Endpoint {
	return httpx.JSON(s.recordForOffice, httpx.Doc{
		Tag: "circle", Summary: "Record the outcome of a member's interest for the office",
		Description: "An appointment fills the board seat.",
		Errors:      []*apperr.Error{errNotFound, errUnknownMember, errInterestsState, errNotOpen, errState},
		Example:     map[string]any{"outcome": "interviewed"},
	})
}

func (s *Seats) recordForOffice(e *core.RequestEvent, form OutcomeForm) (d OfficeDetail, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		o, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		err = s.recordOutcome(tx, o, form, nil, func(record *core.Record) error {
			return s.deps.Audit.Save(tx, audit.RequestActor(e), "boardseat.outcome", record)
		})
		if err != nil {
			return database.Wrap("record outcome", err)
		}
		d, err = officeDetail(tx, o)
		return err
	})
	return d, apperr.SaveFailed("record an outcome", err)
}
