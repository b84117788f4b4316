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

// newPayments opens the ledger; without a key nothing can be bought. heard is told what each call to
// the provider came to.
func newPayments(app core.App, cfg config.Config, outbox payments.Outbox, onProviderCall func(error), now clock.Clock) (*payments.Payments, error) {
	o := payments.Options{Config: cfg.Razorpay, Outbox: outbox, Audit: audit.New(now), AdminEmail: cfg.Mail.AdminEmail, Clock: now, Approved: nominations.IsApproved}
	if cfg.Razorpay.Configured() {
		client, err := razorpay.New(cfg.Razorpay.APIURL, cfg.Razorpay.KeyID, cfg.Razorpay.KeySecret)
		if err != nil {
			return nil, err
		}
		client.OnResult(onProviderCall)
		o.Provider = client
	}
	return payments.New(app, o), nil
}

// PaymentsCommand is `boardcircle payments`. The letters that it brings about wait in the outbox for
// the server to send them.
func PaymentsCommand(app core.App, cfg config.Config) *cobra.Command {
	now := clock.System
	return payments.Command(func() (*payments.Payments, error) {
		if err := app.RunAllMigrations(); err != nil {
			return nil, err
		}
		return newPayments(app, cfg, newQueueOnlyOutbox(app, cfg, now), func(error) {}, now)
	})
}

// newQueueOnlyOutbox is the outbox of a command: the server sends what it enqueues.
func newQueueOnlyOutbox(app core.App, cfg config.Config, now clock.Clock) *mail.Outbox {
	return mail.New(app, mail.Options{Config: cfg, Clock: now, Jobs: jobs.New(app, now, jobs.Options{})})
}
