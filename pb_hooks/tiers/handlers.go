package tiers

import (
	"bytes"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

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
	header := e.Response.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", list.etag)
	// ServeContent answers 304 to a request with the current ETag.
	http.ServeContent(e.Response, e.Request, "", time.Time{}, bytes.NewReader(list.body))
	return nil
}

func readError(err error) error {
	return httpx.NewError(http.StatusInternalServerError, "The plans could not be read.", err)
}
