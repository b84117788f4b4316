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

// The collections whose accounts sign in through the routes of the table.
const (
	Users  = identity.Users
	Admins = identity.Admins
)

// signedInCookie is a cookie that scripts may read: it tells the page that someone is probably signed in,
// so that the visitors' buttons don't flash. It grants nothing.
const signedInCookie = "signed_in"

// CookieName is the full name of a cookie: on https it carries the __Host- prefix, which ties
// it to this host, to https and to the path /.
func (g *Middleware) CookieName(name string, r *http.Request) string {
	if !g.https(r) {
		return name
	}
	if name == "admin_session" {
		return "__Host-admin"
	}
	return "__Host-" + name
}

// SetCookie sends an HttpOnly, SameSite=Lax cookie for the whole site; maxAge in seconds,
// negative to remove it.
func (g *Middleware) SetCookie(e *core.RequestEvent, name, value string, maxAge int) {
	http.SetCookie(e.Response, &http.Cookie{
		Name: g.CookieName(name, e.Request), Value: value, MaxAge: maxAge, Path: "/",
		HttpOnly: true, Secure: g.https(e.Request), SameSite: http.SameSiteLaxMode,
	})
}

// Cookie returns the value of a cookie, "" if there is none.
func (g *Middleware) Cookie(e *core.RequestEvent, name string) string {
	cookie, err := e.Request.Cookie(g.CookieName(name, e.Request))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// SignIn opens a session for a users or admins account in the cookie of its kind.
func (g *Middleware) SignIn(e *core.RequestEvent, account *core.Record) error {
	token, err := sessions.Open(e.App, account, sessions.Client{Address: ClientSubnet(e), UserAgent: e.Request.UserAgent()}, g.now())
	if err != nil {
		return err
	}
	age := int(sessions.Lifetime(account).Seconds())
	g.SetCookie(e, sessionCookie(account.Collection().Name), token, age)
	if account.Collection().Name == Users {
		g.setSignedInCookie(e, "1", age)
	}
	return nil
}

// SignOut removes the session cookie of a collection and ends the session that the request carries there, so
// that a copied cookie is worthless. Other sessions of the account go on: colleagues may share it. onSignOut is
// called with the account, in the transaction that ends the session.
func (g *Middleware) SignOut(e *core.RequestEvent, collection string, onSignOut func(tx core.App, account *core.Record) error) error {
	account := g.sessionAccount(e, collection)
	session := SessionID(e)
	g.ClearSession(e, collection)
	if account == nil {
		return nil
	}
	return e.App.RunInTransaction(func(tx core.App) error {
		// A session that has ended meanwhile is no error.
		if err := sessions.Revoke(tx, account, session); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		return onSignOut(tx, account)
	})
}

// ClearSession removes a browser's session cookie of a collection, and what goes with it.
func (g *Middleware) ClearSession(e *core.RequestEvent, collection string) {
	g.SetCookie(e, sessionCookie(collection), "", -1)
	if collection == Users {
		g.setSignedInCookie(e, "", -1)
		for _, name := range g.userCookies {
			g.SetCookie(e, name, "", -1)
		}
	}
}

// CurrentUser returns the signed-in users account of the request, nil when there is none.
func CurrentUser(e *core.RequestEvent) *core.Record {
	if e.Auth == nil || e.Auth.Collection().Name != Users {
		return nil
	}
	return e.Auth
}

// AccountKey names the signed-in account of a request: ids are unique within a collection only.
func AccountKey(e *core.RequestEvent) string { return e.Auth.Collection().Name + "/" + e.Auth.Id }

// IsAdmin tells whether the caller may use the console now. It is the only test that a handler may use: an account
// that has admin rights and lacks the second factor that the settings ask for is no admin.
func IsAdmin(e *core.RequestEvent) bool { return isAdmin(e.Auth) }

// isAdmin reads what applyRequirement has noted at the caller's record. Of any other record it would say that nothing
// is required: CanUseConsole asks the rule.
func isAdmin(account *core.Record) bool {
	return identity.HasAdminRights(account) && RequirementOf(account) == NoRequirement
}

// IsOwner tells whether the caller may do everything in the console.
func IsOwner(e *core.RequestEvent) bool {
	return IsAdmin(e) && identity.RoleOf(e.Auth) == identity.RoleOwner
}

func sessionCookie(collection string) string {
	if collection == Admins {
		return "admin_session"
	}
	return "session"
}

func (g *Middleware) setSignedInCookie(e *core.RequestEvent, value string, maxAge int) {
	http.SetCookie(e.Response, &http.Cookie{
		Name: signedInCookie, Value: value, MaxAge: maxAge, Path: "/",
		Secure: g.https(e.Request), SameSite: http.SameSiteLaxMode,
	})
}

// sessionAccount returns the active account of a collection whose session cookie the request carries.
func (g *Middleware) sessionAccount(e *core.RequestEvent, collection string) *core.Record {
	token := g.Cookie(e, sessionCookie(collection))
	if token == "" {
		return nil
	}
	account, session, err := g.sessions.Find(e.App, token, isActiveUse(e), g.now())
	if err != nil || account.Collection().Name != collection || !identity.IsActive(account) {
		return nil
	}
	e.Set(sessionKey, session.ID)
	return account
}

// sessionKey is where a request keeps the id of its session.
const sessionKey = "boardcircleSession"

// SessionID is the id of the request's session. A request that is not signed in has none, nor has a superuser's.
func SessionID(e *core.RequestEvent) string {
	id, _ := e.Get(sessionKey).(string)
	return id
}

// isActiveUse tells that a person makes the request. A page that keeps itself up to date while nobody is at it
// says so, and does not keep the session alive.
func isActiveUse(e *core.RequestEvent) bool { return e.Request.Header.Get("X-Idle") == "" }

// loadSession puts the caller's cookie where PocketBase looks for a token, before it looks. A
// route for admins prefers the admins' cookie; an explicit Authorization header wins over both.
func (g *Middleware) loadSession(preferAdmin bool) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if e.Request.Header.Get("Authorization") == "" && e.Auth == nil {
			if preferAdmin {
				e.Auth = g.sessionAccount(e, Admins)
			}
			if e.Auth == nil {
				e.Auth = g.sessionAccount(e, Users)
			}
		}
		return e.Next()
	}
}

// globalSession is for PocketBase's own routes, and for what the table does not set anew. Realtime
// is the console's, so it prefers the admins' cookie.
func (g *Middleware) globalSession(e *core.RequestEvent) error {
	return g.loadSession(e.Request.URL.Path == "/api/realtime")(e)
}

// requireSession signs out a caller without a live session, and one whose account is deactivated. It runs after
// PocketBase has found the caller's account, so it holds for every way in: cookie, header, PocketBase's own routes,
// realtime and each request of a batch. A token that is not tied to a session is refused, even if PocketBase accepts
// it. Superusers have no sessions.
func (g *Middleware) requireSession(e *core.RequestEvent) error {
	if e.Auth == nil || e.Auth.IsSuperuser() || SessionID(e) != "" { // loadSession has checked a cookie's session
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
		e.Set(sessionKey, session.ID)
	}
	return e.Next()
}

// authToken returns the token of the Authorization header as PocketBase reads it: the word Bearer may be missing, and
// may be in any letter case.
func authToken(r *http.Request) string {
	const scheme = "Bearer "
	token := r.Header.Get("Authorization")
	if len(token) > len(scheme) && strings.EqualFold(token[:len(scheme)], scheme) {
		return token[len(scheme):]
	}
	return token
}

// IsLive tells whether a session of an account is still open: realtime asks for each event, because a stream outlives
// the request that opened it.
func (g *Middleware) IsLive(app core.App, account *core.Record, sessionID string) (bool, error) {
	return sessions.IsLive(app, account, sessionID, g.now())
}

// IsActive tells whether an account has not been deactivated; a superuser cannot be.
func IsActive(account *core.Record) bool {
	return identity.IsActive(account)
}
