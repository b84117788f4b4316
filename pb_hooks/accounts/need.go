package accounts

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/settings"
)

// AccessRequirement is the rule by which the edge lets admins in. Where the settings make the second factor
// mandatory, an admin account without one can only set one up, and a member's account with admin
// rights, which cannot have one, does not open the console at all. A superuser's token belongs to
// the dashboard and is the way out when nobody else gets in.
func (a *Accounts) AccessRequirement(account *core.Record) (httpx.Requirement, error) {
	collection := account.Collection().Name
	if collection == core.CollectionNameSuperusers || account.GetString("totpSecret") != "" {
		return httpx.NoRequirement, nil
	}
	site, err := settings.Read(a.app)
	if err != nil || !site.TOTPRequired {
		return httpx.NoRequirement, err
	}
	if collection == httpx.Users {
		return httpx.RequiresAdminAccount, nil
	}
	return httpx.RequiresMFA, nil
}
