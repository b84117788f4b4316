package settings

import (
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// keeperKey is where an app keeps its keeper.
const keeperKey = "boardcircleSettings"

// keeper keeps the values between changes, because nearly every page, letter and purchase asks for
// them:
//
//	empty ──read──> filled ──change──> empty
//
// Each change begins a new edition: what was read in one edition is not kept in the next, so a slow
// reader can't bring back what a change has just overtaken.
type keeper struct {
	mu      sync.Mutex
	edition int
	values  *Settings
}

// Read returns the settings in force. A transaction sees what it has itself written.
func Read(app core.App) (Settings, error) {
	k, _ := app.Store().Get(keeperKey).(*keeper)
	if k == nil || app.IsTransactional() {
		return load(app)
	}
	values, edition := k.look()
	if values != nil {
		return *values, nil
	}
	read, err := load(app)
	if err == nil {
		k.fill(read, edition)
	}
	return read, err
}

func (k *keeper) look() (*Settings, int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.values, k.edition
}

func (k *keeper) fill(values Settings, edition int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if edition == k.edition {
		k.values = &values
	}
}

func (k *keeper) empty() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.edition++
	k.values = nil
}

// follow keeps the values of an app from now on, until a commit touches them.
func follow(app core.App) {
	k := &keeper{}
	app.Store().Set(keeperKey, k)
	changed := func(e *core.RecordEvent) error {
		k.empty()
		return e.Next()
	}
	app.OnRecordAfterCreateSuccess(collection).BindFunc(changed)
	app.OnRecordAfterUpdateSuccess(collection).BindFunc(changed)
	app.OnRecordAfterDeleteSuccess(collection).BindFunc(changed)
}
