package tiers

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// OnChange calls do after each commit that touches a tier or the settings, because the list of the tiers on
// sale holds the GST rate and whether a purchase needs approval.
func (p *Tiers) OnChange(do func()) {
	changed := func(e *core.RecordEvent) error {
		do()
		return e.Next()
	}
	for _, name := range []string{collection, "settings"} {
		p.app.OnRecordAfterCreateSuccess(name).BindFunc(changed)
		p.app.OnRecordAfterUpdateSuccess(name).BindFunc(changed)
		p.app.OnRecordAfterDeleteSuccess(name).BindFunc(changed)
	}
}

// publicList returns the list of the active tiers, from the cache if possible.
func (p *Tiers) publicList() (*httpx.JSONAnswer, error) {
	return p.list.Get(func() (any, error) { return list(p.app, false) })
}
