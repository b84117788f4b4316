package events

import (
	"net/http"
	"net/url"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/events/places"
)

// joinLead is how long before the start the meeting can be opened.
const joinLead = 15 * time.Minute

var (
	errNotOpen = apperr.Conflict("session-not-open", "This session takes no answers.")
	errEarly   = apperr.Conflict("session-early",
		"The meeting opens 15 minutes before the start. Please come back then.")
	errEnded    = apperr.Conflict("session-ended", "This session has ended.")
	errNotGoing = apperr.Forbidden("session-not-going",
		"The meeting is open to members who are going. Answer on the page of the session first.")
	errNotOwnVisit = apperr.Forbidden("session-not-own-visit",
		"Please open the meeting from the page of the session.")
	errNoMeeting = apperr.Conflict("session-no-meeting",
		"The address of the meeting is not known yet. Please try again in a few minutes.")
)

const readFailed = "The sessions could not be read. Please try again."

// Summary is a session in a list, for one member.
type Summary struct {
	ID       string     `json:"id"`
	Title    string     `json:"title"`
	Host     string     `json:"host"`
	Speakers []Speaker  `json:"speakers"`
	StartsAt httpx.Time `json:"startsAt"`
	EndsAt   httpx.Time `json:"endsAt"`
	Place    string     `json:"place"`
	// Status is the state of the session itself.
	Status   State `json:"status"`
	Capacity int   `json:"capacity"`
	// Taken is the number of members and guests who are going, and Waiting that of those on the waiting list.
	Taken   int `json:"taken"`
	Waiting int `json:"waiting"`
	// State is the state of the caller's answer, none if they have not answered.
	State        places.AnswerState `json:"state"`
	HasRecording bool               `json:"hasRecording"`
}

func (r sessionRow) summary(state places.AnswerState) Summary {
	return Summary{
		ID: r.ID, Title: r.Title, Host: r.Host, Speakers: publicSpeakers(r.Speakers), StartsAt: httpx.Time(r.StartsAt),
		EndsAt: httpx.Time(r.EndsAt), Place: r.Place, Status: r.State, Capacity: r.Capacity, Taken: r.Taken,
		Waiting: r.Waiting, State: state, HasRecording: r.HasRecording,
	}
}

// List is GET /api/events.
func (ev *Events) List() httpx.Endpoint {
	return memberList.Describe(httpx.Get(ev.list, httpx.Doc{
		Tag: "circle", Summary: "List the sessions with your answers", Query: periodParameters,
	}))
}

func (ev *Events) list(e *core.RequestEvent) ([]Summary, error) {
	rows, err := lists.QueryRows[sessionRow](e, memberList)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	own, err := findOwnAnswers(e.App, e.Auth.Id, ids)
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	summaries := make([]Summary, len(rows))
	for i, row := range rows {
		state := places.NoAnswer
		if a := own[row.ID]; a != nil {
			state = a.State()
		}
		summaries[i] = row.summary(state)
	}
	return summaries, nil
}

// Detail is a session on its page, for one member.
type Detail struct {
	Summary
	// HostPersonID is the person whose profile the host's name links to, or "".
	HostPersonID string `json:"hostPersonId"`
	// Abstract is safe HTML.
	Abstract     string `json:"abstract"`
	CancelReason string `json:"cancelReason"`
	// QueuePlace is the caller's position on the waiting list, from 1, or 0.
	QueuePlace int `json:"queuePlace"`
	// HasConsented reports whether the caller agrees to be recorded.
	HasConsented bool `json:"hasConsented"`
	// JoinsAt is when the meeting can be opened. PromotionEndsAt is when the waiting list closes.
	JoinsAt         httpx.Time `json:"joinsAt"`
	PromotionEndsAt httpx.Time `json:"promotionEndsAt"`
	// RecordingURL, SlidesURL and Notes (safe HTML) are shown once the session is over. Each may be "".
	RecordingURL string `json:"recordingUrl"`
	SlidesURL    string `json:"slidesUrl"`
	Notes        string `json:"notes"`
}

// noPictures shows no pictures in texts, because loading one would tell another site who reads.
func noPictures(string) bool { return false }

// abstractHTML is below the heading of the page.
func (s *Session) abstractHTML() string { return markdown.Render(s.abstract(), 3, noPictures) }

func (s *Session) row(going, waiting int) sessionRow {
	return sessionRow{
		ID: s.Id, Title: s.Title(), Host: s.host(), HostUserID: s.hostUserID(), Speakers: s.speakers(),
		StartsAt: database.DateTime(s.StartsAt()), EndsAt: database.DateTime(s.EndsAt()), Place: s.Place(),
		Capacity: s.capacity(), State: s.State(), IsPublic: s.isPublic(), HasRecording: s.recordingURL() != "",
		Taken: going, Waiting: waiting,
	}
}

func (ev *Events) detail(app core.App, s *Session, a *Answer, viewer string) (Detail, error) {
	going, waiting, err := countActive(app, s.Id)
	if err != nil {
		return Detail{}, err
	}
	row := s.row(going, waiting)
	d := Detail{
		Summary: row.summary(places.NoAnswer), Abstract: s.abstractHTML(),
		CancelReason:    s.cancelReason(),
		JoinsAt:         httpx.TimeOf(s.StartsAt().Add(-joinLead)),
		PromotionEndsAt: httpx.TimeOf(s.StartsAt().Add(-places.PromotionStop)),
	}
	if d.HostPersonID, d.Speakers, err = ev.linkPeople(app, row, viewer); err != nil {
		return Detail{}, err
	}
	if a != nil {
		d.State, d.HasConsented = a.State(), a.hasConsented()
		if d.State == places.Waiting {
			if d.QueuePlace, err = placeInQueue(app, a.EventID(), a.queue()); err != nil {
				return Detail{}, err
			}
		}
	}
	if ev.now().After(s.EndsAt()) {
		d.RecordingURL, d.SlidesURL = s.recordingURL(), s.slidesURL()
		d.Notes = markdown.Render(s.notes(), 3, noPictures)
	}
	return d, nil
}

// Get is GET /api/events/{id}.
func (ev *Events) Get() httpx.Endpoint {
	return httpx.Get(ev.get, httpx.Doc{
		Tag: "circle", Summary: "Read a session with your answer", Errors: []*apperr.Error{errNotFound},
	})
}

func (ev *Events) get(e *core.RequestEvent) (Detail, error) {
	s, err := findVisible(e.App, e.Request.PathValue("id"))
	if err != nil {
		return Detail{}, err
	}
	a, err := findAnswer(e.App, s.Id, e.Auth.Id)
	if database.IgnoreMissing(err) != nil {
		return Detail{}, apperr.Fail(readFailed, err)
	}
	d, err := ev.detail(e.App, s, a, httpx.CurrentPersonID(e))
	return d, apperr.Fail(readFailed, err)
}

// Wish is what a member answers.
type Wish string

// The wishes.
const (
	WishGoing     Wish = "going"
	WishDeclined  Wish = "declined"
	WishCancelled Wish = "cancelled"
)

// Values returns all wishes.
func (Wish) Values() []string { return rules.Options(WishGoing, WishDeclined, WishCancelled) }

// AnswerForm is the body of POST /api/events/{id}/answer.
type AnswerForm struct {
	_            struct{} `wire:"-"`
	Answer       Wish     `json:"answer"`
	HasConsented bool     `json:"hasConsented"`
}

// Rules returns the rules of the form.
func (AnswerForm) Rules() rules.Form { return answerRules }

var answerRules = rules.Form{
	{Name: "answer", Label: "Answer", Kind: rules.Choice, Required: true, Options: Wish.Values("")},
	{Name: "hasConsented", Label: "I agree to be recorded", Kind: rules.Flag, Default: "false"},
}

// Answer is POST /api/events/{id}/answer.
func (ev *Events) Answer() httpx.Endpoint {
	return httpx.JSON(ev.answer, httpx.Doc{
		Tag: "circle", Summary: "Answer a session",
		Description: "A member who wants to go gets a place, or is last on the waiting list if none is free. The " +
			"answer has the resulting state.",
		Errors:    []*apperr.Error{errNotFound, errNotOpen, places.ErrOver},
		Example:   map[string]any{"answer": "going", "hasConsented": true},
		Unaudited: httpx.OwnAction,
	})
}

func (ev *Events) answer(e *core.RequestEvent, form AnswerForm) (Detail, error) {
	var d Detail
	err := e.App.RunInTransaction(func(tx core.App) error {
		s, err := findVisible(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		c := places.Change{At: ev.now(), UserID: e.Auth.Id, Wish: places.AnswerState(form.Answer)}
		changed, err := ev.applyChange(tx, s, c)
		if err != nil {
			return err
		}
		a := changed.(*Answer)
		if form.Answer == WishGoing && a.hasConsented() != form.HasConsented {
			a.setConsent(form.HasConsented)
			if err := saveAnswer(tx, a); err != nil {
				return err
			}
		}
		d, err = ev.detail(tx, s, a, httpx.CurrentPersonID(e))
		return err
	})
	return d, apperr.Fail("Your answer could not be saved. Please try again.", err)
}

// Join is GET /events/{id}/join.
func (ev *Events) Join() httpx.Endpoint {
	return httpx.Endpoint{Handler: ev.join, Doc: httpx.Doc{
		Tag: "circle", Summary: "Open the meeting of a session",
		Description: "Redirects to the meeting, from 15 minutes before the start until the end. It records that the " +
			"member has joined. A HEAD request, a prefetch and a link on another site are refused. A browser that is " +
			"refused is redirected to the page of the session instead.",
		Status: http.StatusSeeOther,
		Errors: []*apperr.Error{errNotFound, errNotOpen, errEarly, errEnded, errNotGoing, errNoMeeting, errNotOwnVisit},
	}}
}

// JoinRefusalPage returns the page for a member who cannot open a meeting. The page asks people to sign in, offers the
// plans to people who are not members, and says when and how the meeting opens.
func JoinRefusalPage(e *core.RequestEvent) string {
	return "/circle/sessions/" + url.PathEscape(e.Request.PathValue("id")) + "?meeting=closed"
}

// checkOpen returns why the meeting cannot be opened now, or nil.
func (s *Session) checkOpen(now time.Time) error {
	switch {
	case s.State() != Published:
		return errNotOpen
	case now.Before(s.StartsAt().Add(-joinLead)):
		return errEarly
	case now.After(s.EndsAt()):
		return errEnded
	case s.meetingURL() == "":
		return errNoMeeting
	}
	return nil
}

func (ev *Events) join(e *core.RequestEvent) error {
	if !httpx.IsOwnVisit(e.Request) {
		return errNotOwnVisit
	}
	if httpx.IsImpersonated(e) {
		return httpx.ErrImpersonated()
	}
	var address string
	err := e.App.RunInTransaction(func(tx core.App) error {
		s, err := findVisible(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		a, err := findAnswer(tx, s.Id, e.Auth.Id)
		now := ev.now()
		switch {
		case database.IgnoreMissing(err) != nil:
			return err
		case s.State() != Published:
			return errNotOpen
		case err != nil || a.State() != places.Going:
			return errNotGoing
		}
		if err := s.checkOpen(now); err != nil {
			return err
		}
		address = s.meetingURL()
		a.setJoined(now)
		return saveAnswer(tx, a)
	})
	if err != nil {
		return apperr.Fail("The meeting could not be opened. Please try again.", err)
	}
	header := e.Response.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "no-referrer")
	return e.Redirect(http.StatusSeeOther, address)
}
