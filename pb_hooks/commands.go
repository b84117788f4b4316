package hooks

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/drills"
	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/pages"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/replication"
)

// Commands are the program's own commands. They use the server's wiring and may run beside it: what
// they enqueue waits in the database for the server to do.
func (a *App) Commands() []*cobra.Command {
	members := imports.Command(func() (*imports.Imports, error) {
		err := a.open()
		return a.Imports, err
	})
	members.AddCommand(rebuildCommand(a.app))
	return []*cobra.Command{
		standalone(replication.Command(func() config.Replica { return a.opts.Config.Replica }, a.app.DataDir)),
		accounts.AdminCommand(a.app),
		payments.Command(func() (*payments.Payments, error) {
			err := a.open()
			return a.Payments, err
		}),
		members,
		drills.Command(func() (*drills.Drills, error) {
			err := a.open()
			return a.Drills, err
		}),
		backups.Command(func() (*backups.Backups, error) {
			err := a.open()
			return a.Backups, err
		}),
	}
}

// SuperuserCommand manages the accounts of PocketBase's dashboard.
func SuperuserCommand(app core.App) *cobra.Command { return accounts.SuperuserCommand(app) }

// standaloneMark is the annotation of the commands that run without the database.
const standaloneMark = "boardcircle.standalone"

func standalone(command *cobra.Command) *cobra.Command {
	command.Annotations = map[string]string{standaloneMark: "true"}
	return command
}

// IsStandalone tells whether a command runs without the database, which PocketBase opens for all others.
func IsStandalone(root *cobra.Command, args []string) bool {
	command, _, err := root.Find(args)
	return err == nil && command.Annotations[standaloneMark] != ""
}

// open migrates the database and builds the features, for a command.
func (a *App) open() error {
	if err := a.app.RunAllMigrations(); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return a.build(nil)
}

// rebuildCommand is `boardcircle members rebuild`: it makes counters, search index and people lists anew.
// Nobody needs it as long as all writes go through the app; whoever has changed the database with other tools
// does.
func rebuildCommand(app core.App) *cobra.Command {
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

// Explain is what a command prints when it has failed: a refusal by its sentence, anything else as it is.
func Explain(err error) string {
	var refusal *apperr.Error
	if errors.As(err, &refusal) {
		return refusal.Message
	}
	return err.Error()
}

// Config is what the environment sets.
type Config = config.Config

// ConfigFromEnv reads the environment; an error names the variable that is set but wrong.
func ConfigFromEnv(lookup func(string) (string, bool)) (Config, error) {
	return config.FromEnv(lookup)
}

// CheckReplicaURL returns an error that says what is wrong with a replica's address.
func CheckReplicaURL(address string) error { return config.CheckReplicaURL(address) }

// IsWorker tells whether the program was started by a server as one of its workers: to replicate its database, or to
// render its pages.
func IsWorker(args []string) bool { return replication.IsWorker(args) || pages.IsWorker(args) }

// RunWorker is that program.
func RunWorker(args []string, in io.Reader, out io.Writer) error {
	if pages.IsWorker(args) {
		return pages.RunWorker(in, out)
	}
	return replication.RunWorker(in, out)
}

// NewDatabases returns what opens the app's databases, and tells when the disk takes nothing any more.
func NewDatabases() *database.Watch { return &database.Watch{} }
