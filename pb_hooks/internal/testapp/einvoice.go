package testapp

import (
	"encoding/base64"
	"encoding/json"
	"maps"
)

// IRN is an invoice reference number in the format of the registration portal.
const IRN = "3f1c7c5dd9a8a2a4be0f0d2c1b7a4e6f8d9c0b1a2e3f4d5c6b7a8f9e0d1c2b3a"

// SignedQR returns the text of a QR code in the format of the invoice registration portal: a JSON web token whose data
// is the document's data as JSON text. It has no valid signature.
func SignedQR(document map[string]any) string {
	data := map[string]any{
		"SellerGstin": "27AAPFU0939F1ZV",
		"BuyerGstin":  "29AAGCB7383J1Z4",
		"DocTyp":      "INV",
		"DocDt":       "03/08/2026",
		"TotInvVal":   29500,
		"ItemCnt":     1,
		"MainHsnCode": "999512",
		"Irn":         IRN,
		"IrnDt":       "2026-08-03 12:00:00",
	}
	maps.Copy(data, document)
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"RS256","typ":"JWT"}`)) + "." +
		encode(mustJSON(map[string]any{"data": string(mustJSON(data)), "iss": "NIC"})) + "." + encode(make([]byte, 256))
}

func mustJSON(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}
