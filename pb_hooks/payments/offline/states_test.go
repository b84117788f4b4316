package offline

import (
	"testing"

	"boardcircle/pb_hooks/internal/states/statestest"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "offline.go", offlineTransitions, "")
	statestest.CheckDrawing(t, "offline.go", receiptTransitions, "")
	statestest.CheckDrawing(t, "offline.go", returnTransitions, "")
}
