// Package circle is the home of the members: the next session, what waits for a member, what is new since the last
// visit, and people whom the member may want to know. It reads what the features of the circle offer.
//
// A visit starts when a member opens the home at least half an hour after the previous visit began. What is new is
// counted from the start of the previous visit, so a reload shows the same.
//
// own.go has what a person has in the circle, for their account page. digest.go has the weekly email about what is new,
// for the members who have chosen it.
package circle

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/boardseats"
	"boardcircle/pb_hooks/modules/boardseats/tenure"
	"boardcircle/pb_hooks/modules/consultations"
	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/modules/events"
	"boardcircle/pb_hooks/modules/introductions"
	"boardcircle/pb_hooks/modules/library"
	"boardcircle/pb_hooks/modules/mentors"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/settings"
)

const (
	// visitLength is how long after the start of a visit another one can start.
	visitLength = 30 * time.Minute
	// firstNews is how far back a first visit looks for news.
	firstNews = 30 * 24 * time.Hour
	// maxNews is the number of news, and maxSuggestions that of people, on the home.
	maxNews        = 8
	maxSuggestions = 3
)

// Sessions is what the home reads of the sessions.
type Sessions interface {
	Next(app core.App, userID string) (*events.Summary, error)
	Announced(app core.App, since time.Time, limit int) ([]events.Announcement, error)
	HasAnswered(app core.App, userID string) (bool, error)
	CountPlaces(app core.App, userID string) (int, error)
	Attendees(app core.App, userID, viewer, sessionID string) ([]directory.Card, error)
}

// Polls is what the home reads of the consultations.
type Polls interface {
	Open(app core.App, person string) ([]consultations.Summary, error)
	Announced(app core.App, since time.Time, limit int) ([]consultations.Announcement, error)
}

// Library is what the home reads of the library.
type Library interface {
	Announced(app core.App, since time.Time, limit int) ([]library.Announcement, error)
}

// Seats is what the home reads of the board seats.
type Seats interface {
	Announced(app core.App, person string, since time.Time, limit int) ([]boardseats.Announcement, error)
	NextTerm(app core.App, userID string) (*tenure.Term, error)
}

// Directory is what the home reads of the directory.
type Directory interface {
	Suggest(app core.App, viewer, userID string, known []string, limit int) ([]directory.Suggestion, error)
	IsPublished(app core.App, userID string) (bool, error)
	WaitingVouches(app core.App, person string) ([]directory.Vouch, error)
}

// Introductions is what the home reads of the introductions.
type Introductions interface {
	WaitingFor(app core.App, person string) ([]introductions.View, error)
	Known(app core.App, person string) ([]string, error)
	CountConversations(app core.App, person string) (int, error)
}

// Mentors is what the home reads of the mentors.
type Mentors interface {
	WaitingFor(app core.App, person string) (requests, checkIns []mentors.View, err error)
	HasStarted(app core.App, person string) (bool, error)
	CountActive(app core.App, person string) (mentors, mentees int, err error)
}

// Deps are the dependencies of the feature.
type Deps struct {
	Sessions      Sessions
	Polls         Polls
	Directory     Directory
	Introductions Introductions
	Mentors       Mentors
	Library       Library
	Seats         Seats
	Jobs          Jobs
	Outbox        Outbox
	Clock         clock.Clock
}

// Circle is the feature. Its methods are the endpoints of the route table.
type Circle struct {
	app core.App
	Deps
	now clock.Clock
}

// New returns the feature and registers its job and its kind of email.
func New(app core.App, deps Deps) *Circle {
	c := &Circle{app, deps, deps.Clock}
	deps.Outbox.Register(outbox.In(modules.Circle(), digestKind)...)
	deps.Jobs.Register(jobs.Type{Name: DigestJob, Handle: c.handleDigest})
	return c
}

// RegisterPeople gives each visit the person of its account.
func RegisterPeople(app core.App) {
	people.Register(app, people.Source{
		Collection: visitsCollection, Links: []people.Link{{Field: userField, Collection: people.Accounts}},
	})
}

// NewsKind says what is new.
type NewsKind string

// The kinds of news.
const (
	NewSession    NewsKind = "session"
	NewMaterials  NewsKind = "materials"
	NewDiscussion NewsKind = "discussion"
	NewVote       NewsKind = "vote"
	NewResult     NewsKind = "result"
	NewWithdrawal NewsKind = "withdrawal"
	NewLoss       NewsKind = "lost-votes"
	NewItem       NewsKind = "library"
	NewSeat       NewsKind = "board-seat"
)

// Values returns all kinds.
func (NewsKind) Values() []string {
	return rules.Options(NewSession, NewMaterials, NewDiscussion, NewVote, NewResult, NewWithdrawal, NewLoss, NewItem,
		NewSeat)
}

// News is something that is new in the circle. ID is the id of the session, consultation, library item or board seat.
type News struct {
	Kind  NewsKind   `json:"kind"`
	ID    string     `json:"id"`
	Title string     `json:"title"`
	At    httpx.Time `json:"at"`
}

// FirstSteps are what a new member does first.
type FirstSteps struct {
	HasProfile  bool `json:"hasProfile"`
	HasAnswered bool `json:"hasAnswered"`
	// HasMentor is true if the member has or had a mentor or a mentee, has asked for one, or offers to mentor.
	HasMentor bool `json:"hasMentor"`
}

// Home is the home of a member.
type Home struct {
	// NextSession is the next session that the member is going to or waits for, otherwise the next session. It is nil
	// if none is planned.
	NextSession *events.Summary `json:"nextSession"`
	// Attendees are a few members who are going to NextSession and whom the member sees in the directory.
	Attendees []directory.Card `json:"attendees"`
	// NextTerm is the term of the member's boards that ends next, or nil. Only the member sees it.
	NextTerm *tenure.Term `json:"nextTerm"`
	// Introductions are those that wait for the member's answer.
	Introductions []introductions.View `json:"introductions"`
	// Mentees are the members who ask the member to be their mentor.
	Mentees []mentors.View `json:"mentees"`
	// CheckIns are the mentorships whose check-in the member has not answered.
	CheckIns []mentors.View `json:"checkIns"`
	// Vouches are the vouches for the member that wait for the member's approval.
	Vouches []directory.Vouch `json:"vouches"`
	// Consultations are those that the member can discuss or vote in now.
	Consultations []consultations.Summary `json:"consultations"`
	News          []News                  `json:"news"`
	Suggestions   []directory.Suggestion  `json:"suggestions"`
	FirstSteps    FirstSteps              `json:"firstSteps"`
	// NewSince is the start of the period of the news.
	NewSince httpx.Time `json:"newSince"`
	// GraceUntil is when the member's access ends, or "" if the membership is not in its grace period.
	GraceUntil httpx.Time `json:"graceUntil"`
}

// Get is GET /api/circle.
func (c *Circle) Get() httpx.Endpoint {
	return httpx.Get(c.get, httpx.Doc{Tag: "circle", Summary: "Read your home in the circle"})
}

func (c *Circle) get(e *core.RequestEvent) (Home, error) {
	httpx.KeepPrivate(e)
	home, err := c.home(e.App, e.Auth.Id, httpx.CurrentPersonID(e))
	return home, apperr.Fail("This page could not be loaded. Please try again.", err)
}

func (c *Circle) home(app core.App, userID, person string) (home Home, err error) {
	now := c.now()
	v, err := findVisit(app, userID)
	if err != nil {
		return home, err
	}
	since := v.newsStart(now)
	home.NewSince = httpx.TimeOf(since)
	entitlement, err := ledger.EntitlementOf(app, userID, now)
	if err != nil {
		return home, err
	}
	if entitlement.State == ledger.InGrace {
		home.GraceUntil = httpx.Time(entitlement.Last().GraceUntil())
	}
	open, err := c.openModules(app, userID)
	if err != nil {
		return home, err
	}
	home.Attendees, home.Introductions, home.Vouches = []directory.Card{}, []introductions.View{}, []directory.Vouch{}
	home.Mentees, home.CheckIns = []mentors.View{}, []mentors.View{}
	home.Consultations, home.Suggestions = []consultations.Summary{}, []directory.Suggestion{}
	if open[modules.Sessions] {
		err = c.readSessions(app, &home, userID, person)
	}
	if open[modules.Directory] && err == nil {
		err = c.readPeople(app, &home, userID, person)
	}
	if open[modules.BoardSeats] && err == nil {
		home.NextTerm, err = c.Seats.NextTerm(app, userID)
	}
	if open[modules.Consultations] && err == nil {
		home.Consultations, err = c.Polls.Open(app, person)
	}
	if err != nil {
		return home, err
	}
	home.News, err = c.news(app, open, person, since)
	return home, err
}

// openModules returns the modules that are on and that the membership of a user opens now.
func (c *Circle) openModules(app core.App, userID string) (modules.Set, error) {
	_, opened, err := ledger.OpenedModules(app, userID, c.now())
	if err != nil {
		return nil, err
	}
	on, err := settings.ReadModules(app)
	return on.And(opened), err
}

// readSessions adds the next session to the home.
func (c *Circle) readSessions(app core.App, home *Home, userID, person string) (err error) {
	if home.NextSession, err = c.Sessions.Next(app, userID); err != nil {
		return err
	}
	if next := home.NextSession; next != nil {
		if home.Attendees, err = c.Sessions.Attendees(app, userID, person, next.ID); err != nil {
			return err
		}
	}
	home.FirstSteps.HasAnswered, err = c.Sessions.HasAnswered(app, userID)
	return err
}

// readPeople adds to the home who waits for the member, and whom the member may want to know.
func (c *Circle) readPeople(app core.App, home *Home, userID, person string) (err error) {
	if home.Introductions, err = c.Introductions.WaitingFor(app, person); err != nil {
		return err
	}
	if home.Mentees, home.CheckIns, err = c.Mentors.WaitingFor(app, person); err != nil {
		return err
	}
	if home.Vouches, err = c.Directory.WaitingVouches(app, person); err != nil {
		return err
	}
	if home.FirstSteps.HasMentor, err = c.Mentors.HasStarted(app, person); err != nil {
		return err
	}
	if home.FirstSteps.HasProfile, err = c.Directory.IsPublished(app, userID); err != nil {
		return err
	}
	known, err := c.Introductions.Known(app, person)
	if err != nil {
		return err
	}
	home.Suggestions, err = c.Directory.Suggest(app, person, userID, known, maxSuggestions)
	return err
}

// news returns what is new to a person since a time in the modules that are open to the person, the newest first.
func (c *Circle) news(app core.App, open modules.Set, person string, since time.Time) ([]News, error) {
	all, err := c.announced(app, open, since, maxNews)
	if err != nil {
		return nil, err
	}
	var openings []boardseats.Announcement
	if open[modules.BoardSeats] {
		if openings, err = c.Seats.Announced(app, person, since, maxNews); err != nil {
			return nil, err
		}
	}
	news := []News{}
	for _, i := range all.items {
		news = append(news, News{NewItem, i.ID, i.Title, i.At})
	}
	for _, o := range openings {
		news = append(news, News{NewSeat, o.ID, o.Title, o.At})
	}
	for _, s := range all.sessions {
		kind := NewSession
		if s.IsMaterials {
			kind = NewMaterials
		}
		news = append(news, News{kind, s.ID, s.Title, s.At})
	}
	kinds := map[consultations.State]NewsKind{
		consultations.Discussing: NewDiscussion, consultations.Voting: NewVote, consultations.Published: NewResult,
		consultations.Withdrawn: NewWithdrawal, consultations.Lost: NewLoss,
	}
	for _, p := range all.consultations {
		news = append(news, News{kinds[p.State], p.ID, p.Title, p.At})
	}
	slices.SortStableFunc(news, func(a, b News) int { return types.DateTime(b.At).Compare(types.DateTime(a.At)) })
	return news[:min(len(news), maxNews)], nil
}

// announcements are what is new for all members who may use the modules.
type announcements struct {
	sessions      []events.Announcement
	consultations []consultations.Announcement
	items         []library.Announcement
}

// announced returns what is new since a time in some modules.
func (c *Circle) announced(app core.App, in modules.Set, since time.Time, limit int) (all announcements, err error) {
	if in[modules.Sessions] {
		all.sessions, err = c.Sessions.Announced(app, since, limit)
	}
	if in[modules.Consultations] && err == nil {
		all.consultations, err = c.Polls.Announced(app, since, limit)
	}
	if in[modules.Library] && err == nil {
		all.items, err = c.Library.Announced(app, since, limit)
	}
	return all, err
}

// Visit is POST /api/circle/visit. The web app calls it when it has shown the home.
func (c *Circle) Visit() httpx.Endpoint {
	return httpx.Do(c.visit, httpx.Doc{
		Tag: "circle", Summary: "Record that you have seen your home", Unaudited: "members visit their own home",
	})
}

func (c *Circle) visit(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		v, err := findVisit(tx, e.Auth.Id)
		if err != nil || !v.isOver(c.now()) {
			return err
		}
		return v.start(tx, c.now())
	})
	return apperr.Fail("Your visit could not be recorded.", err)
}
