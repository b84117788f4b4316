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

// The collections of the nominations and of their drafts; store_review.go has those of the review.
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

// Name is the applicant's full name.
func (n *Nomination) Name() string { return n.GetString("name") }

// Phone is the applicant's number, as it was typed.
func (n *Nomination) Phone() string { return n.GetString("phone") }

// City is the applicant's city, "" if it was not filled in.
func (n *Nomination) City() string { return n.GetString("city") }

// State is the state or region of the applicant's city.
func (n *Nomination) State() string { return n.GetString("state") }

// Country is the applicant's country.
func (n *Nomination) Country() string { return n.GetString("country") }

// Company is the name of the applicant's company.
func (n *Nomination) Company() string { return n.GetString("companyName") }

// Designation is the applicant's position in the company.
func (n *Nomination) Designation() string { return n.GetString("currentDesignation") }

// UserID is the account that sent the nomination, "" for a visitor who was not signed in.
func (n *Nomination) UserID() string { return n.GetString("userId") }

// CreatedAt is when the nomination was sent.
func (n *Nomination) CreatedAt() types.DateTime { return n.GetDateTime("createdAt") }

// Status is how far the review is.
func (n *Nomination) Status() Status { return Status(n.GetString("status")) }

// Version counts the steps that the review has taken.
func (n *Nomination) Version() int { return n.GetInt("reviewVersion") }

// DueAt is when the applicant is to hear from us.
func (n *Nomination) DueAt() types.DateTime { return n.GetDateTime("dueAt") }

// PausedAt is since when we wait for the applicant; zero while we do not.
func (n *Nomination) PausedAt() types.DateTime { return n.GetDateTime("pausedAt") }

func (n *Nomination) deadline() Deadline {
	return Deadline{
		DueAt: httpx.Time(n.DueAt()), PausedAt: httpx.Time(n.PausedAt()), DecidedAt: httpx.Time(n.GetDateTime("decidedAt")),
	}
}

func (n *Nomination) normalizeEmail() {
	n.SetEmail(strings.ToLower(strings.TrimSpace(n.Email())))
}

// startReview makes a nomination without a status a submitted one. Its deadline counts from its
// creation, which is now unless it says otherwise.
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

// moveTo sets the next status and version, and with them the deadline: it stands still during a
// question, goes on after it, and ends with the decision.
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

// newNominationOf returns a nomination of the form's values that is not stored yet.
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

// createNomination stores a new nomination of the form's values. Its error is validation.Errors for what the form accepts
// and the schema does not: an unusual email or link. All other rules are the same in both, so PocketBase's own validation
// is left out. It would scan the table for the same id in other letters.
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

// newUUID returns a random UUID, version 4.
func newUUID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// findNomination returns errNotFound if no nomination has the id.
func findNomination(app core.App, id string) (*Nomination, error) {
	n := &Nomination{}
	err := app.RecordQuery(registrations).AndWhere(dbx.HashExp{"id": id}).Limit(1).One(n)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNotFound
	}
	return n, err
}

// findByEmail returns the nomination with an e-mail, in any case; sql.ErrNoRows if there is none.
func findByEmail(app core.App, email string) (*Nomination, error) {
	n := &Nomination{}
	// without the collation the index could not be used
	err := app.RecordQuery(registrations).
		AndWhere(dbx.NewExp("[[email]] = {:email} COLLATE NOCASE", dbx.Params{"email": email})).Limit(1).One(n)
	return n, err
}

// FindIDByEmail returns the id of the nomination with an e-mail, "" if there is none.
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

// findLatestOfUser returns the newest nomination that an account has sent; sql.ErrNoRows if there is none.
func findLatestOfUser(app core.App, userID string) (*Nomination, error) {
	n := &Nomination{}
	err := app.RecordQuery(registrations).AndWhere(dbx.HashExp{"userId": userID}).AndWhere(dbx.NewExp("[[userId]] != ''")).
		OrderBy("createdAt DESC").Limit(1).One(n)
	return n, err
}

// hasApproved tells whether an account has sent a nomination with its own e-mail that was approved.
func hasApproved(app core.App, userID, email string) (bool, error) {
	return exists(app, `SELECT 1 FROM registrations WHERE [[userId]] = {:user} AND [[userId]] != ''
		AND email = {:email} AND status = 'approved'`, dbx.Params{"user": userID, "email": email})
}

// exists tells whether a query finds a row.
func exists(app core.App, query string, params dbx.Params) (bool, error) {
	var found bool
	err := app.DB().NewQuery("SELECT EXISTS (" + query + ")").Bind(params).Row(&found)
	return found, err
}

// amend sets the answers of the form, all but the e-mail: it is where the applicant is written to.
func (n *Nomination) amend(values rules.Values) {
	email := n.Email()
	n.Load(values)
	n.SetEmail(email)
}

// findAnswers returns a nomination's answers; errNotFound if there is none.
func findAnswers(app core.App, id string) (Answers, error) {
	var answers Answers
	err := app.DB().Select("*").From(registrations).Where(dbx.HashExp{"id": id}).One(&answers)
	if errors.Is(err, sql.ErrNoRows) {
		return answers, errNotFound
	}
	return answers, err
}

// findDetail returns a nomination's own fields for the console; errNotFound if there is none.
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

// LastSaved is when the draft was saved last.
func (d *Draft) LastSaved() types.DateTime { return d.GetDateTime("lastSaved") }

// FormData is what the visitor has filled in so far.
func (d *Draft) FormData() (types.JSONMap[any], error) {
	var data types.JSONMap[any]
	err := d.UnmarshalJSONField("formData", &data)
	return data, err
}

// draftSearchText is what the list of drafts searches of a draft.
func draftSearchText(email string, formData []byte) (string, error) {
	var form struct{ Name, CompanyName any }
	if err := json.Unmarshal(formData, &form); err != nil {
		return "", fmt.Errorf("read form data: %w", err)
	}
	return fmt.Sprintf("%s\n%v\n%v", email, form.Name, form.CompanyName), nil
}

// updateDraft stores what a visitor has filled in since and returns the draft's id; errDraftNotFound if the token
// has none. The values are valid by construction. It tells whether hooks have run: most saves change nothing that
// a list searches, and are one statement without a record.
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
		// another tab has saved it meanwhile, or it was discarded, or resumed elsewhere
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

// save stores a draft, with its hooks.
func (d *Draft) save(app core.App, email string, formData types.JSONRaw, at types.DateTime) error {
	d.SetEmail(email)
	d.Set("formData", formData)
	d.Set("lastSaved", at)
	return app.SaveNoValidate(d)
}

// newDraft returns a draft that only the holder of the token finds. It is not stored yet.
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

// countDrafts counts the drafts that were begun in a network, or all for "".
func countDrafts(app core.App, network string) (int, error) {
	if network == "" {
		totals, err := readmodel.Totals(app, draftsCounter)
		return int(totals[draftsCounter]), err
	}
	var count int
	err := app.DB().Select("COUNT(*)").From(drafts).Where(dbx.HashExp{"network": network}).Row(&count)
	return count, err
}

// findOldestDraft returns the draft of a network, or of all for "", that was saved the longest time ago.
func findOldestDraft(app core.App, network string) (*Draft, error) {
	d := &Draft{}
	query := app.RecordQuery(drafts).OrderBy("lastSaved").Limit(1)
	if network != "" {
		query.AndWhere(dbx.HashExp{"network": network})
	}
	return d, query.One(d)
}

// findDraft returns the draft of a token; errDraftNotFound if there is none.
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

// findDraftByID returns errDraftNotFound if there is none.
func findDraftByID(app core.App, id string) (*Draft, error) {
	d := &Draft{}
	err := app.RecordQuery(drafts).AndWhere(dbx.HashExp{"id": id}).Limit(1).One(d)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errDraftNotFound
	}
	return d, err
}

// giveTo makes the draft that of a new token: only its holder finds it from then on.
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

// deleteDraftsBefore deletes the drafts that were last saved before a time, one by one, so that their hooks
// run and nobody waits for all of them.
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

// purgeBatch is how many expired drafts are read at a time.
const purgeBatch = 200

// nominationList is the list of all nominations, the newest first: admins come to see who is new.
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

// queueList is the list of the review. Each applicant was promised an answer within 48 hours, so the one
// whose deadline comes first is first, overdue ones before all others. While we wait for an applicant's
// answer their deadline is paused and nobody can be late: 9999 sorts those after all deadlines that run.
// The conditions and orders are written as those of the indexes are (pb_migrations), so that SQLite
// recognizes them.
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

// draftList is the list of the drafts, those saved last first: their applicants are still at it.
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
