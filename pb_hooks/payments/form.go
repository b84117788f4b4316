package payments

import "boardcircle/pb_hooks/internal/rules"

// OrderForm is the body of POST /api/payments/create-order.
var OrderForm = rules.Form{
	{
		Name: "customerName", Label: "Full name", Kind: rules.Line, Required: true, Min: 2, Max: 120,
		Messages: rules.Messages{
			Required: "Name must be at least 2 characters",
			Short:    "Name must be at least 2 characters",
		},
	},
	{
		Name: "customerEmail", Label: "Email", Kind: rules.Email, Required: true, Max: 254,
		Messages: rules.Messages{
			Required: "Please enter a valid email address",
			Invalid:  "Please enter a valid email address",
		},
	},
	{
		Name: "customerPhone", Label: "Phone", Kind: rules.Line, Required: true, Min: 10, Max: 32,
		Messages: rules.Messages{
			Required: "Phone number must be at least 10 digits",
			Short:    "Phone number must be at least 10 digits",
		},
	},
	{
		Name: "membershipTierId", Label: "Membership plan", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership plan"},
	},
}

// VerifyForm is the body of POST /api/payments/verify: what the checkout hands to its page. An
// order's id comes for a single payment, a subscription's for one that renews.
var VerifyForm = rules.Form{
	{Name: "razorpay_payment_id", Label: "Payment id", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_order_id", Label: "Order id", Kind: rules.Line, Max: 64},
	{Name: "razorpay_subscription_id", Label: "Subscription id", Kind: rules.Line, Max: 64},
	{Name: "razorpay_signature", Label: "Signature", Kind: rules.Line, Required: true, Max: 128},
}
