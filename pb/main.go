// Command boardcircle is the site and members' network of Boardcircle in one binary. This package only wires
// PocketBase, its commands and the product together.
package main

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	_ "time/tzdata" // dates are shown in Asia/Kolkata, even on machines without a time zone database

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/plugins/migratecmd"
	"github.com/pocketbase/pocketbase/tools/osutils"
	"github.com/spf13/cobra"
	_ "golang.org/x/crypto/x509roots/fallback" // root certificates for machines and images that have none

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/doctor"
	_ "boardcircle/pb_migrations"
	"boardcircle/web"
)

func main() {
	runtime.MemProfileRate = 0 // saves the two megabytes of a memory profile that no one reads
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, hooks.Explain(err))
		os.Exit(1)
	}
}

func run() error {
	if hooks.IsWorker(os.Args) {
		return hooks.RunWorker(os.Args, os.Stdin, os.Stdout)
	}
	cfg, configErr := hooks.ConfigFromEnv(os.LookupEnv)
	databases := hooks.NewDatabases()
	app := pocketbase.NewWithConfig(pocketbase.Config{
		HideStartBanner:      true,
		DefaultEncryptionEnv: "PB_ENCRYPTION_KEY",
		DBConnect:            databases.Connect,
	})
	app.RootCmd.Use = "boardcircle"
	app.RootCmd.SilenceErrors, app.RootCmd.SilenceUsage = true, true // main prints them
	app.RootCmd.Version = versionText()
	app.RootCmd.Short = "The site and members' network of Boardcircle"
	flags := app.RootCmd.PersistentFlags()
	flags.BoolVar(&cfg.Demo, "demo", false,
		"with serve: use sample data, show the sign-in of a demo admin, and replace Razorpay and Brevo "+
			"with local fakes")
	flags.BoolVar(&cfg.AllowSQL, "allow-sql", false,
		"with serve: let superusers run SQL in the dashboard, which can read and change everything")
	flags.StringVar(&cfg.Replica.URL, "replica-url", cfg.Replica.URL,
		"where the database is replicated to: file:///path or s3://bucket/prefix (REPLICA_URL)")
	flags.BoolVar(&cfg.Replica.StartEmpty, "start-empty", false,
		"with serve: create a new database although the replica holds one")
	// An error here is reported when the command itself is parsed.
	_ = app.RootCmd.ParseFlags(os.Args[1:])

	// The doctor command diagnoses broken installations, so it runs without configuration or database.
	app.RootCmd.AddCommand(doctor.Command(app.DataDir, migrationFiles))
	if command, _, err := app.RootCmd.Find(os.Args[1:]); err == nil && command.Name() == doctor.Name {
		return app.RootCmd.Execute()
	}
	if configErr != nil {
		return configErr
	}
	if databases.Replicated = cfg.Replica.URL != ""; databases.Replicated {
		if err := hooks.CheckReplicaURL(cfg.Replica.URL); err != nil {
			return fmt.Errorf("--replica-url %w", err)
		}
	}
	migratecmd.MustRegister(app, app.RootCmd, migratecmd.Config{
		Dir:         "pb_migrations",
		Automigrate: osutils.IsProbablyGoRun(),
	})
	serve, health := newServeCommand(app), healthCommand()
	app.RootCmd.AddCommand(serve, hooks.SuperuserCommand(app), health)
	asked, args, _ := app.RootCmd.Find(os.Args[1:]) // an unknown command is reported later
	origin := ""
	if asked == serve {
		origin = secureOrigin(serve, args)
	}
	version, commit := resolveVersion(version, commit, buildInfo())
	product := hooks.Register(app, hooks.Options{
		Config:       cfg,
		Dist:         web.Dist(),
		Out:          os.Stdout,
		Databases:    databases,
		Serves:       asked == serve,
		SecureOrigin: origin,
		LogOut:       os.Stderr,
		Version:      version,
		Commit:       commit,
	})
	app.RootCmd.AddCommand(product.Commands()...)
	// PocketBase drops the errors of commands. Keep the first one for the exit code.
	var firstErr error
	captureErrors(app.RootCmd, &firstErr)
	execute := app.Execute
	if asked == health || hooks.IsStandalone(app.RootCmd, os.Args[1:]) {
		execute = app.RootCmd.Execute // these commands do not open a database
	}
	if err := execute(); err != nil {
		return err
	}
	if firstErr == nil {
		_, _, firstErr = app.RootCmd.Find(os.Args[1:]) // no command has reported the error yet
	}
	return firstErr
}

// migrationFiles returns the names of all migrations in this binary, including PocketBase's.
func migrationFiles() []string {
	var files []string
	for _, list := range []core.MigrationsList{core.SystemMigrations, core.AppMigrations} {
		for _, migration := range list.Items() {
			files = append(files, migration.File)
		}
	}
	return files
}

// captureErrors stores the error of the command that runs, including errors in its flags and arguments.
func captureErrors(command *cobra.Command, firstErr *error) {
	for _, c := range command.Commands() {
		captureErrors(c, firstErr)
	}
	store := func(err error) error {
		*firstErr = cmp.Or(*firstErr, err)
		return err
	}
	if command.HasParent() && command.HasSubCommands() && !command.Runnable() {
		command.Args, command.RunE = cobra.NoArgs, func(c *cobra.Command, _ []string) error { return c.Help() }
	}
	command.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return store(err) })
	if check := command.Args; check != nil {
		command.Args = func(c *cobra.Command, args []string) error { return store(check(c, args)) }
	}
	if do := command.RunE; do != nil {
		command.SilenceErrors, command.SilenceUsage = true, true
		command.RunE = func(c *cobra.Command, args []string) error { return store(do(c, args)) }
	}
}
