package tiers

import (
	"bytes"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/settings"
)

// Which tiers are asked for.
const (
	activeOnly = false
	hiddenToo  = true
)

// List is GET /api/membership-tiers: the active tiers in their order, and all to an admin.
func (p *Plans) List(e *core.RequestEvent) error {
	e.Response.Header().Set("Vary", "Authorization, Cookie")
	if httpx.IsAdmin(e.Auth) {
		tiers, err := p.tiers(hiddenToo)
		if err != nil {
			return unreadable(err)
		}
		return e.JSON(http.StatusOK, tiers)
	}
	list, err := p.public()
	if err != nil {
		return unreadable(err)
	}
	header := e.Response.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", list.etag)
	// it answers 304 to whoever has the list already
	http.ServeContent(e.Response, e.Request, "", time.Time{}, bytes.NewReader(list.body))
	return nil
}

func unreadable(err error) error {
	return httpx.Refuse(http.StatusInternalServerError, "The plans could not be read.", err)
}

// tiers reads the tiers in their order; the oldest first where that is equal.
func (p *Plans) tiers(hidden bool) ([]Tier, error) {
	site, err := settings.Read(p.app)
	if err != nil {
		return nil, err
	}
	query := p.app.RecordQuery(collection).OrderBy("sortOrder", "createdAt", "id")
	if !hidden {
		query.AndWhere(dbx.HashExp{"isActive": true})
	}
	var records []*core.Record
	if err := query.All(&records); err != nil {
		return nil, err
	}
	tiers := make([]Tier, len(records))
	for i, record := range records {
		tiers[i] = tierOf(record, site)
		if site.PurchaseNeedsApproval && !hidden {
			// whoever pays by the link has passed no gate
			tiers[i].RazorpayPaymentLink = ""
		}
	}
	return tiers, nil
}
