// What applicants do with their own nomination, with an account or by the link of their e-mails:
//
//	submitted ──amend──> submitted
//	submitted, in_review, info_requested ──withdraw──> withdrawn ──reopen──> submitted
//	info_requested ──answer──> in_review
//
//   - The link's token is not stored: it is the nomination's id with what the key file derives from it. It is sent in
//     bodies only, so that no log keeps it.
//   - A step names the version that the applicant has seen, as the reviewers' steps do, so that nobody answers a
//     question that was replaced, or amends what is being read.
//   - Whoever holds the link reads the e-mails of the nomination's address: an account with that address is verified.

package nominations

import (
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations/emails"
	"boardcircle/pb_hooks/settings"
)

// actorApplicant is the kind of actor of an applicant's steps in the history of a review.
const actorApplicant = "applicant"

// The applicant's steps, beside stepAnswer.
const (
	stepAmend    = "amend"
	stepWithdraw = "withdraw"
	stepReopen   = "reopen"
)

// applicantSteps are the transitions that the applicant makes.
var applicantSteps = []step{
	{stepAmend, Submitted, Submitted, "nomination.amended", nil, false},
	{stepAnswer, InfoRequested, InReview, "nomination.answered", nil, false},
	{stepWithdraw, Submitted, Withdrawn, "nomination.withdrawn", nil, false},
	{stepWithdraw, InReview, Withdrawn, "nomination.withdrawn", nil, false},
	{stepWithdraw, InfoRequested, Withdrawn, "nomination.withdrawn", nil, false},
	{stepReopen, Withdrawn, Submitted, "nomination.reopened", nil, false},
}

// OwnStep is a step of the review, as the applicant reads it.
type OwnStep struct {
	At      httpx.Time `json:"at"`
	Step    string     `json:"step"`
	Becomes Status     `json:"becomes"`
	// Words are a question or message of the reviewers', or the applicant's own answer.
	Words string `json:"words"`
}

// OwnNominationDetail is a nomination as its applicant reads it.
type OwnNominationDetail struct {
	Status    Status     `json:"status"`
	CreatedAt httpx.Time `json:"createdAt"`
	Deadline
	// Version is what a step must name, Next the steps that the applicant can take now.
	Version int       `json:"version"`
	Next    []string  `json:"next"`
	Steps   []OwnStep `json:"steps"`
	Answers Answers   `json:"answers"`
	// HasAccount tells whether the address has an account.
	HasAccount bool `json:"hasAccount"`
}

func (n *Nominations) ownToken(id string) string {
	return id + "." + n.key.Derive("own-nomination", id)
}

// ownLinkParams adds the token of the link to an applicant's e-mail when it is sent; one that was enqueued before there
// was such a link goes without.
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

// findOwn returns the nomination of a link's token, else that of the caller's account.
func (n *Nominations) findOwn(e *core.RequestEvent, app core.App, token string) (*Nomination, error) {
	if token != "" {
		id, _, _ := strings.Cut(token, ".")
		if subtle.ConstantTimeCompare([]byte(n.ownToken(id)), []byte(token)) != 1 {
			return nil, errLinkUnknown
		}
		nomination, err := findNomination(app, id)
		if errors.Is(err, errNotFound) {
			return nil, errLinkUnknown
		}
		return nomination, err
	}
	user := httpx.CurrentUser(e)
	if user == nil {
		return nil, errNotSignedIn
	}
	nomination, err := findOfAccount(app, user)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoNomination
	}
	return nomination, err
}

// findOfAccount prefers a nomination that was sent with the account to one that only has its e-mail, which must be
// verified: it may be somebody else's. Returns sql.ErrNoRows if there is none.
func findOfAccount(app core.App, user *core.Record) (*Nomination, error) {
	nomination, err := findLatestOfUser(app, user.Id)
	if errors.Is(err, sql.ErrNoRows) && user.Verified() {
		return findByEmail(app, user.Email())
	}
	return nomination, err
}

// GetOwnDetail is POST /api/nominations/mine/details. It is no GET, for the token is in its body. A signed-in
// applicant who comes by the link has shown that the address is theirs.
func (n *Nominations) GetOwnDetail(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, OwnForm)
	if err != nil {
		return err
	}
	token := values.Text("token")
	nomination, err := n.findOwn(e, e.App, token)
	if err != nil {
		return fail(readFailed, "find", "own nomination", err)
	}
	if err := n.verifyByLink(e, token, nomination); err != nil {
		return fail(readFailed, "verify the applicant of nomination", nomination.Id, err)
	}
	return n.answerOwn(e, nomination)
}

// verifyByLink marks the address of the caller's account as verified if they have opened the link of its nomination.
// Who is not signed in proves it for the account that this browser signs in to, or opens, within a day.
func (n *Nominations) verifyByLink(e *core.RequestEvent, token string, nomination *Nomination) error {
	user := httpx.CurrentUser(e)
	if token != "" && user == nil {
		accounts.RememberVerifiedEmail(e, n.middleware, n.key, nomination.Email(), n.now())
		return nil
	}
	if token == "" || user == nil || user.Verified() || !strings.EqualFold(user.Email(), nomination.Email()) {
		return nil
	}
	return e.App.RunInTransaction(func(tx core.App) error { return accounts.MarkEmailVerified(tx, user) })
}

func (n *Nominations) answerOwn(e *core.RequestEvent, nomination *Nomination) error {
	detail, err := n.readOwn(e.App, nomination)
	if err != nil {
		return fail(readFailed, "read own nomination", nomination.Id, err)
	}
	return e.JSON(http.StatusOK, detail)
}

func (n *Nominations) readOwn(app core.App, nomination *Nomination) (detail OwnNominationDetail, err error) {
	detail = OwnNominationDetail{
		Status: nomination.Status(), CreatedAt: httpx.Time(nomination.CreatedAt()), Deadline: nomination.deadline(),
		Version: nomination.Version(), Next: nomination.Status().stepsOf(applicantSteps),
	}
	detail.Deadline.setSecondsLeft(n.now())
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

// listOwnSteps lists the history of a review for its applicant: what the reviewers keep for themselves is left out.
func listOwnSteps(app core.App, id string) ([]OwnStep, error) {
	views, err := listSteps(app, id)
	own := []OwnStep{}
	for _, view := range views {
		step := OwnStep{At: view.At, Step: view.Step, Becomes: view.Becomes}
		switch {
		case view.ActorKind == actorApplicant:
			step.Words = view.Why
		case view.Mailed:
			step.Words = view.Words
		}
		own = append(own, step)
	}
	return own, err
}

// AmendOwn is POST /api/nominations/mine/amend: other answers, until the review begins. The e-mail stays.
func (n *Nominations) AmendOwn(e *core.RequestEvent) error {
	return n.takeOwnStep(e, stepAmend, nil, func(nomination *Nomination, body map[string]any) error {
		body["email"] = nomination.Email()
		values, problems := AmendmentForm.Check(body)
		if len(problems) > 0 {
			return validationError(problems...)
		}
		nomination.amend(values)
		return nil
	})
}

// AnswerOwn is POST /api/nominations/mine/answer: the answer to the reviewers' question. The admins are told.
func (n *Nominations) AnswerOwn(e *core.RequestEvent) error {
	return n.takeOwnStep(e, stepAnswer, OwnAnswerForm, nil)
}

// WithdrawOwn is POST /api/nominations/mine/withdraw.
func (n *Nominations) WithdrawOwn(e *core.RequestEvent) error {
	return n.takeOwnStep(e, stepWithdraw, OwnReasonForm, nil)
}

// ReopenOwn is POST /api/nominations/mine/reopen: a withdrawn nomination is sent again, and the 48 hours begin anew.
func (n *Nominations) ReopenOwn(e *core.RequestEvent) error {
	return n.takeOwnStep(e, stepReopen, nil, nil)
}

// takeOwnStep takes an applicant's step, and answers with the nomination. change, if any, changes it first.
func (n *Nominations) takeOwnStep(
	e *core.RequestEvent, name string, form rules.Form, change func(nomination *Nomination, body map[string]any) error,
) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	base, problems := OwnStepForm.Check(body)
	values, more := form.Check(body)
	if problems = append(problems, more...); len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	version, err := strconv.Atoi(base.Text("version"))
	if err != nil {
		return err // the form has checked it
	}
	id := ""
	var nomination *Nomination
	err = e.App.RunInTransaction(func(tx core.App) error {
		if nomination, err = n.findOwn(e, tx, base.Text("token")); err != nil {
			return err
		}
		id = nomination.Id
		taken, err := ownStep(nomination, name, version)
		if err != nil {
			return err
		}
		if change != nil {
			if err := change(nomination, body); err != nil {
				return err
			}
		}
		return n.saveOwnStep(tx, applicantActor(e, nomination), nomination, taken, values.Text("words"))
	})
	if problems := httpx.SchemaProblems(err, Form); len(problems) > 0 {
		return validationError(problems...)
	}
	if err != nil {
		return fail(reviewFailed, name+" own nomination", id, err)
	}
	return n.answerOwn(e, nomination)
}

// ownStep returns the applicant's step of a name that leads on from a nomination's status.
func ownStep(nomination *Nomination, name string, version int) (step, error) {
	if nomination.Version() != version {
		return step{}, errChangedMeanwhile
	}
	for _, s := range applicantSteps {
		if s.from == nomination.Status() && s.name == name {
			return s, nil
		}
	}
	return step{}, apperr.Conflict("invalid-step", ownStepRefusals[name])
}

var ownStepRefusals = map[string]string{
	stepAmend:    "Your nomination is being reviewed, and can no longer be changed here. Please write to us.",
	stepAnswer:   "There is no question of ours that waits for your answer.",
	stepWithdraw: "Your nomination has been decided, and can no longer be withdrawn.",
	stepReopen:   "Your nomination is not withdrawn.",
}

// applicantActor is the account that acts, or nobody, with the nomination's address, who came by the link.
func applicantActor(e *core.RequestEvent, nomination *Nomination) audit.Actor {
	actor := audit.AccountActor(e, httpx.CurrentUser(e))
	if actor.Kind == audit.ActorNobody {
		actor.Name = nomination.Email()
	}
	return actor
}

func (n *Nominations) saveOwnStep(tx core.App, by audit.Actor, nomination *Nomination, taken step, words string) error {
	if err := nomination.moveTo(taken.to, database.DateTime(n.now())); err != nil {
		return err
	}
	if err := n.audit.Save(tx, by, taken.action, nomination.Record); err != nil {
		return err
	}
	applicant := audit.Actor{Kind: actorApplicant, Name: nomination.Name()}
	row, err := newReviewStep(tx, nomination, applicant, n.now(), taken, words, "", false)
	if err != nil {
		return err
	}
	if err := tx.Save(row); err != nil {
		return fmt.Errorf("save step: %w", err)
	}
	return n.enqueueOwnStepEmail(tx, nomination, row.Id, taken.name, words)
}

func (n *Nominations) enqueueOwnStepEmail(tx core.App, nomination *Nomination, stepID, name, words string) error {
	switch name {
	case stepWithdraw:
		if err := n.outbox.Throttle(emails.KindWithdrawn, nomination.Email()); err != nil {
			return err
		}
		return n.outbox.Enqueue(tx, emails.Withdrawn{
			StepID: stepID, RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(),
		}.Build())
	case stepAnswer:
		adminEmail, err := settings.NotificationRecipient(tx, n.adminEmail)
		if err != nil || adminEmail == "" {
			return err
		}
		email := emails.Answered{
			StepID: stepID, RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(), Answer: words,
		}.Build()
		email.To = mail.Address{Email: adminEmail}
		return n.outbox.Enqueue(tx, email)
	}
	return nil
}
