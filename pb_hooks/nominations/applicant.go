// Steps of applicants in their own nomination, with an account or with the link in their emails:
//
//	submitted ──amend──> submitted
//	submitted, in_review, info_requested ──withdraw──> withdrawn ──reopen──> submitted
//	info_requested ──answer──> in_review
//
//   - The link's token is not stored. It consists of the nomination's id and a value derived from the id with the key
//     file. It is sent in request bodies only, so that no log records it.
//   - A step contains the version that the applicant has seen, as the reviewers' steps do. An outdated page therefore
//     cannot answer a question that was replaced, or amend a nomination that is already in review.
//   - A person who has the link can read mail to the nomination's address. The link therefore verifies the address of
//     an account with that address.

package nominations

import (
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/nominations/emails"
)

// OwnStep is a step of the review, as shown to the applicant.
type OwnStep struct {
	At        httpx.Time `json:"at"`
	Step      StepName   `json:"step"`
	NewStatus Status     `json:"newStatus"`
	// Words is the reviewers' question or message, or the applicant's own text.
	Words string `json:"words"`
}

// OwnNominationDetail is a nomination, as shown to its applicant.
type OwnNominationDetail struct {
	Status    Status     `json:"status"`
	CreatedAt httpx.Time `json:"createdAt"`
	Deadline
	// Version is the version that a step has to send. Next lists the steps that the applicant can take now.
	Version int        `json:"version"`
	Next    []StepName `json:"next"`
	Steps   []OwnStep  `json:"steps"`
	Answers Answers    `json:"answers"`
	// HasAccount reports whether the address has an account.
	HasAccount bool `json:"hasAccount"`
}

func (n *Nominations) ownToken(id string) string {
	return id + "." + n.key.Derive("own-nomination", id)
}

// ownLinkParams adds the link's token to an applicant's email when it is sent. Emails that were queued before the
// link existed stay without it.
func (n *Nominations) ownLinkParams(app core.App, params map[string]string) (map[string]string, error) {
	id := params["nominationId"]
	if id == "" {
		return map[string]string{"token": ""}, nil
	}
	if _, err := paramsOfExisting(app, params); err != nil {
		return nil, err
	}
	return map[string]string{"token": n.ownToken(id)}, nil
}

// findOwn returns the nomination of a link's token, or without a token that of the caller's account.
func (n *Nominations) findOwn(e *core.RequestEvent, app core.App, token string) (*Nomination, error) {
	if token != "" {
		id, _, _ := strings.Cut(token, ".")
		if subtle.ConstantTimeCompare([]byte(n.ownToken(id)), []byte(token)) != 1 {
			return nil, ErrLinkUnknown
		}
		nomination, err := Find(app, id)
		if errors.Is(err, ErrNotFound) {
			return nil, ErrLinkUnknown
		}
		return nomination, err
	}
	user := httpx.CurrentUser(e)
	if user == nil {
		return nil, errNotSignedIn
	}
	nomination, err := findOfAccount(app, user)
	return nomination, database.IfMissing(err, errNoNomination)
}

// findOfAccount returns the nomination that the account sent, or else a nomination with the account's verified email.
// It returns sql.ErrNoRows if none exists. An unverified email may belong to another person.
func findOfAccount(app core.App, user *core.Record) (*Nomination, error) {
	nomination, err := findLatestOfUser(app, user.Id)
	if errors.Is(err, sql.ErrNoRows) && user.Verified() {
		return findByEmail(app, user.Email())
	}
	return nomination, err
}

// AnswersOfAccount returns the answers of the nomination that the owner of an account may read, or nil.
func AnswersOfAccount(app core.App, user *core.Record) (*Answers, error) {
	nomination, err := findOfAccount(app, user)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	var answers Answers
	database.ReadFields(nomination.Record, &answers)
	return &answers, nil
}

// GetOwnDetail is POST /api/nominations/mine/details. It uses POST so that the token is not part of the URL. Opening
// the link also verifies the address of a signed-in applicant.
func (n *Nominations) GetOwnDetail() httpx.Endpoint {
	return httpx.JSON(n.getOwnDetail, httpx.Doc{
		Tag: "review", Summary: "Read your own nomination, with an account or the link of an email",
		Errors: []*apperr.Error{errNotSignedIn, ErrLinkUnknown, errNoNomination},
	})
}

func (n *Nominations) getOwnDetail(e *core.RequestEvent, form OwnForm) (OwnNominationDetail, error) {
	nomination, err := n.findOwn(e, e.App, form.Token)
	if err != nil {
		return OwnNominationDetail{}, Fail(readFailed, "find", "own nomination", err)
	}
	if err := n.verifyByLink(e, form.Token, nomination); err != nil {
		return OwnNominationDetail{}, Fail(readFailed, "verify the applicant of nomination", nomination.Id, err)
	}
	return n.answerOwn(e, nomination)
}

// verifyByLink verifies the address of the caller's account if they opened the link of a nomination with this
// address. If no one is signed in, it verifies the address for the account to which this browser signs in, or which
// it creates, within a day.
func (n *Nominations) verifyByLink(e *core.RequestEvent, token string, nomination *Nomination) error {
	user := httpx.CurrentUser(e)
	if token != "" && user == nil {
		links.RememberVerifiedEmail(e, n.middleware, n.key, nomination.Email(), n.now())
		return nil
	}
	if token == "" || user == nil || user.Verified() || !strings.EqualFold(user.Email(), nomination.Email()) {
		return nil
	}
	return e.App.RunInTransaction(func(tx core.App) error { return links.MarkEmailVerified(tx, user) })
}

func (n *Nominations) answerOwn(e *core.RequestEvent, nomination *Nomination) (OwnNominationDetail, error) {
	detail, err := n.readOwn(e.App, nomination)
	if err != nil {
		return detail, Fail(readFailed, "read own nomination", nomination.Id, err)
	}
	return detail, nil
}

func (n *Nominations) readOwn(app core.App, nomination *Nomination) (detail OwnNominationDetail, err error) {
	detail = OwnNominationDetail{
		Status: nomination.Status(), CreatedAt: httpx.Time(nomination.CreatedAt()), Deadline: nomination.deadline(),
		Version: nomination.Version(), Next: nomination.Status().stepsOf(applicantSteps),
	}
	detail.Deadline.SetSecondsLeft(n.now())
	if detail.Answers, err = findAnswers(app, nomination.Id); err != nil {
		return detail, err
	}
	if detail.Steps, err = listOwnSteps(app, nomination.Id); err != nil {
		return detail, err
	}
	if _, err := app.FindAuthRecordByEmail(httpx.Users, nomination.Email()); err == nil {
		detail.HasAccount = true
	}
	return detail, nil
}

// listOwnSteps returns the history of a review without the parts that only reviewers may read.
func listOwnSteps(app core.App, id string) ([]OwnStep, error) {
	views, err := ListSteps(app, id)
	own := []OwnStep{}
	for _, view := range views {
		step := OwnStep{At: view.At, Step: view.Step, NewStatus: view.NewStatus}
		switch {
		case view.ActorKind == ActorApplicant:
			step.Words = view.Why
		case view.Mailed:
			step.Words = view.Words
		}
		own = append(own, step)
	}
	return own, err
}

// AmendOwn is POST /api/nominations/mine/amend. It replaces the answers, except the email, until the review starts.
// It checks the answers once the step is known to be possible.
func (n *Nominations) AmendOwn() httpx.Endpoint {
	return httpx.Raw[AmendForm](n.amendOwn, ownStepDoc("Correct your answers before the review starts"))
}

func (n *Nominations) amendOwn(e *core.RequestEvent) (OwnNominationDetail, error) {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return OwnNominationDetail{}, err
	}
	step, problems := httpx.Bind[OwnStepForm](body)
	if len(problems) > 0 {
		return OwnNominationDetail{}, httpx.Invalid(problems...)
	}
	return n.takeOwnStep(e, stepAmend, step, "", func(nomination *Nomination) error {
		body["email"] = nomination.Email()
		form, problems := httpx.Bind[AmendForm](body)
		if len(problems) > 0 {
			return validationError(problems...)
		}
		nomination.amend(form.Answers)
		return nil
	})
}

// AnswerOwn is POST /api/nominations/mine/answer. It answers the reviewers' question and notifies the admins.
func (n *Nominations) AnswerOwn() httpx.Endpoint {
	return httpx.JSON(n.answerQuestion, ownStepDoc("Answer the reviewers' question"))
}

func (n *Nominations) answerQuestion(e *core.RequestEvent, form OwnAnswerForm) (OwnNominationDetail, error) {
	return n.takeOwnStep(e, StepAnswer, form.OwnStepForm, form.Words, nil)
}

// WithdrawOwn is POST /api/nominations/mine/withdraw.
func (n *Nominations) WithdrawOwn() httpx.Endpoint {
	return httpx.JSON(n.withdrawOwn, ownStepDoc("Withdraw your nomination"))
}

func (n *Nominations) withdrawOwn(e *core.RequestEvent, form WithdrawForm) (OwnNominationDetail, error) {
	return n.takeOwnStep(e, stepWithdraw, form.OwnStepForm, form.Words, nil)
}

// ReopenOwn is POST /api/nominations/mine/reopen. It submits a withdrawn nomination again and restarts the 48 hours.
func (n *Nominations) ReopenOwn() httpx.Endpoint {
	return httpx.JSON(n.reopenOwn, ownStepDoc("Send a withdrawn nomination again"))
}

func (n *Nominations) reopenOwn(e *core.RequestEvent, form OwnStepForm) (OwnNominationDetail, error) {
	return n.takeOwnStep(e, stepReopen, form, "", nil)
}

func ownStepDoc(summary string) httpx.Doc {
	return httpx.Doc{
		Tag: "review", Summary: summary, Statuses: []int{http.StatusConflict, http.StatusTooManyRequests},
		Errors: []*apperr.Error{errNotSignedIn, ErrLinkUnknown, errNoNomination, errChangedMeanwhile},
	}
}

// takeOwnStep takes an applicant's step and returns the nomination. If change is not nil, it is applied first.
func (n *Nominations) takeOwnStep(e *core.RequestEvent, name StepName, form OwnStepForm, words string,
	change func(nomination *Nomination) error) (OwnNominationDetail, error) {
	id := ""
	var nomination *Nomination
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if nomination, err = n.findOwn(e, tx, form.Token); err != nil {
			return err
		}
		id = nomination.Id
		taken, err := ownStep(nomination, name, form.Version)
		if err != nil {
			return err
		}
		if change != nil {
			if err := change(nomination); err != nil {
				return err
			}
		}
		return n.saveOwnStep(tx, applicantActor(e, nomination), nomination, taken, words)
	})
	if problems := httpx.SchemaProblems(err, Form); len(problems) > 0 {
		return OwnNominationDetail{}, validationError(problems...)
	}
	if err != nil {
		return OwnNominationDetail{}, Fail(reviewFailed, string(name)+" own nomination", id, err)
	}
	return n.answerOwn(e, nomination)
}

// ownStep returns the applicant's step with a name, if it is possible from the nomination's status and version.
func ownStep(nomination *Nomination, name StepName, version int) (Step, error) {
	if nomination.Version() != version {
		return Step{}, errChangedMeanwhile
	}
	for _, s := range applicantSteps {
		if s.From == nomination.Status() && s.Name == name {
			return s, nil
		}
	}
	return Step{}, apperr.Conflict("invalid-step", ownStepRefusals[name])
}

var ownStepRefusals = map[StepName]string{
	stepAmend:    "Your nomination is being reviewed, and can no longer be changed here. Please write to us.",
	StepAnswer:   "There is no open question to answer.",
	stepWithdraw: "Your nomination has been decided, and can no longer be withdrawn.",
	stepReopen:   "Your nomination has not been withdrawn.",
}

// applicantActor returns the caller's account as the actor. Without an account it is an actor with the nomination's
// address.
func applicantActor(e *core.RequestEvent, nomination *Nomination) audit.Actor {
	actor := audit.AccountActor(e, httpx.CurrentUser(e))
	if actor.Kind == audit.ActorNone {
		actor.Name = nomination.Email()
	}
	return actor
}

func (n *Nominations) saveOwnStep(tx core.App, by audit.Actor, nomination *Nomination, taken Step, words string) error {
	if err := nomination.MoveTo(taken.To, database.DateTime(n.now())); err != nil {
		return err
	}
	if err := n.audit.Save(tx, by, taken.Action, nomination.Record); err != nil {
		return err
	}
	applicant := audit.Actor{Kind: ActorApplicant, Name: nomination.Name()}
	row, err := NewReviewStep(tx, nomination, applicant, n.now(), taken, words, "", false)
	if err != nil {
		return err
	}
	if err := tx.Save(row); err != nil {
		return fmt.Errorf("save step: %w", err)
	}
	return n.enqueueOwnStepEmail(tx, nomination, row.Id, taken.Name, words)
}

func (n *Nominations) enqueueOwnStepEmail(tx core.App, nomination *Nomination, stepID string, name StepName,
	words string) error {
	switch name {
	case stepWithdraw:
		if err := n.outbox.Throttle(emails.KindWithdrawn, nomination.Email()); err != nil {
			return err
		}
		return n.outbox.Enqueue(tx, emails.Withdrawn{
			StepID: stepID, RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(),
		}.Build())
	case StepAnswer:
		return n.outbox.EnqueueToOffice(tx, emails.Answered{
			StepID:         stepID,
			RegistrationID: nomination.Id,
			Name:           nomination.Name(),
			Email:          nomination.Email(),
			Answer:         words,
		}.Build())
	}
	return nil
}
