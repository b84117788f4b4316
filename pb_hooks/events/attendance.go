package events

import (
	"database/sql"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/events/places"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
)

// A click on "Join" says that a member joined, not that they stayed. The office corrects the attendance, or imports the
// report of the meeting's provider.

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

func (r attendeeRow) hasAttended() bool {
	return r.Attendance == Attended || r.Attendance == AsJoined && !types.DateTime(r.JoinedAt).IsZero()
}

// attendee adds the name and the address of the account, which is nil if it has been deleted.
func (r attendeeRow) attendee(user *identity.User) Attendee {
	view := Attendee{
		ID: r.ID, PersonID: r.Person, State: r.State, AnsweredAt: r.AnsweredAt, HasConsented: r.HasConsented,
		JoinedAt: r.JoinedAt, Attendance: r.Attendance, HasAttended: r.hasAttended(),
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

// AttendanceForm is the body of PUT /api/events/{id}/attendees/{answer}.
type AttendanceForm struct {
	_          struct{}   `wire:"-"`
	Attendance Attendance `json:"attendance"`
}

// Rules returns the rules of the form.
func (AttendanceForm) Rules() rules.Form { return attendanceRules }

var attendanceRules = rules.Form{
	{Name: "attendance", Label: "Attendance", Kind: rules.Choice, Required: true, Options: Attendance.Values("")},
}

var errNoAnswer = apperr.NotFound("answer-not-found", "This member has not answered the session.")

// CorrectAttendance is PUT /api/events/{id}/attendees/{answer}.
func (ev *Events) CorrectAttendance() httpx.Endpoint {
	return httpx.JSON(ev.correctAttendance, httpx.Doc{
		Tag: "circle", Summary: "Correct whether a member attended",
		Description: "as-joined removes the correction, so that the join decides again.",
		Errors:      []*apperr.Error{errNotFound, errNoAnswer}, Example: map[string]any{"attendance": "attended"},
	})
}

func (ev *Events) correctAttendance(e *core.RequestEvent, form AttendanceForm) (Attendee, error) {
	var a *Answer
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		s, err := findForOffice(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		a, err = findAnswerByID(tx, s.Id, e.Request.PathValue("answer"))
		if err != nil {
			return database.IfMissing(err, errNoAnswer)
		}
		a.setAttendance(form.Attendance)
		return ev.deps.Audit.Save(tx, audit.RequestActor(e), "session.attendance", a.Record)
	})
	if err != nil {
		return Attendee{}, apperr.SaveFailed("correct attendance", err)
	}
	user, err := identity.FindUser(e.App, a.UserID())
	return a.row().attendee(user), apperr.Fail(readFailed, database.IgnoreMissing(err))
}

func (a *Answer) row() attendeeRow {
	return attendeeRow{
		ID: a.Id, UserID: a.UserID(), Person: a.personID(), State: a.State(), AnsweredAt: httpx.TimeOf(a.answeredAt()),
		HasConsented: a.hasConsented(), JoinedAt: httpx.TimeOf(a.joinedAt()), Attendance: a.attendance(),
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

var errReport = apperr.Invalid("report-invalid", "content",
	"The file must be a CSV file with a column named Email.")

// ReportResult is the result of an import of attendance.
type ReportResult struct {
	// Matched is the number of members who are now recorded as attended.
	Matched int `json:"matched"`
	// Unknown are the addresses that belong to no member who has answered the session.
	Unknown []string `json:"unknown"`
}

// ImportAttendance is POST /api/events/{id}/attendance.
func (ev *Events) ImportAttendance() httpx.Endpoint {
	return httpx.JSON(ev.importAttendance, httpx.Doc{
		Tag: "circle", Summary: "Import the attendance report of the meeting",
		Description: "The file is CSV with a column named Email. Members whose address is in it are recorded as " +
			"attended. No one is recorded as absent.",
		Errors:  []*apperr.Error{errNotFound, errReport},
		Example: map[string]any{"content": "Name,Email\nAsha,asha@example.com\n"},
	})
}

func (ev *Events) importAttendance(e *core.RequestEvent, form ReportForm) (ReportResult, error) {
	addresses, err := readReport(form.Content)
	if err != nil {
		return ReportResult{}, errReport
	}
	result := ReportResult{Unknown: []string{}}
	err = e.App.RunInTransaction(func(tx core.App) error {
		s, err := findForOffice(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		for _, address := range addresses {
			a, err := findAnswerByEmail(tx, s.Id, address)
			if errors.Is(err, sql.ErrNoRows) {
				result.Unknown = append(result.Unknown, address)
				continue
			}
			if err != nil {
				return err
			}
			a.setAttendance(Attended)
			if err := saveAnswer(tx, a); err != nil {
				return err
			}
			result.Matched++
		}
		return ev.deps.Audit.Record(tx, audit.RequestActor(e), "session.attendance-imported", audit.SubjectOf(s.Record),
			map[string]any{"matched": result.Matched, "unknown": len(result.Unknown)})
	})
	return result, apperr.Fail("The report could not be imported. Please try again.", err)
}

// findAnswerByEmail returns the answer of the member with an address, or sql.ErrNoRows.
func findAnswerByEmail(app core.App, eventID, address string) (*Answer, error) {
	user, err := identity.FindUserByEmail(app, address)
	if err != nil {
		return nil, err
	}
	return findAnswer(app, eventID, user.Id)
}

// readReport returns the addresses in the column Email of a CSV file, each once. Lines before the headings, which some
// providers write, are ignored.
func readReport(content string) ([]string, error) {
	reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(content, "\ufeff")))
	reader.FieldsPerRecord, reader.LazyQuotes, reader.TrimLeadingSpace = -1, true, true
	column, addresses, seen := -1, []string{}, map[string]bool{}
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if column < 0 {
			column = emailColumn(row)
			continue
		}
		if column >= len(row) {
			continue
		}
		address := strings.TrimSpace(row[column])
		if key := identity.EmailKey(address); address != "" && !seen[key] {
			seen[key] = true
			addresses = append(addresses, address)
		}
	}
	if column < 0 {
		return nil, errReport
	}
	return addresses, nil
}

// emailColumn returns the index of the heading of the addresses, or -1.
func emailColumn(headings []string) int {
	for i, heading := range headings {
		name := strings.ToLower(strings.TrimSpace(heading))
		if name == "email" || name == "e-mail" || name == "user email" || name == "email address" {
			return i
		}
	}
	return -1
}
