package payments

import (
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// MembershipOverview is what a member sees of their membership and payments.
type MembershipOverview struct {
	Membership   *MembershipSummary   `json:"membership"`
	Entitlement  EntitlementSummary   `json:"entitlement"`
	Subscription *SubscriptionSummary `json:"subscription"`
	Transactions []MemberTransaction  `json:"transactions"`
}

// MembershipSummary is the membership that a member holds, or held last. EndsAt is null for life; Status
// is active, also in the grace, upcoming, ended or revoked.
type MembershipSummary struct {
	TierID   string      `json:"tierId"`
	TierName string      `json:"tierName"`
	StartsAt httpx.Time  `json:"startsAt"`
	EndsAt   *httpx.Time `json:"endsAt"`
	Status   string      `json:"status"`
}

// EntitlementSummary says whether the caller is a member: State is none, upcoming, active, grace, lapsed or
// revoked. GraceUntil is when access ends if no payment comes; null without an end. Next is the membership of
// another tier that is paid already and follows.
type EntitlementSummary struct {
	State      string             `json:"state"`
	StartsAt   *httpx.Time        `json:"startsAt"`
	EndsAt     *httpx.Time        `json:"endsAt"`
	GraceUntil *httpx.Time        `json:"graceUntil"`
	Source     string             `json:"source"`
	EndReason  string             `json:"endReason"`
	Next       *MembershipSummary `json:"next"`
}

// SubscriptionSummary is the subscription that the caller has given: when it charges next, and how much. A subscription
// that is to end with its period has CancelAtPeriodEnd, and no next charge.
type SubscriptionSummary struct {
	State             string      `json:"state"`
	TierID            string      `json:"tierId"`
	TierName          string      `json:"tierName"`
	Duration          string      `json:"duration"`
	Amount            string      `json:"amount"`
	Currency          string      `json:"currency"`
	NextChargeAt      *httpx.Time `json:"nextChargeAt"`
	CurrentEnd        *httpx.Time `json:"currentEnd"`
	CancelAtPeriodEnd bool        `json:"cancelAtPeriodEnd"`
	// Arrears is what was due and not paid, "0" for nothing. What fell due while the subscription was halted stays unpaid
	// when it is revived.
	Arrears string `json:"arrears"`
}

// GetMembershipOverview is GET /api/memberships/mine.
func (p *Payments) GetMembershipOverview(e *core.RequestEvent) error {
	overview, err := p.membershipOverview(e.App, httpx.CurrentUser(e).Id)
	if err != nil {
		return apperr.Fail("Your membership could not be read.", err)
	}
	return e.JSON(http.StatusOK, overview)
}

func (p *Payments) membershipOverview(app core.App, userID string) (MembershipOverview, error) {
	overview := MembershipOverview{Transactions: []MemberTransaction{}}
	held, err := EntitlementOf(app, userID, p.now())
	if err != nil {
		return overview, err
	}
	overview.Membership, overview.Entitlement = newMembershipSummary(held), newEntitlementSummary(held)
	subscriptions, err := listSubscriptions(app, userID)
	if err != nil {
		return overview, err
	}
	overview.Subscription = newSubscriptionSummary(currentSubscription(subscriptions))
	transactions, err := listTransactionsOfUser(app, userID)
	if err != nil {
		return overview, err
	}
	for _, t := range transactions {
		own, err := newMemberTransaction(app, t)
		if err != nil {
			return overview, err
		}
		overview.Transactions = append(overview.Transactions, own)
	}
	return overview, nil
}

func newMembershipSummary(held Entitlement) *MembershipSummary {
	if held.State == NoEntitlement {
		return nil
	}
	m := summarizeTerms(held.First(), held.Last(), wireStatus(held.State))
	if held.State == InGrace {
		m.Status = string(Active)
	}
	return m
}

func summarizeTerms(first, last *Term, status string) *MembershipSummary {
	return &MembershipSummary{
		TierID: last.TierID(), TierName: last.TierName(), StartsAt: httpx.Time(first.StartsAt()),
		EndsAt: optionalTime(last.EndsAt().Time()), Status: status,
	}
}

func newEntitlementSummary(held Entitlement) EntitlementSummary {
	summary := EntitlementSummary{State: string(held.State)}
	if held.State == NoEntitlement {
		return summary
	}
	first, last := held.First(), held.Last()
	summary.StartsAt, summary.EndsAt = optionalTime(first.StartsAt().Time()), optionalTime(last.EndsAt().Time())
	summary.GraceUntil, summary.Source = optionalTime(last.GraceUntil().Time()), string(last.Source())
	summary.EndReason = string(last.EndReason())
	if held.Next != nil {
		summary.Next = summarizeTerms(held.Next, held.Next, string(Upcoming))
	}
	return summary
}

func newSubscriptionSummary(s *Subscription) *SubscriptionSummary {
	if s == nil {
		return nil
	}
	summary := &SubscriptionSummary{
		State: string(s.State()), TierID: s.TierID(), TierName: s.TierName(), Duration: s.Duration(), Amount: s.Amount().String(),
		Currency: s.Currency(), CurrentEnd: optionalTime(s.CurrentEnd()), CancelAtPeriodEnd: s.isCancelWanted(),
		Arrears: s.Arrears().String(),
	}
	if !s.isCancelWanted() {
		summary.NextChargeAt = optionalTime(s.nextCharge())
	}
	return summary
}

// nextCharge is when the subscription charges next, zero when that is not known.
func (s *Subscription) nextCharge() time.Time {
	switch s.State() {
	case SubscriptionAuthenticated:
		if at := s.ChargeAt(); !at.IsZero() {
			return at
		}
		return s.StartAt()
	case SubscriptionActive, SubscriptionPending:
		return s.ChargeAt()
	}
	return time.Time{}
}

func optionalTime(at time.Time) *httpx.Time {
	if at.IsZero() {
		return nil
	}
	t := httpx.Time(toDateTime(at))
	return &t
}
