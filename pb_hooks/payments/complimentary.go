package payments

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/tiers"
)

// Admins can change a member's terms without a payment:
//
//	nothing ──grant──> upcoming or active      complimentary: an end or for life, a reason, who granted it
//	any term ──set end──> the same term        longer or shorter; what follows moves with it
//	any term ──end──> revoked (office)         access ends now; its subscription is cancelled too
//
// A grant or a later end above the limit waits for a second admin (approvals.go).
//
// A complimentary term has no grace period, because no payment follows it. It cancels the member's subscription, so
// that the member is not charged during a gift. The member gets an email about each change. Only the console shows the
// reasons.

var (
	reasonField  = rules.Field{Name: "reason", Label: "Reason", Kind: rules.Text, Required: true, Min: 3, Max: 1000}
	termEndField = rules.Field{
		Name: "endsAt", Label: "Ends on", Kind: rules.Line, Max: 40, Pattern: india.DayOrTimePattern,
		Messages: rules.Messages{Invalid: india.NoSuchDay},
	}
)

// ComplimentaryForm is the body of POST /api/members/{id}/memberships. Without an end the membership lasts as long as a
// bought one.
var ComplimentaryForm = rules.Form{
	{
		Name: "membershipTierId", Label: "Membership tier", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership tier"},
	},
	termEndField,
	reasonField,
}

// TermEndForm is the body of POST /api/members/{id}/memberships/{membership}/extend.
var TermEndForm = rules.Form{required(termEndField), reasonField}

// EndTermForm is the body of POST /api/members/{id}/memberships/{membership}/end.
var EndTermForm = rules.Form{reasonField}

func required(field rules.Field) rules.Field {
	field.Required = true
	return field
}

var (
	errMemberNotFound     = apperr.NotFound("member-not-found", "This member was not found.")
	errMembershipNotFound = apperr.NotFound("membership-not-found", "This membership was not found.")
	errNoSuchTier         = apperr.Invalid("tier-not-found", "membershipTierId", "This membership tier does not exist.")
	errEndPast            = apperr.Invalid("end-past", "endsAt", "Please choose a day that is still to come.")
	errMemberForLifeNow   = apperr.Conflict("member-for-life", "They are a member for life already: there is nothing to add.")
	errTermForLife        = apperr.Conflict("term-for-life", "This membership is for life: it has no end that could be moved. It can be ended.")
	errTermRevoked        = apperr.Conflict("term-revoked", "This membership has been ended already.")
	errTermOver           = apperr.Conflict("term-over", "This membership is over already.")
)

// GrantComplimentary is POST /api/members/{id}/memberships: it grants a membership without a payment.
func (p *Payments) GrantComplimentary(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ComplimentaryForm)
	if err != nil {
		return err
	}
	end, err := parseEnd(values.Text("endsAt"))
	if err != nil {
		return err
	}
	if !end.IsZero() && !end.After(p.now()) {
		return errEndPast
	}
	by := audit.RequestActor(e)
	wanted := grantPayload{e.Request.PathValue("id"), values.Text("membershipTierId"), end, values.Text("reason")}
	var granted *Term
	waiting, err := p.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
		return p.describeGrant(tx, wanted)
	}, func(tx core.App) error {
		granted, err = p.grant(tx, wanted, by, by.Name)
		return err
	})
	if err != nil {
		return apperr.Fail("The membership could not be granted. Please try again.", err)
	}
	if waiting != nil {
		return approvals.Respond(e, waiting)
	}
	return e.JSON(http.StatusCreated, newMembershipTerm(granted, p.now()))
}

// grant grants a member a complimentary term. names are the admins who have decided it.
func (p *Payments) grant(tx core.App, wanted grantPayload, by audit.Actor, names string) (*Term, error) {
	user, err := findMember(tx, wanted.UserID)
	if err != nil {
		return nil, err
	}
	tier, err := tiers.Find(tx, wanted.TierID)
	if database.IsMissing(err) {
		return nil, errNoSuchTier
	}
	if err != nil {
		return nil, err
	}
	granted, err := p.grantComplimentary(tx, user, tier, wanted.EndsAt, wanted.Reason, names)
	if err != nil {
		return nil, err
	}
	return granted, p.auditTerm(tx, by, "membership.granted", user, granted, wanted.Reason)
}

// grantComplimentary adds a term after a person's other terms. If end is zero, the term ends as the tier says.
func (p *Payments) grantComplimentary(tx core.App, user *identity.User, tier tiers.Tier, end time.Time, reason, by string) (*Term, error) {
	now := p.now()
	held, err := EntitlementOf(tx, user.Id, now)
	if err != nil {
		return nil, err
	}
	if held.IsForLife() {
		return nil, errMemberForLifeNow
	}
	if !end.IsZero() && !held.AccessUntil.Before(end) {
		return nil, apperr.Invalid("end-covered", "endsAt",
			"They have access until "+india.DayText(held.AccessUntil)+" already: please choose a later day.")
	}
	granted, err := newTerm(tx, grant{
		userID: user.Id, tierID: tier.ID, tierName: tier.Name, duration: tier.Duration, source: FromComplimentary,
		reason: reason, by: by, from: now, end: end,
	})
	if err != nil {
		return nil, err
	}
	terms, err := listTerms(tx, user.Id)
	if err != nil {
		return nil, err
	}
	if err := p.saveTerms(tx, append(terms, granted)); err != nil {
		return nil, err
	}
	subscriptions, err := listSubscriptions(tx, user.Id)
	if err != nil {
		return nil, err
	}
	for _, s := range subscriptions {
		if err := p.cancelSubscription(tx, s, CancelSuperseded, false); err != nil {
			return nil, err
		}
	}
	return granted, p.emailTerm(tx, user, granted, termGranted)
}

// ExtendTerm is POST /api/members/{id}/memberships/{membership}/extend: it changes the end of a term.
func (p *Payments) ExtendTerm(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, TermEndForm)
	if err != nil {
		return err
	}
	end, err := parseEnd(values.Text("endsAt"))
	if err != nil {
		return err
	}
	if !end.After(p.now()) {
		return errEndPast
	}
	by := audit.RequestActor(e)
	wanted := extendPayload{e.Request.PathValue("id"), e.Request.PathValue("membership"), end, values.Text("reason")}
	var changed *Term
	waiting, err := p.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
		return p.describeExtension(tx, wanted)
	}, func(tx core.App) error {
		changed, err = p.extendTerm(tx, wanted, by)
		return err
	})
	if err != nil {
		return apperr.Fail("The membership could not be changed. Please try again.", err)
	}
	if waiting != nil {
		return approvals.Respond(e, waiting)
	}
	return e.JSON(http.StatusOK, newMembershipTerm(changed, p.now()))
}

// extendTerm changes the end of a term.
func (p *Payments) extendTerm(tx core.App, wanted extendPayload, by audit.Actor) (*Term, error) {
	user, m, err := findTermOf(tx, wanted.UserID, wanted.TermID)
	if err != nil {
		return nil, err
	}
	return p.changeTerm(tx, user, m, by, "membership.end-changed", wanted.Reason, termChanged, func() error {
		switch {
		case m.IsRevoked():
			return errTermRevoked
		case m.EndsAt().IsZero():
			return errTermForLife
		case !wanted.EndsAt.After(m.StartsAt().Time()):
			return apperr.Invalid("end-before-start", "endsAt", "It begins on "+india.DayText(m.StartsAt().Time())+": please choose a later day.")
		}
		terms, err := listTerms(tx, m.UserID())
		if err != nil {
			return err
		}
		for _, term := range terms {
			if term.Id == m.Id {
				term.setFixedEnd(wanted.EndsAt)
			}
		}
		return p.saveTerms(tx, terms)
	})
}

// EndTerm is POST /api/members/{id}/memberships/{membership}/end: it ends access immediately and cancels the
// subscription.
func (p *Payments) EndTerm(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, EndTermForm)
	if err != nil {
		return err
	}
	by := audit.RequestActor(e)
	var changed *Term
	err = p.app.RunInTransaction(func(tx core.App) error {
		user, m, err := findTermOf(tx, e.Request.PathValue("id"), e.Request.PathValue("membership"))
		if err != nil {
			return err
		}
		changed, err = p.changeTerm(tx, user, m, by, "membership.ended", values.Text("reason"), termEnded, func() error {
			return p.endTerm(tx, m, values.Text("reason"), by.Name)
		})
		return err
	})
	if err != nil {
		return apperr.Fail("The membership could not be changed. Please try again.", err)
	}
	return e.JSON(http.StatusOK, newMembershipTerm(changed, p.now()))
}

// endTerm ends a term immediately, and its seat or its subscription with it.
func (p *Payments) endTerm(tx core.App, m *Term, reason, by string) error {
	switch m.stateAt(p.now()) {
	case Revoked:
		return errTermRevoked
	case Lapsed:
		return errTermOver
	}
	if err := p.revokeTerm(tx, m, EndedByAdmin, by); err != nil {
		return err
	}
	if m.SeatID() != "" {
		s, err := findSeat(tx, m.SeatID())
		if err != nil {
			return database.IgnoreMissing(err)
		}
		return p.endSeat(tx, s, EndedByAdmin, reason, by)
	}
	if m.TransactionID() == "" {
		return nil
	}
	t, err := findTransaction(tx, m.TransactionID())
	if err != nil {
		return err
	}
	s, err := findSubscriptionByProviderID(tx, t.SubscriptionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return p.cancelSubscription(tx, s, CancelledByAdmin, false)
}

// findTermOf returns a member and one of the member's terms.
func findTermOf(tx core.App, userID, termID string) (*identity.User, *Term, error) {
	user, err := findMember(tx, userID)
	if err != nil {
		return nil, nil, err
	}
	m, err := findTerm(tx, termID)
	if database.IsMissing(err) || (err == nil && m.UserID() != user.Id) {
		return nil, nil, errMembershipNotFound
	}
	return user, m, err
}

// changeTerm changes one term of a member, records the admin and the reason, and emails the member.
func (p *Payments) changeTerm(tx core.App, user *identity.User, m *Term, by audit.Actor, action, reason, notice string, change func() error) (*Term, error) {
	if err := change(); err != nil {
		return nil, err
	}
	changed, err := findTerm(tx, m.Id)
	if err != nil {
		return nil, err
	}
	if err := p.auditTerm(tx, by, action, user, changed, reason); err != nil {
		return nil, err
	}
	return changed, p.emailTerm(tx, user, changed, notice)
}

func (p *Payments) auditTerm(tx core.App, by audit.Actor, action string, user *identity.User, m *Term, reason string) error {
	return p.audit.Record(tx, by, action, audit.SubjectOf(user.ProxyRecord()), map[string]any{
		"membership": m.Id, "tier": m.TierName(), "until": termUntil(m), "reason": reason,
	})
}

func findMember(app core.App, id string) (*identity.User, error) {
	user, err := identity.FindUser(app, id)
	if database.IsMissing(err) {
		return nil, errMemberNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find member %q: %w", id, err)
	}
	return user, nil
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

// termUntil describes when a term ends.
func termUntil(m *Term) string {
	switch {
	case m.IsRevoked():
		return india.DayText(m.RevokedAt())
	case m.EndsAt().IsZero():
		return "for life"
	}
	return india.DayText(m.EndsAt().Time())
}

// The notices of an email about a term.
const (
	termGranted = "granted"
	termChanged = "changed"
	termEnded   = "ended"
	termFree    = "free"
	seatsFree   = "free-seats"
)

func (p *Payments) emailTerm(tx core.App, user *identity.User, m *Term, what string) error {
	return p.outbox.Enqueue(tx, membershipNoticeEmail{
		What: what, ID: m.Id, Tier: m.TierName(), From: india.DayText(m.StartsAt().Time()), Until: termUntil(m),
		IsForLife: m.EndsAt().IsZero(), Complimentary: m.Source() == FromComplimentary, Name: user.Name(), Email: user.Email(), At: p.now(),
	}.Build())
}
