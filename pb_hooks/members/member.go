package members

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
)

// GetMember is all that the office has of one account.
type Member struct {
	RegisteredUser
	IsActive httpx.Bool `json:"isActive" db:"isActive"`
	IsAdmin  httpx.Bool `json:"isAdmin" db:"isAdmin"`
	// AwaitsPassword is an account that was brought over and not claimed; InvitedAt is when she was
	// asked to.
	AwaitsPassword bool       `json:"awaitsPassword" db:"awaitsPassword"`
	InvitedAt      httpx.Time `json:"invitedAt" db:"invitedAt"`
	// Nomination is null where nobody has sent one with this address.
	Nomination   *MemberNomination `json:"nomination" db:"-"`
	Memberships  []MembershipTerm  `json:"memberships" db:"-"`
	Transactions []Transaction     `json:"transactions" db:"-"`
}

// MemberNomination is a member's nomination.
type MemberNomination struct {
	ID          string     `json:"id" db:"id"`
	CompanyName string     `json:"companyName" db:"companyName"`
	Status      string     `json:"status" db:"status"`
	CreatedAt   httpx.Time `json:"createdAt" db:"createdAt"`
}

// MembershipTerm is a membership that she holds or held; its status is active, upcoming, ended or revoked. No
// end is for life.
type MembershipTerm struct {
	ID       string     `json:"id" db:"id"`
	TierName string     `json:"tierName" db:"tierName"`
	StartsAt httpx.Time `json:"startsAt" db:"startsAt"`
	EndsAt   httpx.Time `json:"endsAt" db:"endsAt"`
	Revoked  httpx.Time `json:"revokedAt" db:"revokedAt"`
	Status   string     `json:"status" db:"-"`
}

// GetMember is GET /api/members/registered-users/{id}.
func (m *Members) GetMember(e *core.RequestEvent) error {
	member, err := m.findMember(e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This member was not found.", nil)
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The member could not be read.", err)
	}
	return e.JSON(http.StatusOK, member)
}

func (m *Members) findMember(app core.App, id string) (Member, error) {
	member := Member{Memberships: []MembershipTerm{}, Transactions: []Transaction{}}
	err := app.DB().Select("*").From("members_accounts").Where(dbx.HashExp{"id": id}).One(&member)
	if err != nil {
		return member, err
	}
	var nomination MemberNomination
	err = app.DB().Select("id", "companyName", "status", "createdAt").From("members_nominees").
		Where(dbx.NewExp("email = {:email} COLLATE NOCASE", dbx.Params{"email": member.Email})).Limit(1).One(&nomination)
	switch {
	case err == nil:
		member.Nomination = &nomination
	case !errors.Is(err, sql.ErrNoRows):
		return member, err
	}
	err = app.DB().Select("id", "tierName", "startsAt", "endsAt", "revokedAt").From("members_terms").
		Where(dbx.HashExp{"userId": id}).OrderBy("startsAt DESC").All(&member.Memberships)
	if err != nil {
		return member, err
	}
	for i := range member.Memberships {
		member.Memberships[i].Status = member.Memberships[i].status(m.now())
	}
	// Put in order here: SQLite would rather walk the whole ledger by date than sort a few rows.
	err = app.DB().Select(transactionList.Columns...).From("members_payments").
		Where(dbx.NewExp(`id IN (SELECT id FROM members_payments WHERE userId = {:id} AND userId != ''
			UNION ALL SELECT id FROM members_payments WHERE customerEmail = {:email} COLLATE NOCASE)`,
			dbx.Params{"id": id, "email": member.Email})).
		All(&member.Transactions)
	slices.SortFunc(member.Transactions, func(a, b Transaction) int {
		return types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt))
	})
	return member, err
}

func (t MembershipTerm) status(now time.Time) string {
	start, end := types.DateTime(t.StartsAt).Time(), types.DateTime(t.EndsAt)
	switch {
	case !types.DateTime(t.Revoked).IsZero():
		return "revoked"
	case start.After(now):
		return "upcoming"
	case !end.IsZero() && !end.Time().After(now):
		return "ended"
	}
	return "active"
}
