package ledger

import (
	"testing"

	"boardcircle/pb_hooks/internal/states/statestest"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "ledger.go", transitions, "")
	statestest.CheckDrawing(t, "check.go", linkTransitions, "")
	statestest.CheckDrawing(t, "terms.go", entitlementTransitions, "")
}
