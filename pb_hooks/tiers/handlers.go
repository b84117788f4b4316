package tiers

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// List is GET /api/membership-tiers: the active tiers in their order, and all to an admin.
func (p *Tiers) List(e *core.RequestEvent) error {
	e.Response.Header().Set("Vary", "Authorization, Cookie")
	if httpx.IsAdmin(e.Auth) {
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
