// Package replication keeps a continuous copy of the database elsewhere: in a directory, or in an S3 bucket. It is
// off unless an address is configured.
//
//	off        no address: no process, no file, no goroutine
//	starting ──first sync──> replicating ──a sync fails──> failing ──a sync succeeds──> replicating
//	   ↑                         │                            │
//	   ╰──── after a pause ──────┴──── the worker ended ──────╯
//	stopped    the server has stopped, or restores a backup: the last sync has been tried
//
// Litestream does the work, in a process of its own: the worker, which is the same program (worker.go). It may not
// run in the server's process. Litestream opens and closes data.db as a file, and when a process closes any
// descriptor of a file, all the locks that it holds on that file are gone (the POSIX trap of
// sqlite.org/howtocorrupt.html). From then on a command beside the server could delete the write-ahead log of which
// the server goes on writing: acknowledged writes would be lost. A process of its own loses nobody's locks but its own.
//
// What always holds:
//
//   - Once a second everything that is committed is copied: what a lost machine loses is about a second of
//     writes. Barrier returns when everything that was committed before it is in the replica.
//   - The worker outlives a server that is killed by long enough to copy what is left: it goes when its input
//     ends.
//   - One worker at a time works on a directory; a second one waits for the first to end.
//   - Only the worker moves the write-ahead log into the database (a checkpoint). Who else does so, while the
//     worker reads, waits ten seconds in vain and stops all writes meanwhile; PocketBase's nightly checkpoint is
//     therefore taken away. While there is no worker the server checkpoints, or the log would grow without end
//     (checkpointWithoutWorker).
//   - The copy is of data.db and auxiliary.db. boardcircle.key and the uploaded images are files: they are in the
//     backups (restore.go).
package replication

import (
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
)

// State is how replication stands.
type State string

// The states.
const (
	Off         State = "off"
	Starting    State = "starting"
	Replicating State = "replicating"
	Failing     State = "failing"
	Stopped     State = "stopped"
)

// maxLag is how old the last sync may be before replication counts as failing.
const maxLag = time.Minute

// stopTimeout bounds how long a shutdown waits for the last sync.
const stopTimeout = shutdownGrace + 5*time.Second

// localDir is where the worker keeps what it has read of the databases but not sent yet.
func localDir(dataDir string) string { return filepath.Join(dataDir, datadir.WorkDir, "replication") }

var (
	errOff       = errors.New("replication is off")
	errNoWorker  = errors.New("the replication worker is not running")
	errInDataDir = errors.New("REPLICA_URL names a folder in the data directory: a replica belongs on another disk or machine")
)

// Status is how replication stands.
type Status struct {
	State State
	// Destination is the replica's address without its parameters.
	Destination string
	// SyncedAt is when everything that was committed was in the replica, for the last time; zero is never.
	SyncedAt time.Time
	// Lag is how long ago that was; if it never was, how long ago replication was started.
	Lag time.Duration
	// Error says why the last sync failed.
	Error string
}

// Deps are what the feature is built from.
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

// New returns the feature of an app. Without an address it does nothing.
func New(app core.App, deps Deps) *Replication {
	r := &Replication{app: app, url: deps.Config.URL, now: deps.Clock, onChange: deps.OnChange, state: Off}
	if r.url == "" {
		return r
	}
	r.state = Stopped
	app.OnBackupRestore().BindFunc(r.pauseForRestore)
	return r
}

// URL is the replica's address, "" when replication is off.
func (r *Replication) URL() string { return r.url }

// Runs tells whether this process replicates. A command beside the server does not.
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

// Stop lets the worker copy what is left, and waits for its end, within bounds.
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

// Barrier returns nil once everything that was committed before it is in the replica.
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

// Status returns how replication stands.
func (r *Replication) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	status := Status{State: r.state, Destination: Describe(r.url), SyncedAt: r.syncedAt, Error: r.err}
	since := r.syncedAt
	if since.IsZero() {
		since = r.startedAt
	}
	if !since.IsZero() {
		status.Lag = max(0, r.now().Sub(since))
	}
	if status.State == Replicating && status.Lag > maxLag {
		status.State = Failing
	}
	return status
}

// report records how a sync went.
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

// pauseForRestore ends the worker while a backup replaces the database under it. A restore that succeeds starts the
// program anew.
func (r *Replication) pauseForRestore(e *core.BackupEvent) error {
	if !r.Runs() {
		return e.Next()
	}
	if err := r.Stop(e.Context); err != nil {
		r.app.Logger().Warn("The last sync before a restore failed", "error", err)
	}
	// What the worker knows of the old data is of no use to the one that meets the new data.
	err := os.RemoveAll(localDir(r.app.DataDir()))
	if err == nil {
		err = e.Next()
	}
	if startErr := r.Start(); startErr != nil {
		r.app.Logger().Error("Replication could not be started again", "error", startErr)
	}
	return err
}

// Describe returns a replica's address without its parameters, to be shown.
func Describe(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return ""
	}
	u.RawQuery, u.User = "", nil
	return u.String()
}

// checkOutside refuses a replica below the directory that it is to save.
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

// RefuseEmptyStart returns an error if the directory has no database and the replica has one: a server that starts
// there would go on as an empty site, and its replica with it.
func RefuseEmptyStart(ctx context.Context, cfg config.Replica, dir string) error {
	if cfg.URL == "" || cfg.StartEmpty {
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, datadir.Databases[0])); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	found, err := inspect(ctx, cfg.URL)
	if err != nil {
		return fmt.Errorf("%s holds no database, and whether the replica %s holds one cannot be told (%w). "+
			"Make the replica reachable, or start with --start-empty if this is a new site", dir, Describe(cfg.URL), err)
	}
	if found.UpdatedAt.IsZero() {
		return nil
	}
	return fmt.Errorf("%s holds no database, but the replica %s holds one, last changed at %s. "+
		"Bring it back with: boardcircle restore --dir %s. Or start an empty site in its place with --start-empty",
		dir, Describe(cfg.URL), found.UpdatedAt.UTC().Format(time.RFC3339), dir)
}

// pocketbaseOptimize is PocketBase's own nightly job: a checkpoint of the kind that waits for all readers while it
// holds the write lock, and PRAGMA optimize.
const pocketbaseOptimize = "__pbDBOptimize__"

// registerCheckpointJobs replaces PocketBase's nightly job by its other half, so that only the worker moves the
// write-ahead log while it runs.
func (r *Replication) registerCheckpointJobs() {
	r.app.Cron().MustAdd(pocketbaseOptimize, "0 0 * * *", func() {
		if _, err := r.app.NonconcurrentDB().NewQuery("PRAGMA optimize").Execute(); err != nil {
			r.app.Logger().Warn("The nightly PRAGMA optimize failed", "error", err)
		}
	})
	r.app.Cron().MustAdd("boardcircleCheckpoint", "*/5 * * * *", r.checkpointWithoutWorker)
}

// checkpointWithoutWorker keeps the write-ahead logs from growing while nothing is replicated: the connections do
// not move them into the database by themselves. A checkpoint of this kind waits for nobody.
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
