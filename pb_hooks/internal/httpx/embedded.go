package httpx

import (
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
)

// subresourceDestinations are the ways in which a page asks for something that is a part of it.
var subresourceDestinations = []string{"image", "iframe", "frame", "embed", "object", "script", "style", "font", "audio", "video", "track"}

// requireDirectRequest refuses an admin's request that her browser made without her: because another site's
// link led there, or because a page has the address for a picture. An export or a download changes
// nothing, yet the audit log would tell that she had taken it away.
func requireDirectRequest(e *core.RequestEvent) error {
	from := e.Request.Header.Get("Sec-Fetch-Site")
	if from == "cross-site" || from == "same-site" || slices.Contains(subresourceDestinations, e.Request.Header.Get("Sec-Fetch-Dest")) {
		return NewError(http.StatusForbidden, "This can be opened from the console only.", nil)
	}
	return nil
}
