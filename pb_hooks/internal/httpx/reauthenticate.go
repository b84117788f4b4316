package httpx

import "github.com/pocketbase/pocketbase/core"

// reauthenticatedKey marks a request whose caller has given their password again.
const reauthenticatedKey = "boardcircleReauthenticated"

// WithReauthentication sets the function that checks the caller's password. It returns an error if the body does not
// contain the right password.
func WithReauthentication(reauthenticate func(*core.RequestEvent) error) Option {
	return func(g *Middleware) { g.reauthenticate = reauthenticate }
}

// WithPassword returns the route with a rule that says which requests require re-authentication.
func (r Route) WithPassword(needed func(*core.RequestEvent) (bool, error)) Route {
	r.needsPassword = needed
	return r
}

// checkPassword requires the caller's password if the route's rule says so. It runs before the transaction of the
// change, because counting a wrong password is a write.
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

// MarkReauthenticated marks a request as re-authenticated. The demo's history also uses it for requests without a
// caller.
func MarkReauthenticated(e *core.RequestEvent) { e.Set(reauthenticatedKey, true) }

// IsReauthenticated reports whether the caller has given their password with this request. A handler checks it within
// the transaction of its change, because the data that the route's rule looked at may have changed since.
func IsReauthenticated(e *core.RequestEvent) bool { return e.Get(reauthenticatedKey) == true }
