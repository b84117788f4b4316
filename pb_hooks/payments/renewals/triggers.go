package renewals

import (
	"database/sql"
	"errors"
	"net/url"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/triggers"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// The automations ask these functions whether a trigger that the ledger has found still applies. Each returns nil
// if it does not. Automations write to the address of the account, because a buyer can type any address with an order.

// UnpaidCheckout returns the buyer of an order that was not paid. Only a buyer's newest order counts.
func (rs *Renewals) UnpaidCheckout(app core.App, event triggers.Event) (*triggers.Person, error) {
	t, err := ledger.FindTransaction(app, event.ID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	switch {
	case t.Status() != ledger.Pending && t.Status() != ledger.Failed, t.Attention() != "":
		return nil, nil
	case t.Kind() == ledger.KindLink && t.LinkState() != ledger.LinkCreated && t.LinkState() != ledger.LinkExpired:
		return nil, nil // the buyer may have paid on the tier's page, which does not name the transaction
	}
	newer, err := ledger.HasNewerOrder(app, t)
	if err != nil || newer {
		return nil, err
	}
	given, err := ledger.HasTermSince(app, t.UserID(), t.CreatedAt().Time())
	if err != nil || given {
		return nil, err
	}
	tier, err := tiers.Find(app, t.TierID())
	if err != nil || !bool(tier.IsActive) {
		return nil, database.IgnoreMissing(err)
	}
	return triggerPerson(app, t.UserID(), t.Id, t.TierName(), plansPath(t.TierID()))
}

// EndedTerm returns the former member whose term has ended, unless they are a member again.
func (rs *Renewals) EndedTerm(app core.App, event triggers.Event) (*triggers.Person, error) {
	m, err := ledger.FindTerm(app, event.ID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	if !m.EndsAt().Equal(event.At) || m.StateAt(rs.now()) != ledger.Lapsed {
		return nil, nil
	}
	needs, _, err := rs.needsReminder(app, m)
	if err != nil || !needs {
		return nil, err
	}
	return triggerPerson(app, m.UserID(), m.Id, m.TierName(), plansPath(m.TierID()))
}

// Birthday returns the member whose first term began a given number of years ago.
func (rs *Renewals) Birthday(app core.App, event triggers.Event) (*triggers.Person, error) {
	m, err := ledger.FindTerm(app, event.ID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	terms, err := ledger.ListTerms(app, m.UserID())
	if err != nil {
		return nil, err
	}
	isMember, current := false, ""
	for _, term := range terms {
		switch {
		case term.IsRevoked():
		case term.StartsAt().Time().Before(m.StartsAt().Time()), term.StartsAt().Equal(m.StartsAt()) && term.Id < m.Id:
			return nil, nil // the membership is older
		case term.StateAt(rs.now()).HasAccess():
			isMember, current = true, term.TierName()
		}
	}
	if !isMember || m.IsRevoked() {
		return nil, nil
	}
	n := event.At.Time().Year() - m.StartsAt().Time().Year()
	years := strconv.Itoa(n) + " years"
	if n == 1 {
		years = "one year"
	}
	person, err := triggerPerson(app, m.UserID(), m.Id+":"+strconv.Itoa(n), current, "/account")
	if person != nil {
		person.Facts["years"] = years
	}
	return person, err
}

// IsMember reports whether the owner of an account with this address has access now.
func (rs *Renewals) IsMember(app core.App, email string) (bool, error) {
	user, err := identity.FindUserByEmail(app, email)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	held, err := ledger.EntitlementOf(app, user.Id, rs.now())
	return held.State.HasAccess(), err
}

func plansPath(tierID string) string { return "/membership-plans?tierId=" + url.QueryEscape(tierID) }

// triggerPerson returns the owner of an active account, or nil.
func triggerPerson(app core.App, userID, key, tier, path string) (*triggers.Person, error) {
	user, err := identity.FindUser(app, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil || !user.IsActive() {
		return nil, err
	}
	return &triggers.Person{
		Key:   key,
		Email: user.Email(),
		Name:  user.Name(),
		Path:  path,
		Facts: map[string]string{
			"tier":    texts.PlainFact(tier),
			"city":    texts.PlainFact(user.Location()),
			"company": texts.PlainFact(user.Company()),
		},
	}, nil
}
