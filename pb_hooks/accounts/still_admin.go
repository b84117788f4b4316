package accounts

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// consoleAccounts are the collections of the accounts that may use the console, by the kind of actor
// that they are.
var consoleAccounts = map[string]string{
	"admin": httpx.Admins, "member": httpx.Users, "staff": core.CollectionNameSuperusers,
}

// ActiveAdmins tells which of those who once did something in the console may use it to this day: one
// may have been deactivated or deleted, have lost her rights, or be shut out by what the settings ask
// for. Actors are told apart by kind and id.
func ActiveAdmins(app core.App, middleware *httpx.Middleware, actors []audit.Actor) (func(audit.Actor) bool, error) {
	ids := map[string][]string{}
	for _, actor := range actors {
		if collection, known := consoleAccounts[actor.Kind]; known {
			ids[collection] = append(ids[collection], actor.ID)
		}
	}
	admitted := map[string]bool{}
	for collection, ids := range ids {
		accounts, err := app.FindRecordsByIds(collection, ids)
		if err != nil {
			return nil, err
		}
		for _, account := range accounts {
			admitted[collection+"/"+account.Id] = httpx.IsActive(account) && middleware.CanUseConsole(account)
		}
	}
	return func(actor audit.Actor) bool { return admitted[consoleAccounts[actor.Kind]+"/"+actor.ID] }, nil
}
