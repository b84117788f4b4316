package routetest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

var renewalLink = regexp.MustCompile(`http://boardcircle\.test/renew\?token=(\S+)`)

// renewalToken returns the token of the renewal link in the newest email to the buyer.
func (s *fixture) renewalToken() string {
	s.Helper()
	message := s.Inbox("asha@example.com")[0]
	found := renewalLink.FindStringSubmatch(message.Text)
	if found == nil {
		s.Fatalf("%q has no renewal link:\n%s", message.Subject, message.Text)
	}
	return found[1]
}

// renew posts what the button on the renewal page posts.
func (s *fixture) renew(token string) testapp.Response {
	s.Helper()
	return testapp.NewVisitor(s, s.URL).Post("/api/renewals", map[string]any{"token": token})
}

// renewalPage returns the data of the page behind a renewal link.
func (s *fixture) renewalPage(token string) map[string]any {
	s.Helper()
	answer := testapp.NewVisitor(s, s.URL).Post("/api/renewals/look", map[string]any{"token": token})
	s.expect("the status of the renewal page", answer.Status, 200)
	return answer.JSON
}

// buyCostlyYear buys an annual tier of ₹23,600, which is above the limit of a mandate although the tier has a plan. It
// lets time pass until the first reminder.
func (s *fixture) buyCostlyYear() *core.Record {
	s.Helper()
	tier := s.renewing("dear", "annual", 20000)
	s.callback(s.buyer, s.pay(s.order(s.buyer, tier), fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	s.passDays(336)
	return tier
}

func TestATierAboveTheLimitOfMandatesIsSoldWithoutAMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	costly, atLimit := s.renewing("dear", "annual", 20000), s.renewing("most", "annual", 12711) // ₹14,998.98 with tax
	for _, tier := range []struct {
		record *core.Record
		renews bool
	}{{costly, false}, {atLimit, true}} {
		quote := s.buyer.Post("/api/payments/quote", map[string]any{"membershipTierId": tier.record.Id}).JSON
		slug := tier.record.GetString("slug")
		s.expect("renews of "+slug, quote["renews"], tier.renews)
		s.expect("has a mandate text: "+slug, quote["mandate"] != "", tier.renews)
	}
	answer := s.buyer.Post("/api/payments/create-order", orderBody(costly)).JSON
	s.expect("subscriptionId", answer["subscriptionId"], nil)
	if id, _ := answer["orderId"].(string); !strings.HasPrefix(id, "order_") {
		t.Errorf("orderId = %v, want an order of the provider", answer["orderId"])
	}
	s.expect("the amount", answer["amount"], float64(2360000))
	s.expect("subscriptions at the provider", len(s.Razorpay.State().Subscriptions), 0)
}

func TestTheListOfTiersShowsWhichRenew(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.renewing("dear", "annual", 20000)
	s.renewing("cheap", "annual", 10000)
	body := testapp.NewVisitor(s, s.URL).Get("/api/membership-tiers").Body
	s.expect("tiers that renew", strings.Count(body, `"renews":true`), 1)
	s.expect("tiers that don't", strings.Count(body, `"renews":false`), 2)
}

func TestAMembershipWithoutAMandateIsRenewedByTheLinkInItsReminders(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.buyCostlyYear()
	token := s.renewalToken()
	if text := s.Inbox("asha@example.com")[0].Text; !strings.Contains(text, "The next term costs ₹23,600.") {
		t.Errorf("the reminder does not name the price:\n%s", text)
	}
	s.expect("payment links before the page is opened", len(s.Razorpay.State().Links), 0)
	page := s.renewalPage(token)
	s.expect("the state of the page", page["state"], "open")
	s.expect("the total on the page", page["breakdown"].(map[string]any)["totalAmount"], "23600")
	s.expect("payment links after the page was opened", len(s.Razorpay.State().Links), 0)

	first := s.renew(token)
	s.expect("the status of the renewal", first.Status, 201)
	second := s.renew(token)
	s.expect("the link of a repeated renewal", second.JSON["paymentUrl"], first.JSON["paymentUrl"])
	s.expect("payment links", len(s.Razorpay.State().Links), 1)
	link := s.Razorpay.State().Links[0]
	s.expect("paymentUrl", first.JSON["paymentUrl"], link.ShortURL)
	s.expect("the amount of the link", link.Amount, int64(2360000))

	s.passDays(8) // the first link has expired
	third := s.renew(token)
	s.expect("the status after the link expired", third.Status, 201)
	if third.JSON["paymentUrl"] == first.JSON["paymentUrl"] {
		t.Error("the expired link is offered again")
	}
	newLink := linkOf(third.JSON)
	s.payLink(newLink, fakerazorpay.Success)
	s.expect("the status before the webhook arrives", s.renew(token).Status, 409)
	s.deliver(s.Razorpay.Events(newLink)...)
	s.expect("the end of the term", s.mine(s.buyer, "membership", "endsAt"), "2028-08-03T18:29:59.000Z")
	s.expect("the status after the payment", s.renew(token).Status, 409)
	page = s.renewalPage(token)
	s.expect("the state of the page after the payment", page["state"], "renewed")
	s.expect("validUntil", page["validUntil"], "2028-08-03T18:29:59.000Z")
	before := len(s.reminders())
	s.passDays(40)
	s.expect("reminders after the renewal", len(s.reminders())-before, 0)
}

func TestEachReminderHasARenewalLinkEvenInTheGracePeriod(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.buyCostlyYear()
	seen := map[string]bool{}
	for range 46 {
		s.passDays(1)
		message := s.Inbox("asha@example.com")[0]
		if found := renewalLink.FindStringSubmatch(message.Text); found != nil {
			seen[message.Subject] = true
		}
	}
	s.expect("reminders with a link", len(seen), 6)
	answer := s.renew(s.renewalToken())
	s.payLink(linkOf(answer.JSON), fakerazorpay.Success)
	s.deliver(s.Razorpay.Events(linkOf(answer.JSON))...)
	s.expect("the entitlement after a payment beyond the grace period", s.mine(s.buyer, "entitlement", "state"),
		"active")
}

func TestARenewalFindsALinkWhoseCreationWasNotAnswered(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.buyCostlyYear()
	token := s.renewalToken()
	// The provider creates the link, but its answer and the answer of our look-up are lost.
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.CommitThenDrop, Times: 3})
	s.expect("the status while answers are lost", s.renew(token).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("the link afterwards", s.renew(token).JSON["paymentUrl"], s.Razorpay.State().Links[0].ShortURL)
	s.expect("payment links", len(s.Razorpay.State().Links), 1)
	s.expect("transactions", len(s.listAllRecords("transactions")), 2)
}

func TestATermThatCostsNothingNowIsRenewedOnThePlansPage(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.buyCostlyYear()
	token := s.renewalToken()
	tier.Set("price", 0)
	s.must(s.PB.Save(tier))
	s.expect("the state of the page", s.renewalPage(token)["state"], "plans")
	s.expect("the status of the renewal", s.renew(token).Status, 409)
}

func TestARenewalLinkWorksOnlyForItsTerm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.buyCostlyYear()
	token := s.renewalToken()
	id, mac, _ := strings.Cut(token, ".")
	for name, wrong := range map[string]string{
		"no MAC": id, "another id": strings.Repeat("a", 15) + "." + mac, "another MAC": id + "." + strings.Repeat("A", 43),
	} {
		s.expect("the status with "+name, s.renew(wrong).Status, 404)
	}
	tier.Set("isActive", false)
	s.must(s.PB.Save(tier))
	s.expect("the state of the page for an inactive tier", s.renewalPage(token)["state"], "closed")
	s.expect("the status for an inactive tier", s.renew(token).Status, 409)
	tier.Load(map[string]any{"isActive": true, "price": 1000000})
	s.must(s.PB.Save(tier))
	s.expect("the state of the page for a tier that now renews automatically", s.renewalPage(token)["state"], "plans")
	tier.Set("price", 2200000)
	s.must(s.PB.Save(tier))
	s.expect("the amount after a change of the price", s.renew(token).JSON["amount"], "25960")
	account, err := s.PB.FindRecordById("users", s.buyer.Get("/api/user").JSON["id"].(string))
	s.must(err)
	account.Set("isActive", false)
	s.must(s.PB.Save(account))
	s.expect("the state of the page for a deactivated account", s.renewalPage(token)["state"], "closed")
}
