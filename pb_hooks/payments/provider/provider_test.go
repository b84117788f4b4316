package provider

import (
	"testing"
)

func TestTheReasonOfADisputeIsExplained(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"goods_or_services_not_provided": "The buyer's bank disputes this payment: the buyer says that they did not receive what they paid for.",
		"Duplicate_Processing":           "The buyer's bank disputes this payment: the buyer says that they paid twice.",
		"some_code_of_next_year":         "The buyer's bank disputes this payment: some code of next year.",
		"Fraud":                          "The buyer's bank disputes this payment: Fraud.",
		"":                               "The buyer's bank disputes this payment and gives no reason.",
	} {
		if got := disputeNote(code); got != want {
			t.Errorf("disputeNote(%q) = %q, want %q", code, got, want)
		}
	}
}
