package ledger

import (
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/tiers"
)

// Memberships is the collection of the terms.
const Memberships = "memberships"

// EntitlementState is the state of a term of a membership.
type EntitlementState string

// The states of a term. NoEntitlement is the state of a person without terms.
const (
	NoEntitlement EntitlementState = "none"
	Upcoming      EntitlementState = "upcoming"
	Active        EntitlementState = "active"
	InGrace       EntitlementState = "grace"
	Lapsed        EntitlementState = "lapsed"
	Revoked       EntitlementState = "revoked"
)

// Values returns all states.
func (EntitlementState) Values() []string {
	return rules.Options(NoEntitlement, Upcoming, Active, InGrace, Lapsed, Revoked)
}

// entitlementTransitions are documented in terms.go, where a test compares them.
var entitlementTransitions = states.Table[EntitlementState]{
	"":       {Upcoming, Active, InGrace, Lapsed},
	Upcoming: {Active, InGrace, Lapsed, Revoked},
	Active:   {Upcoming, InGrace, Lapsed, Revoked},
	InGrace:  {Upcoming, Active, Lapsed, Revoked},
	Lapsed:   {Upcoming, Active, InGrace, Revoked},
	Revoked:  {Upcoming, Active, InGrace, Lapsed},
}

// HasAccess reports whether a person in this state is a member.
func (s EntitlementState) HasAccess() bool { return s == Active || s == InGrace }

// Source is the origin of a term.
type Source string

const (
	FromPayment       Source = "payment"
	FromComplimentary Source = "complimentary"
	FromOffline       Source = "offline"
	FromSeat          Source = "seat"
	// FromImport is the source of a term that a member had before the site, from an imported list.
	FromImport Source = "import"
)

// Values returns all origins.
func (Source) Values() []string {
	return rules.Options(FromPayment, FromComplimentary, FromOffline, FromSeat, FromImport)
}

// EndReason is why a term was revoked.
type EndReason string

const (
	EndedByRefund  EndReason = "refund"
	EndedByDispute EndReason = "dispute"
	EndedByAdmin   EndReason = "office"
	EndedByBounce  EndReason = "bounced"
	// EndedBySeat means that a company has withdrawn the seat, or assigned it to another person.
	EndedBySeat EndReason = "seat"
)

// Values returns all reasons.
func (EndReason) Values() []string {
	return rules.Options(EndedByRefund, EndedByDispute, EndedByAdmin, EndedByBounce, EndedBySeat)
}

// Term is the record of one term of a membership. A paid term is granted by its transaction. A complimentary or
// imported term has no transaction.
type Term struct{ core.BaseRecordProxy }

// OwnersOfTerm returns the ids of the users to whom the record of a term belongs, and belonged before the change that
// is being saved.
func OwnersOfTerm(record *core.Record) []string {
	m, stored := &Term{}, &Term{}
	m.SetProxyRecord(record)
	stored.SetProxyRecord(record.Original())
	owners := slices.DeleteFunc([]string{m.UserID(), stored.UserID()}, func(id string) bool { return id == "" })
	return slices.Compact(owners)
}

func (m *Term) UserID() string           { return m.GetString("userId") }
func (m *Term) TierID() string           { return m.GetString("membershipTierId") }
func (m *Term) TierName() string         { return m.GetString("tierName") }
func (m *Term) TransactionID() string    { return m.GetString("transactionId") }
func (m *Term) Duration() tiers.Duration { return tiers.Duration(m.GetString("duration")) }
func (m *Term) Source() Source           { return Source(m.GetString("source")) }
func (m *Term) State() EntitlementState  { return EntitlementState(m.GetString("state")) }
func (m *Term) EndReason() EndReason     { return EndReason(m.GetString("endReason")) }
func (m *Term) StartsAt() types.DateTime { return m.GetDateTime("startsAt") }

// EndsAt is zero for a lifetime term.
func (m *Term) EndsAt() types.DateTime { return m.GetDateTime("endsAt") }

// GraceUntil is when access ends after the term's end. It is zero for a lifetime term.
func (m *Term) GraceUntil() types.DateTime { return m.GetDateTime("graceUntil") }

// earliestStart is when the term was paid for, or when a term before it was revoked.
func (m *Term) earliestStart() time.Time { return m.GetDateTime("earliestStart").Time() }

// FixedEnd is an end that an admin has set, which overrides the term's duration, or zero.
func (m *Term) FixedEnd() time.Time { return m.GetDateTime("fixedEnd").Time() }

func (m *Term) setFixedEnd(at time.Time) { m.Set("fixedEnd", database.DateTime(at)) }

// Reason is why a complimentary term was granted, or the list from which a term was imported.
func (m *Term) Reason() string { return m.GetString("reason") }

// grantedBy is the admin who granted a complimentary term or imported a term.
func (m *Term) grantedBy() string { return m.GetString("grantedBy") }

// anchorDay is the day of the month in India on which the first of the terms in a row began.
func (m *Term) anchorDay() int { return m.GetInt("anchorDay") }

// keptModules are the modules that the term opens although its plan no longer does.
func (m *Term) keptModules() []modules.ID {
	return database.ReadList[modules.ID](m.Record, "keptModules")
}

// KeepModules stores that the running and the upcoming terms of a plan keep the modules that the plan has lost. A revoked
// term keeps them too, because a dispute that is won restores it.
func KeepModules(tx core.App, tierID string, lost []modules.ID, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`UPDATE memberships SET keptModules = ` +
		database.UnionOfLists("keptModules") + `
		WHERE membershipTierId = {:tier} AND (graceUntil = '' OR graceUntil > {:now})`).
		Bind(dbx.Params{"tier": tierID, "added": database.JSONList(lost), "now": database.FormatTime(now)}).Execute()
	return database.Wrap("keep the modules of terms", err)
}

// IsRevoked reports whether the term was revoked.
func (m *Term) IsRevoked() bool { return !m.GetDateTime("revokedAt").IsZero() }

// revokedAt is when the term was revoked, or zero.
func (m *Term) revokedAt() time.Time { return m.GetDateTime("revokedAt").Time() }

func (m *Term) setEarliestStart(at time.Time) { m.Set("earliestStart", database.DateTime(at)) }

// setTerm sets the dates of the term. A zero end means a lifetime term.
func (m *Term) setTerm(start, end time.Time, anchorDay int) {
	m.Load(map[string]any{"startsAt": database.DateTime(start), "endsAt": database.DateTime(end),
		"anchorDay": anchorDay})
	m.setGraceUntil()
}

func (m *Term) HasNoGrace() bool { return m.GetInt("graceDays") == 0 }

func (m *Term) setGraceDays(days int) {
	m.Set("graceDays", days)
	m.setGraceUntil()
}

func (m *Term) setGraceUntil() {
	var until time.Time
	if end := m.EndsAt(); !end.IsZero() {
		until = end.Time().Add(time.Duration(m.GetInt("graceDays")) * 24 * time.Hour)
	}
	m.Set("graceUntil", database.DateTime(until))
}

func (m *Term) setState(to EntitlementState) error {
	if err := entitlementTransitions.Check(m.State(), to); err != nil {
		return fmt.Errorf("membership %s: %w", m.Id, err)
	}
	m.Set("state", string(to))
	return nil
}

func (m *Term) setRevoked(at time.Time, reason EndReason, by string) {
	m.Load(map[string]any{"revokedAt": database.DateTime(at), "endReason": string(reason), "endedBy": by})
}

// clearRevoked takes back that the term was revoked.
func (m *Term) clearRevoked() {
	m.Load(map[string]any{"revokedAt": "", "endReason": "", "endedBy": ""})
}

// Grant is the input for a new term.
type Grant struct {
	UserID, TierID, TierName string
	Duration                 tiers.Duration
	Source                   Source
	// TransactionID and PaymentID are those of the holder's own payment. SeatID is that of a company's purchase.
	TransactionID, PaymentID, SeatID string
	// Reason and By are those of a complimentary or imported term.
	Reason, By string
	GraceDays  int
	// KeptModules are the modules that a company's seat opens although its plan no longer does.
	KeptModules []modules.ID
	// From is the earliest start and End the fixed end. If End is zero, the duration determines the end.
	From, End time.Time
}

// newTerm returns a term without dates without saving it.
func newTerm(tx core.App, g Grant) (*Term, error) {
	m, err := database.New[Term](tx, Memberships)
	if err != nil {
		return nil, err
	}
	m.Load(map[string]any{
		"userId":            g.UserID,
		"membershipTierId":  g.TierID,
		"tierName":          g.TierName,
		"duration":          string(g.Duration),
		"source":            string(g.Source),
		"transactionId":     g.TransactionID,
		"razorpayPaymentId": g.PaymentID,
		"seatId":            g.SeatID,
		"reason":            g.Reason,
		"grantedBy":         g.By,
		"graceDays":         g.GraceDays,
		"keptModules":       g.KeptModules,
	})
	m.setFixedEnd(g.End)
	m.setEarliestStart(g.From)
	return m, nil
}

func saveTerm(tx core.App, m *Term) error {
	if err := tx.Save(m); err != nil {
		return fmt.Errorf("save membership %s of transaction %s: %w", m.Id, m.TransactionID(), err)
	}
	return nil
}

// FindTerm returns sql.ErrNoRows for an unknown id.
func FindTerm(app core.App, id string) (*Term, error) {
	return database.Find[Term](app, Memberships, id)
}

// FindTermByTransaction returns the term that a transaction has granted, or sql.ErrNoRows.
func FindTermByTransaction(app core.App, transactionID string) (*Term, error) {
	return database.First[Term](app, Memberships,
		dbx.NewExp("transactionId = {:id} AND transactionId != ''", dbx.Params{"id": transactionID}))
}

// userOf returns the id of the user to whom a record belongs, for example a term.
func userOf(record *core.Record) string { return record.GetString("userId") }

// ListTerms returns all terms of a user, including ended and revoked ones, sorted by start.
func ListTerms(app core.App, userID string) ([]*Term, error) {
	if userID == "" {
		return nil, nil
	}
	var list []*Term
	err := app.RecordQuery(Memberships).AndWhere(dbx.HashExp{"userId": userID}).OrderBy("startsAt", "id").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list memberships of user %s: %w", userID, err)
	}
	return list, nil
}

// CountMembers counts the people who are members at a time.
func CountMembers(app core.App, now time.Time) (n int64, err error) {
	// The conditions on revokedAt match those of the partial index.
	err = app.DB().NewQuery(`SELECT count(DISTINCT userId) FROM memberships
		WHERE revokedAt = '' AND startsAt <= {:now} AND (graceUntil = '' OR graceUntil > {:now})`).
		Bind(dbx.Params{"now": database.DateTime(now)}).Row(&n)
	if err != nil {
		return 0, fmt.Errorf("count members: %w", err)
	}
	return n, nil
}

// CountMembersIn counts the people who are members at a time and whose membership opens a module.
func CountMembersIn(app core.App, module modules.ID, now time.Time) (n int, err error) {
	params, err := paramsOf(app, module, now)
	if err != nil {
		return 0, err
	}
	err = app.DB().NewQuery(`SELECT count(DISTINCT person) FROM memberships
		WHERE revokedAt = '' AND startsAt <= {:now} AND (graceUntil = '' OR graceUntil > {:now}) AND ` + opensModule).
		Bind(params).Row(&n)
	return n, database.Wrap("count the members whose plan opens a module", err)
}

// opensModule is true for a term that opens a module: its plan opens the module, or the term has kept it. paramsOf
// returns the parameters.
const opensModule = `(membershipTierId IN (SELECT value FROM json_each({:tiers}))
	OR EXISTS (SELECT 1 FROM json_each(memberships.keptModules) WHERE value = {:module}))`

func paramsOf(app core.App, module modules.ID, now time.Time) (dbx.Params, error) {
	opening, err := tiers.ListOpening(app, module)
	return dbx.Params{
		"tiers": database.JSONList(opening), "module": string(module), "now": database.FormatTime(now),
	}, err
}

// Holder is an account with a membership at a time. SeatID is the company's seat that gives it, or "" for a membership
// of its own.
type Holder struct {
	UserID string `db:"userId"`
	SeatID string `db:"seatId"`
}

// ListHolders returns who holds the memberships that open a module at a time. An account with several memberships is
// listed for each of them, first for those of its own. If two accounts hold one seat, the later holder comes first.
func ListHolders(app core.App, module modules.ID, now time.Time) (list []Holder, err error) {
	params, err := paramsOf(app, module, now)
	if err != nil {
		return nil, err
	}
	err = app.DB().NewQuery(`SELECT userId, seatId FROM memberships
		WHERE revokedAt = '' AND userId != '' AND startsAt <= {:now} AND (graceUntil = '' OR graceUntil > {:now})
			AND ` + opensModule + ` ORDER BY seatId != '', startsAt DESC, id`).
		Bind(params).All(&list)
	return list, database.Wrap("list the holders of memberships", err)
}

// SeatID is the seat that has granted the term, or "".
func (m *Term) SeatID() string { return m.GetString("seatId") }
