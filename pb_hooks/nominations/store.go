package nominations

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
)

// The collections of nominations and drafts. Those of the review are in store_review.go.
const (
	registrations = "registrations"
	drafts        = "draft_registrations"
)

// Nomination is a row of registrations.
type Nomination struct{ core.BaseRecordProxy }

func newNomination(record *core.Record) *Nomination {
	n := &Nomination{}
	n.SetProxyRecord(record)
	return n
}

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

// PausedAt is when the open question was asked, or zero if there is none.
func (n *Nomination) PausedAt() types.DateTime { return n.GetDateTime("pausedAt") }

func (n *Nomination) deadline() Deadline {
	return Deadline{
		DueAt: httpx.Time(n.DueAt()), PausedAt: httpx.Time(n.PausedAt()), DecidedAt: httpx.Time(n.GetDateTime("decidedAt")),
	}
}

func (n *Nomination) normalizeEmail() {
	n.SetEmail(strings.ToLower(strings.TrimSpace(n.Email())))
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

// moveTo sets the next status and version, and updates the deadline. The deadline is paused while a question is open.
func (n *Nomination) moveTo(next Status, now types.DateTime) error {
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

// newNominationOf returns a nomination with the form's values. It is not stored yet.
func newNominationOf(app core.App, values rules.Values, userID string, at types.DateTime) (*Nomination, error) {
	collection, err := app.FindCachedCollectionByNameOrId(registrations)
	if err != nil {
		return nil, err
	}
	n := newNomination(core.NewRecord(collection))
	n.Id = newUUID()
	n.Load(values)
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
		if err := n.Collection().Fields.GetByName(rule.Name).ValidateValue(context.Background(), tx, n.Record); err != nil {
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

// findNomination returns errNotFound if there is no nomination with this id.
func findNomination(app core.App, id string) (*Nomination, error) {
	n := &Nomination{}
	err := app.RecordQuery(registrations).AndWhere(dbx.HashExp{"id": id}).Limit(1).One(n)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNotFound
	}
	return n, err
}

// findByEmail returns the nomination with an email, ignoring case, or sql.ErrNoRows.
func findByEmail(app core.App, email string) (*Nomination, error) {
	n := &Nomination{}
	// the index is only used with this collation
	err := app.RecordQuery(registrations).
		AndWhere(dbx.NewExp("[[email]] = {:email} COLLATE NOCASE", dbx.Params{"email": email})).Limit(1).One(n)
	return n, err
}

// FindIDByEmail returns the id of the nomination with an email, or "".
func FindIDByEmail(app core.App, email string) (string, error) {
	n, err := findByEmail(app, email)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find nomination by e-mail: %w", err)
	}
	return n.Id, nil
}

// findLatestOfUser returns the newest nomination that an account has sent, or sql.ErrNoRows.
func findLatestOfUser(app core.App, userID string) (*Nomination, error) {
	n := &Nomination{}
	err := app.RecordQuery(registrations).AndWhere(dbx.HashExp{"userId": userID}).AndWhere(dbx.NewExp("[[userId]] != ''")).
		OrderBy("createdAt DESC").Limit(1).One(n)
	return n, err
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

// amend sets the form's answers. The email stays unchanged, because the applicant's emails go there.
func (n *Nomination) amend(values rules.Values) {
	email := n.Email()
	n.Load(values)
	n.SetEmail(email)
}

// findAnswers returns a nomination's answers, or errNotFound.
func findAnswers(app core.App, id string) (Answers, error) {
	var answers Answers
	err := app.DB().Select("*").From(registrations).Where(dbx.HashExp{"id": id}).One(&answers)
	if errors.Is(err, sql.ErrNoRows) {
		return answers, errNotFound
	}
	return answers, err
}

// findDetail returns the fields of a nomination for the console, without related records. It may return errNotFound.
func findDetail(app core.App, id string) (*NominationDetail, error) {
	detail := &NominationDetail{}
	err := app.DB().Select("*").From(registrations).Where(dbx.HashExp{"id": id}).One(detail)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNotFound
	}
	return detail, err
}

// Draft is a row of draft_registrations.
type Draft struct{ core.BaseRecordProxy }

func (d *Draft) LastSaved() types.DateTime { return d.GetDateTime("lastSaved") }

// FormData is what the visitor has entered so far.
func (d *Draft) FormData() (types.JSONMap[any], error) {
	var data types.JSONMap[any]
	err := d.UnmarshalJSONField("formData", &data)
	return data, err
}

// draftSearchText returns the text of a draft for the search index.
func draftSearchText(email string, formData []byte) (string, error) {
	var form struct{ Name, CompanyName any }
	if err := json.Unmarshal(formData, &form); err != nil {
		return "", fmt.Errorf("read form data: %w", err)
	}
	return fmt.Sprintf("%s\n%v\n%v", email, form.Name, form.CompanyName), nil
}

// updateDraft saves the form data of a token's draft and returns the draft's id, or errDraftNotFound. The values are
// already valid. ranHooks reports whether record hooks have run: most saves change no searchable text and need only
// one statement.
func updateDraft(app core.App, token, email string, formData types.JSONRaw, at types.DateTime) (id string, ranHooks bool, err error) {
	var stored struct {
		ID        string        `db:"id"`
		Email     string        `db:"email"`
		FormData  types.JSONRaw `db:"formData"`
		UpdatedAt string        `db:"updatedAt"`
	}
	if token == "" {
		return "", false, errDraftNotFound
	}
	holder := dbx.HashExp{"tokenHash": keys.Hash(token)}
	err = app.DB().Select("id", "email", "formData", "updatedAt").From(drafts).Where(holder).One(&stored)
	if database.IsMissing(err) {
		return "", false, errDraftNotFound
	}
	if err != nil {
		return "", false, fmt.Errorf("find draft: %w", err)
	}
	before, err := draftSearchText(stored.Email, stored.FormData)
	if err != nil {
		return "", false, err
	}
	after, err := draftSearchText(email, formData)
	if err != nil {
		return "", false, err
	}
	if before == after {
		result, err := app.NonconcurrentDB().Update(drafts, dbx.Params{
			"formData": string(formData), "lastSaved": at.String(), "updatedAt": types.NowDateTime().String(),
		}, dbx.And(holder, dbx.HashExp{"id": stored.ID, "updatedAt": stored.UpdatedAt})).Execute()
		if err != nil {
			return "", false, fmt.Errorf("update draft %s: %w", stored.ID, err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 1 {
			return stored.ID, false, err
		}
		// meanwhile another tab has saved the draft, or it was deleted, or resumed in another browser
	}
	err = app.RunInTransaction(func(tx core.App) error {
		draft, err := findDraft(tx, token)
		if err != nil {
			return err
		}
		id = draft.Id
		return draft.save(tx, email, formData, at)
	})
	return id, true, err
}

// save stores a draft and runs its hooks.
func (d *Draft) save(app core.App, email string, formData types.JSONRaw, at types.DateTime) error {
	d.SetEmail(email)
	d.Set("formData", formData)
	d.Set("lastSaved", at)
	return app.SaveNoValidate(d)
}

// newDraft returns a draft that only the token's holder can find. It is not stored yet.
func newDraft(app core.App, token, network string) (*Draft, error) {
	collection, err := app.FindCachedCollectionByNameOrId(drafts)
	if err != nil {
		return nil, err
	}
	d := &Draft{}
	d.SetProxyRecord(core.NewRecord(collection))
	d.Set("tokenHash", keys.Hash(token))
	d.Set("network", network)
	return d, nil
}

// countDrafts counts the drafts that were started in a network, or all drafts if network is "".
func countDrafts(app core.App, network string) (int, error) {
	if network == "" {
		totals, err := readmodel.Totals(app, draftsCounter)
		return int(totals[draftsCounter]), err
	}
	var count int
	err := app.DB().Select("COUNT(*)").From(drafts).Where(dbx.HashExp{"network": network}).Row(&count)
	return count, err
}

// findOldestDraft returns the draft with the oldest save in a network, or in all networks if network is "".
func findOldestDraft(app core.App, network string) (*Draft, error) {
	d := &Draft{}
	query := app.RecordQuery(drafts).OrderBy("lastSaved").Limit(1)
	if network != "" {
		query.AndWhere(dbx.HashExp{"network": network})
	}
	return d, query.One(d)
}

// findDraft returns the draft of a token, or errDraftNotFound.
func findDraft(app core.App, token string) (*Draft, error) {
	if token == "" {
		return nil, errDraftNotFound
	}
	d := &Draft{}
	err := app.RecordQuery(drafts).AndWhere(dbx.HashExp{"tokenHash": keys.Hash(token)}).Limit(1).One(d)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errDraftNotFound
	}
	return d, err
}

// findDraftByID returns errDraftNotFound if there is no draft with this id.
func findDraftByID(app core.App, id string) (*Draft, error) {
	d := &Draft{}
	err := app.RecordQuery(drafts).AndWhere(dbx.HashExp{"id": id}).Limit(1).One(d)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errDraftNotFound
	}
	return d, err
}

// giveTo assigns the draft to a new token. The old token no longer finds it.
func (d *Draft) giveTo(app core.App, token string) error {
	_, err := app.NonconcurrentDB().Update(drafts, dbx.Params{"tokenHash": keys.Hash(token)}, dbx.HashExp{"id": d.Id}).Execute()
	return err
}

// deleteDraft deletes the draft of a token, if there is one.
func deleteDraft(app core.App, token string) error {
	draft, err := findDraft(app, token)
	if errors.Is(err, errDraftNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return app.Delete(draft)
}

// deleteDraftsBefore deletes the drafts that were last saved before a time. It deletes them one by one, so that their
// hooks run and the database is not blocked for long.
func deleteDraftsBefore(app core.App, before time.Time) error {
	for {
		var expired []*Draft
		err := app.RecordQuery(drafts).AndWhere(dbx.NewExp("[[lastSaved]] < {:before}", dbx.Params{"before": database.FormatTime(before)})).
			OrderBy("lastSaved", "id").Limit(purgeBatch).All(&expired)
		if err != nil || len(expired) == 0 {
			return err
		}
		for _, draft := range expired {
			if err := app.Delete(draft); err != nil {
				return fmt.Errorf("delete draft %s: %w", draft.Id, err)
			}
		}
	}
}

// purgeBatch is the number of expired drafts that are read at once.
const purgeBatch = 200

// nominationList lists all nominations, newest first, because admins look for new ones.
var nominationList = httpx.List{
	Whole:   true,
	From:    registrations,
	Columns: []string{"id", "name", "email", "phone", "companyName", "directorType", "yearsOfExperience", "status", "createdAt"},
	Search:  []string{"name", "email", "phone", "companyName"},
	Sort: map[string]string{
		"name": "[[name]] COLLATE NOCASE", "email": "[[email]] COLLATE NOCASE", "companyName": "[[companyName]] COLLATE NOCASE",
		"directorType": "directorType", "yearsOfExperience": "yearsOfExperience", "createdAt": "createdAt",
	},
	DefaultSort: "-createdAt",
	Index:       readmodel.Nominations,
	Counter:     registrationsCounter,
}

// exportList is nominationList with all columns.
var exportList = func() httpx.List {
	list := nominationList
	list.Columns = []string{"*"}
	return list
}()

// queueList lists the nominations in review, earliest deadline first. A nomination with an open question has a paused
// deadline and cannot be overdue, so its sort key 9999 places it last. The conditions and orders must match the
// indexes (pb_migrations) literally, so that SQLite uses them.
var queueList = httpx.List{
	From: registrations,
	Columns: []string{"id", "name", "email", "currentDesignation", "companyName", "status", "createdAt",
		"dueAt", "pausedAt", "decidedAt"},
	Search: []string{"name", "email", "phone", "companyName", "currentDesignation"},
	Sort: map[string]string{
		"due": "iif([[pausedAt]] = '', [[dueAt]], '9999')", "name": "[[name]] COLLATE NOCASE", "createdAt": "createdAt",
	},
	Filters: map[string]map[string]string{"state": {
		"open":            "decidedAt = ''",
		string(Submitted): "status = 'submitted'", string(InReview): "status = 'in_review'",
		string(InfoRequested): "status = 'info_requested'", string(Approved): "status = 'approved'", string(Declined): "status = 'declined'",
		string(Withdrawn): "status = 'withdrawn'",
	}},
	DefaultSort: "due",
	Index:       readmodel.Nominations,
	Counter:     registrationsCounter,
	Count:       countQueue,
}

// draftList lists the drafts, most recently saved first, because their applicants may still be active.
var draftList = httpx.List{
	Whole:       true,
	From:        drafts,
	Columns:     []string{"id", "NULLIF(email, '') AS email", "formData", "lastSaved"},
	Search:      []string{"email", "json_extract(formData, '$.name')", "json_extract(formData, '$.companyName')"},
	Sort:        map[string]string{"email": "[[draft_registrations.email]] COLLATE NOCASE", "lastSaved": "lastSaved"},
	DefaultSort: "-lastSaved",
	Index:       readmodel.Drafts,
	Counter:     draftsCounter,
}
