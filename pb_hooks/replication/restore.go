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

// Found is what a replica holds of the database.
type Found struct {
	// From and UpdatedAt are the earliest and the latest time that can be restored; zero if there is nothing.
	From, UpdatedAt time.Time
}

// Restored tells what a restore has brought back.
type Restored struct {
	// Databases are the files; auxiliary.db, which holds the log, may be missing.
	Databases []string
	Found     Found
}

var (
	errNothingThere = errors.New("the replica holds no database")
	errNotThatEarly = errors.New("the replica does not go back that far")
)

// inspect asks a worker what a replica holds.
func inspect(ctx context.Context, address string) (Found, error) {
	ctx, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	var found Found
	err := ask(ctx, workerConfig{Mode: modeInspect, URL: address}, &found)
	return found, err
}

// Restore makes the databases in a directory as the replica had them at a time, zero being the newest, and checks
// them. The directory may hold boardcircle.key and storage, but no database. It is all or nothing.
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
	// data.db comes last: with it the directory counts as restored.
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

// allowedBeside are what a directory may hold before a restore.
var allowedBeside = []string{datadir.WorkDir, "boardcircle.key", "storage", core.LocalBackupsDirName, "lost+found"}

// checkEmpty refuses a directory that holds data.
func checkEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !slices.Contains(allowedBeside, entry.Name()) && !strings.HasPrefix(entry.Name(), ".restoring-") {
			return fmt.Errorf("%s holds %s: restore into an empty directory, and nothing is overwritten", dir, entry.Name())
		}
	}
	return nil
}

// restoreDatabases is the worker's part of Restore.
func restoreDatabases(ctx context.Context, config workerConfig) (Restored, error) {
	restored := Restored{}
	found, err := inspectReplica(ctx, config.URL)
	if err != nil {
		return restored, err
	}
	switch {
	case found.UpdatedAt.IsZero():
		return restored, errNothingThere
	case !config.At.IsZero() && config.At.Before(found.From):
		return restored, fmt.Errorf("%w: its first state is of %s", errNotThatEarly, found.From.UTC().Format(time.RFC3339))
	}
	restored.Found = found
	for _, name := range datadir.Databases {
		err := restoreDatabase(ctx, config, name)
		if name != datadir.Databases[0] && (errors.Is(err, litestream.ErrTxNotAvailable) || errors.Is(err, litestream.ErrNoSnapshots)) {
			continue // the log began later, and begins anew
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
		// Litestream restores what was before a time; what was at that time counts too.
		options.Timestamp = config.At.Add(time.Millisecond)
	}
	return litestream.NewReplicaWithClient(nil, client).Restore(ctx, options)
}

// inspectReplica is the worker's part of inspect.
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
