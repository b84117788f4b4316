package payments

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/texts"
)

// The invitation to a seat is a link. Anyone who has the link can view the invitation and, after signing in, accept the
// seat.

// SeatTokenForm is the body of POST /api/seats/look and /api/seats/accept.
var SeatTokenForm = rules.Form{{Name: "token", Label: "Token", Kind: rules.Line, Required: true, Max: 100}}

// SeatInvitationView is what a person who opens the link of an invitation sees.
type SeatInvitationView struct {
	// State is open, used, void or expired. Message says what to do if it is not open.
	State      string      `json:"state"`
	Message    string      `json:"message"`
	Company    string      `json:"company"`
	TierName   string      `json:"tierName"`
	Duration   string      `json:"duration"`
	ExpiresAt  httpx.Time  `json:"expiresAt"`
	RestEndsAt *httpx.Time `json:"restEndsAt"`
	// Email and Name are those of the invited person. HasAccount reports whether an account has that address.
	Email      string `json:"email"`
	Name       string `json:"name"`
	HasAccount bool   `json:"hasAccount"`
}

// seatToken returns the token of an invitation's link. It names a seat and an invitation, and it cannot be forged.
func (p *Payments) seatToken(seatID string, round int) string {
	return fmt.Sprintf("%s.%d.%s", seatID, round, p.key.Derive("seat", seatID, strconv.Itoa(round)))
}

// findInvitedSeat returns the seat and the purchase of a link, and an error if the invitation cannot be accepted.
func (p *Payments) findInvitedSeat(app core.App, token string) (*Seat, *Transaction, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 || !isToken(token, p.seatToken(parts[0], wholeNumber(parts[1]))) {
		return nil, nil, errSeatLink
	}
	s, err := findSeat(app, parts[0])
	if database.IsMissing(err) {
		return nil, nil, errSeatLink
	}
	if err != nil {
		return nil, nil, err
	}
	t, err := findTransaction(app, s.TransactionID())
	switch {
	case err != nil:
		return nil, nil, err
	case wholeNumber(parts[1]) == s.Round() && s.State() == SeatTaken:
		return s, t, errSeatLinkUsed
	case wholeNumber(parts[1]) != s.Round() || s.State() != SeatInvited:
		return s, t, errSeatLinkVoid
	case !s.ExpiresAt().After(p.now()):
		return s, t, errSeatLinkExpired
	}
	return s, t, nil
}

// seatLinkStates map the errors of a link to its states.
var seatLinkStates = map[*apperr.Error]string{errSeatLinkUsed: "used", errSeatLinkVoid: "void", errSeatLinkExpired: "expired"}

// LookupSeat is POST /api/seats/look. The token is sent in the body to keep it out of logs and browser histories.
func (p *Payments) LookupSeat(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, SeatTokenForm)
	if err != nil {
		return err
	}
	s, t, err := p.findInvitedSeat(e.App, values.Text("token"))
	var closed *apperr.Error
	if errors.As(err, &closed) && seatLinkStates[closed] != "" {
		return e.JSON(http.StatusOK, SeatInvitationView{State: seatLinkStates[closed], Message: closed.Message})
	}
	if err != nil {
		return apperr.Fail("The invitation could not be read. Please try again.", err)
	}
	billing, err := t.Billing()
	if err != nil {
		return apperr.Fail("The invitation could not be read. Please try again.", err)
	}
	_, err = identity.FindUserByEmail(e.App, s.InviteeEmail())
	hasAccount, err := found(err)
	if err != nil {
		return apperr.Fail("The invitation could not be read. Please try again.", err)
	}
	return e.JSON(http.StatusOK, SeatInvitationView{
		State: "open", Company: texts.CompanyName(billing.LegalName), TierName: t.TierName(), Duration: t.Duration(), ExpiresAt: httpx.Time(database.DateTime(s.ExpiresAt())),
		RestEndsAt: optionalTime(s.RestEndsAt()), Email: s.InviteeEmail(), Name: texts.GreetingName(s.InviteeName()), HasAccount: hasAccount,
	})
}

// AcceptSeat is POST /api/seats/accept: the signed-in account accepts the seat of the link. Its address may differ from
// the invited one. It answers like GET /api/memberships/mine.
func (p *Payments) AcceptSeat(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, SeatTokenForm)
	if err != nil {
		return err
	}
	user := identity.NewUser(httpx.CurrentUser(e))
	if err := p.checkApproval(user); err != nil {
		return fmt.Errorf("accept seat: %w", err)
	}
	defer p.buyers.Lock(user.Id)()
	err = p.app.RunInTransaction(func(tx core.App) error {
		s, t, err := p.findInvitedSeat(tx, values.Text("token"))
		if err != nil {
			return err
		}
		return p.acceptSeat(tx, s, t, user)
	})
	if err != nil {
		return fmt.Errorf("accept seat: %w", apperr.Fail("The invitation could not be accepted. Please try again.", err))
	}
	return p.GetMembershipOverview(e)
}

func (p *Payments) acceptSeat(tx core.App, s *Seat, t *Transaction, user *identity.User) error {
	now := p.now()
	held, err := listTerms(tx, user.Id)
	if err != nil {
		return err
	}
	switch own := newEntitlement(held, now); {
	case own.IsForLife():
		return errSeatForLife
	case !s.RestEndsAt().IsZero() && !s.RestEndsAt().After(own.AccessUntil):
		return errSeatRest
	}
	seats, err := listSeats(tx, t.Id)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(seats, func(other *Seat) bool { return other.State() == SeatTaken && other.UserID() == user.Id }) {
		return errSeatHeld
	}
	graceDays, err := graceDaysOf(tx, t)
	if err != nil {
		return err
	}
	m, err := newTerm(tx, grant{
		userID: user.Id, tierID: t.TierID(), tierName: t.TierName(), duration: t.Duration(), source: FromSeat,
		seatID: s.Id, graceDays: graceDays, from: now, end: s.RestEndsAt(),
	})
	if err != nil {
		return err
	}
	if err := p.saveTerms(tx, append(held, m)); err != nil {
		return err
	}
	subscriptions, err := listSubscriptions(tx, user.Id)
	if err != nil {
		return err
	}
	for _, subscription := range subscriptions {
		if err := p.cancelSubscription(tx, subscription, CancelSuperseded, false); err != nil {
			return err
		}
	}
	if err := s.setState(SeatTaken); err != nil {
		return err
	}
	s.setTaken(user.Id, m.Id, now)
	if err := saveSeat(tx, s); err != nil {
		return err
	}
	// The link was emailed only to the invited address.
	if user.Email() == s.InviteeEmail() && !user.Verified() {
		if err := links.MarkEmailVerified(tx, user.Record); err != nil {
			return err
		}
	}
	return p.emailSeatAccepted(tx, s, t, user)
}

// emailSeatAccepted tells the buyer of a seat that the invitation was accepted with an address other than the invited
// one.
func (p *Payments) emailSeatAccepted(tx core.App, s *Seat, t *Transaction, holder *identity.User) error {
	buyer, err := addressee(tx, t)
	if err != nil || buyer.Email == "" || strings.EqualFold(s.InviteeEmail(), holder.Email()) {
		return err
	}
	return p.outbox.Enqueue(tx, seatAcceptedEmail{
		SeatID: s.Id, Round: s.Round(), Tier: t.TierName(), Invited: s.InviteeEmail(), Holder: strings.TrimSpace(texts.GreetingName(holder.Name()) + " (" + holder.Email() + ")"),
		Name: buyer.Name, Email: buyer.Email,
	}.Build())
}
