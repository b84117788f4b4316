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
	activeOnly    = false
	includeHidden = true
)

// List is GET /api/membership-tiers: the active tiers in their order, and all to an admin.
func (p *Tiers) List(e *core.RequestEvent) error {
	e.Response.Header().Set("Vary", "Authorization, Cookie")
	if httpx.IsAdmin(e.Auth) {
		tiers, err := p.listTiers(includeHidden)
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
	// it answers 304 to whoever has the list already
	http.ServeContent(e.Response, e.Request, "", time.Time{}, bytes.NewReader(list.body))
	return nil
}

func readError(err error) error {
	return httpx.NewError(http.StatusInternalServerError, "The plans could not be read.", err)
}

// listTiers reads the tiers in their order; the oldest first where that is equal.
func (p *Tiers) listTiers(hidden bool) ([]Tier, error) {
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
		tiers[i] = decodeTier(record, site)
		if site.PurchaseNeedsApproval && !hidden {
			// whoever pays by the link has passed no gate
			tiers[i].RazorpayPaymentLink = ""
		}
	}
	return tiers, nil
}
