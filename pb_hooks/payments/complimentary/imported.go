package complimentary

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// ImportedTerm is the membership of a member in an imported list. The member had it before they had an account, so no
// transaction belongs to it. It has the grace and the reminders of a paid term, because the member renews it by paying.
type ImportedTerm struct {
	Tier tiers.Tier
	// Start is zero for a term that starts with the import. End is zero for a term that lasts as long as a bought one.
	Start, End time.Time
}

// From returns when the term starts if it is granted now.
func (t ImportedTerm) From(now time.Time) time.Time {
	if t.Start.IsZero() {
		return now
	}
	return t.Start
}

// EndsAt returns when the term ends if it is granted now, or the zero time for a term that never ends.
func (t ImportedTerm) EndsAt(now time.Time) time.Time {
	if !t.End.IsZero() {
		return t.End
	}
	from := t.From(now)
	return ledger.TermEnd(t.Tier.Duration, from, from.In(india.Zone).Day())
}

// Value returns what the term is worth from now on. ofOneTerm is the list value of one term of the tier.
func (t ImportedTerm) Value(ofOneTerm money.Amount, now time.Time) money.Amount {
	return shareOfValue(ofOneTerm, t.Tier.Duration, ledger.Later(now, t.From(now)), t.End)
}

// ImportOutcome is what an import does with the membership of a row.
type ImportOutcome string

// The outcomes. An import only grants a term to an active account without a current or upcoming membership, and grants
// the same term only once.
const (
	ImportGrants  ImportOutcome = "granted"
	ImportHeld    ImportOutcome = "held"
	ImportRepeats ImportOutcome = "repeated"
)

// Values returns all outcomes.
func (ImportOutcome) Values() []string { return rules.Options(ImportGrants, ImportHeld, ImportRepeats) }

// CheckImported returns what an import does with the membership of an existing account.
func (c *Complimentary) CheckImported(app core.App, userID string, wanted ImportedTerm) (ImportOutcome, error) {
	terms, err := ledger.ListTerms(app, userID)
	if err != nil {
		return "", err
	}
	state := ledger.NewEntitlement(terms, c.now()).State
	switch {
	case state.HasAccess() || state == ledger.Upcoming:
		return ImportHeld, nil
	case slices.ContainsFunc(terms, wanted.isSame):
		return ImportRepeats, nil
	}
	return ImportGrants, nil
}

// isSame reports whether a term was granted for the same entry of a list. It may start later than in the list, after
// the grace of an earlier term, and an admin may have ended it since.
func (t ImportedTerm) isSame(m *ledger.Term) bool {
	return m.Source() == ledger.FromImport && m.TierID() == t.Tier.ID && m.FixedEnd().Equal(t.End) &&
		!m.StartsAt().Time().Before(t.Start)
}

// OneTermValue returns the list value of one term of a tier, in paise with tax.
func (c *Complimentary) OneTermValue(app core.App, tierID string) (money.Amount, error) {
	return c.ledger.ListValue(app, tierID, 1)
}

// GrantImported grants an imported member their term. list is the name of the imported list, by is the admin who
// imports it, and names also has the admin who confirmed it. isEmailed is true if the member gets an email about it.
// The caller has checked with CheckImported that the term is to be granted.
func (c *Complimentary) GrantImported(tx core.App, userID string, wanted ImportedTerm, list string, by audit.Actor,
	names string, isEmailed bool) error {
	user, err := ledger.FindMember(tx, userID)
	if err != nil {
		return err
	}
	terms, err := ledger.ListTerms(tx, userID)
	if err != nil {
		return err
	}
	from := wanted.From(c.now())
	for _, m := range terms { // the term must not move an earlier one that is over
		if !m.IsRevoked() {
			from = ledger.Later(from, m.GraceUntil().Time())
		}
	}
	graceDays := wanted.Tier.GraceDays
	if wanted.EndsAt(c.now()).IsZero() {
		graceDays = 0
	}
	granted, err := c.ledger.Grant(tx, ledger.Grant{
		UserID:    userID,
		TierID:    wanted.Tier.ID,
		TierName:  wanted.Tier.Name,
		Duration:  wanted.Tier.Duration,
		Source:    ledger.FromImport,
		Reason:    list,
		By:        names,
		GraceDays: graceDays,
		From:      from,
		End:       wanted.End,
	})
	if err != nil {
		return err
	}
	if isEmailed {
		if err := c.ledger.EmailTerm(tx, user, granted, emails.TermImported); err != nil {
			return err
		}
	}
	return c.auditTerm(tx, by, "membership.imported", user, granted, list)
}

// DescribeMembership returns the plan of a member and how long it is valid, for an email. Both are "" if the member has
// no current or upcoming membership.
func (c *Complimentary) DescribeMembership(tx core.App, userID string) (tier, period string, err error) {
	held, err := ledger.EntitlementOf(tx, userID, c.now())
	if err != nil || !held.State.HasAccess() && held.State != ledger.Upcoming {
		return "", "", err
	}
	period = ledger.TermUntil(held.Last())
	if !held.Last().EndsAt().IsZero() {
		period = "until " + period
	}
	if held.State == ledger.Upcoming {
		period = "from " + india.DayText(held.First().StartsAt().Time()) + " " + period
	}
	return held.First().TierName(), period, nil
}
