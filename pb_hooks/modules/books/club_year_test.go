package books_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/invoices"
)

// clubYear is a financial year of the club. The maps are keyed by the names of members, so that later events can refer
// to earlier purchases.
type clubYear struct {
	*fixture
	patron, seats, monthly *core.Record
	members                map[string]*testapp.Visitor
	accounts               map[string]string
	payments, orders       map[string]string
	offline                map[string]string
	mandate                string
	// filedAt has the contents of the books of each month at the time when it was closed.
	filedAt map[string]string
	// booked is the total of the registers of all months. A sale in parts is booked in full with its first part.
	booked int64
}

const (
	homeState  = "27" // Maharashtra, the supplier's
	karnataka  = "29"
	tamilNadu  = "33"
	chandigarh = "04"
)

// clubEvents lists the events of the year. Each happens at ten o'clock in India.
var clubEvents = []struct {
	day string
	do  func(y *clubYear)
}{
	{"2027-04-01", func(y *clubYear) {
		y.register(fields{"taxStatus": "unregistered", "supplierGstin": "", "gstRate": 18})
		y.expectStatus(y.owner.Post("/api/coupons",
			fields{"code": "TENTH", "kind": "percent", "value": "10", "maxUsesEach": 0}), 201)
		y.confirmCoupons()
	}},
	{"2027-04-05", func(y *clubYear) { y.sell("Asha", y.tier, billingAt(street, homeState, "400001"), nil) }},
	{"2027-04-12", func(y *clubYear) {
		y.sell("Meera", y.tier, billingAt(street, karnataka, "560025"), fields{"couponCode": "tenth"})
	}},
	{"2027-05-03", func(y *clubYear) { y.subscribe("Kavita", billingAt(street, karnataka, "560025")) }},
	{"2027-05-12", func(y *clubYear) {
		y.sellInParts("Leela", y.tier, billingAt(street, homeState, "400001"))
		y.receivePart("Leela", "10000", "", "2027-05-12")
	}},

	// The supplier is registered from June. The receipt of May does not change, and the refund of a sale in April is
	// credited without tax.
	{"2027-06-01", func(y *clubYear) { y.register(nil) }},
	{"2027-06-03", func(y *clubYear) { y.charge() }},
	{"2027-06-11", func(y *clubYear) { y.receivePart("Leela", "14000", "1000", "2027-06-11") }},
	{"2027-06-15", func(y *clubYear) { y.sell("Rao Textiles", y.seats, places[6], fields{"seats": 3}) }},
	{"2027-06-21", func(y *clubYear) { y.refund(y.payments["Asha"], 0) }},
	{"2027-07-03", func(y *clubYear) { y.charge() }},
	{"2027-07-08", func(y *clubYear) { y.sell("Nila", y.patron, billingAt(street, tamilNadu, "600001"), nil) }},
	{"2027-07-15", func(y *clubYear) { y.sell("Rhea", y.tier, billingAt(street, homeState, "400001"), nil) }},
	{"2027-07-21", func(y *clubYear) { y.refund(y.payments["Rhea"], 590000) }},
	{"2027-08-03", func(y *clubYear) { y.charge() }},

	// There is one sale abroad with integrated tax, and one under the letter of undertaking.
	{"2027-08-11", func(y *clubYear) { y.sell("Grace", y.tier, places[5], nil) }},
	{"2027-08-25", func(y *clubYear) { y.register(fields{"lutNumber": "AD270427000001X", "lutYear": "2027-28"}) }},
	{"2027-08-26", func(y *clubYear) { y.sell("Hope", y.tier, places[5], nil) }},

	// The bank receives the money in August and the invoice is issued in September, which needs tables 11A and 11B.
	{"2027-09-02", func(y *clubYear) {
		y.sellInParts("Desai Exports", y.tier, places[7])
		y.receivePart("Desai Exports", "27000", "2500", "2027-08-31")
	}},
	{"2027-09-03", func(y *clubYear) { y.charge() }},
	{"2027-09-14", func(y *clubYear) { y.must(y.Razorpay.Dispute(y.payments["Nila"], "created")) }},
	{"2027-09-30", func(y *clubYear) { y.place("Tara", y.tier, billingAt(street, karnataka, "560025"), nil) }},

	// The rate is 12 % from October. An earlier order that is paid afterwards has the new rate in the same total.
	{"2027-10-01", func(y *clubYear) { y.register(fields{"gstRate": 12}) }},
	{"2027-10-02", func(y *clubYear) { y.payments["Tara"] = y.pay(y.orders["Tara"]) }},
	{"2027-10-03", func(y *clubYear) { y.charge() }},
	{"2027-10-11", func(y *clubYear) {
		y.must(y.Razorpay.Dispute(y.payments["Nila"], "lost"))
		y.deliver(y.payments["Nila"])
	}},

	// Kavita moves to the supplier's state and cancels later.
	{"2027-10-20", func(y *clubYear) {
		y.expectStatus(y.members["Kavita"].Send(http.MethodPut, "/api/billing-profile",
			billingAt(street, homeState, "400001")), 200)
	}},
	{"2027-11-03", func(y *clubYear) { y.charge() }},
	{"2027-11-12", func(y *clubYear) {
		y.must(y.Payments.Subscriptions.CancelOwn(y.Context(), y.accounts["Kavita"]))
	}},
	{"2027-11-22", func(y *clubYear) { y.sell("Ila", y.patron, billingAt(street, homeState, "400001"), nil) }},
	{"2027-12-13", func(y *clubYear) { y.sell("Uma", y.tier, billingAt(street, chandigarh, "160017"), nil) }},
	{"2028-01-14", func(y *clubYear) { y.refund(y.payments["Uma"], 0) }},
	{"2028-03-16", func(y *clubYear) { y.sell("Veda", y.tier, billingAt(street, tamilNadu, "600001"), nil) }},
	{"2028-03-24", func(y *clubYear) {
		y.sell("Meera", y.tier, billingAt(street, karnataka, "560025"),
			nil)
	}}, // renews
	{"2028-03-31", func(*clubYear) {}},
}

// This test runs a financial year of the club. Memberships are sold by order, by subscription, by bank transfer in
// parts with TDS, as seats and with a coupon. There are refunds and a lost dispute. The supplier registers in June,
// gets a letter of undertaking in August and has a new rate from October. testdata/club-year.golden has the documents,
// the ledger, the registers, the return and the settlements of each month, so that an accountant can check them by
// hand. UPDATE_GOLDEN=1 rewrites it.
func TestAYearOfTheClub(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	y := &clubYear{
		fixture:  s,
		members:  map[string]*testapp.Visitor{},
		accounts: map[string]string{},
		payments: map[string]string{},
		orders:   map[string]string{},
		offline:  map[string]string{},
		filedAt:  map[string]string{},
		patron:   s.createTier("patron", fields{"price": 10000000, "duration": "lifetime"}),
		seats:    s.createTier("company", fields{"price": 600000}),
	}
	plan, err := s.Razorpay.AddPlan(fakerazorpay.Plan{
		Period:   "monthly",
		Interval: 1,
		Item:     fakerazorpay.Item{Name: "monthly", Amount: 70800, Currency: "INR"},
	})
	s.must(err)
	y.monthly = s.createTier("monthly",
		fields{"price": 60000, "duration": "monthly", "razorpayPlanId": plan.ID, "graceDays": 14})

	for _, event := range clubEvents {
		at, err := time.ParseInLocation(time.DateOnly, event.day, india.Zone)
		s.must(err)
		for next := y.nextClosing(); next.Before(at); next = y.nextClosing() {
			y.closeAt(next)
		}
		y.at(at.Add(10 * time.Hour))
		event.do(y)
		s.must(s.Jobs.Drain(s.Context()))
	}
	y.closeAt(y.nextClosing())

	var out strings.Builder
	for month := time.Date(2027, 4, 1, 0, 0, 0, 0, time.UTC); month.Before(time.Date(2028, 4, 1, 0, 0, 0, 0, time.UTC)); month = month.AddDate(0, 1, 0) {
		name := month.Format("2006-01")
		y.write(&out, name)
		s.expect("the books of "+name, s.filed(name), y.filedAt[name])
	}
	y.writeYear(&out)
	(&trade{fixture: s}).checkDocuments()
	testapp.CompareGolden(t, "testdata/club-year.golden", out.String())
}

// nextClosing returns the day on which the next month is closed: the eighth of the following month.
func (y *clubYear) nextClosing() time.Time {
	return time.Date(2027, time.Month(5+len(y.filedAt)), 8, 10, 0, 0, 0, india.Zone)
}

// closeAt makes a settlement and closes the previous month.
func (y *clubYear) closeAt(day time.Time) {
	y.Helper()
	y.at(day)
	_, err := y.Razorpay.Settle(0)
	if err != nil && !strings.Contains(err.Error(), "nothing to settle") &&
		!strings.Contains(err.Error(), "balance is negative") {
		y.Fatal(day, err)
	}
	y.pull()
	month := day.AddDate(0, -1, 0).Format("2006-01")
	y.expectStatus(y.fixture.close(month), 200)
	y.filedAt[month] = y.filed(month)
}

// expectStatus checks the status of an answer and returns the answer.
func (y *clubYear) expectStatus(answer testapp.Response, status int) testapp.Response {
	y.Helper()
	if answer.Status != status {
		y.Fatalf("status = %d, want %d: %s", answer.Status, status, answer.Body)
	}
	return answer
}

// member returns the member with a name, and creates them if needed.
func (y *clubYear) member(name string) *testapp.Visitor {
	if y.members[name] == nil {
		y.members[name] = y.buyer()
		y.accounts[name], _ = y.members[name].Get("/api/user").JSON["id"].(string)
	}
	return y.members[name]
}

// place places an order with additional fields.
func (y *clubYear) place(name string, tier *core.Record, billing, additional fields) testapp.Response {
	y.Helper()
	body := fields{
		"customerName":     name,
		"customerEmail":    "buyer@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier.Id,
		"billing":          billing,
	}
	for field, value := range additional {
		body[field] = value
	}
	answer := y.expectStatus(y.member(name).Post("/api/payments/create-order", body), 201)
	y.orders[name], _ = answer.JSON["orderId"].(string)
	return answer
}

// sell places an order with additional fields and pays it.
func (y *clubYear) sell(name string, tier *core.Record, billing, additional fields) {
	y.Helper()
	y.place(name, tier, billing, additional)
	y.payments[name] = y.pay(y.orders[name])
}

func (y *clubYear) subscribe(name string, billing fields) {
	y.Helper()
	y.mandate = y.place(name, y.monthly, billing, nil).JSON["subscriptionId"].(string)
	_, err := y.Razorpay.Pay(y.mandate, fakerazorpay.Success)
	y.must(err)
	y.deliver(y.mandate)
}

func (y *clubYear) charge() {
	y.Helper()
	_, err := y.Razorpay.Charge(y.mandate)
	y.must(err)
	y.deliver(y.mandate)
}

// sellInParts enters an offline sale without a receipt.
func (y *clubYear) sellInParts(name string, tier *core.Record, billing fields) {
	y.Helper()
	y.member(name)
	answer := y.owner.Post("/api/offline-payments",
		fields{"userId": y.accounts[name], "membershipTierId": tier.Id, "billing": billing})
	y.offline[name] = y.expectStatus(answer, 201).JSON["id"].(string)
}

func (y *clubYear) receivePart(name, amount, tds, bankDate string) {
	y.Helper()
	path := "/api/offline-payments/" + y.offline[name]
	y.expectStatus(y.owner.Post(path+"/receipts", withTDS(tds, fields{
		"mode":     "neft",
		"utr":      "N" + strings.ReplaceAll(bankDate, "-", ""),
		"bankDate": bankDate,
		"amount":   amount,
	})), 200)
	y.confirm(y.offline[name])
}

// returnTables lists the tables of a return in the order of the output.
var returnTables = []string{"b2b,sez,de", "b2cl", "b2cs", "cdnr", "cdnur", "exp", "at", "atadj", "hsn(b2b)", "hsn(b2c)",
	"docs"}

// write writes the books of a month.
func (y *clubYear) write(out *strings.Builder, month string) {
	y.Helper()
	fmt.Fprintf(out, "== %s\n", month)
	var records []*core.Record
	y.must(y.PB.RecordQuery("invoices").OrderBy("rowid").All(&records))
	for _, record := range records {
		var d invoices.Document
		y.must(record.UnmarshalJSONField("document", &d))
		if !strings.HasPrefix(india.Day(d.IssuedAt), month) {
			continue
		}
		line := fmt.Sprintf("document    %s %s %s, %s: %s", india.Day(d.IssuedAt), d.Kind, d.Number, d.PlaceOfSupply,
			exact(d.TaxableValue))
		for _, tax := range d.Taxes {
			line += fmt.Sprintf(" + %s %s %% %s", tax.Name, tax.Rate, exact(tax.Amount))
		}
		line += " = " + exact(d.Total)
		if d.Discount > 0 {
			line += ", after a discount of " + exact(d.Discount)
		}
		if d.Part != nil {
			line += fmt.Sprintf(", received %s and TDS %s", exact(d.Part.Received), exact(d.Part.TDS))
		}
		if d.Corrects != nil {
			line += ", corrects " + d.Corrects.Number
		}
		fmt.Fprintln(out, line)
	}
	fmt.Fprintf(out, "ledger      paid %s, revenue less refunds %s\n", exact(y.paidIn(month)), exact(y.revenue(month)))
	registers := y.registers("?month=" + month)
	net := registers.JSON["net"].(fields)
	fmt.Fprintf(out, "registers   taxable %v, IGST %v, CGST %v, SGST %v, total %v\n", net["taxableValue"], net["igst"],
		net["cgst"], net["sgst"], net["total"])
	y.booked += paise(net["total"])
	for _, gstin := range registers.JSON["gstins"].([]any) {
		answer := y.expectStatus(y.accountant.Get("/api/books/gstr1?month="+month+"&gstin="+gstin.(string)), 200)
		for _, table := range returnTables {
			for _, row := range csvOf(y.TB.(*testing.T), answer.Body, table)[1:] {
				fmt.Fprintf(out, "GSTR-1      %-11s %s\n", table, strings.Join(row, "|"))
			}
		}
	}
	y.writeSettlements(out, month)
}

// writeSettlements writes the settlements of a month.
func (y *clubYear) writeSettlements(out *strings.Builder, month string) {
	y.Helper()
	for _, row := range list(y.accountant.Get("/api/books/settlements")) {
		if day := row["settledAt"].(string); strings.HasPrefix(day, month) {
			fmt.Fprintf(out, "settlement  %s: credit %v, debit %v, fee %v with tax %v, paid out %v, %v\n",
				day[:len(time.DateOnly)], row["credit"], row["debit"], row["fee"], row["tax"], row["amount"],
				row["state"])
		}
	}
}

// writeYear writes the totals of the year.
func (y *clubYear) writeYear(out *strings.Builder) {
	y.Helper()
	var paid, refunded, tax int64
	var transactions []*core.Record
	y.must(y.PB.RecordQuery("transactions").AndWhere(dbx.In("status", "completed", "refunded")).All(&transactions))
	for _, t := range transactions {
		paid, refunded, tax = paid+int64(t.GetInt("amount")), refunded+int64(t.GetInt("refundedAmount")), tax+
			int64(t.GetInt("gstAmount"))
	}
	fmt.Fprintln(out, "== the year")
	y.writeSettlements(out, "2028-04") // of March
	fmt.Fprintf(out, "ledger      %d payments of %s with tax %s, refunded %s, net %s\n",
		len(transactions), exact(paid), exact(tax), exact(refunded), exact(paid-refunded))
	y.expect("the total of the registers", y.booked, paid-refunded)
}

// paidIn returns the sum of the transactions that were paid in a month.
func (y *clubYear) paidIn(month string) (sum int64) {
	y.Helper()
	var transactions []*core.Record
	y.must(y.PB.RecordQuery("transactions").AndWhere(dbx.In("status", "completed", "refunded")).All(&transactions))
	for _, t := range transactions {
		if strings.HasPrefix(india.Day(t.GetDateTime("processedAt").Time()), month) {
			sum += int64(t.GetInt("amount"))
		}
	}
	return sum
}

// exact formats an amount with paise.
func exact(paise int64) string { return money.Amount(paise).String() }
