package nominations_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/states/statestest"
	"boardcircle/pb_hooks/nominations"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "nominations.go", nominations.Transitions, nominations.Submitted)
}
