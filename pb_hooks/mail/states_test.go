package mail

import (
	"testing"

	"boardcircle/pb_hooks/internal/states/statestest"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "mail.go", transitions, Queued)
}
