// A request is recorded once, when it has been answered: counted for the metrics, and logged. The log says
// which route, record and account it was about and what became of it, and holds nothing that a person
// typed: no query, no body, no address of a page that we do not know.

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
)

// Observer is told of each request that was answered: its route as the table writes it ("GET /api/user"), the
// status, and how long it took; a stream, which lasts as long as its page is open, took no time.
type Observer func(route string, status int, duration time.Duration)

// WithObserver sets who is told of the requests.
func WithObserver(observer Observer) Option {
	return func(g *Middleware) { g.observer = observer }
}

// RequestIDHeader carries the id of a request: from a trusted proxy to us, and from us to everybody.
const RequestIDHeader = "X-Request-Id"

// requestIDPattern is the form in which a proxy's id is taken over.
var requestIDPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$`)

// RequestID is the id of a request, under which its log lines are found.
func RequestID(e *core.RequestEvent) string { return e.Request.Header.Get(RequestIDHeader) }

// Logger is the app's logger for what concerns one request.
func Logger(e *core.RequestEvent) *slog.Logger {
	return e.App.Logger().With("requestId", RequestID(e))
}

// skipSuccessKey is how PocketBase marks a request that leaves no row unless it fails.
const skipSuccessKey = "__skipSuccessActivityLogger"

// maxUserAgentLength is what the log keeps of a caller's User-Agent, in bytes.
const maxUserAgentLength = 300

func (g *Middleware) recordRequest(e *core.RequestEvent) error {
	g.setRequestID(e)
	began := time.Now()
	err := e.Next()
	duration := time.Since(began)
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

// setRequestID takes a trusted proxy's id over, or makes one.
func (g *Middleware) setRequestID(e *core.RequestEvent) {
	id := e.Request.Header.Get(RequestIDHeader)
	peer, err := netip.ParseAddrPort(e.Request.RemoteAddr)
	if err != nil || !g.isProxy(peer.Addr()) || !requestIDPattern.MatchString(id) {
		id = strings.ToLower(rand.Text()[:16])
	}
	e.Request.Header.Set(RequestIDHeader, id)
	e.Response.Header().Set(RequestIDHeader, id)
}

// answeredStatus is the status of an answer; an error's is written only after the middlewares.
func answeredStatus(e *core.RequestEvent, err error) int {
	if status := e.Status(); status != 0 {
		return status
	}
	if err != nil {
		return router.ToApiError(err).Status
	}
	return http.StatusOK
}

// isLogged bounds what strangers can write to the request log. PocketBase keeps a row of each request for
// days: 58,000 long ones took ten seconds, 700 MB of disk and as much memory. Beyond the budget a request is
// answered as ever and leaves no row, but a failure of ours always does.
func (g *Middleware) isLogged(e *core.RequestEvent, err error, status int) bool {
	if status >= http.StatusInternalServerError {
		return true
	}
	if err == nil && e.Get(skipSuccessKey) != nil {
		return false
	}
	return g.limiter.take(RequestLog, ClientNetwork(e)) == 0 && g.limiter.take(RequestLogTotal, "") == 0
}

// logRequest writes the row, under the names that PocketBase's dashboard knows.
func logRequest(e *core.RequestEvent, err error, status int, duration time.Duration) {
	method, route := logRoute(e.Request)
	address, record := logAddress(e.Request, status)
	agent := e.Request.UserAgent()
	if len(agent) > maxUserAgentLength {
		agent = agent[:maxUserAgentLength]
	}
	attrs := []any{
		"type", "request", "requestId", RequestID(e), "method", method, "route", route, "url", address, "record", record,
		"status", status, "execTime", float64(duration) / float64(time.Millisecond), "userAgent", agent, "auth", "",
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

// errorAttrs say why a request failed: of a refusal its code or its public sentence, of a failure of ours the
// cause. The cause of a refusal may quote what was sent, so it is left out.
func errorAttrs(err error, status int) []any {
	var domain *apperr.Error
	if errors.As(err, &domain) {
		return []any{"error", domain.Code}
	}
	var answer *router.ApiError
	if !errors.As(err, &answer) {
		return []any{"error", err.Error()}
	}
	if domain, isDomain := causeOf(answer).(*apperr.Error); isDomain {
		return []any{"error", domain.Code}
	}
	attrs := []any{"error", answer.Message}
	if cause := answer.RawData(); cause != nil && status >= http.StatusInternalServerError {
		attrs = append(attrs, "details", cause)
	}
	return attrs
}

// causeOf is the domain error behind an answer, nil if it is none.
func causeOf(answer *router.ApiError) error {
	cause, _ := answer.RawData().(error)
	var domain *apperr.Error
	if errors.As(cause, &domain) {
		return domain
	}
	return nil
}

// logRoute is a request's method and pattern; a method that the router does not know is no text of ours.
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
	// recordIDPattern is PocketBase's id or a UUID.
	recordIDPattern = regexp.MustCompile(`^(?:[a-z0-9]{15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)
	// pagePattern is the address of a page or a file of ours: lower case, and few digits. Tokens have capitals
	// or many digits, and what a person types has no page.
	pagePattern = regexp.MustCompile(`^(?:/[a-z][a-z.-]{0,39}[0-9]{0,4})*/?$`)
)

// logAddress is the address as far as it can hold nothing personal: the route with the ids of its records, or a
// page that there is. record is the first id.
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
	if status < http.StatusBadRequest && (strings.HasSuffix(pattern, "...}") || pattern == "/") && pagePattern.MatchString(r.URL.Path) {
		address = r.URL.Path
	}
	return address, record
}
