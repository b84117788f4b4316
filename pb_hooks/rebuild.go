package hooks

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/internal/readmodel"
)

// RebuildCommand is `boardcircle members rebuild`: it makes counters, search index and people lists anew.
// Nobody needs it as long as all writes go through the app; whoever has changed the database with other tools
// does.
func RebuildCommand(app core.App) *cobra.Command {
	return &cobra.Command{
		Use:   "rebuild",
		Short: "Makes the counters, the search index and the people lists anew from the records",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := app.RunAllMigrations(); err != nil {
				return err
			}
			began := time.Now()
			if err := readmodel.Rebuild(app); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "Rebuilt in %s.\n", time.Since(began).Round(time.Millisecond))
			return nil
		},
	}
}
