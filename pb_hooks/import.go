package hooks

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
)

// MembersCommand is `boardcircle members`. As with PaymentsCommand, the letters wait for the server.
func MembersCommand(app core.App, cfg config.Config) *cobra.Command {
	now := clock.System
	return imports.Command(func() (*imports.Imports, error) {
		if err := app.RunAllMigrations(); err != nil {
			return nil, err
		}
		key, err := keys.Load(app.DataDir())
		if err != nil {
			return nil, err
		}
		log := audit.New(now)
		accountsFeature := accounts.New(app, accounts.Deps{
			Middleware: httpx.New(cfg, now), Outbox: mail.New(app, cfg, now, nil), Jobs: jobs.New(app, now, jobs.Options{}), Key: key, Clock: now, Audit: log,
		})
		return imports.New(app, accountsFeature, log, now), nil
	})
}
