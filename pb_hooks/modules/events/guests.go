package events

import (
	"crypto/subtle"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/events/emails"
	"boardcircle/pb_hooks/modules/events/places"
	"boardcircle/pb_hooks/people"
)

// A visitor can attend a session that has a page for visitors.
//
//	asked      the visitor has entered a name and an address. They have no place, and get a link by email
//	going      the guest has confirmed with the link, and has a place
//	waiting    no place was free
//	declined   the guest does not want to come
//	cancelled  the guest gave up the place
//
// The form answers alike for every address, so it does not tell who is a member. The address of a member gets an email
// that asks them to sign in. Opening a link changes nothing, because mail scanners follow links: the page sends the
// answer when the guest presses a button.

var (
	errGuestLink = apperr.NotFound("guest-link",
		"We do not recognise this link. Please open the complete link in your email again.")
	errNoPlace   = apperr.Forbidden("guest-without-place", "You do not have a place in this session.")
	errHasGuests = apperr.New("session-has-guests", http.StatusConflict,
		"Guests have a place in this session, and read about it on the page for visitors. Please keep the page, or cancel "+
			"the session.")
)

// GuestForm is the body of POST /api/site/sessions/{id}/guests.
type GuestForm struct {
	_     struct{} `wire:"sessionGuest"`
	Name  string   `json:"name"`
	Email string   `json:"email"`
}

// Rules returns the rules of the form.
func (GuestForm) Rules() rules.Form { return guestRules }

var guestRules = rules.Form{
	{
		Name: "name", Label: "Full name", Kind: rules.Line, Required: true, Min: 2, Max: 120,
		Messages: rules.Messages{
			Required: "Name must be at least 2 characters", Short: "Name must be at least 2 characters",
		},
	},
	{
		Name: "email", Label: "Email", Kind: rules.Email, Required: true, Max: 254,
		Messages: rules.Messages{
			Required: "Please enter a valid email address", Invalid: "Please enter a valid email address",
		},
	},
}

// AskGuest is POST /api/site/sessions/{id}/guests.
func (ev *Events) AskGuest() httpx.Endpoint {
	return httpx.JSON(ev.askGuest, httpx.Doc{
		Tag: "site", Summary: "Ask to attend a session as a guest",
		Description: "The address gets an email with a link, which confirms that the guest attends. The answer is the " +
			"same for every address.",
		Errors:   []*apperr.Error{errNotFound, errNotOpen, errEnded},
		Statuses: []int{http.StatusTooManyRequests},
		Example:  map[string]any{"name": "Vasudha Kelkar", "email": "vasudha@example.com"},
	})
}

// LinkSent is the answer to every request for a guest's link.
type LinkSent struct {
	Message string `json:"message"`
}

func (ev *Events) askGuest(e *core.RequestEvent, form GuestForm) (LinkSent, error) {
	form.Email = identity.EmailKey(form.Email)
	now := ev.now()
	err := e.App.RunInTransaction(func(tx core.App) error {
		s, err := findVisible(tx, e.Request.PathValue("id"))
		switch {
		case err != nil:
			return err
		case !s.isPublic():
			return errNotFound
		case s.State() != Published:
			return errNotOpen
		case now.After(s.EndsAt()):
			return errEnded
		}
		if err := ev.deps.Outbox.Throttle(emails.KindGuest, form.Email); err != nil {
			return err
		}
		isMember, err := ev.isMemberAddress(tx, form.Email)
		if err != nil {
			return err
		}
		if isMember {
			return ev.deps.Outbox.Enqueue(tx, emails.Guest{
				What: emails.GuestIsMember, SessionID: s.Id, Email: form.Email, Title: s.Title(), Place: s.Place(),
				StartsAt: s.StartsAt(), Key: form.Email + ":" + now.UTC().Format(time.RFC3339),
			}.Build())
		}
		g, err := askGuest(tx, s.Id, form, now)
		if err != nil {
			return err
		}
		if err := people.SuggestLanguage(tx, g.email(), languages.OfRequest(e.Request)); err != nil {
			return err
		}
		return ev.emailGuest(tx, s, g, emails.Guest{What: emails.GuestAsked, Key: now.UTC().Format(time.RFC3339)})
	})
	return LinkSent{"Please open the link in the email that we have sent to this address."},
		apperr.Fail("The link could not be sent. Please try again.", err)
}

// isMemberAddress reports whether an address is that of a member's account.
func (ev *Events) isMemberAddress(app core.App, email string) (bool, error) {
	user, err := identity.FindUserByEmail(app, email)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	return ev.isMember(app, user.Id, ev.now())
}

// emailGuest queues an email to a guest. The caller sets what it is about.
func (ev *Events) emailGuest(tx core.App, s *Session, g *guest, email emails.Guest) error {
	email.SessionID, email.GuestID, email.Name, email.Email = s.Id, g.Id, g.name(), g.email()
	email.Title, email.Place, email.StartsAt = s.Title(), s.Place(), s.StartsAt()
	return ev.deps.Outbox.Enqueue(tx, email.Build())
}

// emailGuests queues an email to each guest who is going or waiting.
func (ev *Events) emailGuests(tx core.App, s *Session, email func(*guest) emails.Guest) error {
	guests, err := listActiveGuests(tx, s.Id)
	if err != nil {
		return err
	}
	for _, g := range guests {
		if err := ev.emailGuest(tx, s, g, email(g)); err != nil {
			return err
		}
	}
	return nil
}

// guestToken returns the token of a guest's link.
func (ev *Events) guestToken(g *guest) string {
	return g.Id + "." + ev.deps.Key.Derive("session-guest", g.Id, g.email())
}

// findByToken returns the guest of a link with the session.
func (ev *Events) findByToken(app core.App, token string) (*guest, *Session, error) {
	id, _, _ := strings.Cut(token, ".")
	g, err := findGuest(app, id)
	if err != nil {
		return nil, nil, database.IfMissing(err, errGuestLink)
	}
	if subtle.ConstantTimeCompare([]byte(ev.guestToken(g)), []byte(token)) != 1 {
		return nil, nil, errGuestLink
	}
	s, err := Find(app, g.eventID())
	return g, s, err
}

// guestParams adds the token of the link when an email is sent. An email about what is no longer true is not sent.
func (ev *Events) guestParams(app core.App, params map[string]string) (map[string]string, error) {
	what := emails.GuestNews(params["what"])
	if what == emails.GuestIsMember || what == emails.GuestSessionCancelled {
		return map[string]string{"token": ""}, nil
	}
	if _, err := requireCurrent(app, params); err != nil {
		return nil, err
	}
	g, err := findGuest(app, params[emails.ParamGuest])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	isCurrent := map[emails.GuestNews]bool{
		emails.GuestAsked: true, emails.GuestHasPlace: g.State() == places.Going,
		emails.GuestWaits: g.State() == places.Waiting, emails.GuestReminder: g.State() == places.Going,
		emails.GuestSessionChanged: g.State() == places.Going || g.State() == places.Waiting,
	}
	if !isCurrent[what] {
		return nil, outbox.ErrObsolete
	}
	return map[string]string{"token": ev.guestToken(g)}, nil
}

// GuestLink is the body of the requests with a guest's link.
type GuestLink struct {
	_     struct{} `wire:"-"`
	Token string   `json:"token"`
}

// Rules returns the rules of the form.
func (GuestLink) Rules() rules.Form { return guestLinkRules }

var guestLinkRules = rules.Form{{Name: "token", Label: "Token", Kind: rules.Secret, Required: true, Max: 200}}

// GuestView is what a guest reads with the link.
type GuestView struct {
	SessionID string     `json:"sessionId"`
	Name      string     `json:"name"`
	State     GuestState `json:"state"`
	// QueuePlace is the position on the waiting list, from 1, or 0.
	QueuePlace int `json:"queuePlace"`
	// JoinsAt is when the meeting can be opened, and EndsAt when it ends.
	JoinsAt httpx.Time `json:"joinsAt"`
	EndsAt  httpx.Time `json:"endsAt"`
}

func guestView(app core.App, s *Session, g *guest) (GuestView, error) {
	view := GuestView{
		SessionID: s.Id, Name: g.name(), State: g.stored(), JoinsAt: httpx.TimeOf(s.StartsAt().Add(-joinLead)),
		EndsAt: httpx.TimeOf(s.EndsAt()),
	}
	if g.State() != places.Waiting {
		return view, nil
	}
	var err error
	view.QueuePlace, err = placeInQueue(app, s.Id, g.queue())
	return view, err
}

// LookUpGuest is POST /api/site/guests/look.
func (ev *Events) LookUpGuest() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form GuestLink) (GuestView, error) {
		g, s, err := ev.findByToken(e.App, form.Token)
		if err != nil {
			return GuestView{}, apperr.Fail(readFailed, err)
		}
		view, err := guestView(e.App, s, g)
		return view, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: "site", Summary: "Read whether a guest attends a session", Errors: []*apperr.Error{errGuestLink},
		Example: map[string]any{"token": "sample"},
	})
}

// GuestAnswerForm is the body of POST /api/site/guests/answer.
type GuestAnswerForm struct {
	_      struct{} `wire:"-"`
	Token  string   `json:"token"`
	Answer Wish     `json:"answer"`
}

// Rules returns the rules of the form.
func (GuestAnswerForm) Rules() rules.Form { return guestAnswerRules }

var guestAnswerRules = rules.Form{guestLinkRules[0], answerRules[0]}

// AnswerGuest is POST /api/site/guests/answer.
func (ev *Events) AnswerGuest() httpx.Endpoint {
	return httpx.JSON(ev.answerGuest, httpx.Doc{
		Tag: "site", Summary: "Confirm, or give up, the place of a guest",
		Description: "A guest gets a place as a member does, or is last on the waiting list if none is free.",
		Errors:      []*apperr.Error{errGuestLink, errNotOpen, places.ErrOver},
		Example:     map[string]any{"token": "sample", "answer": "going"},
	})
}

func (ev *Events) answerGuest(e *core.RequestEvent, form GuestAnswerForm) (GuestView, error) {
	var view GuestView
	err := e.App.RunInTransaction(func(tx core.App) error {
		g, s, err := ev.findByToken(tx, form.Token)
		if err != nil {
			return err
		}
		now, before := ev.now(), g.State()
		changed, err := ev.applyChange(tx, s,
			places.Change{At: now, UserID: g.key(), Wish: places.AnswerState(form.Answer)})
		if err != nil {
			return err
		}
		g = changed.(*guest)
		what := map[places.AnswerState]emails.GuestNews{
			places.Going: emails.GuestHasPlace, places.Waiting: emails.GuestWaits,
		}[g.State()]
		if what != "" && g.State() != before {
			email := emails.Guest{What: what, Key: now.UTC().Format(time.RFC3339Nano)}
			if err := ev.emailGuest(tx, s, g, email); err != nil {
				return err
			}
		}
		view, err = guestView(tx, s, g)
		return err
	})
	return view, apperr.Fail("Your answer could not be saved. Please try again.", err)
}

// Meeting is the address of the meeting of a session.
type Meeting struct {
	URL string `json:"url"`
}

// JoinAsGuest is POST /api/site/guests/join.
func (ev *Events) JoinAsGuest() httpx.Endpoint {
	return httpx.JSON(ev.joinAsGuest, httpx.Doc{
		Tag: "site", Summary: "Open the meeting of a session as a guest",
		Description: "The answer has the address of the meeting, from 15 minutes before the start until the end. It " +
			"records that the guest has joined.",
		Errors:  []*apperr.Error{errGuestLink, errNotOpen, errNoPlace, errEarly, errEnded, errNoMeeting},
		Example: map[string]any{"token": "sample"},
	})
}

func (ev *Events) joinAsGuest(e *core.RequestEvent, form GuestLink) (Meeting, error) {
	var meeting Meeting
	err := e.App.RunInTransaction(func(tx core.App) error {
		g, s, err := ev.findByToken(tx, form.Token)
		if err != nil {
			return err
		}
		if g.State() != places.Going {
			return errNoPlace
		}
		now := ev.now()
		if err := s.checkOpen(now); err != nil {
			return err
		}
		meeting.URL = s.meetingURL()
		g.setJoined(now)
		return g.save(tx)
	})
	e.Response.Header().Set("Cache-Control", "no-store")
	return meeting, apperr.Fail("The meeting could not be opened. Please try again.", err)
}

// GetPublicCalendar is GET /api/site/sessions/{id}/calendar.
func (ev *Events) GetPublicCalendar() httpx.Endpoint {
	return httpx.File(func(e *core.RequestEvent) error {
		s, err := findVisible(e.App, e.Request.PathValue("id"))
		if err == nil && !s.isPublic() {
			err = errNotFound
		}
		if err != nil {
			return err
		}
		return ev.sendCalendar(e, entry{session: s, answer: places.NoAnswer, isPublic: true})
	}, []string{calendarType}, httpx.Doc{
		Tag: "site", Summary: "Download a session with a page for visitors as a calendar file",
		Errors: []*apperr.Error{errNotFound},
	})
}

// ListGuests is GET /api/events/{id}/guests.
func (ev *Events) ListGuests() httpx.Endpoint {
	return guestList("").Describe(httpx.Get(func(e *core.RequestEvent) ([]Guest, error) {
		s, err := findForOffice(e.App, e.Request.PathValue("id"))
		if err != nil {
			return nil, err
		}
		guests, err := lists.QueryRows[Guest](e, guestList(s.Id))
		for i := range guests {
			guests[i].HasAttended = isAttended(guests[i].Attendance, guests[i].JoinedAt)
		}
		return guests, err
	}, httpx.Doc{
		Tag: "circle", Summary: "List the guests of a session, the oldest answer first",
		Errors: []*apperr.Error{errNotFound},
	}))
}

// remindGuests queues a reminder to the guests who are going.
func (ev *Events) remindGuests(tx core.App, s *Session, r reminder) error {
	guests, err := listActiveGuests(tx, s.Id)
	if err != nil {
		return err
	}
	for _, g := range guests {
		if g.State() != places.Going {
			continue
		}
		err := ev.emailGuest(tx, s, g, emails.Guest{
			What: emails.GuestReminder, IsSoon: r.offset == emails.HourBefore,
			Key: string(r.offset) + ":" + s.StartsAt().UTC().Format(time.RFC3339),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// announceMoveToGuests tells the guests that the time or the place has changed.
func (ev *Events) announceMoveToGuests(tx core.App, s *Session) error {
	return ev.emailGuests(tx, s, func(g *guest) emails.Guest {
		return emails.Guest{What: emails.GuestSessionChanged, IsGoing: g.State() == places.Going,
			Key: strconv.Itoa(s.sequence())}
	})
}

// checkPage refuses to remove the page for visitors while guests are going or waiting.
func (s *Session) checkPage(tx core.App) error {
	if s.isPublic() || s.State() != Published {
		return nil
	}
	guests, err := listActiveGuests(tx, s.Id)
	if err == nil && len(guests) > 0 {
		err = errHasGuests
	}
	return err
}
