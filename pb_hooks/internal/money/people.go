package money

import "strings"

// Format writes the amount for people, in the Indian grouping: ₹1,18,000, ₹1,178.82 or USD 300.
func (a Amount) Format(currency string) string {
	sign := "₹"
	if currency != "INR" {
		sign = currency + " "
	}
	whole, fraction, _ := strings.Cut(a.String(), ".")
	grouped := whole[max(0, len(whole)-3):]
	for head := whole[:len(whole)-len(grouped)]; head != ""; {
		cut := max(0, len(head)-2)
		grouped, head = head[cut:]+","+grouped, head[:cut]
	}
	if fraction != "" {
		grouped += "." + fraction
	}
	return sign + grouped
}
