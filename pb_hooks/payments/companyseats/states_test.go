package companyseats

import (
	"testing"

	"boardcircle/pb_hooks/internal/states/statestest"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "seats.go", transitions, "")
}
