package nominations

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
)

const (
	registrations = "registrations"
	drafts        = "draft_registrations"
	reviewSteps   = "review_steps"
	reviewNotes   = "review_notes"
	reviewVotes   = "review_votes"
	invitations   = "invitations"
)

// Outbox takes the letters that a nomination brings about, inside its transaction, refuses too
// many of those that can be asked for again, and shows what one would say.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, letter mail.Email) error
	Throttle(kind, email string) error
	Render(kind string, params map[string]string) (mail.Rendered, error)
}

// Options are what the room is given.
type Options struct {
	Edge   *httpx.Middleware
	Outbox Outbox
	Audit  *audit.Log
	// Key derives the invitations' tokens.
	Key keys.Key
	// AdminEmail is told of each new nomination; "" tells nobody.
	AdminEmail string
	Clock      clock.Clock
}

// Nominations is the room. Its methods are the handlers of the route table.
type Nominations struct {
	app        core.App
	edge       *httpx.Middleware
	outbox     Outbox
	audit      *audit.Log
	key        keys.Key
	adminEmail string
	now        clock.Clock
}

// New opens the room.
func New(app core.App, o Options) *Nominations {
	n := &Nominations{
		app: app, edge: o.Edge, outbox: o.Outbox, audit: o.Audit, key: o.Key, adminEmail: o.AdminEmail, now: o.Clock,
	}
	n.outbox.Register(n.emailKinds()...)
	return n
}

// reviewError turns an error of the review into the answer.
func reviewError(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This nomination was not found.", nil)
	}
	var answer *router.ApiError
	if errors.As(err, &answer) {
		return answer
	}
	var domain *apperr.Error
	if errors.As(err, &domain) {
		return err
	}
	return httpx.NewError(http.StatusInternalServerError, "This could not be stored. Please try again.", err)
}
