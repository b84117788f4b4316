// Package complimentary lets admins change the terms of members without a payment:
//
//	nothing ──grant──> upcoming or active      complimentary: an end or for life, a reason, who granted it
//	any term ──set end──> the same term        longer or shorter; what follows moves with it
//	any term ──end──> revoked (office)         access ends now; its subscription is cancelled too
//
// A grant or a later end above the limit waits for a second admin.
//
// The terms of imported members are granted here too (imported.go).
//
// A complimentary term has no grace period, because no payment follows it. It cancels the member's subscription, so
// that the member is not charged during a gift. The member gets an email about each change. Only the console shows the
// reasons.
package complimentary

import (
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// Approvals stores the requests that need a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	Run(by audit.Actor, describe func(tx core.App) (approvals.Request, error),
		apply func(tx core.App) error) (*approvals.View, error)
}

// Mandates cancels subscriptions.
type Mandates interface {
	// SupersedeAll cancels all subscriptions of a user, because another membership replaces them.
	SupersedeAll(tx core.App, userID string) error
	// CancelEnded cancels the subscription of a transaction whose term an admin has ended.
	CancelEnded(tx core.App, t *ledger.Transaction) error
}

// Seats ends the seats of a company.
type Seats interface {
	// EndOf ends the seat of a term permanently.
	EndOf(tx core.App, m *ledger.Term, reason, by string) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Ledger    *ledger.Ledger
	Mandates  Mandates
	Seats     Seats
	Approvals Approvals
	Audit     *audit.Log
	Clock     clock.Clock
}

// Complimentary handles the routes of the feature.
type Complimentary struct {
	app       core.App
	ledger    *ledger.Ledger
	mandates  Mandates
	seats     Seats
	approvals Approvals
	audit     *audit.Log
	now       clock.Clock
}

// New returns the feature and registers what a second admin confirms.
func New(app core.App, d Deps) *Complimentary {
	c := &Complimentary{
		app:       app,
		ledger:    d.Ledger,
		mandates:  d.Mandates,
		seats:     d.Seats,
		approvals: d.Approvals,
		audit:     d.Audit,
		now:       d.Clock,
	}
	c.registerApprovals()
	return c
}

// registerApprovals registers how each kind of request is applied after a second admin has confirmed it.
func (c *Complimentary) registerApprovals() {
	c.approvals.Register(approvals.Kind{
		Name: kindGrant,
		Confirm: func(_ *core.RequestEvent, confirmed approvals.Confirmed, run func(func(core.App) error) error) error {
			var wanted grantPayload
			if err := confirmed.Decode(&wanted); err != nil {
				return err
			}
			return run(func(tx core.App) error {
				_, err := c.grant(tx, wanted, confirmed.By, confirmed.Names())
				return err
			})
		},
	})
	c.approvals.Register(approvals.Kind{
		Name: kindExtend,
		Confirm: func(_ *core.RequestEvent, confirmed approvals.Confirmed, run func(func(core.App) error) error) error {
			var wanted extendPayload
			if err := confirmed.Decode(&wanted); err != nil {
				return err
			}
			return run(func(tx core.App) error {
				_, err := c.changeEnd(tx, wanted, confirmed.By)
				return err
			})
		},
	})
}

// The fields of a complimentary membership. A bulk grant has them too.
var (
	TierField = rules.Field{
		Name: "membershipTierId", Label: "Membership tier", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership tier"},
	}
	TermEndField = rules.Field{
		Name: "endsAt", Label: "Ends on", Kind: rules.Line, Max: 40, Pattern: india.DayOrTimePattern,
		Messages: rules.Messages{Invalid: india.NoSuchDay},
	}
)

// grantForm is a complimentary membership. Without an end it lasts as long as a bought one.
type grantForm struct {
	_      struct{} `wire:"complimentary"`
	TierID string   `json:"membershipTierId"`
	EndsAt string   `json:"endsAt"`
	Reason string   `json:"reason"`
}

func (grantForm) Rules() rules.Form { return grantRules }

var grantRules = rules.Form{TierField, TermEndField, ledger.ReasonField}

// termEndForm is the new end of a membership.
type termEndForm struct {
	EndsAt string `json:"endsAt"`
	Reason string `json:"reason"`
}

func (termEndForm) Rules() rules.Form { return termEndRules }

var termEndRules = rules.Form{ledger.Required(TermEndField), ledger.ReasonField}

var (
	errMembershipNotFound = apperr.NotFound("membership-not-found", "This membership was not found.")
	errEndPast            = apperr.Invalid("end-past", "endsAt", "Please choose a day in the future.")
	errTermForLife        = apperr.Conflict("term-for-life",
		"This membership is for life, so its end cannot be changed. You can end it now instead.")
	errTermRevoked = apperr.Conflict("term-revoked", "This membership has already been ended.")
	errTermOver    = apperr.Conflict("term-over", "This membership has already ended.")
)

// GrantComplimentary is POST /api/members/{id}/memberships: it grants a membership without a payment.
func (c *Complimentary) GrantComplimentary() httpx.Endpoint {
	return httpx.JSON(c.grantComplimentary, httpx.Doc{
		Tag: "payments", Summary: "Grant a complimentary membership", Status: http.StatusCreated,
		Description: "Without an end it lasts as long as a bought one. It begins after the member's present " +
			"membership, and cancels their mandate.",
		Errors:  []*apperr.Error{ledger.ErrMemberNotFound, ledger.ErrMemberForLife, ledger.ErrNoSuchTier, errEndPast},
		Example: map[string]any{"reason": "A guest"},
	})
}

func (c *Complimentary) grantComplimentary(e *core.RequestEvent, form grantForm) (outcome termOutcome, err error) {
	end, err := parseEnd(form.EndsAt)
	if err != nil {
		return outcome, err
	}
	if !end.IsZero() && !end.After(c.now()) {
		return outcome, errEndPast
	}
	by := audit.RequestActor(e)
	wanted := grantPayload{e.Request.PathValue("id"), form.TierID, end, form.Reason}
	var granted *ledger.Term
	waiting, err := c.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
		return c.describeGrant(tx, wanted)
	}, func(tx core.App) error {
		granted, err = c.grant(tx, wanted, by, by.Name)
		return err
	})
	if err != nil {
		return outcome, apperr.Fail("The membership could not be granted. Please try again.", err)
	}
	return c.newOutcome(granted, waiting), nil
}

// termOutcome is the changed term, or the request that waits for a second admin.
type termOutcome = approvals.Outcome[ledger.MembershipTerm]

func (c *Complimentary) newOutcome(changed *ledger.Term, waiting *approvals.View) (outcome termOutcome) {
	if waiting != nil {
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
	} else {
		outcome.Answer = ledger.NewMembershipTerm(changed, c.now())
	}
	return outcome
}

// grant grants a member a complimentary term. names are the admins who have decided it.
func (c *Complimentary) grant(tx core.App, wanted grantPayload, by audit.Actor, names string) (*ledger.Term, error) {
	user, err := ledger.FindMember(tx, wanted.UserID)
	if err != nil {
		return nil, err
	}
	tier, err := tiers.Find(tx, wanted.TierID)
	if err != nil {
		return nil, database.IfMissing(err, ledger.ErrNoSuchTier)
	}
	granted, err := c.addTerm(tx, user, tier, wanted.EndsAt, wanted.Reason, names)
	if err != nil {
		return nil, err
	}
	return granted, c.auditTerm(tx, by, "membership.granted", user, granted, wanted.Reason)
}

// checkGrant returns an error if a complimentary term would give a person no access that they do not have already.
func checkGrant(held ledger.Entitlement, end time.Time) error {
	switch {
	case held.IsForLife():
		return ledger.ErrMemberForLife
	case !end.IsZero() && !held.AccessUntil.Before(end):
		return apperr.Invalid("end-covered", "endsAt",
			"They have access until "+india.DayText(held.AccessUntil)+" already. Please choose a later day.")
	}
	return nil
}

// addTerm adds a term after a person's other terms. If end is zero, the term ends as the tier says.
func (c *Complimentary) addTerm(tx core.App, user *identity.User, tier tiers.Tier, end time.Time, reason,
	by string) (*ledger.Term, error) {
	now := c.now()
	held, err := ledger.EntitlementOf(tx, user.Id, now)
	if err != nil {
		return nil, err
	}
	if err := checkGrant(held, end); err != nil {
		return nil, err
	}
	granted, err := c.ledger.Grant(tx, ledger.Grant{
		UserID:   user.Id,
		TierID:   tier.ID,
		TierName: tier.Name,
		Duration: tier.Duration,
		Source:   ledger.FromComplimentary,
		Reason:   reason,
		By:       by,
		From:     now,
		End:      end,
	})
	if err != nil {
		return nil, err
	}
	if err := c.mandates.SupersedeAll(tx, user.Id); err != nil {
		return nil, err
	}
	return granted, c.ledger.EmailTerm(tx, user, granted, emails.TermGranted)
}

// ExtendTerm is POST /api/members/{id}/memberships/{membership}/extend: it changes the end of a term.
func (c *Complimentary) ExtendTerm() httpx.Endpoint {
	return httpx.JSON(c.extendTerm, httpx.Doc{
		Tag: "payments", Summary: "Change the end of a membership",
		Errors: []*apperr.Error{
			ledger.ErrMemberNotFound, errMembershipNotFound, errEndPast, errTermForLife, errTermRevoked,
		},
		Example: map[string]any{"endsAt": "2027-12-31", "reason": "A guest for longer"},
	})
}

func (c *Complimentary) extendTerm(e *core.RequestEvent, form termEndForm) (outcome termOutcome, err error) {
	end, err := parseEnd(form.EndsAt)
	if err != nil {
		return outcome, err
	}
	if !end.After(c.now()) {
		return outcome, errEndPast
	}
	by := audit.RequestActor(e)
	wanted := extendPayload{e.Request.PathValue("id"), e.Request.PathValue("membership"), end, form.Reason}
	var changed *ledger.Term
	waiting, err := c.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
		return c.describeExtension(tx, wanted)
	}, func(tx core.App) error {
		changed, err = c.changeEnd(tx, wanted, by)
		return err
	})
	if err != nil {
		return outcome, apperr.Fail("The membership could not be changed. Please try again.", err)
	}
	return c.newOutcome(changed, waiting), nil
}

// changeEnd changes the end of a term.
func (c *Complimentary) changeEnd(tx core.App, wanted extendPayload, by audit.Actor) (*ledger.Term, error) {
	user, m, err := findTermOf(tx, wanted.UserID, wanted.TermID)
	if err != nil {
		return nil, err
	}
	return c.changeTerm(tx, user, m, by, "membership.end-changed", wanted.Reason, emails.TermChanged, func() error {
		switch {
		case m.IsRevoked():
			return errTermRevoked
		case m.EndsAt().IsZero():
			return errTermForLife
		case !wanted.EndsAt.After(m.StartsAt().Time()):
			return apperr.Invalid("end-before-start", "endsAt",
				"It begins on "+india.DayText(m.StartsAt().Time())+". Please choose a later day.")
		}
		return c.ledger.SetEnd(tx, m, wanted.EndsAt)
	})
}

// EndTerm is POST /api/members/{id}/memberships/{membership}/end: it ends access immediately and cancels the
// subscription.
func (c *Complimentary) EndTerm() httpx.Endpoint {
	return httpx.JSON(c.endTermOf, httpx.Doc{
		Tag: "payments", Summary: "End a membership now",
		Errors:  []*apperr.Error{ledger.ErrMemberNotFound, errMembershipNotFound, errTermRevoked, errTermOver},
		Example: map[string]any{"reason": "A guest no longer"},
	})
}

func (c *Complimentary) endTermOf(e *core.RequestEvent, form ledger.ReasonForm) (ledger.MembershipTerm, error) {
	by := audit.RequestActor(e)
	var changed *ledger.Term
	err := c.app.RunInTransaction(func(tx core.App) error {
		user, m, err := findTermOf(tx, e.Request.PathValue("id"), e.Request.PathValue("membership"))
		if err != nil {
			return err
		}
		changed, err = c.changeTerm(tx, user, m, by, "membership.ended", form.Reason, emails.TermEnded,
			func() error { return c.endTerm(tx, m, form.Reason, by.Name) })
		return err
	})
	if err != nil {
		return ledger.MembershipTerm{}, apperr.Fail("The membership could not be changed. Please try again.", err)
	}
	return ledger.NewMembershipTerm(changed, c.now()), nil
}

// endTerm ends a term immediately, and its seat or its subscription with it.
func (c *Complimentary) endTerm(tx core.App, m *ledger.Term, reason, by string) error {
	switch m.StateAt(c.now()) {
	case ledger.Revoked:
		return errTermRevoked
	case ledger.Lapsed:
		return errTermOver
	}
	if err := c.ledger.RevokeTerm(tx, m, ledger.EndedByAdmin, by); err != nil {
		return err
	}
	if m.SeatID() != "" {
		return c.seats.EndOf(tx, m, reason, by)
	}
	if m.TransactionID() == "" {
		return nil
	}
	t, err := ledger.FindTransaction(tx, m.TransactionID())
	if err != nil {
		return err
	}
	return c.mandates.CancelEnded(tx, t)
}

// findTermOf returns a member and one of the member's terms.
func findTermOf(tx core.App, userID, termID string) (*identity.User, *ledger.Term, error) {
	user, err := ledger.FindMember(tx, userID)
	if err != nil {
		return nil, nil, err
	}
	m, err := ledger.FindTerm(tx, termID)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && m.UserID() != user.Id) {
		return nil, nil, errMembershipNotFound
	}
	return user, m, err
}

// changeTerm changes one term of a member, records the admin and the reason, and emails the member.
func (c *Complimentary) changeTerm(tx core.App, user *identity.User, m *ledger.Term, by audit.Actor, action, reason,
	notice string, change func() error) (*ledger.Term, error) {
	if err := change(); err != nil {
		return nil, err
	}
	changed, err := ledger.FindTerm(tx, m.Id)
	if err != nil {
		return nil, err
	}
	if err := c.auditTerm(tx, by, action, user, changed, reason); err != nil {
		return nil, err
	}
	return changed, c.ledger.EmailTerm(tx, user, changed, notice)
}

func (c *Complimentary) auditTerm(tx core.App, by audit.Actor, action string, user *identity.User, m *ledger.Term,
	reason string) error {
	return c.audit.Record(tx, by, action, audit.SubjectOf(user.ProxyRecord()), map[string]any{
		"membership": m.Id, "tier": m.TierName(), "until": ledger.TermUntil(m), "reason": reason,
	})
}

var errNoSuchDay = apperr.Invalid("no-such-day", "endsAt", india.NoSuchDay)

// parseEnd parses a time, or a date, which means the end of that day. "" means no end.
func parseEnd(text string) (time.Time, error) {
	at, err := india.ParseEnd(text)
	if err != nil {
		return time.Time{}, errors.Join(errNoSuchDay, err)
	}
	return at, nil
}
