package drills

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

// Command is `boardcircle restore-drill`. open returns the feature once the database is ready.
func Command(open func() (*Drills, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "restore-drill",
		Short: "Proves the newest backup, and the replica, by restoring them into a temporary folder",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			d, err := open()
			if err != nil {
				return err
			}
			results, err := d.Run(c.Context())
			if err != nil {
				return err
			}
			failed := false
			for _, result := range results {
				failed = failed || result.Outcome == Failed
				fmt.Fprintf(c.OutOrStdout(), "%-7s  %s %s (%s)\n         %s\n", result.Outcome, result.Source, result.Name,
					result.Took.Round(time.Millisecond), result.Message)
			}
			if err := saveResults(d.app, results); err != nil {
				return err
			}
			if failed {
				return errors.New("the restore drill failed")
			}
			return nil
		},
	}
}
