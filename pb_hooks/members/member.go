package members

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/overview"
)

// Member is what the console shows of one account.
type Member struct {
	accounts.Details
	// Nomination is null if no nomination has this address.
	Nomination   *nominations.Summary    `json:"nomination" db:"-"`
	Memberships  []ledger.MembershipTerm `json:"memberships" db:"-"`
	Transactions []ledger.LedgerRow      `json:"transactions" db:"-"`
}

var errMemberNotFound = apperr.NotFound("member-not-found", "This member was not found.")

// GetMember is GET /api/members/registered-users/{id}.
func (m *Members) GetMember() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Member, error) {
		member, err := m.findMember(e.App, e.Request.PathValue("id"))
		if errors.Is(err, sql.ErrNoRows) {
			err = errMemberNotFound
		}
		return member, apperr.Fail("The member could not be read.", err)
	}, httpx.Doc{
		Tag: "members", Summary: "Read a registered user with their nomination, memberships and transactions",
		Errors: []*apperr.Error{errMemberNotFound},
	})
}

func (m *Members) findMember(app core.App, id string) (member Member, err error) {
	if member.Details, err = accounts.FindDetails(app, id); err != nil {
		return member, err
	}
	if member.Nomination, err = nominations.SummaryByEmail(app, member.Email); err != nil {
		return member, fmt.Errorf("find a member's nomination: %w", err)
	}
	if member.Memberships, err = overview.TermsOfUser(app, id, m.now()); err != nil {
		return member, fmt.Errorf("find a member's memberships: %w", err)
	}
	if member.Transactions, err = ledger.TransactionsOfUser(app, id, member.Email); err != nil {
		return member, fmt.Errorf("find a member's transactions: %w", err)
	}
	return member, nil
}
