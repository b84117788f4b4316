package circle

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/settings"
)

// Own is what a person has in the circle. A person whose membership has ended reads it too, to see what they would come
// back to, so it has numbers and the next session, and nothing of another member.
type Own struct {
	// Entitlement says whether the caller is a member.
	Entitlement   ledger.EntitlementState `json:"entitlement"`
	Conversations int                     `json:"conversations"`
	HasMentor     bool                    `json:"hasMentor"`
	// Mentees is the number of members whom the caller mentors.
	Mentees int `json:"mentees"`
	// Sessions is the number of upcoming sessions in which the caller has a place.
	Sessions int `json:"sessions"`
	// NextSession is the next session that the caller is going to or waits for, otherwise the next session. It is null
	// if none is planned, and for a caller who was never a member.
	NextSession *NextSession `json:"nextSession"`
}

// NextSession is a session without its host and its place, which are for members.
type NextSession struct {
	Title    string     `json:"title"`
	StartsAt httpx.Time `json:"startsAt"`
}

// GetOwn is GET /api/user/circle.
func (c *Circle) GetOwn() httpx.Endpoint {
	return httpx.Get(c.getOwn, httpx.Doc{
		Tag: "circle", Summary: "Read what you have in the circle",
		Description: "A person whose membership has ended sees what they would come back to.",
	})
}

func (c *Circle) getOwn(e *core.RequestEvent) (Own, error) {
	httpx.KeepPrivate(e)
	own, err := c.own(e.App, e.Auth.Id, httpx.CurrentPersonID(e))
	return own, apperr.Fail("Your place in the circle could not be read. Please try again.", err)
}

func (c *Circle) own(app core.App, userID, person string) (own Own, err error) {
	entitlement, err := ledger.EntitlementOf(app, userID, c.now())
	own.Entitlement = entitlement.State
	if err != nil || own.Entitlement == ledger.NoEntitlement {
		return own, err
	}
	on, err := settings.ReadModules(app)
	if err == nil && own.Entitlement.HasAccess() {
		on, err = c.openModules(app, userID)
	}
	if err != nil {
		return own, err
	}
	if on[modules.Directory] {
		if own.Conversations, err = c.Introductions.CountConversations(app, person); err != nil {
			return own, err
		}
		mentors, mentees, err := c.Mentors.CountActive(app, person)
		if err != nil {
			return own, err
		}
		own.HasMentor, own.Mentees = mentors > 0, mentees
	}
	if on[modules.Sessions] {
		if own.Sessions, err = c.Sessions.CountPlaces(app, userID); err != nil {
			return own, err
		}
		next, err := c.Sessions.Next(app, userID)
		if err != nil {
			return own, err
		}
		if next != nil {
			own.NextSession = &NextSession{next.Title, next.StartsAt}
		}
	}
	return own, nil
}
