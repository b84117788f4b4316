// Package approvals limits what one admin can grant alone, and stores the requests that need a second admin.
//
//	request ──> alone                  below the limit: applied at once, and counted
//	        ╰─> waiting ──> confirmed  another admin confirmed it with their password: applied then
//	                    ╰─> refused    an admin refused it, or the admin who asked withdrew it: never applied
//
// A second admin is needed in three cases:
//
//   - The list value of what is given is above the limit in the settings.
//   - The unpaid part of the grant is above the limit, together with the unpaid parts of the grants that the same admin
//     made alone in the last 24 hours, or made alone to the same person in the last year.
//   - The admin gives something of value to themselves.
//
// An admin is a person (people.Self), whatever accounts they act with: what they give with their admin account and with
// the account of a member with admin rights counts together, and neither account confirms a request of the other.
//
// A coupon or a price that anyone may use any number of times counts as UnlimitedUses uses. An offline receipt that one
// admin both enters and confirms counts as unpaid, because no one else has seen the money. A refund after which the
// membership continues counts as unpaid too.
//
// A request that concerns many people (Request.Shares) needs a second admin if it would need one as single requests,
// one after another.
//
// List values include tax and use the highest price of the last 30 days (tiers.ListValue), so a lower price or a coupon
// does not avoid the limit.
//
// A feature describes a grant in a Request and calls Run. It calls Register once to define how a confirmed request is
// applied. Run applies each request in a transaction first. If the request needs a second admin, Run rolls the
// transaction back and stores the request. So a request that cannot be applied is never stored.
//
// Offline payments, campaigns and the review of nominations store their own requests, because the admin who confirms
// needs other facts: the bank statement, the number of people, the votes.
package approvals

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals/emails"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/settings"
)

// The periods in which an admin's own grants count towards the limit: grants to anyone, and grants to the same
// subject.
const (
	windowOfAdmin  = 24 * time.Hour
	windowOfPerson = 365 * 24 * time.Hour
)

// UnlimitedUses is the assumed number of uses of a coupon without a maximum, and of sales at a lower price.
const UnlimitedUses = 1000

var (
	errNotFound   = apperr.NotFound("approval-not-found", "This request was not found.")
	errDecided    = apperr.Conflict("approval-decided", "This request has already been confirmed or refused.")
	errOwnRequest = apperr.Forbidden("second-admin-needed",
		"You made this request yourself. Another administrator must confirm it.")
	// ErrOwnGift refuses an admin who would confirm a grant to themselves.
	ErrOwnGift = apperr.Forbidden("own-gift",
		"This request is about yourself. Another administrator must confirm it.")
	// ErrWaiting refuses a request that is already waiting.
	ErrWaiting = apperr.Conflict("approval-waiting",
		"This was already requested and is waiting for a second administrator.")
)

// Outbox queues the emails to the admins who can confirm.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Audit  *audit.Log
	Outbox Outbox
	Clock  clock.Clock
	// FindConfirmers returns the addresses of the admins who can confirm, except that of one account.
	FindConfirmers func(app core.App, exceptID string) ([]string, error)
}

// Approvals is the feature. Its methods are handlers of the route table, or are called by features that request
// approval.
type Approvals struct {
	app   core.App
	deps  Deps
	now   clock.Clock
	kinds map[string]Kind
}

// New returns the feature.
func New(app core.App, deps Deps) *Approvals {
	deps.Outbox.Register(emailKinds()...)
	return &Approvals{app: app, deps: deps, now: deps.Clock, kinds: map[string]Kind{}}
}

// Kind is a kind of request.
type Kind struct {
	// Name is stored with each request, so it must never change.
	Name string
	// Confirm applies a request that a second admin has confirmed. It must call run exactly once, and may call a
	// provider before that. run stores the decision and calls apply in the same transaction. e is the HTTP request of
	// the admin who confirms.
	Confirm func(e *core.RequestEvent, c Confirmed, run func(apply func(tx core.App) error) error) error
	// Refuse runs in the transaction in which a request is refused or withdrawn. It may be nil.
	Refuse func(tx core.App, payload json.RawMessage) error
}

// Confirmed is a request that a second admin has confirmed.
type Confirmed struct {
	// By is the admin who confirmed. AskedBy is the name of the admin who asked.
	By              audit.Actor
	AskedBy, Reason string
	Payload         json.RawMessage
}

// Decode decodes the payload of the request.
func (c Confirmed) Decode(payload any) error {
	if err := json.Unmarshal(c.Payload, payload); err != nil {
		return fmt.Errorf("decode the payload of an approval: %w", err)
	}
	return nil
}

// Names returns the names of both admins for the audit log.
func (c Confirmed) Names() string { return Names(c.AskedBy, c.By.Name) }

// Actor returns the admin who confirmed, under the names of both admins, for the audit log.
func (c Confirmed) Actor() audit.Actor {
	by := c.By
	by.Name = c.Names()
	return by
}

// Names returns the names of the admin who asked and of the admin who confirmed.
func Names(askedBy, confirmedBy string) string { return askedBy + ", confirmed by " + confirmedBy }

// Register adds a kind. It replaces a kind with the same name.
func (a *Approvals) Register(kind Kind) { a.kinds[kind.Name] = kind }

// Request is a grant that an admin wants to make. It may need a second admin.
type Request struct {
	Kind string
	// Subject is the person or the record that the request concerns. Summary states the grant in one sentence.
	Subject         audit.Subject
	Summary, Reason string
	// ListValue is the list value of the grant, in paise with tax. A grant without a value needs no second admin.
	// Unpaid is the part of ListValue that no payment at Razorpay covers.
	ListValue, Unpaid money.Amount
	// Shares are the parts of Unpaid that go to people with an account, if the request concerns many people. What is
	// left of Unpaid counts as given to Subject.
	Shares []Share
	// Payload is what Kind.Confirm needs.
	Payload any
}

// Share is what one person gets from a request that concerns many.
type Share struct {
	Subject audit.Subject
	// Value is a list value that no payment covers.
	Value money.Amount
}

// shares returns Shares and, if a part of Unpaid is left, a share of Subject.
func (r Request) shares() []Share {
	left := r.Unpaid
	for _, share := range r.Shares {
		left -= share.Value
	}
	if len(r.Shares) > 0 && left == 0 {
		return r.Shares
	}
	return append(slices.Clone(r.Shares), Share{r.Subject, left})
}

// errNeedsSecondAdmin makes Run roll its transaction back.
var errNeedsSecondAdmin = errors.New("a second admin must confirm this")

// Run applies the request that describe returns, or stores it for a second admin and returns its view. describe and
// apply run in the same transaction. If one of them fails, Run returns the error and stores nothing.
func (a *Approvals) Run(
	by audit.Actor, describe func(tx core.App) (Request, error), apply func(tx core.App) error,
) (*View, error) {
	var request Request
	err := a.app.RunInTransaction(func(tx core.App) (err error) {
		if request, err = describe(tx); err != nil {
			return err
		}
		needed, err := a.NeedsSecondAdmin(tx, request, by)
		if err != nil {
			return err
		}
		if err := apply(tx); err != nil {
			return err
		}
		if needed {
			return errNeedsSecondAdmin
		}
		return a.CountAlone(tx, request, by)
	})
	if !errors.Is(err, errNeedsSecondAdmin) {
		return nil, err
	}
	var view *View
	err = a.app.RunInTransaction(func(tx core.App) error {
		view, err = a.Ask(tx, request, by)
		return err
	})
	return view, err
}

// NeedsSecondAdmin reports whether a request needs a second admin. A caller that applies a request without one must
// then call CountAlone.
func (a *Approvals) NeedsSecondAdmin(tx core.App, r Request, by audit.Actor) (bool, error) {
	if r.ListValue <= 0 {
		return false, nil
	}
	site, err := settings.Read(tx)
	if err != nil || site.IsAboveApprovalLimit(r.ListValue) {
		return true, err
	}
	self, err := people.SelfOf(tx, by)
	if err != nil {
		return false, err
	}
	var unpaid money.Amount
	for _, share := range r.shares() {
		if isOwn, err := self.IsAbout(tx, share.Subject); isOwn || err != nil {
			return true, err
		}
		unpaid += share.Value
		given, err := sumAlone(tx, self, subjectKey(share.Subject), a.now())
		if err != nil || site.IsAboveApprovalLimit(given+unpaid) {
			return true, err
		}
	}
	return false, nil
}

// CountAlone stores a request that an admin applied alone, once for each of its shares. It counts towards the limit of
// their next requests.
func (a *Approvals) CountAlone(tx core.App, r Request, by audit.Actor) error {
	if r.ListValue <= 0 {
		return nil
	}
	if len(r.Shares) == 0 {
		_, err := create(tx, r, by, stateAlone, a.now())
		return err
	}
	for _, share := range r.shares() {
		r.Subject, r.ListValue, r.Unpaid = share.Subject, share.Value, share.Value
		if _, err := create(tx, r, by, stateAlone, a.now()); err != nil {
			return err
		}
	}
	return nil
}

// Ask stores a request that waits for a second admin, and sends an email to each admin who can confirm it.
func (a *Approvals) Ask(tx core.App, r Request, by audit.Actor) (*View, error) {
	approval, err := create(tx, r, by, StateWaiting, a.now())
	if httpx.IsUniqueViolation(err, "kind") || httpx.IsUniqueViolation(err, "subjectKey") {
		return nil, ErrWaiting
	}
	if err != nil {
		return nil, err
	}
	details := map[string]any{"summary": r.Summary, "listValue": r.ListValue.Format("INR"), "reason": r.Reason}
	if err := a.deps.Audit.Record(tx, by, "approval.requested", r.Subject, details); err != nil {
		return nil, err
	}
	addresses, err := a.deps.FindConfirmers(tx, by.ID)
	if err != nil {
		return nil, fmt.Errorf("find who can confirm approval %s: %w", approval.Id, err)
	}
	for _, address := range addresses {
		email := emails.ApprovalRequested{
			ID: approval.Id, By: by.Name, Summary: r.Summary, Reason: r.Reason, Email: address,
		}
		if err := a.deps.Outbox.Enqueue(tx, email.Build()); err != nil {
			return nil, err
		}
	}
	view := approval.view(tx, by)
	return &view, nil
}

// Withdraw ends the waiting request of a kind on a subject, if there is one. Features call it before they make a new
// request.
func (a *Approvals) Withdraw(tx core.App, kind string, subject audit.Subject, by audit.Actor) error {
	approval, err := findWaitingAbout(tx, kind, subjectKey(subject))
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return a.refuse(tx, approval, "approval.withdrawn", by)
}

// Confirm is POST /api/approvals/{id}/confirm.
func (a *Approvals) Confirm() httpx.Endpoint {
	return httpx.DoJSON(a.confirm, httpx.Doc{
		Tag: "approvals", Summary: "Confirm a request of another admin, and carry it out",
		Description: "Neither the admin who made the request nor the admin who benefits from it can confirm it.",
		Errors:      []*apperr.Error{errNotFound, errDecided, errOwnRequest, ErrOwnGift},
	})
}

func (a *Approvals) confirm(e *core.RequestEvent) (View, error) {
	by := audit.RequestActor(e)
	approval, err := findWaiting(e.App, e.Request.PathValue("id"))
	if err != nil {
		return View{}, apperr.Fail("The request could not be read.", err)
	}
	if err := mayConfirm(e.App, approval.askerKey(), approval.subject(), by); err != nil {
		return View{}, apperr.Fail("The request could not be confirmed.", err)
	}
	kind, known := a.kinds[approval.kind()]
	if !known {
		err := fmt.Errorf("approval %s has the unknown kind %q", approval.Id, approval.kind())
		return View{}, apperr.Fail("The request could not be confirmed.", err)
	}
	confirmed := Confirmed{By: by, AskedBy: approval.askedBy(), Reason: approval.reason(), Payload: approval.payload()}
	var decided *Approval
	err = kind.Confirm(e, confirmed, func(apply func(tx core.App) error) error {
		return e.App.RunInTransaction(func(tx core.App) (err error) {
			waiting, err := findWaiting(tx, approval.Id) // another admin may have decided meanwhile
			if err != nil {
				return err
			}
			if err := a.decide(tx, waiting, StateConfirmed, "approval.confirmed", by); err != nil {
				return err
			}
			decided = waiting
			return apply(tx)
		})
	})
	if err == nil && decided == nil {
		err = fmt.Errorf("kind %q did not apply approval %s", approval.kind(), approval.Id)
	}
	if err != nil {
		return View{}, apperr.Fail("The request could not be confirmed. Please try again.", err)
	}
	return decided.view(e.App, by), nil
}

// Refuse is POST /api/approvals/{id}/refuse.
func (a *Approvals) Refuse() httpx.Endpoint {
	return httpx.DoJSON(a.refuseRequest, httpx.Doc{
		Tag:     "approvals",
		Summary: "Refuse a request, or withdraw your own",
		Errors:  []*apperr.Error{errNotFound, errDecided},
	})
}

func (a *Approvals) refuseRequest(e *core.RequestEvent) (View, error) {
	by := audit.RequestActor(e)
	var approval *Approval
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if approval, err = findWaiting(tx, e.Request.PathValue("id")); err != nil {
			return err
		}
		action := "approval.refused"
		if approval.askerKey() == by.Key() {
			action = "approval.withdrawn"
		}
		return a.refuse(tx, approval, action, by)
	})
	if err != nil {
		return View{}, apperr.Fail("The request could not be refused. Please try again.", err)
	}
	return approval.view(e.App, by), nil
}

// refuse ends a waiting request without applying it.
func (a *Approvals) refuse(tx core.App, waiting *Approval, action string, by audit.Actor) error {
	if err := a.decide(tx, waiting, StateRefused, action, by); err != nil {
		return err
	}
	if kind := a.kinds[waiting.kind()]; kind.Refuse != nil {
		return kind.Refuse(tx, waiting.payload())
	}
	return nil
}

// decide stores the decision about a waiting request.
func (a *Approvals) decide(tx core.App, waiting *Approval, to State, action string, by audit.Actor) error {
	waiting.setDecided(to, by, a.now())
	if err := tx.Save(waiting); err != nil {
		return fmt.Errorf("save approval %s: %w", waiting.Id, err)
	}
	details := map[string]any{"summary": waiting.summary(), "askedBy": waiting.askedBy()}
	return a.deps.Audit.Record(tx, by, action, waiting.subject(), details)
}

// List is GET /api/approvals.
func (a *Approvals) List() httpx.Endpoint {
	return lists.MappedRows(listQuery, func(e *core.RequestEvent, row View) View {
		row.complete(e.App, audit.RequestActor(e))
		return row
	}, httpx.Doc{
		Tag: "approvals", Summary: "List the requests that need a second admin",
		Query: []httpx.Parameter{{Name: "state", Description: "Lists the requests in this state."}},
	})
}

// Waiting is the response of a route whose request waits for a second admin.
type Waiting struct {
	Approval View `json:"approval"`
}

// Outcome is the answer of a route that may wait for a second admin.
type Outcome[Answer any] = httpx.OrWaiting[Answer, Waiting]
