// Package pb_hooks is what Boardcircle does on top of PocketBase. Register is its table of
// contents; routes.go is the table of routes.
package hooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/demo"
	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/openapi"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/realtime"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/members"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/operations"
	"boardcircle/pb_hooks/pages"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/providers"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// shutdownTimeout is how long a shutdown waits for requests that are being answered.
const shutdownTimeout = 20 * time.Second

// Options are the dependencies of the app.
type Options struct {
	Config config.Config
	// Clock is the system's when nil.
	Clock clock.Clock
	// Dist is the web app's build.
	Dist fs.FS
	// Out is where the addresses are printed once the server listens; nil prints nothing.
	Out io.Writer
	// NoWorkers runs no jobs by itself: a test drains the queue.
	NoWorkers bool
}

// App has the features of the program. They are set when it starts to serve, or a command opens it.
type App struct {
	Accounts        *accounts.Accounts
	Audit           *audit.Log
	Imports         *imports.Imports
	Jobs            *jobs.Runner
	Realtime        *realtime.Hub
	Members         *members.Members
	Nominations     *nominations.Nominations
	Backups         *backups.Backups
	MailConsole     *mail.Console
	Operations      *operations.Console
	Outbox          *mail.Outbox
	Payments        *payments.Payments
	Tiers           *tiers.Tiers
	ProviderConsole *providers.Console
	Providers       *providers.Providers
	Settings        *settings.Console
	Content         *content.Content
	Pages           *pages.Pages

	app        core.App
	opts       Options
	middleware *httpx.Middleware
	openAPI    *openapi.Handler
}

// Register binds the product to an app: the invariants of the records at once, for commands and
// the dashboard alike, and the routes and workers when it starts to serve.
func Register(app core.App, opts Options) *App {
	if opts.Clock == nil {
		opts.Clock = clock.System
	}
	h := &App{app: app, opts: opts}
	settings.RegisterHooks(app)
	accounts.RegisterHooks(app)
	nominations.RegisterHooks(app)
	tiers.RegisterHooks(app, payments.HasTransactionsOfTier)
	invoices.RegisterHooks(app)
	members.RegisterReadModels(app)
	mail.RegisterReadModels(app)
	audit.RegisterReadModels(app)
	app.OnBootstrap().BindFunc(createDataDir)
	app.OnServe().BindFunc(h.serve)
	return h
}

// createDataDir makes a new data directory for its owner alone: whoever reads the database can sign
// sessions. One that exists keeps the mode that it was given.
func createDataDir(e *core.BootstrapEvent) error {
	if err := os.MkdirAll(e.App.DataDir(), 0o700); err != nil {
		return err
	}
	return e.Next()
}

func (h *App) serve(se *core.ServeEvent) error {
	if h.opts.Config.SiteURL == "" {
		h.opts.Config.SiteURL = origin(se.Server.Addr)
	}
	if err := readmodel.RebuildIfStale(h.app); err != nil {
		return fmt.Errorf("rebuilding counters, search index and people lists: %w", err)
	}
	// Staff accounts are made with the superuser command; a first visitor is offered none.
	se.InstallerFunc = nil

	var demoSite *demo.Demo
	if h.opts.Config.Demo {
		var err error
		if demoSite, err = h.openDemo(se); err != nil {
			return err
		}
	} else if err := demo.RefuseDemoAccounts(h.app); err != nil {
		return err
	}
	if err := h.build(demoSite); err != nil {
		return err
	}
	if err := h.Backups.CompleteRestore(); err != nil {
		return err
	}
	h.middleware.Bind(se.Router)
	se.Router.BindFunc(h.Audit.RecordBackupDownload, h.Audit.RecordSuperuserRequest)
	h.middleware.Mount(se.Router, h.Routes())
	ctx, stop := context.WithCancel(context.Background())
	h.schedule(ctx)
	h.stopOnTerminate(stop)
	if err := se.Next(); err != nil {
		stop()
		return err
	}
	h.start(ctx)
	h.printAddresses(se.Server.Addr, demoSite)
	return nil
}

// openDemo starts the fake providers and makes the sample data of demo mode, and points the
// configuration at them.
func (h *App) openDemo(se *core.ServeEvent) (*demo.Demo, error) {
	if err := h.opts.Config.ValidateDemo(); err != nil {
		return nil, err
	}
	demoSite, err := demo.New(h.app.DataDir())
	if err != nil {
		return nil, err
	}
	base := origin(se.Server.Addr)
	if h.opts.Config, err = demoSite.Configure(h.opts.Config, base); err != nil {
		return nil, err
	}
	demoSite.Mount(se.Router)
	if err := demo.Seed(h.app, h.opts.Config, h.opts.Clock()); err != nil {
		return nil, err
	}
	return demoSite, demoSite.SeedProviders(h.app, base)
}

func (h *App) build(demoSite *demo.Demo) error {
	cfg, now := h.opts.Config, h.opts.Clock
	key, err := keys.Load(h.app.DataDir())
	if err != nil {
		return err
	}
	h.middleware = httpx.New(cfg, now, httpx.WithRequirement(accounts.AccessRequirement(h.app)))
	h.Jobs = jobs.New(h.app, now, jobs.Options{})
	h.Audit = audit.New(now)
	h.Realtime = realtime.Bind(h.app, h.middleware)
	if h.Providers, err = providers.New(h.app, cfg, h.Audit, now); err != nil {
		return err
	}
	var sender mail.Sender
	if cfg.Brevo.Configured() {
		sender = h.Providers.WrapSender(brevo.New(cfg.Brevo.APIURL, cfg.Brevo.APIKey))
	}
	h.Outbox = mail.New(h.app, mail.Options{
		Config: cfg, Clock: now, Jobs: h.Jobs, Sender: sender, OnChange: func() { h.Realtime.Notify("mail") },
	})
	h.MailConsole = mail.NewConsole(h.Outbox, h.Audit)
	h.Operations = operations.New(h.Jobs, h.Audit)
	h.Nominations = nominations.New(h.app, nominations.Options{
		Middleware: h.middleware, Outbox: h.Outbox, Audit: h.Audit, Key: key, AdminEmail: cfg.Mail.AdminEmail, Clock: now,
		Notify: h.Realtime.Notify,
	})
	h.Accounts = accounts.New(h.app, accounts.Deps{
		Middleware: h.middleware, Outbox: h.Outbox, Jobs: h.Jobs, Key: key, Clock: now, Audit: h.Audit,
		RedeemInvitation: h.Nominations.RedeemInvitation,
	})
	h.Settings = settings.NewConsole(cfg, h.Audit, settings.Reauthenticator{Reauthenticate: h.Accounts.ReauthenticateBody, RequiresTOTP: accounts.RequiresTOTP})
	h.Backups = backups.New(h.app, h.Accounts, h.Audit, now, func() { h.Realtime.Notify("backups") })
	h.Audit.RegisterHooks(h.app)
	h.Imports = imports.New(h.app, h.Accounts, h.Audit, now, h.Jobs)
	h.Members = members.New(h.Audit, now)
	if h.Payments, err = h.newPayments(); err != nil {
		return err
	}
	h.ProviderConsole = providers.NewConsole(h.Providers, h.Outbox, h.Payments)
	var demoAdmin *pages.DemoAdmin
	if demoSite != nil {
		username, password := demoSite.DemoAdmin()
		demoAdmin = &pages.DemoAdmin{Username: username, Password: password}
	}
	h.Tiers = tiers.New(h.app, h.Audit, h.Payments.FindPlan)
	if h.Content, err = content.New(h.app, h.Audit, now); err != nil {
		return err
	}
	h.Pages, err = pages.New(h.app, pages.Options{
		Config: cfg, DemoAdmin: demoAdmin, Clock: now, Content: h.Content, Dist: h.opts.Dist, Tiers: h.Tiers.PublicJSON,
	})
	if err != nil {
		return err
	}
	h.Tiers.OnChange(h.Pages.Refresh)
	return h.describeAPI()
}

// newPayments opens the ledger; without a key nothing can be bought.
func (h *App) newPayments() (*payments.Payments, error) {
	cfg, now := h.opts.Config, h.opts.Clock
	options := payments.Options{
		Config: cfg.Razorpay, Jobs: h.Jobs, Outbox: h.Outbox, Audit: h.Audit, AdminEmail: cfg.Mail.AdminEmail, Clock: now,
		IsApproved: nominations.IsApproved, FindNomination: findNominationForBilling,
	}
	if cfg.Razorpay.Configured() {
		client, err := razorpay.New(cfg.Razorpay.APIURL, cfg.Razorpay.KeyID, cfg.Razorpay.KeySecret, h.Providers.RecordRazorpay)
		if err != nil {
			return nil, err
		}
		options.Provider = client
	}
	return payments.New(h.app, options), nil
}

func findNominationForBilling(app core.App, email string) (payments.Nomination, error) {
	id, state, err := nominations.FindForBilling(app, email)
	return payments.Nomination{ID: id, State: state}, err
}

// schedule sets the daily payment sweep and the daily purges; the cron's time zone is UTC.
func (h *App) schedule(ctx context.Context) {
	if !h.opts.NoWorkers {
		h.app.Cron().MustAdd("boardcircleProviders", "* * * * *", h.saveProviderState)
		h.app.Cron().MustAdd("boardcircleSweep", "41 20 * * *", func() { h.Payments.SyncRecentDaily(ctx) })
	}
	h.app.Cron().MustAdd("boardcirclePurge", "17 20 * * *", func() {
		if err := errors.Join(h.Nominations.PurgeDrafts(), h.Accounts.PurgeThrottles(), h.Payments.Purge(), h.Content.Purge(), h.Outbox.Purge(), h.purgeJobs()); err != nil {
			h.app.Logger().Error("The daily purge failed", "error", err)
		}
	})
}

// failedJobTTL is how long a failed job can be looked at and retried.
const failedJobTTL = 90 * 24 * time.Hour

func (h *App) purgeJobs() error {
	_, err := h.Jobs.Purge(h.opts.Clock().Add(-failedJobTTL))
	return err
}

func (h *App) saveProviderState() {
	if err := h.Providers.Flush(); err != nil {
		h.app.Logger().Error("The providers' state could not be written down", "error", err)
	}
}

func (h *App) start(ctx context.Context) {
	h.Pages.Start(ctx)
	if h.opts.NoWorkers {
		return
	}
	h.Jobs.Start(ctx)
	h.Outbox.Start()
}

// stopOnTerminate lets the requests under way finish, then the workers, before PocketBase
// shuts its server and the database.
func (h *App) stopOnTerminate(stop context.CancelFunc) {
	h.app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Id:       "boardcircleShutdown",
		Priority: -10000,
		Func: func(te *core.TerminateEvent) error {
			ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
			defer cancel()
			h.middleware.Drain(ctx)
			stop()
			if !h.opts.NoWorkers {
				h.Jobs.Stop()
				h.Backups.Wait()
				h.saveProviderState()
			}
			return te.Next()
		},
	})
}

func (h *App) printAddresses(addr string, demoSite *demo.Demo) {
	if h.opts.Out == nil {
		return
	}
	base := origin(addr)
	fmt.Fprintf(h.opts.Out, "\nBoardcircle is open.\n\n  Site        %s/\n  Console     %s/admin\n  Dashboard   %s/_/\n", base, base, base)
	if demoSite != nil {
		demoSite.PrintAddresses(h.opts.Out, base)
	}
	fmt.Fprintln(h.opts.Out)
}

// origin is where a person on this machine reaches a server that listens on addr.
func origin(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "http://" + addr
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}
