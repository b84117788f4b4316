package companyseats

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// emailParams adds the purchase, the buyer, the next session, and the token of the link. The email is obsolete if the
// invitation was withdrawn, accepted or sent again since.
func (c *Seats) emailParams(app core.App, params map[string]string) (map[string]string, error) {
	s, err := Find(app, params["seatId"])
	if errors.Is(err, sql.ErrNoRows) ||
		err == nil && (s.State() != Invited || strconv.Itoa(s.Round()) != params["round"]) {
		return nil, outbox.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	t, err := ledger.FindTransaction(app, s.TransactionID())
	if err != nil {
		return nil, err
	}
	values, err := c.nextSession(app, "")
	if err != nil {
		return nil, err
	}
	maps.Copy(values, map[string]string{
		"tier": t.TierName(), "duration": string(t.Duration()), "rest": "", "token": c.seatToken(s.Id, s.Round()),
	})
	if rest := s.restEndsAt(); !rest.IsZero() {
		values["rest"] = india.DayText(rest)
	}
	return values, nil
}

// The invitation to a seat is a link. Anyone who has the link can view the invitation and, after signing in, accept the
// seat.

// TokenForm has the token of an invitation's link.
type TokenForm struct {
	_     struct{} `wire:"-"`
	Token string   `json:"token"`
}

// Rules returns the rules of the form.
func (TokenForm) Rules() rules.Form { return tokenRules }

var tokenRules = rules.Form{{Name: "token", Label: "Token", Kind: rules.Line, Required: true, Max: 100}}

// InvitationState is the state of the link of an invitation.
type InvitationState string

// The states of a link.
const (
	InvitationOpen    InvitationState = "open"
	InvitationUsed    InvitationState = "used"
	InvitationVoid    InvitationState = "void"
	InvitationExpired InvitationState = "expired"
)

// Values returns all states.
func (InvitationState) Values() []string {
	return rules.Options(InvitationOpen, InvitationUsed, InvitationVoid, InvitationExpired)
}

// SeatInvitationView is what a person who opens the link of an invitation sees.
type SeatInvitationView struct {
	State InvitationState `json:"state"`
	// Message says what to do if the invitation is not open. The other fields are then empty.
	Message  string `json:"message"`
	Company  string `json:"company"`
	TierName string `json:"tierName"`
	// TranslatedTierName is the name in the language of the page, or "".
	TranslatedTierName string         `json:"translatedTierName"`
	Duration           tiers.Duration `json:"duration" wire:"orEmpty"`
	ExpiresAt          httpx.Time     `json:"expiresAt"`
	RestEndsAt         *httpx.Time    `json:"restEndsAt"`
	// Email and Name are those of the invited person. HasAccount reports whether an account has that address.
	Email      string `json:"email"`
	Name       string `json:"name"`
	HasAccount bool   `json:"hasAccount"`
}

// seatToken returns the token of an invitation's link. It names a seat and an invitation, and it cannot be forged.
func (c *Seats) seatToken(seatID string, round int) string {
	return fmt.Sprintf("%s.%d.%s", seatID, round, c.key.Derive("seat", seatID, strconv.Itoa(round)))
}

// findInvitedSeat returns the seat and the purchase of a link, and an error if the invitation cannot be accepted.
func (c *Seats) findInvitedSeat(app core.App, token string) (*Seat, *ledger.Transaction, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 || !ledger.IsToken(token, c.seatToken(parts[0], ledger.WholeNumber(parts[1]))) {
		return nil, nil, errSeatLink
	}
	s, err := Find(app, parts[0])
	if err != nil {
		return nil, nil, database.IfMissing(err, errSeatLink)
	}
	t, err := ledger.FindTransaction(app, s.TransactionID())
	switch {
	case err != nil:
		return nil, nil, err
	case ledger.WholeNumber(parts[1]) == s.Round() && s.State() == Taken:
		return s, t, errSeatLinkUsed
	case ledger.WholeNumber(parts[1]) != s.Round() || s.State() != Invited:
		return s, t, errSeatLinkVoid
	case !s.ExpiresAt().After(c.now()):
		return s, t, errSeatLinkExpired
	}
	return s, t, nil
}

// seatLinkStates map the errors of a link to its states.
var seatLinkStates = map[*apperr.Error]InvitationState{
	errSeatLinkUsed:    InvitationUsed,
	errSeatLinkVoid:    InvitationVoid,
	errSeatLinkExpired: InvitationExpired,
}

// LookupSeat is POST /api/seats/look. The token is sent in the body to keep it out of logs and browser histories.
func (c *Seats) LookupSeat() httpx.Endpoint {
	return httpx.JSON(c.lookupSeat, httpx.Doc{
		Tag: "payments", Summary: "Get what an invitation to a seat is for", Errors: []*apperr.Error{errSeatLink},
	})
}

func (c *Seats) lookupSeat(e *core.RequestEvent, form TokenForm) (SeatInvitationView, error) {
	s, t, err := c.findInvitedSeat(e.App, form.Token)
	var closed *apperr.Error
	if errors.As(err, &closed) && seatLinkStates[closed] != "" {
		return SeatInvitationView{State: seatLinkStates[closed],
			Message: httpx.Translate(e.Request, closed.Message)}, nil
	}
	if err != nil {
		return SeatInvitationView{}, apperr.Fail("The invitation could not be read. Please try again.", err)
	}
	billing, err := t.Billing()
	if err != nil {
		return SeatInvitationView{}, apperr.Fail("The invitation could not be read. Please try again.", err)
	}
	_, err = identity.FindUserByEmail(e.App, s.inviteeEmail())
	hasAccount, err := ledger.Found(err)
	if err != nil {
		return SeatInvitationView{}, apperr.Fail("The invitation could not be read. Please try again.", err)
	}
	name, err := tiers.TranslateName(e.App, t.TierID(), t.TierName(), languages.OfRequest(e.Request))
	return SeatInvitationView{
		State:              InvitationOpen,
		Company:            texts.CompanyName(billing.LegalName),
		TierName:           t.TierName(),
		TranslatedTierName: name,
		Duration:           t.Duration(),
		ExpiresAt:          httpx.Time(database.DateTime(s.ExpiresAt())),
		RestEndsAt:         ledger.OptionalTime(s.restEndsAt()),
		Email:              s.inviteeEmail(),
		Name:               texts.GreetingName(s.inviteeName()),
		HasAccount:         hasAccount,
	}, apperr.Fail("The invitation could not be read. Please try again.", err)
}

// AcceptErrors are the errors of Accept, except the error for a buyer whose nomination is not approved.
var AcceptErrors = []*apperr.Error{
	errSeatLink, errSeatLinkUsed, errSeatLinkVoid, errSeatLinkExpired, errSeatForLife, errSeatRest, errSeatHeld,
}

// Accept gives a user the seat of an invitation's link. Their address may differ from the invited one.
func (c *Seats) Accept(user *identity.User, token string) error {
	if err := c.checkApproval(user); err != nil {
		return fmt.Errorf("accept seat: %w", err)
	}
	defer c.ledger.LockBuyer(user.Id)()
	err := c.app.RunInTransaction(func(tx core.App) error {
		s, t, err := c.findInvitedSeat(tx, token)
		if err != nil {
			return err
		}
		return c.acceptSeat(tx, s, t, user)
	})
	if err != nil {
		return fmt.Errorf("accept seat: %w",
			apperr.Fail("The invitation could not be accepted. Please try again.", err))
	}
	return nil
}

func (c *Seats) acceptSeat(tx core.App, s *Seat, t *ledger.Transaction, user *identity.User) error {
	now := c.now()
	held, err := ledger.ListTerms(tx, user.Id)
	if err != nil {
		return err
	}
	switch own := ledger.NewEntitlement(held, now); {
	case own.IsForLife():
		return errSeatForLife
	case !s.restEndsAt().IsZero() && !s.restEndsAt().After(own.AccessUntil):
		return errSeatRest
	}
	seats, err := List(tx, t.Id)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(seats, func(other *Seat) bool {
		return other.State() == Taken && other.UserID() == user.Id
	}) {
		return errSeatHeld
	}
	graceDays, err := ledger.GraceDaysOf(tx, t)
	if err != nil {
		return err
	}
	m, err := c.ledger.Grant(tx, ledger.Grant{
		UserID: user.Id, TierID: t.TierID(), TierName: t.TierName(), Duration: t.Duration(), Source: ledger.FromSeat,
		SeatID: s.Id, KeptModules: s.keptModules(), GraceDays: graceDays, From: now, End: s.restEndsAt(),
	})
	if err != nil {
		return err
	}
	if err := c.mandates.SupersedeAll(tx, user.Id); err != nil {
		return err
	}
	if err := s.setState(Taken); err != nil {
		return err
	}
	s.setTaken(user.Id, m.Id, now)
	if err := saveSeat(tx, s); err != nil {
		return err
	}
	// The link was emailed only to the invited address.
	if user.Email() == s.inviteeEmail() && !user.Verified() {
		if err := links.MarkEmailVerified(tx, user.Record); err != nil {
			return err
		}
	}
	billing, err := t.Billing()
	if err != nil {
		return err
	}
	if err := c.ledger.EmailSeatTerm(tx, user, m, billing.LegalName); err != nil {
		return err
	}
	return c.emailBuyer(tx, s, t, user, m)
}

// emailBuyer tells the buyer of a seat that its invitation was accepted, and whether with an address other than the
// invited one. A buyer who has accepted their own seat knows.
func (c *Seats) emailBuyer(tx core.App, s *Seat, t *ledger.Transaction, holder *identity.User, m *ledger.Term) error {
	buyer, err := ledger.Addressee(tx, t)
	if err != nil || buyer.Email == "" || holder.Id == t.UserID() {
		return err
	}
	name := strings.TrimSpace(texts.GreetingName(holder.Name()) + " (" + holder.Email() + ")")
	if strings.EqualFold(s.inviteeEmail(), holder.Email()) {
		return c.outbox.Enqueue(tx, emails.SeatTaken{
			SeatID: s.Id,
			Round:  s.Round(),
			Tier:   t.TierName(),
			Holder: name,
			From:   india.DayText(m.StartsAt().Time()),
			Name:   buyer.Name,
			Email:  buyer.Email,
		}.Build())
	}
	return c.outbox.Enqueue(tx, emails.SeatAccepted{
		SeatID:  s.Id,
		Round:   s.Round(),
		Tier:    t.TierName(),
		Invited: s.inviteeEmail(),
		Holder:  name,
		Name:    buyer.Name,
		Email:   buyer.Email,
	}.Build())
}
