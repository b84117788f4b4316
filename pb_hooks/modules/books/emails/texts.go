package emails

import (
	"embed"
	"fmt"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindLedgerDiscrepancies: {Fields: discrepancyFields()},
	KindSettlementUnstored: {
		Fields: []texts.Field{
			texts.Line("settlement", "setl_Sample00000001"),
			texts.Link("settlementsLink", "{{.siteURL}}/admin/books/settlements"),
			texts.Facts(texts.Fact("Settlement", "{{.settlement}}")).Required(),
		},
	},
	KindSettlementAttention: {
		Fields: []texts.Field{
			texts.Line("settlement", "UTR2608050001"),
			texts.Line("record", "sample000000001"),
			texts.Phrase("settledOn", "5 Aug 2026"),
			texts.Line("amount", "₹46,911.40"),
			texts.Line("difference", "₹1"),
			texts.Line("isTooMuch", "yes"),
			texts.Line("unmatched", "2"),
			texts.Link("settlementLink", "{{.siteURL}}/admin/books/settlements/{{.record}}"),
			texts.Facts(
				texts.Fact("Settlement", "{{.settlement}}"),
				texts.Fact("Paid out on", "{{.settledOn}}"),
				texts.Fact("Paid to the bank", "{{.amount}}"),
				texts.Fact("Difference", "{{.difference}}"),
				texts.Fact("Items that are not matched", "{{.unmatched}}"),
			).Required(),
		},
	},
}}

func discrepancyFields() []texts.Field {
	fields := []texts.Field{texts.Line("count", "12"), texts.Line("isSeveral", "yes"), texts.Time("checkedAt"),
		texts.Line("more", "2")}
	for i, n := range positions {
		id := fmt.Sprintf("sample%09d", i+1)
		listed := texts.Line("discrepancy"+n,
			"Transaction "+id+": expected exactly one invoice or receipt in effect, but found none.")
		if i == 0 {
			listed = listed.Required()
		}
		fields = append(fields, listed,
			texts.Hidden("path"+n, "/admin/payments/transactions/"+id),
			texts.Link("link"+n, "{{.siteURL}}{{.path"+n+"}}"))
	}
	return fields
}
