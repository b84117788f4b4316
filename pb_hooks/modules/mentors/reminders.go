package mentors

import (
	"errors"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/mentors/emails"
)

// checkInDays are the days after which both people are asked how a mentorship goes.
var checkInDays = []int{30, 90}

// isCheckInDue reports whether a person's newest answer, given at answeredAt, is from before the newest check-in.
func (s *mentorship) isCheckInDue(answeredAt httpx.Time) bool {
	asked := s.checkIns()
	return asked > 0 && types.DateTime(answeredAt).Time().Before(s.startedAt().AddDate(0, 0, checkInDays[asked-1]))
}

// Remind reminds mentors of requests, releases requests that were not answered, and asks how mentorships go. It runs
// once a day.
func (m *Mentors) Remind() error {
	now := m.now()
	ids, err := listDue(m.app, now.AddDate(0, 0, -nudgeDays), now.AddDate(0, 0, -checkInDays[0]))
	for _, id := range ids {
		err = errors.Join(err, m.app.RunInTransaction(func(tx core.App) error { return m.remindOf(tx, id) }))
	}
	return err
}

func (m *Mentors) remindOf(tx core.App, id string) error {
	s, err := find(tx, id)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	now := m.now()
	switch {
	case s.state() == Waiting && !now.Before(s.expiresAt()):
		if err := s.setState(Released, now); err != nil {
			return err
		}
		err = m.enqueue(tx, s, s.menteeID(), emails.Notice.Unanswered)
	case s.state() == Waiting && !s.isNudged():
		// A mentor who has declined gets no reminder, but the request is marked all the same.
		s.setNudgedAt(now)
		if !s.isDeclined() {
			err = m.enqueue(tx, s, s.mentorID(), emails.Notice.Nudge)
		}
	case s.state() == Active && s.checkIns() < len(checkInDays) &&
		!now.Before(s.startedAt().AddDate(0, 0, checkInDays[s.checkIns()])):
		s.setCheckIns(s.checkIns() + 1)
		ask := func(n emails.Notice) outbox.Email { return n.CheckIn(s.checkIns()) }
		err = errors.Join(m.enqueue(tx, s, s.menteeID(), ask), m.enqueue(tx, s, s.mentorID(), ask))
	default:
		return nil
	}
	if err != nil {
		return err
	}
	return save(tx, s)
}

// enqueue queues an email to one of the two people about the other, if they see each other.
func (m *Mentors) enqueue(tx core.App, s *mentorship, to string, email func(emails.Notice) outbox.Email) error {
	reader, err := accounts.ContactOfPerson(tx, to)
	if err != nil || reader == nil {
		return err
	}
	about := s.counterpart(to)
	cards, err := m.deps.Directory.VisibleMutually(tx, to, about)
	if err != nil {
		return err
	}
	card, isSeen := cards[about]
	if !isSeen {
		return nil
	}
	return m.deps.Outbox.Enqueue(tx, email(emails.Notice{
		MentorshipID: s.Id, PersonID: to, Name: reader.Name, Email: reader.Email, Member: card.Name,
	}))
}

// requireAsked makes an email to a mentor obsolete once the request is answered, withdrawn, released or hidden.
func (m *Mentors) requireAsked(app core.App, params map[string]string) (map[string]string, error) {
	return nil, m.require(app, params, StatusAsked)
}

// requireActive makes an email obsolete once the mentorship has ended or is hidden.
func (m *Mentors) requireActive(app core.App, params map[string]string) (map[string]string, error) {
	return nil, m.require(app, params, StatusActive)
}

func (m *Mentors) require(app core.App, params map[string]string, want Status) error {
	reader := params[emails.ParamPerson]
	s, _, err := m.findSeen(app, params[emails.ParamMentorship], reader)
	if errors.Is(err, errNotFound) || err == nil && s.status(reader, m.now()) != want {
		return outbox.ErrObsolete
	}
	return err
}
