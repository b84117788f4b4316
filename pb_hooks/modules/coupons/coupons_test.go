package coupons_test

import (
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

const path = "/api/coupons"

type fields = map[string]any

// fieldError returns the message about a field in an answer.
func fieldError(answer testapp.Response, field string) string {
	data, _ := answer.JSON["data"].(fields)
	problem, _ := data[field].(fields)
	message, _ := problem["message"].(string)
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
		t.Fatalf("create: status = %d, want 201: %s", created.Status, created.Body)
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
			t.Errorf("%s = %v, want %v", name, created.JSON[name], value)
		}
	}
	id := created.JSON["id"].(string)
	if taken := admin.Post(path, fields{"code": "Friends-2027", "value": 10}); taken.Status != http.StatusConflict ||
		fieldError(taken, "code") == "" {
		t.Errorf("the same code: status = %d, want 409 and an error of code: %s", taken.Status, taken.Body)
	}
	changed := admin.Send(http.MethodPut, path+"/"+id, fields{"isActive": "false"})
	if changed.JSON["state"] != "off" || changed.JSON["value"] != "2500.50" ||
		changed.JSON["endsAt"] != "2027-03-31T18:29:59.000Z" {
		t.Errorf("deactivated code = %s", changed.Body)
	}
	if list := admin.Get(path + "?search=chamber"); !strings.Contains(list.Body, "FRIENDS-2027") {
		t.Errorf("the list does not contain the code: %s", list.Body)
	}
	admin.Post(path, fields{"code": "OTHERS", "value": 10})
	byID := admin.Get(path + "?id=" + id)
	if !strings.Contains(byID.Body, "FRIENDS-2027") || strings.Contains(byID.Body, "OTHERS") {
		t.Errorf("the coupon with the id = %s, want only FRIENDS-2027", byID.Body)
	}
	if deleted := admin.Send(http.MethodDelete, path+"/"+id, nil); deleted.Status != http.StatusNoContent {
		t.Errorf("delete: status = %d, want 204", deleted.Status)
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete} {
		if answer := admin.Send(method, path+"/"+id, nil); answer.Status != http.StatusNotFound {
			t.Errorf("%s of the deleted code: status = %d, want 404", method, answer.Status)
		}
	}
}

func TestTheStateOfACodeDependsOnItsDates(t *testing.T) {
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
			t.Errorf("state is not %s: %s", state, answer.Body)
		}
	}
}

func TestAnInvalidCodeIsRefusedWithTheField(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.SignedIn("admins", nil)
	for name, c := range map[string]struct {
		body  fields
		field string
	}{
		"no code":                 {fields{"value": 10}, "code"},
		"a code with a space":     {fields{"code": "TWO WORDS", "value": 10}, "code"},
		"no discount":             {fields{"code": "FRIENDS"}, "value"},
		"a zero discount":         {fields{"code": "FRIENDS", "value": 0}, "value"},
		"more than 100 percent":   {fields{"code": "FRIENDS", "value": 101}, "value"},
		"a fraction of a percent": {fields{"code": "FRIENDS", "value": "10.5"}, "value"},
		"an unknown kind":         {fields{"code": "FRIENDS", "value": 10, "kind": "gift"}, "kind"},
		"an invalid date":         {fields{"code": "FRIENDS", "value": 10, "startsAt": "2027-02-30"}, "startsAt"},
		"an end before the start": {fields{"code": "FRIENDS", "value": 10, "startsAt": "2027-02-01", "endsAt": "2027-01-01"}, "endsAt"},
		"an unknown tier":         {fields{"code": "FRIENDS", "value": 10, "membershipTierIds": []any{"nosuchtier00000"}}, "membershipTierIds"},
		"zero seats per use":      {fields{"code": "FRIENDS", "value": 10, "seatsPerUse": 0}, "seatsPerUse"},
		"a negative limit":        {fields{"code": "FRIENDS", "value": 10, "maxUses": -1}, "maxUses"},
	} {
		if answer := admin.Post(path, c.body); answer.Status != http.StatusBadRequest ||
			fieldError(answer, c.field) == "" {
			t.Errorf("%s: status = %d, want 400 and an error of the field: %s", name, answer.Status, answer.Body)
		}
	}
}
