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
	"boardcircle/pb_hooks/audit/auditlog"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/demo"
	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/realtime"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/members"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/providers"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// patience is how long a shutdown waits for requests that are being answered.
const patience = 20 * time.Second

// Options are what the house is given.
type Options struct {
	Config config.Config
	// Clock is the system's when nil.
	Clock clock.Clock
	// Dist is the web app's build.
	Dist fs.FS
	// Out is where the addresses are printed once the server listens; nil prints nothing.
	Out io.Writer
	// Idle keeps the workers still: a test drains the outbox by hand.
	Idle bool
}

// House holds the rooms of a serving app. The rooms are set when the app starts to serve.
type House struct {
	Accounts     *accounts.Accounts
	Audit        *audit.Log
	Legacy       *imports.Legacy
	Live         *realtime.Live
	Logbook      *auditlog.Logbook
	Members      *members.Members
	Nominations  *nominations.Nominations
	Backups      *backups.Backups
	MailDesk     *mail.Desk
	Outbox       *mail.Outbox
	Payments     *payments.Payments
	Plans        *tiers.Plans
	ProviderDesk *providers.Desk
	Providers    *providers.Providers
	Settings     *settings.Office
	Site         *content.Site

	app  core.App
	opts Options
	edge *httpx.Edge
}

// Register binds the house to an app: the invariants of the records at once, for commands and
// the dashboard alike, and the routes and workers when it starts to serve.
func Register(app core.App, opts Options) *House {
	if opts.Clock == nil {
		opts.Clock = clock.System
	}
	h := &House{app: app, opts: opts}
	settings.Guard(app)
	accounts.Guard(app)
	nominations.Guard(app)
	tiers.Guard(app)
	invoices.Guard(app)
	app.OnBootstrap().BindFunc(ownDirectory)
	app.OnServe().BindFunc(h.serve)
	return h
}

// ownDirectory makes a new data directory for its owner alone: whoever reads the database can sign
// sessions. One that exists keeps the mode that it was given.
func ownDirectory(e *core.BootstrapEvent) error {
	if err := os.MkdirAll(e.App.DataDir(), 0o700); err != nil {
		return err
	}
	return e.Next()
}

func (h *House) serve(se *core.ServeEvent) error {
	if h.opts.Config.SiteURL == "" {
		h.opts.Config.SiteURL = origin(se.Server.Addr)
	}
	// Staff accounts are made with the superuser command; a first visitor is offered none.
	se.InstallerFunc = nil

	var stand *demo.Sandbox
	if h.opts.Config.Demo {
		var err error
		if stand, err = h.openSandbox(se); err != nil {
			return err
		}
	} else if err := demo.RefuseLeftovers(h.app); err != nil {
		return err
	}
	if err := h.build(stand); err != nil {
		return err
	}
	h.edge.Bind(se.Router)
	se.Router.BindFunc(h.Audit.StaffDownload, h.Audit.StaffCall)
	h.edge.Mount(se.Router, h.Routes())
	ctx, stop := context.WithCancel(context.Background())
	h.schedule(ctx)
	h.shutDownGracefully(stop)
	if err := se.Next(); err != nil {
		stop()
		return err
	}
	h.start(ctx)
	h.announce(se.Server.Addr, stand)
	return nil
}

// openSandbox brings the stand-ins and the sample data of demo mode, and points the
// configuration at them.
func (h *House) openSandbox(se *core.ServeEvent) (*demo.Sandbox, error) {
	if err := h.opts.Config.RefuseLive(); err != nil {
		return nil, err
	}
	stand, err := demo.New(h.app.DataDir())
	if err != nil {
		return nil, err
	}
	base := origin(se.Server.Addr)
	if h.opts.Config, err = stand.Configure(h.opts.Config, base); err != nil {
		return nil, err
	}
	stand.Mount(se.Router)
	if err := demo.Seed(h.app, h.opts.Config, h.opts.Clock()); err != nil {
		return nil, err
	}
	return stand, stand.Stock(h.app, base)
}

func (h *House) build(stand *demo.Sandbox) error {
	cfg, now := h.opts.Config, h.opts.Clock
	key, err := keys.Load(h.app.DataDir())
	if err != nil {
		return err
	}
	h.edge = httpx.New(cfg, now)
	h.Audit = audit.New(now)
	h.Logbook = auditlog.New(h.Audit, now)
	h.Live = realtime.Bind(h.app, h.edge)
	if h.Providers, err = providers.New(h.app, cfg, h.Audit, now); err != nil {
		return err
	}
	var sender mail.Sender
	if cfg.Brevo.Configured() {
		sender = h.Providers.Watch(brevo.New(cfg.Brevo.APIURL, cfg.Brevo.APIKey))
	}
	h.Outbox = mail.New(h.app, cfg, now, sender)
	h.Outbox.OnChange(func() { h.Live.Changed("mail") })
	h.MailDesk = mail.NewDesk(h.Outbox, h.Audit)
	h.Accounts = accounts.New(h.app, h.edge, h.Outbox, key, now, h.Audit)
	h.edge.AdmitBy(h.Accounts.Need)
	h.Settings = settings.New(cfg, h.Audit, settings.Proof{Ask: h.Accounts.ProveBody, AsksCode: accounts.AsksCode})
	h.Backups = backups.New(h.app, h.Accounts, h.Audit, now, func() { h.Live.Changed("backups") })
	if err := h.Backups.AfterRestart(); err != nil {
		return err
	}
	h.Audit.WatchStaff(h.app)
	h.Nominations = nominations.New(h.app, nominations.Options{
		Edge: h.edge, Letters: h.Outbox, Audit: h.Audit, Key: key, AdminEmail: cfg.Mail.AdminEmail, Clock: now,
	})
	h.Accounts.HonourInvitations(h.Nominations.Redeem)
	h.Outbox.Resolve(mail.KindInvitation, h.Nominations.InvitationParams)
	h.Legacy = imports.New(h.app, h.Accounts, h.Audit, now)
	h.Members = members.New(h.Audit, now)
	h.Outbox.Resolve("password-reset", h.Accounts.ResetParams)
	h.Outbox.Resolve(mail.KindAdminInvited, h.Accounts.InviteParams)
	h.Outbox.Resolve(mail.KindLegacyInvitation, h.Accounts.ResetParams)
	if h.Payments, err = openPayments(h.app, cfg, h.Outbox, h.Providers.HeardRazorpay, now); err != nil {
		return err
	}
	for _, kind := range []string{mail.KindPaymentConfirmed, mail.KindRefundRecorded} {
		h.Outbox.Resolve(kind, h.Payments.LetterParams)
		h.Outbox.Enclose(kind, invoices.Enclosure)
	}
	h.ProviderDesk = providers.NewDesk(h.Providers, h.Outbox, h.Payments)
	var demoAdmin *content.DemoAdmin
	if stand != nil {
		username, password := stand.DemoAdmin()
		demoAdmin = &content.DemoAdmin{Username: username, Password: password}
	}
	h.Plans = tiers.New(h.app, h.Audit)
	h.Site, err = content.New(h.app, content.Options{
		Config: cfg, DemoAdmin: demoAdmin, Clock: now, Audit: h.Audit, Dist: h.opts.Dist, Tiers: h.Plans.OnSale,
	})
	if err != nil {
		return err
	}
	h.Plans.OnChange(h.Site.Refresh)
	return nil
}

// schedule sets the reconciler and the daily purges; the cron's time zone is UTC.
func (h *House) schedule(ctx context.Context) {
	if !h.opts.Idle {
		h.app.Cron().MustAdd("boardcircleReconcile", "* * * * *", func() { h.Payments.Tick(ctx) })
		h.app.Cron().MustAdd("boardcircleProviders", "* * * * *", h.keepProviders)
		h.app.Cron().MustAdd("boardcircleSweep", "41 20 * * *", func() { h.Payments.SweepDaily(ctx) })
	}
	h.app.Cron().MustAdd("boardcirclePurge", "17 20 * * *", func() {
		if err := errors.Join(h.Nominations.PurgeDrafts(), h.Accounts.PurgeThrottles(), h.Payments.Purge(), h.Site.Purge(), h.Outbox.Purge()); err != nil {
			h.app.Logger().Error("The daily purge failed", "error", err)
		}
	})
}

func (h *House) keepProviders() {
	if err := h.Providers.Keep(); err != nil {
		h.app.Logger().Error("The providers' state could not be written down", "error", err)
	}
}

func (h *House) start(ctx context.Context) {
	h.Site.Start(ctx)
	if h.opts.Idle {
		return
	}
	h.Accounts.Start(ctx)
	h.Legacy.Start(ctx)
	h.Outbox.Start(ctx)
	h.Payments.Start(ctx)
}

// shutDownGracefully lets the requests under way finish, then the workers, before PocketBase
// shuts its server and the database.
func (h *House) shutDownGracefully(stop context.CancelFunc) {
	h.app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Id:       "boardcircleShutdown",
		Priority: -10000,
		Func: func(te *core.TerminateEvent) error {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			h.edge.Drain(ctx)
			stop()
			if !h.opts.Idle {
				h.Accounts.Stop()
				h.Legacy.Stop()
				h.Payments.Stop()
				h.Outbox.Stop()
				h.Backups.Wait()
				h.keepProviders()
			}
			return te.Next()
		},
	})
}

func (h *House) announce(addr string, stand *demo.Sandbox) {
	if h.opts.Out == nil {
		return
	}
	base := origin(addr)
	fmt.Fprintf(h.opts.Out, "\nBoardcircle is open.\n\n  Site        %s/\n  Console     %s/admin\n  Dashboard   %s/_/\n", base, base, base)
	if stand != nil {
		stand.Announce(h.opts.Out, base)
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
