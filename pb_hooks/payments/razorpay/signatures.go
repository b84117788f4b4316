package razorpay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// VerifyPayment checks what the checkout's handler got for an order. Pass the order id that we
// stored, never the one that the browser sends.
func VerifyPayment(orderID, paymentID, signature, keySecret string) bool {
	return orderID != "" && paymentID != "" && validSignature([]byte(orderID+"|"+paymentID), signature, keySecret)
}

// VerifySubscription checks what the checkout's handler got for a subscription: here the payment
// comes first.
func VerifySubscription(paymentID, subscriptionID, signature, keySecret string) bool {
	return paymentID != "" && subscriptionID != "" && validSignature([]byte(paymentID+"|"+subscriptionID), signature, keySecret)
}

// VerifyWebhook checks a webhook's body, byte for byte as it came, against the current secret and
// any earlier one: after a rotation retries still carry the old signature.
func VerifyWebhook(body []byte, signature string, secrets ...string) bool {
	for _, secret := range secrets {
		if validSignature(body, signature, secret) {
			return true
		}
	}
	return false
}

// validSignature compares bytes in constant time. An empty secret signs nothing: anybody has it.
func validSignature(message []byte, signature, secret string) bool {
	given, err := hex.DecodeString(signature)
	if err != nil || secret == "" {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(message)
	return hmac.Equal(given, mac.Sum(nil))
}
