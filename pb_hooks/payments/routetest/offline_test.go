package routetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

const offlinePath = "/api/offline-payments"

type body = map[string]any

// receipt is the body of a received amount.
func receipt(mode, utr, amount string) body {
	return body{"mode": mode, "utr": utr, "bankDate": "2026-08-01", "amount": amount}
}

// sell enters an offline sale to the buyer and returns the answer, which must have the status.
func (s *fixture) sell(admin *testapp.Visitor, tier *core.Record, values body, status int) testapp.Response {
	s.Helper()
	sale := body{"userId": s.account(s.buyer), "membershipTierId": tier.Id, "payer": "Sea Shipping Ltd"}
	for name, value := range values {
		sale[name] = value
	}
	return s.post(admin, offlinePath, sale, status)
}

// post posts values and returns the answer, which must have the status.
func (s *fixture) post(admin *testapp.Visitor, path string, values body, status int) testapp.Response {
	s.Helper()
	answer := admin.Post(path, values)
	if answer.Status != status {
		s.Fatalf("POST %s: status = %d, want %d: %s", path, answer.Status, status, answer.Body)
	}
	return answer
}

// withTDS adds tax that the payer has deducted to the body of a receipt.
func withTDS(receipt body, tds string) body {
	receipt["tds"], receipt["tan"], receipt["tdsSection"] = tds, "MUMB12345C", "194J"
	return receipt
}

var withPassword = body{"password": testapp.Password}

func offlineStep(sale testapp.Response, step string) string {
	return offlinePath + "/" + sale.JSON["id"].(string) + "/" + step
}

func TestABankTransferIsEnteredConfirmedAndGrantsAMembership(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", map[string]any{"username": "kavita"})
	sale := s.sell(admin, s.tier, receipt("neft", "hdfc n520 001", "29500"), 201)
	s.expect("the state", sale.JSON["state"], "awaiting")
	s.expect("nextAction", sale.JSON["nextAction"], "confirm")
	s.expect("the UTR", sale.JSON["receipts"].([]any)[0].(body)["utr"], "HDFCN520001")
	s.expect("the entitlement before the confirmation", s.mine(s.buyer, "entitlement", "state"), "none")
	s.expect("documents before the confirmation", len(s.listAllRecords("invoices")), 0)
	s.expect("the status without the password", admin.Post(offlineStep(sale, "confirm"), body{}).Status, 400)
	confirmed := s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the state after the confirmation", confirmed.JSON["state"], "cleared")
	s.expect("confirmedBy", confirmed.JSON["receipts"].([]any)[0].(body)["confirmedBy"], "kavita")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the source of the entitlement", s.mine(s.buyer, "entitlement", "source"), "offline")
	transaction := s.onlyTransaction()
	s.expect("the status of the transaction", transaction.GetString("status"), "completed")
	s.expect("its kind", transaction.GetString("kind"), "offline")
	s.expect("its payment id", transaction.GetString("razorpayPaymentId"), "NEFT HDFCN520001")
	s.expect("processedAt, noon of the bank date", transaction.GetString("processedAt"), "2026-08-01 06:30:00.000Z")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("emails to the buyer after the first", strings.Count(s.emailsToBuyer(), "\n"), 0)
	s.expect("the status of the buyer's document", s.buyer.Get("/api/transactions/"+transaction.Id+"/invoice").Status,
		200)
	s.expect("the status of a second confirmation", admin.Post(offlineStep(sale, "confirm"), withPassword).Status, 409)
	s.reconcile()
	s.expect("the status of the transaction after a reconciliation", s.onlyTransaction().GetString("status"),
		"completed")
	s.expect("the status for the same UTR", admin.Post(offlinePath,
		s.saleFor(s.member(), receipt("neft", "HDFCN520001", "29500"))).Status, 409)
	s.expect("the status for the same number and another mode",
		admin.Post(offlinePath, s.saleFor(s.member(), receipt("upi", "HDFCN520001", "29500"))).Status, 201)
}

// saleFor returns the body of an offline sale to a buyer.
func (s *fixture) saleFor(buyer *testapp.Visitor, values body) body {
	s.Helper()
	sale := body{"userId": s.account(buyer), "membershipTierId": s.tier.Id}
	for name, value := range values {
		sale[name] = value
	}
	return sale
}

func TestAnotherAdminMustConfirmALargeSaleEvenIfItIsSplit(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	patron := s.createTier("patron", "annual", map[string]any{"price": 10000000}) // ₹1,18,000 with GST
	enterer, other := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	sale := s.sell(enterer, patron, receipt("neft", "N1", "1000"), 201)
	s.expect("canConfirm of the admin who entered it", sale.JSON["canConfirm"], false)
	s.expect("the status when that admin confirms a small part", enterer.Post(offlineStep(sale, "confirm"),
		withPassword).Status, 403)
	s.post(other, offlineStep(sale, "confirm"), withPassword, 200)
	s.post(other, offlineStep(sale, "receipts"), receipt("neft", "N2", "117000"), 200)
	s.expect("the status when the other admin confirms what they entered", other.Post(offlineStep(sale, "confirm"),
		withPassword).Status, 403)
	s.expect("the state after the first admin has confirmed it", s.post(enterer, offlineStep(sale, "confirm"),
		withPassword, 200).JSON["state"],
		"cleared")

	changed := enterer.Send("PUT", "/api/admin/settings",
		body{"offlineSecondAdminAbove": "200000", "password": testapp.Password})
	s.expect("the status of raising the limit", changed.Status, 200)
	s.buyer = s.member()
	large := s.sell(enterer, patron, receipt("neft", "N3", "118000"), 201)
	s.expect("the state below the limit", s.post(enterer, offlineStep(large, "confirm"), withPassword,
		200).JSON["state"], "cleared")
}

// Otherwise one admin could enter any number of receipts for money that never came.
func TestTheReceiptsThatOneAdminEntersAndConfirmsAddUp(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("50000") // a sale is ₹29,500
	account := s.CreateAccount("admins", nil)
	admin, other := s.SignedInAs(account), s.SignedIn("admins", nil)
	confirm := func(by *testapp.Visitor, sale testapp.Response) int {
		return by.Post(offlineStep(sale, "confirm"), withPassword).Status
	}
	first := s.sell(admin, s.tier, receipt("neft", "N1", "20000"), 201)
	s.expect("the status of a part of ₹20,000", confirm(admin, first), 200)
	s.buyer = s.member()
	second := s.sell(admin, s.tier, receipt("neft", "N2", "29500"), 201)
	s.expect("the status of the sum of ₹49,500", confirm(admin, second), 200)
	rest := s.post(admin, offlineStep(first, "receipts"), receipt("neft", "N3", "9500"), 200)
	s.expect("isSecondAdminRequired", rest.JSON["isSecondAdminRequired"], true)
	s.expect("the status of the sum of ₹59,000", confirm(admin, first), 403)
	s.expect("the status when the other admin confirms", confirm(other, first), 200)

	s.Clock.Advance(25 * time.Hour)
	admin = s.SignedInAs(account)
	s.buyer = s.member()
	third := s.sell(admin, s.tier, receipt("neft", "N4", "29500"), 201)
	s.expect("the status on the next day", confirm(admin, third), 200)
}

func TestAnOfflineSaleIsInvoicedAtTheFirstPartAndGrantedAtTheLast(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, nil, 201)
	s.expect("the state", sale.JSON["state"], "proforma")
	s.expect("nextAction", sale.JSON["nextAction"], "payment")
	proforma := admin.Get(offlineStep(sale, "proforma"))
	s.expect("the proforma is a PDF", strings.HasPrefix(proforma.Body, "%PDF-"), true)
	s.post(admin, offlineStep(sale, "receipts"), receipt("upi", "U1", "9500"), 200)
	early := admin.Post(offlineStep(sale, "receipts"), receipt("neft", "N9", "20000"))
	s.expect("the status of another receipt before the confirmation", early.Status, 409)
	s.expect("the error says what to do first", strings.Contains(early.Body, "confirm it"), true)
	part := s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the state after the first part", part.JSON["state"], "part-paid")
	s.expect("received", part.JSON["received"], "9500")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	document := s.listAllRecords("invoices")[0].GetString("document")
	s.expect("the document has the total price", strings.Contains(document, `"total":2950000`), true)
	s.expect("the document has the rest that is due", strings.Contains(document,
		`"part":{"received":950000,"tds":0,"left":2000000}`),
		true)
	s.expect("the entitlement after the first part", s.mine(s.buyer, "entitlement", "state"), "none")
	tooMuch := admin.Post(offlineStep(sale, "receipts"), receipt("upi", "U2", "20000.01"))
	s.expect("the status for more than is due", tooMuch.Status, 400)
	s.expect("the error has the amount that is due", strings.Contains(tooMuch.Body, "20,000"), true)
	rest := receipt("neft", "N1", "18000")
	withTDS(rest, "2000")
	s.post(admin, offlineStep(sale, "receipts"), rest, 200)
	s.expect("the state after the last part", s.post(admin, offlineStep(sale, "confirm"), withPassword,
		200).JSON["state"], "cleared")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	emails := strings.Split(s.emailsToBuyer(), "\n")
	s.expect("emails to the buyer", len(emails), 3)
	s.expect("one has the proforma", slices.Contains(emails, "Your proforma invoice"), true)
	s.expect("one confirms the part", slices.Contains(emails, "We have received part of your payment"), true)
}

func TestABouncedChequeRevokesTheMembership(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("100000") // the admin confirms both sales alone
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, receipt("cheque", "000123", "29500"), 201)
	s.expect("nextAction", sale.JSON["nextAction"], "deposit")
	s.expect("the status of a confirmation before the deposit", admin.Post(offlineStep(sale, "confirm"),
		withPassword).Status, 409)
	s.expect("nextAction after the deposit", s.post(admin, offlineStep(sale, "deposit"), nil, 200).JSON["nextAction"],
		"confirm")
	s.post(admin, offlineStep(sale, "confirm"), body{"password": testapp.Password, "bankDate": "2026-08-02"}, 200)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the status without a reason", admin.Post(offlineStep(sale, "bounce"), body{}).Status, 400)
	bounced := s.post(admin, offlineStep(sale, "bounce"), body{"reason": "Funds insufficient"}, 200)
	s.expect("the state", bounced.JSON["state"], "bounced")
	s.expect("nextAction after the bounce", bounced.JSON["nextAction"], "")
	s.expect("the entitlement after the bounce", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("endReason", s.mine(s.buyer, "entitlement", "endReason"), "bounced")
	transaction := s.onlyTransaction()
	s.expect("the status of the transaction", transaction.GetString("status"), "refunded")
	s.expect("the refunded amount", transaction.GetInt("refundedAmount"), 2950000)
	s.expect("credit notes", len(s.listRecords("invoices", "createdAt", dbx.HashExp{"kind": "credit-note"})), 1)
	s.expect("the buyer is informed", strings.Contains(s.emailsToBuyer(), "Your payment did not go through"), true)
	s.expect("the status of a second bounce", admin.Post(offlineStep(sale, "bounce"),
		body{"reason": "Funds insufficient"}).Status, 409)

	again := s.sell(admin, s.tier, receipt("cheque", "000123", "29500"), 201) // the cheque is presented again
	s.post(admin, offlineStep(again, "deposit"), nil, 200)
	s.expect("the state of the second sale", s.post(admin, offlineStep(again, "confirm"), withPassword,
		200).JSON["state"],
		"cleared")
	s.expect("the entitlement after the second sale", s.mine(s.buyer, "entitlement", "state"), "active")
}

// receiptID returns the id of the receipt of a sale with a UTR or cheque number.
func (s *fixture) receiptID(sale testapp.Response, utr string) string {
	s.Helper()
	list := s.listRecords("offline_receipts", "createdAt", dbx.HashExp{"offlinePaymentId": sale.JSON["id"], "utr": utr})
	if len(list) != 1 {
		s.Fatalf("receipts with the number %s = %d, want 1", utr, len(list))
	}
	return list[0].Id
}

func TestTheAdminChoosesTheReceiptThatBounced(t *testing.T) {
	t.Parallel()
	for utr, toReturn := range map[string]string{"000001": "28500", "000002": "27500", "000003": "3000"} {
		t.Run(utr, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			admin := s.SignedIn("admins", nil)
			sale := s.sell(admin, s.tier, body{}, 201)
			for _, cheque := range []body{receipt("cheque", "000001", "1000"), receipt("cheque", "000002", "2000"),
				receipt("cheque", "000003", "26500")} {
				s.post(admin, offlineStep(sale, "receipts"), cheque, 200)
				if cheque["utr"] == "000003" {
					waits := admin.Post(offlineStep(sale, "bounce"),
						body{"receiptId": s.receiptID(sale, "000001"), "reason": "Funds insufficient"})
					s.expect("the status while another cheque waits", waits.Status, 409)
				}
				s.post(admin, offlineStep(sale, "deposit"), nil, 200)
				s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
			}
			for _, id := range []string{"", "nosuchreceipt00"} {
				refused := admin.Post(offlineStep(sale, "bounce"), body{"receiptId": id, "reason": "Funds insufficient"})
				s.expect("the status without the receipt", refused.Status, 400)
				s.expect("the field of the error", strings.Contains(refused.Body, "receiptId"), true)
			}
			s.expect("the entitlement after the refusals", s.mine(s.buyer, "entitlement", "state"), "active")
			bounced := s.post(admin, offlineStep(sale, "bounce"),
				body{"receiptId": s.receiptID(sale, utr), "reason": "Funds insufficient"}, 200)
			for _, r := range bounced.JSON["receipts"].([]any) {
				want := "cleared"
				if r.(body)["utr"] == utr {
					want = "bounced"
				}
				s.expect("the state of cheque "+r.(body)["utr"].(string), r.(body)["state"], want)
			}
			s.expect("amountToReturn", bounced.JSON["amountToReturn"], toReturn)
		})
	}
}

func TestMoneyOfABouncedSaleIsReturned(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, receipt("neft", "N1", "9500"), 201)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.post(admin, offlineStep(sale, "receipts"), receipt("cheque", "000123", "20000"), 200)
	s.post(admin, offlineStep(sale, "deposit"), nil, 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	bounced := s.post(admin, offlineStep(sale, "bounce"),
		body{"receiptId": s.receiptID(sale, "000123"), "reason": "Payment stopped by the drawer"}, 200)
	s.expect("the state of the transfer, which did not bounce", bounced.JSON["receipts"].([]any)[0].(body)["state"],
		"cleared")
	s.expect("amountToReturn", bounced.JSON["amountToReturn"], "9500")
	s.expect("nextAction", bounced.JSON["nextAction"], "return")
	s.expect("the sale is in the list of open sales",
		strings.Contains(admin.Get(offlinePath+"?state=open").Body, sale.JSON["id"].(string)), true)
	returned := s.post(admin, offlineStep(sale, "returned"), body{"utr": "R1", "bankDate": "2026-08-01"}, 200)
	s.expect("nextAction after the return", returned.JSON["nextAction"], "")
	s.expect("the status of a second return", admin.Post(offlineStep(sale, "returned"), body{"utr": "R1",
		"bankDate": "2026-08-01"}).Status,
		409)
	s.expect("the sale is in the list of open sales after the return",
		strings.Contains(admin.Get(offlinePath+"?state=open").Body, sale.JSON["id"].(string)), false)
}

func TestAnInvalidOfflinePaymentIsRefusedWithTheField(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	for name, c := range map[string]struct {
		values body
		field  string
	}{
		"no member":                  {body{"userId": ""}, "userId"},
		"an unknown member":          {body{"userId": "unknownrecord00"}, "userId"},
		"no tier":                    {body{"membershipTierId": ""}, "membershipTierId"},
		"an unknown tier":            {body{"membershipTierId": "nosuchtier00000"}, "membershipTierId"},
		"an unknown mode":            {body{"mode": "barter", "utr": "1", "bankDate": "2026-08-01", "amount": "1"}, "mode"},
		"no mode":                    {body{"utr": "1", "bankDate": "2026-08-01", "amount": "1"}, "mode"},
		"no UTR":                     {body{"mode": "neft", "bankDate": "2026-08-01", "amount": "1"}, "utr"},
		"no date":                    {body{"mode": "neft", "utr": "1", "amount": "1"}, "bankDate"},
		"an invalid date":            {body{"mode": "neft", "utr": "1", "bankDate": "2026-02-30", "amount": "1"}, "bankDate"},
		"a date in the distant past": {body{"mode": "neft", "utr": "1", "bankDate": "0001-01-01", "amount": "1"}, "bankDate"},
		"a date too long ago":        {body{"mode": "neft", "utr": "1", "bankDate": "2016-08-01", "amount": "1"}, "bankDate"},
		"a future date":              {body{"mode": "neft", "utr": "1", "bankDate": "2030-01-01", "amount": "1"}, "bankDate"},
		"no amount":                  {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01"}, "amount"},
		"a zero amount":              {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "0"}, "amount"},
		"a fraction of a paisa":      {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "1.005"}, "amount"},
		"more than is due":           {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "29500.01"}, "isExcessConfirmed"},
		"TDS above the rest": {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "29000", "tds": "501",
			"tan": "MUMB12345C", "tdsSection": "194J"}, "isExcessConfirmed"},
		"TDS above the price": {body{"mode": "neft", "utr": "1", "bankDate": "2026-08-01", "amount": "1", "tds": "29501",
			"tan": "MUMB12345C", "tdsSection": "194J"}, "tds"},
	} {
		answer := s.sell(admin, s.tier, c.values, 400)
		s.expect(name+": the error is at the field", strings.Contains(answer.Body, `"`+c.field+`":{`), true)
	}
	s.expect("stored records", len(s.listAllRecords("transactions"))+len(s.listAllRecords("offline_payments")), 0)
	cash := s.sell(admin, s.tier, body{"mode": "cash", "bankDate": "2026-08-01", "amount": "29500"}, 201)
	s.post(admin, offlineStep(cash, "confirm"), withPassword, 200)
	s.expect("the status for a lifetime member", admin.Post(offlinePath, s.saleFor(s.buyer, nil)).Status, 409)
	s.expect("the status for an unknown payment", admin.Post(offlinePath+"/nosuchpayment00/bounce",
		body{"reason": "None"}).Status,
		404)
}

// offlineSteps are the steps of a sale of ₹29,500.
var offlineSteps = map[string]func(s *fixture, staff *testapp.Visitor, sale testapp.Response, n int) testapp.Response{
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
	"bounce": func(s *fixture, staff *testapp.Visitor, sale testapp.Response, n int) testapp.Response {
		receipts := s.listRecords("offline_receipts", "createdAt", dbx.And(
			dbx.HashExp{"offlinePaymentId": sale.JSON["id"]}, dbx.Not(dbx.HashExp{"state": "bounced"})))
		id := ""
		if len(receipts) > 0 {
			id = receipts[n%len(receipts)].Id
		}
		return staff.Post(offlineStep(sale, "bounce"), body{"receiptId": id, "reason": "Funds insufficient"})
	},
	"cancel": func(s *fixture, staff *testapp.Visitor, sale testapp.Response, _ int) testapp.Response {
		return staff.Post(offlineStep(sale, "cancel"), body{"reason": "Changed their mind"})
	},
}

// The steps of a sale may come in any order. A refused step changes nothing.
func TestOfflineSalesAreConsistentForAnyOrderOfSteps(t *testing.T) {
	t.Parallel()
	sales, tried, reached := 0, 0, map[string]bool{}
	// rapid draws the first and the last more often than the others. These two reach the most states.
	steps := rapid.SliceOfN(rapid.SampledFrom([]string{"half", "confirm", "cheque", "bounce", "cancel", "deposit"}), 0,
		12)
	testdb.Check(t, func(c *testdb.Case) {
		s := newFixture(c)
		s.setApprovalLimit("99999999") // the superuser confirms all receipts alone
		staff := s.SignedIn(core.CollectionNameSuperusers, nil)
		c.Repeat(map[string]func(*rapid.T){"sale": func(r *rapid.T) {
			user := s.CreateAccount("users", nil)
			withOwnAddress(staff) // many requests from one address would be rate-limited
			sale := s.post(staff, offlinePath, body{"userId": user.Id, "membershipTierId": s.tier.Id}, 201)
			path := steps.Draw(r, "steps")
			state := s.expectOfflineAgrees(nil, sale.JSON["id"].(string), user.Id)
			for n, name := range path {
				answer := offlineSteps[name](s, staff, sale, n)
				now := s.expectOfflineAgrees(path[:n+1], sale.JSON["id"].(string), user.Id)
				if answer.Status != 200 && (answer.Status != 409 || now != state) {
					s.Fatalf("after %v: status = %d, %s: state %s becomes %s", path[:n+1], answer.Status,
						answer.JSON["message"], state, now)
				}
				state, reached[now] = now, true
				tried++
			}
			sales++
		}})
	})
	if len(reached) != 6 {
		t.Errorf("states reached = %v, want all six", reached)
	}
	t.Logf("%d sales, %d steps", sales, tried)
}

// expectOfflineAgrees checks that the records of a sale are consistent, and returns the state of the sale.
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
	valid := slices.DeleteFunc(slices.Clone(terms), func(m *core.Record) bool {
		return m.GetString("revokedAt") != ""
	})
	state := sale.GetString("state")
	check := func(what string, got, want any) {
		s.Helper()
		s.expect(fmt.Sprintf("%s after %v: %s", state, path, what), got, want)
	}
	hasEnded := state == "bounced" || state == "cancelled"
	check("open receipts", open, map[bool]int{true: 1}[state == "awaiting"])
	check("valid memberships", len(valid), map[bool]int{true: 1}[state == "cleared"])
	check("one document if money was received", documents <= 1 && (documents == 1) == (sale.GetInt("received") > 0),
		true)
	check("credit notes", notes, map[bool]int{true: documents}[hasEnded])
	if hasEnded {
		owed := 0
		for _, r := range s.listRecords("offline_returns", "createdAt", dbx.HashExp{"offlinePaymentId": id}) {
			owed += r.GetInt("amount")
		}
		check("what is owed", owed, cleared)
	} else {
		check("received", sale.GetInt("received"), cleared)
	}
	switch status := transaction.GetString("status"); state {
	case "cleared":
		check("the status of the transaction", status, "completed")
		check("received", sale.GetInt("received"), sale.GetInt("due"))
	case "bounced", "cancelled":
		check("the status of the transaction", status, map[bool]string{true: "refunded",
			false: "failed"}[len(terms) > 0])
	default:
		check("the status of the transaction", status, "pending")
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
	emails := func(address string) int { return len(s.Inbox(address)) }
	s.expect("emails to admins who may confirm", emails("owner@example.com")+emails("office2@example.com"), 2)
	s.expect("emails to admins who may not confirm and to the admin who entered the sale",
		emails("books@example.com")+emails("editor@example.com")+emails("enterer@example.com"), 0)
	text := s.Inbox("office2@example.com")[0].Text
	s.expect("the email has the details", strings.Contains(text, "kavita has entered NEFT N1, ₹1,18,000"), true)
	s.buyer = s.member()
	s.sell(enterer, s.tier, receipt("neft", "N2", "29500"), 201)
	s.expect("emails after a small payment", emails("owner@example.com"), 1)
}

func TestAnOfflineSaleTakesACodeAndABillingProfile(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	code := s.coupon(map[string]any{"maxUses": 1})
	values := body{"couponCode": "friends", "billing": companyBilling()}
	sale := s.sell(admin, s.tier, values, 201)
	s.expect("due", sale.JSON["due"], "23600")
	s.expectUses("the code with the proforma", code, 1, 0)
	s.Clock.Advance(3 * day)
	s.Drain()
	s.expectUses("the code three days later", code, 1, 0)
	profile := s.buyer.Get("/api/billing-profile").JSON
	s.expect("the name in the billing profile", profile["legalName"], "Rao Textiles")
	s.post(admin, offlineStep(sale, "receipts"), receipt("neft", "N1", "23600"), 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expectUses("the code after the payment", code, 0, 1)
	var document struct{ Recipient struct{ Name, GSTIN string } }
	s.must(s.listAllRecords("invoices")[0].UnmarshalJSONField("document", &document))
	s.expect("the recipient", document.Recipient.Name+" "+document.Recipient.GSTIN, "Rao Textiles 29AAGCB7383J1Z4")
	other := s.saleFor(s.member(), values)
	s.expect("the status with a code that is used up", admin.Post(offlinePath, other).Status, 409)
	wrong := s.saleFor(s.member(), body{"billing": body{"kind": "company"}})
	s.expect("incomplete billing has a field error",
		admin.Post(offlinePath, wrong).JSON["data"].(body)["billing.legalName"] != nil, true)
}

func TestACancelledOfflineSaleReleasesItsCode(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	code := s.coupon(nil)
	sale := s.sell(admin, s.tier, body{"couponCode": "friends"}, 201)
	s.post(admin, offlineStep(sale, "cancel"), body{"reason": "Changed their mind", "password": testapp.Password}, 200)
	s.expectUses("the code after the cancellation", code, 0, 0)
}
