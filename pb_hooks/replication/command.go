package replication

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/datadir"
)

// Command is `boardcircle restore`. It must not open the database of the data directory, which does not exist yet.
func Command(replica func() config.Replica, dataDir func() string) *cobra.Command {
	var at, from, to string
	command := &cobra.Command{
		Use:   "restore",
		Short: "Restores the database from its replica into an empty directory",
		Long: "Restores the database from its replica into an empty directory, and checks it.\n\n" +
			"boardcircle.key and storage/ are not in the replica. Copy them from a backup before the first start.\n" +
			"Without the key, second factors and the links in emails that were sent before do not work.\n" +
			"Without storage/, images are missing.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if from == "" {
				from = replica().URL
			}
			if from == "" {
				return errors.New("set --from or REPLICA_URL to the replica's address, such as s3://bucket/prefix")
			}
			if err := config.CheckReplicaURL(from); err != nil {
				return fmt.Errorf("--from %w", err)
			}
			if to == "" {
				to = dataDir()
			}
			var when time.Time
			if at != "" {
				var err error
				if when, err = time.Parse(time.RFC3339Nano, at); err != nil {
					return errors.New("--at must be a time such as 2026-11-22T15:04:05+05:30")
				}
			}
			measured := clock.StartStopwatch()
			restored, err := restoreDataDir(c.Context(), from, to, when)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(),
				"Restored %v into %s in %s; the integrity check passed.\n"+
					"The last change in the replica was made at %s.\n"+
					"Copy boardcircle.key and storage/ from a backup into %s before you start the server, "+
					"if they are missing.\n",
				restored.Databases, to, measured.Elapsed().Round(time.Millisecond),
				restored.Found.UpdatedAt.UTC().Format(time.RFC3339), to)
			return nil
		},
	}
	command.Flags().StringVar(&at, "at", "",
		"the time of the state to restore, such as 2026-11-22T15:04:05+05:30 (default: the latest state)")
	command.Flags().StringVar(&from, "from", "", "the replica's address (default: REPLICA_URL)")
	command.Flags().StringVar(&to, "to", "", "the directory (default: the data directory, --dir)")
	return command
}

// restoreDataDir restores the databases to a data directory that no process uses. The next start ends all sessions.
// Otherwise a session that was ended after the time of the restored state would be valid again.
func restoreDataDir(ctx context.Context, from, to string, when time.Time) (restored Restored, err error) {
	if err := checkEmpty(to); err != nil {
		return restored, err
	}
	dir, err := datadir.Open(to)
	if err != nil {
		return restored, err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	if err := dir.Serve(); err != nil {
		return restored, err
	}
	if restored, err = Restore(ctx, from, to, when); err != nil {
		return restored, err
	}
	label := Describe(from)
	if !when.IsZero() {
		label += " at " + when.UTC().Format(time.RFC3339)
	}
	note, err := backups.RestoreNote(audit.CommandLine, label)
	if err != nil {
		return restored, err
	}
	return restored, datadir.LeaveReplaceNote(to, note)
}
