// The files of this package, from a request to its response:
//
//	client.go       the client's address, and the host name that it used
//	headers.go      the security headers; timeouts.go: how long a client may take
//	drain.go        running requests at a shutdown; requestlog.go: metrics and the request log
//	route.go        the lines of the route table, their access checks, and asking for the password again
//	limits.go       the rate limits
//	session.go      the session cookie and its account; revalidate.go: sessions that end during a request
//	endpoint.go     a declared endpoint: its handler, types and documentation; bind.go: a body as a struct
//	decode.go       request bodies as values of a form; errors.go: domain errors as responses,
//	                in the language of the visitor's page
//	cached_json.go  responses that are the same for all callers
//
// Package lists serves lists, and package hosts knows the accepted host names.
package httpx

import (
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/hosts"
	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sessions"
)

// Middlewares run by priority, relative to PocketBase's token loader. The translation of errors surrounds all others,
// so that the request log has the English messages. The client's address is set where PocketBase's request log was. The
// origin check runs before anything that uses a cookie. The session is loaded just before PocketBase looks for a token,
// and hidden routes are refused just after.
const (
	beforeLog     = apis.DefaultActivityLoggerMiddlewarePriority - 10
	beforeOrigin  = apis.DefaultLoadAuthTokenMiddlewarePriority - 3
	beforeSession = apis.DefaultLoadAuthTokenMiddlewarePriority - 2
	globalSession = apis.DefaultLoadAuthTokenMiddlewarePriority - 1
	afterSession  = apis.DefaultLoadAuthTokenMiddlewarePriority + 1
)

// Middleware holds the dependencies of the middlewares.
type Middleware struct {
	cfg          config.Config
	now          clock.Clock
	limiter      *rateLimiter
	protection   *http.CrossOriginProtection
	requests     requestTracker
	sessions     sessions.Cache
	requirement  func(account *core.Record) (Requirement, error)
	membershipOf MembershipRule
	// modulesOf returns the modules that are on. If it is nil, all are.
	modulesOf func(app core.App) (modules.Set, error)
	observer  Observer
	timeouts  Timeouts
	// routeMiddlewares run for the routes of the table, before their access checks.
	routeMiddlewares []func(*core.RequestEvent) error
	// reauthenticate checks the caller's password, which is in the fields of reauthenticationForm.
	reauthenticate       func(*core.RequestEvent) error
	reauthenticationForm rules.Form
	// keys stores the idempotency keys. It is nil if the middlewares serve no route.
	keys  *idempotency.Keys
	hosts hosts.Rule
	// userCookies are removed with a user's session.
	userCookies []string
	// table is the route table, set by Mount.
	table []Route
}

// Option configures the middlewares.
type Option func(*Middleware)

// WithRequirement sets the rule that says what an admin's account lacks for the console. Without a rule nothing is
// required.
func WithRequirement(rule func(account *core.Record) (Requirement, error)) Option {
	return func(g *Middleware) { g.requirement = rule }
}

// WithModules sets which modules are on. Without it, all are.
func WithModules(read func(app core.App) (modules.Set, error)) Option {
	return func(g *Middleware) { g.modulesOf = read }
}

// WithTimeouts replaces DefaultTimeouts.
func WithTimeouts(timeouts Timeouts) Option { return func(g *Middleware) { g.timeouts = timeouts } }

// WithHosts sets the names that the server answers to. Without it, the server answers to all names.
func WithHosts(rule hosts.Rule) Option { return func(g *Middleware) { g.hosts = rule } }

// WithRouteMiddleware adds a middleware of the routes of the table.
func WithRouteMiddleware(middleware func(*core.RequestEvent) error) Option {
	return func(g *Middleware) { g.routeMiddlewares = append(g.routeMiddlewares, middleware) }
}

// WithIdempotency sets the store of the idempotency keys.
func WithIdempotency(keys *idempotency.Keys) Option {
	return func(g *Middleware) { g.keys = keys }
}

// WithUserCookies names cookies that are removed together with a user's session, so that the next person at a shared
// computer does not find their data.
func WithUserCookies(names ...string) Option {
	return func(g *Middleware) { g.userCookies = names }
}

// New returns the middlewares of a site. cfg.SiteURL must be set.
func New(cfg config.Config, now clock.Clock, options ...Option) *Middleware {
	protection := http.NewCrossOriginProtection()
	if cfg.SiteURL != "" {
		// config has validated the origin.
		_ = protection.AddTrustedOrigin(cfg.SiteURL)
	}
	g := &Middleware{
		cfg:        cfg,
		now:        now,
		limiter:    newRateLimiter(now),
		protection: protection,
		timeouts:   DefaultTimeouts(),
	}
	for _, option := range options {
		option(g)
	}
	return g
}

// DataVersion returns a number that changes with each commit to the database.
func (g *Middleware) DataVersion(app core.App) (int64, error) { return g.sessions.DataVersion(app) }

// Bind puts the middlewares in front of every route, including PocketBase's own.
func (g *Middleware) Bind(r *router.Router[*core.RequestEvent]) {
	// PocketBase's CORS rule would let pages of every other site read our responses, including the demo's inbox.
	r.Unbind(apis.DefaultCorsMiddlewareId)
	// PocketBase's logger stores addresses with their whole query. recordRequest logs requests instead.
	r.Unbind(apis.DefaultActivityLoggerMiddlewareId)
	for _, m := range []*hook.Handler[*core.RequestEvent]{
		{Id: "boardcircleLanguage", Priority: beforeLog - 3, Func: translateErrors},
		{Id: "boardcircleRequestLog", Priority: beforeLog - 2, Func: g.recordRequest},
		{Id: "boardcircleRequestTracker", Priority: beforeLog - 1, Func: g.requests.track},
		{Id: "boardcircleClientAddress", Priority: beforeLog, Func: g.clientAddress},
		{Id: "boardcircleHeaders", Priority: beforeLog + 1, Func: g.headers},
		{Id: "boardcircleUnreadBody", Priority: beforeLog + 1, Func: closeUnread},
		{Id: "boardcircleSecrets", Priority: beforeLog + 2, Func: stripSecrets},
		{Id: "boardcircleHost", Priority: beforeLog + 3, Func: g.checkHost},
		{Id: "boardcircleOrigin", Priority: beforeOrigin, Func: g.sameOrigin},
		{Id: "boardcircleSession", Priority: globalSession, Func: g.globalSession},
		{Id: "boardcircleRequireSession", Priority: afterSession, Func: g.requireSession},
		{Id: "boardcircleImpersonation", Priority: afterSession + 1, Func: refuseImpersonatedChanges},
		{Id: "boardcircleSuperuserTimeout", Priority: afterSession, Func: g.limitSuperuser},
		{Id: "boardcircleRequirement", Priority: afterSession + 1, Func: g.applyRequirement},
		{Id: "boardcircleHiddenRoutes", Priority: afterSession + 2, Func: g.hideAuthRoutes},
	} {
		r.Bind(m)
	}
}

// sameOrigin refuses requests that a page of another site made the browser send. It also applies without a cookie,
// because a forged sign-in would set one.
func (g *Middleware) sameOrigin(e *core.RequestEvent) error {
	if err := g.protection.Check(e.Request); err != nil {
		return NewError(http.StatusForbidden, "This request came from another site and was refused.", err)
	}
	return e.Next()
}

// hideAuthRoutes hides PocketBase's own sign-in, reset and verification routes for the accounts that sign in through
// the route table, and the records of PocketBase's own collections from visitors. It also throttles password guesses at
// the superusers' sign-in.
func (g *Middleware) hideAuthRoutes(e *core.RequestEvent) error {
	rest, ok := strings.CutPrefix(e.Request.URL.Path, "/api/collections/")
	if !ok {
		return e.Next()
	}
	name, action, _ := strings.Cut(rest, "/")
	collection, err := e.App.FindCachedCollectionByNameOrId(name)
	if action == "" || action == "records" || strings.HasPrefix(action, "records/") {
		// The rules of PocketBase's own collections would answer a visitor with an empty list.
		if err == nil && action != "" && collection.System && e.Auth == nil {
			return NewError(http.StatusForbidden, "This section is restricted to administrators only.", nil)
		}
		return e.Next()
	}
	if err != nil || !collection.IsAuth() {
		return e.Next()
	}
	if collection.Name != core.CollectionNameSuperusers {
		if e.HasSuperuserAuth() && strings.HasPrefix(action, "impersonate/") {
			return e.Next()
		}
		return NewError(http.StatusNotFound, "The requested resource wasn't found.", nil)
	}
	if e.Request.Method == http.MethodPost && !e.HasSuperuserAuth() {
		if err := g.CheckRateLimit(e, StaffSignIn); err != nil {
			return err
		}
	}
	return e.Next()
}
