package invoices

import (
	"fmt"
	"strconv"
	"strings"
)

// formatIndian writes minor units in the Indian grouping, always with paise: "1,18,000.00".
func formatIndian(minor int64) string {
	whole := strconv.FormatInt(minor/100, 10)
	grouped := whole[max(0, len(whole)-3):]
	for head := whole[:len(whole)-len(grouped)]; head != ""; {
		cut := max(0, len(head)-2)
		grouped, head = head[cut:]+","+grouped, head[:cut]
	}
	return fmt.Sprintf("%s.%02d", grouped, minor%100)
}

// currencyPrefix goes before an amount of a currency: "₹", or "USD ".
func currencyPrefix(currency string) string {
	if currency == "INR" {
		return "₹"
	}
	return currency + " "
}

func formatAmount(minor int64, currency string) string {
	return currencyPrefix(currency) + formatIndian(minor)
}

// amountInWords says an amount as an Indian cheque does: "Rupees one lakh eighteen thousand and paise
// fifty only".
func amountInWords(minor int64, currency string) string {
	unit, part := "Rupees", "paise"
	if currency != "INR" {
		unit, part = currency, "cents"
	}
	text := unit + " " + numberInWords(minor/100)
	if rest := minor % 100; rest > 0 {
		text += " and " + part + " " + numberInWords(rest)
	}
	return text + " only"
}

var numberScales = []struct {
	size int64
	name string
}{{1_00_00_000, "crore"}, {1_00_000, "lakh"}, {1_000, "thousand"}, {100, "hundred"}}

// numberInWords is a number in Indian English: its scales are the thousand, the lakh and the crore.
func numberInWords(n int64) string {
	if n == 0 {
		return "zero"
	}
	var parts []string
	for _, scale := range numberScales {
		if n >= scale.size {
			parts = append(parts, numberInWords(n/scale.size), scale.name)
			n %= scale.size
		}
	}
	if n > 0 {
		parts = append(parts, belowHundredInWords(n))
	}
	return strings.Join(parts, " ")
}

var (
	onesWords = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tensWords = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

func belowHundredInWords(n int64) string {
	switch {
	case n < 20:
		return onesWords[n]
	case n%10 == 0:
		return tensWords[n/10]
	}
	return tensWords[n/10] + "-" + onesWords[n%10]
}
