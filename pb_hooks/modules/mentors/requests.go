package mentors

import (
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/modules/mentors/emails"
	"boardcircle/pb_hooks/nominations"
)

const tag = "mentors"

var (
	errNotFound = apperr.NotFound("mentorship-not-found", "This mentorship was not found.")
	// errNoMentor is the answer about a person who is hidden, unknown, no mentor, paused or without a free place.
	errNoMentor = apperr.NotFound("mentor-not-found", "This member has no free place as a mentor now.")
	errUnlisted = apperr.Conflict("mentor-unlisted",
		"Please publish your profile first. Mentors and mentees see each other in the directory.")
	errOne = apperr.Conflict("mentor-one",
		"You have a mentor, or a request that waits. Please end or withdraw it before you ask another mentor.")
	errFull = apperr.Conflict("mentor-full",
		"You already mentor as many members as you have offered. Please raise the number first, or decline.")
	errOver = apperr.Conflict("mentorship-over",
		"The mentorship has changed since you opened the page. Please reload the page.")
)

// Status is what one of the two people sees of a mentorship.
type Status string

// The statuses.
const (
	// StatusAsked means that the mentor has to answer, and StatusWaiting that the mentee waits for the answer.
	StatusAsked   Status = "asked"
	StatusWaiting Status = "waiting"
	// StatusUnanswered means that the time for an answer is over.
	StatusUnanswered Status = "unanswered"
	// StatusDeclined is for the mentor only.
	StatusDeclined  Status = "declined"
	StatusWithdrawn Status = "withdrawn"
	StatusActive    Status = "active"
	StatusEnded     Status = "ended"
	// StatusHidden means that the mentorship is active, and that the two do not see each other in the directory.
	StatusHidden Status = "hidden"
)

// Values returns all statuses.
func (Status) Values() []string {
	return rules.Options(StatusAsked, StatusWaiting, StatusUnanswered, StatusDeclined, StatusWithdrawn, StatusActive,
		StatusEnded, StatusHidden)
}

// menteeStatus returns what the mentee sees. It does not take the mark of a decline, so a decline cannot show.
func menteeStatus(state State, expiresAt, now time.Time) Status {
	switch {
	case state == Active:
		return StatusActive
	case state == Ended:
		return StatusEnded
	case state == Withdrawn:
		return StatusWithdrawn
	case state == Released || !now.Before(expiresAt):
		return StatusUnanswered
	}
	return StatusWaiting
}

// status returns what one of the two people sees.
func (s *mentorship) status(viewer string, now time.Time) Status {
	status := menteeStatus(s.state(), s.expiresAt(), now)
	if viewer != s.mentorID() {
		return status
	}
	switch {
	case status == StatusWaiting && s.isDeclined(), status == StatusUnanswered && s.isDeclined():
		return StatusDeclined
	case status == StatusWaiting:
		return StatusAsked
	}
	return status
}

// View is a mentorship as one of its two people sees it.
type View struct {
	ID     string `json:"id"`
	Status Status `json:"status"`
	// Person is the other person. While the two do not see each other, it has no id and the name "A member". IsMentor
	// is true if the caller is the mentor.
	Person    directory.Card        `json:"person"`
	IsMentor  bool                  `json:"isMentor"`
	Topic     nominations.Expertise `json:"topic"`
	Note      string                `json:"note"`
	AskedAt   httpx.Time            `json:"askedAt"`
	ExpiresAt httpx.Time            `json:"expiresAt"`
	StartedAt httpx.Time            `json:"startedAt"`
	EndedAt   httpx.Time            `json:"endedAt"`
	// CheckIn is the caller's newest answer to the office, and CheckedInAt its time. Both are empty without one.
	CheckIn     CheckInAnswer `json:"checkIn" wire:"orEmpty"`
	CheckedInAt httpx.Time    `json:"checkedInAt"`
}

func (m *Mentors) view(app core.App, s *mentorship, viewer string, card directory.Card) (View, error) {
	v := View{
		ID: s.Id, Status: s.status(viewer, m.now()), Person: card, IsMentor: viewer == s.mentorID(), Topic: s.topic(),
		Note: s.note(), AskedAt: httpx.TimeOf(s.askedAt()), ExpiresAt: httpx.TimeOf(s.expiresAt()),
		StartedAt: httpx.TimeOf(s.startedAt()),
	}
	if v.Status == StatusActive && card.ID == "" {
		v.Status = StatusHidden
	}
	if v.Status == StatusEnded {
		v.EndedAt = httpx.TimeOf(s.endedAt())
	}
	if v.Status != StatusActive {
		return v, nil
	}
	c, err := findCheckIn(app, s.Id, viewer)
	if c != nil {
		v.CheckIn, v.CheckedInAt = c.Answer, c.AnsweredAt
	}
	return v, err
}

// Own is what a member sees of mentors and mentorships.
type Own struct {
	// IsListed reports whether other members see the caller. Otherwise there are no mentors.
	IsListed bool  `json:"isListed"`
	Offer    Offer `json:"offer"`
	// Mentor is the caller's mentorship, or the request that waits. If there is neither, it is the newest one if that
	// was not answered or has ended.
	Mentor *View `json:"mentor"`
	// Asked wait for the caller's answer. Mentees are active or hidden.
	Asked   []View `json:"asked"`
	Mentees []View `json:"mentees"`
	// Suggestions are mentors whom the caller can ask. The list is empty while the caller has a mentor or waits, unless
	// that mentor is hidden.
	Suggestions []Suggestion `json:"suggestions"`
}

// List is GET /api/mentors.
func (m *Mentors) List() httpx.Endpoint {
	return httpx.Get(m.list, httpx.Doc{
		Tag: tag, Summary: "Read your mentor, your mentees and three suggestions",
		Query: []httpx.Parameter{{Name: "topic", Description: "Prefers mentors who can help with this.",
			Options: nominations.Expertise("").Values()}},
	})
}

func (m *Mentors) list(e *core.RequestEvent) (Own, error) {
	httpx.KeepPrivate(e)
	own, err := m.own(e.App, httpx.CurrentPersonID(e), nominations.Expertise(e.Request.URL.Query().Get("topic")))
	return own, apperr.Fail(readFailed, err)
}

func (m *Mentors) own(app core.App, viewer string, topic nominations.Expertise) (Own, error) {
	own := Own{Asked: []View{}, Mentees: []View{}, Suggestions: []Suggestion{}}
	list, err := listOf(app, viewer)
	if err != nil {
		return own, err
	}
	free, err := listFree(app)
	if err != nil {
		return own, err
	}
	var people []string
	for _, s := range list {
		people = append(people, s.counterpart(viewer))
	}
	for _, f := range free {
		people = append(people, f.Person)
	}
	cards, err := m.deps.Directory.VisibleMutually(app, viewer, people...)
	if err != nil || len(cards) == 0 {
		return own, err
	}
	own.IsListed = true
	if own.Offer, err = ownOffer(app, viewer); err != nil {
		return own, err
	}
	for _, s := range list {
		card, isSeen := cards[s.counterpart(viewer)]
		if !isSeen && s.startedAt().IsZero() {
			continue
		}
		if !isSeen {
			card = directory.HiddenMember
		}
		v, err := m.view(app, s, viewer, card)
		if err != nil {
			return own, err
		}
		switch {
		case !v.IsMentor && own.Mentor == nil && v.Status != StatusWithdrawn:
			own.Mentor = &v
		case v.IsMentor && v.Status == StatusAsked:
			own.Asked = append(own.Asked, v)
		case v.IsMentor && (v.Status == StatusActive || v.Status == StatusHidden):
			own.Mentees = append(own.Mentees, v)
		}
	}
	if seen, _ := current(list, viewer, cards, m.now()); len(seen) > 0 {
		return own, nil
	}
	var candidates []Candidate
	for _, f := range free {
		card, isSeen := cards[f.Person]
		if isSeen && f.Person != viewer && !mustWait(list, viewer, f.Person, m.now()) {
			candidates = append(candidates, Candidate{card, f.Free})
		}
	}
	own.Suggestions = Suggest(cards[viewer], topic, candidates, suggestions)
	return own, nil
}

// current returns the mentorships of a mentee that wait or are active, by whether the mentee sees the mentor.
func current(list []*mentorship, mentee string, cards map[string]directory.Card, now time.Time) (seen,
	hidden []*mentorship) {
	for _, s := range list {
		status := s.status(mentee, now)
		if s.menteeID() != mentee || status != StatusWaiting && status != StatusActive {
			continue
		}
		if _, isSeen := cards[s.mentorID()]; isSeen {
			seen = append(seen, s)
		} else {
			hidden = append(hidden, s)
		}
	}
	return seen, hidden
}

// mustWait reports whether a mentee cannot ask a mentor again yet. A decline makes no difference.
func mustWait(list []*mentorship, mentee, mentor string, now time.Time) bool {
	for _, s := range list {
		if s.menteeID() == mentee && s.mentorID() == mentor && s.startedAt().IsZero() &&
			s.expiresAt().AddDate(0, 0, restDays).After(now) {
			return true
		}
	}
	return false
}

// HasStarted reports whether a person has a mentor, has asked for one or offers to mentor.
func (m *Mentors) HasStarted(app core.App, person string) (bool, error) {
	list, err := listOf(app, person)
	if err != nil || len(list) > 0 {
		return len(list) > 0, err
	}
	o, err := findOffer(app, person)
	return err == nil && !o.IsNew(), err
}

// CountActive counts the mentors and the mentees whom a person has now.
func (m *Mentors) CountActive(app core.App, person string) (mentors, mentees int, err error) {
	list, err := listOf(app, person)
	for _, s := range list {
		switch {
		case s.state() != Active:
		case s.menteeID() == person:
			mentors++
		default:
			mentees++
		}
	}
	return mentors, mentees, err
}

// WaitingFor returns the requests that a person has not answered as a mentor, and the mentorships whose check-in the
// person has not answered.
func (m *Mentors) WaitingFor(app core.App, person string) (requests, checkIns []View, err error) {
	requests, checkIns = []View{}, []View{}
	list, err := listOf(app, person)
	if err != nil || len(list) == 0 {
		return requests, checkIns, err
	}
	var people []string
	for _, s := range list {
		people = append(people, s.counterpart(person))
	}
	cards, err := m.deps.Directory.VisibleMutually(app, person, people...)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range list {
		card, isSeen := cards[s.counterpart(person)]
		status := s.status(person, m.now())
		mayWait := status == StatusAsked || status == StatusActive && s.checkIns() > 0
		if !isSeen || !mayWait {
			continue
		}
		v, err := m.view(app, s, person, card)
		switch {
		case err != nil:
			return nil, nil, err
		case status == StatusAsked:
			requests = append(requests, v)
		case s.isCheckInDue(v.CheckedInAt):
			checkIns = append(checkIns, v)
		}
	}
	return requests, checkIns, nil
}

// AskForm is the body of POST /api/mentors.
type AskForm struct {
	_ struct{} `wire:"mentorRequest"`
	// Mentor is the id of the person in the directory.
	Mentor string                `json:"mentor"`
	Topic  nominations.Expertise `json:"topic"`
	Note   string                `json:"note"`
}

// Rules returns the rules of the form.
func (AskForm) Rules() rules.Form { return askRules }

var askRules = rules.Form{
	{Name: "mentor", Label: "Mentor", Kind: rules.Line, Required: true, Max: 15},
	{Name: "topic", Label: "Topic", Kind: rules.Choice, Required: true, Options: nominations.Expertise("").Values()},
	{Name: "note", Label: "What you would like to learn", Kind: rules.Text, Required: true, Min: 20, Max: 1000,
		NoLinks: true, Messages: rules.Messages{Short: "Please say a little more: at least 20 characters"}},
}

// Ask is POST /api/mentors.
func (m *Mentors) Ask() httpx.Endpoint {
	return httpx.JSON(m.ask, httpx.Doc{
		Tag: tag, Summary: "Ask a member to be your mentor", Status: http.StatusCreated, Unaudited: httpx.OwnAction,
		Description: "The mentor gets an email, and a reminder after seven days. A decline is not shown: the request " +
			"waits until it ends after 14 days.",
		Errors:  []*apperr.Error{errNoMentor, errUnlisted, errOne},
		Example: map[string]any{"topic": "finance", "note": "I chair my first audit committee from April."},
	})
}

func (m *Mentors) ask(e *core.RequestEvent, form AskForm) (v View, err error) {
	httpx.KeepPrivate(e)
	viewer, now := httpx.CurrentPersonID(e), m.now()
	err = e.App.RunInTransaction(func(tx core.App) error {
		list, err := listOf(tx, viewer)
		if err != nil {
			return err
		}
		people := []string{form.Mentor}
		for _, s := range list {
			people = append(people, s.counterpart(viewer))
		}
		cards, err := m.deps.Directory.VisibleMutually(tx, viewer, people...)
		switch {
		case err != nil:
			return err
		case len(cards) == 0:
			return errUnlisted
		}
		seen, hidden := current(list, viewer, cards, now)
		if len(seen) > 0 {
			return errOne
		}
		card, isSeen := cards[form.Mentor]
		if !isSeen || form.Mentor == viewer || mustWait(list, viewer, form.Mentor, now) {
			return errNoMentor
		}
		isFree, err := m.isFree(tx, form.Mentor)
		if err != nil {
			return err
		}
		if !isFree {
			return errNoMentor
		}
		for _, s := range hidden {
			if err := end(tx, s, now); err != nil {
				return err
			}
		}
		s, err := newMentorship(tx, form.Mentor, viewer, form, now)
		if err != nil {
			return err
		}
		if err := save(tx, s); err != nil {
			return err
		}
		if err := m.enqueue(tx, s, form.Mentor, emails.Notice.Asked); err != nil {
			return err
		}
		v, err = m.view(tx, s, viewer, card)
		return err
	})
	return v, apperr.SaveFailed("ask a mentor", err)
}

// isFree reports whether a person offers to mentor, has not paused, and has a free place.
func (m *Mentors) isFree(app core.App, mentor string) (bool, error) {
	o, err := findOffer(app, mentor)
	if err != nil || o.IsNew() || o.isPaused() {
		return false, err
	}
	active, err := countActive(app, mentor)
	return active < o.capacity(), err
}

// Accept is POST /api/mentors/{id}/accept.
func (m *Mentors) Accept() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (View, error) {
		return m.change(e, func(tx core.App, s *mentorship, viewer string) error {
			if s.status(viewer, m.now()) != StatusAsked {
				return errOver
			}
			o, err := findOffer(tx, viewer)
			if err != nil {
				return err
			}
			active, err := countActive(tx, viewer)
			if err != nil {
				return err
			}
			if active >= o.capacity() {
				return errFull
			}
			if err := s.setState(Active, m.now()); err != nil {
				return err
			}
			if err := m.deps.Introductions.Connect(tx, s.menteeID(), viewer, s.note()); err != nil {
				return err
			}
			return m.enqueue(tx, s, s.menteeID(), emails.Notice.Started)
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Accept a mentee", Unaudited: httpx.OwnAction,
		Errors:      []*apperr.Error{errNotFound, errOver, errFull},
		Description: "The two are also introduced, so they can write to each other.",
	})
}

// Decline is POST /api/mentors/{id}/decline.
func (m *Mentors) Decline() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (View, error) {
		return m.change(e, func(_ core.App, s *mentorship, viewer string) error {
			if s.status(viewer, m.now()) != StatusAsked {
				return errOver
			}
			s.decline()
			return nil
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Decline a mentee", Description: "The mentee is not told.", Unaudited: httpx.OwnAction,
		Errors: []*apperr.Error{errNotFound, errOver},
	})
}

// Withdraw is POST /api/mentors/{id}/withdraw.
func (m *Mentors) Withdraw() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (View, error) {
		return m.change(e, func(_ core.App, s *mentorship, viewer string) error {
			if s.status(viewer, m.now()) != StatusWaiting {
				return errOver
			}
			return s.setState(Withdrawn, m.now())
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Withdraw a request to a mentor", Unaudited: httpx.OwnAction,
		Errors: []*apperr.Error{errNotFound, errOver},
	})
}

// End is POST /api/mentors/{id}/end.
func (m *Mentors) End() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (View, error) {
		return m.changeFound(e, m.findActive, func(_ core.App, s *mentorship, _ string) error {
			if s.state() != Active {
				return errOver
			}
			return s.setState(Ended, m.now())
		})
	}, httpx.Doc{
		Tag: tag, Summary: "End a mentorship", Unaudited: httpx.OwnAction,
		Errors:      []*apperr.Error{errNotFound, errOver},
		Description: "Both people can end it at any time, without a reason, also while they do not see each other.",
	})
}

// CheckInAnswer is what a person tells the office about a mentorship.
type CheckInAnswer string

// The answers.
const (
	GoesWell CheckInAnswer = "well"
	NotWell  CheckInAnswer = "not-well"
	HasEnded CheckInAnswer = "ended"
)

// Values returns all answers.
func (CheckInAnswer) Values() []string { return rules.Options(GoesWell, NotWell, HasEnded) }

// CheckInForm is the body of POST /api/mentors/{id}/check-in.
type CheckInForm struct {
	_      struct{}      `wire:"mentorCheckIn"`
	Answer CheckInAnswer `json:"answer"`
	Note   string        `json:"note"`
}

// Rules returns the rules of the form.
func (CheckInForm) Rules() rules.Form { return checkInRules }

var checkInRules = rules.Form{
	{Name: "answer", Label: "How is it going?", Kind: rules.Choice, Required: true,
		Options: CheckInAnswer("").Values(), Messages: rules.Messages{Required: "Please say how it is going"}},
	{Name: "note", Label: "Note for the office", Kind: rules.Text, Max: 1000},
}

// CheckIn is POST /api/mentors/{id}/check-in.
func (m *Mentors) CheckIn() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form CheckInForm) (View, error) {
		return m.change(e, func(tx core.App, s *mentorship, viewer string) error {
			if s.state() != Active {
				return errOver
			}
			if err := addCheckIn(tx, s.Id, viewer, form, m.now()); err != nil {
				return err
			}
			if form.Answer == HasEnded {
				return s.setState(Ended, m.now())
			}
			return nil
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Tell the office how a mentorship is going", Unaudited: httpx.OwnAction,
		Description: "Only the office reads the answer. The answer that it has ended also ends it.",
		Errors:      []*apperr.Error{errNotFound, errOver},
		Example:     map[string]any{"answer": "well", "note": "We meet every month."},
	})
}

// change changes a mentorship of the caller, who sees the other person, in a transaction.
func (m *Mentors) change(e *core.RequestEvent,
	change func(tx core.App, s *mentorship, viewer string) error) (View, error) {
	return m.changeFound(e, m.findSeen, change)
}

func (m *Mentors) changeFound(e *core.RequestEvent,
	find func(app core.App, id, viewer string) (*mentorship, directory.Card, error),
	change func(tx core.App, s *mentorship, viewer string) error) (v View, err error) {
	httpx.KeepPrivate(e)
	viewer := httpx.CurrentPersonID(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		s, card, err := find(tx, e.Request.PathValue("id"), viewer)
		if err != nil {
			return err
		}
		if err := change(tx, s, viewer); err != nil {
			return err
		}
		if err := save(tx, s); err != nil {
			return err
		}
		v, err = m.view(tx, s, viewer, card)
		return err
	})
	return v, apperr.SaveFailed("change a mentorship", err)
}

// findActive returns a mentorship of the viewer as findSeen does, and an active one also while the two do not see each
// other.
func (m *Mentors) findActive(app core.App, id, viewer string) (*mentorship, directory.Card, error) {
	s, card, err := m.findOwn(app, id, viewer)
	if err == nil && card.ID == "" && s.state() != Active {
		err = errNotFound
	}
	return s, card, err
}

// findSeen returns a mentorship of the viewer with the card of the other person, or errNotFound.
func (m *Mentors) findSeen(app core.App, id, viewer string) (*mentorship, directory.Card, error) {
	s, card, err := m.findOwn(app, id, viewer)
	if err == nil && card.ID == "" {
		err = errNotFound
	}
	return s, card, err
}

// findOwn returns a mentorship of the viewer with the card of the other person or directory.HiddenMember, or
// errNotFound.
func (m *Mentors) findOwn(app core.App, id, viewer string) (*mentorship, directory.Card, error) {
	s, err := find(app, id)
	if err != nil {
		return nil, directory.Card{}, database.IfMissing(err, errNotFound)
	}
	other := s.counterpart(viewer)
	if viewer == "" || other == "" || other == viewer {
		return nil, directory.Card{}, errNotFound
	}
	cards, err := m.deps.Directory.VisibleMutually(app, viewer, other)
	if err != nil {
		return nil, directory.Card{}, err
	}
	if s.state() == Withdrawn && viewer == s.mentorID() {
		return nil, directory.Card{}, errNotFound
	}
	if card, isSeen := cards[other]; isSeen {
		return s, card, nil
	}
	return s, directory.HiddenMember, nil
}
