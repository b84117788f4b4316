package campaigns_test

import (
	"testing"

	"boardcircle/pb_hooks/campaigns"
	"boardcircle/pb_hooks/internal/states/statestest"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "campaigns.go", campaigns.Transitions, campaigns.Draft)
}
