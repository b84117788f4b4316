// Package emails declares the emails of the payments and their fields. The texts are in the Markdown files of this
// directory.
package emails

import (
	"embed"

	mailemails "boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	"charge-after-cancellation": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("amount", "₹708"),
			texts.Line("tier", "Monthly circle"),
			texts.Phrase("document", "Tax invoice"),
			texts.Derived("documentName", "{{lower .document}}"),
			texts.Line("number", "BC/2026/1"),
			texts.Line("waits", "yes"),
			texts.Phrase("cancelledOn", "1 Sep 2026"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Facts(
				texts.Fact("{{.document}}", "{{.number}}"),
				texts.Fact("Payment ID", "{{.paymentId}}"),
				texts.Fact("Charged", "{{.amount}}"),
			).Required(),
		},
		Choose: "what",
		Variants: []texts.Variant{
			{Name: "refund", Label: "Being refunded"},
			{Name: "review", Label: "Being checked"},
		},
	},
	"dispute-lost": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("refund", "₹708"),
			texts.Line("amount", "₹708"),
			texts.Line("tier", "Monthly circle"),
			texts.Line("number", "BC/2026/C1"),
			texts.Line("waits", "yes"),
			texts.Line("ended", "yes"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Facts(
				texts.Fact("Credit note", "{{.number}}"),
				texts.Fact("Payment ID", "{{.paymentId}}"),
				texts.Fact("Returned by your bank", "{{.refund}}"),
			).Required(),
		},
	},
	"document-ready": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Phrase("document", "Tax invoice"),
			texts.Derived("documentName", "{{lower .document}}"),
			texts.Line("number", "BC/2026/1"),
			texts.Line("tier", "Founding circle"),
			texts.Line("amount", "₹29,500"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Line("irn", "3f1c7c5dd9a8a2a4be0f0d2c1b7a4e6f8d9c0b1a2e3f4d5c6b7a8f9e0d1c2b3a"),
			texts.Facts(
				texts.Fact("{{.document}}", "{{.number}}"),
				texts.Fact("Plan", "{{.tier}}"),
				texts.Fact("Payment ID", "{{.paymentId}}"),
				texts.Fact("IRN", "{{.irn}}"),
			).Required(),
		},
	},
	"document-replaced": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Phrase("document", "Tax invoice"),
			texts.Derived("documentName", "{{lower .document}}"),
			texts.Line("number", "BC/2026/2"),
			texts.Line("cancelled", "BC/2026/1"),
			texts.Line("tier", "Founding circle"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Line("waits", "yes"),
			texts.Facts(
				texts.Fact("Cancelled", "{{.cancelled}}"),
				texts.Fact("{{.document}}", "{{.number}}"),
				texts.Fact("Plan", "{{.tier}}"),
				texts.Fact("Payment ID", "{{.paymentId}}"),
			).Required(),
		},
	},
	"mandate-cancelled": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("refunded", "₹708"),
			texts.Line("customer", "Asha Rao"),
			texts.Line("tier", "Monthly circle"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Line("transactionId", "sample0001"),
			texts.Facts(
				texts.Fact("Payment ID", "{{.paymentId}}"),
				texts.Fact("Transaction ID", "{{.transactionId}}"),
			).Required(),
		},
	},
	"membership-notice": {
		IsSensitive: true,
		Fields: append([]texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Founding circle"),
			texts.Phrase("from", "1 Apr 2026"),
			texts.Phrase("until", "31 Mar 2027"),
			texts.Line("code", "FRIENDS"),
			texts.Phrase("seats", "5 seats"),
			texts.Line("company", "Sample Industries Limited"),
			texts.Line("life", ""),
			texts.Line("complimentary", "yes"),
			texts.Hidden("termId", "sample"),
		}, mailemails.NextSessionFields()...),
		Choose: "what",
		Variants: []texts.Variant{
			{Name: "free", Label: "Started with a code, at no cost"},
			{Name: "free-seats", Label: "A company’s memberships with a code, at no cost"},
			{Name: "seat", Label: "A company’s membership, accepted"},
			{Name: "imported", Label: "From an imported list"},
			{Name: "granted", Label: "Complimentary"},
			{Name: "changed", Label: "New end date"},
			{Name: "ended", Label: "Ended by the office"},
		},
	},
	"membership-reminder": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Annual circle"),
			texts.Phrase("ends", "3 Sep 2026"),
			texts.Phrase("access", "17 Sep 2026"),
			texts.Line("price", "₹11,800"),
			texts.Hidden("tierId", "sample"),
			texts.Secret("renewal", "sample-token"),
			texts.Link("planLink", "{{.siteURL}}/membership-plans?tierId={{urlquery .tierId}}"),
			texts.Link("renewalLink", "{{if .renewal}}{{.siteURL}}/renew?token={{urlquery .renewal}}{{end}}"),
		},
		Choose: "step",
		Variants: []texts.Variant{
			{Name: "before-30", Label: "30 days before the end"},
			{Name: "before-7", Label: "7 days before"},
			{Name: "before-1", Label: "1 day before"},
			{Name: "ended", Label: "On the day"},
			{Name: "after-7", Label: "7 days after"},
			{Name: "after-13", Label: "13 days after"},
			{Name: "grace-ending", Label: "The charge failed, 2 days of access left"},
			{Name: "grace-ended", Label: "The charge failed, access ended"},
		},
	},
	"offline-confirmation": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("by", "ravi").Required(),
			texts.Line("receipt", "Cheque 000123"),
			texts.Line("amount", "₹59,000").Required(),
			texts.Line("customer", "Asha Rao"),
			texts.Line("tier", "Founding circle"),
		},
	},
	"offline-payment": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Founding circle"),
			texts.Line("transactionId", "sample0001"),
			texts.Line("due", "₹29,500"),
			texts.Line("received", "₹10,000"),
			texts.Line("left", "₹19,500"),
			texts.Line("receipt", "Cheque 000123"),
			texts.Line("amount", "₹10,000"),
			texts.Line("return", "₹5,000"),
			texts.Line("ended", "yes"),
			texts.Phrase("seats", "3 seats"),
			texts.Line("invoiceId", "sample"),
			texts.Line("waits", "yes"),
			texts.Lines("bank", "HDFC Bank, Mumbai\nAccount 0001, IFSC HDFC0000001"),
		},
		Choose: "what",
		Variants: []texts.Variant{
			{Name: "proforma", Label: "Proforma invoice"},
			{Name: "part", Label: "Part of the sum received"},
			{Name: "bounced", Label: "Did not go through"},
			{Name: "cancelled", Label: "Cancelled"},
		},
	},
	"payment-attention": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("what", "late"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Line("transactionId", "sample0001"),
			texts.Line("note", "The order was paid twice.").Required(),
			texts.Link("transactionLink", "{{.siteURL}}/admin/payments/transactions/{{.transactionId}}"),
			texts.Link("orphanLink", "{{.siteURL}}/admin/payments/unknown?search={{urlquery .paymentId}}"),
			texts.Facts(
				texts.Fact("Problem", "{{.what}}"),
				texts.Fact("Payment ID", "{{.paymentId}}"),
				texts.Fact("Transaction ID", "{{.transactionId}}"),
			).Required(),
		},
	},
	"payment-confirmed": {
		IsSensitive: true,
		Fields: append([]texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("amount", "₹29,500"),
			texts.Line("tier", "Founding circle"),
			texts.Phrase("seats", "5 seats"),
			texts.Phrase("until", "for life"),
			texts.Phrase("document", "Tax invoice"),
			texts.Derived("documentName", "{{lower .document}}"),
			texts.Line("number", "BC/2026/1"),
			texts.Line("base", "₹25,000"),
			texts.Line("discount", "₹100"),
			texts.Line("gst", "₹4,500"),
			texts.Line("rate", "18"),
			texts.Line("waits", "yes"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Time("at"),
			texts.Facts(
				texts.Fact("{{.document}}", "{{.number}}"),
				texts.Fact("Plan", "{{.tier}}"),
				texts.Fact("Price", "{{.base}}"),
				texts.Fact("Discount", "{{.discount}}"),
				texts.Fact("GST {{.rate}}%", "{{.gst}}"),
				texts.Fact("Paid", "{{.amount}}"),
				texts.Fact("Payment ID", "{{.paymentId}}"),
				texts.Fact("Received", "{{when .at}}"),
			).Required(),
		}, mailemails.NextSessionFields()...),
	},
	"payment-difference": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("paid", "₹707"),
			texts.Line("due", "₹708"),
			texts.Line("tier", "Monthly circle"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Line(
				"reason",
				"The code FRIENDS-2027 no longer applies to this order. This code has reached its limit of uses.",
			),
			texts.Facts(
				texts.Fact("Payment ID", "{{.paymentId}}"),
			).Required(),
		},
		Choose: "state",
		Variants: []texts.Variant{
			{Name: "review", Label: "An admin decides"},
			{Name: "returned", Label: "Refunded"},
		},
	},
	"refund-recorded": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("offline", "yes"),
			texts.Line("name", "Asha Rao"),
			texts.Line("refund", "₹1,000"),
			texts.Line("amount", "₹29,500"),
			texts.Line("tier", "Founding circle"),
			texts.Line("number", "BC/2026/C1"),
			texts.Line("waits", "yes"),
			texts.Line("paymentId", "pay_Sample0001"),
			texts.Facts(
				texts.Fact("Credit note", "{{.number}}"),
				texts.Fact("Payment ID", "{{.paymentId}}"),
				texts.Fact("Refunded", "{{.refund}}"),
			).Required(),
		},
	},
	"seat-accepted": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("invited", "meera@example.com"),
			texts.Line("holder", "Meera Iyer (meera.iyer@example.net)"),
			texts.Line("tier", "Annual circle"),
		},
	},
	"seat-taken": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("holder", "Meera Iyer (meera.iyer@example.com)"),
			texts.Line("tier", "Annual circle"),
			texts.Phrase("from", "1 Apr 2026"),
		},
	},
	"seat-invitation": {
		IsOccasion: true,
		Fields: append([]texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("company", "Sample Industries Limited"),
			texts.Line("tier", "Founding circle"),
			texts.Hidden("duration", "annual"),
			texts.Hidden("rest", ""),
			texts.Derived("term", `{{if .rest}}until {{.rest}}{{else if eq .duration "lifetime"}}for life`+
				`{{else if eq .duration "annual"}}for one year{{else}}for one month{{end}}`),
			texts.Phrase("until", "31 Mar 2027"),
			texts.Secret("token", "sample-token"),
			texts.Link("seatLink", "{{.siteURL}}/seat?token={{urlquery .token}}").Required(),
		}, mailemails.NextSessionFields()...),
	},
	"seat-reminder": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Phrase("count", "3 memberships"),
			texts.Line("tier", "Annual circle"),
			texts.Line("holders", "Asha Rao, Meera Iyer, Farah Khan"),
			texts.Phrase("ends", "3 Sep 2026"),
			texts.Phrase("access", "17 Sep 2026"),
			texts.Line("price", "₹11,800"),
			texts.Hidden("tierId", "sample"),
			texts.Link("planLink", "{{.siteURL}}/membership-plans?tierId={{urlquery .tierId}}"),
		},
		Choose: "step",
		Variants: []texts.Variant{
			{Name: "before-30", Label: "30 days before the end"},
			{Name: "before-7", Label: "7 days before"},
			{Name: "before-1", Label: "1 day before"},
			{Name: "ended", Label: "On the day"},
			{Name: "after-7", Label: "7 days after"},
			{Name: "after-13", Label: "13 days after"},
		},
	},
	"subscription-update": {
		IsSensitive: true,
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("tier", "Monthly circle"),
			texts.Line("amount", "₹708"),
			texts.Phrase("access", "until 17 Sep 2026"),
			texts.Phrase("start", "3 Oct 2026"),
			texts.Line("undone", "yes"),
			texts.Hidden("reason", ""),
			texts.Derived("cause", `{{if eq .reason "superseded"}}, because your newer membership replaces it`+
				`{{else if eq .reason "refund"}}, because we have refunded your payment`+
				`{{else if eq .reason "dispute"}}, because your bank returned its payment to you`+
				`{{else if eq .reason "account"}}, because your account was closed`+
				`{{else}} with your bank or in your app{{end}}`),
		},
		Choose: "state",
		Variants: []texts.Variant{
			{Name: "pending", Label: "A charge was refused"},
			{Name: "halted", Label: "Charges have stopped"},
			{Name: "paused", Label: "Paused"},
			{Name: "cancelled", Label: "Cancelled"},
			{Name: "completed", Label: "The last charge was made"},
			{Name: "expired", Label: "Not confirmed in time"},
			{Name: "ending", Label: "No longer renews"},
			{Name: "cancelling", Label: "Cancelled, not confirmed yet"},
			{Name: "office", Label: "Cancelled by the office"},
			{Name: "authenticated", Label: "Renewal confirmed"},
		},
	},
}}
