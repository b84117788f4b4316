package mentors

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/people"
)

// notWellDays is how long the office sees an answer that a mentorship does not go well.
const notWellDays = 90

// OfficeRequest is a request that waits. It does not tell whether the mentor has declined.
type OfficeRequest struct {
	ID        string       `json:"id"`
	Mentor    people.Named `json:"mentor"`
	Mentee    people.Named `json:"mentee"`
	AskedAt   httpx.Time   `json:"askedAt"`
	ExpiresAt httpx.Time   `json:"expiresAt"`
}

// OfficeMentor is a mentor with the places.
type OfficeMentor struct {
	Person   people.Named `json:"person"`
	Capacity int          `json:"capacity"`
	IsPaused bool         `json:"isPaused"`
	Active   int          `json:"active"`
	Waiting  int          `json:"waiting"`
	// IsOverloaded is true if more members have or ask for a place than there are places.
	IsOverloaded bool `json:"isOverloaded"`
}

// OfficeCheckIn is the answer of a person that a mentorship does not go well.
type OfficeCheckIn struct {
	ID string `json:"id"`
	// Person has answered, and Other is the other one of the two. IsMentor is true if the mentor has answered.
	Person     people.Named `json:"person"`
	Other      people.Named `json:"other"`
	IsMentor   bool         `json:"isMentor"`
	Note       string       `json:"note"`
	AnsweredAt httpx.Time   `json:"answeredAt"`
}

// Office is what the office sees of mentors.
type Office struct {
	// Waiting are the oldest requests first, Mentors those with the fewest free places, NotWell the newest answers.
	Waiting []OfficeRequest `json:"waiting"`
	Mentors []OfficeMentor  `json:"mentors"`
	NotWell []OfficeCheckIn `json:"notWell"`
}

// GetForOffice is GET /api/admin/mentors.
func (m *Mentors) GetForOffice() httpx.Endpoint {
	return httpx.Get(m.getForOffice, httpx.Doc{
		Tag: tag, Summary: "Read which members wait for a mentor, which mentors are overloaded, and what does not go " +
			"well",
		Description: "Each list has at most 100 rows. Answers are listed for 90 days.",
	})
}

func (m *Mentors) getForOffice(e *core.RequestEvent) (Office, error) {
	httpx.KeepPrivate(e)
	office, err := m.office(e.App)
	return office, apperr.Fail(readFailed, err)
}

func (m *Mentors) office(app core.App) (Office, error) {
	office := Office{Waiting: []OfficeRequest{}, Mentors: []OfficeMentor{}, NotWell: []OfficeCheckIn{}}
	now := m.now()
	waiting, err := listWaiting(app, now)
	if err != nil {
		return office, err
	}
	mentors, err := listMentors(app, now)
	if err != nil {
		return office, err
	}
	notWell, err := listNotWell(app, now.AddDate(0, 0, -notWellDays))
	if err != nil {
		return office, err
	}
	ids := []string{}
	for _, w := range waiting {
		ids = append(ids, w.Mentor, w.Mentee)
	}
	for _, o := range mentors {
		ids = append(ids, o.Person)
	}
	for _, c := range notWell {
		ids = append(ids, c.Mentor, c.Mentee)
	}
	names, err := people.NamesOf(app, ids)
	named := func(id string) people.Named { return people.Named{ID: id, Name: names[id]} }
	for _, w := range waiting {
		office.Waiting = append(office.Waiting,
			OfficeRequest{w.ID, named(w.Mentor), named(w.Mentee), w.AskedAt, w.ExpiresAt})
	}
	for _, o := range mentors {
		office.Mentors = append(office.Mentors, OfficeMentor{
			Person: named(o.Person), Capacity: o.Capacity, IsPaused: o.IsPaused, Active: o.Active,
			Waiting: o.Waiting, IsOverloaded: o.Active+o.Waiting > o.Capacity,
		})
	}
	for _, c := range notWell {
		other := c.Mentor
		if c.Person == c.Mentor {
			other = c.Mentee
		}
		office.NotWell = append(office.NotWell, OfficeCheckIn{ID: c.ID, Person: named(c.Person), Other: named(other),
			IsMentor: c.Person == c.Mentor, Note: c.Note, AnsweredAt: c.AnsweredAt})
	}
	return office, err
}
