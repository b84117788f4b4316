package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/campaigns"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/linkcheck"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/modules/automations"
	"boardcircle/pb_hooks/modules/boardseats"
	"boardcircle/pb_hooks/modules/books"
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
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/pictures"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// history has the features with a clock that is set back. It replays the events of the sample data in chronological
// order through the handlers that a browser calls, so that accounts, payments, invoices, emails and the audit log are
// created as in real use. The features call the fake providers, whose clocks are set back too.
type history struct {
	tx       core.App
	demo     *Demo
	clock    *clock.Fake
	auditLog *audit.Log
	jobs     *jobs.Runner
	// webhookToken is the token with which the emails' events are reported.
	webhookToken string

	mail.Mail
	accounts      *accounts.Accounts
	approvals     *approvals.Approvals
	automations   *automations.Automations
	books         *books.Books
	campaigns     *campaigns.Campaigns
	pictures      *pictures.Pictures
	coupons       *coupons.Console
	events        *events.Events
	directory     *directory.Directory
	drafts        *drafts.Drafts
	imports       *imports.Imports
	introductions *introductions.Introductions
	mentors       *mentors.Mentors
	library       *library.Library
	nominations   *nominations.Nominations
	payments      *payments.Payments
	polls         *consultations.Polls
	reports       *reports.Reports
	review        *review.Review
	seats         *boardseats.Seats
	tiers         *tiers.Tiers

	// admins are the reviewers by account name. superuser is the account that grants rights.
	admins    map[string]*core.Record
	superuser *core.Record
	// tierIDs are the tiers by slug. nominationIDs are the nominations by email address.
	tierIDs, nominationIDs map[string]string
	sessionIDs             map[string]string // by title
	// sales are the orders by the place of their sample transaction in the list.
	sales map[int]*sale

	// mu is held while the transaction is used, because the fake Razorpay calls the webhook on its own. It also guards
	// the number of these calls and the first error.
	mu         sync.Mutex
	webhooks   int
	webhookErr error
}

// historyEvent is an event of the sample history.
type historyEvent struct {
	at    time.Time
	apply func(*history) error
}

const (
	// visitorAddress is the IP address of the sample visitors and reviewers, from a range reserved for documentation.
	visitorAddress = "203.0.113.24"
	// jobDelay is the time from an event to its jobs, which send its emails.
	jobDelay = 4 * time.Second
)

// replayHistory replays the sample history up to now in a transaction.
func (d *Demo) replayHistory(tx core.App, cfg config.Config, patronLink string, now time.Time) (err error) {
	events := sampleEvents(patronLink, now)
	slices.SortStableFunc(events, func(a, b historyEvent) int { return a.at.Compare(b.at) })
	restore, err := hashQuickly(tx)
	if err != nil {
		return err
	}
	defer restore()
	defer silence(tx)()
	past := clock.NewFake(events[0].at)
	d.past.Store(past)
	defer d.past.Store(nil)
	h := &history{
		tx: tx, demo: d, clock: past, admins: map[string]*core.Record{}, tierIDs: map[string]string{},
		nominationIDs: map[string]string{}, sessionIDs: map[string]string{}, sales: map[int]*sale{},
	}
	provider, err := h.serveProviders()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.close()) }()
	if err := h.build(provider.configure(cfg), patronLink); err != nil {
		return err
	}
	defer h.setBackAutodates()()
	for _, event := range events {
		h.advance(event.at)
		if err := h.run(event.apply); err != nil {
			return err
		}
	}
	h.advance(now)
	if err := h.runNightly(); err != nil {
		return err
	}
	if err := h.readEmails(now); err != nil {
		return err
	}
	return h.reportDeliveries(now)
}

// run applies an event, delivers the fake Razorpay's webhooks and runs the jobs that are due.
func (h *history) run(apply func(*history) error) error {
	h.mu.Lock()
	err := apply(h)
	h.mu.Unlock()
	for before := -1; err == nil; { // the job of a refund makes Razorpay call the webhook again
		var calls int
		if calls, err = h.deliverWebhooks(); err != nil || calls == before {
			return err
		}
		before, err = calls, h.runJobs()
	}
	return err
}

func (h *history) runJobs() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clock.Advance(jobDelay)
	return h.jobs.Drain(context.Background())
}

// build creates the features, as the server does for itself.
func (h *history) build(cfg config.Config, patronLink string) error {
	key, err := keys.Load(h.tx.DataDir())
	if err != nil {
		return err
	}
	provider, err := razorpay.New(cfg.Razorpay.APIURL, cfg.Razorpay.KeyID, cfg.Razorpay.KeySecret, func(error) {})
	if err != nil {
		return err
	}
	sender, now := brevo.New(cfg.Brevo.APIURL, cfg.Brevo.APIKey), h.clock.Now
	h.webhookToken = cfg.Brevo.WebhookToken
	// distinct times keep the entries of one event in order
	h.auditLog = audit.New(func() time.Time {
		h.clock.Advance(40 * time.Millisecond)
		return h.clock.Now()
	})
	middleware := httpx.New(cfg, now)
	h.jobs = jobs.New(h.tx, now, jobs.Options{ReadModules: settings.ReadModules})
	h.Mail = mail.New(h.tx, mail.Options{
		Config: cfg, Clock: now, Key: key, Jobs: h.jobs, Audit: h.auditLog, Sender: sender, Log: sender,
		OnChange: func() {},
	})
	findConfirmers := func(app core.App, exceptID string) ([]string, error) {
		return admins.AddressesWithRole(app, identity.RoleOffice, exceptID)
	}
	h.approvals = approvals.New(h.tx, approvals.Deps{
		Audit: h.auditLog, Outbox: h.Outbox, Clock: now, FindConfirmers: findConfirmers,
	})
	h.drafts = drafts.New(h.tx, drafts.Deps{Middleware: middleware, Outbox: h.Outbox, Key: key, Clock: now})
	h.nominations = nominations.New(nominations.Deps{
		Middleware: middleware, Outbox: h.Outbox, Audit: h.auditLog, Drafts: h.drafts, Key: key,
		Clock: now,
	})
	h.review = review.New(review.Deps{
		Nominations: h.nominations, Middleware: middleware, Outbox: h.Outbox, Audit: h.auditLog, Clock: now,
	})
	// The sessions are created later.
	nextSession := func(app core.App, userID string) (map[string]string, error) {
		return h.events.NextSessionParams(app, userID)
	}
	h.accounts = accounts.New(h.tx, accounts.Deps{
		Middleware: middleware, Outbox: h.Outbox, Jobs: h.jobs, Key: key, Clock: now,
		Audit: h.auditLog, NextSession: nextSession, RedeemInvitation: h.nominations.RedeemInvitation,
		FindNomination: nominations.FindIDByEmail,
	})
	h.campaigns = campaigns.New(h.tx, campaigns.Deps{
		Outbox: h.Outbox, Texts: h.Texts, Jobs: h.jobs, Audit: h.auditLog, Clock: now, SiteURL: cfg.SiteURL,
		Links: linkcheck.New(nil), HasPage: func(context.Context, string) bool { return true },
		Notify: func() {},
	})
	h.books = books.New(h.tx, books.Deps{
		Provider: provider, Outbox: h.Outbox, Audit: h.auditLog, Jobs: h.jobs,
		Clock: now, Notify: func() {},
	})
	h.payments = payments.New(h.tx, payments.Options{
		Provider: provider, Config: cfg.Razorpay, Jobs: h.jobs, Outbox: h.Outbox, Audit: h.auditLog,
		Key: key, SiteURL: cfg.SiteURL, Clock: now, Approvals: h.approvals,
		FindConfirmers: findConfirmers, IsApproved: nominations.IsApproved, FindNomination: nominations.FindIDByEmail,
		NextSession:      nextSession,
		RecordSettlement: h.books.RecordSettlement,
	})
	h.imports = imports.New(h.tx, imports.Deps{
		Accounts: h.accounts, Links: h.accounts.Links, Memberships: h.payments.Complimentary, Approvals: h.approvals,
		Audit: h.auditLog, Clock: now, Jobs: h.jobs,
	})
	h.tiers = tiers.New(h.tx, h.auditLog, tiers.Options{
		SandboxLinks: patronLink, NotifyAdmins: h.accounts.Notices.NotifyAdmins, FindPlan: h.payments.Checkout.FindPlan,
		CreatePlan: h.payments.Checkout.CreatePlan, Approvals: h.approvals, Clock: now,
		CountRunningTerms: ledger.CountRunningTerms,
	})
	h.polls = consultations.New(h.tx, consultations.Deps{
		Outbox: h.Outbox, Jobs: h.jobs, Audit: h.auditLog, Keys: consultations.KeysIn(h.tx.DataDir()), OldKey: key, Clock: now,
		BlockedBy: directory.BlockedBy,
	})
	h.pictures = pictures.New(h.tx, h.auditLog, now)
	h.coupons = coupons.NewConsole(h.auditLog, now, h.approvals)
	h.directory = directory.New(directory.Deps{
		Clock: now, Audit: h.auditLog, Outbox: h.Outbox, AreIntroduced: introductions.AreIntroduced,
	})
	h.seats = boardseats.New(h.tx, boardseats.Deps{
		Outbox: h.Outbox, Audit: h.auditLog, Clock: now, IsMember: ledger.MembersIn(modules.BoardSeats),
		BlockedWith: directory.BlockedWith, AreVisible: h.directory.AreVisible,
	})
	h.library = library.New(library.Deps{
		Audit: h.auditLog, Clock: now, AreVisible: h.directory.AreVisible,
	})
	h.introductions = introductions.New(introductions.Deps{
		Outbox: h.Outbox, Audit: h.auditLog, Directory: h.directory, Clock: now,
	})
	h.events = events.New(h.tx, events.Deps{
		Outbox: h.Outbox, Jobs: h.jobs, Audit: h.auditLog, Clock: now, SiteURL: cfg.SiteURL,
		IsMember: ledger.MembersIn(modules.Sessions), SeesDirectory: ledger.MembersIn(modules.Directory),
		Directory: h.directory,
	})
	h.reports = reports.New(h.tx, reports.Deps{
		Outbox: h.Outbox, Audit: h.auditLog, Clock: now,
		Subjects: map[reports.Kind]reports.Subject{
			reports.Profile: h.directory.Reported(), reports.Comment: h.polls.Reported(),
			reports.BoardSeat: h.seats.Reported(), reports.Message: h.introductions.Reported(),
		},
		FindAddresses: func(app core.App) ([]string, error) { return findConfirmers(app, "") },
	})
	h.mentors = mentors.New(h.tx, mentors.Deps{
		Outbox: h.Outbox, Directory: h.directory, Introductions: h.introductions, Clock: now,
	})
	h.automations = automations.New(h.tx, automations.Deps{
		Outbox: h.Outbox, Jobs: h.jobs, Audit: h.auditLog, Clock: now, Nominations: h.nominations, Drafts: h.drafts,
		Payments: h.payments.Renewals,
	})
	return nil
}

// advance moves the clock forward to a time. It does nothing if that time has passed.
func (h *history) advance(at time.Time) {
	if wait := at.Sub(h.clock.Now()); wait > 0 {
		h.clock.Advance(wait)
	}
}

// setBackAutodates makes saved records use the clock's time instead of PocketBase's, until the returned function is
// called.
func (h *history) setBackAutodates() (restore func()) {
	const id = "boardcircleDemoHistory"
	set := func(e *core.RecordEvent) error {
		at := database.DateTime(h.clock.Now())
		for _, field := range e.Record.Collection().Fields {
			date, isAutodate := field.(*core.AutodateField)
			if !isAutodate || !(e.Record.IsNew() && date.OnCreate || !e.Record.IsNew() && date.OnUpdate) {
				continue
			}
			// Keep a time that a feature has set.
			if before := e.Record.Original().GetDateTime(date.Name); e.Record.GetDateTime(date.Name).Equal(before) {
				if at.Equal(before) { // PocketBase replaces a date that does not change
					at = at.Add(time.Millisecond)
				}
				e.Record.SetRaw(date.Name, at)
			}
		}
		return e.Next()
	}
	handler := &hook.Handler[*core.RecordEvent]{Id: id, Priority: -1000, Func: set}
	h.tx.OnRecordCreate().Bind(handler)
	h.tx.OnRecordUpdate().Bind(handler)
	return func() {
		h.tx.OnRecordCreate().Unbind(id)
		h.tx.OnRecordUpdate().Unbind(id)
	}
}

// silence discards log records until the returned function is called. The provider refuses one sample email, and the
// demo's console would show that as an error. Errors of the replay itself are returned.
func silence(app core.App) (restore func()) {
	log := app.Logger()
	before := *log
	*log = *slog.New(slog.DiscardHandler)
	return func() { *log = before }
}

// hashQuickly makes the hashing of users' passwords cheap, until the returned function is called. Otherwise thirty
// sign-ups would add two seconds to the demo's first start. The passwords are public, or random and discarded.
func hashQuickly(tx core.App) (restore func(), err error) {
	users, err := tx.FindCachedCollectionByNameOrId(identity.Users)
	if err != nil {
		return nil, err
	}
	password := users.Fields.GetByName(core.FieldNamePassword).(*core.PasswordField)
	cost := password.Cost
	password.Cost = bcrypt.MinCost
	return func() { password.Cost = cost }, nil
}

// sampleEvents returns the events of the sample history.
func sampleEvents(patronLink string, now time.Time) []historyEvent {
	list := slices.Concat(accountEvents(now), tierEvents(patronLink, now), nominationEvents(now), automationEvents(now),
		transactionEvents(now), officeEvents(now), pictureEvents(now), sessionEvents(now), pollEvents(now),
		directoryEvents(now), seatEvents(now), libraryEvents(now), introductionEvents(now), mentorEvents(now),
		reportEvents(now), vouchEvents(now))
	// The jobs also run every morning since the automations were switched on, so that their emails have the right day.
	for at := daytime(now.Add(-automatedAgo)); at.Before(now); at = at.Add(day) {
		list = append(list, historyEvent{at, func(*history) error { return nil }})
	}
	return list
}

// recentDays is the part of the history in which events happen at an exact time before now, at night too. Earlier
// events are moved to the day.
const recentDays = 3 * day

// sampleTime returns the time some time after an event that happened ago before now. A chain of events has the same
// ago, so that its order stays.
func sampleTime(now time.Time, ago, after time.Duration) time.Time {
	at := now.Add(after - ago)
	if ago < recentDays {
		return at
	}
	return daytime(at)
}

// request is a request that a handler is called with.
type request struct {
	// by is the account that sends the request, or nil for a visitor. id, person and page are the values of {id},
	// {person} and {page} in the path.
	by               *core.Record
	id, person, page string
	// language is the parameter lang, or "".
	language string
	// token is the session's token, or the bearer token of a webhook. body is sent as JSON.
	token string
	body  any
	// file is sent as a part of a form, in place of body.
	file *sampleFile
}

type sampleFile struct {
	part, name string
	content    []byte
}

// form returns the body of a form with the file, and its type.
func (f *sampleFile) form() (body []byte, contentType string, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile(f.part, f.name)
	if err == nil {
		_, err = part.Write(f.content)
	}
	if err == nil {
		err = w.Close()
	}
	return form.Bytes(), w.FormDataContentType(), err
}

// call calls a handler without the network and decodes its response into into, unless that is nil. It returns the
// handler's error.
func (h *history) call(handler func(*core.RequestEvent) error, r request, into any) error {
	return call(h.tx, handler, r, into)
}

func call(app core.App, handler func(*core.RequestEvent) error, r request, into any) error {
	contentType := "application/json"
	body, err := json.Marshal(r.body)
	if r.file != nil {
		body, contentType, err = r.file.form()
	}
	if err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodPost, "/?lang="+r.language, nil)
	if err != nil {
		return err
	}
	// Some handlers read the body twice, as PocketBase allows.
	req.Body = &router.RereadableReadCloser{ReadCloser: io.NopCloser(bytes.NewReader(body))}
	req.ContentLength = int64(len(body))
	req.RemoteAddr = visitorAddress + ":443"
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+r.token)
	req.SetPathValue("id", r.id)
	req.SetPathValue("person", r.person)
	req.SetPathValue("page", r.page)
	var answer recorder
	e := &core.RequestEvent{App: app, Auth: r.by}
	e.Request, e.Response = req, &answer
	httpx.SetSession(e, sessions.IDOf(r.token))
	httpx.MarkReauthenticated(e) // the history has no passwords for re-authentication
	if err := handler(e); err != nil {
		if r.file != nil {
			return fmt.Errorf("file %s: %w", r.file.name, err)
		}
		return fmt.Errorf("%s: %w", body, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.body.Bytes(), into)
}

// recorder stores a response.
type recorder struct {
	header http.Header
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}

func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }

func (r *recorder) WriteHeader(int) {}
