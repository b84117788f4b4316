package tiers

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// List is GET /api/membership-tiers: the active tiers in their order, and all to an admin.
func (p *Tiers) List(e *core.RequestEvent) error {
	e.Response.Header().Set("Vary", "Authorization, Cookie")
	if httpx.IsAdmin(e) {
		p.learnPlans()
		tiers, err := list(p.app, true)
		if err != nil {
			return readError(err)
		}
		return e.JSON(http.StatusOK, tiers)
	}
	list, err := p.publicList()
	if err != nil {
		return readError(err)
	}
	return list.Write(e)
}

func readError(err error) error {
	return apperr.Fail("The plans could not be read.", err)
}

// OnChange calls do after each commit that touches a tier or the settings, because the list of the tiers on
// sale holds the GST rate and whether a purchase needs approval.
func (p *Tiers) OnChange(do func()) { p.followChanges("", do) }

// followChanges binds do to the commits of OnChange. A second call with the same id replaces the first one; "" is an id
// of its own.
func (p *Tiers) followChanges(id string, do func()) {
	for _, name := range []string{collection, "settings"} {
		for _, h := range []*hook.TaggedHook[*core.RecordEvent]{
			p.app.OnRecordAfterCreateSuccess(name), p.app.OnRecordAfterUpdateSuccess(name), p.app.OnRecordAfterDeleteSuccess(name),
		} {
			followID := id
			if followID != "" {
				followID += ":" + name
			}
			h.Bind(&hook.Handler[*core.RecordEvent]{Id: followID, Func: func(e *core.RecordEvent) error {
				do()
				return e.Next()
			}})
		}
	}
}

// publicList returns the list of the active tiers, from the cache if possible.
func (p *Tiers) publicList() (*httpx.JSONAnswer, error) {
	return p.list.Get(func() (any, error) {
		p.learnPlans()
		return list(p.app, false)
	})
}
