package review

import (
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/emails"
)

// StepForm is the body of POST /api/nominations/{id}/steps: the step, the version of the review that the admin has
// seen, and the fields of the step. Rules that differ by step are those of stepRules.
type StepForm struct {
	_       struct{}             `wire:"-"`
	Step    nominations.StepName `json:"step"`
	Version int                  `json:"version"`
	stepFields
}

// stepFields are the fields that depend on the step.
type stepFields struct {
	// Why is for the reviewers.
	Why string `json:"why"`
	// Notify reports whether a refused applicant gets an email. Words are its text, or the question to the applicant.
	Notify bool      `json:"notify"`
	Words  string    `json:"words"`
	Vote   VoteValue `json:"vote"`
}

// Rules returns the rules that all steps share.
func (StepForm) Rules() rules.Form {
	return rules.Form{
		{Name: "step", Label: "Step", Kind: rules.Choice, Required: true, Options: stepNames()},
		nominations.VersionField,
		{Name: "why", Label: "Reason", Kind: rules.Text},
		DeclineRules.Field("notify"),
		{Name: "words", Label: "Your own words", Kind: rules.Text},
		{Name: "vote", Label: "Your vote", Kind: rules.Choice, Options: VoteValue("").Values()},
	}
}

// CheckFields checks the rules of the step and clears the fields that it does not have.
func (f *StepForm) CheckFields() []rules.Problem {
	return httpx.Rebind(&f.stepFields, stepRules[f.Step])
}

// AskRules are the rules of the step ask. The question is sent to the applicant unchanged.
var AskRules = rules.Form{
	{Name: "words", Label: "Your question", Kind: rules.Text, Required: true, Max: 2000,
		Messages: rules.Messages{Required: "Please write what you would like to ask"}},
}

// AnswerRules are the rules of the step answer, with which a reviewer records the applicant's answer.
var AnswerRules = rules.Form{
	{Name: "why", Label: "Their answer", Kind: rules.Text, Max: 2000},
}

// ApproveRules are the rules of the step approve.
var ApproveRules = rules.Form{
	{Name: "why", Label: "Reason", Kind: rules.Text, Max: 2000},
	{Name: "vote", Label: "Your vote", Kind: rules.Choice, Options: VoteValue("").Values()},
}

// DeclineRules are the rules of the step decline: a reason for the reviewers, and a message if the applicant is to be
// notified.
var DeclineRules = rules.Form{
	{Name: "why", Label: "Reason", Kind: rules.Text, Required: true, Max: 2000,
		Messages: rules.Messages{Required: "Please give a reason for the record. The applicant does not see it."}},
	{Name: "notify", Label: "Email the applicant", Kind: rules.Flag, Default: "false"},
	{Name: "words", Label: "Your own words", Kind: rules.Text, Max: 2000},
	{Name: "vote", Label: "Your vote", Kind: rules.Choice, Options: VoteValue("").Values()},
}

// PreviewForm is the message of a refusal.
type PreviewForm struct {
	_     struct{} `wire:"-"`
	Words string   `json:"words"`
}

// Rules returns the rules of the form.
func (PreviewForm) Rules() rules.Form { return rules.Form{DeclineRules.Field("words")} }

// stepRules are the rules of the steps that have fields of their own.
var stepRules = map[nominations.StepName]rules.Form{
	nominations.StepAsk: AskRules, nominations.StepAnswer: AnswerRules, nominations.StepApprove: ApproveRules,
	nominations.StepDecline: DeclineRules,
}

func stepNames() []string {
	names := make([]string, len(nominations.ReviewSteps))
	for i, s := range nominations.ReviewSteps {
		names[i] = string(s.Name)
	}
	return names
}

// ApplyStep is POST /api/nominations/{id}/steps.
func (r *Review) ApplyStep() httpx.Endpoint {
	return httpx.JSON(r.applyStep, httpx.Doc{
		Tag: "review", Summary: "Take a step of the review",
		Errors:   []*apperr.Error{nominations.ErrNotFound},
		Statuses: []int{http.StatusConflict, http.StatusTooManyRequests},
		Example:  map[string]any{"step": nominations.StepTake, "version": 0},
	})
}

func (r *Review) applyStep(e *core.RequestEvent, form StepForm) (Detail, error) {
	return r.update(e, "take step "+string(form.Step)+" of",
		func(tx core.App, nomination *nominations.Nomination) error {
			return r.takeStep(tx, audit.RequestActor(e), nomination, form)
		})
}

// stepNamed panics if StepForm does not have the name.
func stepNamed(name nominations.StepName) nominations.Step {
	for _, s := range nominations.ReviewSteps {
		if s.Name == name {
			return s
		}
	}
	panic("nominations: no step " + name)
}

// takeStep takes a step of a review. Call it in a transaction.
func (r *Review) takeStep(tx core.App, by audit.Actor, nomination *nominations.Nomination, form StepForm) error {
	s := stepNamed(form.Step)
	switch {
	case nomination.Version() != form.Version:
		return versionConflictError(tx, nomination)
	case nomination.Status() != s.From:
		return invalidStepError(nomination.Status(), s.Name)
	}
	if err := r.checkVotes(tx, by, nomination, s, form.Vote); err != nil {
		return err
	}
	if err := nomination.MoveTo(s.To, database.DateTime(r.now())); err != nil {
		return err
	}
	if err := r.audit.Save(tx, by, s.Action, nomination.Record); err != nil {
		return err
	}
	isMailed := s.IsMailed || form.Notify
	taken, err := nominations.NewReviewStep(tx, nomination, by, r.now(), s, form.Why, form.Words, isMailed)
	if err != nil {
		return err
	}
	if err := tx.Save(taken); err != nil || !isMailed {
		return err
	}
	switch s.To {
	case nominations.InfoRequested:
		if err := r.outbox.Throttle(emails.KindQuestion, nomination.Email()); err != nil {
			return err
		}
		return r.nominations.EnqueueReviewEmail(tx, by, nomination, questionEmail(nomination, taken.Id, form.Words))
	case nominations.Declined:
		return r.nominations.EnqueueReviewEmail(tx, by, nomination, declinedEmail(nomination, form.Words))
	}
	return r.nominations.CreateInvitation(tx, by, nomination)
}

// versionConflictError names the admin whose step came first.
func versionConflictError(app core.App, nomination *nominations.Nomination) error {
	actor := "Someone"
	if last, err := nominations.FindStep(app, nomination.Id, nomination.Version()); err == nil {
		actor = last.Actor()
	}
	return apperr.Conflict("version-conflict", fmt.Sprintf(
		"%s has changed this nomination in the meantime. It is now %s. Please check it again.",
		actor, statusLabels[nomination.Status()]))
}

var statusLabels = map[nominations.Status]string{
	nominations.Submitted:     "waiting for its review",
	nominations.InReview:      "in review",
	nominations.InfoRequested: "waiting for the applicant's answer",
	nominations.Approved:      "approved",
	nominations.Declined:      "declined",
	nominations.Withdrawn:     "withdrawn by the applicant",
}

// invalidStepError explains why a step is not possible in a status.
func invalidStepError(status nominations.Status, step nominations.StepName) error {
	message := "This nomination is in review, and there is no open question."
	switch {
	case status == nominations.Withdrawn:
		message = "The applicant has withdrawn this nomination."
	case status.IsDecided():
		message = "This nomination is " + string(status) + ". A decision is final."
	case status == nominations.Submitted:
		message = "This nomination is not in review yet. Please start the review first."
	case status == nominations.InfoRequested:
		message = "This nomination is waiting for the applicant's answer. Please mark the answer as received, or " +
			"resume the review, first."
	case step == nominations.StepTake:
		message = "This nomination is already in review."
	}
	return apperr.Conflict("invalid-step", message)
}

func questionEmail(nomination *nominations.Nomination, stepID, question string) outbox.Email {
	return emails.Question{
		StepID:         stepID,
		RegistrationID: nomination.Id,
		Name:           nomination.Name(),
		Email:          nomination.Email(),
		Question:       question,
	}.Build()
}

func declinedEmail(nomination *nominations.Nomination, message string) outbox.Email {
	return emails.Declined{
		RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(), Message: message,
	}.Build()
}

// EmailPreview is an email as the applicant would receive it.
type EmailPreview struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
	// Frame is the URL at which the console's iframe shows the HTML.
	Frame string `json:"frame"`
}

// PreviewDecline is POST /api/nominations/{id}/decline-preview. It renders the email of a refusal with this message
// and stores nothing.
func (r *Review) PreviewDecline() httpx.Endpoint {
	return httpx.JSON(r.previewDecline, httpx.Doc{
		Tag: "review", Summary: "Preview the email of a refusal",
		Errors:    []*apperr.Error{nominations.ErrNotFound},
		Example:   map[string]any{"words": "Sorry."},
		Unaudited: "It stores nothing.",
	})
}

func (r *Review) previewDecline(e *core.RequestEvent, form PreviewForm) (EmailPreview, error) {
	id := e.Request.PathValue("id")
	nomination, err := nominations.Find(e.App, id)
	if err != nil {
		return EmailPreview{}, nominations.Fail(readFailed, "find nomination", id, err)
	}
	email := declinedEmail(nomination, form.Words)
	rendered, err := r.outbox.Render(email.Kind, email.Params)
	if err != nil {
		return EmailPreview{}, nominations.Fail(readFailed, "preview refusal of nomination", id, err)
	}
	return EmailPreview{
		To: email.To.Email, Subject: rendered.Subject, HTML: rendered.HTML, Text: rendered.Text,
		Frame: r.previews.StorePreview(httpx.AccountKey(e), rendered.HTML),
	}, nil
}

// ResendForm names the invitation that a new one replaces.
type ResendForm struct {
	_ struct{} `wire:"-"`
	// CurrentInvitationID is the id of the current invitation, or "".
	CurrentInvitationID string `json:"currentInvitationId"`
}

// Rules returns the rules of the form.
func (ResendForm) Rules() rules.Form {
	return rules.Form{{Name: "currentInvitationId", Label: "Invitation", Kind: rules.Line, Max: 15}}
}

// ResendInvitation is POST /api/nominations/{id}/invitation. It replaces the current invitation with a new one.
func (r *Review) ResendInvitation() httpx.Endpoint {
	return httpx.JSON(r.resendInvitation, httpx.Doc{
		Tag: "review", Summary: "Send a new invitation",
		Errors:   []*apperr.Error{nominations.ErrNotFound},
		Statuses: []int{http.StatusConflict, http.StatusTooManyRequests},
	})
}

func (r *Review) resendInvitation(e *core.RequestEvent, form ResendForm) (Detail, error) {
	return r.update(e, "resend invitation of", func(tx core.App, nomination *nominations.Nomination) error {
		return r.nominations.ResendInvitation(tx, audit.RequestActor(e), nomination, form.CurrentInvitationID)
	})
}
