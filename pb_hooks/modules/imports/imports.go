// Package imports creates accounts for the members of an external list. Each valid row of a CSV file becomes an
// account, and its member sets the password.
//
// An import goes through these states:
//
//		(none) ──Enqueue──> running ──Run, the last batch──> done
//		  ╰─Enqueue──> waiting ──a second admin confirms──> running
//		                       ╰─refused, or not confirmed in two weeks──> refused
//
//	  - Before the import, CheckFile reports the outcome of each row and stores nothing.
//	  - Enqueue stores the file, the import and its job in one transaction.
//	  - Run processes the rows in batches. It stores the accounts of a batch, their emails and the progress in one
//	    transaction, so that an interrupted import continues after its last complete batch.
//	  - The last batch also deletes the file and records the import in the audit log.
//
// An existing account is never changed, so the same file can be imported again. Existing accounts are only counted.
// The exception is the invitation: if the file is imported again with invitations, accounts that were imported but
// not invited, and have no password yet, get one.
//
// A row can have a membership (memberships.go). An account without a current or upcoming membership gets it in the
// transaction that creates or finds the account. Importing the file again grants nothing twice. If the memberships of a
// file are worth more than one admin may grant, the import waits for a second admin, and creates nothing before. The
// file of a refused import is deleted.
//
// An import sends no email unless the admin chooses invitations, because lists are often imported weeks before they are
// announced. With invitations, each member gets one email at most: the invitation, which names the membership, or for
// an account that needs no invitation, an email about the membership that it got.
package imports

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/complimentary"
)

// State is the state of an import.
type State string

// The states of a stored import.
const (
	// Waiting is the state of an import that a second admin must confirm.
	Waiting State = "waiting"
	Running State = "running"
	Done    State = "done"
	Refused State = "refused"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Waiting, Running, Done, Refused) }

// Accounts creates the accounts of imported members.
type Accounts interface {
	CreateImported(tx core.App, form accounts.ImportForm) (*core.Record, error)
}

// Links mails imported members the link that sets their password.
type Links interface {
	InviteImported(tx core.App, email, tier, period string) (bool, error)
}

// Approvals stores the imports that a second admin must confirm.
type Approvals interface {
	Register(kind approvals.Kind)
	NeedsSecondAdmin(tx core.App, r approvals.Request, by audit.Actor) (bool, error)
	CountAlone(tx core.App, r approvals.Request, by audit.Actor) error
	Ask(tx core.App, r approvals.Request, by audit.Actor) (*approvals.View, error)
	Withdraw(tx core.App, kind string, subject audit.Subject, by audit.Actor) error
}

// JobType is the type of the job that runs an import. The job's key is the import's id.
const JobType = "imports.run"

const (
	// jobLease is how long an import waits after its process was killed. The lease is renewed while the import runs.
	jobLease = 5 * time.Minute
	// jobRetryDelay is the delay after a failed batch.
	jobRetryDelay = 10 * time.Second
)

// Deps are the dependencies of the feature.
type Deps struct {
	Accounts    Accounts
	Links       Links
	Memberships Memberships
	Approvals   Approvals
	Audit       *audit.Log
	Clock       clock.Clock
	Jobs        *jobs.Runner
}

// Imports is the feature. Its methods that take a request are the handlers of the route table.
type Imports struct {
	app         core.App
	accounts    Accounts
	links       Links
	memberships Memberships
	approvals   Approvals
	audit       *audit.Log
	now         clock.Clock
	jobs        *jobs.Runner
}

// New returns the feature and registers its job type and its kind of approval.
func New(app core.App, deps Deps) *Imports {
	i := &Imports{
		app: app, accounts: deps.Accounts, links: deps.Links, memberships: deps.Memberships, approvals: deps.Approvals,
		audit: deps.Audit, now: deps.Clock, jobs: deps.Jobs,
	}
	i.approvals.Register(i.approvalKind())
	i.jobs.Register(jobs.Type{
		Name: JobType, Lease: jobLease, Backoff: jobs.Steps(jobRetryDelay),
		Handle: func(ctx context.Context, job jobs.Job) error { return i.Run(ctx, job.Key, nil) },
	})
	i.jobs.Register(i.expiryJobType())
	return i
}

var errNotFound = apperr.NotFound("import-not-found", "This import was not found.")

// Enqueue stores a file for import and returns its import. If the same file is already being imported with the same
// choice of invitations, it returns that import. The request is not nil if the import waits for a second admin.
func (i *Imports) Enqueue(by audit.Actor, fileName, content string, invite bool) (*Import, *approvals.View, error) {
	parsed, err := i.parse(content)
	if err != nil {
		return nil, nil, err
	}
	granted, err := i.giftOf(i.app, parsed)
	if err != nil {
		return nil, nil, fmt.Errorf("value the memberships of %s: %w", displayText(fileName), err)
	}
	var imported *Import
	var waiting *approvals.View
	err = i.app.RunInTransaction(func(tx core.App) error {
		if err := refuseIfWaiting(tx, keys.Hash(content)); err != nil {
			return err
		}
		imported, err = findRunning(tx, keys.Hash(content), invite)
		if errors.Is(err, sql.ErrNoRows) {
			imported, waiting, err = i.create(tx, by, displayText(fileName), content, invite, parsed, granted)
		}
		if err != nil || waiting != nil {
			return err
		}
		return i.jobs.Enqueue(tx, jobs.Job{Type: JobType, Key: imported.Id})
	})
	if err != nil {
		return nil, nil, fmt.Errorf("enqueue import of %s: %w", displayText(fileName), err)
	}
	return imported, waiting, nil
}

// parse parses a file and finds the tiers of its memberships.
func (i *Imports) parse(content string) (memberFile, error) {
	parsed, err := parseFile(content)
	if err != nil {
		return memberFile{}, err
	}
	return parsed, parsed.resolveTerms(i.app, i.now(), nil)
}

// parseStored parses the file of an import, with the tiers that it named when it was requested.
func (i *Imports) parseStored(id, content string) (memberFile, error) {
	imported, err := findImport(i.app, id)
	if err != nil {
		return memberFile{}, err
	}
	requested, err := imported.tiers()
	if err != nil {
		return memberFile{}, err
	}
	parsed, err := parseFile(content)
	if err != nil {
		return memberFile{}, err
	}
	return parsed, parsed.resolveTerms(i.app, i.now(), requested)
}

func (i *Imports) create(tx core.App, by audit.Actor, fileName, content string, invite bool, parsed memberFile,
	granted gift) (*Import, *approvals.View, error) {
	state, rows := Running, len(parsed.rows)
	needsApproval, err := i.approvals.NeedsSecondAdmin(tx, granted.request(), by)
	if err != nil {
		return nil, nil, err
	}
	if needsApproval {
		state = Waiting
	}
	imported, err := newImport(tx, by, state, fileName, keys.Hash(content), invite, rows)
	if err != nil {
		return nil, nil, err
	}
	imported.setTiers(parsed.tierIDs())
	if err := tx.Save(imported); err != nil { // the request needs its id
		return nil, nil, err
	}
	if err := saveFile(tx, imported.Id, content); err != nil {
		return nil, nil, err
	}
	details := map[string]any{"rows": rows, "invite": invite}
	if granted.count > 0 {
		details["memberships"] = granted.count
	}
	if err := i.audit.Record(tx, by, "import.started", auditSubject(imported), details); err != nil {
		return nil, nil, err
	}
	waiting, err := i.countOrAsk(tx, imported, granted, by)
	return imported, waiting, err
}

func auditSubject(imported *Import) audit.Subject {
	return audit.Subject{Collection: importsCollection, ID: imported.Id, Label: imported.FileName()}
}

// Outcome is what an import would do with a row.
type Outcome string

// The outcomes of a row.
const (
	outcomeNew     Outcome = "new"
	outcomeExists  Outcome = "exists"
	outcomeInvalid Outcome = "wrong"
)

// Values returns all outcomes.
func (Outcome) Values() []string { return rules.Options(outcomeNew, outcomeExists, outcomeInvalid) }

// RowReport is the outcome that a row of the file would have.
type RowReport struct {
	// Line is the number of the row's first line.
	Line  int    `json:"line"`
	Name  string `json:"name"`
	Email string `json:"email"`
	// Outcome is what the import would do with the row.
	Outcome Outcome `json:"outcome"`
	// Invited reports whether the member would get an invitation.
	Invited bool `json:"invited"`
	// Membership is null for a row without a valid membership.
	Membership *MembershipReport `json:"membership"`
	Errors     RowErrors         `json:"errors,omitempty"`
}

// Report is the effect that an import would have.
type Report struct {
	Rows     int `json:"rows"`
	New      int `json:"new"`
	Existing int `json:"existing"`
	Wrong    int `json:"wrong"`
	// Invited is the number of invitations that would be sent.
	Invited int `json:"invited"`
	// Memberships is the number of memberships that would be granted. Value is their list value in rupees, with tax.
	Memberships int          `json:"memberships"`
	Value       money.Amount `json:"value"`
	// AlreadyMembers is the number of rows with a membership that would not be granted.
	AlreadyMembers int `json:"alreadyMembers"`
	// SecondAdminRequired reports whether the import would wait for a second admin.
	SecondAdminRequired bool `json:"isSecondAdminRequired"`
	// DayFirst says how a day is read that could also have the month first, or is empty.
	DayFirst string `json:"dayFirst"`
	// Ignored lists the columns that match no field of an account.
	Ignored    []string    `json:"ignored"`
	RowReports []RowReport `json:"lines"`
	// RequiresPassword reports whether the import asks for the admin's password. RequiresTOTP reports whether it then
	// asks for a second-factor code too.
	RequiresPassword bool `json:"isPasswordRequired"`
	RequiresTOTP     bool `json:"isCodeRequired"`
}

// CheckFile is a dry run. It reports what an import by an admin would do and changes nothing.
func (i *Imports) CheckFile(by audit.Actor, content string, invite bool) (Report, error) {
	parsed, err := i.parse(content)
	if err != nil {
		return Report{}, err
	}
	existing, err := accounts.FindExisting(i.app, validEmails(parsed.rows))
	if err != nil {
		return Report{}, err
	}
	report := Report{
		Rows: len(parsed.rows), Ignored: parsed.header.ignoredHeadings(), DayFirst: parsed.dayFirst,
		RowReports: make([]RowReport, 0, len(parsed.rows)), RequiresPassword: invite || parsed.namesTier(),
	}
	var granted gift
	for _, r := range parsed.rows {
		row := RowReport{
			Line:    r.line,
			Name:    r.name,
			Email:   r.email,
			Outcome: outcomeInvalid,
			Errors:  r.errors,
		}
		if len(r.errors) == 0 {
			plan, err := i.planRow(i.app, r, existing)
			if err != nil {
				return Report{}, err
			}
			row.Outcome, row.Invited = outcomeNew, invite
			if plan.exists {
				row.Outcome, row.Invited = outcomeExists, invite && plan.account.AwaitsInvitation
			}
			if r.term != nil {
				row.Membership = i.membershipReport(*r.term, plan.membership)
			}
			if err := i.addToGift(i.app, &granted, r, plan); err != nil {
				return Report{}, err
			}
		}
		report.count(row)
	}
	report.Value = granted.value
	report.SecondAdminRequired, err = i.approvals.NeedsSecondAdmin(i.app, granted.request(), by)
	return report, err
}

// count adds a row to the report.
func (r *Report) count(row RowReport) {
	switch row.Outcome {
	case outcomeInvalid:
		r.Wrong++
	case outcomeExists:
		r.Existing++
	default:
		r.New++
	}
	if row.Invited {
		r.Invited++
	}
	if row.Membership != nil {
		if row.Membership.Outcome == complimentary.ImportGrants {
			r.Memberships++
		} else {
			r.AlreadyMembers++
		}
	}
	r.RowReports = append(r.RowReports, row)
}

func validEmails(rows []memberRow) []string {
	var emails []string
	for _, r := range rows {
		if len(r.errors) == 0 {
			emails = append(emails, r.account.Email)
		}
	}
	return emails
}
