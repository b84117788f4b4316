package hooks

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/razorpay"
)

// newPayments wires the ledger; without a key nothing can be bought. onProviderCall gets the result of
// each call to the provider.
func newPayments(
	app core.App, cfg config.Config, runner *jobs.Runner, outbox payments.Outbox, log *audit.Log, onProviderCall func(error), now clock.Clock,
) (*payments.Payments, error) {
	o := payments.Options{
		Config: cfg.Razorpay, Jobs: runner, Outbox: outbox, Audit: log, AdminEmail: cfg.Mail.AdminEmail, Clock: now,
		IsApproved: nominations.IsApproved, FindNomination: findNominationForBilling,
	}
	if cfg.Razorpay.Configured() {
		client, err := razorpay.New(cfg.Razorpay.APIURL, cfg.Razorpay.KeyID, cfg.Razorpay.KeySecret, onProviderCall)
		if err != nil {
			return nil, err
		}
		o.Provider = client
	}
	return payments.New(app, o), nil
}

func findNominationForBilling(app core.App, email string) (payments.Nomination, error) {
	id, state, err := nominations.FindForBilling(app, email)
	return payments.Nomination{ID: id, State: state}, err
}

// PaymentsCommand is `boardcircle payments`. The e-mails that it enqueues wait for the server to send them.
func PaymentsCommand(app core.App, cfg config.Config) *cobra.Command {
	now := clock.System
	return payments.Command(func() (*payments.Payments, error) {
		if err := app.RunAllMigrations(); err != nil {
			return nil, err
		}
		runner := jobs.New(app, now, jobs.Options{})
		return newPayments(app, cfg, runner, mail.New(app, cfg, now, nil), audit.New(now), func(error) {}, now)
	})
}
