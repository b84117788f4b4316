package replication

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/internal/config"
)

// Command is `boardcircle restore`. It may not open the database of the data directory first: there is none.
func Command(replica func() config.Replica, dataDir func() string) *cobra.Command {
	var at, from, to string
	command := &cobra.Command{
		Use:   "restore",
		Short: "Brings the database back from its replica, into an empty directory",
		Long: "Brings the database back from its replica, into an empty directory, and checks it.\n\n" +
			"boardcircle.key and storage/ are not in the replica: take them from a backup, before the first start. Without the\n" +
			"key second factors and links in e-mails that were sent before do not work; without storage/ images are missing.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if from == "" {
				from = replica().URL
			}
			if from == "" {
				return errors.New("where from? Set --from or REPLICA_URL, such as s3://bucket/prefix")
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
			began := time.Now()
			restored, err := Restore(c.Context(), from, to, when)
			if err != nil {
				return err
			}
			if err := writeMark(to, mark{From: Describe(from), At: when}); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "Restored %v into %s in %s; the integrity check passed.\nThe replica's last change is of %s.\n"+
				"Copy boardcircle.key and storage/ from a backup into %s before you start the server, if they are not there.\n",
				restored.Databases, to, time.Since(began).Round(time.Millisecond), restored.Found.UpdatedAt.UTC().Format(time.RFC3339), to)
			return nil
		},
	}
	command.Flags().StringVar(&at, "at", "", "the time to go back to, such as 2026-11-22T15:04:05+05:30; the newest state without it")
	command.Flags().StringVar(&from, "from", "", "the replica's address; REPLICA_URL without it")
	command.Flags().StringVar(&to, "to", "", "the directory; the data directory (--dir) without it")
	return command
}
