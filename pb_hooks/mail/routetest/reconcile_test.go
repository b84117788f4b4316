package routetest

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestUncertainEmailsAreLookedUpHourlyInTheProvidersLog(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	drain := func() {
		for range 14 {
			h.Drain()
			h.Clock.Advance(time.Minute)
		}
	}
	// the provider accepts the first email without a clear answer, and does not accept the second
	welcome(t, h, "taken@example.com")
	h.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenError, Times: 1})
	h.Drain()
	welcome(t, h, "lost@example.com")
	h.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.ServerError})
	drain()
	for _, address := range []string{"taken@example.com", "lost@example.com"} {
		if got := row(t, h, address).GetString("status"); got != "uncertain" {
			t.Fatalf("the email to %s is %s", address, got)
		}
	}
	h.Brevo.SetSwitches(fakebrevo.Switches{})
	// once an hour, at any minute
	if at := h.RunScheduled("boardcircleReconcileMail"); !regexp.MustCompile(`^\d+ \* \* \* \*$`).MatchString(at) {
		t.Errorf("it is asked for at %q", at)
	}
	h.Drain()
	taken, lost := row(t, h, "taken@example.com"), row(t, h, "lost@example.com")
	if taken.GetString("status") != "sent" ||
		taken.GetString("brevoMessageId") != h.Brevo.Messages("taken@example.com")[0].MessageID {
		t.Errorf("%s %s", taken.GetString("status"), taken.GetString("brevoMessageId"))
	}
	if lost.GetString("status") != "uncertain" ||
		!strings.Contains(lost.GetString("errorMessage"), "probably not sent") {
		t.Errorf("%s %s", lost.GetString("status"), lost.GetString("errorMessage"))
	}
	if got := len(h.Brevo.Messages("")); got != 1 {
		t.Errorf("%d emails went out", got)
	}
}
