// Package restoretests runs restore tests, which prove that the site can be restored. A test restores the newest
// backup, and the replica if there is one, to a temporary folder, checks the databases and compares them with the live
// data.
//
//	weekly, the console's button ──> job ──> result stored ──> failed: email to the admins
//	boardcircle restore-drill ─────────────> result stored, printed, exit code
//
// A test passes if the database is intact (integrity_check), this program knows all its migrations, and no data is
// missing: each table has all rows that are at least a minute older than its newest restored row. If there is nothing
// to restore, the test fails.
package restoretests

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/replication"
)

// JobType is the type of the restore test jobs. The stored name is older than the term "restore test", as are those of
// the table, the routes, the command and the email.
const JobType = "drills.run"

// jobKey is the same for all tests, so that only one is queued at a time.
const jobKey = "drill"

// barrierTimeout is how long a test waits until the replica is complete.
const barrierTimeout = time.Minute

// Source is where a test restores from.
type Source string

// The sources.
const (
	FromBackup  Source = "backup"
	FromReplica Source = "replica"
)

// Values returns all sources.
func (Source) Values() []string { return rules.Options(FromBackup, FromReplica) }

// Outcome is the outcome of a test.
type Outcome string

// The outcomes.
const (
	Passed Outcome = "passed"
	Failed Outcome = "failed"
	// Untried means that the backup is encrypted and its secret key is not configured, so it cannot be tested.
	Untried Outcome = "untried"
)

// Values returns all outcomes.
func (Outcome) Values() []string { return rules.Options(Passed, Failed, Untried) }

// Result is the result of testing one source.
type Result struct {
	Source Source
	// Name is the name of the backup, or the replica's address without parameters.
	Name string
	// At is when the test started. StateOf is the time of the restored data. Zero means unknown.
	At, StateOf time.Time
	Outcome     Outcome
	// Message describes the result in a sentence.
	Message string
	Rows    int
	Took    time.Duration
}

// Archives gives access to the backups.
type Archives interface {
	// Newest returns the name and time of the newest backup, or "".
	Newest() (name string, at time.Time, err error)
	// Unpack restores a backup into a new folder within the staging folder.
	Unpack(ctx context.Context, name, staging string) (folder string, err error)
}

// Outbox queues the emails about failed tests.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	EnqueueToOffice(tx core.App, email outbox.Email) error
}

// Jobs stores and runs the jobs.
type Jobs interface {
	Register(t jobs.Type)
	Enqueue(tx core.App, job jobs.Job) error
	Complete(tx core.App, job jobs.Job) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Archives    Archives
	Replication *replication.Replication
	Jobs        Jobs
	Outbox      Outbox
	Audit       *audit.Log
	Clock       clock.Clock
	// OnChange is called after a new result.
	OnChange func()
}

// RestoreTests is the feature.
type RestoreTests struct {
	app core.App
	Deps
}

// New returns the feature.
func New(app core.App, deps Deps) *RestoreTests {
	r := &RestoreTests{app, deps}
	r.Outbox.Register(emailKinds()...)
	r.Jobs.Register(jobs.Type{
		Name: JobType, Handle: r.handle, MaxAttempts: 3, Backoff: jobs.Exponential(time.Minute, time.Hour),
	})
	return r
}

// Enqueue queues a restore test.
func (r *RestoreTests) Enqueue(tx core.App) error {
	return r.Jobs.Enqueue(tx, jobs.Job{Type: JobType, Key: jobKey})
}

// handle runs a restore test. A test that fails is a stored result, not a failure of the job.
func (r *RestoreTests) handle(ctx context.Context, job jobs.Job) error {
	results, err := r.Run(ctx)
	if err != nil {
		return err
	}
	err = r.app.RunInTransaction(func(tx core.App) error {
		if err := saveResults(tx, results); err != nil {
			return err
		}
		if err := r.emailFailures(tx, job.ID, results); err != nil {
			return err
		}
		return r.Jobs.Complete(tx, job)
	})
	r.OnChange()
	return err
}

// Run tests each source and returns one result for each.
func (r *RestoreTests) Run(ctx context.Context) ([]Result, error) {
	sources := []func(context.Context, string) (Result, string, error){r.restoreBackup}
	if r.Replication.URL() != "" {
		sources = append(sources, r.restoreReplica)
	}
	var results []Result
	for _, restore := range sources {
		result, err := r.test(ctx, restore)
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
	return results, nil
}

// test restores one source and checks it. It returns an error only for problems of this machine. Problems of the
// source are in the result.
func (r *RestoreTests) test(ctx context.Context,
	restore func(ctx context.Context, staging string) (Result, string, error)) (Result, error) {
	staging, err := datadir.NewStaging(r.app.DataDir())
	if err != nil {
		return Result{}, fmt.Errorf("prepare a restore test: %w", err)
	}
	defer os.RemoveAll(staging)
	began, measured := r.Clock(), clock.StartStopwatch()
	result, folder, err := restore(ctx, staging)
	if err == nil {
		var found findings
		found, err = r.inspect(ctx, filepath.Join(folder, datadir.Databases[0]))
		result.Rows, result.Message = found.rows, found.sentence()
	}
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	result.At, result.Took, result.Outcome = began, measured.Elapsed(), Passed
	switch {
	case errors.Is(err, backups.ErrNoIdentity):
		result.Outcome, result.Message = Untried, sentence(err)
	case err != nil:
		result.Outcome = Failed
		result.Message = sentence(err)
		r.app.Logger().Error("A restore test failed", "source", string(result.Source), "name",
			result.Name, "error", err)
	}
	return result, nil
}

// problem is an error with a text for the admins.
type problem struct {
	message string
	cause   error
}

func (p *problem) Error() string { return fmt.Sprintf("%s: %v", p.message, p.cause) }
func (p *problem) Unwrap() error { return p.cause }

func sentence(err error) string {
	var p *problem
	if errors.As(err, &p) {
		return p.message
	}
	return "The restore test could not be completed. See the server's log for the reason."
}

func (r *RestoreTests) restoreBackup(ctx context.Context, staging string) (Result, string, error) {
	result := Result{Source: FromBackup}
	name, at, err := r.Archives.Newest()
	if err != nil {
		return result, "", &problem{"The backups could not be listed.", err}
	}
	result.Name, result.StateOf = name, at
	if name == "" {
		return result, "", &problem{
			"There is no backup. Turn on nightly backups, because only backups contain the keys and the images.",
			errors.New("no backup"),
		}
	}
	folder, err := r.Archives.Unpack(ctx, name, staging)
	if errors.Is(err, backups.ErrNoIdentity) {
		return result, "", &problem{
			"The newest backup is encrypted, and its secret key is not on the server, so it was not tested. " +
				"Run boardcircle restore-drill with BACKUP_AGE_IDENTITY set from time to time.", err}
	}
	if err != nil {
		return result, "", &problem{"The newest backup could not be unpacked: it is damaged, or its key is missing.",
			err}
	}
	return result, folder, nil
}

func (r *RestoreTests) restoreReplica(ctx context.Context, staging string) (Result, string, error) {
	result := Result{Source: FromReplica, Name: replication.Describe(r.Replication.URL())}
	if r.Replication.Runs() {
		synced, cancel := context.WithTimeout(ctx, barrierTimeout)
		defer cancel()
		if err := r.Replication.Barrier(synced); err != nil {
			return result, "", &problem{"The replica could not be brought up to date.", err}
		}
	}
	folder := filepath.Join(staging, "replica")
	restored, err := replication.Restore(ctx, r.Replication.URL(), folder, time.Time{})
	if err != nil {
		return result, "", &problem{"The replica could not be restored.", err}
	}
	result.StateOf = restored.Found.UpdatedAt
	return result, folder, nil
}

// Command is `boardcircle restore-drill`. It calls open to get the feature once the database is ready.
func Command(open func() (*RestoreTests, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "restore-drill",
		Short: "Tests the newest backup, and the replica, by restoring them into a temporary folder",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			r, err := open()
			if err != nil {
				return err
			}
			results, err := r.Run(c.Context())
			if err != nil {
				return err
			}
			failed := false
			for _, result := range results {
				failed = failed || result.Outcome == Failed
				fmt.Fprintf(c.OutOrStdout(), "%-7s  %s %s (%s)\n         %s\n", result.Outcome, result.Source,
					result.Name, result.Took.Round(time.Millisecond), result.Message)
			}
			if err := saveResults(r.app, results); err != nil {
				return err
			}
			if failed {
				return errors.New("the restore test failed")
			}
			return nil
		},
	}
}
