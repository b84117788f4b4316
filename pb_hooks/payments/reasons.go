package payments

import "strings"

// disputeReasons are the provider's codes for why a buyer disputes a payment, in words.
var disputeReasons = map[string]string{
	"goods_or_services_not_received_or_partially_received": "the buyer says that she did not receive what she paid for, or not all of it",
	"goods_or_services_not_provided":                       "the buyer says that she did not receive what she paid for",
	"credit_not_processed":                                 "the buyer says that she was promised her money back and did not get it",
	"duplicate_processing":                                 "the buyer says that she paid twice",
	"non_matching_account_number":                          "the account that was charged is not the buyer's",
	"processed_invalid_expired_card":                       "the card that was charged was not valid or had expired",
}

// disputeNote says that a buyer's bank disputes a payment, and why.
func disputeNote(code string) string {
	const prefix = "The buyer's bank disputes this payment"
	reason, known := disputeReasons[strings.ToLower(code)]
	if !known {
		reason = strings.TrimSpace(strings.ReplaceAll(code, "_", " "))
	}
	if reason == "" {
		return prefix + " and gives no reason."
	}
	return prefix + ": " + reason + "."
}
