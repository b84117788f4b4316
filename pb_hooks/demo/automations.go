package demo

import (
	"context"
	"time"

	"boardcircle/pb_hooks/automations"
)

// sampleAutomations are those that the demo's admin has switched on.
var sampleAutomations = []string{"question-unanswered", "invitation-unused-3", "draft-abandoned", "membership-birthday"}

const (
	// automatedAgo is when they were switched on.
	automatedAgo = 60 * day
	// automationStep is how often they looked since.
	automationStep = 12 * hour
)

// automationEvents switch them on, and let them look for what has happened.
func automationEvents(now time.Time) []historyEvent {
	list := []historyEvent{}
	for i, id := range sampleAutomations {
		list = append(list, historyEvent{now.Add(-automatedAgo + time.Duration(i)*time.Minute), func(h *history) error {
			return h.call(h.automations.Update, request{by: h.admins[demoUsername], id: id, body: map[string]any{"isOn": true}}, nil)
		}})
	}
	for at := now.Add(automationStep - automatedAgo); at.Before(now); at = at.Add(automationStep) {
		list = append(list, historyEvent{at, func(h *history) error { return h.jobs.Drain(context.Background(), automations.FindJob) }})
	}
	return list
}
