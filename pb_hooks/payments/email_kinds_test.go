package payments

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, (&Payments{}).emailKinds(), func(name string) []mailtest.Sample {
		confirmed := paymentConfirmedEmail{TransactionID: "tx1", InvoiceID: "inv1", PaymentID: "pay_1", Name: name, Email: "asha@example.com"}.Build()
		refunded := refundRecordedEmail{TransactionID: "tx1", InvoiceID: "inv1", RefundID: "rfnd_1", Name: name, Email: "asha@example.com"}.Build()
		attention := paymentAttentionEmail{PaymentID: "pay_1", Reason: "late", Note: "Paid twice by " + name, TransactionID: "tx1"}.Build()
		return []mailtest.Sample{
			{
				Email: confirmed,
				Completed: map[string]string{
					"tier": "Founding circle " + name, "amount": "₹29,500", "base": "₹25,000", "gst": "₹4,500", "rate": "18",
					"paymentId": "pay_1", "document": "Tax invoice", "number": "BC/2026/1",
					"at": mailtest.Noon.Format(time.RFC3339), "until": "for life",
				},
				Facts: []string{
					"Dear Asha Rao", "₹29,500", "₹4,500", "GST 18 %", "BC/2026/1", "for life", "Tax invoice",
					"Your tax invoice is attached", "https://boardcircle.example/account",
				},
			},
			{
				Email: refunded,
				Completed: map[string]string{
					"tier": "Founding circle " + name, "amount": "₹29,500", "refund": "₹1,000", "paymentId": "pay_1", "number": "BC/2026/C1",
				},
				Facts: []string{"Dear Asha Rao", "₹1,000", "₹29,500", "BC/2026/C1"},
			},
			{
				Email: attention,
				Facts: []string{"pay_1", "tx1", "Paid twice by Asha Rao", "https://boardcircle.example/admin"},
			},
		}
	})
}
