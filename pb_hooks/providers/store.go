package providers

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const collection = "provider_states"

// stateRecord is the record of a provider's call state. Each provider has one row.
type stateRecord struct{ core.BaseRecordProxy }

func (r *stateRecord) callState() callState {
	return callState{
		lastSuccess: r.GetDateTime("lastSuccessAt").Time(), lastFailure: r.GetDateTime("lastErrorAt").Time(),
		lastError: r.GetString("lastError"),
	}
}

// findState returns the record of a provider, or sql.ErrNoRows.
func findState(app core.App, provider Provider) (*stateRecord, error) {
	return database.First[stateRecord](app, collection, dbx.HashExp{"provider": string(provider)})
}

// saveState inserts or updates the record of a provider.
func saveState(app core.App, provider Provider, state callState) error {
	r, err := database.FirstOrNew[stateRecord](app, collection, dbx.HashExp{"provider": string(provider)})
	if err != nil {
		return err
	}
	r.Load(map[string]any{
		"lastSuccessAt": database.DateTime(state.lastSuccess),
		"lastErrorAt":   database.DateTime(state.lastFailure),
		"lastError":     state.lastError,
	})
	if err := app.Save(r); err != nil {
		return fmt.Errorf("save state of provider %s: %w", provider, err)
	}
	return nil
}
