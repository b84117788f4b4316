package coupons_test

import (
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

const path = "/api/coupons"

type fields = map[string]any

// problem returns the message about a field in a response.
func problem(answer testapp.Response, field string) string {
	data, _ := answer.JSON["data"].(fields)
	about, _ := data[field].(fields)
	message, _ := about["message"].(string)
	return message
}

func TestAnAdminCreatesChangesAndDeletesACoupon(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.SignedIn("admins", nil)
	created := admin.Post(path, fields{
		"code":     " friends-2027 ",
		"kind":     "amount",
		"value":    "2500.50",
		"maxUses":  50,
		"startsAt": "2026-08-01",
		"endsAt":   "2027-03-31",
		"note":     "For the chamber's guests",
	})
	if created.Status != http.StatusCreated {
		t.Fatalf("%d %s", created.Status, created.Body)
	}
	want := fields{
		"code":               "FRIENDS-2027",
		"kind":               "amount",
		"value":              "2500.50",
		"maxUses":            50.0,
		"maxUsesEach":        1.0,
		"seatsPerUse":        1.0,
		"isForRenewingSeats": "false",
		"reserved":           0.0,
		"consumed":           0.0,
		"startsAt":           "2026-07-31T18:30:00.000Z",
		"endsAt":             "2027-03-31T18:29:59.000Z",
		"isActive":           "true",
		"state":              "active",
	}
	for name, value := range want {
		if created.JSON[name] != value {
			t.Errorf("%s: %v, not %v", name, created.JSON[name], value)
		}
	}
	id := created.JSON["id"].(string)
	if taken := admin.Post(path, fields{"code": "Friends-2027", "value": 10}); taken.Status != http.StatusConflict ||
		problem(taken, "code") == "" {
		t.Errorf("the same code: %d %s", taken.Status, taken.Body)
	}
	changed := admin.Send(http.MethodPut, path+"/"+id, fields{"isActive": "false"})
	if changed.JSON["state"] != "off" || changed.JSON["value"] != "2500.50" ||
		changed.JSON["endsAt"] != "2027-03-31T18:29:59.000Z" {
		t.Errorf("switched off: %s", changed.Body)
	}
	if list := admin.Get(path + "?search=chamber"); !strings.Contains(list.Body, "FRIENDS-2027") {
		t.Errorf("the list: %s", list.Body)
	}
	if gone := admin.Send(http.MethodDelete, path+"/"+id, nil); gone.Status != http.StatusNoContent {
		t.Errorf("deleted: %d", gone.Status)
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete} {
		if gone := admin.Send(method, path+"/"+id, nil); gone.Status != http.StatusNotFound {
			t.Errorf("%s of what is gone: %d", method, gone.Status)
		}
	}
}

func TestACodesStateFollowsItsDates(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.SignedIn("admins", nil)
	for state, values := range map[string]fields{
		"upcoming": {"startsAt": "2027-01-01"}, "expired": {"endsAt": "2026-01-01"}, "off": {"isActive": false}, "active": {},
	} {
		body := fields{"code": "CODE-" + state, "value": 10}
		for name, value := range values {
			body[name] = value
		}
		if answer := admin.Post(path, body); answer.JSON["state"] != state {
			t.Errorf("%s: %s", state, answer.Body)
		}
	}
}

func TestACodeThatMakesNoSenseIsRefusedByField(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.SignedIn("admins", nil)
	for name, c := range map[string]struct {
		body  fields
		field string
	}{
		"no code":               {fields{"value": 10}, "code"},
		"a code with a blank":   {fields{"code": "TWO WORDS", "value": 10}, "code"},
		"no discount":           {fields{"code": "FRIENDS"}, "value"},
		"nothing off":           {fields{"code": "FRIENDS", "value": 0}, "value"},
		"more than everything":  {fields{"code": "FRIENDS", "value": 101}, "value"},
		"half a percent":        {fields{"code": "FRIENDS", "value": "10.5"}, "value"},
		"another kind":          {fields{"code": "FRIENDS", "value": 10, "kind": "gift"}, "kind"},
		"no such day":           {fields{"code": "FRIENDS", "value": 10, "startsAt": "2027-02-30"}, "startsAt"},
		"ends before it starts": {fields{"code": "FRIENDS", "value": 10, "startsAt": "2027-02-01", "endsAt": "2027-01-01"}, "endsAt"},
		"no such tier":          {fields{"code": "FRIENDS", "value": 10, "membershipTierIds": []any{"nosuchtier00000"}}, "membershipTierIds"},
		"no seat for a use":     {fields{"code": "FRIENDS", "value": 10, "seatsPerUse": 0}, "seatsPerUse"},
		"uses below zero":       {fields{"code": "FRIENDS", "value": 10, "maxUses": -1}, "maxUses"},
	} {
		if answer := admin.Post(path, c.body); answer.Status != http.StatusBadRequest ||
			problem(answer, c.field) == "" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
}
