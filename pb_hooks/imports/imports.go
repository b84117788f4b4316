// Package imports creates accounts for the members of an external list. Each valid row of a CSV file becomes an
// account, and its member sets the password.
//
// An import goes through these states:
//
//		(none) ──Enqueue──> running ──Run, the last batch──> done
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
package imports

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

// State is the state of an import.
type State string

// The states of a stored import.
const (
	Running State = "running"
	Done    State = "done"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Running, Done) }

// Accounts creates the accounts of imported members.
type Accounts interface {
	CreateImported(tx core.App, form accounts.ImportForm) (*core.Record, error)
}

// Links mails imported members the link that sets their password.
type Links interface {
	InviteImported(tx core.App, email string) (bool, error)
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
	Accounts Accounts
	Links    Links
	Audit    *audit.Log
	Clock    clock.Clock
	Jobs     *jobs.Runner
}

// Imports is the feature. Its methods that take a request are the handlers of the route table.
type Imports struct {
	app      core.App
	accounts Accounts
	links    Links
	audit    *audit.Log
	now      clock.Clock
	jobs     *jobs.Runner
}

// New returns the feature and registers its job type.
func New(app core.App, deps Deps) *Imports {
	i := &Imports{
		app: app, accounts: deps.Accounts, links: deps.Links, audit: deps.Audit, now: deps.Clock, jobs: deps.Jobs,
	}
	i.jobs.Register(jobs.Type{
		Name: JobType, Lease: jobLease, Backoff: jobs.Steps(jobRetryDelay),
		Handle: func(ctx context.Context, job jobs.Job) error { return i.Run(ctx, job.Key, nil) },
	})
	return i
}

var errNotFound = apperr.NotFound("import-not-found", "This import was not found.")

// Enqueue stores a file for import and returns its import. If the same file is already being imported with the same
// choice of invitations, it returns that import.
func (i *Imports) Enqueue(by audit.Actor, fileName, content string, invite bool) (*Import, error) {
	parsed, err := parseFile(content)
	if err != nil {
		return nil, err
	}
	var imported *Import
	err = i.app.RunInTransaction(func(tx core.App) error {
		imported, err = findRunning(tx, keys.Hash(content), invite)
		if errors.Is(err, sql.ErrNoRows) {
			imported, err = i.create(tx, by, displayText(fileName), content, invite, len(parsed.rows))
		}
		if err != nil {
			return err
		}
		return i.jobs.Enqueue(tx, jobs.Job{Type: JobType, Key: imported.Id})
	})
	if err != nil {
		return nil, fmt.Errorf("enqueue import of %s: %w", displayText(fileName), err)
	}
	return imported, nil
}

func (i *Imports) create(tx core.App, by audit.Actor, fileName, content string, invite bool, rows int) (*Import,
	error) {
	imported, err := newImport(tx, by, fileName, keys.Hash(content), invite, rows)
	if err != nil {
		return nil, err
	}
	if err := tx.Save(imported); err != nil {
		return nil, err
	}
	if err := saveFile(tx, imported.Id, content); err != nil {
		return nil, err
	}
	return imported, i.audit.Record(tx, by, "import.started", auditSubject(imported),
		map[string]any{"rows": rows, "invite": invite})
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
	Invited bool      `json:"invited"`
	Errors  RowErrors `json:"errors,omitempty"`
}

// Report is the effect that an import would have.
type Report struct {
	Rows     int `json:"rows"`
	New      int `json:"new"`
	Existing int `json:"existing"`
	Wrong    int `json:"wrong"`
	// Invited is the number of invitations that would be sent.
	Invited int `json:"invited"`
	// Ignored lists the columns that match no field of an account.
	Ignored    []string    `json:"ignored"`
	RowReports []RowReport `json:"lines"`
	// RequiresTOTP reports whether an import with invitations asks the admin for a second-factor code.
	RequiresTOTP bool `json:"isCodeRequired"`
}

// CheckFile is a dry run. It reports what an import would do and changes nothing.
func CheckFile(app core.App, content string, invite bool) (Report, error) {
	parsed, err := parseFile(content)
	if err != nil {
		return Report{}, err
	}
	existing, err := accounts.FindExisting(app, validEmails(parsed.rows))
	if err != nil {
		return Report{}, err
	}
	report := Report{Rows: len(parsed.rows), Ignored: parsed.header.ignoredHeadings(), RowReports: []RowReport{}}
	for _, r := range parsed.rows {
		row := RowReport{
			Line:    r.line,
			Name:    r.name,
			Email:   r.email,
			Outcome: outcomeNew,
			Invited: invite,
			Errors:  r.errors,
		}
		account, exists := existing[r.account.Email]
		switch {
		case len(r.errors) > 0:
			row.Outcome, row.Invited = outcomeInvalid, false
			report.Wrong++
		case exists:
			row.Outcome, row.Invited = outcomeExists, invite && account.AwaitsInvitation
			report.Existing++
		default:
			report.New++
		}
		if row.Invited {
			report.Invited++
		}
		report.RowReports = append(report.RowReports, row)
	}
	return report, nil
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
