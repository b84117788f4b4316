package approvals

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/list"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/overdue"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
)

const collection = "approvals"

// State is the state of a request.
type State string

// The states of a request. A request in stateAlone was applied by one admin. It counts towards the limit and is not
// listed.
const (
	stateAlone     State = "alone"
	StateWaiting   State = "waiting"
	StateConfirmed State = "confirmed"
	StateRefused   State = "refused"
)

// Values returns the states of the requests that are listed.
func (State) Values() []string { return rules.Options(StateWaiting, StateConfirmed, StateRefused) }

// Approval is the record of a request.
type Approval struct{ core.BaseRecordProxy }

func (a *Approval) kind() string             { return a.GetString("kind") }
func (a *Approval) summary() string          { return a.GetString("summary") }
func (a *Approval) reason() string           { return a.GetString("reason") }
func (a *Approval) askedBy() string          { return a.GetString("askedBy") }
func (a *Approval) askerKey() string         { return a.GetString("askerKey") }
func (a *Approval) payload() json.RawMessage { return json.RawMessage(a.GetString("payload")) }

func (a *Approval) subject() audit.Subject {
	return audit.Subject{
		Collection: a.GetString("subjectCollection"), ID: a.GetString("subjectId"), Label: a.GetString("subjectLabel"),
	}
}

// mayConfirm returns an error for the person who asked, with whatever account, and for the person whom the request is
// about.
func mayConfirm(app core.App, askerKey string, subject audit.Subject, by audit.Actor) error {
	self, err := people.SelfOf(app, by)
	if err != nil {
		return err
	}
	if self.IsActor(askerKey) {
		return errOwnRequest
	}
	isOwn, err := self.IsAbout(app, subject)
	if err == nil && isOwn {
		err = ErrOwnGift
	}
	return err
}

func (a *Approval) setDecided(to State, by audit.Actor, at time.Time) {
	a.Load(map[string]any{"state": string(to), "decidedBy": by.Name, "decidedAt": database.DateTime(at)})
}

// subjectKey identifies the subject of a request.
func subjectKey(s audit.Subject) string { return s.Collection + ":" + s.ID }

// create stores a request.
func create(tx core.App, r Request, by audit.Actor, state State, at time.Time) (*Approval, error) {
	a, err := database.New[Approval](tx, collection)
	if err != nil {
		return nil, err
	}
	payload, err := json.Marshal(r.Payload)
	if err != nil {
		return nil, fmt.Errorf("encode the payload of approval %s: %w", r.Kind, err)
	}
	a.Load(map[string]any{
		"kind":              r.Kind,
		"state":             string(state),
		"subjectKey":        subjectKey(r.Subject),
		"subjectCollection": r.Subject.Collection,
		"subjectId":         r.Subject.ID,
		"subjectLabel":      r.Subject.Label,
		"summary":           r.Summary,
		"reason":            r.Reason,
		"listValue":         int64(r.ListValue),
		"unpaid":            int64(r.Unpaid),
		"payload":           string(payload),
		"askerKey":          by.Key(),
		"askedBy":           by.Name,
		"askedAt":           database.DateTime(at),
	})
	if err := tx.Save(a); err != nil {
		return nil, fmt.Errorf("save approval %s: %w", r.Kind, err)
	}
	return a, nil
}

// findWaiting returns errNotFound for an unknown id, and errDecided for a request that was decided already.
func findWaiting(app core.App, id string) (*Approval, error) {
	a, err := database.Find[Approval](app, collection, id)
	switch {
	case err != nil:
		return nil, database.IfMissing(err, errNotFound)
	case State(a.GetString("state")) == stateAlone:
		return nil, errNotFound
	case State(a.GetString("state")) != StateWaiting:
		return nil, errDecided
	}
	return a, nil
}

// findWaitingAbout returns the waiting request of a kind about a subject, or sql.ErrNoRows.
func findWaitingAbout(app core.App, kind, subject string) (*Approval, error) {
	return database.First[Approval](app, collection,
		dbx.NewExp("kind = {:kind} AND subjectKey = {:subject} AND state = 'waiting'",
			dbx.Params{"kind": kind, "subject": subject}))
}

// sumAlone returns the unpaid value of what an admin gave alone in the last day, or to one person in the last year, with
// all of their accounts.
func sumAlone(app core.App, self people.Self, subject string, now time.Time) (sum money.Amount, err error) {
	err = app.DB().Select("CAST(COALESCE(SUM(unpaid), 0) AS INT)").From(collection).Where(dbx.And(
		dbx.In("askerKey", list.ToInterfaceSlice(self.Accounts())...), dbx.NewExp(
			"state = 'alone' AND askedAt > {:year} AND (askedAt > {:day} OR subjectKey = {:subject})",
			dbx.Params{
				"subject": subject, "day": database.FormatTime(now.Add(-windowOfAdmin)),
				"year": database.FormatTime(now.Add(-windowOfPerson)),
			}))).Row(&sum)
	return sum, database.Wrap("sum what an admin has given alone", err)
}

// View is a request in the console.
type View struct {
	ID    string `json:"id" db:"id"`
	Kind  string `json:"kind" db:"kind"`
	State State  `json:"state" db:"state"`
	// SubjectCollection and SubjectID identify the person or record that the request concerns. SubjectLabel is its
	// name.
	SubjectCollection string `json:"subjectCollection" db:"subjectCollection"`
	SubjectID         string `json:"subjectId" db:"subjectId"`
	SubjectLabel      string `json:"subjectLabel" db:"subjectLabel"`
	// Summary states the request in one sentence.
	Summary string `json:"summary" db:"summary"`
	Reason  string `json:"reason" db:"reason"`
	// ListValue is the list value of the grant in rupees, tax included. It is 0 if the grant has no price.
	ListValue money.Amount `json:"listValue" db:"listValue"`
	AskedBy   string       `json:"askedBy" db:"askedBy"`
	AskedAt   httpx.Time   `json:"askedAt" db:"askedAt"`
	DecidedBy string       `json:"decidedBy" db:"decidedBy"`
	DecidedAt httpx.Time   `json:"decidedAt" db:"decidedAt"`
	AskerKey  string       `json:"-" db:"askerKey"`
	// CanConfirm reports whether the caller can confirm the request.
	CanConfirm bool `json:"canConfirm" db:"-"`
	// IsOwn reports whether the caller made the request. They can withdraw it but not refuse it.
	IsOwn bool `json:"isOwn" db:"-"`
}

func (v *View) complete(app core.App, by audit.Actor) {
	subject := audit.Subject{Collection: v.SubjectCollection, ID: v.SubjectID}
	v.CanConfirm = v.State == StateWaiting && mayConfirm(app, v.AskerKey, subject, by) == nil
	v.IsOwn = v.AskerKey == by.Key()
}

func (a *Approval) view(app core.App, by audit.Actor) View {
	subject := a.subject()
	v := View{
		ID:                a.Id,
		Kind:              a.kind(),
		State:             State(a.GetString("state")),
		SubjectCollection: subject.Collection,
		SubjectID:         subject.ID,
		SubjectLabel:      subject.Label,
		Summary:           a.summary(),
		Reason:            a.reason(),
		ListValue:         money.Amount(a.GetInt("listValue")),
		AskedBy:           a.askedBy(),
		AskedAt:           httpx.Time(a.GetDateTime("askedAt")),
		DecidedBy:         a.GetString("decidedBy"),
		DecidedAt:         httpx.Time(a.GetDateTime("decidedAt")),
		AskerKey:          a.GetString("askerKey"),
	}
	v.complete(app, by)
	return v
}

// listQuery lists the requests, newest first.
var listQuery = lists.List{
	From: collection,
	Columns: []string{
		"id", "kind", "state", "subjectCollection", "subjectId", "subjectLabel", "summary", "reason", "listValue",
		"askedBy", "askedAt", "decidedBy", "decidedAt", "askerKey",
	},
	Where:  "state != 'alone'",
	Search: []string{"summary", "subjectLabel", "askedBy"},
	Sort:   map[string]string{"askedAt": "askedAt"},
	Filters: map[string]map[string]string{
		"state": {"waiting": "state = 'waiting'", "confirmed": "state = 'confirmed'", "refused": "state = 'refused'"},
	},
	DefaultSort: "-askedAt",
}

// ListOverdue returns the requests that have waited for a second admin for longer than overdue.AnswerTime.
func ListOverdue(app core.App, now time.Time) (items []overdue.Item, err error) {
	err = app.DB().NewQuery(`SELECT id, summary AS label, askedAt AS since FROM approvals
		WHERE state = 'waiting' AND askedAt < {:before} ORDER BY askedAt LIMIT {:limit}`).
		Bind(dbx.Params{"before": database.FormatTime(now.Add(-overdue.AnswerTime)),
			"limit": overdue.Limit}).All(&items)
	overdue.SetDue(items, overdue.AnswerTime)
	return items, database.Wrap("list overdue approvals", err)
}
