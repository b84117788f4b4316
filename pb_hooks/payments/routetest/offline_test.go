package routetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

const offlinePath = "/api/offline-payments"

type body = map[string]any

// receipt is a transfer of a part of a price.
func receipt(mode, utr, amount string) body {
	return body{"mode": mode, "utr": utr, "bankDate": "2026-08-01", "amount": amount}
}

// sell enters a sale for a member and returns its answer, which must have a status.
func (s *fixture) sell(admin *testapp.Visitor, tier *core.Record, values body, status int) testapp.Response {
	s.Helper()
	sale := body{"userId": s.account(s.buyer), "membershipTierId": tier.Id, "payer": "Sea Shipping Ltd"}
	for name, value := range values {
		sale[name] = value
	}
	return s.step2(admin, offlinePath, sale, status)
}

// step2 posts and checks the status.
func (s *fixture) step2(admin *testapp.Visitor, path string, values body, status int) testapp.Response {
	s.Helper()
	answer := admin.Post(path, values)
	if answer.Status != status {
		s.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
	}
	return answer
}

var withPassword = body{"password": testapp.Password}

func offlineStep(sale testapp.Response, step string) string {
	return offlinePath + "/" + sale.JSON["id"].(string) + "/" + step
}

func TestATransferIsEnteredConfirmedAndSettledAsAnyOtherPayment(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", map[string]any{"username": "kavita"})
	sale := s.sell(admin, s.tier, receipt("neft", "hdfc n520 001", "29500"), 201)
	s.expect("the state", sale.JSON["state"], "awaiting")
	s.expect("what it waits for", sale.JSON["nextAction"], "confirm")
	s.expect("its UTR", sale.JSON["receipts"].([]any)[0].(body)["utr"], "HDFCN520001")
	s.expect("nothing is granted yet", s.mine(s.buyer, "entitlement", "state"), "none")
	s.expect("no document yet", len(s.listAllRecords("invoices")), 0)
	s.expect("without the password", admin.Post(offlineStep(sale, "confirm"), body{}).Status, 400)
	confirmed := s.step2(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the state", confirmed.JSON["state"], "cleared")
	s.expect("who confirmed", confirmed.JSON["receipts"].([]any)[0].(body)["confirmedBy"], "kavita")
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the source", s.mine(s.buyer, "entitlement", "source"), "offline")
	transaction := s.onlyTransaction()
	s.expect("the ledger", transaction.GetString("status"), "completed")
	s.expect("its kind", transaction.GetString("kind"), "offline")
	s.expect("its payment", transaction.GetString("razorpayPaymentId"), "NEFT HDFCN520001")
	s.expect("paid on the bank's day", transaction.GetString("processedAt"), "2026-08-01 06:30:00.000Z")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("her emails", strings.Count(s.emailsToBuyer(), "\n"), 0)
	s.expect("her document", s.buyer.Get("/api/transactions/"+transaction.Id+"/invoice").Status, 200)
	s.expect("twice", admin.Post(offlineStep(sale, "confirm"), withPassword).Status, 409)
	s.reconcile()
	s.expect("the provider is not asked", s.onlyTransaction().GetString("status"), "completed")
	s.expect("the same UTR", admin.Post(offlinePath,
		s.saleFor(s.member(), receipt("neft", "HDFCN520001", "29500"))).Status, 409)
	s.expect("the same number of another mode",
		admin.Post(offlinePath, s.saleFor(s.member(), receipt("upi", "HDFCN520001", "29500"))).Status, 201)
}

// saleFor is the body of a sale to somebody.
func (s *fixture) saleFor(buyer *testapp.Visitor, values body) body {
	s.Helper()
	sale := body{"userId": s.account(buyer), "membershipTierId": s.tier.Id}
	for name, value := range values {
		sale[name] = value
	}
	return sale
}

func TestAboveASumAnotherAdminConfirmsHoweverItIsSplit(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	patron := s.createTier("patron", "annual", map[string]any{"price": 10000000}) // ₹1,18,000 with GST
	enterer, other := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	sale := s.sell(enterer, patron, receipt("neft", "N1", "1000"), 201)
	s.expect("the enterer is told", sale.JSON["canConfirm"], false)
	s.expect("a small part", enterer.Post(offlineStep(sale, "confirm"), withPassword).Status, 403)
	s.step2(other, offlineStep(sale, "confirm"), withPassword, 200)
	s.step2(other, offlineStep(sale, "receipts"), receipt("neft", "N2", "117000"), 200)
	s.expect("the rest", other.Post(offlineStep(sale, "confirm"), withPassword).Status, 403)
	s.expect("the other way round", s.step2(enterer, offlineStep(sale, "confirm"), withPassword, 200).JSON["state"],
		"cleared")

	changed := enterer.Send("PUT", "/api/admin/settings",
		body{"offlineSecondAdminAbove": "200000", "password": testapp.Password})
	s.expect("the sum is a setting", changed.Status, 200)
	s.buyer = s.member()
	large := s.sell(enterer, patron, receipt("neft", "N3", "118000"), 201)
	s.expect("below it", s.step2(enterer, offlineStep(large, "confirm"), withPassword, 200).JSON["state"], "cleared")
}

func TestTheWholeIsInvoicedAtTheFirstPartAndGrantedAtTheLast(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, nil, 201)
	s.expect("the state", sale.JSON["state"], "proforma")
	s.expect("what it waits for", sale.JSON["nextAction"], "payment")
	proforma := admin.Get(offlineStep(sale, "proforma"))
	s.expect("the proforma", strings.HasPrefix(proforma.Body, "%PDF-"), true)
	s.step2(admin, offlineStep(sale, "receipts"), receipt("upi", "U1", "9500"), 200)
	early := admin.Post(offlineStep(sale, "receipts"), receipt("neft", "N9", "20000"))
	s.expect("another before it is confirmed", early.Status, 409)
	s.expect("it says what to do first", strings.Contains(early.Body, "confirm it"), true)
	part := s.step2(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the state", part.JSON["state"], "part-paid")
	s.expect("received", part.JSON["received"], "9500")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	document := s.listAllRecords("invoices")[0].GetString("document")
	s.expect("over the whole", strings.Contains(document, `"total":2950000`), true)
	s.expect("it says what is due", strings.Contains(document, `"part":{"received":950000,"tds":0,"left":2000000}`),
		true)
	s.expect("nothing is granted yet", s.mine(s.buyer, "entitlement", "state"), "none")
	tooMuch := admin.Post(offlineStep(sale, "receipts"), receipt("upi", "U2", "20000.01"))
	s.expect("more than is due", tooMuch.Status, 400)
	s.expect("it names what is due", strings.Contains(tooMuch.Body, "20,000"), true)
	rest := receipt("neft", "N1", "18000")
	rest["tds"] = "2000"
	s.step2(admin, offlineStep(sale, "receipts"), rest, 200)
	s.expect("the state", s.step2(admin, offlineStep(sale, "confirm"), withPassword, 200).JSON["state"], "cleared")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "active")
	emails := strings.Split(s.emailsToBuyer(), "\n")
	s.expect("her emails", len(emails), 3)
	s.expect("the proforma", slices.Contains(emails, "Your proforma invoice"), true)
	s.expect("the part", slices.Contains(emails, "We have received part of your payment"), true)
}

func TestAChequeThatBouncesEndsWhatItHasGranted(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, receipt("cheque", "000123", "29500"), 201)
	s.expect("what it waits for", sale.JSON["nextAction"], "deposit")
	s.expect("before its deposit", admin.Post(offlineStep(sale, "confirm"), withPassword).Status, 409)
	s.expect("deposited", s.step2(admin, offlineStep(sale, "deposit"), nil, 200).JSON["nextAction"], "confirm")
	s.step2(admin, offlineStep(sale, "confirm"), body{"password": testapp.Password, "bankDate": "2026-08-02"}, 200)
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("without a reason", admin.Post(offlineStep(sale, "bounce"), body{}).Status, 400)
	bounced := s.step2(admin, offlineStep(sale, "bounce"), body{"reason": "Funds insufficient"}, 200)
	s.expect("the state", bounced.JSON["state"], "bounced")
	s.expect("nothing to return", bounced.JSON["nextAction"], "")
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("why", s.mine(s.buyer, "entitlement", "endReason"), "bounced")
	transaction := s.onlyTransaction()
	s.expect("the ledger", transaction.GetString("status"), "refunded")
	s.expect("all of it", transaction.GetInt("refundedAmount"), 2950000)
	s.expect("a credit note", len(s.listRecords("invoices", "createdAt", dbx.HashExp{"kind": "credit-note"})), 1)
	s.expect("she is told", strings.Contains(s.emailsToBuyer(), "Your payment did not go through"), true)
	s.expect("twice", admin.Post(offlineStep(sale, "bounce"), body{"reason": "Funds insufficient"}).Status, 409)

	again := s.sell(admin, s.tier, receipt("cheque", "000123", "29500"), 201) // presented once more
	s.step2(admin, offlineStep(again, "deposit"), nil, 200)
	s.expect("it clears this time", s.step2(admin, offlineStep(again, "confirm"), withPassword, 200).JSON["state"],
		"cleared")
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "active")
}

func TestWhatWasReceivedForASaleThatDoesNotStandIsReturned(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, receipt("neft", "N1", "9500"), 201)
	s.step2(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.step2(admin, offlineStep(sale, "receipts"), receipt("cheque", "000123", "20000"), 200)
	s.step2(admin, offlineStep(sale, "deposit"), nil, 200)
	s.step2(admin, offlineStep(sale, "confirm"), withPassword, 200)
	bounced := s.step2(admin, offlineStep(sale, "bounce"), body{"reason": "Payment stopped by the drawer"}, 200)
	s.expect("the cheque, not the transfer", bounced.JSON["receipts"].([]any)[0].(body)["state"], "cleared")
	s.expect("to return", bounced.JSON["amountToReturn"], "9500")
	s.expect("what it waits for", bounced.JSON["nextAction"], "return")
	s.expect("it stands among the open ones",
		strings.Contains(admin.Get(offlinePath+"?state=open").Body, sale.JSON["id"].(string)), true)
	returned := s.step2(admin, offlineStep(sale, "returned"), body{"utr": "R1", "bankDate": "2026-08-01"}, 200)
	s.expect("what it waits for", returned.JSON["nextAction"], "")
	s.expect("twice", admin.Post(offlineStep(sale, "returned"), body{"utr": "R1", "bankDate": "2026-08-01"}).Status,
		409)
	s.expect("it stands there no more",
		strings.Contains(admin.Get(offlinePath+"?state=open").Body, sale.JSON["id"].(string)), false)
}

func TestAnOfflinePaymentThatMakesNoSenseIsRefusedByField(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	for name, c := range map[string]struct {
		values body
		field  string
	}{
		"no member":           {body{"userId": ""}, "userId"},
		"an unknown member":   {body{"userId": "nobodysrecord00"}, "userId"},
		"no tier":             {body{"membershipTierId": ""}, "membershipTierId"},
		"an unknown tier":     {body{"membershipTierId": "nosuchtier00000"}, "membershipTierId"},
		"another mode":        {body{"mode": "barter", "utr": "1", "bankDate": "2026-08-01", "amount": "1"}, "mode"},
		"no mode":             {body{"utr": "1", "bankDate": "2026-08-01", "amount": "1"}, "mode"},
		"no UTR":              {body{"mode": "neft", "bankDate": "2026-08-01", "amount": "1"}, "utr"},
		"no day":              {body{"mode": "neft", "utr": "1", "amount": "1"}, "bankDate"},
		"no such day":         {body{"mode": "neft", "utr": "1", "bankDate": "2026-02-30", "amount": "1"}, "bankDate"},
		"a day long past":     {body{"mode": "neft", "utr": "1", "bankDate": "0001-01-01", "amount": "1"}, "bankDate"},
		"a year too many":     {body{"mode": "neft", "utr": "1", "bankDate": "2016-08-01", "amount": "1"}, "bankDate"},
		"a day to come":       {body{"mode": "neft", "utr": "1", "bankDate": "2030-01-01", "amount": "1"}, "bankDate"},
		"no amount":           {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01"}, "amount"},
		"nothing":             {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "0"}, "amount"},
		"a third of a paisa":  {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "1.005"}, "amount"},
		"more than is due":    {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "29500.01"}, "amount"},
		"TDS beyond what due": {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "29000", "tds": "501"}, "amount"},
	} {
		answer := s.sell(admin, s.tier, c.values, 400)
		s.expect(name+": the field", strings.Contains(answer.Body, `"`+c.field+`":{`), true)
	}
	s.expect("nothing was stored", len(s.listAllRecords("transactions"))+len(s.listAllRecords("offline_payments")), 0)
	cash := s.sell(admin, s.tier, body{"mode": "cash", "bankDate": "2026-08-01", "amount": "29500"}, 201)
	s.step2(admin, offlineStep(cash, "confirm"), withPassword, 200)
	s.expect("a member for life", admin.Post(offlinePath, s.saleFor(s.buyer, nil)).Status, 409)
	s.expect("an unknown payment", admin.Post(offlinePath+"/nosuchpayment00/bounce", body{"reason": "None"}).Status,
		404)
}

// offlineActs are the steps of a sale of ₹29,500.
var offlineActs = map[string]func(s *fixture, staff *testapp.Visitor, sale testapp.Response, n int) testapp.Response{
	"half": func(s *fixture, staff *testapp.Visitor, sale testapp.Response, n int) testapp.Response {
		return staff.Post(offlineStep(sale, "receipts"),
			receipt("neft", fmt.Sprintf("%sN%d", sale.JSON["id"], n), "14750"))
	},
	"cheque": func(s *fixture, staff *testapp.Visitor, sale testapp.Response, n int) testapp.Response {
		return staff.Post(offlineStep(sale, "receipts"),
			receipt("cheque", fmt.Sprintf("%sC%d", sale.JSON["id"], n), "14750"))
	},
	"deposit": func(s *fixture, staff *testapp.Visitor, sale testapp.Response, _ int) testapp.Response {
		return staff.Post(offlineStep(sale, "deposit"), nil)
	},
	"confirm": func(s *fixture, staff *testapp.Visitor, sale testapp.Response, _ int) testapp.Response {
		return staff.Post(offlineStep(sale, "confirm"), body{})
	},
	"bounce": func(s *fixture, staff *testapp.Visitor, sale testapp.Response, _ int) testapp.Response {
		return staff.Post(offlineStep(sale, "bounce"), body{"reason": "Funds insufficient"})
	},
	"cancel": func(s *fixture, staff *testapp.Visitor, sale testapp.Response, _ int) testapp.Response {
		return staff.Post(offlineStep(sale, "cancel"), body{"reason": "Changed their mind"})
	},
}

// The steps of a sale come in any order. A refused step changes nothing.
func TestWhateverTheOrderOfStepsStateMoneyDocumentsAndMembershipAgree(t *testing.T) {
	t.Parallel()
	sales, tried, reached := 0, 0, map[string]bool{}
	// The first and the last are drawn more often than the others; they lead furthest.
	steps := rapid.SliceOfN(rapid.SampledFrom([]string{"half", "confirm", "cheque", "bounce", "cancel", "deposit"}), 0,
		12)
	testdb.Check(t, func(c *testdb.Case) {
		s := newFixture(c)
		staff := s.SignedIn(core.CollectionNameSuperusers, nil)
		c.Repeat(map[string]func(*rapid.T){"sale": func(r *rapid.T) {
			user := s.CreateAccount("users", nil)
			withOwnAddress(staff) // many requests from one address would be rate-limited
			sale := s.step2(staff, offlinePath, body{"userId": user.Id, "membershipTierId": s.tier.Id}, 201)
			path := steps.Draw(r, "steps")
			state := s.expectOfflineAgrees(nil, sale.JSON["id"].(string), user.Id)
			for n, name := range path {
				answer := offlineActs[name](s, staff, sale, n)
				now := s.expectOfflineAgrees(path[:n+1], sale.JSON["id"].(string), user.Id)
				if answer.Status != 200 && (answer.Status != 409 || now != state) {
					s.Fatalf("%v: %d %s: %s becomes %s", path[:n+1], answer.Status, answer.JSON["message"], state, now)
				}
				state, reached[now] = now, true
				tried++
			}
			sales++
		}})
	})
	if len(reached) != 6 {
		t.Errorf("reached %v", reached)
	}
	t.Logf("%d sales, %d steps", sales, tried)
}

// expectOfflineAgrees compares all that is known of a sale, and returns its state.
func (s *fixture) expectOfflineAgrees(path []string, id, userID string) string {
	s.Helper()
	sale, err := s.PB.FindRecordById("offline_payments", id)
	s.must(err)
	transaction, err := s.PB.FindRecordById("transactions", sale.GetString("transactionId"))
	s.must(err)
	of := dbx.HashExp{"transactionId": transaction.Id}
	cleared, open := 0, 0
	for _, r := range s.listRecords("offline_receipts", "createdAt", dbx.HashExp{"offlinePaymentId": id}) {
		switch r.GetString("state") {
		case "cleared":
			cleared += r.GetInt("amount")
		case "received", "deposited":
			open++
		}
	}
	notes := len(s.listRecords("invoices", "createdAt", dbx.And(of, dbx.HashExp{"kind": "credit-note"})))
	documents := len(s.listRecords("invoices", "createdAt", of)) - notes
	terms := s.listRecords("memberships", "createdAt", of)
	standing := slices.DeleteFunc(slices.Clone(terms), func(m *core.Record) bool {
		return m.GetString("revokedAt") != ""
	})
	state := sale.GetString("state")
	check := func(what string, got, want any) {
		s.Helper()
		s.expect(fmt.Sprintf("%s after %v: %s", state, path, what), got, want)
	}
	hasEnded := state == "bounced" || state == "cancelled"
	check("a receipt waits", open, map[bool]int{true: 1}[state == "awaiting"])
	check("a membership stands", len(standing), map[bool]int{true: 1}[state == "cleared"])
	check("documents", documents <= 1 && (documents == 1) == (sale.GetInt("received") > 0), true)
	check("credit notes", notes, map[bool]int{true: documents}[hasEnded])
	if hasEnded {
		check("to return", sale.GetInt("toReturn"), cleared)
	} else {
		check("received", sale.GetInt("received"), cleared)
	}
	switch status := transaction.GetString("status"); state {
	case "cleared":
		check("the ledger", status, "completed")
		check("received", sale.GetInt("received"), sale.GetInt("due"))
	case "bounced", "cancelled":
		check("the ledger", status, map[bool]string{true: "refunded", false: "failed"}[len(terms) > 0])
	default:
		check("the ledger", status, "pending")
	}
	return state
}

func TestAnotherAdminIsAskedToConfirmALargePayment(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	patron := s.createTier("patron", "annual", map[string]any{"price": 10000000})
	enterer := s.SignedIn("admins", map[string]any{"email": "enterer@example.com", "username": "kavita"})
	for role, address := range map[string]string{"owner": "owner@example.com", "accountant": "books@example.com", "office": "office2@example.com", "editor": "editor@example.com"} {
		s.CreateAccount("admins", map[string]any{"email": address, "role": role})
	}
	s.sell(enterer, patron, receipt("neft", "N1", "118000"), 201)
	asked := func(address string) int { return len(s.Inbox(address)) }
	s.expect("who may confirm", asked("owner@example.com")+asked("office2@example.com"), 2)
	s.expect("who may not, and who has entered it",
		asked("books@example.com")+asked("editor@example.com")+asked("enterer@example.com"), 0)
	text := s.Inbox("office2@example.com")[0].Text
	s.expect("what it says", strings.Contains(text, "kavita has entered NEFT N1, ₹1,18,000"), true)
	s.buyer = s.member()
	s.sell(enterer, s.tier, receipt("neft", "N2", "29500"), 201)
	s.expect("a small one", asked("owner@example.com"), 1)
}

func TestAnOfflineSaleTakesACodeAndABillingProfile(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	code := s.coupon(map[string]any{"maxUses": 1})
	terms := body{"couponCode": "friends", "billing": companyBilling()}
	sale := s.sell(admin, s.tier, terms, 201)
	s.expect("what is due", sale.JSON["due"], "23600")
	s.expectUses("with the proforma", code, 1, 0)
	s.Clock.Advance(3 * day)
	s.Drain()
	s.expectUses("as long as it is open", code, 1, 0)
	profile := s.buyer.Get("/api/billing-profile").JSON
	s.expect("the profile", profile["legalName"], "Rao Textiles")
	s.step2(admin, offlineStep(sale, "receipts"), receipt("neft", "N1", "23600"), 200)
	s.step2(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expectUses("paid", code, 0, 1)
	var document struct{ Recipient struct{ Name, GSTIN string } }
	s.must(s.listAllRecords("invoices")[0].UnmarshalJSONField("document", &document))
	s.expect("the recipient", document.Recipient.Name+" "+document.Recipient.GSTIN, "Rao Textiles 29AAGCB7383J1Z4")
	other := s.saleFor(s.member(), terms)
	s.expect("used up", admin.Post(offlinePath, other).Status, 409)
	wrong := s.saleFor(s.member(), body{"billing": body{"kind": "company"}})
	s.expect("a billing that is not complete",
		admin.Post(offlinePath, wrong).JSON["data"].(body)["billing.legalName"] != nil, true)
}

func TestACancelledOfflineSaleGivesItsCodeBack(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	code := s.coupon(nil)
	sale := s.sell(admin, s.tier, body{"couponCode": "friends"}, 201)
	s.step2(admin, offlineStep(sale, "cancel"), body{"reason": "Changed their mind", "password": testapp.Password}, 200)
	s.expectUses("cancelled", code, 0, 0)
}
