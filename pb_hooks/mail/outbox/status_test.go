package outbox

import (
	"slices"
	"testing"
)

func TestStatusTransitions(t *testing.T) {
	t.Parallel()
	for from, allowed := range map[Status][]Status{
		Queued:     {Sending, Sent, Failed, Delivered, Opened, Clicked, Bounced, Blocked, Spam},
		Sending:    {Queued, Sending, Sent, Uncertain, Failed, Suppressed, Cancelled, Delivered, Opened, Clicked, Bounced, Blocked, Spam},
		Uncertain:  {Queued, Sent, Failed, Delivered, Opened, Clicked, Bounced, Blocked, Spam},
		Failed:     {Queued, Sent, Delivered, Opened, Clicked, Bounced, Blocked, Spam},
		Delivered:  {Queued, Opened, Clicked, Bounced, Blocked, Spam},
		Clicked:    {Queued, Spam},
		Spam:       {},
		Suppressed: {Queued, Sent, Failed, Delivered, Opened, Clicked, Bounced, Blocked, Spam},
	} {
		for _, to := range Statuses {
			if got := from.CanMoveTo(to); got != slices.Contains(allowed, to) {
				t.Errorf("%s.CanMoveTo(%s) = %t", from, to, got)
			}
		}
	}
}
