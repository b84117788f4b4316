package httpx

import (
	"mime"
	"net/http"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/identity"
)

// Access may call a route.
type Access int

// The access classes, from the widest to the narrowest.
const (
	// Public is everybody, signed in or not; a session cookie is still read.
	Public Access = iota
	// PublicOrAdmin is everybody, but an admin gets more.
	PublicOrAdmin
	// Webhook is another server, which the handler authenticates: no cookie, no JSON rule.
	Webhook
	// Link is whoever holds a link of an e-mail, which the handler checks: a form of any kind, without a cookie, from
	// whatever site.
	Link
	// User is an active users account.
	User
	// UserOrAdmin is an active users account or an admin; the handler tells whose data it is.
	UserOrAdmin
	// Admin is an admins account, a users account with isAdmin, or a superuser, with one of the route's roles.
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

	needsPassword func(*core.RequestEvent) (bool, error)
	inFrame       bool
	roles         []identity.Role
}

// For returns an admins' route as one that some roles may call; without it owners alone may. Owners and superusers
// may call all of them.
func (r Route) For(roles ...identity.Role) Route {
	r.roles = roles
	return r
}

// Roles are the roles besides the owners' that may call an admins' route.
func (r Route) Roles() []identity.Role { return r.roles }

// InFrame returns the route as one whose answer a page of ours shows in a frame.
func (r Route) InFrame() Route {
	r.inFrame = true
	return r
}

// Mount registers a table's routes, each behind its session, access, rate and type checks.
func (g *Middleware) Mount(r *router.Router[*core.RequestEvent], table []Route) {
	g.table = table
	for _, route := range table {
		if route.Access == Link && route.Method != http.MethodGet {
			g.protection.AddInsecureBypassPattern(route.Method + " " + route.Path)
		}
		r.Route(route.Method, route.Path, answerErrors(route.Handler)).
			Bind(apis.BodyLimit(route.Body)).
			Bind(&hook.Handler[*core.RequestEvent]{
				Id: "boardcircleRouteSession", Priority: beforeSession, Func: g.loadSession(route.prefersAdmin()),
			}).
			BindFunc(g.keepBulkReads, route.authorize, g.rateLimit(route.Rate), route.checkContentType, route.limitUpload(g.timeouts), route.bufferBody(g), route.checkPassword(g))
	}
}

// keepBulkReads lets the list of a route record what is read of it, and keep what it counts.
func (g *Middleware) keepBulkReads(e *core.RequestEvent) error {
	e.Set(countsKey, &g.counts)
	if g.recordBulkRead != nil {
		e.Set(bulkReadKey, g.recordBulkRead)
	}
	return e.Next()
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
		if CurrentUser(e) == nil && !IsAdmin(e) {
			return signInRequired(e)
		}
		if CurrentUser(e) == nil && !identity.RoleOf(e.Auth).In(r.roles) {
			return r.roleError(e.Auth)
		}
	case Admin:
		if e.Auth == nil {
			return signInRequired(e)
		}
		if requirement := RequirementOf(e.Auth); requirement != NoRequirement {
			return requirementError(requirement)
		}
		if !IsAdmin(e) {
			return NewError(http.StatusForbidden, "This section is restricted to administrators only.", nil)
		}
		if !identity.RoleOf(e.Auth).In(r.roles) {
			return r.roleError(e.Auth)
		}
		if err := requireDirectRequest(e, r.inFrame); err != nil {
			return err
		}
	case AdminAccount:
		if e.Auth == nil || e.Auth.Collection().Name != Admins {
			return signInRequired(e)
		}
	}
	return e.Next()
}

// roleError refuses an admin whose role does not include the route, and says whose does.
func (r Route) roleError(account *core.Record) error {
	message := "Your role, " + string(identity.RoleOf(account)) + ", does not include this. It is for " + identity.ListPeople(r.roles) + "."
	apiErr := NewError(http.StatusForbidden, message, nil)
	apiErr.Data["role"] = map[string]string{"code": "role", "message": message}
	return apiErr
}

// RoutesFor lists the admins' routes that an account may call, as "GET /api/people/{id}".
func (g *Middleware) RoutesFor(account *core.Record) []string {
	role, names := identity.RoleOf(account), []string{}
	for _, route := range g.table {
		if route.Access == Admin && role.In(route.roles) {
			names = append(names, route.Method+" "+route.Path)
		}
	}
	return names
}

func signInRequired(e *core.RequestEvent) error {
	if e.Auth != nil {
		return NewError(http.StatusForbidden, "This account cannot do that here.", nil)
	}
	return NewError(http.StatusUnauthorized, "Please sign in to continue.", nil)
}

// hasBody tells whether a request has a body whose type is checked here: a provider's is checked by its handler.
func (r Route) hasBody(request *http.Request) bool {
	return r.Access != Webhook && r.Access != Link && r.Body > 0 && request.ContentLength != 0
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

// Requirement is what a signed-in admin must do before they may use the console; "" is nothing.
type Requirement string

// What the console can ask for. Both are met only where the settings make the second factor
// mandatory: an admin account sets one up in the console, and a member with admin rights in their own account.
const (
	NoRequirement        Requirement = ""
	RequiresMFA          Requirement = "second-factor"
	RequiresAdminAccount Requirement = "admin-account"
)

// requirementKey is the key of the requirement in the caller's record, for this request: it is no field of
// the collection, so it is not stored.
const requirementKey = "boardcircle:requirement"

var requirementMessages = map[Requirement]string{
	RequiresMFA:          "Two-step sign-in is required here. Please set it up first.",
	RequiresAdminAccount: "Two-step sign-in is required here. Please set it up under Security in your account.",
}

// CanUseConsole tells whether an account may use the console at this moment; it accepts nil.
func (g *Middleware) CanUseConsole(account *core.Record) bool {
	if !isAdmin(account) {
		return false
	}
	if g.requirement == nil {
		return true
	}
	need, err := g.requirement(account)
	return err == nil && need == NoRequirement
}

// RequirementOf tells what the caller's account lacks for the console.
func RequirementOf(account *core.Record) Requirement {
	if account == nil {
		return NoRequirement
	}
	return Requirement(account.GetString(requirementKey))
}

// applyRequirement marks the session of an admin who needs something more: from here on they are no admin.
func (g *Middleware) applyRequirement(e *core.RequestEvent) error {
	if err := g.markRequirement(e.Auth); err != nil {
		return sessionCheckError(err)
	}
	return e.Next()
}

func (g *Middleware) markRequirement(account *core.Record) error {
	if g.requirement == nil || !isAdmin(account) {
		return nil
	}
	need, err := g.requirement(account)
	if err == nil && need != NoRequirement {
		account.SetRaw(requirementKey, string(need))
	}
	return err
}

func sessionCheckError(err error) error {
	return NewError(http.StatusInternalServerError, "The session could not be checked. Please try again.", err)
}

// requirementError refuses an admin who needs something more, with the code that tells the console what.
func requirementError(need Requirement) *router.ApiError {
	apiErr := NewError(http.StatusForbidden, requirementMessages[need], nil)
	apiErr.Data["session"] = map[string]string{"code": string(need), "message": requirementMessages[need]}
	return apiErr
}
