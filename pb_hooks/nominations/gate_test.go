package nominations_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestAPurchaseWaitsForAnApprovalWhereTheSettingsSaySo(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	tiers, err := o.PB.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		t.Fatal(err)
	}
	tier := core.NewRecord(tiers)
	tier.Load(form{"name": "Lifetime", "slug": "lifetime", "price": 2500000, "currency": "INR", "duration": "lifetime", "isActive": true,
		"razorpayPaymentLink": "https://rzp.io/l/lifetime"})
	if err := o.PB.Save(tier); err != nil {
		t.Fatal(err)
	}
	order := func(who *testapp.Visitor) testapp.Response {
		return who.Post("/api/payments/create-order", form{
			"customerName": "Asha Rao", "customerEmail": "asha@example.com", "customerPhone": "+919876543210", "membershipTierId": tier.Id,
		})
	}
	open, _ := member(t, o.App, "open@example.com", false)
	expect(t, order(open), http.StatusCreated)
	if list := open.Get("/api/membership-tiers").Body; !strings.Contains(list, "rzp.io") || !strings.Contains(list, `"needsApproval":"false"`) {
		t.Error(list)
	}

	o.set(form{"purchaseNeedsApproval": true})
	if list := open.Get("/api/membership-tiers").Body; strings.Contains(list, "rzp.io") || !strings.Contains(list, `"needsApproval":"true"`) {
		t.Errorf("a visitor is shown the way around: %s", list)
	}
	if list := o.staff.Get("/api/membership-tiers").Body; !strings.Contains(list, "rzp.io") {
		t.Error("an admin has lost the link")
	}
	refused := order(open)
	expect(t, refused, http.StatusForbidden)
	o.expect("the sentence", refused.Message(),
		"Memberships are by invitation: you can choose a plan as soon as your nomination has been approved. "+
			"If it has been, please open the link in the invitation that we have mailed to you.")

	t.Run("an account with an approved applicant's address must accept first", func(t *testing.T) {
		_, token := o.invited("asha@example.com")
		hers, _ := member(t, o.App, "asha@example.com", false)
		expect(t, order(hers), http.StatusForbidden)
		expect(t, hers.Post("/api/invitations/accept", form{"token": token}), http.StatusOK)
		expect(t, order(hers), http.StatusCreated)
	})
	nominated := func(email string) (*testapp.Visitor, *core.Record) {
		hers, account := member(t, o.App, email, false)
		a := hers.Post("/api/registrations", nomination())
		expect(t, a, http.StatusCreated)
		expect(t, order(hers), http.StatusForbidden)
		o.walk(a.JSON["id"].(string), "take", "approve")
		return hers, account
	}
	t.Run("an account that was nominated itself, with an address that nobody has proved, must accept first", func(t *testing.T) {
		hers, _ := nominated("ceo@example.com")
		expect(t, order(hers), http.StatusForbidden)
		token := o.token("ceo@example.com")
		expect(t, hers.Post("/api/invitations/accept", form{"token": token}), http.StatusOK)
		expect(t, order(hers), http.StatusCreated)
	})
	t.Run("an account that was nominated itself is approved with its nomination once its address is proved", func(t *testing.T) {
		hers, account := nominated("proved@example.com")
		proved(t, o.App, account)
		expect(t, order(hers), http.StatusCreated)
	})
	t.Run("a proof of another address does not count", func(t *testing.T) {
		hers, account := nominated("mine@example.com")
		account.SetEmail("other@example.com")
		if err := o.PB.Save(account); err != nil {
			t.Fatal(err)
		}
		proved(t, o.App, account)
		token, err := account.NewAuthToken()
		if err != nil {
			t.Fatal(err)
		}
		hers.Header.Set("Authorization", token)
		expect(t, order(hers), http.StatusForbidden)
	})
}
