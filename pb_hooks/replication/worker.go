package replication

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/benbjohnson/litestream"
	_ "github.com/benbjohnson/litestream/file" // file://
	_ "github.com/benbjohnson/litestream/s3"   // s3://
	"github.com/gofrs/flock"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/subprocess"
)

const (
	syncInterval = time.Second
	// syncTimeout limits one sync. The next sync continues from there.
	syncTimeout = time.Minute
	// longestPause is the longest wait after repeated failures.
	longestPause = 30 * time.Second
	// shutdownGrace limits the last sync after the server has ended.
	shutdownGrace = 10 * time.Second
	// lockTimeout is how long a worker waits for the previous one. It is longer than a worker may outlive its server.
	lockTimeout = 2 * shutdownGrace
)

// The replica stores a state per second of the last hour, and a state per half minute of the last week.
var compactionLevels = litestream.CompactionLevels{
	{Level: 0}, {Level: 1, Interval: 30 * time.Second}, {Level: 2, Interval: 5 * time.Minute},
	{Level: 3, Interval: time.Hour},
}

const (
	fineRetention    = time.Hour
	snapshotInterval = 24 * time.Hour
	retention        = 7 * 24 * time.Hour
	retentionCheck   = 5 * time.Minute
)

// The modes of a worker.
const (
	modeReplicate = "replicate"
	modeRestore   = "restore"
	modeInspect   = "inspect"
)

// workerConfig is the first line of a worker's input.
type workerConfig struct {
	Mode string
	URL  string
	// Dir is the data directory. For a restore, it is the directory in which the databases are created.
	Dir string
	// At is the time to restore. Zero means the latest state.
	At time.Time
}

// syncResult is one line of output of a replicating worker.
type syncResult struct {
	// IDs are the barriers that were requested before this sync started.
	IDs []int `json:"ids,omitempty"`
	// SyncedAt is when the sync started. Everything that was committed before is in the replica.
	SyncedAt time.Time `json:"syncedAt"`
	Error    string    `json:"error,omitempty"`
}

// IsWorker reports whether the program was started as a worker.
func IsWorker(args []string) bool { return subprocess.Is(workerCommand, args) }

// RunWorker runs a worker. It reads the configuration from in and returns when in ends.
func RunWorker(in io.Reader, out io.Writer) error {
	subprocess.OutliveSignals()
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	lines := bufio.NewScanner(in)
	var config workerConfig
	if !lines.Scan() {
		return errors.New("replication-worker is started by the server")
	}
	if err := json.Unmarshal(lines.Bytes(), &config); err != nil {
		return errors.New("replication-worker is started by the server")
	}
	switch config.Mode {
	case modeReplicate:
		return replicate(config, lines, out)
	case modeRestore:
		restored, err := restoreDatabases(context.Background(), config)
		return answer(out, restored, err)
	case modeInspect:
		found, err := inspectReplica(context.Background(), config.URL)
		return answer(out, found, err)
	}
	return fmt.Errorf("unknown mode %q", config.Mode)
}

func answer(out io.Writer, value any, err error) error {
	reply := struct {
		Error  string
		Answer any
	}{Answer: value}
	if err != nil {
		reply.Error = withoutSecrets(err)
	}
	return json.NewEncoder(out).Encode(reply)
}

// replicate syncs once a second, and immediately for a barrier, until the input ends.
func replicate(config workerConfig, lines *bufio.Scanner, out io.Writer) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	requests := make(chan int)
	go func() {
		defer close(requests)
		for lines.Scan() {
			if id, err := strconv.Atoi(lines.Text()); err == nil {
				requests <- id
			}
		}
		time.AfterFunc(shutdownGrace, cancel)
		time.AfterFunc(shutdownGrace+3*time.Second, func() { os.Exit(1) })
	}()
	local := localDir(config.Dir)
	if err := os.MkdirAll(local, 0o700); err != nil {
		return err
	}
	unlock, err := lock(ctx, filepath.Join(local, "worker.lock"))
	if err != nil {
		return err
	}
	defer unlock()
	store, err := openStore(ctx, config, local)
	if err != nil {
		return err
	}
	loop(ctx, store, requests, json.NewEncoder(out))
	return store.Close(ctx)
}

// loop syncs once a second and for each request until requests is closed, and then once more.
func loop(ctx context.Context, store *litestream.Store, requests <-chan int, out *json.Encoder) {
	pause := syncInterval
	for ids, isOpen := []int(nil), true; isOpen; {
		result := syncAll(ctx, store)
		result.IDs = ids
		if err := out.Encode(result); err != nil {
			isOpen = false // the server has ended
		}
		if result.Error == "" {
			pause = syncInterval
		} else {
			pause = min(2*pause, longestPause)
		}
		ids = nil
		select {
		case <-time.After(pause):
		case id, isRequest := <-requests:
			if isRequest {
				ids = []int{id}
			}
			isOpen = isOpen && isRequest
		}
	}
	_ = out.Encode(syncAll(ctx, store)) // the server may no longer be there to read it
}

// syncAll copies everything that is committed.
func syncAll(ctx context.Context, store *litestream.Store) syncResult {
	began := clock.System()
	ctx, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	for _, db := range store.DBs() {
		if err := db.SyncAndWait(ctx); err != nil {
			return syncResult{Error: fmt.Sprintf("%s: %s", filepath.Base(db.Path()), withoutSecrets(err))}
		}
	}
	return syncResult{SyncedAt: began}
}

// openStore opens the databases for Litestream. Litestream's own timers are off, because loop syncs and reports the
// results.
func openStore(ctx context.Context, config workerConfig, local string) (*litestream.Store, error) {
	var dbs []*litestream.DB
	for _, name := range datadir.Databases {
		client, err := newClient(config.URL, name)
		if err != nil {
			return nil, err
		}
		if err := emptyLog(ctx, filepath.Join(config.Dir, name)); err != nil {
			return nil, fmt.Errorf("empty the write-ahead log of %s: %w", name, err)
		}
		db := litestream.NewDB(filepath.Join(config.Dir, name))
		db.SetMetaPath(filepath.Join(local, name))
		db.MonitorInterval = 0
		db.Replica = litestream.NewReplicaWithClient(db, client)
		db.Replica.MonitorEnabled = false
		dbs = append(dbs, db)
	}
	store := litestream.NewStore(dbs, compactionLevels)
	store.SnapshotInterval, store.SnapshotRetention = snapshotInterval, retention
	store.SetL0Retention(fineRetention)
	store.L0RetentionCheckInterval = retentionCheck
	store.SetShutdownSyncTimeout(0) // loop syncs at a shutdown
	if err := store.Open(ctx); err != nil {
		return nil, fmt.Errorf("open: %s", withoutSecrets(err))
	}
	return store, nil
}

// emptyLog moves the write-ahead log into the database, so that Litestream finds an empty log and starts with a full
// copy.
//
// A worker must not continue where the previous worker stopped. Litestream reads a transaction as soon as the log file
// contains it. If the server is killed before it publishes the transaction to the other processes, SQLite drops the
// transaction and writes over it, while the replica has it. Litestream compares only one page of the log, so it may not
// notice, and later changes would corrupt the replica.
func emptyLog(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(1000)")
	if err != nil {
		return err
	}
	defer db.Close()
	var isBusy, frames, moved int
	if err := db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&isBusy, &frames, &moved); err != nil {
		return err
	}
	if isBusy != 0 {
		return errors.New("another process is reading the database")
	}
	return nil
}

// newClient returns a client for the replica of one database.
func newClient(address, name string) (litestream.ReplicaClient, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the replica's address is not a URL")
	}
	return litestream.NewReplicaClientFromURL(u.JoinPath(name).String())
}

// lock ensures that one worker at a time works on a directory, because the worker of a killed server may still be
// copying. The system releases the lock when the process ends.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	file := flock.New(path, flock.SetPermissions(0o600))
	switch _, err := file.TryLockContext(ctx, 20*time.Millisecond); {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.New("another worker is using this directory")
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return func() { _ = file.Close() }, nil
}

// workerEnv returns a worker's environment. Litestream's S3 client refuses to start with AWS_CA_BUNDLE, so it is
// replaced by SSL_CERT_FILE, which Go reads itself.
func workerEnv(env []string) []string {
	var out []string
	bundle, hasOwn := "", false
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		switch name {
		case "AWS_CA_BUNDLE":
			bundle = value
			continue
		case "SSL_CERT_FILE":
			hasOwn = value != ""
		}
		out = append(out, variable)
	}
	if bundle != "" && !hasOwn {
		out = append(out, "SSL_CERT_FILE="+bundle)
	}
	return out
}

// withoutSecrets returns an error's text without the keys, in case a client repeats them.
func withoutSecrets(err error) string {
	text := err.Error()
	for _, name := range []string{"AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_ACCESS_KEY_ID"} {
		if secret := os.Getenv(name); secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	return text
}
