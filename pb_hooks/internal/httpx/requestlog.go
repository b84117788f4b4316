// Each request is recorded once, after its response: it is counted for the metrics and logged. The log has the route,
// record, account and result. It contains nothing that a person typed: no query, no body and no address of an unknown
// page.

package httpx

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
)

// Observer is called for each finished request with its route as in the table ("GET /api/user"), the status and the
// duration. The duration of realtime streams is 0, because they last as long as their page is open.
type Observer func(route string, status int, duration time.Duration)

// WithObserver sets the function that is called for each request.
func WithObserver(observer Observer) Option {
	return func(g *Middleware) { g.observer = observer }
}

// RequestIDHeader carries the id of a request: from a trusted proxy to the server, and from the server to the client.
const RequestIDHeader = "X-Request-Id"

// requestIDPattern matches the ids that are accepted from a proxy.
var requestIDPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$`)

// RequestID returns the id of a request, which its log lines contain.
func RequestID(e *core.RequestEvent) string { return e.Request.Header.Get(RequestIDHeader) }

// Logger returns the app's logger with the id of a request.
func Logger(e *core.RequestEvent) *slog.Logger {
	return e.App.Logger().With("requestId", RequestID(e))
}

// skipSuccessKey is PocketBase's mark for requests that are logged only if they fail.
const skipSuccessKey = "__skipSuccessActivityLogger"

// maxUserAgentLength is how many bytes of a User-Agent are logged.
const maxUserAgentLength = 300

func (g *Middleware) recordRequest(e *core.RequestEvent) error {
	g.setRequestID(e)
	measured := clock.StartStopwatch()
	err := e.Next()
	duration := measured.Elapsed()
	status := answeredStatus(e, err)
	if g.observer != nil {
		observed := duration
		if e.Request.URL.Path == "/api/realtime" {
			observed = 0
		}
		g.observer(e.Request.Pattern, status, observed)
	}
	if g.isLogged(e, err, status) {
		logRequest(e, err, status, duration)
	}
	return err
}

// setRequestID uses the id from a trusted proxy, or creates one.
func (g *Middleware) setRequestID(e *core.RequestEvent) {
	id := e.Request.Header.Get(RequestIDHeader)
	peer, err := netip.ParseAddrPort(e.Request.RemoteAddr)
	if err != nil || !g.isProxy(peer.Addr()) || !requestIDPattern.MatchString(id) {
		id = strings.ToLower(rand.Text()[:16])
	}
	e.Request.Header.Set(RequestIDHeader, id)
	e.Response.Header().Set(RequestIDHeader, id)
}

// answeredStatus returns the status of a response. For errors it must be derived, because the response is written only
// after the middlewares.
func answeredStatus(e *core.RequestEvent, err error) int {
	if status := e.Status(); status != 0 {
		return status
	}
	if err != nil {
		return router.ToApiError(err).Status
	}
	return http.StatusOK
}

// isLogged limits how much strangers can write to the request log. PocketBase stores a row for each request for days,
// so 58,000 long requests cost ten seconds, 700 MB of disk and as much memory. Requests beyond the budget are answered
// but not logged. Server errors are always logged.
func (g *Middleware) isLogged(e *core.RequestEvent, err error, status int) bool {
	if status >= http.StatusInternalServerError {
		return true
	}
	if err == nil && e.Get(skipSuccessKey) != nil {
		return false
	}
	return g.limiter.take(RequestLog, ClientNetwork(e)) == 0 && g.limiter.take(RequestLogTotal, "") == 0
}

// logRequest writes the row with the field names that PocketBase's dashboard expects.
func logRequest(e *core.RequestEvent, err error, status int, duration time.Duration) {
	method, route := logRoute(e.Request)
	address, record := logAddress(e.Request, status)
	agent := e.Request.UserAgent()
	if len(agent) > maxUserAgentLength {
		agent = agent[:maxUserAgentLength]
	}
	attrs := []any{
		"type", "request", "requestId", RequestID(e), "method", method, "route", route, "url", address,
		"record", record, "status", status, "execTime", float64(duration) / float64(time.Millisecond),
		"userAgent", agent, "auth", "",
	}
	logs := e.App.Settings().Logs
	if e.Auth != nil {
		attrs = append(attrs[:len(attrs)-1], e.Auth.Collection().Name)
		if logs.LogAuthId {
			attrs = append(attrs, "authId", e.Auth.Id)
		}
	}
	if logs.LogIP {
		attrs = append(attrs, "userIP", e.RealIP(), "remoteIP", e.RemoteIP())
	}
	if err != nil {
		attrs = append(attrs, errorAttrs(err, status)...)
	}
	level := slog.LevelInfo
	if status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	e.App.Logger().Log(e.Request.Context(), level, method+" "+address, attrs...)
}

// errorAttrs returns why a request failed: the code or public message of a refusal, or the cause of a server error. The
// cause of a refusal is left out, because it may quote the request.
func errorAttrs(err error, status int) []any {
	var domain *apperr.Error
	if errors.As(err, &domain) {
		return []any{"error", domain.Code}
	}
	var answer *router.ApiError
	if !errors.As(err, &answer) {
		return []any{"error", err.Error()}
	}
	if cause, isError := answer.RawData().(error); isError && errors.As(cause, &domain) {
		return []any{"error", domain.Code}
	}
	attrs := []any{"error", answer.Message}
	if cause := answer.RawData(); cause != nil && status >= http.StatusInternalServerError {
		attrs = append(attrs, "details", cause)
	}
	return attrs
}

// logRoute returns the method and pattern of a request. Unknown methods are not logged, because a caller can send any
// text there.
func logRoute(r *http.Request) (method, pattern string) {
	method, pattern, found := strings.Cut(r.Pattern, " ")
	if !found {
		method, pattern = "ANY", r.Pattern
	}
	if r.Method == http.MethodHead || pattern == "/" && knownMethods[r.Method] {
		method = r.Method
	}
	return method, pattern
}

var knownMethods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPut: true, http.MethodPatch: true,
	http.MethodDelete: true, http.MethodOptions: true,
}

var (
	wildcardPattern = regexp.MustCompile(`\{[^}]*\}`)
	// recordIDPattern matches a PocketBase id or a UUID.
	recordIDPattern = regexp.MustCompile(`^(?:[a-z0-9]{15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)
	// pagePattern matches the address of a page or file of the site: lower case, with at most four digits per part.
	// Tokens have capitals or many digits, and other text that a person typed is not the address of a page.
	pagePattern = regexp.MustCompile(`^(?:/[a-z][a-z.-]{0,39}[0-9]{0,4})*/?$`)
)

// logAddress returns the address without personal data: the route with the ids of its records, or an existing page.
// record is the first id.
func logAddress(r *http.Request, status int) (address, record string) {
	_, pattern := logRoute(r)
	address = wildcardPattern.ReplaceAllStringFunc(pattern, func(wildcard string) string {
		name := strings.TrimSuffix(strings.Trim(wildcard, "{}$"), "...")
		value := r.PathValue(name)
		if name != "" && recordIDPattern.MatchString(value) {
			if record == "" {
				record = value
			}
			return value
		}
		return wildcard
	})
	if status < http.StatusBadRequest && (strings.HasSuffix(pattern, "...}") || pattern == "/") &&
		pagePattern.MatchString(r.URL.Path) {
		address = r.URL.Path
	}
	return address, record
}
