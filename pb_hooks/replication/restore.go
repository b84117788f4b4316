package replication

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/datadir"
)

// Found describes the content of a replica.
type Found struct {
	// From and UpdatedAt are the earliest and latest time that can be restored. They are zero if the replica is empty.
	From, UpdatedAt time.Time
}

// Restored describes a restored state.
type Restored struct {
	// Databases are the restored files. auxiliary.db, which holds the log, may be missing.
	Databases []string
	Found     Found
}

var (
	errNoDatabase = errors.New("the replica contains no database")
	errTooEarly   = errors.New("the replica does not go back that far")
)

// inspect starts a worker that reports what a replica contains.
func inspect(ctx context.Context, address string) (Found, error) {
	ctx, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	var found Found
	err := ask(ctx, workerConfig{Mode: modeInspect, URL: address}, &found)
	return found, err
}

// Restore creates the databases in a directory in their state at a time and checks them. The zero time is the latest
// state. The directory may contain boardcircle.key and storage, but no database. If it fails, it leaves no data.db.
func Restore(ctx context.Context, address, dir string, at time.Time) (Restored, error) {
	if err := checkEmpty(dir); err != nil {
		return Restored{}, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Restored{}, err
	}
	temporary, err := os.MkdirTemp(dir, ".restoring-")
	if err != nil {
		return Restored{}, err
	}
	defer os.RemoveAll(temporary)
	var restored Restored
	if err := ask(ctx, workerConfig{Mode: modeRestore, URL: address, Dir: temporary, At: at}, &restored); err != nil {
		return Restored{}, fmt.Errorf("restore from %s: %w", Describe(address), err)
	}
	// data.db is moved last, because its presence marks the restore as complete.
	names := slices.Clone(restored.Databases)
	slices.Sort(names)
	for _, name := range names {
		path := filepath.Join(temporary, name)
		if err := os.Chmod(path, 0o600); err != nil {
			return Restored{}, err
		}
		if err := os.Rename(path, filepath.Join(dir, name)); err != nil {
			return Restored{}, err
		}
	}
	return restored, nil
}

// allowedEntries are the entries that a directory may contain before a restore.
var allowedEntries = []string{datadir.WorkDir, "boardcircle.key", "storage", core.LocalBackupsDirName, "lost+found"}

// checkEmpty returns an error if a directory contains data.
func checkEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !slices.Contains(allowedEntries, entry.Name()) && !strings.HasPrefix(entry.Name(), ".restoring-") {
			return fmt.Errorf("%s contains %s: restore into an empty directory, so that nothing is overwritten", dir,
				entry.Name())
		}
	}
	return nil
}

// restoreDatabases does the work of Restore in the worker.
func restoreDatabases(ctx context.Context, config workerConfig) (Restored, error) {
	restored := Restored{}
	found, err := inspectReplica(ctx, config.URL)
	if err != nil {
		return restored, err
	}
	switch {
	case found.UpdatedAt.IsZero():
		return restored, errNoDatabase
	case !config.At.IsZero() && config.At.Before(found.From):
		return restored, fmt.Errorf("%w: it starts at %s", errTooEarly, found.From.UTC().Format(time.RFC3339))
	}
	restored.Found = found
	for _, name := range datadir.Databases {
		err := restoreDatabase(ctx, config, name)
		if name != datadir.Databases[0] &&
			(errors.Is(err, litestream.ErrTxNotAvailable) || errors.Is(err, litestream.ErrNoSnapshots)) {
			continue // the log started later, so it starts empty
		}
		if err != nil {
			return restored, fmt.Errorf("%s: %w", name, err)
		}
		restored.Databases = append(restored.Databases, name)
	}
	return restored, nil
}

func restoreDatabase(ctx context.Context, config workerConfig, name string) error {
	client, err := newClient(config.URL, name)
	if err != nil {
		return err
	}
	if err := client.Init(ctx); err != nil {
		return err
	}
	options := litestream.NewRestoreOptions()
	options.OutputPath = filepath.Join(config.Dir, name)
	options.IntegrityCheck = litestream.IntegrityCheckFull
	if !config.At.IsZero() {
		// Litestream restores the state before a timestamp. Changes at that exact time must be included.
		options.Timestamp = config.At.Add(time.Millisecond)
	}
	return litestream.NewReplicaWithClient(nil, client).Restore(ctx, options)
}

// inspectReplica does the work of inspect in the worker.
func inspectReplica(ctx context.Context, address string) (Found, error) {
	client, err := newClient(address, datadir.Databases[0])
	if err != nil {
		return Found{}, err
	}
	if err := client.Init(ctx); err != nil {
		return Found{}, err
	}
	from, updated, err := litestream.NewReplicaWithClient(nil, client).TimeBounds(ctx)
	return Found{From: from, UpdatedAt: updated}, err
}
