package payments

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Command is `boardcircle payments`. open opens the room, once the database is there.
func Command(open func() (*Payments, error)) *cobra.Command {
	var days int
	reconcile := &cobra.Command{
		Use:   "reconcile",
		Short: "Brings the ledger up to what the payment provider tells",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := open()
			if err != nil {
				return err
			}
			stats, err := p.Reconcile(c.Context(), days)
			if stats == (ReconcileStats{}) && err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%d transactions checked, %d moved, %d not answered; %d payments swept, %d orphans\n",
				stats.Checked, stats.Updated, stats.Failed, stats.Scanned, stats.Orphans)
			return err
		},
	}
	reconcile.Flags().IntVar(&days, "days", 7, "how many days back the provider's payments are gone through")
	command := &cobra.Command{Use: "payments", Short: "Looks after the ledger"}
	command.AddCommand(reconcile)
	return command
}
