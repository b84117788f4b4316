package providers

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

const statesCollection = "provider_states"

// storedState is a record of provider_states.
type storedState struct{ core.BaseRecordProxy }

func (s *storedState) callState() callState {
	return callState{
		lastSuccess: s.GetDateTime("lastSuccessAt").Time(), lastFailure: s.GetDateTime("lastErrorAt").Time(), lastError: s.GetString("lastError"),
	}
}

// findState returns sql.ErrNoRows if nothing is stored of a provider.
func findState(app core.App, provider string) (*storedState, error) {
	r, err := app.FindFirstRecordByData(statesCollection, "provider", provider)
	if err != nil {
		return nil, fmt.Errorf("find state of %s: %w", provider, err)
	}
	s := &storedState{}
	s.SetProxyRecord(r)
	return s, nil
}

func saveState(app core.App, provider string, state callState) error {
	s, err := findState(app, provider)
	if errors.Is(err, sql.ErrNoRows) {
		collection, err := app.FindCachedCollectionByNameOrId(statesCollection)
		if err != nil {
			return err
		}
		s = &storedState{}
		s.SetProxyRecord(core.NewRecord(collection))
	} else if err != nil {
		return err
	}
	s.Load(map[string]any{
		"provider": provider, "lastSuccessAt": toDateTime(state.lastSuccess), "lastErrorAt": toDateTime(state.lastFailure), "lastError": state.lastError,
	})
	if err := app.Save(s); err != nil {
		return fmt.Errorf("save state of %s: %w", provider, err)
	}
	return nil
}

func toDateTime(t time.Time) types.DateTime {
	at, _ := types.ParseDateTime(t) // a time.Time can always be parsed
	return at
}
