// Package review implements the review of nominations by the admins. The head comment of package nominations has the
// statuses.
//
//	queue.go         the queue, the list of all nominations and their exports; detail.go: the page of a nomination
//	steps.go         the reviewers' steps; votes.go: the votes that an approval needs
//	notes.go         notes between reviewers
//	verification.go  board seats, conflicts and referees; evidence.go: files as evidence of a seat
package review

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/people"
)

// Outbox limits and renders the emails to applicants.
type Outbox interface {
	Throttle(kind, email string) error
	Render(kind string, params map[string]string) (texts.Rendered, error)
}

// Previews shows an email that is not sent yet to its author.
type Previews interface {
	StorePreview(composer, html string) (address string)
}

// Deps are the dependencies of Review.
type Deps struct {
	Nominations *nominations.Nominations
	Middleware  *httpx.Middleware
	Outbox      Outbox
	Previews    Previews
	Audit       *audit.Log
	Clock       clock.Clock
}

// Review has the handlers of the review.
type Review struct {
	nominations *nominations.Nominations
	middleware  *httpx.Middleware
	outbox      Outbox
	previews    Previews
	audit       *audit.Log
	now         clock.Clock
}

// New returns Review.
func New(deps Deps) *Review {
	return &Review{
		nominations: deps.Nominations,
		middleware:  deps.Middleware,
		outbox:      deps.Outbox,
		previews:    deps.Previews,
		audit:       deps.Audit,
		now:         deps.Clock,
	}
}

// Messages for failures that the admin cannot fix.
const (
	saveFailed     = "This could not be saved. Please try again."
	readFailed     = "This could not be read. Please try again."
	evidenceFailed = "Your nomination could not be read. Please try again."
)

// errOwnNomination refuses a reviewer who would act on the nomination of the person that they are.
var errOwnNomination = apperr.Forbidden("own-nomination",
	"This is your own nomination. Another administrator must review it.")

func refuseOwn(app core.App, e *core.RequestEvent, nomination *nominations.Nomination) error {
	self, err := people.SelfOf(app, audit.RequestActor(e))
	if err != nil {
		return err
	}
	isOwn, err := self.IsAbout(app, nominations.AuditSubject(nomination))
	if err == nil && isOwn {
		err = errOwnNomination
	}
	return err
}

// update changes the nomination in the path in one transaction and returns it. No reviewer changes their own.
func (r *Review) update(e *core.RequestEvent, operation string,
	change func(tx core.App, nomination *nominations.Nomination) error) (Detail, error) {
	id := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		nomination, err := nominations.Find(tx, id)
		if err != nil {
			return err
		}
		if err := refuseOwn(tx, e, nomination); err != nil {
			return err
		}
		return change(tx, nomination)
	})
	if err != nil {
		return Detail{}, nominations.Fail(saveFailed, operation+" nomination", id, err)
	}
	return r.get(e)
}
