// Package hooks is what Boardcircle does on top of PocketBase. Register is its table of
// contents; routes.go is the table of routes.
package hooks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/automations"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/books"
	"boardcircle/pb_hooks/campaigns"
	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/demo"
	"boardcircle/pb_hooks/doctor"
	"boardcircle/pb_hooks/drills"
	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/health"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/linkcheck"
	"boardcircle/pb_hooks/internal/logs"
	"boardcircle/pb_hooks/internal/openapi"
	"boardcircle/pb_hooks/internal/pictures"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/realtime"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/members"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/operations"
	"boardcircle/pb_hooks/pages"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/providers"
	"boardcircle/pb_hooks/replication"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
	"boardcircle/pb_hooks/views"
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
	// Databases are those of the app, if they were opened by it; it tells when the disk takes nothing any more.
	Databases *database.Watch
	// Serves tells that this process is the server of its data directory; there is one at a time.
	Serves bool
	// SecureOrigin is the site's address where the server has TLS of its own, such as https://boardcircle.example.
	SecureOrigin string
	// LogOut is where the log is written, as JSON, while the server runs; nil writes it to the database alone.
	LogOut io.Writer
	// Version and Commit are those of the build, for the metrics.
	Version, Commit string
	// Timeouts are httpx.DefaultTimeouts when zero.
	Timeouts httpx.Timeouts
	// NoWorkers runs no jobs by itself: a test drains the queue.
	NoWorkers bool
	// CompareSecret compares passwords and PINs with their hashes; it is bcrypt's when nil.
	CompareSecret accounts.CompareSecret
	// Resolver asks the DNS about the sender's domain; it is the system's when nil.
	Resolver doctor.Resolver
}

// App has the features of the program. They are set when it starts to serve, or a command opens it.
type App struct {
	Accounts        *accounts.Accounts
	Audit           *audit.Log
	Automations     *automations.Automations
	Approvals       *approvals.Approvals
	Campaigns       *campaigns.Campaigns
	Imports         *imports.Imports
	Jobs            *jobs.Runner
	Realtime        *realtime.Hub
	Members         *members.Members
	Nominations     *nominations.Nominations
	Backups         *backups.Backups
	Books           *books.Books
	Coupons         *coupons.Console
	Drills          *drills.Drills
	MailConsole     *mail.Console
	Metrics         *operations.Metrics
	Operations      *operations.Console
	Outbox          *mail.Outbox
	Payments        *payments.Payments
	Tiers           *tiers.Tiers
	ProviderConsole *providers.Console
	Providers       *providers.Providers
	Replication     *replication.Replication
	Settings        *settings.Console
	Content         *content.Content
	Pages           *pages.Pages
	People          *people.People
	Views           *views.Views

	app        core.App
	dir        *datadir.Dir
	health     *health.Monitor
	opts       Options
	hosts      httpx.HostRule
	middleware *httpx.Middleware
	openAPI    *openapi.Handler
	logs       *logs.Output
}

// Register binds the product to an app: the invariants of the records at once, for commands and
// the dashboard alike, and the routes and workers when it starts to serve.
func Register(app core.App, opts Options) *App {
	if opts.Clock == nil {
		opts.Clock = clock.System
	}
	if opts.Timeouts == (httpx.Timeouts{}) {
		opts.Timeouts = httpx.DefaultTimeouts()
	}
	if opts.Databases == nil {
		opts.Databases = &database.Watch{}
	}
	a := &App{app: app, opts: opts, logs: logs.Install(app)}
	a.health = health.New(app, opts.Databases, reportHealth)
	settings.RegisterHooks(app, opts.Clock)
	accounts.RegisterHooks(app)
	sessions.RegisterHooks(app)
	nominations.RegisterHooks(app)
	tiers.RegisterHooks(app, payments.HasTransactionsOfTier)
	invoices.RegisterHooks(app)
	members.RegisterReadModels(app)
	mail.RegisterReadModels(app)
	audit.RegisterReadModels(app)
	backups.RegisterHooks(app, a, a.backupKeys())
	app.OnBootstrap().BindFunc(a.openDataDir)
	app.OnServe().BindFunc(a.serve)
	return a
}

// keptInRestore are what a restore leaves in the data directory as it is.
var keptInRestore = []string{core.LocalBackupsDirName, core.LocalTempDirName, core.LocalNotifyDirName, core.LocalAutocertCacheDirName, "lost+found"}

// openDataDir joins those who use the data directory, before PocketBase opens its databases: one server, and commands
// beside it.
func (a *App) openDataDir(e *core.BootstrapEvent) (err error) {
	if a.dir != nil { // a restart has failed, and PocketBase opens the databases again
		return e.Next()
	}
	datadir.HideNewFiles()
	if a.dir, err = datadir.Open(e.App.DataDir()); err != nil {
		return err
	}
	closed := 0
	var modesErr error
	if a.opts.Serves {
		if err := a.dir.Serve(); err != nil {
			return err
		}
		closed, modesErr = a.dir.CloseToOthers()
		if err := a.dir.RemoveStaging(); err != nil {
			return fmt.Errorf("remove what backups have left: %w", err)
		}
	}
	if err := a.dir.CompleteReplace(keptInRestore...); err != nil {
		return fmt.Errorf("restore a backup: %w", err)
	}
	if err := replication.RefuseEmptyStart(context.Background(), a.opts.Config.Replica, e.App.DataDir()); err != nil {
		return err
	}
	if err := e.Next(); err != nil {
		return err
	}
	database.CloseIdle(e.App.ConcurrentDB())
	if closed > 0 {
		e.App.Logger().Warn("Others had rights on the data: they were taken away", "files", closed)
	}
	if modesErr != nil {
		e.App.Logger().Error("Others have rights on the data that could not be taken away", "error", modesErr)
	}
	return nil
}

// backupKeys are the keys that the configuration has checked.
func (a *App) backupKeys() backups.Encryption {
	return backups.NewEncryption(a.opts.Config.Backup.AgeRecipient, a.opts.Config.Backup.AgeIdentity)
}

// TakeAlone keeps all other processes away from the data directory.
func (a *App) TakeAlone() (release func(), err error) {
	if a.dir == nil {
		return func() {}, nil // the app was opened by a test
	}
	return a.dir.TakeAlone()
}

func (a *App) serve(se *core.ServeEvent) error {
	a.hosts = newHostRule(a.opts.Config, se)
	a.openLog()
	if a.opts.Config.SiteURL == "" {
		a.opts.Config.SiteURL = cmp.Or(a.opts.SecureOrigin, origin(se.Server.Addr))
	}
	a.opts.Timeouts.Limit(se.Server)
	if err := readmodel.RebuildIfStale(a.app); err != nil {
		return fmt.Errorf("rebuild counters, search index and people lists: %w", err)
	}
	// Staff accounts are made with the superuser command; a first visitor is offered none.
	se.InstallerFunc = nil

	var demoSite *demo.Demo
	if a.opts.Config.Demo {
		var err error
		if demoSite, err = a.openDemo(se); err != nil {
			return err
		}
	} else if err := demo.RefuseDemoAccounts(a.app); err != nil {
		return err
	}
	if err := a.build(demoSite); err != nil {
		return err
	}
	if err := a.Backups.CompleteRestore(); err != nil {
		return err
	}
	if err := mail.KeepSiteURL(a.app, a.opts.Config.SiteURL); err != nil {
		return err
	}
	if demoSite == nil && a.opts.Config.Brevo.Configured() {
		if err := accounts.RequireSuperuserMFA(a.app); err != nil {
			return err
		}
	}
	a.middleware.Bind(se.Router)
	se.Router.BindFunc(a.health.Respond, pictures.ServeOriginals, a.Audit.RecordBackupDownload, a.Audit.RecordSuperuserRequest, a.Replication.AddToHealth)
	a.middleware.Mount(se.Router, a.Routes())
	ctx, stop := context.WithCancel(context.Background())
	a.schedule(ctx)
	a.stopOnTerminate(stop)
	if err := se.Next(); err != nil {
		stop()
		return err
	}
	if err := a.start(ctx); err != nil {
		stop()
		return err
	}
	a.printAddresses(se.Server.Addr, demoSite)
	return nil
}

// openLog writes the log to the console as well. PocketBase does so itself in its development mode; the demo's
// console has the addresses, and then only what goes wrong.
func (a *App) openLog() {
	if a.opts.LogOut == nil || a.app.IsDev() {
		return
	}
	level := slog.LevelInfo
	if a.opts.Config.Demo {
		level = slog.LevelWarn
	}
	a.logs.Open(a.opts.LogOut, level)
}

// openDemo starts the fake providers and makes the sample data of demo mode, and points the
// configuration at them.
func (a *App) openDemo(se *core.ServeEvent) (*demo.Demo, error) {
	if err := a.opts.Config.ValidateDemo(); err != nil {
		return nil, err
	}
	demoSite, err := demo.New(a.app.DataDir())
	if err != nil {
		return nil, err
	}
	base := origin(se.Server.Addr)
	if a.opts.Config, err = demoSite.Configure(a.opts.Config, base); err != nil {
		return nil, err
	}
	demoSite.Mount(se.Router)
	return demoSite, demoSite.Seed(a.app, a.opts.Config, base, a.opts.Clock())
}

func (a *App) build(demoSite *demo.Demo) error {
	cfg, now := a.opts.Config, a.opts.Clock
	key, err := keys.Load(a.app.DataDir())
	if err != nil {
		return err
	}
	a.Jobs = jobs.New(a.app, now, jobs.Options{})
	a.Metrics = operations.NewMetrics(operations.MetricsOptions{
		App: a.app, Jobs: a.Jobs, Token: cfg.MetricsToken, Version: a.opts.Version, Commit: a.opts.Commit, Clock: now,
		OldestMail: mail.OldestWaiting, OldestPaymentEvent: payments.OldestWaitingEvent, LastLedgerCheck: books.LastLedgerCheck,
	})
	a.middleware = httpx.New(cfg, now, httpx.WithRequirement(accounts.AccessRequirement(a.app)),
		httpx.WithBulkReads(func(e *core.RequestEvent, rows int64, filters []string) error {
			return a.Audit.RecordBulkRead(e, rows, filters)
		}),
		httpx.WithReauthentication(func(e *core.RequestEvent) error { return a.Accounts.ReauthenticateRequest(e) }),
		httpx.WithTimeouts(a.opts.Timeouts), httpx.WithHosts(a.hosts), httpx.WithObserver(a.Metrics.ObserveRequest),
		httpx.WithUserCookies(nominations.DraftCookie))
	a.Audit = audit.New(now)
	a.Realtime = realtime.Bind(a.app, a.middleware, a.opts.Timeouts.Subscribe)
	if a.Providers, err = providers.New(a.app, cfg, a.Audit, now); err != nil {
		return err
	}
	var sender mail.Sender
	var sentLog mail.SentLog
	var account mail.AccountReader
	if cfg.Brevo.Configured() {
		client := brevo.New(cfg.Brevo.APIURL, cfg.Brevo.APIKey)
		sender, sentLog, account = a.Providers.WrapSender(client), client, client
	}
	a.Outbox = mail.New(a.app, mail.Options{
		Config: cfg, Clock: now, Jobs: a.Jobs, Key: key, Sender: sender, Log: sentLog, OnChange: func() { a.Realtime.Notify("mail") },
	})
	a.Operations = operations.New(a.Jobs, a.Audit)
	a.Nominations = nominations.New(a.app, nominations.Options{
		Middleware: a.middleware, Outbox: a.Outbox, Audit: a.Audit, Key: key, AdminEmail: cfg.Mail.AdminEmail, Clock: now,
		Notify: a.Realtime.Notify,
	})
	a.Accounts = accounts.New(a.app, accounts.Deps{
		Middleware: a.middleware, Outbox: a.Outbox, Jobs: a.Jobs, Key: key, Clock: now, Audit: a.Audit,
		RedeemInvitation: a.Nominations.RedeemInvitation, SiteName: cfg.Site.Name, SiteURL: cfg.SiteURL, CompareSecret: a.opts.CompareSecret,
	})
	a.MailConsole = mail.NewConsole(a.Outbox, mail.ConsoleOptions{
		Audit: a.Audit, Checks: mail.Checks{Domain: a.checkMailDomain, Account: account}, NotifyAdmins: a.Accounts.NotifyAdmins,
	})
	a.Settings = settings.NewConsole(a.app, cfg, a.Audit, settings.AccountRules{RequiresTOTP: accounts.RequiresTOTP, NotifyAdmins: a.Accounts.NotifyAdmins})
	a.Backups = backups.New(a.app, a.Audit, now, a.backupKeys(), func() { a.Realtime.Notify("backups") })
	a.Replication = replication.New(a.app, replication.Deps{Config: cfg.Replica, Clock: now, OnChange: func() { a.Realtime.Notify("backups") }})
	a.Metrics.Register(a.Replication.Collectors()...)
	a.Drills = drills.New(a.app, drills.Deps{
		Archives: a.Backups, Replication: a.Replication, Jobs: a.Jobs, Outbox: a.Outbox, Audit: a.Audit,
		AdminEmail: cfg.Mail.AdminEmail, Clock: now, OnChange: func() { a.Realtime.Notify("backups") },
	})
	a.Audit.RegisterHooks(a.app, cfg.AllowSQL)
	a.Accounts.RegisterHooks(a.app)
	a.Approvals = approvals.New(a.app, approvals.Deps{
		Audit: a.Audit, Outbox: a.Outbox, Clock: now,
		FindConfirmers: func(app core.App, exceptID string) ([]string, error) {
			return accounts.AddressesWithRole(app, office, exceptID)
		},
	})
	a.Imports = imports.New(a.app, a.Accounts, a.Audit, now, a.Jobs)
	bindRecordDefaults(a.app)
	a.Members = members.New(a.Audit, now)
	a.People = people.New(a.app, people.Deps{
		Accounts: a.Accounts, Audit: a.Audit, Clock: now, Outbox: a.Outbox, Jobs: a.Jobs, Approvals: a.Approvals,
		Lists: people.Lists{
			people.ListUsers: accounts.ListUserIDs, people.ListLeads: members.ListLeadIDs, people.ListPaid: members.ListPaidIDs,
			people.ListNominations: nominations.ListQueueIDs,
		},
	})
	a.Views = views.New(a.Audit, a.middleware)
	a.Campaigns = campaigns.New(a.app, campaigns.Deps{
		Outbox: a.Outbox, Jobs: a.Jobs, Audit: a.Audit, Clock: now, SiteURL: cfg.SiteURL, Notify: a.Realtime.Notify,
		Links:   linkcheck.New(nil),
		HasPage: func(ctx context.Context, path string) bool { return a.Pages.HasPage(ctx, path) }, // the pages are made later
		Lists:   campaigns.Lists{People: members.PeopleSQL(), Leads: members.LeadsSQL(), Paid: members.PaidSQL()},
	})
	var provider *razorpay.Client
	if cfg.Razorpay.Configured() {
		if provider, err = razorpay.New(cfg.Razorpay.APIURL, cfg.Razorpay.KeyID, cfg.Razorpay.KeySecret, a.Providers.RecordRazorpay); err != nil {
			return err
		}
	}
	booksDeps := books.Deps{
		Outbox: a.Outbox, AdminEmail: cfg.Mail.AdminEmail, Audit: a.Audit, Jobs: a.Jobs, Clock: now, Notify: a.Realtime.Notify,
	}
	if provider != nil {
		booksDeps.Provider = provider
	}
	a.Books = books.New(a.app, booksDeps)
	a.Payments = a.newPayments(provider, key)
	a.Automations = automations.New(a.app, automations.Deps{
		Outbox: a.Outbox, Jobs: a.Jobs, Audit: a.Audit, Clock: now, Nominations: a.Nominations, Payments: a.Payments,
	})
	a.Coupons = coupons.NewConsole(a.Audit, now, a.Approvals)
	a.ProviderConsole = providers.NewConsole(a.Providers, a.Outbox, a.Payments)
	var demoAdmin *pages.DemoAdmin
	sandboxLinks := ""
	if demoSite != nil {
		sandboxLinks = demoSite.PaymentLinks()
		username, password := demoSite.DemoAdmin()
		demoAdmin = &pages.DemoAdmin{Username: username, Password: password}
	}
	a.Tiers = tiers.New(a.app, a.Audit, tiers.Options{
		SandboxLinks: sandboxLinks, NotifyAdmins: a.Accounts.NotifyAdmins, FindPlan: a.Payments.FindPlan,
		CreatePlan: a.Payments.CreatePlan, Approvals: a.Approvals, Clock: now,
	})
	if a.Content, err = content.New(a.app, a.Audit, now, campaigns.ShowsPicture); err != nil {
		return err
	}
	a.Tiers.OnChange(a.Content.Refresh) // bound before the pages, which read the texts
	a.Pages, err = pages.New(a.app, pages.Options{
		Config: cfg, DemoAdmin: demoAdmin, Clock: now, Content: a.Content, Dist: a.opts.Dist, Tiers: a.Tiers,
	})
	if err != nil {
		return err
	}
	settings.OnChange(a.app, a.refreshPages) // the figures, the contacts, and which pictures are shown
	a.openAPI = a.newOpenAPI()
	return nil
}

// newPayments opens the ledger; without a key nothing can be bought.
func (a *App) newPayments(provider *razorpay.Client, key keys.Key) *payments.Payments {
	cfg, now := a.opts.Config, a.opts.Clock
	options := payments.Options{
		Config: cfg.Razorpay, Jobs: a.Jobs, Outbox: a.Outbox, Audit: a.Audit, Approvals: a.Approvals, AdminEmail: cfg.Mail.AdminEmail, Key: key, SiteURL: cfg.SiteURL, Clock: now,
		FindConfirmers: func(app core.App, exceptID string) ([]string, error) {
			return accounts.AddressesWithRole(app, office, exceptID)
		},
		IsApproved: nominations.IsApproved, FindNomination: nominations.FindIDByEmail, RecordSettlement: a.Books.RecordSettlement,
	}
	if provider != nil {
		options.Provider = provider
	}
	return payments.New(a.app, options)
}

// schedule sets what runs each minute, hourly, daily and weekly. The cron's time zone is UTC. Tests stop the cron and run
// what they need.
func (a *App) schedule(ctx context.Context) {
	a.app.Cron().MustAdd("boardcircleProviders", "* * * * *", a.saveProviderState)
	a.app.Cron().MustAdd("boardcircleCampaigns", "*/5 * * * *", a.refreshCampaigns)
	a.app.Cron().MustAdd("boardcircleReconcileMail", "23 * * * *", a.reconcileMail)
	a.app.Cron().MustAdd("boardcircleDrill", "11 21 * * 6", a.startDrill)
	a.app.Cron().MustAdd("boardcircleSettlements", "11 3 * * *", a.pullSettlements)
	a.app.Cron().MustAdd("boardcircleLedgerCheck", "23 22 * * *", a.checkLedger)
	a.app.Cron().MustAdd("boardcircleSweep", "41 20 * * *", func() { a.Payments.SyncRecentDaily(ctx) })
	a.app.Cron().MustAdd("boardcircleDay", "30 18 * * *", a.startDay) // midnight in India
	a.app.Cron().MustAdd("boardcirclePurge", "17 20 * * *", func() {
		if err := errors.Join(a.Nominations.PurgeDrafts(), a.Accounts.PurgeThrottles(), a.Accounts.PurgeCeremonies(), sessions.Purge(a.app, a.opts.Clock()), a.Payments.Purge(), a.Content.Purge(), a.Outbox.Purge(), a.purgeJobs()); err != nil {
			a.app.Logger().Error("The daily purge failed", "error", err)
		}
	})
}

// startDay renders the texts that follow the day, such as the launch event's, when a day starts in India.
func (a *App) startDay() { a.refreshPages() }

// refreshPages renders the pages again, with the texts as they are now.
func (a *App) refreshPages() {
	a.Content.Refresh()
	a.Pages.Refresh()
}

// failedJobTTL is how long a failed job can be looked at and retried.
const failedJobTTL = 90 * 24 * time.Hour

func (a *App) purgeJobs() error {
	_, err := a.Jobs.Purge(a.opts.Clock().Add(-failedJobTTL))
	return err
}

func (a *App) refreshCampaigns() {
	if err := a.Campaigns.Refresh(); err != nil {
		a.app.Logger().Error("The campaigns' results could not be counted", "error", err)
	}
}

func (a *App) reconcileMail() {
	if err := a.Outbox.EnqueueReconcile(a.app); err != nil {
		a.app.Logger().Error("The uncertain emails could not be asked for", "error", err)
	}
}

func (a *App) startDrill() {
	if err := a.Drills.Enqueue(a.app); err != nil {
		a.app.Logger().Error("The weekly restore drill could not be begun", "error", err)
	}
}

func (a *App) pullSettlements() {
	if err := a.Books.EnqueuePull(a.app); err != nil {
		a.app.Logger().Error("The settlements could not be asked for", "error", err)
	}
}

func (a *App) checkLedger() {
	if err := a.Books.EnqueueLedgerCheck(a.app); err != nil {
		a.app.Logger().Error("The nightly ledger check could not be enqueued", "error", err)
	}
}

func (a *App) saveProviderState() {
	if err := a.Providers.Flush(); err != nil {
		a.app.Logger().Error("The providers' state could not be written down", "error", err)
	}
}

func (a *App) start(ctx context.Context) error {
	a.Pages.Start(ctx)
	if a.opts.NoWorkers {
		return nil
	}
	go a.health.Run(ctx)
	if a.opts.Serves { // this process holds the lock of the data directory's only server
		released, err := a.Jobs.ReleaseLeases()
		if err != nil {
			return err
		}
		if released > 0 {
			a.app.Logger().Info("Jobs of an earlier process continue", "jobs", released)
		}
	}
	a.Jobs.Start(ctx)
	a.Outbox.Start()
	return a.Replication.Start()
}

// reportHealth writes to the process's own log: PocketBase's is in a database on the same disk.
func reportHealth(message string) { fmt.Fprintln(os.Stderr, message) }

// stopOnTerminate lets the requests under way finish, then the workers, before PocketBase
// shuts its server and the database.
func (a *App) stopOnTerminate(stop context.CancelFunc) {
	a.app.OnTerminate().Bind(&hook.Handler[*core.TerminateEvent]{
		Id:       "boardcircleShutdown",
		Priority: -10000,
		Func: func(te *core.TerminateEvent) error {
			ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
			defer cancel()
			a.middleware.Drain(ctx)
			stop()
			if !a.opts.NoWorkers {
				a.Jobs.Stop()
				a.Backups.Wait()
				a.saveProviderState()
			}
			if te.IsRestart {
				a.stopReplication() // nothing runs after a restart's Next
				return te.Next()
			}
			defer a.stopReplication() // after the last writes
			return te.Next()
		},
	})
}

// stopReplication lets what was written last reach the replica. A shutdown goes on without it: the next start copies
// the rest.
func (a *App) stopReplication() {
	if err := a.Replication.Stop(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "The last sync of the replica failed:", err) // the log is closed
	}
}

func (a *App) printAddresses(addr string, demoSite *demo.Demo) {
	if a.opts.Out == nil {
		return
	}
	base := cmp.Or(a.opts.SecureOrigin, origin(addr))
	fmt.Fprintf(a.opts.Out, "\nBoardcircle is open.\n\n  Site        %s/\n  Console     %s/admin\n  Dashboard   %s/_/\n", base, base, base)
	if demoSite != nil {
		demoSite.PrintAddresses(a.opts.Out, base)
		if !isLoopback(addr) {
			fmt.Fprintf(a.opts.Out, "\n  WARNING: this demo listens on %s. Whoever reaches it from another machine can sign in\n"+
				"  as its admin and read its mails. Leave --http out to keep it to this machine.\n", addr)
		}
	}
	fmt.Fprintln(a.opts.Out)
}

// newHostRule is the rule of the server that is about to listen, by the configuration as it was given.
func newHostRule(cfg config.Config, se *core.ServeEvent) httpx.HostRule {
	var certificates func(context.Context, string) error
	if se.CertManager != nil {
		certificates = se.CertManager.HostPolicy
	}
	return httpx.NewHostRule(cfg, se.Server.Addr, certificates)
}

// isLoopback tells whether only this machine can reach a server that listens on addr.
func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
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

// checkMailDomain is how the sender's domain is, as the doctor says it.
func (a *App) checkMailDomain(ctx context.Context) (checks []mail.DomainCheck) {
	var resolver doctor.Resolver = net.DefaultResolver
	if a.opts.Resolver != nil {
		resolver = a.opts.Resolver
	}
	for _, f := range doctor.CheckMailDomain(ctx, resolver, a.opts.Config.Mail.From) {
		checks = append(checks, mail.DomainCheck{Check: f.Check, Status: string(f.Status), Message: f.Message, Advice: f.Advice})
	}
	return checks
}
