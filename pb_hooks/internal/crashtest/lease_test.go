package crashtest

import (
	"context"
	"slices"
	"testing"

	"boardcircle/pb_hooks/demo/fakebrevo"
)

// The server keeps the leases of its jobs while commands run and while a second server is refused.
func TestCommandsAndASecondServerReleaseNoLeases(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, provider := newServer(t)
	provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.Hang})
	s.start(ctx)
	clients := postAll(ctx, t, s.url, 1)
	clients.wait(1)
	leases := func() (list []string) {
		s.query(`SELECT id || ' ' || lease || ' ' || attempts FROM jobs
			WHERE state = 'running' AND leaseUntil > strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+30 seconds') ORDER BY id`, &list)
		return list
	}
	for len(leases()) < 2 { // the email to the applicant and the email to the office
		s.pause(ctx)
	}
	before := leases()
	for _, args := range [][]string{
		{"admin", "create", "second"}, {"payments", "reconcile"}, {"members", "rebuild"}, {"superuser", "upsert", "root@example.com", "Correct-Horse-77"},
		{"serve", "--http=" + freeAddress(t)},
	} {
		out, err := s.command(args...)
		if refused := err != nil; refused != (args[0] == "serve" || args[0] == "payments") { // a second server is refused, and there is no payment provider
			t.Fatalf("%v: %v %s", args, err, out)
		}
		if after := leases(); !slices.Equal(after, before) {
			t.Fatalf("after %v the leases are %v, want %v", args, after, before)
		}
	}
	provider.SetSwitches(fakebrevo.Switches{})
}
