package nominations

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// FindForBilling returns the id and the state of residence of the nomination of an e-mail address, "" and
// "" if there is none.
func FindForBilling(app core.App, email string) (id, state string, err error) {
	// The index of the addresses ignores case, and is only used by a comparison that does too.
	err = app.DB().Select("id", "state").From(registrations).
		Where(dbx.NewExp("email = {:email} COLLATE NOCASE", dbx.Params{"email": email})).Limit(1).Row(&id, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("find nomination for billing: %w", err)
	}
	return id, state, nil
}
