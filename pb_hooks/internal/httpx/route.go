package httpx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
)

// Access says who may call a route.
type Access int

// The access classes, from the widest to the narrowest.
const (
	// Public allows everyone, signed in or not. The session cookie is still read.
	Public Access = iota
	// PublicOrAdmin allows everyone, but admins get more data.
	PublicOrAdmin
	// Webhook allows another server. The handler authenticates it; the rules for cookies and JSON do not apply.
	Webhook
	// Link allows anyone with a link from an email. The handler checks the link. The request may be any kind of form,
	// from any site, and no cookie is read.
	Link
	// User allows an active users account.
	User
	// Member allows an active users account whose owner is a member now: their entitlement is active or in grace. If the
	// route belongs to modules, the owner's plan must open one of them that is on.
	Member
	// UserOrAdmin allows an active users account or an admin. The handler checks whose data may be read.
	UserOrAdmin
	// Admin allows an admins account, a users account with isAdmin, or a superuser, with one of the route's roles.
	Admin
	// AdminAccount allows an admins account to manage itself, even if it must still set up the second factor that the
	// console requires.
	AdminAccount
)

// Route is one line of the route table.
type Route struct {
	Method, Path string
	Access       Access
	// Body is the maximum size of the request body in bytes. It is 0 for a GET only.
	Body     int64
	Rate     RateClass
	Endpoint Endpoint

	asksForPassword bool
	passwordRule    PasswordRule
	inFrame         bool
	isForUnverified bool
	ignoresKey      string
	refusalPage     func(*core.RequestEvent) string
	roles           []identity.Role
	modules         []modules.ID
}

// For returns an admin route that some roles may call. Without it, only owners may. Owners and superusers may call all
// admin routes.
func (r Route) For(roles ...identity.Role) Route {
	r.roles = roles
	return r
}

// Roles returns the roles other than owner that may call an admin route.
func (r Route) Roles() []identity.Role { return r.roles }

// In returns a route that exists while one of some modules is on.
func (r Route) In(ids ...modules.ID) Route {
	r.modules = ids
	return r
}

// Modules returns the modules of which one must be on. It is empty for a route that is always there.
func (r Route) Modules() []modules.ID { return r.modules }

// InFrame returns the route for a response that one of our pages may show in a frame.
func (r Route) InFrame() Route {
	r.inFrame = true
	return r
}

// ForUnverified returns a members' route that changes something and that a member may call who has not confirmed their
// address: it concerns only themselves, or ends something.
func (r Route) ForUnverified() Route {
	r.isForUnverified = true
	return r
}

// IsForUnverified reports whether members who have not confirmed their address may call the route.
func (r Route) IsForUnverified() bool { return r.isForUnverified || r.Method == http.MethodGet }

// WithoutKey returns a POST route that ignores the header Idempotency-Key, with the reason.
func (r Route) WithoutKey(reason string) Route {
	r.ignoresKey = reason
	return r
}

// WhyNoKey returns why a POST route ignores the header Idempotency-Key. It is "" if the route takes it.
func (r Route) WhyNoKey() string { return r.ignoresKey }

// TakesKey reports whether a repeated request with the same Idempotency-Key runs once. Every POST route takes the key,
// unless it says why it does not.
func (r Route) TakesKey() bool { return r.Method == http.MethodPost && r.ignoresKey == "" }

// WithRefusalPage returns the route with a page of the site for people whom the route refuses. A browser that opens the
// route is redirected to the page, which says what the person can do. All other clients get the error.
func (r Route) WithRefusalPage(page func(*core.RequestEvent) string) Route {
	r.refusalPage = page
	return r
}

// showRefusals redirects a browser to the route's page if the request is refused. Failures of the server stay errors,
// so that they are logged.
func (r Route) showRefusals(e *core.RequestEvent) error {
	err := e.Next()
	var refusal *router.ApiError
	if r.refusalPage == nil || !errors.As(err, &refusal) || refusal.Status >= http.StatusInternalServerError ||
		!strings.Contains(e.Request.Header.Get("Accept"), "text/html") {
		return err
	}
	e.Response.Header().Set("Cache-Control", "no-store")
	return e.Redirect(http.StatusSeeOther, r.refusalPage(e))
}

// Mount registers the routes of a table with their session, access, rate and type checks. It panics if a route other
// than a GET has no body limit, because such a body would be unlimited and its type unchecked.
func (g *Middleware) Mount(r *router.Router[*core.RequestEvent], table []Route) {
	g.table = table
	for _, route := range table {
		if route.Method != http.MethodGet && route.Body <= 0 {
			panic(route.Method + " " + route.Path + " has no body limit in the route table")
		}
		if route.Access == Link && route.Method != http.MethodGet {
			g.protection.AddInsecureBypassPattern(route.Method + " " + route.Path)
		}
		r.Route(route.Method, route.Path, answerErrors(route.Endpoint.Handler)).
			Bind(apis.BodyLimit(route.Body)).
			Bind(&hook.Handler[*core.RequestEvent]{
				Id: "boardcircleRouteSession", Priority: beforeSession, Func: g.loadSession(route.takesAdmin(g)),
			}).
			BindFunc(g.routeMiddlewares...).
			BindFunc(cleanQuery, route.showRefusals, route.authorize(g), g.rateLimit(route.Rate), route.checkContentType,
				route.limitUpload(g.timeouts), route.bufferBody(g), route.runOnce(g), route.checkPassword(g))
	}
}

// Call runs a route whose path has one parameter, for the caller of another request: with the same checks of the caller,
// and with the same effects as a request of the console. The answer is dropped.
func (g *Middleware) Call(e *core.RequestEvent, name, id string, body map[string]any) error {
	method, path, _ := strings.Cut(name, " ")
	i := slices.IndexFunc(g.table, func(r Route) bool { return r.Method == method && r.Path == path })
	if i < 0 {
		return fmt.Errorf("call %s: no such route", name)
	}
	content, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("call %s: %w", name, err)
	}
	route := g.table[i]
	inner := &core.RequestEvent{App: e.App, Auth: e.Auth, Event: router.Event{Response: httptest.NewRecorder()}}
	inner.SetAll(e.GetAll())
	inner.Request = e.Request.Clone(e.Request.Context())
	inner.Request.Method = method
	inner.Request.URL = &url.URL{Path: pathParameter.ReplaceAllLiteralString(path, id)}
	inner.Request.SetPathValue(strings.Trim(pathParameter.FindString(path), "{}"), id)
	inner.Request.Header.Set("Content-Type", "application/json")
	inner.Request.Body = &router.RereadableReadCloser{ReadCloser: io.NopCloser(bytes.NewReader(content))}
	inner.Request.ContentLength = int64(len(content))
	var checks hook.Hook[*core.RequestEvent]
	for _, check := range []func(*core.RequestEvent) error{
		route.authorize(g), g.rateLimit(route.Rate), route.checkPassword(g),
	} {
		checks.BindFunc(check)
	}
	return checks.Trigger(inner, answerErrors(route.Endpoint.Handler))
}

var pathParameter = regexp.MustCompile(`\{[^}]+\}`)

// cleanQuery replaces each NUL and each invalid byte of the query with a space. No stored text has them, and SQLite ends
// the text of a search at a NUL.
func cleanQuery(e *core.RequestEvent) error {
	query, isChanged := e.Request.URL.Query(), false
	for _, values := range query {
		for i, value := range values {
			values[i] = strings.ToValidUTF8(strings.ReplaceAll(value, "\x00", " "), " ")
			isChanged = isChanged || values[i] != value
		}
	}
	if isChanged {
		e.Request.URL.RawQuery = query.Encode()
	}
	return e.Next()
}

// IsUpload reports whether the route accepts a file as multipart/form-data. All others accept JSON.
func (r Route) IsUpload() bool { return r.Endpoint.FilePart != "" }

// takesAdmin returns for which accounts of admins the route takes their cookie before that of the users account, or nil.
// A route for users and admins takes it only from an admin who may call the route, or a member who is also signed in to
// the console, as an editor for example, could not read their own documents.
func (r Route) takesAdmin(g *Middleware) func(admin *core.Record) bool {
	switch r.Access {
	case Admin, AdminAccount, PublicOrAdmin:
		return anyAdmin
	case UserOrAdmin:
		return func(admin *core.Record) bool {
			return identity.RoleOf(admin).In(r.roles) && g.CanUseConsole(admin)
		}
	}
	return nil
}

func (r Route) authorize(g *Middleware) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if err := r.checkAccess(g, e); err != nil {
			return err
		}
		return e.Next()
	}
}

func (r Route) checkAccess(g *Middleware, e *core.RequestEvent) error {
	if on, err := g.isOn(e.App, r); err != nil {
		return err
	} else if !on {
		return NewError(http.StatusNotFound, "This part of the site is switched off.", nil)
	}
	switch r.Access {
	case User:
		if CurrentUser(e) == nil {
			return signInRequired(e)
		}
	case Member:
		return g.requireMembership(e, r)
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
		if missing := RequirementOf(e.Auth); missing != NoRequirement {
			return requirementError(missing)
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
	return nil
}

// roleError refuses an admin whose role may not call the route, and names the roles that may.
func (r Route) roleError(account *core.Record) error {
	message := "Your role, " + string(identity.RoleOf(account)) + ", does not include this. It is for " +
		identity.ListPeople(r.roles) + "."
	return forbidden("role", "role", message)
}

// MembershipRule says whether an account's owner is a member now, and which modules the membership opens.
type MembershipRule func(app core.App, userID string) (isMember bool, opened modules.Set, err error)

// WithMembership sets the rule that says who is a member. Without a rule, no one is.
func WithMembership(rule MembershipRule) Option {
	return func(g *Middleware) { g.membershipOf = rule }
}

const membershipMessage = "This is for members of the circle. Your membership has not started or has ended. " +
	"You can join or renew on your account page."

const unverifiedMessage = "Please confirm your email address first. Until then you can read the circle, but not be " +
	"listed, contact members, vote, vouch or mentor. You can ask for the link under Security in your account."

// requireMembership refuses callers who are not members, and members whose plan opens none of the route's modules that
// are on. The codes in the answers tell the web app to offer the plans. A route that changes something also refuses
// members who have not confirmed their address: other members must be able to trust that the account is its owner's.
func (g *Middleware) requireMembership(e *core.RequestEvent, r Route) error {
	user := CurrentUser(e)
	if user == nil {
		return signInRequired(e)
	}
	isMember, open, err := g.Membership(e.App, user.Id)
	switch {
	case err != nil:
		return NewError(http.StatusInternalServerError, "Your membership could not be checked. Please try again.", err)
	case !isMember:
		return forbidden("membership", "membership", membershipMessage)
	case !open.HasAny(r.modules...):
		return forbidden("plan", "plan", planMessage(r.modules))
	case !r.IsForUnverified() && !user.Verified():
		return forbidden("verification", "unverified", unverifiedMessage)
	}
	return nil
}

// planMessage says which module the caller's plan does not include.
func planMessage(ids []modules.ID) string {
	if module, _ := modules.Find(ids[0]); len(ids) == 1 {
		return "Your plan does not include " + module.Phrase + "."
	}
	return "Your plan does not include this part of the circle."
}

// forbidden returns a refusal with a code for the web app.
func forbidden(field, code, message string) error {
	apiErr := NewError(http.StatusForbidden, message, nil)
	apiErr.Data[field] = map[string]string{"code": code, "message": message}
	return apiErr
}

// Membership reports whether an account's owner is a member now, and returns the modules that are on and that the
// membership opens.
func (g *Middleware) Membership(app core.App, userID string) (isMember bool, open modules.Set, err error) {
	if g.membershipOf == nil {
		return false, modules.Set{}, nil
	}
	isMember, opened, err := g.membershipOf(app, userID)
	if err != nil {
		return false, nil, err
	}
	on, err := g.readModules(app)
	return isMember, on.And(opened), err
}

// RoutesFor returns the admin routes that an account may call now, as "GET /api/people/{id}", and those that it could
// call if their modules were on.
func (g *Middleware) RoutesFor(app core.App, account *core.Record) (names, off []string, err error) {
	on, err := g.readModules(app)
	if err != nil {
		return nil, nil, err
	}
	role := identity.RoleOf(account)
	names, off = []string{}, []string{}
	for _, route := range g.table {
		if route.Access != Admin || !role.In(route.roles) {
			continue
		}
		if on.HasAny(route.modules...) {
			names = append(names, route.Method+" "+route.Path)
		} else {
			off = append(off, route.Method+" "+route.Path)
		}
	}
	return names, off, nil
}

// readModules returns the modules that are on.
func (g *Middleware) readModules(app core.App) (modules.Set, error) {
	if g.modulesOf == nil {
		return modules.Without(), nil
	}
	return g.modulesOf(app)
}

// isOn reports whether one of the modules of a route is on. Most routes belong to none, so they do not read which are.
func (g *Middleware) isOn(app core.App, r Route) (bool, error) {
	if len(r.modules) == 0 {
		return true, nil
	}
	on, err := g.readModules(app)
	return on.HasAny(r.modules...), err
}

func signInRequired(e *core.RequestEvent) error {
	if e.Auth != nil {
		return NewError(http.StatusForbidden, "This account cannot do that.", nil)
	}
	return NewError(http.StatusUnauthorized, "Please sign in to continue.", nil)
}

// hasBody reports whether a request has a body whose type is checked here. The handlers of webhooks check it
// themselves.
func (r Route) hasBody(request *http.Request) bool {
	return r.Access != Webhook && r.Access != Link && r.Body > 0 && request.ContentLength != 0
}

func (r Route) checkContentType(e *core.RequestEvent) error {
	if !r.hasBody(e.Request) {
		return e.Next()
	}
	expected, message := "application/json", "Please send JSON, with Content-Type: application/json."
	if r.IsUpload() {
		expected, message = "multipart/form-data",
			"Please send the file in a form, with Content-Type: multipart/form-data."
	}
	mediaType, _, err := mime.ParseMediaType(e.Request.Header.Get("Content-Type"))
	if err != nil || mediaType != expected {
		return NewError(http.StatusUnsupportedMediaType, message, nil)
	}
	return e.Next()
}

// Requirement is what a signed-in admin must do before they may use the console. "" means nothing.
type Requirement string

// The requirements. They apply only if the settings make the second factor mandatory: an admin account sets it up in
// the console, a member with admin rights in their own account.
const (
	NoRequirement        Requirement = ""
	RequiresMFA          Requirement = "second-factor"
	RequiresAdminAccount Requirement = "admin-account"
)

// Values returns all requirements except NoRequirement.
func (Requirement) Values() []string { return rules.Options(RequiresMFA, RequiresAdminAccount) }

// requirementKey is the key of the requirement in the caller's record during a request. The collection has no such
// field, so it is not stored.
const requirementKey = "boardcircle:requirement"

var requirementMessages = map[Requirement]string{
	RequiresMFA:          "Two-step sign-in is required here. Please set it up first.",
	RequiresAdminAccount: "Two-step sign-in is required here. Please set it up under Security in your account.",
}

// CanUseConsole reports whether an account may use the console now. It accepts nil.
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

// RequirementOf returns what the caller's account lacks for the console.
func RequirementOf(account *core.Record) Requirement {
	if account == nil {
		return NoRequirement
	}
	return Requirement(account.GetString(requirementKey))
}

// applyRequirement marks the account of an admin who does not meet the requirements. After that, they do not count as
// an admin.
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

// requirementError refuses an admin who does not meet a requirement. Its code tells the console which one.
func requirementError(need Requirement) *router.ApiError {
	apiErr := NewError(http.StatusForbidden, requirementMessages[need], nil)
	apiErr.Data["session"] = map[string]string{"code": string(need), "message": requirementMessages[need]}
	return apiErr
}

// reauthenticatedKey marks a request whose caller has given their password again.
const reauthenticatedKey = "boardcircleReauthenticated"

// WithReauthentication sets the function that checks the caller's password. It returns an error if the body does not
// contain the right password. form has the fields that it reads.
func WithReauthentication(reauthenticate func(*core.RequestEvent) error, form rules.Form) Option {
	return func(g *Middleware) { g.reauthenticate, g.reauthenticationForm = reauthenticate, form }
}

// PasswordRule says whether a request requires re-authentication. nil means that each request does.
type PasswordRule func(*core.RequestEvent) (bool, error)

// WithPassword returns the route with re-authentication.
func (r Route) WithPassword(rule PasswordRule) Route {
	r.asksForPassword, r.passwordRule = true, rule
	return r
}

// AsksForPassword reports whether some requests of the route require re-authentication, and whether all do.
func (r Route) AsksForPassword() (some, all bool) {
	return r.asksForPassword, r.asksForPassword && r.passwordRule == nil
}

// checkPassword requires the caller's password if the route's rule says so. It runs before the transaction of the
// change, because counting a wrong password is a write.
func (r Route) checkPassword(g *Middleware) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if !r.asksForPassword {
			return e.Next()
		}
		isRequired, err := true, error(nil)
		if r.passwordRule != nil {
			isRequired, err = r.passwordRule(e)
		}
		if err == nil && isRequired {
			err = g.reauthenticate(e)
			MarkReauthenticated(e)
		}
		if err != nil {
			return toAnswer(err)
		}
		return e.Next()
	}
}

// runOnce runs a request that has an Idempotency-Key once. It runs before the password check: a repeat of what has
// happened needs no password, a code of two-step sign-in is valid only once, and some rules of the check refuse what
// has already happened. A wrong password releases the key.
func (r Route) runOnce(g *Middleware) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		header := e.Request.Header
		if !r.TakesKey() || len(header.Values(idempotency.Header)) == 0 {
			return e.Next()
		}
		if err := idempotency.CheckKey(header); err != nil {
			return toAnswer(err)
		}
		content, err := r.content(g, e)
		if err != nil {
			return err
		}
		caller := ""
		if e.Auth != nil {
			caller = AccountKey(e)
		}
		err = g.keys.Run(e, idempotency.Request{
			Caller: caller, Route: r.Method + " " + r.Path, Key: header.Get(idempotency.Header), Content: content,
		})
		if err != nil {
			return ToAnswer(e, err)
		}
		return nil
	}
}

// MarkReauthenticated marks a request as re-authenticated. The demo's history also uses it for requests without a
// caller.
func MarkReauthenticated(e *core.RequestEvent) { e.Set(reauthenticatedKey, true) }

// IsReauthenticated reports whether the caller has given their password with this request. A handler checks it within
// the transaction of its change, because the data that the route's rule read may have changed since.
func IsReauthenticated(e *core.RequestEvent) bool { return e.Get(reauthenticatedKey) == true }
