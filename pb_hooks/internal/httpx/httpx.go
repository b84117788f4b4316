// From a request to its answer:
//
//	client.go          whose address it is; hosts.go: the names that are answered
//	headers.go         the security headers; timeouts.go: how long a client may take
//	drain.go           the requests that a shutdown waits for; requestlog.go: their log
//	route.go           a line of the route table, and who is let in
//	limits.go          how much an address may ask for
//	session.go         the cookie and its account; revalidate.go: a session that ends meanwhile
//	reauthenticate.go  the password once more before what is sensitive
//	decode.go          the body as values of a form; errors.go: domain errors as answers
//	cached_json.go     an answer that is the same for everybody
//
// A list is declared in list.go, searched in list_search.go, counted in list_count.go and written in list_write.go;
// list_prevnext.go finds the neighbours of a row.
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
	"boardcircle/pb_hooks/internal/sessions"
)

// Middlewares run by priority. Ours run around PocketBase's token loader: the record of the request
// around all others, the client's address where PocketBase's request log was, the origin check
// before anything that a cookie could do, the session
// just before PocketBase looks for a token, the hidden routes just after.
const (
	beforeLog     = apis.DefaultActivityLoggerMiddlewarePriority - 10
	beforeOrigin  = apis.DefaultLoadAuthTokenMiddlewarePriority - 3
	beforeSession = apis.DefaultLoadAuthTokenMiddlewarePriority - 2
	globalSession = apis.DefaultLoadAuthTokenMiddlewarePriority - 1
	afterSession  = apis.DefaultLoadAuthTokenMiddlewarePriority + 1
)

// Middleware holds what the middlewares need.
type Middleware struct {
	cfg         config.Config
	now         clock.Clock
	limiter     *rateLimiter
	protection  *http.CrossOriginProtection
	requests    requestTracker
	sessions    sessions.Cache
	counts      countCache
	requirement func(account *core.Record) (Requirement, error)
	observer    Observer
	timeouts    Timeouts
	// recordBulkRead may be nil.
	recordBulkRead func(e *core.RequestEvent, rows int64, filters []string) error
	// reauthenticate asks a caller for their password.
	reauthenticate func(*core.RequestEvent) error
	hosts          HostRule
	// userCookies are removed with a user's session.
	userCookies []string
	// table is the route table, once it is mounted.
	table []Route
}

// Option changes the middlewares of a site.
type Option func(*Middleware)

// WithRequirement sets the rule that tells what an admin's account lacks for the console; without one
// nothing is required.
func WithRequirement(rule func(account *core.Record) (Requirement, error)) Option {
	return func(g *Middleware) { g.requirement = rule }
}

// WithTimeouts replaces the DefaultTimeouts.
func WithTimeouts(timeouts Timeouts) Option { return func(g *Middleware) { g.timeouts = timeouts } }

// WithHosts sets the names that the server answers to; without it, it answers to all.
func WithHosts(rule HostRule) Option { return func(g *Middleware) { g.hosts = rule } }

// WithUserCookies names cookies of a feature that are removed with a user's session: at a shared computer the next
// person must not find what they stand for.
func WithUserCookies(names ...string) Option {
	return func(g *Middleware) { g.userCookies = names }
}

// New returns the middlewares of a site; cfg.SiteURL must be known by now.
func New(cfg config.Config, now clock.Clock, options ...Option) *Middleware {
	protection := http.NewCrossOriginProtection()
	if cfg.SiteURL != "" {
		// config has checked that it is an origin
		_ = protection.AddTrustedOrigin(cfg.SiteURL)
	}
	g := &Middleware{cfg: cfg, now: now, limiter: newRateLimiter(now), protection: protection, timeouts: DefaultTimeouts()}
	g.counts.dataVersion = g.sessions.DataVersion
	for _, option := range options {
		option(g)
	}
	return g
}

// Bind puts the middlewares in front of every route, PocketBase's own included.
func (g *Middleware) Bind(r *router.Router[*core.RequestEvent]) {
	// PocketBase would let every other site's page read our answers, the demo's inbox among them.
	r.Unbind(apis.DefaultCorsMiddlewareId)
	// It logs addresses with all that they carry; recordRequest logs instead.
	r.Unbind(apis.DefaultActivityLoggerMiddlewareId)
	for _, m := range []*hook.Handler[*core.RequestEvent]{
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
		{Id: "boardcircleSuperuserTimeout", Priority: afterSession, Func: g.limitSuperuser},
		{Id: "boardcircleRequirement", Priority: afterSession + 1, Func: g.applyRequirement},
		{Id: "boardcircleHiddenRoutes", Priority: afterSession + 2, Func: g.hideAuthRoutes},
	} {
		r.Bind(m)
	}
}

// sameOrigin refuses what another site's page made a browser send. It does not wait for a cookie:
// a forged sign-in would plant one.
func (g *Middleware) sameOrigin(e *core.RequestEvent) error {
	if err := g.protection.Check(e.Request); err != nil {
		return NewError(http.StatusForbidden, "This request came from another site and was refused.", err)
	}
	return e.Next()
}

// hideAuthRoutes hides PocketBase's own sign-in, reset and verification routes of the accounts that
// sign in through the table, and slows down guesses at the superusers' one.
func (g *Middleware) hideAuthRoutes(e *core.RequestEvent) error {
	rest, ok := strings.CutPrefix(e.Request.URL.Path, "/api/collections/")
	if !ok {
		return e.Next()
	}
	name, action, _ := strings.Cut(rest, "/")
	if action == "" || action == "records" || strings.HasPrefix(action, "records/") {
		return e.Next()
	}
	collection, err := e.App.FindCachedCollectionByNameOrId(name)
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
