package events

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/settings"
)

// Some sessions have a page for visitors at PublicPath. The first of them is the launch event: the settings, and with
// them the landing page and the emails, follow its day. After it, the landing page announces the next public session.

// PublicPath is the prefix of the addresses of the pages for visitors. The session's id follows.
const PublicPath = "/sessions/"

// PublicSession is a session on its page for visitors.
type PublicSession struct {
	ID       string     `json:"id"`
	Title    string     `json:"title"`
	Host     string     `json:"host"`
	Speakers []Speaker  `json:"speakers"`
	StartsAt httpx.Time `json:"startsAt"`
	EndsAt   httpx.Time `json:"endsAt"`
	Place    string     `json:"place"`
	Status   State      `json:"status"`
	// Abstract is safe HTML.
	Abstract string `json:"abstract"`
}

// NextSession is the next session that the landing page announces.
type NextSession struct {
	ID       string     `json:"id"`
	Title    string     `json:"title"`
	StartsAt httpx.Time `json:"startsAt"`
}

// FindPublic returns a session with a page for visitors. It returns an error with status 404 for any other id.
func FindPublic(app core.App, id string) (*PublicSession, error) {
	s, err := findVisible(app, id)
	if err != nil {
		return nil, err
	}
	if !s.isPublic() {
		return nil, errNotFound
	}
	speakers, err := pageSpeakers(app, s.speakers())
	if err != nil {
		return nil, fmt.Errorf("read the portraits of a session: %w", err)
	}
	return &PublicSession{
		ID: s.Id, Title: s.Title(), Host: s.host(), Speakers: speakers,
		StartsAt: httpx.TimeOf(s.StartsAt()), EndsAt: httpx.TimeOf(s.EndsAt()), Place: s.Place(), Status: s.State(),
		Abstract: s.abstractHTML(),
	}, nil
}

// FindNextPublic returns the next session with a page for visitors, or nil if none is planned.
func FindNextPublic(app core.App, now time.Time) (*NextSession, error) {
	s, err := findNextPublic(app, now)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	return &NextSession{ID: s.Id, Title: s.Title(), StartsAt: httpx.TimeOf(s.StartsAt())}, nil
}

// GetPublic is GET /api/site/sessions/{id}.
func (ev *Events) GetPublic() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (PublicSession, error) {
		s, err := FindPublic(e.App, e.Request.PathValue("id"))
		if err != nil {
			return PublicSession{}, err
		}
		return *s, nil
	}, httpx.Doc{
		Tag: "site", Summary: "Read a session with a page for visitors",
		Errors: []*apperr.Error{errNotFound},
	})
}

// updateLaunchDay stores the day of the first public session as that of the launch event. Without a public session, the
// day that an admin has set stays.
func updateLaunchDay(tx core.App) error {
	first, err := findFirstPublic(tx)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return settings.SetEventDate(tx, india.Day(first.StartsAt()))
}
