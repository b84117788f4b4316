package events

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/events/places"
	"boardcircle/pb_hooks/modules/events/reports"
)

// A click on "Join" says that a member or a guest joined, not that they stayed. The office corrects the attendance, or
// imports the report of the meeting's provider.

// Attendee is a member's answer to a session, in the console.
type Attendee struct {
	ID           string             `json:"id"`
	PersonID     string             `json:"personId"`
	Name         string             `json:"name"`
	Email        string             `json:"email"`
	State        places.AnswerState `json:"state"`
	AnsweredAt   httpx.Time         `json:"answeredAt"`
	HasConsented bool               `json:"hasConsented"`
	JoinedAt     httpx.Time         `json:"joinedAt"`
	// Attendance is what the office has recorded.
	Attendance Attendance `json:"attendance"`
	// HasAttended is the result of the joins and the corrections.
	HasAttended bool `json:"hasAttended"`
}

// isAttended reports whether a member or a guest attended. If the office has recorded nothing, those who joined did.
func isAttended(recorded Attendance, joinedAt httpx.Time) bool {
	return recorded == Attended || recorded == AsJoined && !types.DateTime(joinedAt).IsZero()
}

// attendee adds the name and the address of the account, which is nil if it has been deleted.
func (r attendeeRow) attendee(user *identity.User) Attendee {
	view := Attendee{
		ID: r.ID, PersonID: r.Person, State: r.State, AnsweredAt: r.AnsweredAt, HasConsented: r.HasConsented,
		JoinedAt: r.JoinedAt, Attendance: r.Attendance, HasAttended: isAttended(r.Attendance, r.JoinedAt),
	}
	if user != nil {
		view.Name, view.Email = user.Name(), user.Email()
	}
	return view
}

// ListAttendees is GET /api/events/{id}/attendees.
func (ev *Events) ListAttendees() httpx.Endpoint {
	return attendeeList("").Describe(httpx.Get(ev.listAttendees, httpx.Doc{
		Tag: "circle", Summary: "List the answers to a session, the oldest first", Errors: []*apperr.Error{errNotFound},
	}))
}

func (ev *Events) listAttendees(e *core.RequestEvent) ([]Attendee, error) {
	s, err := findForOffice(e.App, e.Request.PathValue("id"))
	if err != nil {
		return nil, err
	}
	rows, err := lists.QueryRows[attendeeRow](e, attendeeList(s.Id))
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.UserID
	}
	users, err := identity.FindUsers(e.App, ids)
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	attendees := make([]Attendee, len(rows))
	for i, row := range rows {
		attendees[i] = row.attendee(users[row.UserID])
	}
	return attendees, nil
}

// ExportAttendees is GET /api/events/{id}/attendees/export.
func (ev *Events) ExportAttendees() httpx.Endpoint {
	return attendanceSheet("", nil).Endpoint(ev.exportAttendees, httpx.Doc{
		Tag: "circle", Summary: "Export the attendance of a session", Errors: []*apperr.Error{errNotFound},
	})
}

func (ev *Events) exportAttendees(e *core.RequestEvent) error {
	s, err := findForOffice(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	ids, err := listUserIDs(e.App, s.Id)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	users, err := identity.FindUsers(e.App, ids)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	return attendanceSheet(s.Id, users).WriteResponse(e, ev.deps.Audit, ev.now)
}

func attendanceSheet(eventID string, users map[string]*identity.User) exports.Sheet[attendeeRow] {
	return exports.Sheet[attendeeRow]{
		File: "attendance", Title: "Attendance", Action: "session.attendance-exported", List: attendeeList(eventID),
		Headings: []string{"Name", "Email", "Answer", "Answered", "Agrees to be recorded", "Joined", "Attended"},
		Cells: func(r attendeeRow) []any {
			a := r.attendee(users[r.UserID])
			return []any{a.Name, a.Email, string(a.State), types.DateTime(a.AnsweredAt).Time(),
				yesNo(a.HasConsented), types.DateTime(a.JoinedAt).Time(), yesNo(a.HasAttended)}
		},
	}
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// AttendanceForm is the body of PUT /api/events/{id}/attendees/{answer} and PUT /api/events/{id}/guests/{guest}.
type AttendanceForm struct {
	_          struct{}   `wire:"-"`
	Attendance Attendance `json:"attendance"`
}

// Rules returns the rules of the form.
func (AttendanceForm) Rules() rules.Form { return attendanceRules }

var attendanceRules = rules.Form{
	{Name: "attendance", Label: "Attendance", Kind: rules.Choice, Required: true, Options: Attendance.Values("")},
}

var (
	errNoAnswer = apperr.NotFound("answer-not-found", "This member has not answered the session.")
	errNoGuest  = apperr.NotFound("guest-not-found", "This guest was not found.")
)

const correctionDescription = "as-joined removes the correction. Those who joined then count as attended."

// CorrectAttendance is PUT /api/events/{id}/attendees/{answer}.
func (ev *Events) CorrectAttendance() httpx.Endpoint {
	return httpx.JSON(ev.correctAttendance, httpx.Doc{
		Tag: "circle", Summary: "Correct whether a member attended",
		Description: correctionDescription,
		Errors:      []*apperr.Error{errNotFound, errNoAnswer, errNotBegun},
		Example:     map[string]any{"attendance": "attended"},
	})
}

// CorrectGuestAttendance is PUT /api/events/{id}/guests/{guest}.
func (ev *Events) CorrectGuestAttendance() httpx.Endpoint {
	return httpx.JSON(ev.correctGuestAttendance, httpx.Doc{
		Tag: "circle", Summary: "Correct whether a guest attended",
		Description: correctionDescription,
		Errors:      []*apperr.Error{errNotFound, errNoGuest, errNotBegun},
		Example:     map[string]any{"attendance": "attended"},
	})
}

func (ev *Events) correctAttendance(e *core.RequestEvent, form AttendanceForm) (Attendee, error) {
	a, err := correct(ev, e, form.Attendance, func(tx core.App, eventID string) (*Answer, error) {
		a, err := findAnswerByID(tx, eventID, e.Request.PathValue("answer"))
		return a, database.IfMissing(err, errNoAnswer)
	})
	if err != nil {
		return Attendee{}, err
	}
	user, err := identity.FindUser(e.App, a.UserID())
	return a.row().attendee(user), apperr.Fail(readFailed, database.IgnoreMissing(err))
}

func (ev *Events) correctGuestAttendance(e *core.RequestEvent, form AttendanceForm) (Guest, error) {
	g, err := correct(ev, e, form.Attendance, func(tx core.App, eventID string) (*guest, error) {
		g, err := findGuestByID(tx, eventID, e.Request.PathValue("guest"))
		return g, database.IfMissing(err, errNoGuest)
	})
	if err != nil {
		return Guest{}, err
	}
	return g.row(), nil
}

// correct changes the attendance of the answer or the guest that find returns, and saves it with an audit entry.
func correct[H holder](ev *Events, e *core.RequestEvent, to Attendance,
	find func(tx core.App, eventID string) (H, error)) (H, error) {
	var h H
	err := e.App.RunInTransaction(func(tx core.App) error {
		s, err := findForOffice(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if to != AsJoined && ev.now().Before(s.StartsAt()) {
			return errNotBegun
		}
		if h, err = find(tx, s.Id); err != nil {
			return err
		}
		h.setAttendance(to)
		return ev.deps.Audit.Save(tx, audit.RequestActor(e), "session.attendance", h.ProxyRecord())
	})
	if err != nil {
		err = apperr.SaveFailed("correct attendance", err)
	}
	return h, err
}

func (a *Answer) row() attendeeRow {
	return attendeeRow{
		ID: a.Id, UserID: a.UserID(), Person: a.personID(), State: a.State(), AnsweredAt: httpx.TimeOf(a.answeredAt()),
		HasConsented: a.hasConsented(), JoinedAt: httpx.TimeOf(a.joinedAt()), Attendance: a.attendance(),
	}
}

func (g *guest) row() Guest {
	joinedAt := httpx.TimeOf(g.joinedAt())
	return Guest{
		ID: g.Id, PersonID: g.personID(), Name: g.name(), Email: g.email(), State: g.stored(),
		AnsweredAt: httpx.TimeOf(g.answeredAt()), JoinedAt: joinedAt, Attendance: g.attendance(),
		HasAttended: isAttended(g.attendance(), joinedAt),
	}
}

// maxReport is the maximum size of an attendance report in characters.
const maxReport = 1 << 20

// ReportForm is the body of POST /api/events/{id}/attendance. The file is sent as text.
type ReportForm struct {
	_       struct{} `wire:"-"`
	Content string   `json:"content"`
}

// Rules returns the rules of the form.
func (ReportForm) Rules() rules.Form { return reportRules }

var reportRules = rules.Form{
	{
		Name: "content", Label: "Report", Kind: rules.Secret, Required: true, Max: maxReport,
		Messages: rules.Messages{Required: "The file is empty", Long: "The file is larger than 1 MB"},
	},
}

var errNotBegun = apperr.Conflict("session-not-begun", "This session has not started. No one has attended it yet.")

// ReportResult is the result of an import of attendance.
type ReportResult struct {
	// Matched is the number of members who are now recorded as attended.
	Matched int `json:"matched"`
	// Guests is the number of guests who are now recorded as attended.
	Guests int `json:"guests"`
	// Unknown are the addresses that belong to no member who has answered the session, and to no guest of it.
	Unknown []string `json:"unknown"`
	// WithoutAddress is the number of rows that have no email address, such as those of guests.
	WithoutAddress int `json:"withoutAddress"`
}

// ImportAttendance is POST /api/events/{id}/attendance.
func (ev *Events) ImportAttendance() httpx.Endpoint {
	return httpx.JSON(ev.importAttendance, httpx.Doc{
		Tag: "circle", Summary: "Import the attendance report of the meeting",
		Description: "The file is CSV with a column named Email. Members and guests whose address is in it are " +
			"recorded as attended. No one is recorded as absent. Lines before the table are ignored. A session that has " +
			"not begun has no attendance.",
		Errors:  []*apperr.Error{errNotFound, errNotBegun, reports.ErrNoAddresses},
		Example: map[string]any{"content": "Name,Email\nAsha,asha@example.com\n"},
	})
}

func (ev *Events) importAttendance(e *core.RequestEvent, form ReportForm) (ReportResult, error) {
	report, err := reports.Read(form.Content)
	if err != nil {
		return ReportResult{}, err
	}
	result := ReportResult{Unknown: []string{}, WithoutAddress: report.WithoutAddress}
	err = e.App.RunInTransaction(func(tx core.App) error {
		s, err := findForOffice(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if ev.now().Before(s.StartsAt()) {
			return errNotBegun
		}
		for _, address := range report.Addresses {
			h, err := findHolderByEmail(tx, s.Id, address)
			if errors.Is(err, sql.ErrNoRows) {
				result.Unknown = append(result.Unknown, address)
				continue
			}
			if err != nil {
				return err
			}
			h.setAttendance(Attended)
			if err := h.save(tx); err != nil {
				return err
			}
			if _, isGuest := h.(*guest); isGuest {
				result.Guests++
			} else {
				result.Matched++
			}
		}
		return ev.deps.Audit.Record(tx, audit.RequestActor(e), "session.attendance-imported", audit.SubjectOf(s.Record),
			map[string]any{"matched": result.Matched, "guests": result.Guests, "unknown": len(result.Unknown)})
	})
	return result, apperr.Fail("The report could not be imported. Please try again.", err)
}
