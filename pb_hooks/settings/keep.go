package settings

import (
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// cacheKey is where an app keeps its keeper.
const cacheKey = "boardcircleSettings"

// cache keeps the values between changes, because nearly every page, letter and purchase asks for
// them:
//
//	empty ──read──> filled ──change──> empty
//
// Each change begins a new edition: what was read in one edition is not kept in the next, so a slow
// reader can't bring back what a change has just overtaken.
type cache struct {
	mu      sync.Mutex
	version int
	values  *Settings
}

// Read returns the settings in force. A transaction sees what it has itself written.
func Read(app core.App) (Settings, error) {
	k, _ := app.Store().Get(cacheKey).(*cache)
	if k == nil || app.IsTransactional() {
		return load(app)
	}
	values, version := k.get()
	if values != nil {
		return *values, nil
	}
	read, err := load(app)
	if err == nil {
		k.set(read, version)
	}
	return read, err
}

func (k *cache) get() (*Settings, int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.values, k.version
}

func (k *cache) set(values Settings, version int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if version == k.version {
		k.values = &values
	}
}

func (k *cache) invalidate() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.version++
	k.values = nil
}

// bindCache keeps the values of an app from now on, until a commit touches them.
func bindCache(app core.App) {
	k := &cache{}
	app.Store().Set(cacheKey, k)
	onChange := func(e *core.RecordEvent) error {
		k.invalidate()
		return e.Next()
	}
	app.OnRecordAfterCreateSuccess(collection).BindFunc(onChange)
	app.OnRecordAfterUpdateSuccess(collection).BindFunc(onChange)
	app.OnRecordAfterDeleteSuccess(collection).BindFunc(onChange)
}
