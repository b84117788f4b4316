package hooks

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/pdftext"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/modules/imports"
	"boardcircle/pb_hooks/pages"
	"boardcircle/pb_hooks/payments/reconcile"
	"boardcircle/pb_hooks/replication"
	"boardcircle/pb_hooks/restoretests"
)

// Commands returns the program's own commands. They may run while the server runs: the server executes the jobs that
// they enqueue.
func (a *App) Commands() []*cobra.Command {
	members := imports.Command(func() (*imports.Imports, error) {
		err := a.open()
		return a.Imports, err
	})
	members.AddCommand(a.rebuildCommand())
	return []*cobra.Command{
		standalone(replication.Command(func() config.Replica { return a.opts.Config.Replica }, a.app.DataDir)),
		admins.Command(a.app, a.migrate),
		reconcile.Command(func() (*reconcile.Reconciler, error) {
			if err := a.open(); err != nil {
				return nil, err
			}
			return a.Payments.Reconciler, nil
		}),
		members,
		restoretests.Command(func() (*restoretests.RestoreTests, error) {
			err := a.open()
			return a.RestoreTests, err
		}),
		backups.Command(func() (*backups.Backups, error) {
			err := a.open()
			return a.Backups, err
		}),
	}
}

// SuperuserCommand manages the accounts for PocketBase's dashboard.
func SuperuserCommand(app core.App) *cobra.Command { return admins.SuperuserCommand(app) }

// standaloneMark is the annotation of commands that run without a database.
const standaloneMark = "boardcircle.standalone"

func standalone(command *cobra.Command) *cobra.Command {
	command.Annotations = map[string]string{standaloneMark: "true"}
	return command
}

// IsStandalone reports whether a command runs without a database. PocketBase opens the database for all other commands.
func IsStandalone(root *cobra.Command, args []string) bool {
	command, _, err := root.Find(args)
	return err == nil && command.Annotations[standaloneMark] != ""
}

// open migrates the database and creates the features for a command.
func (a *App) open() error {
	if err := a.migrate(); err != nil {
		return err
	}
	return a.build(nil)
}

// migrate migrates the database for a command, because a new data directory has no schema yet.
func (a *App) migrate() error {
	if err := a.app.RunAllMigrations(); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return a.started()
}

// rebuildCommand is `boardcircle members rebuild`. It is needed only after other tools have changed the database.
func (a *App) rebuildCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rebuild",
		Short: "Rebuilds the counters, the search index and the people lists from the records",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.migrate(); err != nil {
				return err
			}
			measured := clock.StartStopwatch()
			if err := readmodel.Rebuild(a.app); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "Rebuilt in %s.\n", measured.Elapsed().Round(time.Millisecond))
			return nil
		},
	}
}

// Explain returns the text that a failed command prints: the message of a domain error, or any other error unchanged.
func Explain(err error) string {
	var refusal *apperr.Error
	if errors.As(err, &refusal) {
		return refusal.Message
	}
	return err.Error()
}

// Config is the configuration from the environment.
type Config = config.Config

// ConfigFromEnv reads the environment. An error names each variable with an invalid value.
func ConfigFromEnv(lookup func(string) (string, bool)) (Config, error) {
	return config.FromEnv(lookup)
}

// CheckReplicaURL returns an error that explains why a replica's address is invalid.
func CheckReplicaURL(address string) error { return config.CheckReplicaURL(address) }

// IsWorker reports whether a server started this program as a worker that replicates the database, renders pages or
// reads the words of a PDF file.
func IsWorker(args []string) bool {
	return replication.IsWorker(args) || pages.IsWorker(args) || pdftext.IsWorker(args)
}

// RunWorker runs the worker that args name.
func RunWorker(args []string, in io.Reader, out io.Writer) error {
	switch {
	case pages.IsWorker(args):
		return pages.RunWorker(in, out)
	case pdftext.IsWorker(args):
		return pdftext.RunWorker(in, out)
	}
	return replication.RunWorker(in, out)
}

// NewDatabases returns a watch that opens the app's databases and reports when the disk is full.
func NewDatabases() *database.Watch { return &database.Watch{} }
