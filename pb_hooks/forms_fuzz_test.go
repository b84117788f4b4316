package hooks_test

import (
	"encoding/json"
	"testing"

	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/imports"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/checkout"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/texts"
	"boardcircle/pb_hooks/tiers"
)

// A form either refuses a body and names the field, or returns values of its own fields only.
func FuzzBodiesOfForms(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"name":"Asha","email":"a@b.example","phone":"+919876543210","agreeTerms":true}`, `{"siteName":"x","gstRate":18,"providerUrl":"javascript:1"}`,
		`{"price":"25000","razorpayPaymentLink":"https://rzp.io/l/a","features":["a"]}`, `{"price":1e999}`, `{"isAdmin":true,"name":{"$ne":1}}`, `{"section":"hero","imageUrl":"//x"}`,
		`{"membershipTierId":["x"],"customerName":null}`, `{"fileName":"../x","content":"a,b"}`,
	} {
		f.Add(seed)
	}
	forms := map[string]rules.Form{
		"nomination": nominations.Form, "settings": settings.Form{}.Rules(), "tier": tiers.Form{}.Rules(), "content": texts.SectionForm{}.Rules(),
		"order": checkout.OrderForm{}.Rules(), "callback": checkout.VerifyForm{}.Rules(), "import": imports.FileRules,
	}
	f.Fuzz(func(t *testing.T, text string) {
		var body map[string]any
		if json.Unmarshal([]byte(text), &body) != nil {
			return
		}
		for name, form := range forms {
			known := map[string]bool{}
			for _, field := range form {
				known[field.Name] = true
			}
			values, problems := form.Check(body)
			for field := range values {
				if !known[field] {
					t.Errorf("%s returns the unknown field %s", name, field)
				}
			}
			for _, problem := range problems {
				if !known[problem.Field] || problem.Message == "" {
					t.Errorf("%s: the problem has an unknown field or no message: %+v", name, problem)
				}
			}
		}
	})
}
