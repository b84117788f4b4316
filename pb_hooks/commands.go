package hooks

import (
	"fmt"

	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/payments"
)

// Commands are the program's own commands. They use the server's wiring and may run beside it: what
// they enqueue waits in the database for the server to do.
func (h *App) Commands() []*cobra.Command {
	return []*cobra.Command{
		accounts.AdminCommand(h.app),
		payments.Command(func() (*payments.Payments, error) {
			err := h.open()
			return h.Payments, err
		}),
		imports.Command(func() (*imports.Imports, error) {
			err := h.open()
			return h.Imports, err
		}),
	}
}

// open migrates the database and builds the features, for a command.
func (h *App) open() error {
	if err := h.app.RunAllMigrations(); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return h.build(nil)
}
