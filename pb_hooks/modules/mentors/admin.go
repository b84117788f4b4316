package mentors

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/people"
)

// notWellDays is the number of days for which the office sees an answer that a mentorship does not go well.
const notWellDays = 90

// OfficeRequest is a request that waits. A declined request looks the same.
type OfficeRequest struct {
	ID        string       `json:"id"`
	Mentor    people.Named `json:"mentor"`
	Mentee    people.Named `json:"mentee"`
	AskedAt   httpx.Time   `json:"askedAt"`
	ExpiresAt httpx.Time   `json:"expiresAt"`
}

// OfficeMentor is a mentor with the number of places and of the members who have or ask for one.
type OfficeMentor struct {
	Person   people.Named `json:"person"`
	Capacity int          `json:"capacity"`
	IsPaused bool         `json:"isPaused"`
	Active   int          `json:"active"`
	Waiting  int          `json:"waiting"`
	// IsOverloaded is true if Active and Waiting together exceed Capacity.
	IsOverloaded bool `json:"isOverloaded"`
}

// OfficeCheckIn is an answer that a mentorship does not go well.
type OfficeCheckIn struct {
	ID string `json:"id"`
	// Person gave the answer, and Other is the other person of the mentorship. IsMentor is true if Person is the
	// mentor.
	Person     people.Named `json:"person"`
	Other      people.Named `json:"other"`
	IsMentor   bool         `json:"isMentor"`
	Note       string       `json:"note"`
	AnsweredAt httpx.Time   `json:"answeredAt"`
}

// Office is what the office sees of mentorships.
type Office struct {
	// Waiting has the oldest request first, Mentors the mentor with the fewest free places, NotWell the newest answer.
	Waiting []OfficeRequest `json:"waiting"`
	Mentors []OfficeMentor  `json:"mentors"`
	NotWell []OfficeCheckIn `json:"notWell"`
}

// GetForOffice is GET /api/admin/mentors.
func (m *Mentors) GetForOffice() httpx.Endpoint {
	return httpx.Get(m.getForOffice, httpx.Doc{
		Tag:         tag,
		Summary:     "Read who waits for a mentor, which mentors are overloaded, and which mentorships do not go well",
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
	if err != nil {
		return office, err
	}
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
	return office, nil
}
