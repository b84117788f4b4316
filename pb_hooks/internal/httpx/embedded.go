package httpx

import (
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
)

// embedding are the ways in which a page asks for something that is a part of it.
var embedding = []string{"image", "iframe", "frame", "embed", "object", "script", "style", "font", "audio", "video", "track"}

// onPurpose refuses an admin's request that her browser made without her: because another site's
// link led there, or because a page has the address for a picture. An export or a download changes
// nothing, yet the audit log would tell that she had taken it away.
func onPurpose(e *core.RequestEvent) error {
	from := e.Request.Header.Get("Sec-Fetch-Site")
	if from == "cross-site" || from == "same-site" || slices.Contains(embedding, e.Request.Header.Get("Sec-Fetch-Dest")) {
		return Refuse(http.StatusForbidden, "This can be opened from the console only.", nil)
	}
	return nil
}
