// Package imports creates accounts for the members of a list that was kept elsewhere: each valid row of a
// CSV file becomes an account whose member sets their own password.
//
// An import goes through these states:
//
//		(none) ──Enqueue──> running ──Run, the last batch──> done
//
//	  - Before it, CheckFile reports what would become of each row, and stores nothing.
//	  - Enqueue stores the file, the import and its job in one transaction.
//	  - Run takes the rows in batches. The accounts of a batch, their e-mails and the progress are one
//	    transaction, so that an import that was interrupted goes on after its last whole batch.
//	  - The last batch also deletes the file and records in the audit log what was imported by whom.
//
// An existing account is never changed, so the same file can be imported again: accounts that exist are
// counted and left alone. Only an invitation can follow later: an imported account without a password that
// was not invited yet gets one if the file is imported again with invitations.
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

// State is how far an import is.
type State string

// The states of an import that is stored.
const (
	Running State = "running"
	Done    State = "done"
)

// Accounts is what an import needs of the accounts.
type Accounts interface {
	CreateImported(tx core.App, values rules.Values) (*core.Record, error)
	InviteImported(tx core.App, email string) (bool, error)
}

var _ Accounts = (*accounts.Accounts)(nil)

// JobType is the type of the jobs that run an import; their key is its id.
const JobType = "imports.run"

const (
	// jobLease is how long an import waits if its process was killed; it is renewed while it runs.
	jobLease = 5 * time.Minute
	// jobRetryDelay is the wait after a batch that failed.
	jobRetryDelay = 10 * time.Second
)

// Imports is the feature. Its exported methods with a request are the handlers of the route table.
type Imports struct {
	app      core.App
	accounts Accounts
	audit    *audit.Log
	now      clock.Clock
	jobs     *jobs.Runner
}

// New returns the feature over app's collections, and registers its type of job.
func New(app core.App, a Accounts, log *audit.Log, now clock.Clock, runner *jobs.Runner) *Imports {
	i := &Imports{app: app, accounts: a, audit: log, now: now, jobs: runner}
	runner.Register(jobs.Type{
		Name: JobType, Lease: jobLease, Backoff: jobs.Steps(jobRetryDelay),
		Handle: func(ctx context.Context, job jobs.Job) error { return i.Run(ctx, job.Key, nil) },
	})
	return i
}

var errNotFound = apperr.NotFound("import-not-found", "This import was not found.")

// Enqueue stores a file to be imported and returns its import. If the same file is being imported already
// with the same choice of invitations, it returns that import.
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

func (i *Imports) create(tx core.App, by audit.Actor, fileName, content string, invite bool, rows int) (*Import, error) {
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
	return imported, i.audit.Record(tx, by, "import.started", auditSubject(imported), map[string]any{"rows": rows, "invite": invite})
}

func auditSubject(imported *Import) audit.Subject {
	return audit.Subject{Collection: importsCollection, ID: imported.Id, Label: imported.FileName()}
}

// The outcomes of a row.
const (
	outcomeNew     = "new"
	outcomeExists  = "exists"
	outcomeInvalid = "wrong"
)

// RowReport is what would become of a row of the file.
type RowReport struct {
	// Line is where in the file the row begins.
	Line  int    `json:"line"`
	Name  string `json:"name"`
	Email string `json:"email"`
	// Outcome is new, exists or wrong.
	Outcome string `json:"outcome"`
	// Invited tells that the member would get an invitation.
	Invited bool      `json:"invited"`
	Errors  RowErrors `json:"mistakes,omitempty"`
}

// Report is what an import would do.
type Report struct {
	Rows     int `json:"rows"`
	New      int `json:"new"`
	Existing int `json:"existing"`
	Wrong    int `json:"wrong"`
	// Invited is how many invitations would be sent.
	Invited int `json:"invited"`
	// Ignored are the columns that no field of an account corresponds to.
	Ignored    []string    `json:"ignored"`
	RowReports []RowReport `json:"lines"`
	// RequiresTOTP tells whether an import with invitations asks the admin for a code of their second factor.
	RequiresTOTP bool `json:"asksCode"`
}

// CheckFile is the dry run: it reports what an import would do, and changes nothing.
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
		row := RowReport{Line: r.line, Name: r.name, Email: r.email, Outcome: outcomeNew, Invited: invite, Errors: r.errors}
		account, exists := existing[r.values.Text("email")]
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
			emails = append(emails, r.values.Text("email"))
		}
	}
	return emails
}
