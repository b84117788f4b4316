package subscriptions

import (
	"testing"

	"boardcircle/pb_hooks/internal/states/statestest"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "subscriptions.go", transitions, "")
}
