package razorpay

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

func decodeJSON[T any](t *testing.T, from decoder[T], text string) (T, error) {
	t.Helper()
	var values map[string]any
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		t.Fatal(err)
	}
	f := &fields{values: values}
	return from(f), f.err
}

func TestAllFormsOfAPaymentAreDecoded(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"as documented":   `{"id":"pay_1","amount":5000,"captured":true,"notes":{"a":"1"},"error_code":null,"fee":100,"created_at":1756455561}`,
		"as sampled":      `{"id":"pay_1","amount":5000,"captured":"1","notes":{"a":1},"error_code":"","fee":100,"created_at":1756455561,"email":null}`,
		"numbers as text": `{"id":"pay_1","amount":"5000","captured":"true","notes":{"a":"1"},"fee":"100","created_at":"1756455561"}`,
		"an old payment":  `{"id":"pay_1","amount":5e3,"captured":1,"notes":{"a":"1"},"fee":100,"created_at":1756455561,"udf":{}}`,
	} {
		got, err := decodeJSON(t, decodePayment, text)
		want := Payment{
			ID:        "pay_1",
			Amount:    5000,
			Captured:  true,
			Notes:     map[string]string{"a": "1"},
			Fee:       100,
			CreatedAt: time.Unix(1756455561, 0).UTC(),
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: decodePayment = %+v, %v; want %+v", name, got, err, want)
		}
	}
}

func TestMissingAndEmptyValuesAreDecodedAsZero(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`,
		`{"id":null,"amount":null,"notes":[],"created_at":null,"captured":null,"error_code":null}`,
		`{"id":"","amount":0,"notes":null,"created_at":0,"captured":"0","error_code":"","amount_refunded":""}`,
	} {
		got, err := decodeJSON(t, decodePayment, text)
		if want := (Payment{Notes: map[string]string{}}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("decodePayment(%s) = %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func TestAnInexactAmountIsRefused(t *testing.T) {
	t.Parallel()
	for _, amount := range []string{`100.5`, `1e30`, `-1e300`, `"12.50"`, `"a lot"`, `true`, `{}`, `[5000]`, `9007199254740993`, `"9007199254740993"`} {
		if got, err := decodeJSON(t, decodePayment, `{"id":"pay_1","amount":`+amount+`}`); err == nil {
			t.Errorf("amount %s was decoded as %d, want an error", amount, got.Amount)
		}
	}
}

func TestAPaymentLinkHasTheIDsOfItsPayments(t *testing.T) {
	t.Parallel()
	got, err := decodeJSON(
		t,
		decodePaymentLink,
		`{"id":"plink_1","reference_id":"tx1","payments":[{"payment_id":"pay_1"}],"customer":{"name":"Asha","email":null},"expire_by":0}`,
	)
	if err != nil || got.ReferenceID != "tx1" || len(got.PaymentIDs) != 1 || got.PaymentIDs[0] != "pay_1" ||
		got.CustomerName != "Asha" {
		t.Errorf("decodePaymentLink = %+v, %v", got, err)
	}
	if got, err := decodeJSON(t, decodePaymentLink, `{"id":"plink_1","payments":null,"customer":[]}`); err != nil ||
		len(got.PaymentIDs) != 0 {
		t.Errorf("decodePaymentLink = %+v, %v", got, err)
	}
}
