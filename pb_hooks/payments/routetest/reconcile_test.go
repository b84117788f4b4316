package routetest

import (
	"bytes"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/reconcile"
)

// run runs `boardcircle payments` and returns its output.
func (s *fixture) run(arguments ...string) (string, error) {
	s.Helper()
	var out bytes.Buffer
	command := reconcile.Command(func() (*reconcile.Reconciler, error) { return s.Payments.Reconciler, nil })
	command.SetArgs(arguments)
	command.SetOut(&out)
	command.SetErr(&out)
	command.SilenceErrors, command.SilenceUsage = true, true
	err := command.ExecuteContext(s.Context())
	return out.String(), err
}

func TestTheCommandFindsPaymentsWhoseWebhooksWereLost(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	orphan, err := s.Razorpay.Pay(s.order(s.member(), s.tier), fakerazorpay.Orphan)
	s.must(err)
	purchase, captured := s.capturedPayment()
	s.expect("the status of the webhook", s.Deliver(captured), 200) // stored, but not processed

	output, err := s.run("reconcile")
	s.must(err)
	s.expect("the output", output,
		"2 transactions checked, 1 updated, 0 failed; 4 payments compared, 1 orphan payments\n")
	s.expect("the ledger", s.ledgerAfter(purchase), completed)
	s.expect("memberships", len(s.listAllRecords("memberships")), 2)
	s.expect("the orphan payment", s.unsoldPayments()[0].GetString("razorpayPaymentId"),
		orphan.PaymentID)
}

func TestTheCommandReturnsAnErrorWhenItFails(t *testing.T) {
	t.Parallel()
	t.Run("no API key", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = config.Razorpay{} }))
		if _, err := s.run("reconcile"); err == nil {
			t.Error("the command returned no error")
		}
	})
	t.Run("requests for one order fail", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t)
		failing := s.order(s.buyer, s.tier)
		_, err := s.Razorpay.Pay(s.order(s.member(), s.tier), fakerazorpay.Orphan)
		s.must(err)
		s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.ServerError, Only: "GET /orders/" + failing})
		if _, err := s.run("reconcile"); err == nil {
			t.Error("the command returned no error")
		}
		s.expect("orphan payments found despite the failure", len(s.unsoldPayments()), 1)
	})
	t.Run("the provider is down", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t)
		s.order(s.buyer, s.tier)
		s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
		if _, err := s.run("reconcile", "--days", "2"); err == nil {
			t.Error("the command returned no error")
		}
	})
}
