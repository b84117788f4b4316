package nominations

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/clock"
	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/mail"
)

const (
	registrations = "registrations"
	drafts        = "draft_registrations"
)

// Letterbox takes the letters that a nomination brings about, inside its transaction.
type Letterbox interface {
	Enqueue(tx core.App, letter mail.Letter) error
}

// Nominations is the room. Its methods are the handlers of the route table.
type Nominations struct {
	app     core.App
	edge    *edge.Edge
	letters Letterbox
	// adminEmail is told of each new nomination; "" tells nobody.
	adminEmail string
	now        clock.Clock
}

// New opens the room.
func New(app core.App, g *edge.Edge, letters Letterbox, adminEmail string, now clock.Clock) *Nominations {
	return &Nominations{app: app, edge: g, letters: letters, adminEmail: adminEmail, now: now}
}
