package routetest

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestUncertainEmailsAreLookedUpHourlyInTheLogOfBrevo(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	drain := func() {
		for range 14 {
			h.Drain()
			h.Clock.Advance(time.Minute)
		}
	}
	// Brevo accepts the first email but returns an error, and does not accept the second email.
	welcome(t, h, "accepted@example.com")
	h.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenError, Times: 1})
	h.Drain()
	welcome(t, h, "lost@example.com")
	h.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.ServerError})
	drain()
	for _, address := range []string{"accepted@example.com", "lost@example.com"} {
		if got := row(t, h, address).GetString("status"); got != "uncertain" {
			t.Fatalf("status of the email to %s = %s, want uncertain", address, got)
		}
	}
	h.Brevo.SetSwitches(fakebrevo.Switches{})
	// The job runs once an hour, at any minute.
	if at := h.RunScheduled("boardcircleReconcileMail"); !regexp.MustCompile(`^\d+ \* \* \* \*$`).MatchString(at) {
		t.Errorf("schedule = %q, want once an hour", at)
	}
	h.Drain()
	accepted, lost := row(t, h, "accepted@example.com"), row(t, h, "lost@example.com")
	if accepted.GetString("status") != "sent" ||
		accepted.GetString("brevoMessageId") != h.Brevo.Messages("accepted@example.com")[0].MessageID {
		t.Errorf("accepted email: status = %s, brevoMessageId = %s, want sent with the id of Brevo",
			accepted.GetString("status"), accepted.GetString("brevoMessageId"))
	}
	if lost.GetString("status") != "uncertain" ||
		!strings.Contains(lost.GetString("errorMessage"), "probably not sent") {
		t.Errorf("lost email: status = %s, errorMessage = %s, want uncertain and probably not sent",
			lost.GetString("status"), lost.GetString("errorMessage"))
	}
	if got := len(h.Brevo.Messages("")); got != 1 {
		t.Errorf("%d emails were sent, want 1", got)
	}
}
