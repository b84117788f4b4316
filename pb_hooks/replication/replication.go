// Package replication maintains a continuous copy of the database in a directory or an S3 bucket. It is off unless an
// address is configured.
//
//	off        no address: no process, no file, no goroutine
//	starting ──first sync──> replicating ──a sync fails──> failing ──a sync succeeds──> replicating
//	   ↑                         │                            │
//	   ╰──── after a pause ──────┴──── the worker ended ──────╯
//	stopped    the server has stopped or is restoring a backup, after a last attempt to sync
//
// Litestream does the work in a separate process, the worker, which is this program with a special argument
// (worker.go). It must not run in the server's process, because it opens and closes data.db as a file. When a process
// closes any descriptor of a file, it loses all its locks on that file (the POSIX trap of
// sqlite.org/howtocorrupt.html). A command could then delete the write-ahead log while the server still writes to it,
// and acknowledged writes would be lost.
//
// The guarantees:
//
//   - Everything that is committed is copied once a second, so a lost machine loses about a second of writes. Barrier
//     returns when everything that was committed before the call is in the replica.
//   - If the server is killed, the worker notices the end of its input, copies the remaining changes and ends.
//   - One worker at a time works on a directory. A second worker waits until the first has ended.
//   - Only the worker moves the write-ahead log into the database (a checkpoint). While the worker reads, a checkpoint
//     by another process would block all writes for ten seconds and then fail. So PocketBase's nightly checkpoint is
//     removed. Without a worker, the server runs checkpoints, because otherwise the log would grow without limit
//     (checkpointWithoutWorker).
//   - The replica contains data.db and auxiliary.db. boardcircle.key and the uploaded images are files, which only the
//     backups contain (restore.go).
package replication

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/rules"
)

// State is the state of replication.
type State string

// The states.
const (
	Off         State = "off"
	Starting    State = "starting"
	Replicating State = "replicating"
	Failing     State = "failing"
	Stopped     State = "stopped"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Off, Starting, Replicating, Failing, Stopped) }

// maxLag is how old the last sync may be before replication counts as failing.
const maxLag = time.Minute

// stopTimeout is how long a shutdown waits for the last sync.
const stopTimeout = shutdownGrace + 5*time.Second

// localDir returns the folder in which the worker stores changes that it has not sent yet.
func localDir(dataDir string) string { return filepath.Join(dataDir, datadir.WorkDir, "replication") }

var (
	errOff       = errors.New("replication is off")
	errNoWorker  = errors.New("the replication worker is not running")
	errInDataDir = errors.New(
		"REPLICA_URL is a folder in the data directory: a replica belongs on another disk or machine")
)

// Status is the current status of replication.
type Status struct {
	State State
	// Destination is the replica's address without its parameters.
	Destination string
	// SyncedAt is the last time at which the replica had everything that was committed. Zero means never.
	SyncedAt time.Time
	// Lag is the time since SyncedAt, or since the start of replication if there was no sync yet.
	Lag time.Duration
	// Error says why the last sync failed.
	Error string
}

// Deps are the dependencies of the feature.
type Deps struct {
	Config config.Replica
	Clock  clock.Clock
	// OnChange is called when the state changes.
	OnChange func()
}

// Replication is the feature. It is safe for concurrent use.
type Replication struct {
	app      core.App
	url      string
	now      clock.Clock
	onChange func()

	mu        sync.Mutex
	worker    *worker
	state     State
	startedAt time.Time
	syncedAt  time.Time
	err       string
}

// New returns the feature. Without an address it does nothing.
func New(app core.App, deps Deps) *Replication {
	r := &Replication{app: app, url: deps.Config.URL, now: deps.Clock, onChange: deps.OnChange, state: Off}
	if r.url == "" {
		return r
	}
	r.state = Stopped
	app.OnBackupRestore().BindFunc(r.pauseForRestore)
	return r
}

// URL returns the replica's address, or "" if replication is off.
func (r *Replication) URL() string { return r.url }

// Runs reports whether this process replicates. Only the server does; commands do not.
func (r *Replication) Runs() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.worker != nil
}

// Start starts the worker, which runs until Stop.
func (r *Replication) Start() error {
	if r.url == "" {
		return nil
	}
	if err := checkOutside(r.url, r.app.DataDir()); err != nil {
		return err
	}
	r.registerCheckpointJobs()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.worker == nil {
		r.state, r.err, r.startedAt = Starting, "", r.now()
		r.worker = startWorker(workerConfig{Mode: modeReplicate, URL: r.url, Dir: r.app.DataDir()}, r.report)
	}
	return nil
}

// Stop lets the worker copy the remaining changes and waits until it ends, with a time limit.
func (r *Replication) Stop(ctx context.Context) error {
	r.mu.Lock()
	running := r.worker
	r.worker = nil
	r.mu.Unlock()
	if running == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	err := running.stop(ctx)
	r.mu.Lock()
	r.state = Stopped
	r.mu.Unlock()
	return err
}

// Barrier returns nil once everything that was committed before the call is in the replica.
func (r *Replication) Barrier(ctx context.Context) error {
	r.mu.Lock()
	running := r.worker
	r.mu.Unlock()
	switch {
	case r.url == "":
		return errOff
	case running == nil:
		return errNoWorker
	}
	return running.barrier(ctx)
}

// Status returns the status of replication.
func (r *Replication) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	status := Status{State: r.state, Destination: Describe(r.url), SyncedAt: r.syncedAt, Error: r.err}
	if since := cmp.Or(r.syncedAt, r.startedAt); !since.IsZero() {
		status.Lag = max(0, r.now().Sub(since))
	}
	if status.State == Replicating && status.Lag > maxLag {
		status.State = Failing
	}
	return status
}

// report records the result of a sync.
func (r *Replication) report(result syncResult) {
	r.mu.Lock()
	before := r.state
	if result.Error == "" {
		r.state, r.syncedAt, r.err = Replicating, result.SyncedAt, ""
	} else {
		r.state, r.err = Failing, result.Error
	}
	after := r.state
	r.mu.Unlock()
	if before == after {
		return
	}
	if after == Failing {
		r.app.Logger().Error("The database is not being replicated", "error", result.Error)
	} else {
		r.app.Logger().Info("The database is being replicated", "destination", Describe(r.url))
	}
	r.onChange()
}

// pauseForRestore stops the worker while a backup replaces the database. If the restore succeeds, the program restarts.
func (r *Replication) pauseForRestore(e *core.BackupEvent) error {
	if !r.Runs() {
		return e.Next()
	}
	if err := r.Stop(e.Context); err != nil {
		r.app.Logger().Warn("The last sync before a restore failed", "error", err)
	}
	// The worker's local state belongs to the old data and must not be used for the new data.
	err := os.RemoveAll(localDir(r.app.DataDir()))
	if err == nil {
		err = e.Next()
	}
	if startErr := r.Start(); startErr != nil {
		r.app.Logger().Error("Replication could not be started again", "error", startErr)
	}
	return err
}

// Describe returns a replica's address without its parameters, for display.
func Describe(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return ""
	}
	u.RawQuery, u.User = "", nil
	return u.String()
}

// checkOutside returns an error if the replica is inside the directory that it replicates.
func checkOutside(address, dir string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "file" {
		return err
	}
	inner, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	relative, err := filepath.Rel(inner, filepath.Clean(u.Path))
	if err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return errInDataDir
	}
	return nil
}

// RefuseEmptyStart returns an error if the directory has no database but the replica has one. Otherwise the server
// would start as an empty site and replicate that.
func RefuseEmptyStart(ctx context.Context, cfg config.Replica, dir string) error {
	if cfg.URL == "" || cfg.StartEmpty {
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, datadir.Databases[0])); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	found, err := inspect(ctx, cfg.URL)
	if err != nil {
		return fmt.Errorf("%s contains no database, and the replica %s could not be read (%w). "+
			"Make the replica reachable, or start with --start-empty if this is a new site", dir,
			Describe(cfg.URL), err)
	}
	if found.UpdatedAt.IsZero() {
		return nil
	}
	return fmt.Errorf("%s contains no database, but the replica %s contains one, last changed at %s. Restore it "+
		"with: boardcircle restore --dir %s. Or start an empty site with --start-empty, which replaces the "+
		"replica",
		dir, Describe(cfg.URL), found.UpdatedAt.UTC().Format(time.RFC3339), dir)
}

// pocketbaseOptimize is the id of PocketBase's nightly job. The job runs PRAGMA optimize and a checkpoint that waits
// for all readers while it holds the write lock.
const pocketbaseOptimize = "__pbDBOptimize__"

// registerCheckpointJobs replaces PocketBase's nightly job with one that only runs PRAGMA optimize, so that only the
// worker runs checkpoints while it is running.
func (r *Replication) registerCheckpointJobs() {
	r.app.Cron().MustAdd(pocketbaseOptimize, "0 0 * * *", func() {
		if _, err := r.app.NonconcurrentDB().NewQuery("PRAGMA optimize").Execute(); err != nil {
			r.app.Logger().Warn("The nightly PRAGMA optimize failed", "error", err)
		}
	})
	r.app.Cron().MustAdd("boardcircleCheckpoint", "*/5 * * * *", r.checkpointWithoutWorker)
}

// checkpointWithoutWorker limits the size of the write-ahead logs while nothing is replicated, because automatic
// checkpoints are off. PASSIVE checkpoints do not wait for readers or writers.
func (r *Replication) checkpointWithoutWorker() {
	if r.Status().State == Replicating {
		return
	}
	for _, db := range []dbx.Builder{r.app.NonconcurrentDB(), r.app.AuxNonconcurrentDB()} {
		if _, err := db.NewQuery("PRAGMA wal_checkpoint(PASSIVE)").Execute(); err != nil {
			r.app.Logger().Warn("A checkpoint failed", "error", err)
		}
	}
}
