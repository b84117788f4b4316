package nominations

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/overdue"
	"boardcircle/pb_hooks/internal/rules"
)

// Collection is the collection of the nominations.
const Collection = "registrations"

// Nomination is a row of registrations.
type Nomination struct{ core.BaseRecordProxy }

func (n *Nomination) Name() string { return n.GetString("name") }

// Phone is the applicant's number as typed.
func (n *Nomination) Phone() string { return n.GetString("phone") }

// City is the applicant's city, or "".
func (n *Nomination) City() string { return n.GetString("city") }

// State is the state or region of the applicant's city.
func (n *Nomination) State() string { return n.GetString("state") }

func (n *Nomination) Country() string { return n.GetString("country") }

func (n *Nomination) Company() string { return n.GetString("companyName") }

// Designation is the applicant's position in the company.
func (n *Nomination) Designation() string { return n.GetString("currentDesignation") }

// UserID is the account that sent the nomination, or "" for a visitor who was not signed in.
func (n *Nomination) UserID() string { return n.GetString("userId") }

// CreatedAt is when the nomination was sent.
func (n *Nomination) CreatedAt() types.DateTime { return n.GetDateTime("createdAt") }

// Status is the state of the review.
func (n *Nomination) Status() Status { return Status(n.GetString("status")) }

// Version is the number of steps that were taken.
func (n *Nomination) Version() int { return n.GetInt("reviewVersion") }

// DueAt is when the applicant should have an answer.
func (n *Nomination) DueAt() types.DateTime { return n.GetDateTime("dueAt") }

// PausedAt is when the open question was asked, or zero if none exists.
func (n *Nomination) PausedAt() types.DateTime { return n.GetDateTime("pausedAt") }

func (n *Nomination) deadline() Deadline {
	return Deadline{
		DueAt:     httpx.Time(n.DueAt()),
		PausedAt:  httpx.Time(n.PausedAt()),
		DecidedAt: httpx.Time(n.GetDateTime("decidedAt")),
	}
}

func (n *Nomination) normalizeEmail() {
	n.SetEmail(identity.EmailKey(n.Email()))
}

// startReview submits a nomination that has no status yet. The deadline counts from its creation time, which defaults
// to now.
func (n *Nomination) startReview(now types.DateTime) {
	if n.Status() != "" {
		return
	}
	created := n.CreatedAt()
	if created.IsZero() {
		created = now
	}
	n.Set("status", string(Submitted))
	n.Set("dueAt", created.Add(reviewPeriod))
}

// MoveTo sets the next status and version, and updates the deadline. The deadline is paused while a question is open.
func (n *Nomination) MoveTo(next Status, now types.DateTime) error {
	if !Transitions.Allows(n.Status(), next) {
		return fmt.Errorf("a nomination can't move from %s to %s", n.Status(), next)
	}
	if n.Status() == InfoRequested {
		n.Set("dueAt", n.DueAt().Add(now.Sub(n.PausedAt())))
		n.Set("pausedAt", "")
	}
	switch {
	case next == InfoRequested:
		n.Set("pausedAt", now)
	case next.IsDecided():
		n.Set("decidedAt", now)
	case n.Status().IsDecided():
		n.Set("decidedAt", "")
		n.Set("dueAt", now.Add(reviewPeriod))
	}
	n.Set("status", string(next))
	n.Set("reviewVersion", n.Version()+1)
	return nil
}

// newNominationOf returns a nomination with the answers of a form. It is not stored yet.
func newNominationOf(app core.App, form CreateForm, userID string, at types.DateTime) (*Nomination, error) {
	n, err := database.New[Nomination](app, Collection)
	if err != nil {
		return nil, err
	}
	n.Id = newUUID()
	database.SetFields(n.Record, form, nil)
	n.SetRaw("createdAt", at) // Set ignores an automatic date
	n.SetRaw("updatedAt", at)
	n.Set("userId", userID)
	n.startReview(at)
	return n, nil
}

// createNomination stores a new nomination. It returns validation.Errors for values that the form accepts and the
// schema does not: an unusual email or link. All other rules are the same in both, so it skips PocketBase's own
// validation, which would scan the table for an id that differs only in case.
func createNomination(tx core.App, n *Nomination) error {
	problems := validation.Errors{}
	for _, rule := range Form {
		if rule.Kind != rules.Email && rule.Kind != rules.Link {
			continue
		}
		if err := n.Collection().Fields.GetByName(rule.Name).
			ValidateValue(context.Background(), tx, n.Record); err != nil {
			problems[rule.Name] = err
		}
	}
	if len(problems) > 0 {
		return problems
	}
	return tx.SaveNoValidate(n.Record)
}

// newUUID returns a random (version 4) UUID.
func newUUID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Find returns errNotFound if there is no nomination with this id.
func Find(app core.App, id string) (*Nomination, error) {
	found, err := database.Find[Nomination](app, Collection, id)
	return found, database.IfMissing(err, ErrNotFound)
}

// findByEmail returns the nomination with an email, ignoring case, or sql.ErrNoRows.
func findByEmail(app core.App, email string) (*Nomination, error) {
	// the index is only used with this collation
	return database.First[Nomination](app, Collection,
		dbx.NewExp("[[email]] = {:email} COLLATE NOCASE", dbx.Params{"email": email}))
}

// FindIDByEmail returns the id of the nomination with an email, or "".
func FindIDByEmail(app core.App, email string) (string, error) {
	n, err := findByEmail(app, email)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find nomination by email: %w", err)
	}
	return n.Id, nil
}

// findLatestOfUser returns the newest nomination that an account has sent, or sql.ErrNoRows.
func findLatestOfUser(app core.App, userID string) (*Nomination, error) {
	return database.First[Nomination](app, Collection,
		dbx.And(dbx.HashExp{"userId": userID}, dbx.NewExp("[[userId]] != ''")), "createdAt DESC")
}

// hasApproved reports whether a nomination that the account sent with its own email was approved.
func hasApproved(app core.App, userID, email string) (bool, error) {
	return exists(app, `SELECT 1 FROM registrations WHERE [[userId]] = {:user} AND [[userId]] != ''
		AND email = {:email} AND status = 'approved'`, dbx.Params{"user": userID, "email": email})
}

// exists reports whether a query returns a row.
func exists(app core.App, query string, params dbx.Params) (bool, error) {
	var found bool
	err := app.DB().NewQuery("SELECT EXISTS (" + query + ")").Bind(params).Row(&found)
	return found, err
}

// amend sets the answers. The email stays unchanged, because the applicant's emails go there.
func (n *Nomination) amend(answers Answers) {
	database.SetFields(n.Record, answers, func(name string) bool { return name != "email" })
}

// findAnswers returns a nomination's answers, or errNotFound.
func findAnswers(app core.App, id string) (Answers, error) {
	var answers Answers
	err := app.DB().Select("*").From(Collection).Where(dbx.HashExp{"id": id}).One(&answers)
	return answers, database.IfMissing(err, ErrNotFound)
}

// ListOverdue returns the nominations that have waited longer than promised, the earliest deadline first. The condition
// matches an index.
func ListOverdue(app core.App, now time.Time) (items []overdue.Item, err error) {
	err = app.DB().NewQuery(`SELECT id, name AS label, createdAt AS since, dueAt FROM registrations
		WHERE decidedAt = '' AND iif(pausedAt = '', dueAt, '9999') < {:now}
		ORDER BY iif(pausedAt = '', dueAt, '9999'), id LIMIT {:limit}`).
		Bind(dbx.Params{"now": database.FormatTime(now), "limit": overdue.Limit}).All(&items)
	return items, database.Wrap("list overdue nominations", err)
}
