package complimentary

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
)

// Gift is a complimentary membership that a bulk action grants to many people.
type Gift struct {
	TierID string
	// End is zero for a membership that lasts as long as a bought one.
	End    time.Time
	Reason string
	// By is the admin who started the action. ConfirmedBy is the second admin, or "".
	By          audit.Actor
	ConfirmedBy string
}

// CheckGift returns the list value of a gift to a member, or the error with which it would be refused.
func (c *Complimentary) CheckGift(app core.App, userID string, gift Gift) (money.Amount, error) {
	if !gift.End.IsZero() && !gift.End.After(c.now()) {
		return 0, errEndPast
	}
	request, err := c.describeGrant(app, grantPayload{UserID: userID, TierID: gift.TierID, EndsAt: gift.End})
	if err != nil {
		return 0, err
	}
	held, err := ledger.EntitlementOf(app, userID, c.now())
	if err == nil {
		err = checkGrant(held, gift.End)
	}
	return request.ListValue, err
}

// GrantGift grants a gift to a member and returns the id of the term.
func (c *Complimentary) GrantGift(tx core.App, userID string, gift Gift) (string, error) {
	names := gift.By.Name
	if gift.ConfirmedBy != "" {
		names = approvals.Names(names, gift.ConfirmedBy)
	}
	granted, err := c.grant(tx, grantPayload{userID, gift.TierID, gift.End, gift.Reason}, gift.By, names)
	if err != nil {
		return "", err
	}
	return granted.Id, nil
}

// EndGift ends a term that was granted as a gift. A merge may have moved it to another account since.
func (c *Complimentary) EndGift(tx core.App, termID, reason string, by audit.Actor) error {
	m, err := ledger.FindTerm(tx, termID)
	if err != nil {
		return database.IfMissing(err, errMembershipNotFound)
	}
	user, err := ledger.FindMember(tx, m.UserID())
	if err != nil {
		return err
	}
	_, err = c.changeTerm(tx, user, m, by, "membership.ended", reason, emails.TermEnded,
		func() error { return c.endTerm(tx, m, reason, by.Name) })
	return err
}
