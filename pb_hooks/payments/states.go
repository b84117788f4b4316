package payments

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/gst"
)

// billingState is the GST code of the buyer's state, for the place of supply: from her nomination,
// else from her account's location ("City, State"); "" when neither names a state.
func billingState(buyer, nomination *core.Record) string {
	if nomination != nil {
		if code := gst.StateCode(nomination.GetString("state")); code != "" {
			return code
		}
	}
	_, state, _ := strings.Cut(buyer.GetString("location"), ",")
	state, _, _ = strings.Cut(state, ",")
	return gst.StateCode(state)
}
