package httpx

import "github.com/pocketbase/pocketbase/core"

// reauthenticatedKey marks a request whose caller has given their password again.
const reauthenticatedKey = "boardcircleReauthenticated"

// WithReauthentication sets the function that checks the caller's password. It returns an error if the body does not
// contain the right password.
func WithReauthentication(reauthenticate func(*core.RequestEvent) error) Option {
	return func(g *Middleware) { g.reauthenticate = reauthenticate }
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

// MarkReauthenticated marks a request as re-authenticated. The demo's history also uses it for requests without a
// caller.
func MarkReauthenticated(e *core.RequestEvent) { e.Set(reauthenticatedKey, true) }

// IsReauthenticated reports whether the caller has given their password with this request. A handler checks it within
// the transaction of its change, because the data that the route's rule read may have changed since.
func IsReauthenticated(e *core.RequestEvent) bool { return e.Get(reauthenticatedKey) == true }
