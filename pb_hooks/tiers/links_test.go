package tiers_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

const (
	oldLink = "https://rzp.io/l/ours"
	newLink = "https://rzp.io/l/theirs"
)

func TestChangingAPaymentLinkNeedsThePassword(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"email": "kavita@example.com", "username": "kavita"})
	if a := admin.Post(
		tiersPath, map[string]any{"name": "Gold", "price": "100", "razorpayPaymentLink": oldLink},
	); a.Status != 400 || a.Field("password") == "" {
		t.Errorf("a new tier without a password: status = %d, want 400 and an error of password: %s", a.Status, a.Body)
	}
	tier := create(t, admin, map[string]any{"name": "Gold", "price": "100", "razorpayPaymentLink": oldLink,
		"password": testapp.Password})
	path := tiersPath + "/" + tier["id"].(string)
	for name, body := range map[string]map[string]any{
		"no password":      {"razorpayPaymentLink": newLink},
		"a wrong password": {"razorpayPaymentLink": newLink, "password": "Wrong horse 1"},
		"a removed link":   {"razorpayPaymentLink": ""},
	} {
		if a := admin.Send("PUT", path, body); a.Status != 400 || a.Field("password") == "" {
			t.Errorf("%s: status = %d, want 400 and an error of password: %s", name, a.Status, a.Body)
		}
	}
	// A request that does not change the link needs no re-authentication.
	if a := admin.Send(
		"PUT", path, map[string]any{"description": "Gold", "razorpayPaymentLink": "rzp.io/l/ours"},
	); a.Status != 200 || a.JSON["razorpayPaymentLink"] != oldLink {
		t.Errorf("the same link: status = %d, want 200: %s", a.Status, a.Body)
	}
	if a := admin.Send(
		"PUT", path, map[string]any{"razorpayPaymentLink": newLink, "password": testapp.Password},
	); a.Status != 200 || a.JSON["razorpayPaymentLink"] != newLink {
		t.Errorf("with the password: status = %d, want 200: %s", a.Status, a.Body)
	}
	if a := admin.Send(
		"PUT", tiersPath+"/unknownrecord00", map[string]any{"razorpayPaymentLink": newLink},
	); a.Status != 404 {
		t.Errorf("unknown tier: status = %d, want 404: %s", a.Status, a.Body)
	}
}

func TestAllAdminsAreEmailedWhenAPaymentLinkChanges(t *testing.T) {
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
	if a := admin.Send(
		"PUT", path, map[string]any{"razorpayPaymentLink": oldLink, "password": testapp.Password},
	); a.Status != 200 {
		t.Fatalf("console: status = %d, want 200: %s", a.Status, a.Body)
	}
	dashboard := "/api/collections/membership_tiers/records/" + tier["id"].(string)
	if a := superuser.Send("PATCH", dashboard, map[string]any{"razorpayPaymentLink": newLink}); a.Status != 200 {
		t.Fatalf("dashboard: status = %d, want 200: %s", a.Status, a.Body)
	}
	if a := superuser.Send("PATCH", dashboard, map[string]any{"name": "Golden"}); a.Status != 200 {
		t.Fatalf("dashboard, new name: status = %d, want 200: %s", a.Status, a.Body)
	}
	for _, link := range []string{"https://evil.example/pay", "http://rzp.io/x"} {
		if a := superuser.Send("PATCH", dashboard, map[string]any{"razorpayPaymentLink": link}); a.Status != 400 ||
			a.Field("razorpayPaymentLink") == "" {
			t.Errorf("dashboard, link %s: status = %d, want 400 and an error of the link: %s", link, a.Status, a.Body)
		}
	}
	for _, address := range []string{"kavita@example.com", "meera@example.com", "asha@example.com", "root@example.com"} {
		inbox := h.Inbox(address)
		if len(inbox) != 2 {
			t.Errorf("%d emails to %s, want 2", len(inbox), address)
			continue
		}
		both := inbox[0].Text + inbox[1].Text
		for _, fact := range []string{
			"the administrator kavita changed", "“Gold”: " + oldLink + " (before: none)",
			"the superuser root@example.com in PocketBase’s dashboard changed", newLink + " (before: " + oldLink + ")",
		} {
			if !strings.Contains(both, fact) {
				t.Errorf("the emails to %s do not contain %q: %s", address, fact, both)
			}
		}
	}
	for _, address := range []string{"former@example.com", "member@example.com"} {
		if inbox := h.Inbox(address); len(inbox) != 0 {
			t.Errorf("%s got an email: %s", address, inbox[0].Text)
		}
	}
}

func TestOnlyTheDemoAcceptsALinkOfTheFakeRazorpay(t *testing.T) {
	t.Parallel()
	const link = "http://localhost:8090/sandbox/razorpay/pages/pl_1"
	body := map[string]any{"name": "Gold", "price": "100", "isActive": "false", "razorpayPaymentLink": link,
		"password": testapp.Password}
	if a := staff(testapp.New(t)).Post(tiersPath, body); a.Status != 400 || a.Field("razorpayPaymentLink") == "" {
		t.Errorf("production: status = %d, want 400 and an error of the link: %s", a.Status, a.Body)
	}
	demo := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Demo = true }))
	if a := staff(demo).Post(tiersPath, body); a.Status != 201 || a.JSON["razorpayPaymentLink"] != link {
		t.Errorf("demo: status = %d, want 201: %s", a.Status, a.Body)
	}
	body["razorpayPaymentLink"] = "http://localhost:8090.evil.example/sandbox/razorpay/pages/pl_1"
	if a := staff(demo).Post(tiersPath, body); a.Status != 400 || a.Field("razorpayPaymentLink") == "" {
		t.Errorf("demo, another host: status = %d, want 400 and an error of the link: %s", a.Status, a.Body)
	}
}
