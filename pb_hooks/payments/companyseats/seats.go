// Package companyseats has the memberships that a company buys for other people.
//
// A company can buy several memberships of one tier for other people with one order. Tax is computed once on the whole
// price. The payment creates one seat for each membership, which the buyer assigns by email:
//
//	(new)    -> open
//	open     -> invited, ended
//	invited  -> open, taken, ended
//	ended    -> open, taken
//	taken    -> open, ended
//
// A seat becomes open again when its invitation is revoked or expires, or when the buyer revokes the seat. The holder's
// term then ends, and the next holder gets the rest of it. A seat ends when the payment is refunded in full or lost to
// a dispute, or when an admin ends it. A seat that a lost dispute has ended comes back if the dispute is won after all:
// to its holder, or else as an open seat.
//
// The term of a seat begins when its invitation is accepted, or after the holder's present membership, and lasts as
// long as the tier says. It has the tier's grace period. It cancels a subscription of the holder, as a purchase of
// their own does.
//
// A seat can be assigned within a year of the payment, and revoked as long as its term runs. Seats are paid once and do
// not renew. Anyone who has the link of an invitation may accept it, because many people have an account with another
// address than that of their company. The buyer gets an email about the acceptance, which says if the address differs
// from the invited one, and can revoke the seat. A partial refund ends no seat; an admin can end seats.
package companyseats

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// Outbox queues the emails about a seat.
type Outbox interface {
	ledger.Outbox
	// Throttle returns an error if an address has already received too many emails of a kind.
	Throttle(kind, email string) error
}

// Mandates cancels subscriptions.
type Mandates interface {
	// SupersedeAll cancels all subscriptions of a user, because another membership replaces them.
	SupersedeAll(tx core.App, userID string) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Ledger   *ledger.Ledger
	Mandates Mandates
	Outbox   Outbox
	Audit    *audit.Log
	// CheckApproval returns an error if the person may not become a member yet.
	CheckApproval func(buyer *identity.User) error
	// NextSession returns the params of the next session in an invitation.
	NextSession ledger.NextSession
	// Key signs the tokens of the invitations.
	Key   keys.Key
	Clock clock.Clock
}

// Seats handles the routes of the feature. Book has what the ledger causes.
type Seats struct {
	app           core.App
	ledger        *ledger.Ledger
	mandates      Mandates
	outbox        Outbox
	audit         *audit.Log
	checkApproval func(buyer *identity.User) error
	nextSession   ledger.NextSession
	key           keys.Key
	now           clock.Clock
}

// New returns the feature and registers its emails.
func New(app core.App, d Deps) *Seats {
	c := &Seats{
		app: app, ledger: d.Ledger, mandates: d.Mandates, outbox: d.Outbox, audit: d.Audit,
		checkApproval: d.CheckApproval, nextSession: d.NextSession, key: d.Key, now: d.Clock,
	}
	c.outbox.Register(
		outbox.Kind{Name: emails.KindSeatInvitation, Texts: emails.Texts, Params: c.emailParams},
		outbox.Kind{Name: emails.KindSeatAccepted, Texts: emails.Texts},
		outbox.Kind{Name: emails.KindSeatTaken, Texts: emails.Texts},
	)
	return c
}

const (
	// seatClaimYears is the number of years after the payment in which a seat can be accepted.
	seatClaimYears = 1
	// seatInvitationTTL is how long an invitation can be accepted.
	seatInvitationTTL = 30 * ledger.Day
	// maxSeatInvitations is the maximum number of invitations to one seat in a day, to all addresses together.
	maxSeatInvitations = 5
	// maxBuyerInvitations is the maximum number of invitations that a buyer sends in a day, for all their seats. It is
	// enough for the largest purchase and for half as many corrections.
	maxBuyerInvitations = ledger.MaxSeats + ledger.MaxSeats/2
)

// seatInvitationForm has the person to invite.
type seatInvitationForm struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

func (seatInvitationForm) Rules() rules.Form { return seatInvitationRules }

var seatInvitationRules = rules.Form{
	{Name: "name", Label: "Name", Kind: rules.Line, Max: 120},
	{Name: "email", Label: "Email", Kind: rules.Email, Required: true, Max: 254, Messages: rules.Messages{
		Required: "Please enter the email address of the person you invite",
		Invalid:  "Please enter a valid email address",
	}},
}

var (
	errSeatNotFound = apperr.NotFound("seat-not-found", "This seat was not found.")
	errSeatNotOpen  = apperr.Conflict("seat-not-open",
		"This seat is not free. A person was invited to it or holds it.")
	errSeatNotInvited = apperr.Conflict("seat-not-invited",
		"This seat has no open invitation.")
	errSeatNotGiven = apperr.Conflict("seat-not-given",
		"No one has been invited to this seat yet. Please invite someone first.")
	errSeatEnded     = apperr.Conflict("seat-ended", "This seat has ended.")
	errSeatUnclaimed = apperr.Conflict("seat-claim-over",
		"A seat can be assigned within a year of its payment. That year is over.")
	errSeatRestOver = apperr.Conflict("seat-over", "The term of this seat is over. Please buy a new one.")
	errSeatTwice    = apperr.Invalid("seat-twice", "email",
		"This person was already invited to a seat of this purchase, or holds one.")
	errSeatLink = apperr.NotFound("seat-link",
		"We do not recognise this invitation. Please open the complete link in your email again.")
	errSeatLinkVoid = apperr.Conflict(
		"seat-link-void",
		"This invitation is no longer valid. It was withdrawn, or a newer one was sent. Please ask the person who "+
			"invited you.",
	)
	errSeatLinkExpired = apperr.Conflict("seat-link-expired",
		"This invitation has expired. Please ask the person who invited you to send it again.")
	errSeatLinkUsed = apperr.Conflict("seat-link-used", "This invitation was already accepted.")
	errSeatForLife  = apperr.Conflict(
		"seat-member-for-life",
		"You are already a member for life. Please tell the person who invited you, so that they can invite "+
			"another person.",
	)
	errSeatRest = apperr.Conflict(
		"seat-rest-covered",
		"The rest of this seat ends before your own membership does, so it would add nothing. Please tell the "+
			"person who invited you.",
	)
	errSeatHeld = apperr.Conflict("seat-held", "You already hold a seat of this purchase.")
)

// SeatView is a seat as its buyer sees it.
type SeatView struct {
	ID     string `json:"id"`
	Number int    `json:"number"`
	State  State  `json:"state"`
	// Name and Email are those of the invited person or the holder.
	Name  string `json:"name"`
	Email string `json:"email"`
	// InvitedAs is the invited address if the holder has accepted with another address, or else "".
	InvitedAs string     `json:"invitedAs"`
	InvitedAt httpx.Time `json:"invitedAt"`
	// ExpiresAt is when the invitation expires. IsExpired reports whether it has expired.
	ExpiresAt httpx.Time `json:"expiresAt"`
	IsExpired bool       `json:"isExpired"`
	TakenAt   httpx.Time `json:"takenAt"`
	// UserID is the account of the holder. Only the console gets it.
	UserID string `json:"userId,omitempty"`
	// StartsAt and EndsAt are the dates of the holder's term. A lifetime term has no end. TermStatus is "" without
	// a holder.
	StartsAt   httpx.Time        `json:"startsAt"`
	EndsAt     *httpx.Time       `json:"endsAt"`
	TermStatus ledger.TermStatus `json:"termStatus" wire:"orEmpty"`
	// RestEndsAt is the end of the term that the next holder gets the rest of, or null if they get a full term.
	RestEndsAt *httpx.Time `json:"restEndsAt"`
	EndReason  string      `json:"endReason"`
}

// SeatPurchase is a company's purchase of seats.
type SeatPurchase struct {
	TransactionID    string         `json:"transactionId"`
	MembershipTierID string         `json:"membershipTierId"`
	TierName         string         `json:"tierName"`
	Duration         tiers.Duration `json:"duration"`
	Company          string         `json:"company"`
	// BoughtAt is when the purchase was paid. ClaimBy is the deadline for accepting its seats.
	BoughtAt httpx.Time `json:"boughtAt"`
	ClaimBy  httpx.Time `json:"claimBy"`
	Seats    []SeatView `json:"seats"`
}

// ListSeats is GET /api/seats: the caller's purchases of seats, newest first.
func (c *Seats) ListSeats() httpx.Endpoint {
	return httpx.Get(c.listSeats, httpx.Doc{
		Tag: "payments", Summary: "List the memberships that the caller has bought for others",
	})
}

func (c *Seats) listSeats(e *core.RequestEvent) ([]SeatPurchase, error) {
	purchases, err := c.seatPurchases(e.App, httpx.CurrentUser(e).Id)
	return purchases, apperr.Fail("Your seats could not be read.", err)
}

func (c *Seats) seatPurchases(app core.App, userID string) ([]SeatPurchase, error) {
	transactions, err := ledger.ListSeatPurchases(app, userID)
	if err != nil {
		return nil, err
	}
	purchases := []SeatPurchase{}
	for _, t := range transactions {
		purchase, err := c.seatPurchase(app, t)
		if err != nil {
			return nil, err
		}
		purchases = append(purchases, purchase)
	}
	return purchases, nil
}

func (c *Seats) seatPurchase(app core.App, t *ledger.Transaction) (SeatPurchase, error) {
	billing, err := t.Billing()
	if err != nil {
		return SeatPurchase{}, err
	}
	seats, err := Views(app, t, c.now(), false)
	return SeatPurchase{
		TransactionID:    t.Id,
		MembershipTierID: t.TierID(),
		TierName:         t.TierName(),
		Duration:         t.Duration(),
		Company:          billing.LegalName,
		BoughtAt:         httpx.Time(t.ProcessedAt()),
		ClaimBy:          httpx.Time(database.DateTime(seatsClaimBy(t))),
		Seats:            seats,
	}, err
}

// seatsClaimBy returns the deadline for accepting the seats of a transaction.
func seatsClaimBy(t *ledger.Transaction) time.Time {
	return t.ProcessedAt().Time().AddDate(seatClaimYears, 0, 0)
}

// Views returns the seats of a purchase as its buyer sees them, or as the console does.
func Views(app core.App, t *ledger.Transaction, now time.Time, forConsole bool) ([]SeatView, error) {
	views := []SeatView{}
	if t.Seats() == 0 {
		return views, nil
	}
	seats, err := List(app, t.Id)
	if err != nil {
		return nil, err
	}
	for _, s := range seats {
		view := SeatView{
			ID:        s.Id,
			Number:    s.Number(),
			State:     s.State(),
			Name:      s.inviteeName(),
			Email:     s.inviteeEmail(),
			InvitedAt: httpx.Time(database.DateTime(s.InvitedAt())),
			ExpiresAt: httpx.Time(database.DateTime(s.ExpiresAt())),
			IsExpired: s.State() == Invited &&
				!s.ExpiresAt().After(now),
			TakenAt:    httpx.Time(database.DateTime(s.takenAt())),
			RestEndsAt: ledger.OptionalTime(s.restEndsAt()),
		}
		if forConsole {
			view.UserID, view.EndReason = s.UserID(), s.EndReason()
		}
		if err := addHolder(app, s, &view, now); err != nil {
			return nil, err
		}
		views = append(views, view)
	}
	return views, nil
}

// addHolder adds the holder of a seat and their term.
func addHolder(app core.App, s *Seat, view *SeatView, now time.Time) error {
	if s.MembershipID() == "" {
		return nil
	}
	m, err := ledger.FindTerm(app, s.MembershipID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	view.StartsAt, view.EndsAt = httpx.Time(m.StartsAt()), ledger.OptionalTime(m.EndsAt().Time())
	view.TermStatus = ledger.WireStatus(m.StateAt(now))
	holder, err := identity.FindUser(app, s.UserID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	view.Name, view.Email = holder.Name(), holder.Email()
	if !strings.EqualFold(s.inviteeEmail(), holder.Email()) {
		view.InvitedAs = s.inviteeEmail()
	}
	return nil
}

// invitee is an example of a person to invite.
var invitee = map[string]any{"name": "Bina Das", "email": "bina.das@example.com"}

// InviteToSeat is POST /api/seats/{id}/invite: the buyer invites a person to an open seat.
func (c *Seats) InviteToSeat() httpx.Endpoint {
	return httpx.JSON(c.inviteToOwnSeat, httpx.Doc{
		Tag: "payments", Summary: "Invite a person to a seat", Statuses: []int{http.StatusTooManyRequests},
		Errors: []*apperr.Error{
			errSeatNotFound, errSeatEnded, errSeatNotOpen, errSeatTwice, errSeatUnclaimed, errSeatRestOver,
		},
		Example: invitee,
	})
}

func (c *Seats) inviteToOwnSeat(e *core.RequestEvent, form seatInvitationForm) (SeatPurchase, error) {
	return c.changeOwnSeat(e, func(tx core.App, s *Seat, t *ledger.Transaction) error {
		switch s.State() {
		case Ended:
			return errSeatEnded
		case Open:
			return c.inviteToSeat(tx, s, t, form)
		}
		return errSeatNotOpen
	})
}

// ResendSeat is POST /api/seats/{id}/resend: the invitation is sent again with a new link.
func (c *Seats) ResendSeat() httpx.Endpoint {
	return httpx.DoJSON(c.resendSeat, httpx.Doc{
		Tag: "payments", Summary: "Send the invitation to a seat again", Description: "The old link becomes invalid.",
		Errors:   []*apperr.Error{errSeatNotFound, errSeatNotInvited, errSeatUnclaimed, errSeatRestOver},
		Statuses: []int{http.StatusTooManyRequests},
	})
}

func (c *Seats) resendSeat(e *core.RequestEvent) (SeatPurchase, error) {
	return c.changeOwnSeat(e, func(tx core.App, s *Seat, t *ledger.Transaction) error {
		if s.State() != Invited {
			return errSeatNotInvited
		}
		return c.sendSeat(tx, s, t, s.inviteeName(), s.inviteeEmail())
	})
}

// RevokeSeat is POST /api/seats/{id}/revoke: it withdraws a pending invitation, or ends the holder's term immediately.
// The seat is open afterwards.
func (c *Seats) RevokeSeat() httpx.Endpoint {
	return httpx.DoJSON(c.revokeSeat, httpx.Doc{
		Tag: "payments", Summary: "Withdraw the invitation to a seat, or end the term of its holder",
		Errors: []*apperr.Error{errSeatNotFound, errSeatNotInvited, errSeatRestOver},
	})
}

func (c *Seats) revokeSeat(e *core.RequestEvent) (SeatPurchase, error) {
	return c.changeOwnSeat(e, func(tx core.App, s *Seat, _ *ledger.Transaction) error {
		rest := s.restEndsAt()
		switch s.State() {
		case Invited:
		case Taken:
			var err error
			if rest, err = c.takeSeatBack(tx, s, ledger.EndedBySeat, ""); err != nil {
				return err
			}
			if !rest.IsZero() && !rest.After(c.now()) {
				return errSeatRestOver
			}
		default:
			return errSeatNotInvited
		}
		return c.openSeat(tx, s, rest)
	})
}

// ReassignSeat is POST /api/seats/{id}/reassign: it replaces the invited person or the holder by another person. A
// holder's term ends immediately.
func (c *Seats) ReassignSeat() httpx.Endpoint {
	return httpx.JSON(c.reassignSeat, httpx.Doc{
		Tag: "payments", Summary: "Invite another person to a seat",
		Description: "The term of the present holder ends immediately. The next holder gets the rest of it.",
		Errors: []*apperr.Error{
			errSeatNotFound, errSeatEnded, errSeatNotGiven, errSeatTwice, errSeatUnclaimed, errSeatRestOver,
		},
		Statuses: []int{http.StatusTooManyRequests},
		Example:  invitee,
	})
}

func (c *Seats) reassignSeat(e *core.RequestEvent, form seatInvitationForm) (SeatPurchase, error) {
	return c.changeOwnSeat(e, func(tx core.App, s *Seat, t *ledger.Transaction) (err error) {
		rest := s.restEndsAt()
		switch s.State() {
		case Ended:
			return errSeatEnded
		case Open:
			return errSeatNotGiven
		case Taken:
			if rest, err = c.takeSeatBack(tx, s, ledger.EndedBySeat, ""); err != nil {
				return err
			}
		}
		if err := c.openSeat(tx, s, rest); err != nil {
			return err
		}
		return c.inviteToSeat(tx, s, t, form)
	})
}

// changeOwnSeat changes a seat that the caller has bought, and returns the updated purchase.
func (c *Seats) changeOwnSeat(e *core.RequestEvent,
	change func(tx core.App, s *Seat, t *ledger.Transaction) error) (purchase SeatPurchase, err error) {
	err = c.app.RunInTransaction(func(tx core.App) error {
		s, err := Find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		t, err := ledger.FindTransaction(tx, s.TransactionID())
		if err != nil {
			return err
		}
		if t.UserID() != httpx.CurrentUser(e).Id {
			return errSeatNotFound
		}
		if err := change(tx, s, t); err != nil {
			return err
		}
		purchase, err = c.seatPurchase(tx, t)
		return err
	})
	return purchase, apperr.Fail("The seat could not be changed. Please try again.",
		database.IfMissing(err, errSeatNotFound))
}

// inviteToSeat invites a person who has no other seat of the same purchase.
func (c *Seats) inviteToSeat(tx core.App, s *Seat, t *ledger.Transaction, form seatInvitationForm) error {
	seats, err := List(tx, t.Id)
	if err != nil {
		return err
	}
	for _, other := range seats {
		if other.Id == s.Id || other.State() != Invited && other.State() != Taken {
			continue
		}
		view := SeatView{Email: other.inviteeEmail()}
		if err := addHolder(tx, other, &view, c.now()); err != nil {
			return err
		}
		if strings.EqualFold(view.Email, form.Email) {
			return errSeatTwice
		}
	}
	if err := s.setState(Invited); err != nil {
		return err
	}
	return c.sendSeat(tx, s, t, form.Name, form.Email)
}

// sendSeat stores an invitation and queues its email.
func (c *Seats) sendSeat(tx core.App, s *Seat, t *ledger.Transaction, name, email string) error {
	now := c.now()
	claimBy := seatsClaimBy(t)
	if rest := s.restEndsAt(); !rest.IsZero() {
		claimBy = rest
	}
	switch {
	case claimBy.After(now):
	case s.restEndsAt().IsZero():
		return errSeatUnclaimed
	default:
		return errSeatRestOver
	}
	if err := countInvitation(tx, s, t, now); err != nil {
		return err
	}
	if err := c.outbox.Throttle(emails.KindSeatInvitation, email); err != nil {
		return err
	}
	s.setInvited(name, email, now, ledger.Earlier(now.Add(seatInvitationTTL), claimBy))
	if err := saveSeat(tx, s); err != nil {
		return err
	}
	billing, err := t.Billing()
	if err != nil {
		return err
	}
	return c.outbox.Enqueue(tx, emails.SeatInvitation{
		SeatID:    s.Id,
		Round:     s.Round(),
		Company:   billing.LegalName,
		Name:      name,
		Email:     email,
		ExpiresAt: s.ExpiresAt(),
	}.Build())
}

// countInvitation counts an invitation to a seat. It returns an error if the seat or its buyer has sent too many in a
// day, because invitations go to people who have not asked for them.
func countInvitation(tx core.App, s *Seat, t *ledger.Transaction, now time.Time) error {
	since := now.Add(-ledger.Day)
	own, err := s.invitationsSince(since)
	if err != nil {
		return err
	}
	if len(own) >= maxSeatInvitations {
		message := fmt.Sprintf("%d invitations to this seat were sent in one day. Please wait until tomorrow.",
			maxSeatInvitations)
		return apperr.TooMany("seat-invitations", message, own[0].Sub(since))
	}
	purchases, err := ledger.ListSeatPurchases(tx, t.UserID())
	if err != nil {
		return err
	}
	var sent []time.Time
	for _, purchase := range purchases {
		seats, err := List(tx, purchase.Id)
		if err != nil {
			return err
		}
		for _, seat := range seats {
			times, err := seat.invitationsSince(since)
			if err != nil {
				return err
			}
			sent = append(sent, times...)
		}
	}
	if len(sent) >= maxBuyerInvitations {
		return apperr.TooMany("buyer-invitations",
			fmt.Sprintf("You have sent %d invitations in one day. Please wait until tomorrow.", maxBuyerInvitations),
			slices.MinFunc(sent, time.Time.Compare).Sub(since))
	}
	s.setInvitations(append(own, now))
	return nil
}

// openSeat makes a seat available to another person.
func (c *Seats) openSeat(tx core.App, s *Seat, restEndsAt time.Time) error {
	if err := s.setState(Open); err != nil {
		return err
	}
	s.clear(restEndsAt)
	return saveSeat(tx, s)
}

// takeSeatBack ends the term of a seat's holder and emails them. It returns the planned end of that term. It returns
// the zero time if the term had not started or was for life; the next holder then gets a full term.
func (c *Seats) takeSeatBack(tx core.App, s *Seat, reason ledger.EndReason, by string) (time.Time, error) {
	m, err := ledger.FindTerm(tx, s.MembershipID())
	if err != nil {
		return time.Time{}, database.IgnoreMissing(err)
	}
	state := m.StateAt(c.now())
	if state == ledger.Revoked || state == ledger.Lapsed {
		return m.EndsAt().Time(), nil
	}
	rest := m.EndsAt().Time()
	if state == ledger.Upcoming {
		rest = s.restEndsAt()
	}
	return rest, c.ledger.TakeBack(tx, m, reason, by)
}

// Book opens and ends the seats of a purchase for the ledger.
type Book struct{}

// Open stores the open seats of a completed purchase.
func (Book) Open(tx core.App, t *ledger.Transaction) error { return createSeats(tx, t) }

// End ends the seats of a purchase that was refunded or lost to a dispute. It returns the ids of the terms of their
// holders, which the ledger revokes.
func (Book) End(tx core.App, t *ledger.Transaction, at time.Time, reason ledger.EndReason, by string) (terms []string,
	err error) {
	seats, err := List(tx, t.Id)
	if err != nil {
		return nil, err
	}
	for _, s := range seats {
		switch s.State() {
		case Ended:
			continue
		case Taken:
			terms = append(terms, s.MembershipID())
		}
		if err := s.setState(Ended); err != nil {
			return nil, err
		}
		s.setEnded(at, string(reason), by)
		if err := saveSeat(tx, s); err != nil {
			return nil, err
		}
	}
	return terms, nil
}

// Restore takes back the end of the seats that a lost dispute has ended. It returns the ids of the terms of their
// holders, which the ledger restores.
func (Book) Restore(tx core.App, t *ledger.Transaction) (terms []string, err error) {
	seats, err := List(tx, t.Id)
	if err != nil {
		return nil, err
	}
	for _, s := range seats {
		if s.State() != Ended || s.EndReason() != string(ledger.EndedByDispute) {
			continue
		}
		to := Open
		if s.MembershipID() != "" {
			to = Taken
			terms = append(terms, s.MembershipID())
		}
		if err := s.setState(to); err != nil {
			return nil, err
		}
		if to == Open {
			s.clear(s.restEndsAt())
		}
		s.clearEnded()
		if err := saveSeat(tx, s); err != nil {
			return nil, err
		}
	}
	return terms, nil
}

// end ends a seat permanently.
func (c *Seats) end(tx core.App, s *Seat, reason ledger.EndReason, words, by string) error {
	if s.State() == Ended {
		return nil
	}
	if s.State() == Taken {
		if _, err := c.takeSeatBack(tx, s, reason, by); err != nil {
			return err
		}
	}
	if err := s.setState(Ended); err != nil {
		return err
	}
	s.setEnded(c.now(), words, by)
	return saveSeat(tx, s)
}

// EndOf ends the seat of a term permanently, because an admin has ended the term.
func (c *Seats) EndOf(tx core.App, m *ledger.Term, reason, by string) error {
	s, err := Find(tx, m.SeatID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return c.end(tx, s, ledger.EndedByAdmin, reason, by)
}

// EndSeat is POST /api/transactions/{id}/seats/{seat}/end: an admin ends a seat, for example after a partial refund.
func (c *Seats) EndSeat() httpx.Endpoint {
	return httpx.JSON(c.endSeat, httpx.Doc{
		Tag: "payments", Summary: "End a seat of a company",
		Description: "For a partial refund, for example. The term of its holder ends immediately.",
		Errors:      []*apperr.Error{errSeatNotFound, errSeatEnded},
		Example:     map[string]any{"reason": "Refunded in part"},
	})
}

func (c *Seats) endSeat(e *core.RequestEvent, form ledger.ReasonForm) (views []SeatView, err error) {
	by := audit.RequestActor(e)
	err = c.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		s, err := Find(tx, e.Request.PathValue("seat"))
		if err != nil {
			return err
		}
		switch {
		case s.TransactionID() != t.Id:
			return errSeatNotFound
		case s.State() == Ended:
			return errSeatEnded
		}
		if err := c.end(tx, s, ledger.EndedByAdmin, form.Reason, by.Name); err != nil {
			return err
		}
		err = c.audit.Record(tx, by, "seat.ended", audit.SubjectOf(t.Record),
			map[string]any{"seat": s.Number(), "reason": form.Reason})
		if err != nil {
			return err
		}
		views, err = Views(tx, t, c.now(), true)
		return err
	})
	return views, apperr.Fail("The seat could not be ended. Please try again.",
		database.IfMissing(err, errSeatNotFound))
}
