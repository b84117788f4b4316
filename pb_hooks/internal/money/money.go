// Package money represents amounts: in whole minor units in Go, and as text in major units in JSON.
package money

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Amount is an amount in minor units: paise or cents. In JSON it is a numeric text in major units, with a fraction only
// if it is not zero: 2500000 is "25000", 117882 is "1178.82".
type Amount int64

// Pattern matches what Parse accepts, in the syntax that Go and JavaScript share.
const Pattern = `^[0-9]{1,9}(\.[0-9]{1,2})?$`

var amountRegexp = regexp.MustCompile(Pattern)

// Parse parses an amount in major units with at most two decimals. It does not use floating point.
func Parse(text string) (Amount, error) {
	if !amountRegexp.MatchString(text) {
		return 0, fmt.Errorf("money: %q is not an amount", text)
	}
	whole, fraction, _ := strings.Cut(text, ".")
	// The pattern allows only digits, and few enough for an int64.
	minor, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	return Amount(minor), err
}

// String returns the amount in major units.
func (a Amount) String() string {
	sign, minor := "", int64(a)
	if minor < 0 {
		sign, minor = "-", -minor
	}
	whole := sign + strconv.FormatInt(minor/100, 10)
	if minor%100 == 0 {
		return whole
	}
	return whole + "." + strconv.FormatInt(100+minor%100, 10)[1:]
}

// MarshalJSON writes the amount as text.
func (a Amount) MarshalJSON() ([]byte, error) { return json.Marshal(a.String()) }

// GST returns the tax on top of the amount. rate is in percent. The tax of the whole amount is rounded once, half up.
func (a Amount) GST(rate int) Amount { return (a*Amount(rate) + 50) / 100 }

// Format formats the amount for people, with Indian digit grouping: ₹1,18,000, ₹1,178.82 or USD 300.
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
