package events

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/modules/directory"
)

// The next session is shown on the members' home, on the page after a purchase and in the emails that welcome a member.

// maxAttendees is the number of members that Attendees returns at most.
const maxAttendees = 3

// Next returns the next session for which the user has a place or is on the waiting list. If there is none, it returns
// the next session of the circle, or nil.
func (ev *Events) Next(app core.App, userID string) (*Summary, error) {
	row, state, err := findNext(app, userID, ev.now())
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	summary := row.summary(state)
	return &summary, nil
}

// Attendees returns a few members who are going to a session and whom a viewer sees in the directory, without the
// viewer. It returns no one if the viewer's plan does not open the directory. userID is the viewer's account, and
// viewer the id of the person.
func (ev *Events) Attendees(app core.App, userID, viewer, sessionID string) ([]directory.Card, error) {
	if sees, err := ev.deps.SeesDirectory(app, userID, ev.now()); err != nil || !sees {
		return []directory.Card{}, err
	}
	people, err := listGoing(app, sessionID)
	if err != nil {
		return nil, err
	}
	return ev.deps.Directory.FirstVisible(app, viewer, people, maxAttendees)
}

// NextSessionParams returns the params of emails.NextSession for an email that is sent now. A member reads the session
// and who is going. A person who is invited, whose userID is "", reads only the session, and so does one whose
// membership starts later, but before the session. For anyone else, the params are empty.
func (ev *Events) NextSessionParams(app core.App, userID string) (map[string]string, error) {
	next, err := ev.Next(app, userID)
	if err != nil || next == nil {
		return emails.NextSession{}.Params(), err
	}
	at := types.DateTime(next.StartsAt).Time().In(india.Zone)
	params := emails.NextSession{Title: next.Title, StartsAt: at, Host: next.Host}
	if userID == "" {
		return params.Params(), nil
	}
	isMember, err := ev.deps.IsMember(app, userID, ev.now())
	if err != nil {
		return nil, err
	}
	if !isMember {
		willBe, err := ev.deps.IsMember(app, userID, at)
		if err != nil || !willBe {
			return emails.NextSession{}.Params(), err
		}
		return params.Params(), nil
	}
	user, err := identity.FindUser(app, userID)
	if err != nil {
		return nil, err
	}
	attendees, err := ev.Attendees(app, userID, user.PersonID(), next.ID)
	if err != nil {
		return nil, err
	}
	for _, card := range attendees {
		params.Members = append(params.Members, card.Name)
	}
	return params.Params(), nil
}
