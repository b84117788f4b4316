package tiers_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

const (
	ours   = "https://rzp.io/l/ours"
	theirs = "https://rzp.io/l/theirs"
)

func TestASessionAloneChangesNoPaymentLink(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"email": "kavita@example.com", "username": "kavita"})
	if a := admin.Post(tiersPath,
		map[string]any{"name": "Gold", "price": "100", "razorpayPaymentLink": ours}); a.Status != 400 ||
		a.Field("password") == "" {
		t.Errorf("a new tier: %d %s", a.Status, a.Body)
	}
	tier := create(t, admin, map[string]any{"name": "Gold", "price": "100", "razorpayPaymentLink": ours,
		"password": testapp.Password})
	path := tiersPath + "/" + tier["id"].(string)
	for name, body := range map[string]map[string]any{
		"no password":      {"razorpayPaymentLink": theirs},
		"a wrong password": {"razorpayPaymentLink": theirs, "password": "Wrong horse 1"},
		"a removed link":   {"razorpayPaymentLink": ""},
	} {
		if a := admin.Send("PUT", path, body); a.Status != 400 || a.Field("password") == "" {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	// A request that does not change the link needs no re-authentication.
	if a := admin.Send("PUT", path,
		map[string]any{"description": "Gold", "razorpayPaymentLink": "rzp.io/l/ours"}); a.Status != 200 ||
		a.JSON["razorpayPaymentLink"] != ours {
		t.Errorf("the same link: %d %s", a.Status, a.Body)
	}
	if a := admin.Send("PUT", path,
		map[string]any{"razorpayPaymentLink": theirs, "password": testapp.Password}); a.Status != 200 ||
		a.JSON["razorpayPaymentLink"] != theirs {
		t.Errorf("with the password: %d %s", a.Status, a.Body)
	}
	if a := admin.Send("PUT", tiersPath+"/nobodysrecord00",
		map[string]any{"razorpayPaymentLink": theirs}); a.Status != 404 {
		t.Errorf("an unknown tier: %d %s", a.Status, a.Body)
	}
}

func TestAllAdminsAreMailedWhenAPaymentLinkChanges(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"email": "kavita@example.com", "username": "kavita"})
	h.CreateAccount("admins", map[string]any{"email": "meera@example.com"})
	h.CreateAccount("admins", map[string]any{"email": "former@example.com", "isActive": false})
	h.CreateAccount("users", map[string]any{"email": "member@example.com"})
	h.CreateAccount("users", map[string]any{"email": "asha@example.com", "isAdmin": true})
	superuser := h.SignedIn(core.CollectionNameSuperusers, map[string]any{"email": "root@example.com"})
	tier := create(t, admin, map[string]any{"name": "Gold", "price": "100"})
	path := tiersPath + "/" + tier["id"].(string)
	if a := admin.Send("PUT", path,
		map[string]any{"razorpayPaymentLink": ours, "password": testapp.Password}); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	dashboard := "/api/collections/membership_tiers/records/" + tier["id"].(string)
	if a := superuser.Send("PATCH", dashboard, map[string]any{"razorpayPaymentLink": theirs}); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if a := superuser.Send("PATCH", dashboard, map[string]any{"name": "Golden"}); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	for _, link := range []string{"https://evil.example/pay", "http://rzp.io/x"} {
		if a := superuser.Send("PATCH", dashboard, map[string]any{"razorpayPaymentLink": link}); a.Status != 400 ||
			a.Field("razorpayPaymentLink") == "" {
			t.Errorf("the dashboard sets %s: %d %s", link, a.Status, a.Body)
		}
	}
	for _, address := range []string{"kavita@example.com", "meera@example.com", "asha@example.com", "root@example.com"} {
		inbox := h.Inbox(address)
		if len(inbox) != 2 {
			t.Errorf("%s has %d mails", address, len(inbox))
			continue
		}
		both := inbox[0].Text + inbox[1].Text
		for _, fact := range []string{
			"the administrator kavita changed", "“Gold”: " + ours + " (before: none)",
			"the superuser root@example.com in PocketBase’s dashboard changed", theirs + " (before: " + ours + ")",
		} {
			if !strings.Contains(both, fact) {
				t.Errorf("%s is not told %q: %s", address, fact, both)
			}
		}
	}
	for _, address := range []string{"former@example.com", "member@example.com"} {
		if inbox := h.Inbox(address); len(inbox) != 0 {
			t.Errorf("%s is told: %s", address, inbox[0].Text)
		}
	}
}

func TestALinkOfTheFakeRazorpayIsTheDemosAlone(t *testing.T) {
	t.Parallel()
	const link = "http://localhost:8090/sandbox/razorpay/pages/pl_1"
	body := map[string]any{"name": "Gold", "price": "100", "razorpayPaymentLink": link, "password": testapp.Password}
	if a := staff(testapp.New(t)).Post(tiersPath, body); a.Status != 400 || a.Field("razorpayPaymentLink") == "" {
		t.Errorf("a site: %d %s", a.Status, a.Body)
	}
	demo := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Demo = true }))
	if a := staff(demo).Post(tiersPath, body); a.Status != 201 || a.JSON["razorpayPaymentLink"] != link {
		t.Errorf("a demo: %d %s", a.Status, a.Body)
	}
	body["razorpayPaymentLink"] = "http://localhost:8090.evil.example/sandbox/razorpay/pages/pl_1"
	if a := staff(demo).Post(tiersPath, body); a.Status != 400 || a.Field("razorpayPaymentLink") == "" {
		t.Errorf("a demo with another host: %d %s", a.Status, a.Body)
	}
}
