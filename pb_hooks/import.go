package pb_hooks

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/clock"
	"boardcircle/pb_hooks/config"
	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/keys"
	"boardcircle/pb_hooks/legacy"
	"boardcircle/pb_hooks/mail"
)

// MembersCommand is `boardcircle members`. As with PaymentsCommand, the letters wait for the server.
func MembersCommand(app core.App, cfg config.Config, now clock.Clock) *cobra.Command {
	return legacy.Command(func() (*legacy.Legacy, error) {
		if err := app.RunAllMigrations(); err != nil {
			return nil, err
		}
		key, err := keys.Load(app.DataDir())
		if err != nil {
			return nil, err
		}
		log := audit.New(now)
		return legacy.New(app, accounts.New(app, edge.New(cfg, now), mail.New(app, cfg, now, nil), key, now, log), log, now), nil
	})
}
