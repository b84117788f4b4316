package emails_test

import (
	"fmt"
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/books/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		settlement := emails.SettlementAttention{
			RecordID:  "record000000001",
			Name:      "UTR " + name,
			SettledOn: "5 Aug 2026",
			Amount:    46_911_40,
		}
		short, unmatched := settlement, settlement
		short.Difference, unmatched.Unmatched = -1_00, 2
		link := "https://boardcircle.example/admin/books/settlements/record000000001"
		discrepancies := emails.LedgerDiscrepancies{
			Hash: "hash", CheckedAt: mailtest.Noon, Count: 1,
			Listed: []emails.Discrepancy{{"Transaction " + name + ": expected a term.", "transaction0001"}},
		}
		many := emails.LedgerDiscrepancies{Hash: "hash", CheckedAt: mailtest.Noon, Count: 12}
		for n := range emails.MaxDiscrepancies {
			many.Listed = append(many.Listed, emails.Discrepancy{Text: fmt.Sprintf("%s %d: expected ₹1.", name, n+1)})
		}
		const console = "https://boardcircle.example/admin"
		return []mailtest.Sample{
			{Email: discrepancies.Build(), Facts: []string{
				"Transaction Asha Rao: expected a term.", console + "/payments/transactions/transaction0001",
				"found a discrepancy",
				"1 Sep 2026",
			}},
			{Email: many.Build(), Facts: []string{
				"Asha Rao 1: expected ₹1.", "Asha Rao 10: expected ₹1.", console + "/books", "found 12 discrepancies",
				"The server log lists 2 more",
			}},
			{
				Email: short.Build(),
				Facts: []string{"UTR Asha Rao", "5 Aug 2026", "₹46,911.40", "₹1 less than", link},
			},
			{Email: emails.SettlementUnstored{ID: "setl_1"}.Build(), Facts: []string{
				"setl_1", "The other settlements were stored", console + "/books/settlements",
			}},
			{Email: unmatched.Build(), Facts: []string{"do not match", "Items that are not matched", link}},
		}
	})
}
