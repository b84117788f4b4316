package httpx_test

import (
	"encoding/json"
	"testing"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
)

func TestABoolIsSentAsTextAndReadInBothForms(t *testing.T) {
	t.Parallel()
	out, err := json.Marshal(map[string]httpx.Bool{"on": true, "off": false})
	if err != nil || string(out) != `{"off":"false","on":"true"}` {
		t.Errorf("json.Marshal = %s, %v", out, err)
	}
	for in, want := range map[string]httpx.Bool{`true`: true, `"true"`: true, `false`: false, `"false"`: false} {
		var flag httpx.Bool
		if err := json.Unmarshal([]byte(in), &flag); err != nil || flag != want {
			t.Errorf("%s is decoded as %v, %v, want %v", in, flag, err, want)
		}
	}
	for _, in := range []string{`"yes"`, `1`, `null`, `"TRUE"`} {
		var flag httpx.Bool
		if err := json.Unmarshal([]byte(in), &flag); err == nil {
			t.Errorf("%s was accepted", in)
		}
	}
}

func TestATimeIsSentAsRFC3339InUTC(t *testing.T) {
	t.Parallel()
	at, err := types.ParseDateTime("2026-08-03 06:30:00.120Z")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := json.Marshal(httpx.Time(at)); err != nil || string(out) != `"2026-08-03T06:30:00.120Z"` {
		t.Errorf("json.Marshal = %s, %v", out, err)
	}
	if out, err := json.Marshal(httpx.Time{}); err != nil || string(out) != `""` {
		t.Errorf("json.Marshal of the zero time = %s, %v, want an empty text", out, err)
	}
}
