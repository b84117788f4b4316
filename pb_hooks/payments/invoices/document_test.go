package invoices

import (
	"math/big"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/gst"
)

// FuzzCreditNotesAddUpToTheInvoice credits a sale in parts, and reverses the second part. The lines of each credit note
// must add up, and none may be negative. After a full refund, the sum of the notes must be the invoice, for each tax.
func FuzzCreditNotesAddUpToTheInvoice(f *testing.F) {
	for _, seed := range [][]uint64{{2500000, 18, 1, 1, 1}, {1, 18, 1, 0, 0}, {3, 5, 1, 1, 1}, {1 << 50, 100, 1 << 49, 7, 1 << 40}, {100, 0, 33, 33, 33}} {
		f.Add(seed[0], uint8(seed[1]), seed[2], seed[3], seed[4], true)
		f.Add(seed[0], uint8(seed[1]), seed[2], seed[3], seed[4], false)
	}
	f.Fuzz(func(t *testing.T, base uint64, percent uint8, a, b, c uint64, isSameState bool) {
		taxable, rate := int64(base%(1<<51)), int64(percent)%101
		tax := (taxable*rate + 50) / 100
		d := Document{TaxableValue: taxable, Total: taxable + tax, Currency: "INR"}
		if d.Total == 0 {
			return
		}
		supplier := gst.Supplier{State: gst.StateOf("27"), IsRegistered: true}
		place := gst.StateOf(map[bool]string{true: "27", false: "29"}[isSameState])
		d.Taxes = supplier.Supply(place, false).SplitTax(tax, int(rate))
		assertAddsUp(t, d, 1)

		var sum credited
		taxSums := make([]int64, len(d.Taxes))
		add := func(note Document, sign int64) {
			sum.Total += sign * note.Total
			sum.Taxed += sign * note.Total
			sum.Taxable += sign * note.TaxableValue
			for i, tax := range note.Taxes {
				taxSums[i] += sign * tax.Amount
			}
			if len(taxSums) > 0 {
				sum.FirstTax = taxSums[0]
			}
		}
		var notes []Document
		for _, request := range []uint64{a, b, c, uint64(d.Total)} {
			amount := min(d.Total-sum.Total, int64(request%(1<<52)))
			if amount > 0 {
				note := d.creditNote(sum, amount)
				if note.Total != amount || note.Kind != CreditNote {
					t.Fatalf("credit note of %d for %+v = %+v", amount, d, note)
				}
				assertAddsUp(t, note, 1+int64(len(notes)/3)) // a reversed note leaves a paisa to the next
				add(note, 1)
				notes = append(notes, note)
			}
			if len(notes) == 3 {
				add(notes[1], -1)
			}
		}
		if amount := d.Total - sum.Total; amount > 0 {
			add(d.creditNote(sum, amount), 1)
		}
		if sum.Total != d.Total || sum.Taxable != d.TaxableValue {
			t.Fatalf("credited %d, want %d; taxable value %d, want %d", sum.Total, d.Total, sum.Taxable, d.TaxableValue)
		}
		for i, tax := range d.Taxes {
			if taxSums[i] != tax.Amount {
				t.Fatalf("sum of %s = %d, want %d", tax.Name, taxSums[i], tax.Amount)
			}
		}
	})
}

// assertAddsUp checks that the lines of a document add up to its total, and that the two halves of its tax differ by at
// most a number of paise.
func assertAddsUp(t *testing.T, d Document, apart int64) {
	t.Helper()
	sum := d.TaxableValue
	for _, tax := range d.Taxes {
		if tax.Amount < 0 {
			t.Fatalf("negative tax: %+v", d)
		}
		sum += tax.Amount
	}
	if sum != d.Total || d.TaxableValue < 0 {
		t.Fatalf("sum = %d, want %d: %+v", sum, d.Total, d)
	}
	if len(d.Taxes) == 2 {
		if difference := d.Taxes[0].Amount - d.Taxes[1].Amount; difference < -apart || difference > apart {
			t.Fatalf("the halves of the tax differ by %d", difference)
		}
	}
}

func FuzzAProportionIsRoundedHalfUp(f *testing.F) {
	f.Add(uint64(2500000), uint64(1), uint64(2950000))
	f.Add(uint64(1<<52), uint64(1<<52), uint64(1<<52))
	f.Fuzz(func(t *testing.T, a, b, c uint64) {
		whole := int64(c%(1<<53)) + 1
		value, part := int64(a)&(1<<53-1)%(whole+1), int64(b)&(1<<53-1)%(whole+1)
		want := new(big.Int).Mul(big.NewInt(value), big.NewInt(2*part))
		want.Add(want, big.NewInt(whole)).Quo(want, big.NewInt(2*whole))
		if got := proportion(value, part, whole); got != want.Int64() {
			t.Fatalf("proportion(%d, %d, %d) = %d, want %s", value, part, whole, got, want)
		}
	})
}

func TestAmountsAreWrittenInIndianDigitsAndWords(t *testing.T) {
	t.Parallel()
	for minor, want := range map[int64][2]string{
		0:                  {"₹0.00", "Rupees zero only"},
		1:                  {"₹0.01", "Rupees zero and paise one only"},
		1_00:               {"₹1.00", "Rupees one only"},
		19_19:              {"₹19.19", "Rupees nineteen and paise nineteen only"},
		40_40:              {"₹40.40", "Rupees forty and paise forty only"},
		999_99:             {"₹999.99", "Rupees nine hundred ninety-nine and paise ninety-nine only"},
		1178_82:            {"₹1,178.82", "Rupees one thousand one hundred seventy-eight and paise eighty-two only"},
		1_00_000_00:        {"₹1,00,000.00", "Rupees one lakh only"},
		1_18_000_50:        {"₹1,18,000.50", "Rupees one lakh eighteen thousand and paise fifty only"},
		1_00_00_000_00:     {"₹1,00,00,000.00", "Rupees one crore only"},
		123_45_67_890_10:   {"₹1,23,45,67,890.10", "Rupees one hundred twenty-three crore forty-five lakh sixty-seven thousand eight hundred ninety and paise ten only"},
		1_000_00_00_000_00: {"₹10,00,00,00,000.00", "Rupees one thousand crore only"},
	} {
		if got := formatAmount(minor, "INR"); got != want[0] {
			t.Errorf("formatAmount(%d) = %s, want %s", minor, got, want[0])
		}
		if got := amountInWords(minor, "INR"); got != want[1] {
			t.Errorf("amountInWords(%d) = %q, want %q", minor, got, want[1])
		}
	}
	if got := formatAmount(15050, "USD") + ", " + amountInWords(15050,
		"USD"); got != "USD 150.50, USD one hundred fifty and cents fifty only" {
		t.Errorf("dollars = %q", got)
	}
}

func FuzzDifferentAmountsHaveDifferentWords(f *testing.F) {
	f.Add(int64(2950000), int64(2950001))
	f.Fuzz(func(t *testing.T, a, b int64) {
		a, b = max(0, a)%(1<<53), max(0, b)%(1<<53)
		if (amountInWords(a, "INR") == amountInWords(b, "INR")) != (a == b) {
			t.Fatalf("the words of %d and %d are the same only if the amounts are: %s", a, b, amountInWords(a, "INR"))
		}
		if strings.Contains(amountInWords(a, "INR"), "  ") || strings.Contains(amountInWords(a, "INR"), "- ") {
			t.Fatalf("amountInWords = %q, want no double space or open hyphen", amountInWords(a, "INR"))
		}
	})
}
