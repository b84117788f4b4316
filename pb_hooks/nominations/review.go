// How a nomination is reviewed:
//
//	submitted ──take──> in_review ──approve──> approved
//	                     │  ^ ╰────decline──> declined
//	                    ask ╰──answer, resume──╮
//	                     ╰────────> info_requested
//
//   - submitted is where each nomination begins (a trigger sees to that, whoever writes it). An
//     approval and a refusal are final.
//   - Whoever takes a step names the version that she has seen. A step makes the next version, in
//     one transaction with its row of the history, its vote, its letters, its invitation and its
//     rows of the audit log. So of two admins at once the second is told, and nothing goes out twice.
//   - The applicant was promised to hear from us within 48 hours: dueAt. From ask to the next step
//     the clock stands (pausedAt), and dueAt moves on by as long as it stood.
//   - An approval needs as many yes votes as the settings say (votes.go) and brings an invitation
//     (invitations.go). A refusal writes to the applicant only where the admin says so.

package nominations

import (
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
)

// The states of a review, as they travel and are stored.
const (
	Submitted     = "submitted"
	InReview      = "in_review"
	InfoRequested = "info_requested"
	Approved      = "approved"
	Declined      = "declined"
)

// step is a way from one state to the next.
type step struct {
	name, from, to string
	// action names the step in the audit log.
	action string
	form   rules.Form
}

var steps = []step{
	{"take", Submitted, InReview, "nomination.taken", nil},
	{"ask", InReview, InfoRequested, "nomination.asked", AskForm},
	{"answer", InfoRequested, InReview, "nomination.answered", AnswerForm},
	{"resume", InfoRequested, InReview, "nomination.resumed", nil},
	{"approve", InReview, Approved, "nomination.approved", ApproveForm},
	{"decline", InReview, Declined, "nomination.declined", DeclineForm},
}

// ApplyStep is POST /api/nominations/{id}/steps.
func (n *Nominations) ApplyStep(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	next, version, values, problems := decodeStep(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		r, err := n.findForStep(tx, e.Request.PathValue("id"), next, version)
		if err != nil {
			return err
		}
		return n.applyStep(tx, audit.RequestActor(e), r, next, values)
	})
	if err != nil {
		return reviewError(err)
	}
	return n.Get(e)
}

// decodeStep reads a step's name, the version that the caller has seen, and what belongs to the step.
func decodeStep(body map[string]any) (step, string, rules.Values, []rules.Problem) {
	base, problems := StepForm.Check(body)
	if len(problems) > 0 {
		return step{}, "", nil, problems
	}
	for _, s := range steps {
		if s.name == base.Text("step") {
			values, problems := s.form.Check(body)
			return s, base.Text("version"), values, problems
		}
	}
	panic("nominations: a step that the form knows and the review does not: " + base.Text("step"))
}

// findForStep finds a nomination that can take a step, for somebody who has seen its present version.
func (n *Nominations) findForStep(tx core.App, id string, s step, version string) (*core.Record, error) {
	r, err := tx.FindRecordById(registrations, id)
	if err != nil {
		return nil, err
	}
	if r.GetString("reviewVersion") != version {
		return nil, httpx.NewError(http.StatusConflict, versionConflictMessage(tx, r), nil)
	}
	if r.GetString("status") != s.from {
		return nil, httpx.NewError(http.StatusConflict, invalidStepMessage(r.GetString("status"), s.name), nil)
	}
	return r, nil
}

// applyStep takes the step, with all that it brings about.
func (n *Nominations) applyStep(tx core.App, by audit.Actor, r *core.Record, s step, values rules.Values) error {
	if err := n.checkVotes(tx, by, r, s, values.Text("vote")); err != nil {
		return err
	}
	if err := n.updateDeadline(r, s); err != nil {
		return err
	}
	r.Set("status", s.to)
	r.Set("reviewVersion", r.GetInt("reviewVersion")+1)
	if err := n.audit.Save(tx, by, s.action, r); err != nil {
		return err
	}
	mailed := s.name == "ask" || s.to == Approved || values.Text("notify") == "true"
	stepRecord, err := n.createReviewRecord(tx, reviewSteps, r, by, map[string]any{
		"step": s.name, "was": s.from, "becomes": s.to, "version": r.GetInt("reviewVersion"),
		"why": values.Text("why"), "words": values.Text("words"), "mailed": mailed,
	})
	if err != nil || !mailed {
		return err
	}
	return n.enqueueStepEmail(tx, by, r, stepRecord)
}

// enqueueStepEmail puts the letter that a step brings about into the outbox.
func (n *Nominations) enqueueStepEmail(tx core.App, by audit.Actor, r, stepRecord *core.Record) error {
	switch stepRecord.GetString("step") {
	case "ask":
		if err := n.outbox.Throttle(kindNominationQuestion, r.Email()); err != nil {
			return err
		}
		return n.enqueueEmail(tx, by, r, nominationQuestionEmail{
			StepID: stepRecord.Id, RegistrationID: r.Id, Name: r.GetString("name"), Email: r.Email(), Question: stepRecord.GetString("words"),
		}.Build())
	case "decline":
		return n.enqueueEmail(tx, by, r, declinedEmail(r, stepRecord.GetString("words")))
	}
	return n.createInvitation(tx, by, r)
}

// enqueueEmail enqueues a letter and notes it in the audit log.
func (n *Nominations) enqueueEmail(tx core.App, by audit.Actor, r *core.Record, email mail.Email) error {
	if err := n.outbox.Enqueue(tx, email); err != nil {
		return err
	}
	return n.audit.Record(tx, by, "letter.queued", auditSubject(r), map[string]any{"letter": email.Kind, "to": email.To.Email})
}

// createReviewRecord inserts a row that belongs to a nomination and tells who made it.
func (n *Nominations) createReviewRecord(tx core.App, name string, r *core.Record, by audit.Actor, values map[string]any) (*core.Record, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(name)
	if err != nil {
		return nil, err
	}
	row := core.NewRecord(collection)
	row.Load(values)
	row.Load(map[string]any{
		"nomination": r.Id, "actorKind": by.Kind, "actorId": by.ID, "actor": by.Name, "at": n.now(),
	})
	return row, tx.Save(row)
}

func auditSubject(r *core.Record) audit.Subject {
	return audit.Subject{Collection: registrations, ID: r.Id, Label: r.GetString("name")}
}

// versionConflictMessage says who has been quicker.
func versionConflictMessage(app core.App, r *core.Record) string {
	actorName := "Somebody"
	last, err := app.FindFirstRecordByFilter(reviewSteps, "nomination = {:id} && version = {:version}",
		map[string]any{"id": r.Id, "version": r.GetInt("reviewVersion")})
	if err == nil {
		actorName = last.GetString("actor")
	}
	return fmt.Sprintf("%s has taken this nomination a step further meanwhile: it is %s now. Please look at it again.",
		actorName, statusLabels[r.GetString("status")])
}

var statusLabels = map[string]string{
	Submitted: "waiting for its review", InReview: "in review", InfoRequested: "waiting for the applicant's answer",
	Approved: "approved", Declined: "declined",
}

// invalidStepMessage says why a step cannot be taken from a state.
func invalidStepMessage(state, step string) string {
	switch {
	case state == Approved || state == Declined:
		return "This nomination is " + state + ". A decision is final."
	case state == Submitted:
		return "This nomination is not in review yet. Please take it into review first."
	case state == InfoRequested:
		return "This nomination waits for the applicant's answer. Please mark the answer as received, or take the nomination back into review, first."
	case step == "take":
		return "This nomination is in review already."
	}
	return "This nomination is in review: nothing has been asked that an answer could be received for."
}
