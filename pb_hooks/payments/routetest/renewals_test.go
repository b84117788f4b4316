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

// renewalToken is the token in the newest email to Asha.
func (s *fixture) renewalToken() string {
	s.Helper()
	message := s.Inbox("asha@example.com")[0]
	found := renewalLink.FindStringSubmatch(message.Text)
	if found == nil {
		s.Fatalf("no link to renew in %q:\n%s", message.Subject, message.Text)
	}
	return found[1]
}

// renew presses the button of the page to which a reminder leads.
func (s *fixture) renew(token string) testapp.Response {
	s.Helper()
	return testapp.NewVisitor(s, s.URL).Post("/api/renewals", map[string]any{"token": token})
}

func (s *fixture) lookRenewal(token string) map[string]any {
	s.Helper()
	answer := testapp.NewVisitor(s, s.URL).Post("/api/renewals/look", map[string]any{"token": token})
	s.expect("the look", answer.Status, 200)
	return answer.JSON
}

// dearYear buys a tier of ₹23,600 a year that has a plan all the same, and lets the year pass up to its first reminder.
func (s *fixture) dearYear() *core.Record {
	s.Helper()
	tier := s.renewing("dear", "annual", 20000)
	s.callback(s.buyer, s.pay(s.order(s.buyer, tier), fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	s.passDays(336)
	return tier
}

func TestWhatIsTooDearForAMandateIsSoldOnceWhateverPlanItHas(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	dear, most := s.renewing("dear", "annual", 20000), s.renewing("most", "annual", 12711) // ₹14,998.98 with tax
	for _, tier := range []struct {
		record *core.Record
		renews bool
	}{{dear, false}, {most, true}} {
		quote := s.buyer.Post("/api/payments/quote", map[string]any{"membershipTierId": tier.record.Id}).JSON
		s.expect(tier.record.GetString("slug")+" renews", quote["renews"], tier.renews)
		s.expect("its mandate in words", quote["mandate"] != "", tier.renews)
	}
	answer := s.buyer.Post("/api/payments/create-order", orderBody(dear)).JSON
	s.expect("the mandate", answer["subscriptionId"], nil)
	if id, _ := answer["orderId"].(string); !strings.HasPrefix(id, "order_") {
		t.Errorf("the order: %v", answer["orderId"])
	}
	s.expect("the amount", answer["amount"], float64(2360000))
	s.expect("subscriptions at the provider", len(s.Razorpay.State().Subscriptions), 0)
}

func TestTheListOfTiersSaysWhichRenew(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.renewing("dear", "annual", 20000)
	s.renewing("cheap", "annual", 10000)
	body := testapp.NewVisitor(s, s.URL).Get("/api/membership-tiers").Body
	s.expect("tiers that renew", strings.Count(body, `"renews":true`), 1)
	s.expect("tiers that don't", strings.Count(body, `"renews":false`), 2)
}

func TestADearMembershipIsRenewedByTheLinkOfItsReminders(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.dearYear()
	token := s.renewalToken()
	if text := s.Inbox("asha@example.com")[0].Text; !strings.Contains(text, "The next term costs ₹23,600.") {
		t.Errorf("the reminder does not name the price:\n%s", text)
	}
	s.expect("links before anybody asks", len(s.Razorpay.State().Links), 0)
	look := s.lookRenewal(token)
	s.expect("the state", look["state"], "open")
	s.expect("the total", look["breakdown"].(map[string]any)["totalAmount"], "23600")
	s.expect("links after a look", len(s.Razorpay.State().Links), 0)

	first := s.renew(token)
	s.expect("the answer", first.Status, 201)
	second := s.renew(token)
	s.expect("pressed twice", second.JSON["paymentUrl"], first.JSON["paymentUrl"])
	s.expect("links", len(s.Razorpay.State().Links), 1)
	link := s.Razorpay.State().Links[0]
	s.expect("the page", first.JSON["paymentUrl"], link.ShortURL)
	s.expect("the amount", link.Amount, int64(2360000))

	s.passDays(8) // that link has ended
	third := s.renew(token)
	s.expect("then", third.Status, 201)
	if third.JSON["paymentUrl"] == first.JSON["paymentUrl"] {
		t.Error("the link that has expired is offered again")
	}
	fresh := linkOf(third.JSON)
	s.payLink(fresh, fakerazorpay.Success)
	s.expect("pressed while our webhook is late", s.renew(token).Status, 409)
	s.deliver(s.Razorpay.Events(fresh)...)
	s.expect("the term ends", s.mine(s.buyer, "membership", "endsAt"), "2028-08-03T18:29:59.000Z")
	s.expect("pressed again", s.renew(token).Status, 409)
	look = s.lookRenewal(token)
	s.expect("the state", look["state"], "renewed")
	s.expect("until", look["validUntil"], "2028-08-03T18:29:59.000Z")
	before := len(s.reminders())
	s.passDays(40)
	s.expect("reminders after it", len(s.reminders())-before, 0)
}

func TestEachReminderHasALinkToRenewAlsoInTheGracePeriod(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.dearYear()
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
	s.expect("paid after the grace, a new term", s.mine(s.buyer, "entitlement", "state"), "active")
}

func TestARenewalThatDiedHalfWayIsFoundAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.dearYear()
	token := s.renewalToken()
	// The provider has made the link, and we have heard neither its answer nor that of the look-up.
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.CommitThenDrop, Times: 3})
	s.expect("while the answers are lost", s.renew(token).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("then", s.renew(token).JSON["paymentUrl"], s.Razorpay.State().Links[0].ShortURL)
	s.expect("links", len(s.Razorpay.State().Links), 1)
	s.expect("transactions", len(s.listAllRecords("transactions")), 2)
}

func TestALinkToRenewWorksForItsOwnTermOnly(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.dearYear()
	token := s.renewalToken()
	id, mac, _ := strings.Cut(token, ".")
	for name, wrong := range map[string]string{
		"nothing after the id": id, "another id": strings.Repeat("a", 15) + "." + mac, "another mac": id + "." + strings.Repeat("A", 43),
	} {
		s.expect(name, s.renew(wrong).Status, 404)
	}
	tier.Set("isActive", false)
	s.must(s.PB.Save(tier))
	s.expect("a tier that is not sold", s.lookRenewal(token)["state"], "closed")
	s.expect("pressed", s.renew(token).Status, 409)
	tier.Load(map[string]any{"isActive": true, "price": 1000000})
	s.must(s.PB.Save(tier))
	s.expect("a tier that renews by itself now", s.lookRenewal(token)["state"], "plans")
	tier.Set("price", 2200000)
	s.must(s.PB.Save(tier))
	s.expect("another price", s.renew(token).JSON["amount"], "25960")
	account, err := s.PB.FindRecordById("users", s.buyer.Get("/api/user").JSON["id"].(string))
	s.must(err)
	account.Set("isActive", false)
	s.must(s.PB.Save(account))
	s.expect("an account that was closed", s.lookRenewal(token)["state"], "closed")
}
