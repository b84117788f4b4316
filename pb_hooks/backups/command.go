package backups

import (
	"fmt"

	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/audit"
)

// Command is `boardcircle backup`. open returns the feature once the database is ready.
func Command(open func() (*Backups, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "backup",
		Short: "Creates a backup, also while the server runs, and tells its name",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			b, err := open()
			if err != nil {
				return err
			}
			if err := b.checkManualLimit(); err != nil {
				return err
			}
			name := b.newName()
			if err := b.app.CreateBackup(c.Context(), name); err != nil {
				return err
			}
			if err := b.audit.Record(b.app, audit.CommandLine, "backup.created", audit.Subject{Label: name}, nil); err != nil {
				return fmt.Errorf("the backup %s was created, but the audit log could not be written: %w", name, err)
			}
			fmt.Fprintln(c.OutOrStdout(), name)
			return nil
		},
	}
}
