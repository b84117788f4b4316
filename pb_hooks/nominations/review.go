package nominations

import (
	"fmt"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations/emails"
)

// ApplyStep is POST /api/nominations/{id}/steps.
func (n *Nominations) ApplyStep(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	base, problems := StepForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	name := base.Text("step")
	values, problems := stepNamed(name).form.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	version, err := strconv.Atoi(base.Text("version"))
	if err != nil {
		return err // cannot fail: the form has checked the value
	}
	return n.update(e, "take step "+name+" of", func(tx core.App, nomination *Nomination) error {
		return n.takeStep(tx, audit.RequestActor(e), nomination, name, version, values)
	})
}

// update changes the nomination in the path in one transaction and responds with the result.
func (n *Nominations) update(e *core.RequestEvent, operation string, change func(tx core.App, nomination *Nomination) error) error {
	id := e.Request.PathValue("id")
	err := e.App.RunInTransaction(func(tx core.App) error {
		nomination, err := findNomination(tx, id)
		if err != nil {
			return err
		}
		return change(tx, nomination)
	})
	if err != nil {
		return fail(reviewFailed, operation+" nomination", id, err)
	}
	return n.Get(e)
}

// stepNamed panics if StepForm does not have the name.
func stepNamed(name string) step {
	for _, s := range steps {
		if s.name == name {
			return s
		}
	}
	panic("nominations: no step " + name)
}

// takeStep takes a step of a review for an admin who has seen the given version. name is one of StepForm, values are
// those of the step's form. Call it in a transaction.
func (n *Nominations) takeStep(tx core.App, by audit.Actor, nomination *Nomination, name string, version int, values rules.Values) error {
	s := stepNamed(name)
	switch {
	case nomination.Version() != version:
		return versionConflictError(tx, nomination)
	case nomination.Status() != s.from:
		return invalidStepError(nomination.Status(), s.name)
	}
	if err := n.checkVotes(tx, by, nomination, s, values.Text("vote")); err != nil {
		return err
	}
	if err := nomination.moveTo(s.to, database.DateTime(n.now())); err != nil {
		return err
	}
	if err := n.audit.Save(tx, by, s.action, nomination.Record); err != nil {
		return err
	}
	message := values.Text("words")
	isMailed := s.isMailed || values.Text("notify") == "true"
	taken, err := newReviewStep(tx, nomination, by, n.now(), s, values.Text("why"), message, isMailed)
	if err != nil {
		return err
	}
	if err := tx.Save(taken); err != nil || !isMailed {
		return err
	}
	switch s.to {
	case InfoRequested:
		if err := n.outbox.Throttle(emails.KindQuestion, nomination.Email()); err != nil {
			return err
		}
		return n.enqueueReviewEmail(tx, by, nomination, questionEmail(nomination, taken.Id, message))
	case Declined:
		return n.enqueueReviewEmail(tx, by, nomination, declinedEmail(nomination, message))
	}
	return n.createInvitation(tx, by, nomination)
}

func auditSubject(nomination *Nomination) audit.Subject {
	return audit.Subject{Collection: registrations, ID: nomination.Id, Label: nomination.Name()}
}

// versionConflictError names the admin whose step came first.
func versionConflictError(app core.App, nomination *Nomination) error {
	actor := "Somebody"
	if last, err := findStep(app, nomination.Id, nomination.Version()); err == nil {
		actor = last.Actor()
	}
	return apperr.Conflict("version-conflict", fmt.Sprintf(
		"%s has taken this nomination a step further meanwhile: it is %s now. Please look at it again.",
		actor, statusLabels[nomination.Status()]))
}

var statusLabels = map[Status]string{
	Submitted: "waiting for its review", InReview: "in review", InfoRequested: "waiting for the applicant's answer",
	Approved: "approved", Declined: "declined", Withdrawn: "withdrawn by the applicant",
}

// invalidStepError explains why a step is not possible in a status.
func invalidStepError(status Status, step string) error {
	message := "This nomination is in review: nothing has been asked that an answer could be received for."
	switch {
	case status == Withdrawn:
		message = "The applicant has withdrawn this nomination."
	case status.IsDecided():
		message = "This nomination is " + string(status) + ". A decision is final."
	case status == Submitted:
		message = "This nomination is not in review yet. Please take it into review first."
	case status == InfoRequested:
		message = "This nomination waits for the applicant's answer. Please mark the answer as received, or take the nomination back into review, first."
	case step == stepTake:
		message = "This nomination is in review already."
	}
	return apperr.Conflict("invalid-step", message)
}

// Deadline is the remaining time of the promised period.
type Deadline struct {
	// DueAt is when the applicant should have an answer. It does not change while the deadline is paused.
	DueAt httpx.Time `json:"dueAt" db:"dueAt"`
	// PausedAt is when the open question was asked, or "" if there is none.
	PausedAt  httpx.Time `json:"pausedAt" db:"pausedAt"`
	DecidedAt httpx.Time `json:"decidedAt" db:"decidedAt"`
	// SecondsLeft is the time left at the time of the response, or when the deadline was paused or the nomination was
	// decided. It is negative if the nomination is overdue.
	SecondsLeft int `json:"secondsLeft"`
}

func (d *Deadline) setSecondsLeft(now time.Time) {
	at := now
	for _, stopped := range []httpx.Time{d.PausedAt, d.DecidedAt} {
		if stoppedAt := types.DateTime(stopped); !stoppedAt.IsZero() {
			at = stoppedAt.Time()
		}
	}
	d.SecondsLeft = int(types.DateTime(d.DueAt).Time().Sub(at).Seconds())
}

func (d *Deadline) isDecided() bool { return !types.DateTime(d.DecidedAt).IsZero() }
