package payments

import (
	"testing"

	"boardcircle/pb_hooks/internal/states/statestest"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "payments.go", transitions, "")
	statestest.CheckDrawing(t, "links.go", linkTransitions, "")
	statestest.CheckDrawing(t, "offline.go", offlineTransitions, "")
	statestest.CheckDrawing(t, "offline.go", receiptTransitions, "")
	statestest.CheckDrawing(t, "memberships.go", entitlementTransitions, "")
	statestest.CheckDrawing(t, "seats.go", seatTransitions, "")
	statestest.CheckDrawing(t, "subscriptions.go", subscriptionTransitions, "")
	statestest.CheckDrawing(t, "events.go", eventTransitions, EventWaiting)
}
