package httpx

import (
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/sessions"
)

// The collections whose accounts sign in through the route table.
const (
	Users  = identity.Users
	Admins = identity.Admins
)

// The cookies that scripts can read. They tell the page that a person is probably signed in. So the buttons for
// visitors do not flash, and only an admin's browser asks whether the texts of a page may be edited. The cookies grant
// nothing.
const (
	signedInCookie      = "signed_in"
	adminSignedInCookie = "admin_signed_in"
)

// CookieName returns the full name of a cookie. On https it has the __Host- prefix, which ties it to this host, to
// https and to the path /.
func (g *Middleware) CookieName(name string, r *http.Request) string {
	if !g.https(r) {
		return name
	}
	if name == "admin_session" {
		return "__Host-admin"
	}
	return "__Host-" + name
}

// SetCookie sets an HttpOnly, SameSite=Lax cookie for the whole site. maxAge is in seconds; a negative value removes
// the cookie.
func (g *Middleware) SetCookie(e *core.RequestEvent, name, value string, maxAge int) {
	http.SetCookie(e.Response, &http.Cookie{
		Name: g.CookieName(name, e.Request), Value: value, MaxAge: maxAge, Path: "/",
		HttpOnly: true, Secure: g.https(e.Request), SameSite: http.SameSiteLaxMode,
	})
}

// Cookie returns the value of a cookie, or "".
func (g *Middleware) Cookie(e *core.RequestEvent, name string) string {
	cookie, err := e.Request.Cookie(g.CookieName(name, e.Request))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// SignIn opens a session for a users or admins account and sets its cookie.
func (g *Middleware) SignIn(e *core.RequestEvent, account *core.Record) error {
	token, err := sessions.Open(e.App, account,
		sessions.Client{Address: ClientSubnet(e), UserAgent: e.Request.UserAgent()}, g.now())
	if err != nil {
		return err
	}
	age := int(sessions.Lifetime(account).Seconds())
	collection := account.Collection().Name
	g.SetCookie(e, sessionCookie(collection), token, age)
	g.setReadableCookie(e, readableCookie(collection), "1", age)
	return nil
}

// SignOut removes the session cookie of a collection and ends the session of the request, so that a copied cookie
// becomes worthless. Other sessions of the account continue, because colleagues may share the account. onSignOut is
// called with the account, in the transaction that ends the session.
func (g *Middleware) SignOut(e *core.RequestEvent, collection string,
	onSignOut func(tx core.App, account *core.Record) error) error {
	account := g.sessionAccount(e, collection)
	session := SessionID(e)
	g.ClearSession(e, collection)
	if account == nil {
		return nil
	}
	return e.App.RunInTransaction(func(tx core.App) error {
		// The session may have ended in the meantime.
		if err := sessions.Revoke(tx, account, session); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		return onSignOut(tx, account)
	})
}

// ClearSession removes the browser's session cookie of a collection and the cookies that belong to it.
func (g *Middleware) ClearSession(e *core.RequestEvent, collection string) {
	g.SetCookie(e, sessionCookie(collection), "", -1)
	g.setReadableCookie(e, readableCookie(collection), "", -1)
	if collection == Users {
		for _, name := range g.userCookies {
			g.SetCookie(e, name, "", -1)
		}
	}
}

// CurrentUser returns the signed-in users account of the request, or nil.
func CurrentUser(e *core.RequestEvent) *core.Record {
	if e.Auth == nil || e.Auth.Collection().Name != Users {
		return nil
	}
	return e.Auth
}

// CurrentPersonID returns the id of the person who owns the signed-in users account, or "" without one.
func CurrentPersonID(e *core.RequestEvent) string {
	user := CurrentUser(e)
	if user == nil {
		return ""
	}
	return identity.NewUser(user).PersonID()
}

// AccountKey identifies the signed-in account of a request across collections, because ids are unique only within a
// collection.
func AccountKey(e *core.RequestEvent) string { return e.Auth.Collection().Name + "/" + e.Auth.Id }

// IsAdmin reports whether the caller may use the console now. Handlers must use only this test: an account with admin
// rights that lacks the required second factor is not an admin.
func IsAdmin(e *core.RequestEvent) bool { return isAdmin(e.Auth) }

// isAdmin reads the requirement that applyRequirement has stored in the caller's record. For any other record it would
// find no requirement; use CanUseConsole for those.
func isAdmin(account *core.Record) bool {
	return identity.HasAdminRights(account) && RequirementOf(account) == NoRequirement
}

// IsOwner reports whether the caller may do everything in the console.
func IsOwner(e *core.RequestEvent) bool {
	return IsAdmin(e) && identity.RoleOf(e.Auth) == identity.RoleOwner
}

func sessionCookie(collection string) string {
	if collection == Admins {
		return "admin_session"
	}
	return "session"
}

// readableCookie returns the name of the cookie that accompanies the session cookie of a collection.
func readableCookie(collection string) string {
	if collection == Admins {
		return adminSignedInCookie
	}
	return signedInCookie
}

func (g *Middleware) setReadableCookie(e *core.RequestEvent, name, value string, maxAge int) {
	http.SetCookie(e.Response, &http.Cookie{
		Name: name, Value: value, MaxAge: maxAge, Path: "/",
		Secure: g.https(e.Request), SameSite: http.SameSiteLaxMode,
	})
}

// sessionAccount returns the active account of a collection for the session cookie of the request.
func (g *Middleware) sessionAccount(e *core.RequestEvent, collection string) *core.Record {
	token := g.Cookie(e, sessionCookie(collection))
	if token == "" {
		return nil
	}
	account, session, err := g.sessions.Find(e.App, token, isActiveUse(e), g.now())
	if err != nil || account.Collection().Name != collection || !identity.IsActive(account) {
		return nil
	}
	setSession(e, session)
	return account
}

// sessionKey is the request's key for the id of its session.
const sessionKey = "boardcircleSession"

// SetSession sets the id of the request's session. The demo's history uses it for requests without a router.
func SetSession(e *core.RequestEvent, id string) { e.Set(sessionKey, id) }

// impersonatedKey is the request's key for whether a superuser impersonates its account.
const impersonatedKey = "boardcircleImpersonated"

func setSession(e *core.RequestEvent, session sessions.Session) {
	SetSession(e, session.ID)
	e.Set(impersonatedKey, session.IsImpersonation())
}

// IsImpersonated reports whether a superuser impersonates the account of the request.
func IsImpersonated(e *core.RequestEvent) bool {
	is, _ := e.Get(impersonatedKey).(bool)
	return is
}

// SessionID returns the id of the request's session. It is "" for visitors and superusers.
func SessionID(e *core.RequestEvent) string {
	id, _ := e.Get(sessionKey).(string)
	return id
}

// isActiveUse reports whether a person's action caused the request. A page that only refreshes itself sends X-Idle, and
// such requests do not extend the session.
func isActiveUse(e *core.RequestEvent) bool { return e.Request.Header.Get("X-Idle") == "" }

// loadSession puts the caller's cookie where PocketBase looks for a token, before it looks. takesAdmin says for which
// accounts of admins their cookie comes first; nil means none. An explicit Authorization header wins over both cookies.
func (g *Middleware) loadSession(takesAdmin func(admin *core.Record) bool) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if e.Request.Header.Get("Authorization") != "" || e.Auth != nil {
			return e.Next()
		}
		if takesAdmin != nil {
			e.Auth = g.sessionAccount(e, Admins)
		}
		if e.Auth == nil || !takesAdmin(e.Auth) {
			if user := g.sessionAccount(e, Users); user != nil {
				e.Auth = user
			}
		}
		return e.Next()
	}
}

func anyAdmin(*core.Record) bool { return true }

// globalSession loads the session for PocketBase's own routes and for routes outside the table. Only the console uses
// realtime, so realtime prefers the admins' cookie.
func (g *Middleware) globalSession(e *core.RequestEvent) error {
	if e.Request.URL.Path == "/api/realtime" {
		return g.loadSession(anyAdmin)(e)
	}
	return g.loadSession(nil)(e)
}

// requireSession removes the caller from a request without a live session, or whose account is deactivated. It runs
// after PocketBase has found the caller's account, so it covers every way to authenticate: cookie, header, PocketBase's
// own routes, realtime and each request of a batch. A token without a session is refused even if PocketBase accepts it.
// Superusers have no sessions.
func (g *Middleware) requireSession(e *core.RequestEvent) error {
	if e.Auth == nil || e.Auth.IsSuperuser() ||
		SessionID(e) != "" { // loadSession has already checked the session of a cookie
		return e.Next()
	}
	caller, token := e.Auth, authToken(e.Request)
	e.Auth = nil
	if !IsActive(caller) || sessions.IDOf(token) == "" {
		return e.Next()
	}
	account, session, err := g.sessions.Find(e.App, token, isActiveUse(e), g.now())
	if err != nil && !errors.Is(err, sessions.ErrEnded) {
		return sessionCheckError(err)
	}
	if err == nil && account.Id == caller.Id && account.Collection().Id == caller.Collection().Id {
		e.Auth = account
		setSession(e, session)
	}
	return e.Next()
}

// refuseImpersonatedChanges lets a superuser who impersonates an account only read. A vote, a message or a decision in
// its name would look like the owner's. Signing out ends the impersonation.
func refuseImpersonatedChanges(e *core.RequestEvent) error {
	switch e.Request.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return e.Next()
	}
	path := e.Request.URL.Path
	if IsImpersonated(e) && path != "/api/logout" && path != "/api/admin/logout" {
		return ErrImpersonated()
	}
	return e.Next()
}

// ErrImpersonated is the answer to a request that only the owner of the account may make.
func ErrImpersonated() error {
	return NewError(http.StatusForbidden,
		"A site administrator can read this account, but only its owner can do this.", nil)
}

// authToken returns the token of the Authorization header as PocketBase reads it: the word Bearer is optional and may
// be in any letter case.
func authToken(r *http.Request) string {
	const scheme = "Bearer "
	token := r.Header.Get("Authorization")
	if len(token) > len(scheme) && strings.EqualFold(token[:len(scheme)], scheme) {
		return token[len(scheme):]
	}
	return token
}

// IsLive reports whether a session of an account is still open. Realtime asks for each event, because a stream outlives
// the request that opened it.
func (g *Middleware) IsLive(app core.App, account *core.Record, sessionID string) (bool, error) {
	return sessions.IsLive(app, account, sessionID, g.now())
}

// IsActive reports whether an account is active. Superusers always are.
func IsActive(account *core.Record) bool {
	return identity.IsActive(account)
}
