package httpx

import (
	"mime"
	"net/http"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Access may call a route.
type Access int

// The access classes, from the widest to the narrowest.
const (
	// Public is everybody, signed in or not; a session cookie is still read.
	Public Access = iota
	// PublicOrAdmin is everybody, but an admin is recognised and served more.
	PublicOrAdmin
	// Webhook is another server, which proves itself in the handler: no cookie, no JSON rule.
	Webhook
	// User is an active users account.
	User
	// UserOrAdmin is an active users account or an admin; the handler tells whose data it is.
	UserOrAdmin
	// Admin is an admins account, a users account with isAdmin, or a superuser.
	Admin
	// AdminAccount is an admins account in its own matters, also one that must still set up the
	// second factor that the console asks for.
	AdminAccount
)

// Route is one line of the route table.
type Route struct {
	Method, Path string
	Access       Access
	// Body is the most that a request may send, in bytes.
	Body int64
	// Upload routes take a file as multipart/form-data; all others take JSON.
	Upload  bool
	Rate    RateClass
	Handler func(*core.RequestEvent) error
}

// Mount registers a table's routes, each behind its session, access, rate and type checks.
func (g *Middleware) Mount(r *router.Router[*core.RequestEvent], table []Route) {
	for _, route := range table {
		r.Route(route.Method, route.Path, answerErrors(route.Handler)).
			Bind(apis.BodyLimit(route.Body)).
			Bind(&hook.Handler[*core.RequestEvent]{
				Id: "boardcircleRouteSession", Priority: beforeSession, Func: g.loadSession(route.prefersAdmin()),
			}).
			BindFunc(route.authorize, g.rateLimit(route.Rate), route.checkContentType, route.bufferBody(g))
	}
}

func (r Route) prefersAdmin() bool {
	return r.Access == Admin || r.Access == AdminAccount || r.Access == PublicOrAdmin || r.Access == UserOrAdmin
}

func (r Route) authorize(e *core.RequestEvent) error {
	switch r.Access {
	case User:
		if CurrentUser(e) == nil {
			return signInRequired(e)
		}
	case UserOrAdmin:
		if CurrentUser(e) == nil && !IsAdmin(e.Auth) {
			return signInRequired(e)
		}
	case Admin:
		if e.Auth == nil {
			return signInRequired(e)
		}
		if need := RequirementOf(e.Auth); need != NoRequirement {
			return requirementError(need)
		}
		if !IsAdmin(e.Auth) {
			return NewError(http.StatusForbidden, "This section is restricted to administrators only.", nil)
		}
		if err := requireDirectRequest(e); err != nil {
			return err
		}
	case AdminAccount:
		if e.Auth == nil || e.Auth.Collection().Name != Admins {
			return signInRequired(e)
		}
	}
	return e.Next()
}

func signInRequired(e *core.RequestEvent) error {
	if e.Auth != nil {
		return NewError(http.StatusForbidden, "This account cannot do that here.", nil)
	}
	return NewError(http.StatusUnauthorized, "Please sign in to continue.", nil)
}

// hasBody tells whether a request brings a body that is ours to judge: a provider's is its handler's.
func (r Route) hasBody(request *http.Request) bool {
	return r.Access != Webhook && r.Body > 0 && request.ContentLength != 0
}

func (r Route) checkContentType(e *core.RequestEvent) error {
	if !r.hasBody(e.Request) {
		return e.Next()
	}
	expected, message := "application/json", "Please send JSON, with Content-Type: application/json."
	if r.Upload {
		expected, message = "multipart/form-data", "Please send the file in a form, with Content-Type: multipart/form-data."
	}
	mediaType, _, err := mime.ParseMediaType(e.Request.Header.Get("Content-Type"))
	if err != nil || mediaType != expected {
		return NewError(http.StatusUnsupportedMediaType, message, nil)
	}
	return e.Next()
}
