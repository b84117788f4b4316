package httpx

import "github.com/pocketbase/pocketbase/core"

// reauthenticatedKey marks a request whose caller has given their password again.
const reauthenticatedKey = "boardcircleReauthenticated"

// WithReauthentication sets how a caller is asked for their password again: reauthenticate refuses a caller whose
// body does not hold it.
func WithReauthentication(reauthenticate func(*core.RequestEvent) error) Option {
	return func(g *Middleware) { g.reauthenticate = reauthenticate }
}

// WithPassword returns the route with a rule which of its requests a session alone does not make.
func (r Route) WithPassword(needed func(*core.RequestEvent) (bool, error)) Route {
	r.needsPassword = needed
	return r
}

// checkPassword asks for the caller's password where the route's rule says so. It runs before the transaction of
// the change, because counting a wrong password is a write.
func (r Route) checkPassword(g *Middleware) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if r.needsPassword == nil {
			return e.Next()
		}
		needed, err := r.needsPassword(e)
		if err == nil && needed {
			err = g.reauthenticate(e)
			MarkReauthenticated(e)
		}
		if err != nil {
			return toAnswer(err)
		}
		return e.Next()
	}
}

// MarkReauthenticated marks a request whose caller has given their password, or that nobody has made, as those of
// the demo's history.
func MarkReauthenticated(e *core.RequestEvent) { e.Set(reauthenticatedKey, true) }

// IsReauthenticated tells whether the caller has given their password with this request. A handler asks for it in
// the transaction of its change: what the rule has compared with may have changed since.
func IsReauthenticated(e *core.RequestEvent) bool { return e.Get(reauthenticatedKey) == true }
