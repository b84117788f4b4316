package events

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/events/emails"
	"boardcircle/pb_hooks/modules/events/places"
)

// ReminderJob is the type of the jobs that remind the members of a session. The key is the session's id and the offset.
const ReminderJob = "events.reminder"

// reminder is one of the two reminders of a session. It is sent from before until latest, both counted back from the
// start. A job that runs later than that, after an outage, sends nothing.
type reminder struct {
	offset         emails.Offset
	before, latest time.Duration
}

var reminders = []reminder{
	{emails.DayBefore, 24 * time.Hour, 2 * time.Hour},
	{emails.HourBefore, time.Hour, 0},
}

func (ev *Events) reminderJob() jobs.Type {
	return jobs.Type{Name: ReminderJob, Handle: ev.remind}
}

// scheduleReminders schedules the reminders of a session, or cancels them if it is not published. Call it in the
// transaction of each change of the session.
func (ev *Events) scheduleReminders(tx core.App, s *Session) error {
	for _, r := range reminders {
		key := s.Id + ":" + string(r.offset)
		var err error
		if at := s.StartsAt().Add(-r.before); s.State() == Published && at.After(ev.now()) {
			err = ev.deps.Jobs.Enqueue(tx, jobs.Job{Type: ReminderJob, Key: key, RunAt: at, Replace: true})
		} else {
			err = ev.deps.Jobs.Cancel(tx, ReminderJob, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (ev *Events) remind(_ context.Context, job jobs.Job) error {
	id, offset, _ := strings.Cut(job.Key, ":")
	return ev.app.RunInTransaction(func(tx core.App) error {
		s, err := Find(tx, id)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		for _, r := range reminders {
			if string(r.offset) == offset {
				return ev.remindOf(tx, s, r)
			}
		}
		return nil
	})
}

// remindOf queues a reminder to the members who are going. The first reminder gives the places of people who are no
// longer members to the waiting list.
func (ev *Events) remindOf(tx core.App, s *Session, r reminder) error {
	now, start := ev.now(), s.StartsAt()
	if s.State() != Published || now.Before(start.Add(-r.before)) || !now.Before(start.Add(-r.latest)) {
		return nil
	}
	if r.offset == emails.DayBefore {
		if err := ev.releasePlaces(tx, s, now); err != nil {
			return err
		}
	}
	answers, err := listActive(tx, s.Id)
	if err != nil {
		return err
	}
	going := slices.DeleteFunc(answers, func(a *Answer) bool { return a.State() != places.Going })
	err = ev.emailAll(tx, going, func(_ *Answer, user *identity.User) outbox.Email {
		return emails.Reminder{
			SessionID: s.Id, UserID: user.Id, Name: user.Name(), Email: user.Email(), Title: s.Title(),
			Place: s.Place(), StartsAt: start, Offset: r.offset,
		}.Build()
	})
	if err != nil {
		return err
	}
	return ev.remindGuests(tx, s, r)
}

// releasePlaces cancels the answers of people whose account is closed or whose membership has ended. The waiting list
// comes first, so that no such person is promoted.
func (ev *Events) releasePlaces(tx core.App, s *Session, now time.Time) error {
	answers, err := listActive(tx, s.Id)
	if err != nil {
		return err
	}
	for _, a := range slices.Backward(answers) {
		isMember, err := ev.isMember(tx, a.UserID(), now)
		if err != nil {
			return err
		}
		if isMember {
			continue
		}
		change := places.Change{At: now, UserID: a.UserID(), Wish: places.Cancelled}
		if _, err := ev.applyChange(tx, s, change); err != nil {
			return err
		}
	}
	return nil
}

// isMember reports whether a user has an active account and a membership.
func (ev *Events) isMember(app core.App, userID string, now time.Time) (bool, error) {
	user, err := identity.FindUser(app, userID)
	if err != nil || !user.IsActive() {
		return false, database.IgnoreMissing(err)
	}
	return ev.deps.IsMember(app, userID, now)
}
