package httpx

import (
	"mime"
	"net/http"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Who may call a route.
type Who int

// The access classes, from the widest to the narrowest.
const (
	// Anyone is everybody, signed in or not; a session cookie is still read.
	Anyone Who = iota
	// AnyoneAdminsSeeMore is everybody, but an admin is recognised and served more.
	AnyoneAdminsSeeMore
	// Provider is another server, which proves itself in the handler: no cookie, no JSON rule.
	Provider
	// SignedIn is an active users account.
	SignedIn
	// SignedInOrAdmin is an active users account or an admin; the handler tells whose data it is.
	SignedInOrAdmin
	// Admin is an admins account, a users account with isAdmin, or a superuser.
	Admin
	// OwnAdminAccount is an admins account in its own matters, also one that must still set up the
	// second factor that the console asks for.
	OwnAdminAccount
)

// Route is one line of the route table.
type Route struct {
	Method, Path string
	Who          Who
	// Body is the most that a request may send, in bytes.
	Body int64
	// Upload routes take a file as multipart/form-data; all others take JSON.
	Upload  bool
	Rate    Rate
	Handler func(*core.RequestEvent) error
}

// Mount registers a table's routes, each behind its session, access, rate and type checks.
func (g *Edge) Mount(r *router.Router[*core.RequestEvent], table []Route) {
	for _, route := range table {
		r.Route(route.Method, route.Path, route.Handler).
			Bind(apis.BodyLimit(route.Body)).
			Bind(&hook.Handler[*core.RequestEvent]{
				Id: "boardcircleRouteSession", Priority: beforeSession, Func: g.loadSession(route.prefersAdmin()),
			}).
			BindFunc(route.allow, g.limit(route.Rate), route.rightType, route.whole(g))
	}
}

func (r Route) prefersAdmin() bool {
	return r.Who == Admin || r.Who == OwnAdminAccount || r.Who == AnyoneAdminsSeeMore || r.Who == SignedInOrAdmin
}

func (r Route) allow(e *core.RequestEvent) error {
	switch r.Who {
	case SignedIn:
		if User(e) == nil {
			return needSignIn(e)
		}
	case SignedInOrAdmin:
		if User(e) == nil && !IsAdmin(e.Auth) {
			return needSignIn(e)
		}
	case Admin:
		if e.Auth == nil {
			return needSignIn(e)
		}
		if need := NeedOf(e.Auth); need != NeedsNothing {
			return needs(need)
		}
		if !IsAdmin(e.Auth) {
			return Refuse(http.StatusForbidden, "This section is restricted to administrators only.", nil)
		}
		if err := onPurpose(e); err != nil {
			return err
		}
	case OwnAdminAccount:
		if e.Auth == nil || e.Auth.Collection().Name != Admins {
			return needSignIn(e)
		}
	}
	return e.Next()
}

func needSignIn(e *core.RequestEvent) error {
	if e.Auth != nil {
		return Refuse(http.StatusForbidden, "This account cannot do that here.", nil)
	}
	return Refuse(http.StatusUnauthorized, "Please sign in to continue.", nil)
}

// takesBody tells whether a request brings a body that is ours to judge: a provider's is its handler's.
func (r Route) takesBody(request *http.Request) bool {
	return r.Who != Provider && r.Body > 0 && request.ContentLength != 0
}

func (r Route) rightType(e *core.RequestEvent) error {
	if !r.takesBody(e.Request) {
		return e.Next()
	}
	wanted, sentence := "application/json", "Please send JSON, with Content-Type: application/json."
	if r.Upload {
		wanted, sentence = "multipart/form-data", "Please send the file in a form, with Content-Type: multipart/form-data."
	}
	mediaType, _, err := mime.ParseMediaType(e.Request.Header.Get("Content-Type"))
	if err != nil || mediaType != wanted {
		return Refuse(http.StatusUnsupportedMediaType, sentence, nil)
	}
	return e.Next()
}
