package invoices

import (
	"fmt"
	"strconv"
	"strings"
)

// tabular writes minor units in the Indian grouping, always with paise: "1,18,000.00".
func tabular(minor int64) string {
	whole := strconv.FormatInt(minor/100, 10)
	grouped := whole[max(0, len(whole)-3):]
	for head := whole[:len(whole)-len(grouped)]; head != ""; {
		cut := max(0, len(head)-2)
		grouped, head = head[cut:]+","+grouped, head[:cut]
	}
	return fmt.Sprintf("%s.%02d", grouped, minor%100)
}

// sign goes before an amount of a currency: "₹", or "USD ".
func sign(currency string) string {
	if currency == "INR" {
		return "₹"
	}
	return currency + " "
}

func figures(minor int64, currency string) string { return sign(currency) + tabular(minor) }

// words says an amount as an Indian cheque does: "Rupees one lakh eighteen thousand and paise
// fifty only".
func words(minor int64, currency string) string {
	unit, part := "Rupees", "paise"
	if currency != "INR" {
		unit, part = currency, "cents"
	}
	said := unit + " " + cardinal(minor/100)
	if rest := minor % 100; rest > 0 {
		said += " and " + part + " " + cardinal(rest)
	}
	return said + " only"
}

var scales = []struct {
	size int64
	name string
}{{1_00_00_000, "crore"}, {1_00_000, "lakh"}, {1_000, "thousand"}, {100, "hundred"}}

// cardinal is a number in Indian English: its scales are the thousand, the lakh and the crore.
func cardinal(n int64) string {
	if n == 0 {
		return "zero"
	}
	var said []string
	for _, scale := range scales {
		if n >= scale.size {
			said = append(said, cardinal(n/scale.size), scale.name)
			n %= scale.size
		}
	}
	if n > 0 {
		said = append(said, small(n))
	}
	return strings.Join(said, " ")
}

var (
	ones = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

func small(n int64) string {
	switch {
	case n < 20:
		return ones[n]
	case n%10 == 0:
		return tens[n/10]
	}
	return tens[n/10] + "-" + ones[n%10]
}
