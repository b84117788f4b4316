package nominations

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
)

// Status is the state of a review, as sent and stored.
type Status string

const (
	Submitted     Status = "submitted"
	InReview      Status = "in_review"
	InfoRequested Status = "info_requested"
	Approved      Status = "approved"
	Declined      Status = "declined"
	// Withdrawn is set by the applicant, who can also reopen the nomination.
	Withdrawn Status = "withdrawn"
)

// Statuses lists all statuses in the usual order.
var Statuses = []Status{Submitted, InReview, InfoRequested, Approved, Declined, Withdrawn}

// Values returns all statuses.
func (Status) Values() []string { return rules.Options(Statuses...) }

// StepName is the name of a step, as sent and stored.
type StepName string

// Step is a named transition from one status to another.
type Step struct {
	Name     StepName
	From, To Status
	// Action is the name of the step in the audit log.
	Action string
	// IsMailed is true if the step always emails the applicant. A refusal does so only on request.
	IsMailed bool
}

// The reviewers' steps. The applicant can take StepAnswer too.
const (
	StepTake    StepName = "take"
	StepAsk     StepName = "ask"
	StepAnswer  StepName = "answer"
	StepResume  StepName = "resume"
	StepApprove StepName = "approve"
	StepDecline StepName = "decline"
)

// The applicant's steps. StepAnswer is shared with the reviewers.
const (
	stepAmend    StepName = "amend"
	stepWithdraw StepName = "withdraw"
	stepReopen   StepName = "reopen"
)

// Values returns all steps.
func (StepName) Values() []string {
	return rules.Options(StepTake, StepAsk, StepAnswer, StepResume, StepApprove, StepDecline, stepAmend, stepWithdraw,
		stepReopen)
}

// ReviewSteps are the reviewers' transitions.
var ReviewSteps = []Step{
	{StepTake, Submitted, InReview, "nomination.taken", false},
	{StepAsk, InReview, InfoRequested, "nomination.asked", true},
	{StepAnswer, InfoRequested, InReview, "nomination.answered", false},
	{StepResume, InfoRequested, InReview, "nomination.resumed", false},
	{StepApprove, InReview, Approved, "nomination.approved", true},
	{StepDecline, InReview, Declined, "nomination.declined", false},
}

// applicantSteps are the applicant's transitions.
var applicantSteps = []Step{
	{stepAmend, Submitted, Submitted, "nomination.amended", false},
	{StepAnswer, InfoRequested, InReview, "nomination.answered", false},
	{stepWithdraw, Submitted, Withdrawn, "nomination.withdrawn", false},
	{stepWithdraw, InReview, Withdrawn, "nomination.withdrawn", false},
	{stepWithdraw, InfoRequested, Withdrawn, "nomination.withdrawn", false},
	{stepReopen, Withdrawn, Submitted, "nomination.reopened", false},
}

// Transitions maps each status to the statuses that can follow it.
var Transitions = tableOf(ReviewSteps, applicantSteps)

func tableOf(lists ...[]Step) states.Table[Status] {
	table := states.Table[Status]{}
	for _, step := range slices.Concat(lists...) {
		if !table.Allows(step.From, step.To) {
			table[step.From] = append(table[step.From], step.To)
		}
	}
	return table
}

// IsDecided reports whether the review has ended.
func (s Status) IsDecided() bool { return s == Approved || s == Declined || s == Withdrawn }

// NextSteps returns the names of the reviewers' steps that are possible in a status.
func (s Status) NextSteps() []StepName { return s.stepsOf(ReviewSteps) }

func (s Status) stepsOf(steps []Step) []StepName {
	names := []StepName{}
	for _, step := range steps {
		if step.From == s {
			names = append(names, step.Name)
		}
	}
	return names
}

// reviewPeriod is the time within which applicants were promised an answer.
const reviewPeriod = 48 * time.Hour

// Deadline is the remaining time of the promised period.
type Deadline struct {
	// DueAt is when the applicant should have an answer. It does not change while the deadline is paused.
	DueAt httpx.Time `json:"dueAt" db:"dueAt"`
	// PausedAt is when the open question was asked, or "" if none exists.
	PausedAt  httpx.Time `json:"pausedAt" db:"pausedAt"`
	DecidedAt httpx.Time `json:"decidedAt" db:"decidedAt"`
	// SecondsLeft is the time left at the time of the response, or when the deadline was paused or the nomination was
	// decided. It is negative if the nomination is overdue.
	SecondsLeft int `json:"secondsLeft"`
}

func (d *Deadline) SetSecondsLeft(now time.Time) {
	at := now
	for _, stopped := range []httpx.Time{d.PausedAt, d.DecidedAt} {
		if stoppedAt := types.DateTime(stopped); !stoppedAt.IsZero() {
			at = stoppedAt.Time()
		}
	}
	d.SecondsLeft = int(types.DateTime(d.DueAt).Time().Sub(at).Seconds())
}

func (d *Deadline) IsDecided() bool { return !types.DateTime(d.DecidedAt).IsZero() }

// ActorApplicant is the actor kind of an applicant's steps in the history.
const ActorApplicant audit.ActorKind = "applicant"

// Attribution says who did something, and when.
type Attribution struct {
	ActorKind audit.ActorKind `json:"-" db:"actorKind"`
	ActorID   string          `json:"-" db:"actorId"`
	Actor     string          `json:"actor" db:"actor"`
	At        httpx.Time      `json:"at" db:"at"`
	// IsOwn reports whether the caller did it.
	IsOwn bool `json:"isOwn"`
}

func (a *Attribution) SetIsOwn(by audit.Actor) {
	a.IsOwn = a.ActorKind == by.Kind && a.ActorID == by.ID
}

// StepView is an entry of the review's history.
type StepView struct {
	Attribution
	// IsApplicants reports whether the applicant took the step.
	IsApplicants bool     `json:"isApplicants"`
	Version      int      `json:"version" db:"version"`
	Step         StepName `json:"step" db:"step"`
	NewStatus    Status   `json:"newStatus" db:"becomes"`
	// Why is visible to reviewers only. Words is the text that the applicant received or wrote.
	Why    string `json:"why" db:"why"`
	Words  string `json:"words" db:"words"`
	Mailed bool   `json:"mailed" db:"mailed"`
}

func AuditSubject(nomination *Nomination) audit.Subject {
	return audit.Subject{Collection: Collection, ID: nomination.Id, Label: nomination.Name()}
}
