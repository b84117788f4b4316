// Package members is the room of the console's figures and lists: who has an account, who is a
// lead, who has paid, and what the office's dashboard shows.
//
// The room owns no records. It reads those of other rooms through the views members_*, which a
// migration declares as its contract with them (pb_migrations/members_lists.go): the lists join,
// group and page over what three rooms own, and asking each room for its part would read whole
// tables to show fifty rows.
package members

import (
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
)

// Members is the room. Its methods are the handlers of the route table.
type Members struct {
	audit *audit.Log
	now   clock.Clock
}

// New opens the room.
func New(log *audit.Log, now clock.Clock) *Members { return &Members{audit: log, now: now} }
