package payments

import "testing"

func TestADisputesReasonIsToldInWords(t *testing.T) {
	t.Parallel()
	for code, words := range map[string]string{
		"goods_or_services_not_provided": "The buyer's bank disputes this payment: the buyer says that she did not receive what she paid for.",
		"Duplicate_Processing":           "The buyer's bank disputes this payment: the buyer says that she paid twice.",
		"some_code_of_next_year":         "The buyer's bank disputes this payment: some code of next year.",
		"Fraud":                          "The buyer's bank disputes this payment: Fraud.",
		"":                               "The buyer's bank disputes this payment and gives no reason.",
	} {
		if told := disputeNote(code); told != words {
			t.Errorf("%q is told as %q", code, told)
		}
	}
}
