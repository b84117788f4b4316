// Package hooks adds Boardcircle to PocketBase. Start reading at Register; routes.go has the route table.
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
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/campaigns"
	"boardcircle/pb_hooks/demo"
	"boardcircle/pb_hooks/doctor"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/health"
	"boardcircle/pb_hooks/internal/hosts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/linkcheck"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/logs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/realtime"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/delivery"
	"boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/members"
	"boardcircle/pb_hooks/modules/automations"
	"boardcircle/pb_hooks/modules/boardseats"
	"boardcircle/pb_hooks/modules/books"
	"boardcircle/pb_hooks/modules/circle"
	"boardcircle/pb_hooks/modules/consultations"
	"boardcircle/pb_hooks/modules/coupons"
	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/modules/events"
	"boardcircle/pb_hooks/modules/imports"
	"boardcircle/pb_hooks/modules/introductions"
	"boardcircle/pb_hooks/modules/library"
	"boardcircle/pb_hooks/modules/mentors"
	"boardcircle/pb_hooks/modules/reports"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/drafts"
	"boardcircle/pb_hooks/nominations/review"
	"boardcircle/pb_hooks/operations"
	"boardcircle/pb_hooks/pages"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/payments/reconcile"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/people/console"
	"boardcircle/pb_hooks/pictures"
	"boardcircle/pb_hooks/providers"
	"boardcircle/pb_hooks/redirects"
	"boardcircle/pb_hooks/replication"
	"boardcircle/pb_hooks/restoretests"
	"boardcircle/pb_hooks/settings"
	sitetexts "boardcircle/pb_hooks/texts"
	"boardcircle/pb_hooks/thisweek"
	"boardcircle/pb_hooks/tiers"
)

// shutdownTimeout is how long a shutdown waits for running requests.
const shutdownTimeout = 20 * time.Second

// Options are the dependencies of the app.
type Options struct {
	Config config.Config
	// Clock is the source of time. nil means the system clock.
	Clock clock.Clock
	// Dist is the build of the web app.
	Dist fs.FS
	// Out receives the server's addresses once it listens. nil prints nothing.
	Out io.Writer
	// Databases is the watch that opened the app's databases, if any. It reports when the disk is full.
	Databases *database.Watch
	// Serves is true if this process is the server of its data directory. A directory has one server at a time.
	Serves bool
	// SecureOrigin is the site's origin if the server terminates TLS itself, such as https://boardcircle.example.
	SecureOrigin string
	// LogOut receives the log as JSON while the server runs. nil writes the log only to the database.
	LogOut io.Writer
	// Version and Commit identify the build in the metrics.
	Version, Commit string
	// Timeouts defaults to httpx.DefaultTimeouts.
	Timeouts httpx.Timeouts
	// NoWorkers disables the background workers. Tests drain the queue themselves.
	NoWorkers bool
	// CompareSecret compares passwords and PINs with their hashes. nil means bcrypt.
	CompareSecret signin.CompareSecret
	// Resolver answers DNS queries about the sender's domain. nil means the system's resolver.
	Resolver doctor.Resolver
}

// App holds the features of the program. They are created when the server starts or a command opens the app.
type App struct {
	mail.Mail
	Accounts        *accounts.Accounts
	Audit           *audit.Log
	Automations     *automations.Automations
	Approvals       *approvals.Approvals
	Campaigns       *campaigns.Campaigns
	Circle          *circle.Circle
	Imports         *imports.Imports
	Jobs            *jobs.Runner
	Realtime        *realtime.Hub
	Members         *members.Members
	Mentors         *mentors.Mentors
	Nominations     *nominations.Nominations
	Drafts          *drafts.Drafts
	Review          *review.Review
	Backups         *backups.Backups
	Books           *books.Books
	Coupons         *coupons.Console
	Events          *events.Events
	Directory       *directory.Directory
	Introductions   *introductions.Introductions
	RestoreTests    *restoretests.RestoreTests
	Metrics         *operations.Metrics
	Operations      *operations.Console
	Crashes         *operations.Crashes
	Payments        *payments.Payments
	TextConsole     *texts.Console
	Tiers           *tiers.Tiers
	ProviderConsole *providers.Console
	Providers       *providers.Providers
	Replication     *replication.Replication
	Reports         *reports.Reports
	Seats           *boardseats.Seats
	Settings        *settings.Console
	SiteTexts       *sitetexts.Texts
	Redirects       *redirects.Redirects
	Pictures        *pictures.Pictures
	Pages           *pages.Pages
	People          *console.Console
	Polls           *consultations.Polls
	Library         *library.Library
	ThisWeek        *thisweek.ThisWeek

	app        core.App
	dir        *datadir.Dir
	health     *health.Monitor
	opts       Options
	hosts      hosts.Rule
	middleware *httpx.Middleware
	openAPI    httpx.CachedJSON
	logs       *logs.Output
}

// Register binds the product to a PocketBase app. The record hooks apply immediately, so they also cover commands and
// the dashboard. Routes and workers are added when the app starts to serve.
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
	nominations.RegisterHooks(app, opts.Clock)
	tiers.RegisterHooks(app, ledger.HasTransactionsOfTier, a.changeModulesOfPlan)
	invoices.RegisterHooks(app)
	RegisterReadModels(app)
	directory.RegisterHooks(app, opts.Clock)
	boardseats.RegisterHooks(app, opts.Clock)
	introductions.RegisterHooks(app, opts.Clock)
	mentors.RegisterHooks(app, opts.Clock)
	backups.RegisterHooks(app, a, a.backupKeys(), opts.Clock)
	app.OnBootstrap().BindFunc(a.openDataDir)
	app.OnServe().BindFunc(a.serve)
	return a
}

// RegisterReadModels keeps the people, the counters and the search index up to date.
func RegisterReadModels(app core.App) {
	people.RegisterReadModels(app)
	accounts.RegisterReadModels(app)
	nominations.RegisterReadModels(app)
	drafts.RegisterReadModels(app)
	payments.RegisterReadModels(app)
	events.RegisterPeople(app)
	outbox.RegisterReadModels(app)
	preferences.RegisterPeople(app)
	console.RegisterPeople(app)
	consultations.RegisterPeople(app)
	circle.RegisterPeople(app)
	reports.RegisterPeople(app)
	boardseats.RegisterPeople(app)
	library.RegisterReadModels(app)
	audit.RegisterReadModels(app)
	directory.RegisterReadModels(app)
	thisweek.RegisterPeople(app)
	introductions.RegisterPeople(app)
	mentors.RegisterPeople(app)
}

// preservedByRestore lists the entries of the data directory that a restore does not replace.
var preservedByRestore = []string{core.LocalBackupsDirName, core.LocalTempDirName, core.LocalNotifyDirName,
	core.LocalAutocertCacheDirName, "lost+found"}

// openDataDir locks the data directory before PocketBase opens its databases. One server may use it at a time; commands
// may run at the same time as the server.
func (a *App) openDataDir(e *core.BootstrapEvent) (err error) {
	if a.dir != nil { // a restart has failed and PocketBase opens the databases again
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
			return fmt.Errorf("remove the temporary files of backups: %w", err)
		}
	}
	if err := a.dir.CompleteReplace(preservedByRestore...); err != nil {
		return fmt.Errorf("restore a backup: %w", err)
	}
	if err := replication.RefuseEmptyStart(context.Background(), a.opts.Config.Replica, e.App.DataDir()); err != nil {
		return err
	}
	if err := a.dir.Start(); err != nil {
		return err
	}
	if err := e.Next(); err != nil {
		return err
	}
	database.CloseIdle(e.App.ConcurrentDB())
	if closed > 0 {
		e.App.Logger().Warn("Other users had access to the data; their permissions were removed", "files", closed)
	}
	if modesErr != nil {
		e.App.Logger().
			Error("Other users have access to the data, and their permissions could not be removed", "error", modesErr)
	}
	return nil
}

// started lets other processes open the databases, which this process has migrated.
func (a *App) started() error {
	if a.dir == nil {
		return nil // a test opened the app
	}
	return a.dir.Started()
}

// backupKeys returns the encryption keys, which the configuration has already validated.
func (a *App) backupKeys() backups.Encryption {
	return backups.NewEncryption(a.opts.Config.Backup.AgeRecipient, a.opts.Config.Backup.AgeIdentity)
}

// LockExclusive locks all other processes out of the data directory.
func (a *App) LockExclusive() (release func(), err error) {
	if a.dir == nil {
		return func() {}, nil // a test opened the app
	}
	return a.dir.LockExclusive()
}

func (a *App) serve(se *core.ServeEvent) error {
	a.hosts = newHostRule(a.opts.Config, se)
	a.openLog()
	if a.opts.Config.SiteURL == "" {
		a.opts.Config.SiteURL = cmp.Or(a.opts.SecureOrigin, a.origin(se.Server.Addr))
	}
	a.opts.Timeouts.Limit(se.Server)
	if err := readmodel.RebuildIfStale(a.app); err != nil {
		return fmt.Errorf("rebuild counters, search index and people lists: %w", err)
	}
	// Staff accounts are created with the superuser command, so do not offer PocketBase's installer to the first
	// visitor.
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
	if err := a.Polls.CheckVotes(); err != nil {
		a.app.Logger().Error("The open votes could not be checked", "error", err)
	}
	if err := outbox.SyncSiteURL(a.app, a.opts.Config.SiteURL); err != nil {
		return err
	}
	if demoSite == nil && a.opts.Config.Brevo.Configured() {
		if err := signin.RequireSuperuserMFA(a.app); err != nil {
			return err
		}
	}
	if demoSite != nil {
		if err := demoSite.Complete(
			a.app, demo.Features{Backups: a.Backups, Texts: a.SiteTexts, Tiers: a.Tiers},
		); err != nil {
			return err
		}
	}
	if err := a.started(); err != nil {
		return err
	}
	a.middleware.Bind(se.Router)
	se.Router.BindFunc(a.health.Respond, images.ServeOriginals, a.Audit.RecordBackupDownload,
		a.Audit.RecordSuperuserRequest, a.guardTruncate, a.Replication.AddToHealth)
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

// openLog also writes the log to the console. PocketBase does so itself in development mode. In demo mode, the console
// shows the addresses and only errors after that.
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

// openDemo starts the fake providers, creates the sample data and points the configuration at the fake providers.
func (a *App) openDemo(se *core.ServeEvent) (*demo.Demo, error) {
	if err := a.opts.Config.ValidateDemo(); err != nil {
		return nil, err
	}
	demoSite, err := demo.New(a.app)
	if err != nil {
		return nil, err
	}
	base := a.origin(se.Server.Addr)
	a.opts.Config = demoSite.Configure(a.opts.Config, base)
	demoSite.Mount(se.Router)
	return demoSite, demoSite.Seed(a.app, a.opts.Config, base, a.opts.Clock())
}

func (a *App) build(demoSite *demo.Demo) error {
	cfg, now := a.opts.Config, a.opts.Clock
	key, err := keys.Load(a.app.DataDir())
	if err != nil {
		return err
	}
	a.Jobs = jobs.New(a.app, now, jobs.Options{ReadModules: settings.ReadModules})
	a.Metrics = operations.NewMetrics(operations.MetricsOptions{
		App:                a.app,
		Jobs:               a.Jobs,
		Token:              cfg.MetricsToken,
		Version:            a.opts.Version,
		Commit:             a.opts.Commit,
		Clock:              now,
		OldestMail:         outbox.OldestWaiting,
		OldestPaymentEvent: reconcile.OldestWaitingEvent,
		LastLedgerCheck:    books.LastLedgerCheck,
	})
	listRequests := lists.NewRequests(func(app core.App) (int64, error) { return a.middleware.DataVersion(app) },
		func(e *core.RequestEvent, rows int64, filters []string) error {
			return a.Audit.RecordBulkRead(e, rows, filters)
		})
	a.middleware = httpx.New(cfg, now, httpx.WithRequirement(admins.AccessRequirement(a.app)),
		httpx.WithMembership(func(app core.App, userID string) (bool, modules.Set, error) {
			return ledger.OpenedModules(app, userID, now())
		}),
		httpx.WithModules(settings.ReadModules),
		httpx.WithRouteMiddleware(listRequests.Attach),
		httpx.WithReauthentication(
			func(e *core.RequestEvent) error { return a.Accounts.SignIn.ReauthenticateRequest(e) },
			signin.ReauthenticateForm{}.Rules(),
		),
		httpx.WithIdempotency(idempotency.New(key, now)),
		httpx.WithTimeouts(a.opts.Timeouts), httpx.WithHosts(a.hosts), httpx.WithObserver(a.Metrics.ObserveRequest),
		httpx.WithUserCookies(drafts.Cookie))
	a.Audit = audit.New(now)
	a.Realtime = realtime.Bind(a.app, a.middleware, a.opts.Timeouts.Subscribe)
	if a.Providers, err = providers.New(a.app, cfg, a.Audit, now); err != nil {
		return err
	}
	a.Mail = mail.New(a.app, a.mailOptions(key))
	a.Preferences.BindHooks()
	a.Operations = operations.New(a.Jobs, a.Audit)
	a.Crashes = operations.NewCrashes()
	a.Metrics.Register(a.Crashes.Collector())
	a.Drafts = drafts.New(a.app, drafts.Deps{
		Middleware: a.middleware, Outbox: a.Outbox, Key: key, Clock: now, Notify: a.Realtime.Notify,
	})
	a.Nominations = nominations.New(nominations.Deps{
		Middleware: a.middleware, Outbox: a.Outbox, Audit: a.Audit, Drafts: a.Drafts, Key: key,
		Clock: now,
	})
	a.Review = review.New(review.Deps{
		Nominations: a.Nominations,
		Middleware:  a.middleware,
		Outbox:      a.Outbox,
		Previews:    a.Texts,
		Audit:       a.Audit,
		Clock:       now,
	})
	a.Accounts = accounts.New(a.app, accounts.Deps{
		Middleware:       a.middleware,
		Outbox:           a.Outbox,
		Jobs:             a.Jobs,
		Key:              key,
		Clock:            now,
		Audit:            a.Audit,
		NextSession:      a.nextSession,
		RedeemInvitation: a.Nominations.RedeemInvitation,
		FindNomination:   nominations.FindIDByEmail,
		SiteName:         cfg.Site.Name,
		SiteURL:          cfg.SiteURL,
		CompareSecret:    a.opts.CompareSecret,
	})
	a.TextConsole = texts.NewConsole(a.Texts, a.Outbox, a.Audit, a.Accounts.Notices.NotifyAdmins)
	a.Settings = settings.NewConsole(a.app, cfg, a.Audit,
		settings.AccountRules{
			RequiresTOTP: identity.HasMFA, NotifyAdmins: a.Accounts.Notices.NotifyAdmins,
			HasSecondAdmin: func(app core.App, accountID string) (bool, error) {
				others, err := admins.AddressesWithRole(app, office, accountID)
				return len(others) > 0, err
			},
			FindReportAdmins: findReportAdmins,
		},
		// The texts are created later.
		func(app core.App) ([]settings.SampleText, error) { return a.SiteTexts.ListSamples(app) },
		a.partsOf, now)
	a.Backups = backups.New(a.app, a.Audit, now, a.backupKeys(), a.Realtime.Notify)
	a.Replication = replication.New(a.app, replication.Deps{Config: cfg.Replica, Clock: now, OnChange: a.Realtime.Notify})
	a.Metrics.Register(a.Replication.Collectors()...)
	a.RestoreTests = restoretests.New(a.app, restoretests.Deps{
		Archives: a.Backups, Replication: a.Replication, Jobs: a.Jobs, Outbox: a.Outbox, Audit: a.Audit,
		Clock: now, OnChange: a.Realtime.Notify,
	})
	a.Audit.RegisterHooks(a.app, cfg.AllowSQL)
	a.Accounts.SignIn.RegisterHooks(a.app)
	a.Approvals = approvals.New(a.app, approvals.Deps{
		Audit: a.Audit, Outbox: a.Outbox, Clock: now,
		FindConfirmers: func(app core.App, exceptID string) ([]string, error) {
			return admins.AddressesWithRole(app, office, exceptID)
		},
	})
	a.bindStaffRules()
	a.Members = members.New(a.Audit, now)
	a.Campaigns = campaigns.New(a.app, campaigns.Deps{
		Outbox:  a.Outbox,
		Texts:   a.Texts,
		Jobs:    a.Jobs,
		Audit:   a.Audit,
		Clock:   now,
		SiteURL: cfg.SiteURL,
		Notify:  a.Realtime.Notify,
		Links:   linkcheck.New(nil),
		// The pages are created later.
		HasPage: func(ctx context.Context, path string) bool { return a.Pages.HasPage(ctx, path) },
	})
	var provider *razorpay.Client
	if cfg.Razorpay.Configured() {
		if provider, err = razorpay.New(
			cfg.Razorpay.APIURL, cfg.Razorpay.KeyID, cfg.Razorpay.KeySecret, a.Providers.RecordRazorpay,
		); err != nil {
			return err
		}
	}
	booksDeps := books.Deps{
		Outbox: a.Outbox,
		Audit:  a.Audit,
		Jobs:   a.Jobs,
		Clock:  now,
		Notify: a.Realtime.Notify,
	}
	if provider != nil {
		booksDeps.Provider = provider
	}
	a.Books = books.New(a.app, booksDeps)
	a.Payments = a.newPayments(provider, key)
	a.People = console.New(a.app, console.Deps{
		Accounts:    a.Accounts,
		Audit:       a.Audit,
		Clock:       now,
		Outbox:      a.Outbox,
		Preferences: a.Preferences,
		Jobs:        a.Jobs,
		Approvals:   a.Approvals,
		Memberships: a.Payments.Complimentary,
		Lists: console.Lists{
			console.ListUsers:       accounts.ListUserIDs,
			console.ListLeads:       members.ListLeadIDs,
			console.ListPaid:        members.ListPaidIDs,
			console.ListNominations: review.ListQueueIDs,
		},
	})
	a.Imports = imports.New(a.app, imports.Deps{
		Accounts:    a.Accounts,
		Links:       a.Accounts.Links,
		Memberships: a.Payments.Complimentary,
		Approvals:   a.Approvals,
		Audit:       a.Audit,
		Clock:       now,
		Jobs:        a.Jobs,
	})
	a.Automations = automations.New(a.app, automations.Deps{
		Outbox:      a.Outbox,
		Jobs:        a.Jobs,
		Audit:       a.Audit,
		Clock:       now,
		Nominations: a.Nominations,
		Drafts:      a.Drafts,
		Payments:    a.Payments.Renewals,
	})
	a.Directory = directory.New(directory.Deps{
		Clock: now, Audit: a.Audit, Outbox: a.Outbox, AreIntroduced: introductions.AreIntroduced,
	})
	a.Introductions = introductions.New(introductions.Deps{
		Outbox: a.Outbox, Audit: a.Audit, Directory: a.Directory, Clock: now,
	})
	a.Mentors = mentors.New(a.app, mentors.Deps{
		Outbox: a.Outbox, Directory: a.Directory, Introductions: a.Introductions, Clock: now,
	})
	a.Seats = boardseats.New(a.app, boardseats.Deps{
		Outbox: a.Outbox, Audit: a.Audit, Clock: now, IsMember: ledger.MembersIn(modules.BoardSeats),
		BlockedWith: directory.BlockedWith, AreVisible: a.Directory.AreVisible,
	})
	a.Coupons = coupons.NewConsole(a.Audit, now, a.Approvals)
	a.Library = library.New(library.Deps{
		Audit: a.Audit, Clock: now, AreVisible: a.Directory.AreVisible,
	})
	a.Polls = consultations.New(a.app, consultations.Deps{
		Outbox: a.Outbox, Jobs: a.Jobs, Audit: a.Audit, Keys: consultations.KeysIn(a.app.DataDir()), OldKey: key, Clock: now,
		BlockedBy: directory.BlockedBy,
	})
	a.Reports = reports.New(a.app, reports.Deps{
		Outbox: a.Outbox, Audit: a.Audit, Clock: now,
		Subjects: map[reports.Kind]reports.Subject{
			reports.Profile: a.Directory.Reported(), reports.Comment: a.Polls.Reported(),
			reports.BoardSeat: a.Seats.Reported(), reports.Message: a.Introductions.Reported(),
		},
		FindAddresses: findReportAdmins,
	})
	a.Events = events.New(a.app, events.Deps{
		Outbox: a.Outbox, Jobs: a.Jobs, Audit: a.Audit, Clock: now, SiteURL: cfg.SiteURL, Key: key,
		IsMember: ledger.MembersIn(modules.Sessions), SeesDirectory: ledger.MembersIn(modules.Directory),
		Directory: a.Directory,
		// The pages are created later.
		OnPublicChange: func() { a.refreshPages() },
	})
	a.Circle = circle.New(a.app, circle.Deps{
		Sessions: a.Events, Polls: a.Polls, Directory: a.Directory, Introductions: a.Introductions,
		Mentors: a.Mentors, Library: a.Library, Seats: a.Seats, Jobs: a.Jobs, Outbox: a.Outbox, Clock: now,
	})
	a.ThisWeek = thisweek.New(a.app, thisweek.Deps{
		Sessions: a.Events, Memberships: a.Payments.Overview, Outbox: a.Outbox, Audit: a.Audit, Clock: now,
		Sources: map[thisweek.Kind]thisweek.Source{
			thisweek.Nomination:   nominations.ListOverdue,
			thisweek.BoardSeat:    boardseats.ListOverdue,
			thisweek.Approval:     approvals.ListOverdue,
			thisweek.Introduction: introductions.ListOverdue,
			thisweek.Mentor:       mentors.ListOverdue,
			thisweek.Letter:       settings.ListEndingLUT,
			thisweek.LostVote:     consultations.ListLost,
		},
		Reports: a.Reports.ListOverdue,
		FindOfficeAddresses: func(app core.App, accounts []string) (map[string]string, error) {
			return admins.AddressesAmong(app, office, accounts)
		},
	})
	a.ProviderConsole = providers.NewConsole(a.Providers, a.Outbox, a.Payments.Reconciler)
	var demoAdmin *pages.DemoAdmin
	sandboxLinks := ""
	if demoSite != nil {
		sandboxLinks = demoSite.PaymentLinks()
		username, password := demoSite.DemoAdmin()
		demoAdmin = &pages.DemoAdmin{Username: username, Password: password}
	}
	a.Tiers = tiers.New(a.app, a.Audit, tiers.Options{
		SandboxLinks:      sandboxLinks,
		NotifyAdmins:      a.Accounts.Notices.NotifyAdmins,
		FindPlan:          a.Payments.Checkout.FindPlan,
		CreatePlan:        a.Payments.Checkout.CreatePlan,
		Approvals:         a.Approvals,
		CountRunningTerms: ledger.CountRunningTerms,
		Clock:             now,
	})
	if a.SiteTexts, err = sitetexts.New(a.app, sitetexts.Deps{
		Audit: a.Audit, Clock: now, Site: cfg.Site, SiteURL: cfg.SiteURL,
		Pictures: pictures.FindServed,
	}); err != nil {
		return err
	}
	a.Pictures = pictures.New(a.app, a.Audit, now, a.SiteTexts.FindPictureUses, campaigns.FindPictureUses,
		events.FindPictureUses, settings.FindPictureUses)
	a.Tiers.OnChange(a.SiteTexts.Refresh) // registered before the pages, which read the texts
	a.Pages, err = pages.New(a.app, pages.Options{
		Config: cfg, DemoAdmin: demoAdmin, Clock: now, Dist: a.opts.Dist, Tiers: a.Tiers, Texts: a.SiteTexts,
		RedirectOf: redirects.Find,
		LimitPreviews: func(e *core.RequestEvent) error {
			return a.middleware.CheckRateLimit(e, httpx.SharedDrafts)
		},
		MayEdit: func(e *core.RequestEvent) bool {
			return httpx.IsAdmin(e) && identity.RoleOf(e.Auth).In([]identity.Role{office, editor})
		},
	})
	if err != nil {
		return err
	}
	a.Pictures.OnChange(a.refreshPages)
	a.Redirects = redirects.New(a.Audit, a.Pages, a.Routes)
	settings.OnChange(a.app, a.openAPI.Invalidate)
	settings.OnChange(a.app, a.refreshPages) // the figures, the contacts and which pictures are shown
	return nil
}

// newPayments opens the ledger. Without an encryption key, purchases are disabled.
func (a *App) newPayments(provider *razorpay.Client, key keys.Key) *payments.Payments {
	cfg, now := a.opts.Config, a.opts.Clock
	options := payments.Options{
		Config:    cfg.Razorpay,
		Jobs:      a.Jobs,
		Outbox:    a.Outbox,
		Audit:     a.Audit,
		Approvals: a.Approvals,
		Key:       key,
		SiteURL:   cfg.SiteURL,
		Clock:     now,
		FindConfirmers: func(app core.App, exceptID string) ([]string, error) {
			return admins.AddressesWithRole(app, office, exceptID)
		},
		IsApproved:       nominations.IsApproved,
		FindNomination:   nominations.FindIDByEmail,
		NextSession:      a.nextSession,
		RecordSettlement: a.Books.RecordSettlement,
	}
	if provider != nil {
		options.Provider = provider
	}
	return payments.New(a.app, options)
}

// changeModulesOfPlan applies a change of the modules that a plan opens: running terms and companies' seats keep what the
// plan loses, and the directory lists the members to whom it is open now.
func (a *App) changeModulesOfPlan(tx core.App, tierID string, gained, lost []modules.ID) error {
	if err := ledger.KeepModules(tx, tierID, lost, a.opts.Clock()); err != nil {
		return err
	}
	if err := companyseats.KeepModules(tx, tierID, lost); err != nil || !slices.Contains(gained, modules.Directory) {
		return err
	}
	return directory.RelistDue(tx, a.opts.Clock())
}

// nextSession returns the params of the next session in an email. The sessions are created after the features that send
// such emails. While the sessions are off, there is none.
func (a *App) nextSession(app core.App, userID string) (map[string]string, error) {
	if on, err := settings.ReadModules(app); err != nil || !on[modules.Sessions] {
		return emails.NextSession{}.Params(), err
	}
	return a.Events.NextSessionParams(app, userID)
}

// partsOf returns the admin routes of a module and the subjects of its emails.
func (a *App) partsOf(id modules.ID) (routes, emails []string) {
	routes = []string{}
	for _, r := range a.Routes() {
		if r.Access == httpx.Admin && slices.Contains(r.Modules(), id) {
			routes = append(routes, r.Method+" "+r.Path)
		}
	}
	return routes, a.Texts.SubjectsIn(id)
}

// schedule registers the jobs that run each minute, hour, day and week. The cron uses UTC. Tests stop the cron and run
// the jobs themselves. The jobs of a module run while it is on.
func (a *App) schedule(ctx context.Context) {
	a.app.Cron().MustAdd("boardcircleProviders", "* * * * *", a.saveProviderState)
	a.app.Cron().MustAdd("boardcircleTexts", "* * * * *", a.publishTexts)
	a.app.Cron().MustAdd("boardcircleCampaigns", "*/5 * * * *", a.refreshCampaigns)
	a.app.Cron().MustAdd("boardcircleReconcileMail", "23 * * * *", a.reconcileMail)
	a.app.Cron().MustAdd("boardcircleRestoreTest", "11 21 * * 6", a.startRestoreTest)
	a.app.Cron().MustAdd("boardcircleSettlements", "11 3 * * *", a.whileOn(a.pullSettlements, modules.Books))
	a.app.Cron().MustAdd("boardcircleLedgerCheck", "23 22 * * *", a.checkLedger)
	a.app.Cron().MustAdd("boardcircleSweep", "41 20 * * *", func() { a.Payments.Reconciler.SyncRecentDaily(ctx) })
	a.app.Cron().MustAdd("boardcircleDay", "30 18 * * *", a.startDay) // midnight in India
	a.app.Cron().MustAdd("boardcircleBoardSeats", "3 * * * *", a.whileOn(a.closeBoardSeats, modules.BoardSeats))
	a.app.Cron().MustAdd("boardcircleReports", "45 3 * * *", a.whileOn(a.remindReports, modules.Reporting()...))
	a.app.Cron().MustAdd("boardcircleMentors", "33 3 * * *", a.whileOn(a.remindMentors, modules.Directory))
	// in the morning in India
	a.app.Cron().MustAdd("boardcircleTerms", "30 3 * * *", a.whileOn(a.remindTerms, modules.BoardSeats))
	a.app.Cron().MustAdd("boardcircleWeek", "30 2 * * 1", a.sendWeek) // on Monday morning in India
	a.app.Cron().MustAdd("boardcircleDigest", "30 3 * * *", a.whileOn(a.enqueueDigest, modules.Circle()...))
	a.app.Cron().MustAdd("boardcirclePurge", "17 20 * * *", func() {
		if err := errors.Join(a.Drafts.Purge(), a.Accounts.Purge(), sessions.Purge(a.app, a.opts.Clock()),
			a.Payments.Reconciler.Purge(), a.Events.PurgeGuests(), a.Pictures.Purge(), a.Delivery.Purge(), a.purgeJobs(),
			people.Purge(a.app), a.Directory.Purge(a.app), a.Introductions.Purge(a.app),
			idempotency.Purge(a.app, a.opts.Clock())); err != nil {
			a.app.Logger().Error("The daily purge failed", "error", err)
		}
	})
}

// whileOn returns a job that does nothing while its modules are all off.
func (a *App) whileOn(run func(), ids ...modules.ID) func() {
	return func() {
		on, err := settings.ReadModules(a.app)
		if err != nil {
			a.app.Logger().Error("The modules could not be read, so a job did not run", "error", err)
			return
		}
		if on.HasAny(ids...) {
			run()
		}
	}
}

// startDay runs at midnight in India. It renders texts that depend on the date, such as the launch event's.
func (a *App) startDay() { a.refreshPages() }

// refreshPages renders the pages again with the current texts.
func (a *App) refreshPages() {
	a.SiteTexts.Refresh()
	a.Pages.Refresh()
}

// failedJobTTL is how long a failed job is stored, so that an admin can inspect and retry it.
const failedJobTTL = 90 * 24 * time.Hour

func (a *App) purgeJobs() error {
	_, err := a.Jobs.Purge(a.opts.Clock().Add(-failedJobTTL))
	return err
}

func (a *App) publishTexts() {
	if err := a.SiteTexts.PublishDue(); err != nil {
		a.app.Logger().Error("The scheduled texts could not be published", "error", err)
	}
}

func (a *App) refreshCampaigns() {
	if err := a.Campaigns.Refresh(); err != nil {
		a.app.Logger().Error("The results of the campaigns could not be updated", "error", err)
	}
}

func (a *App) reconcileMail() {
	if err := a.Delivery.EnqueueReconcile(a.app); err != nil {
		a.app.Logger().Error("The check of uncertain emails could not be queued", "error", err)
	}
}

func (a *App) startRestoreTest() {
	if err := a.RestoreTests.Enqueue(a.app); err != nil {
		a.app.Logger().Error("The weekly restore test could not be queued", "error", err)
	}
}

func (a *App) pullSettlements() {
	if err := a.Books.EnqueuePull(a.app); err != nil {
		a.app.Logger().Error("The sync of settlements could not be queued", "error", err)
	}
}

func (a *App) checkLedger() {
	if err := a.Books.EnqueueLedgerCheck(a.app); err != nil {
		a.app.Logger().Error("The nightly ledger check could not be enqueued", "error", err)
	}
}

func (a *App) closeBoardSeats() {
	if err := a.Seats.CloseOverdue(); err != nil {
		a.app.Logger().Error("The board seats whose last day is over could not be closed", "error", err)
	}
}

// findReportAdmins returns the addresses of the admins who may decide about reports.
func findReportAdmins(app core.App) ([]string, error) {
	return admins.AddressesWithRole(app, office, "")
}

func (a *App) remindReports() {
	if err := a.Reports.RemindOffice(); err != nil {
		a.app.Logger().Error("The reminder of overdue reports could not be queued", "error", err)
	}
}

func (a *App) remindMentors() {
	if err := a.Mentors.Remind(); err != nil {
		a.app.Logger().Error("The emails about mentors could not be queued", "error", err)
	}
}

func (a *App) remindTerms() {
	if err := a.Seats.RemindTerms(); err != nil {
		a.app.Logger().Error("The reminders of board terms could not be queued", "error", err)
	}
}

func (a *App) sendWeek() {
	if err := a.ThisWeek.SendSummaries(); err != nil {
		a.app.Logger().Error("The emails with the office's week could not be queued", "error", err)
	}
}

func (a *App) enqueueDigest() {
	if err := a.Circle.EnqueueDigest(); err != nil {
		a.app.Logger().Error("The weekly digest could not be queued", "error", err)
	}
}

func (a *App) saveProviderState() {
	if err := a.Providers.Flush(); err != nil {
		a.app.Logger().Error("The state of the providers could not be saved", "error", err)
	}
}

func (a *App) start(ctx context.Context) error {
	a.Pages.Start(ctx)
	if a.opts.NoWorkers {
		return nil
	}
	go a.health.Run(ctx)
	if a.opts.Serves { // only the server deletes them; this process holds its lock
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

// reportHealth writes to stderr, because PocketBase's log is in a database on the same disk.
func reportHealth(message string) { fmt.Fprintln(os.Stderr, message) }

// stopOnTerminate waits for running requests and then stops the workers, before PocketBase stops its server and closes
// the database.
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
				a.stopReplication() // no code runs after Next when the process restarts
				return te.Next()
			}
			defer a.stopReplication() // after the last writes
			return te.Next()
		},
	})
}

// stopReplication syncs the last writes to the replica. If that fails, the shutdown continues, and the next start
// copies the rest.
func (a *App) stopReplication() {
	if err := a.Replication.Stop(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "The last sync of the replica failed:", err) // the log is already closed
	}
}

func (a *App) printAddresses(addr string, demoSite *demo.Demo) {
	if a.opts.Out == nil {
		return
	}
	base := cmp.Or(a.opts.SecureOrigin, a.origin(addr))
	fmt.Fprintf(a.opts.Out,
		"\nBoardcircle is open.\n\n  Site        %s/\n  Console     %s/admin\n  Dashboard   %s/_/\n", base, base, base)
	if demoSite != nil {
		demoSite.PrintAddresses(a.opts.Out, base)
		if !isLoopback(addr) {
			fmt.Fprintf(a.opts.Out,
				"\n  WARNING: this demo listens on %s. Anyone who can reach it can sign in as its admin and\n"+
					"  read its emails. Without --http it is reachable only from this machine.\n", addr)
		}
	}
	fmt.Fprintln(a.opts.Out)
}

// newHostRule returns the host names that the server answers to. cfg is the configuration as the environment set it.
func newHostRule(cfg config.Config, se *core.ServeEvent) hosts.Rule {
	var certificates func(context.Context, string) error
	if se.CertManager != nil {
		certificates = se.CertManager.HostPolicy
	}
	return hosts.NewRule(cfg, se.Server.Addr, certificates)
}

// isLoopback reports whether a server that listens on addr is reachable only from this machine.
func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// origin returns the address at which a browser on this machine reaches a server that listens on addr. A demo is at
// localhost, because passkeys need a name.
func (a *App) origin(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "http://" + addr
	}
	ip := net.ParseIP(host)
	isEverywhere := host == "" || ip.IsUnspecified()
	switch {
	case a.opts.Config.Demo && (isEverywhere || ip.IsLoopback()):
		host = "localhost"
	case isEverywhere:
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

func (a *App) mailOptions(key keys.Key) mail.Options {
	cfg := a.opts.Config
	o := mail.Options{
		Config: cfg, Clock: a.opts.Clock, Key: key, Jobs: a.Jobs, Audit: a.Audit,
		Checks:   delivery.Checks{Domain: a.checkMailDomain},
		OnChange: a.Realtime.Notify,
	}
	if cfg.Brevo.Configured() {
		client := brevo.New(cfg.Brevo.APIURL, cfg.Brevo.APIKey)
		o.Sender, o.Log, o.Checks.Account = a.Providers.WrapSender(client), client, client
	}
	return o
}

// checkMailDomain returns the doctor's checks of the sender's domain.
func (a *App) checkMailDomain(ctx context.Context) (checks []delivery.DomainCheck) {
	var resolver doctor.Resolver = net.DefaultResolver
	if a.opts.Resolver != nil {
		resolver = a.opts.Resolver
	}
	for _, f := range doctor.CheckMailDomain(ctx, resolver, a.opts.Config.Mail.From) {
		checks = append(checks, delivery.DomainCheck{Check: f.Check, Status: delivery.HealthStatus(f.Status),
			Message: f.Message, Advice: f.Advice})
	}
	return checks
}
