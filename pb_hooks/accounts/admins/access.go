package admins

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
)

// AccessRequirement returns the rule by which the middleware admits admins. If the settings make the second factor
// mandatory, an admin account without one can only set one up, and a user with admin rights does so in their own
// account. Superusers are always admitted, as a fallback if no one else can sign in.
func AccessRequirement(app core.App) func(account *core.Record) (httpx.Requirement, error) {
	return func(account *core.Record) (httpx.Requirement, error) {
		if account.IsSuperuser() {
			return httpx.NoRequirement, nil
		}
		lacks, err := passkeys.LacksRequiredFactor(app, account)
		switch {
		case err != nil || !lacks:
			return httpx.NoRequirement, err
		case account.Collection().Name == identity.Users:
			return httpx.RequiresAdminAccount, nil
		}
		return httpx.RequiresMFA, nil
	}
}

// actorCollections maps a kind of actor to the collection of its accounts.
var actorCollections = map[audit.ActorKind]string{
	audit.ActorAdmin: identity.Admins, audit.ActorMember: identity.Users,
	audit.ActorSuperuser: core.CollectionNameSuperusers,
}

// Active returns a function that reports whether an actor can use the console now in one of the roles. An actor
// may have been deactivated or deleted, may have lost their rights or role, or may lack a required second factor.
func Active(app core.App, middleware *httpx.Middleware, actors []audit.Actor,
	roles ...identity.Role) (func(audit.Actor) bool, error) {
	ids := map[string][]string{}
	for _, actor := range actors {
		if collection, known := actorCollections[actor.Kind]; known {
			ids[collection] = append(ids[collection], actor.ID)
		}
	}
	active := map[string]bool{}
	for collection, ids := range ids {
		accounts, err := app.FindRecordsByIds(collection, ids)
		if err != nil {
			return nil, err
		}
		for _, account := range accounts {
			active[collection+"/"+account.Id] = identity.IsActive(account) && middleware.CanUseConsole(account) &&
				identity.RoleOf(account).In(roles)
		}
	}
	return func(actor audit.Actor) bool { return active[actorCollections[actor.Kind]+"/"+actor.ID] }, nil
}

// Access describes what the caller may do in the console.
type Access struct {
	// Role is owner for members with admin rights.
	Role identity.Role `json:"role"`
	// Routes are the routes that the role may call now, such as "GET /api/people/{id}".
	Routes []string `json:"routes"`
	// SwitchedOff are the other routes that the role includes: those of modules that are off.
	SwitchedOff []string `json:"switchedOff"`
}

// GetAccess is GET /api/admin/access.
func (a *Admins) GetAccess() httpx.Endpoint {
	return httpx.Get(a.getAccess, httpx.Doc{
		Tag: "accounts", Summary: "Read what your role may do in the console",
	})
}

func (a *Admins) getAccess(e *core.RequestEvent) (Access, error) {
	routes, off, err := a.middleware.RoutesFor(e.App, e.Auth)
	return Access{Role: identity.RoleOf(e.Auth), Routes: routes, SwitchedOff: off}, err
}
