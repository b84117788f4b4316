package admins

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/cmd"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
)

// Command is `boardcircle admin`. It is the only way to create the console's first account. migrate creates the schema
// of a new data directory.
func Command(app core.App, migrate func() error) *cobra.Command {
	command := &cobra.Command{Use: "admin", Short: "Manages the accounts of the admin console"}
	create := &cobra.Command{
		Use:   "create USERNAME",
		Short: "Creates an owner's account, and generates and prints its password",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			if err := migrate(); err != nil {
				return err
			}
			if err := Create(app, clock.System, args[0], args[1]); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "The admin account %q was created.\n", identity.EmailKey(args[0]))
			return nil
		},
	}
	acceptNoPassword(create)
	command.AddCommand(create)
	command.AddCommand(&cobra.Command{
		Use:   "reset-second-factor USERNAME",
		Short: "Turns off two-step sign-in for an admin who lost their phone, if no other admin can do that",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := migrate(); err != nil {
				return err
			}
			if err := removeMFA(app, identity.EmailKey(args[0])); err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "Two-step sign-in is off for %q. All its sessions have ended.\n",
				identity.EmailKey(args[0]))
			return nil
		},
	})
	return command
}

// SuperuserCommand is PocketBase's `boardcircle superuser`. Unlike the original, its commands work without a password
// argument.
func SuperuserCommand(app core.App) *cobra.Command {
	command := cmd.NewSuperuserCommand(app)
	for _, sub := range command.Commands() {
		switch sub.Name() {
		case "create", "update", "upsert":
			sub.Use = sub.Name() + " EMAIL"
			acceptNoPassword(sub)
		}
	}
	return command
}

// acceptNoPassword makes the password argument of a command optional, because arguments are visible in the process
// list and stay in the shell history. Without the argument, the password is read from standard input
// (--password-stdin), or generated and printed once.
func acceptNoPassword(command *cobra.Command) {
	run := command.RunE
	readsInput := command.Flags().
		Bool("password-stdin", false, "read the password from standard input instead of generating one")
	command.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 2 && *readsInput:
			return errors.New("give the password either as an argument or with --password-stdin")
		case len(args) != 1:
			return run(c, args)
		}
		password, err := newPassword(), error(nil)
		if *readsInput {
			password, err = readPassword(c.InOrStdin())
		}
		if err != nil {
			return err
		}
		if err := run(c, []string{args[0], password}); err != nil {
			return err
		}
		if !*readsInput {
			fmt.Fprintf(c.OutOrStdout(), "Its password, which is shown only once: %s\n", password)
		}
		return nil
	}
}

func readPassword(input io.Reader) (string, error) {
	line, err := bufio.NewReader(input).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// removeMFA turns off the second factor of an admin. The hooks then end the admin's sessions.
func removeMFA(app core.App, username string) error {
	return app.RunInTransaction(func(tx core.App) error {
		admin, err := identity.FindAdminByUsername(tx, username)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("there is no admin account %q", username)
		}
		if err != nil {
			return err
		}
		if !identity.HasMFA(admin.Record) {
			return fmt.Errorf("the admin account %q does not use two-step sign-in", username)
		}
		identity.NewMFA(admin.Record).Clear()
		return audit.New(clock.System).Save(tx, audit.CommandLine, "secondfactor.reset", admin.Record)
	})
}

// Create creates an owner's account.
func Create(app core.App, now clock.Clock, username, password string) error {
	if _, problem := signin.NewPasswordField.Check(password); problem != nil {
		return errors.New(problem.Message)
	}
	admin, err := newAdminRecord(app, identity.EmailKey(username))
	if err != nil {
		return fmt.Errorf("create admin: %w", err)
	}
	admin.Activate()
	admin.SetRole(identity.RoleOwner)
	admin.SetPassword(password)
	err = app.RunInTransaction(func(tx core.App) error {
		return audit.New(now).Save(tx, audit.CommandLine, "admin.created", admin.Record)
	})
	if err != nil {
		return createAdminError(identity.EmailKey(username), err)
	}
	return nil
}

// createAdminError explains why an account could not be created.
func createAdminError(username string, err error) error {
	var fields validation.Errors
	if !errors.As(err, &fields) || fields["username"] == nil {
		return fmt.Errorf("the admin account could not be created: %w", err)
	}
	if httpx.IsUniqueViolation(err, "username") {
		return fmt.Errorf("the username %q is taken", username)
	}
	return fmt.Errorf(
		"the username %q is not valid: use 2 to 60 letters, digits, dots, hyphens and underscores, and start with "+
			"a letter or digit",
		username,
	)
}

// newPassword returns a random password that satisfies the rules.
func newPassword() string {
	for {
		password := keys.Random()[:24]
		if _, problem := signin.NewPasswordField.Check(password); problem == nil {
			return password
		}
	}
}
