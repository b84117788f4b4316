package members_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

// fixture is a running app with a signed-in admin.
type fixture struct {
	*testapp.App
	testing.TB
	staff *testapp.Visitor
	tier  *core.Record
}

func open(t testing.TB) *fixture {
	t.Helper()
	app := testapp.New(t)
	o := &fixture{App: app, TB: t, staff: app.SignedIn("admins", nil)}
	o.tier = o.save("membership_tiers", time.Time{}, fields{
		"name":     "Founding Circle",
		"slug":     "founding",
		"price":    2500000,
		"currency": "INR",
		"duration": "lifetime",
		"isActive": true,
	})
	return o
}

// save stores a record with a creation time. The zero time means now.
func (o *fixture) save(collection string, at time.Time, sets ...fields) *core.Record {
	o.Helper()
	c, err := o.PB.FindCollectionByNameOrId(collection)
	if err != nil {
		o.Fatal(err)
	}
	record := core.NewRecord(c)
	for _, values := range sets {
		record.Load(values)
	}
	if !at.IsZero() {
		record.SetRaw("createdAt", date(at))
	}
	o.change(record, nil)
	return record
}

func (o *fixture) change(record *core.Record, values fields) {
	o.Helper()
	record.Load(values)
	if err := o.PB.Save(record); err != nil {
		o.Fatal(err)
	}
}

func (o *fixture) remove(record *core.Record) {
	o.Helper()
	if err := o.PB.Delete(record); err != nil {
		o.Fatal(err)
	}
}

func date(at time.Time) types.DateTime {
	d, _ := types.ParseDateTime(at.UTC())
	return d
}

// account stores an account of a member. Accounts of admins are in no list.
func (o *fixture) account(email string, at time.Time, values fields) *core.Record {
	o.Helper()
	return o.save("users", at, fields{
		"name": "Account of " + email, "email": email, "phone": "+919811111111", "location": "Pune, Maharashtra",
		"requestType": "membership", "source": "user", "isActive": true, "password": testapp.Password,
	}, values)
}

func (o *fixture) nomination(email string, at time.Time, values fields) *core.Record {
	o.Helper()
	return o.save("registrations", at, testapp.Nomination(email, fields{
		"name":                    "Nominee " + email,
		"phone":                   "+919822222222",
		"companyName":             "Sea Shipping Ltd",
		"country":                 nil,
		"linkedinUrl":             nil,
		"previousBoardExperience": nil,
		"areasOfExpertise":        nil,
	}), values)
}

// sale stores a completed transaction of ₹29,500 that was paid at the given time.
func (o *fixture) sale(at time.Time, values fields) *core.Record {
	o.Helper()
	return o.save("transactions", at, fields{
		"kind": "order", "status": "completed", "amount": 2950000, "currency": "INR", "membershipTierId": o.tier.Id,
		"tierName": "Founding Circle", "paymentMethod": "upi", "processedAt": date(at),
	}, values)
}

// list returns the rows and the total of a list.
func (o *fixture) list(path string) ([]fields, string) {
	o.Helper()
	answer := o.staff.Get(path)
	if answer.Status != http.StatusOK {
		o.Fatalf("%s: status = %d, body = %s", path, answer.Status, answer.Body)
	}
	var rows []fields
	if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil || rows == nil {
		o.Fatalf("%s: body = %s, want an array", path, answer.Body)
	}
	return rows, answer.Header.Get("X-Total-Count")
}

// expect compares a row with the expected fields, except its id.
func (o *fixture) expect(row, want fields) {
	o.Helper()
	got := maps.Clone(row)
	delete(got, "id")
	if fmt.Sprint(got) != fmt.Sprint(want) {
		o.Errorf("row =\n%v, want\n%v", got, want)
	}
}
