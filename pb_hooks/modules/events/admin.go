package events

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/events/emails"
	"boardcircle/pb_hooks/modules/events/places"
)

const (
	maxSpeakers = 20
	maxCapacity = 5000
	// minMinutes and maxMinutes limit the length of a session.
	minMinutes, maxMinutes = 15, 600
	// maxRepeats is the largest number of copies that one request makes.
	maxRepeats = 12
	// localTime is the format of the input for a date and a time. It has no zone; the office enters Indian time.
	localTime = "2006-01-02T15:04"
)

const noSuchTime = "Please enter a date and a time, such as 2027-03-31T18:30"

// Form is what an admin enters for a session.
type Form struct {
	_     struct{} `wire:"session"`
	Title string   `json:"title"`
	Host  string   `json:"host"`
	// HostEmail is the address of a host who is a member.
	HostEmail string        `json:"hostEmail"`
	Speakers  []SpeakerForm `json:"speakers"`
	Abstract  string        `json:"abstract"`
	// StartsAt is a date and a time in India, without a zone.
	StartsAt string `json:"startsAt"`
	Minutes  int    `json:"minutes"`
	Capacity int    `json:"capacity"`
	Place    string `json:"place"`
	// MeetingURL is never sent back. If it is empty, the stored address stays.
	MeetingURL   string `json:"meetingUrl"`
	IsPublic     bool   `json:"isPublic"`
	RecordingURL string `json:"recordingUrl"`
	SlidesURL    string `json:"slidesUrl"`
	Notes        string `json:"notes"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	{Name: "title", Label: "Title", Kind: rules.Line, Required: true, Max: 120},
	{Name: "host", Label: "Host", Kind: rules.Line, Required: true, Max: 120},
	{
		Name: "hostEmail", Label: "Email of the host, if they are a member", Kind: rules.Email, Max: 254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"},
	},
	{Name: "speakers", Label: "Speakers", Kind: rules.Rows, Max: maxSpeakers, Row: speakerRules},
	{Name: "abstract", Label: "About the session", Kind: rules.Text, Max: 8000},
	{
		Name: "startsAt", Label: "Start", Kind: rules.Line, Required: true, Max: 16,
		Pattern: `^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$`, Messages: rules.Messages{Invalid: noSuchTime},
	},
	{Name: "minutes", Label: "Length in minutes", Kind: rules.Integer, Min: minMinutes, Max: maxMinutes, Default: "90"},
	{Name: "capacity", Label: "Places", Kind: rules.Integer, Min: 1, Max: maxCapacity, Default: "50"},
	{Name: "place", Label: "Place", Kind: rules.Line, Required: true, Max: 200, Default: "Online"},
	{Name: "meetingUrl", Label: "Meeting address", Kind: rules.Link, Max: 1000},
	{Name: "isPublic", Label: "Page for visitors", Kind: rules.Flag, Default: "false"},
	{Name: "recordingUrl", Label: "Recording", Kind: rules.Link, Max: 1000},
	{Name: "slidesUrl", Label: "Slides", Kind: rules.Link, Max: 1000},
	{Name: "notes", Label: "Notes for members", Kind: rules.Text, Max: 20000},
}

// CheckFields refuses a day that does not exist and texts that cannot be rendered.
func (f Form) CheckFields() []rules.Problem {
	var problems []rules.Problem
	if _, err := time.ParseInLocation(localTime, f.StartsAt, india.Zone); err != nil {
		problems = append(problems, rules.Invalid("startsAt", noSuchTime))
	}
	for _, text := range []struct{ field, value string }{{"abstract", f.Abstract}, {"notes", f.Notes}} {
		if message := markdown.Problem(text.value); message != "" {
			problems = append(problems, rules.Invalid(text.field, message))
		}
	}
	if f.MeetingURL != "" && !isPublicMeeting(f.MeetingURL) {
		problems = append(problems, rules.Invalid("meetingUrl",
			"Meeting address must start with https:// and have the name of a public website"))
	}
	if webAddress.MatchString(f.Place) {
		problems = append(problems, rules.Problem{Field: "place", Code: "link",
			Message: "Please enter the link under “Meeting address”, because all members see the place"})
	}
	return problems
}

// isPublicMeeting reports whether an address uses https and has the name of a public website. A browser reads a host as
// an IP address if its last part is a number. The names of privateDomains never leave a private network.
func isPublicMeeting(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	last := host[strings.LastIndexByte(host, '.')+1:]
	isNumber := strings.HasPrefix(last, "0x") || strings.Trim(last, "0123456789") == ""
	return last != host && !slices.Contains(privateDomains, last) && !strings.HasSuffix(host, ".home.arpa") &&
		!isNumber && !strings.Contains(host, ":")
}

var privateDomains = []string{"localhost", "local", "internal", "lan", "intranet", "corp", "home"}

// webAddress matches a link. The office may paste that of the meeting into the place, which emails and calendars have.
var webAddress = regexp.MustCompile(`(?i)://|\bwww\.`)

// checkSecret refuses a text that has the address of the meeting, because members and visitors read the texts.
func (s *Session) checkSecret() error {
	meeting, err := url.Parse(s.meetingURL())
	if err != nil || meeting.Host == "" {
		return nil // the rule of the form allows only addresses with a host
	}
	secret := strings.ToLower(strings.TrimRight(meeting.Host+meeting.Path, "/"))
	var problems []rules.Problem
	for _, field := range []struct{ stored, form string }{
		{"title", "title"}, {"host", "host"}, {"speakers", "speakers"}, {"place", "place"}, {"abstract", "abstract"},
		{"recordingUrl", "recordingUrl"}, {"slidesUrl", "slidesUrl"}, {"notes", "notes"}, {"cancelReason", "reason"},
	} {
		if strings.Contains(strings.ToLower(s.GetString(field.stored)), secret) {
			problems = append(problems, rules.Problem{Field: field.form, Code: "meeting-address",
				Message: "Please remove the address of the meeting, because it must not be shown"})
		}
	}
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return nil
}

// start returns the start of the form, which CheckFields has accepted.
func (f Form) start() time.Time {
	at, _ := time.ParseInLocation(localTime, f.StartsAt, india.Zone)
	return at.UTC()
}

// form returns the values of a session as an admin would enter them, without the speakers, the email of the host and
// the address of the meeting.
func (s *Session) form() Form {
	return Form{
		Title: s.Title(), Host: s.host(), Abstract: s.abstract(),
		StartsAt: s.StartsAt().In(india.Zone).Format(localTime), Minutes: s.minutes(), Capacity: s.capacity(),
		Place: s.Place(), IsPublic: s.isPublic(), RecordingURL: s.recordingURL(), SlidesURL: s.slidesURL(),
		Notes: s.notes(),
	}
}

func (s *Session) minutes() int { return int(s.EndsAt().Sub(s.StartsAt()) / time.Minute) }

// Task is a task of the day of a session that the office marks as done.
type Task string

// The tasks.
const (
	TaskSpeakers  Task = "speakers-confirmed"
	TaskTest      Task = "meeting-tested"
	TaskRecording Task = "recording-announced"
	TaskFollowUp  Task = "thanks-sent"
)

// Values returns all tasks.
func (Task) Values() []string {
	return rules.Options(TaskSpeakers, TaskTest, TaskRecording, TaskFollowUp)
}

// OfficeRow is a session in the console's list.
type OfficeRow struct {
	ID           string     `json:"id"`
	Title        string     `json:"title"`
	Host         string     `json:"host"`
	StartsAt     httpx.Time `json:"startsAt"`
	EndsAt       httpx.Time `json:"endsAt"`
	Place        string     `json:"place"`
	Status       State      `json:"status"`
	IsPublic     bool       `json:"isPublic"`
	Capacity     int        `json:"capacity"`
	Taken        int        `json:"taken"`
	Waiting      int        `json:"waiting"`
	HasRecording bool       `json:"hasRecording"`
}

func (r sessionRow) office() OfficeRow {
	return OfficeRow{
		ID: r.ID, Title: r.Title, Host: r.Host, StartsAt: httpx.Time(r.StartsAt), EndsAt: httpx.Time(r.EndsAt),
		Place: r.Place, Status: r.State, IsPublic: r.IsPublic, Capacity: r.Capacity, Taken: r.Taken,
		Waiting: r.Waiting, HasRecording: r.HasRecording,
	}
}

// OfficeView is a session in the console.
type OfficeView struct {
	OfficeRow
	// Form has the values of the form. The address of the meeting is never sent.
	Form Form `json:"form"`
	// Version is the version of the form.
	Version string `json:"version"`
	// HasMeetingURL reports whether the address of the meeting is stored.
	HasMeetingURL bool   `json:"hasMeetingUrl"`
	CancelReason  string `json:"cancelReason"`
	// Consents is the number of members who are going and agree to be recorded.
	Consents int `json:"consents"`
	// Guests is the number of guests who are going.
	Guests int `json:"guests"`
	// Attended is the number of members and guests who attended.
	Attended int `json:"attended"`
	// DoneTasks are the tasks of the day that are done.
	DoneTasks []Task `json:"doneTasks"`
}

// ListAll is GET /api/admin/events.
func (ev *Events) ListAll() httpx.Endpoint {
	endpoint := lists.MappedRows(officeList(time.Time{}), func(_ *core.RequestEvent, row sessionRow) OfficeRow {
		return row.office()
	}, httpx.Doc{
		Tag: "circle", Summary: "List all sessions, the next one first", Query: periodParameters,
	})
	endpoint.Handler = func(e *core.RequestEvent) error {
		return lists.WriteMapped(e, officeList(ev.now()), sessionRow.office)
	}
	return endpoint
}

// GetForOffice is GET /api/admin/events/{id}.
func (ev *Events) GetForOffice() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (OfficeView, error) {
		s, err := findForOffice(e.App, e.Request.PathValue("id"))
		if err != nil {
			return OfficeView{}, err
		}
		return officeView(e.App, s)
	}, httpx.Doc{Tag: "circle", Summary: "Read a session in the console", Errors: []*apperr.Error{errNotFound}})
}

func findForOffice(app core.App, id string) (*Session, error) {
	s, err := Find(app, id)
	return s, apperr.Fail(readFailed, database.IfMissing(err, errNotFound))
}

func officeView(app core.App, s *Session) (OfficeView, error) {
	going, waiting, err := countActive(app, s.Id)
	if err != nil {
		return OfficeView{}, apperr.Fail(readFailed, err)
	}
	view := OfficeView{
		OfficeRow: s.row(going, waiting).office(), HasMeetingURL: s.meetingURL() != "",
		CancelReason: s.cancelReason(), DoneTasks: s.checklist(),
	}
	if view.Form, err = s.formWithPeople(app); err != nil {
		return OfficeView{}, apperr.Fail(readFailed, err)
	}
	view.Version = httpx.VersionOf(view.Form)
	if view.Guests, err = countGuests(app, s.Id); err != nil {
		return OfficeView{}, apperr.Fail(readFailed, err)
	}
	if view.Consents, err = countConsents(app, s.Id); err == nil {
		view.Attended, err = countAttended(app, s.Id)
	}
	return view, apperr.Fail(readFailed, err)
}

var exampleSession = map[string]any{
	"title": "Reading the audit report", "host": "Meera Krishnan", "startsAt": "2027-03-31T18:30",
	"speakers": []any{map[string]any{"name": "Asha Rao", "role": "Chair of an audit committee"}},
}

// Create is POST /api/events.
func (ev *Events) Create() httpx.Endpoint {
	return httpx.JSON(ev.create, httpx.Doc{
		Tag: "circle", Summary: "Create a session as a draft", Status: http.StatusCreated, Example: exampleSession,
	})
}

func (ev *Events) create(e *core.RequestEvent, form Form) (OfficeView, error) {
	s, err := newSession(e.App)
	if err != nil {
		return OfficeView{}, apperr.SaveFailed("create session", err)
	}
	s.load(form, form.start())
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := s.loadPeople(tx, form); err != nil {
			return err
		}
		if err := s.checkSecret(); err != nil {
			return err
		}
		return ev.deps.Audit.Save(tx, audit.RequestActor(e), "session.created", s.Record)
	})
	if err != nil {
		return OfficeView{}, apperr.SaveFailed("create session", err)
	}
	return officeView(e.App, s)
}

var (
	errPast         = apperr.Invalid("session-past", "startsAt", "Please enter a start in the future.")
	errNotDraft     = apperr.Conflict("session-not-draft", "This session is no longer a draft.")
	errNotPublished = apperr.Conflict("session-not-published", "Only a published session can be cancelled.")
)

// Update is PUT /api/events/{id}.
func (ev *Events) Update() httpx.Endpoint {
	return httpx.Patch(ev.update, httpx.Doc{
		Tag: "circle", Summary: "Change a session",
		Description: "A field that is missing keeps its value. The start of a published session can only move to a " +
			"time in the future. If its time or place changes before its end, the members who are going or waiting " +
			"get an email. More places go to the waiting list.",
		Errors:  []*apperr.Error{errNotFound, errPast, errHasGuests},
		Example: map[string]any{"capacity": 60}, IsVersioned: true,
	})
}

func (ev *Events) update(e *core.RequestEvent, sent httpx.Change[Form]) (OfficeView, error) {
	return ev.changeSession(e, func(tx core.App, s *Session) error {
		stored, err := s.formWithPeople(tx)
		if err != nil {
			return err
		}
		if err := sent.CheckVersion(stored, "session"); err != nil {
			return err
		}
		form, err := sent.Apply(stored)
		if err != nil {
			return err
		}
		previous, now := s.StartsAt(), ev.now()
		s.load(form, form.start())
		if err := s.loadPeople(tx, form); err != nil {
			return err
		}
		if err := s.checkSecret(); err != nil {
			return err
		}
		if err := s.checkPage(tx); err != nil {
			return err
		}
		changesEntry, isMoved := s.differs()
		isAnnounced := s.State() == Published
		s.noteMaterials(now)
		// A session that has started can still end later, or at another place.
		if isAnnounced && !s.StartsAt().Equal(previous) && s.StartsAt().Before(now) {
			return errPast
		}
		if isAnnounced && changesEntry {
			s.countChange(now)
		}
		if err := ev.deps.Audit.Save(tx, audit.RequestActor(e), "session.updated", s.Record); err != nil {
			return err
		}
		if !isAnnounced {
			return nil
		}
		if err := updateLaunchDay(tx); err != nil {
			return err
		}
		// Promotions come first, so that the email about a move says who has a place now.
		if _, err := ev.applyChange(tx, s, places.Change{At: now}); err != nil {
			return err
		}
		if isMoved && now.Before(s.EndsAt()) {
			if err := ev.announceMove(tx, s, previous); err != nil {
				return err
			}
			if err := ev.announceMoveToGuests(tx, s); err != nil {
				return err
			}
		}
		return ev.scheduleReminders(tx, s)
	})
}

func (ev *Events) announceMove(tx core.App, s *Session, previous time.Time) error {
	return ev.emailActive(tx, s, func(a *Answer, user *identity.User) outbox.Email {
		return emails.Changed{
			SessionID: s.Id, UserID: user.Id, Name: user.Name(), Email: user.Email(), Title: s.Title(),
			Place: s.Place(), StartsAt: s.StartsAt(), PreviousStart: previous, Sequence: s.sequence(),
			IsGoing: a.State() == places.Going,
		}.Build()
	})
}

// changeSession changes the session of the request's path in a transaction, and returns it.
func (ev *Events) changeSession(e *core.RequestEvent, do func(tx core.App, s *Session) error) (OfficeView, error) {
	var s *Session
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if s, err = findForOffice(tx, e.Request.PathValue("id")); err != nil {
			return err
		}
		return do(tx, s)
	})
	if err != nil {
		return OfficeView{}, apperr.SaveFailed("change session", err)
	}
	return officeView(e.App, s)
}

// Publish is POST /api/events/{id}/publish.
func (ev *Events) Publish() httpx.Endpoint {
	return httpx.DoJSON(ev.publish, httpx.Doc{
		Tag: "circle", Summary: "Publish a draft, so that members can answer",
		Errors: []*apperr.Error{errNotFound, errNotDraft, errPast},
	})
}

func (ev *Events) publish(e *core.RequestEvent) (OfficeView, error) {
	return ev.changeSession(e, func(tx core.App, s *Session) error {
		now := ev.now()
		switch {
		case s.State() != Draft:
			return errNotDraft
		case s.StartsAt().Before(now):
			return errPast
		}
		if err := s.setState(Published); err != nil {
			return err
		}
		s.setPublishedAt(now)
		s.countChange(now)
		if err := ev.deps.Audit.Save(tx, audit.RequestActor(e), "session.published", s.Record); err != nil {
			return err
		}
		if err := updateLaunchDay(tx); err != nil {
			return err
		}
		return ev.scheduleReminders(tx, s)
	})
}

// CancelForm is the body of POST /api/events/{id}/cancel.
type CancelForm struct {
	_ struct{} `wire:"sessionCancellation"`
	// Reason is sent to the members.
	Reason string `json:"reason"`
}

// Rules returns the rules of the form.
func (CancelForm) Rules() rules.Form { return cancelRules }

var cancelRules = rules.Form{{Name: "reason", Label: "Reason, for the members", Kind: rules.Text, Max: 1000}}

// Cancel is POST /api/events/{id}/cancel.
func (ev *Events) Cancel() httpx.Endpoint {
	return httpx.JSON(ev.cancel, httpx.Doc{
		Tag: "circle", Summary: "Cancel a published session",
		Description: "The members who are going or waiting get an email. GET /api/admin/events/{id} says how many " +
			"they are.",
		Errors:  []*apperr.Error{errNotFound, errNotPublished, errEnded},
		Example: map[string]any{"reason": "The speaker is ill."},
	})
}

func (ev *Events) cancel(e *core.RequestEvent, form CancelForm) (OfficeView, error) {
	return ev.changeSession(e, func(tx core.App, s *Session) error {
		now := ev.now()
		switch {
		case s.State() != Published:
			return errNotPublished
		case now.After(s.EndsAt()):
			return errEnded
		}
		if err := s.setCancelled(now, form.Reason); err != nil {
			return err
		}
		if err := s.checkSecret(); err != nil {
			return err
		}
		s.countChange(now)
		if err := ev.deps.Audit.Save(tx, audit.RequestActor(e), "session.cancelled", s.Record); err != nil {
			return err
		}
		if err := updateLaunchDay(tx); err != nil {
			return err
		}
		err := ev.emailActive(tx, s, func(_ *Answer, user *identity.User) outbox.Email {
			return emails.Cancelled{
				SessionID: s.Id, UserID: user.Id, Name: user.Name(), Email: user.Email(), Title: s.Title(),
				Reason: form.Reason, StartsAt: s.StartsAt(),
			}.Build()
		})
		if err != nil {
			return err
		}
		err = ev.emailGuests(tx, s, func(*guest) emails.Guest {
			return emails.Guest{What: emails.GuestSessionCancelled, Reason: form.Reason}
		})
		if err != nil {
			return err
		}
		return ev.scheduleReminders(tx, s)
	})
}

// Delete is DELETE /api/events/{id}.
func (ev *Events) Delete() httpx.Endpoint {
	return httpx.Do(ev.delete, httpx.Doc{
		Tag: "circle", Summary: "Delete a draft", Errors: []*apperr.Error{errNotFound, errNotDraft},
	})
}

func (ev *Events) delete(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		s, err := findForOffice(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if s.State() != Draft {
			return errNotDraft
		}
		return ev.deps.Audit.Delete(tx, audit.RequestActor(e), "session.deleted", s.Record)
	})
	return apperr.Fail("The session could not be deleted. Please try again.", err)
}

// RepeatForm is the body of POST /api/events/{id}/repeat.
type RepeatForm struct {
	_     struct{} `wire:"sessionRepeat"`
	Count int      `json:"count"`
}

// Rules returns the rules of the form.
func (RepeatForm) Rules() rules.Form { return repeatRules }

var repeatRules = rules.Form{
	{
		Name: "count", Label: "Number of months", Kind: rules.Integer, Required: true, Min: 1, Max: maxRepeats,
		Default: "1",
	},
}

// Repeat is POST /api/events/{id}/repeat.
func (ev *Events) Repeat() httpx.Endpoint {
	return httpx.JSON(ev.repeat, httpx.Doc{
		Tag: "circle", Summary: "Copy a session to the following months as drafts", Status: http.StatusCreated,
		Description: "A copy is on the same weekday of its month: the second Thursday, or the last one.",
		Errors:      []*apperr.Error{errNotFound}, Example: map[string]any{"count": 3},
	})
}

func (ev *Events) repeat(e *core.RequestEvent, form RepeatForm) ([]OfficeRow, error) {
	rows := []OfficeRow{}
	err := e.App.RunInTransaction(func(tx core.App) error {
		s, err := findForOffice(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		for month := range form.Count {
			draft, err := s.copyOf(tx, sameWeekday(s.StartsAt(), month+1))
			if err != nil {
				return err
			}
			if err := ev.deps.Audit.Save(tx, audit.RequestActor(e), "session.created", draft.Record); err != nil {
				return err
			}
			rows = append(rows, draft.row(0, 0).office())
		}
		return nil
	})
	if err != nil {
		return nil, apperr.SaveFailed("repeat session", err)
	}
	return rows, nil
}

// sameWeekday returns the time of a session some months later, on the same weekday of its month in India: on the second
// Thursday if the first is. The fifth becomes the last one of a month that has only four.
func sameWeekday(at time.Time, months int) time.Time {
	local := at.In(india.Zone)
	nth := (local.Day() - 1) / 7
	first := time.Date(local.Year(), local.Month()+time.Month(months), 1, local.Hour(), local.Minute(), 0, 0,
		india.Zone)
	offset := (int(local.Weekday()) - int(first.Weekday()) + 7) % 7
	day := first.AddDate(0, 0, offset+7*nth)
	if day.Month() != first.Month() {
		day = day.AddDate(0, 0, -7)
	}
	return day.UTC()
}

// TasksForm is the body of PUT /api/events/{id}/tasks.
type TasksForm struct {
	_         struct{} `wire:"-"`
	DoneTasks []string `json:"doneTasks"`
}

// Rules returns the rules of the form.
func (TasksForm) Rules() rules.Form { return tasksRules }

var tasksRules = rules.Form{
	{Name: "doneTasks", Label: "Done", Kind: rules.Choices, Options: Task.Values("")},
}

// SetTasks is PUT /api/events/{id}/tasks.
func (ev *Events) SetTasks() httpx.Endpoint {
	return httpx.JSON(ev.setTasks, httpx.Doc{
		Tag: "circle", Summary: "Mark the tasks of the day of a session as done",
		Errors: []*apperr.Error{errNotFound}, Example: map[string]any{"doneTasks": []any{"speakers-confirmed"}},
	})
}

func (ev *Events) setTasks(e *core.RequestEvent, form TasksForm) (OfficeView, error) {
	return ev.changeSession(e, func(tx core.App, s *Session) error {
		done := []Task{}
		for _, task := range Task.Values("") {
			if slices.Contains(form.DoneTasks, task) {
				done = append(done, Task(task))
			}
		}
		s.setChecklist(done)
		return ev.deps.Audit.Save(tx, audit.RequestActor(e), "session.tasks", s.Record)
	})
}
