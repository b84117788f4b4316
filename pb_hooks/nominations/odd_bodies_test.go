package nominations_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/nominations"
)

// oddities are values that no form sends.
var oddities = []any{
	nil, true, false, 0, -1, 1e308, "", " ", "\x00", "\u202e", "\uffff", "{{", "%s%n", "'", `"`, `\`, "\r\n", "<script>",
	[]any{}, []any{nil}, []any{[]any{}}, map[string]any{}, map[string]any{"x": map[string]any{}},
	strings.Repeat("é", 5000), strings.Repeat("[", 50), "https://", "https://[::1]/", "https://a.b:99999/", "https://%zz.example",
	"a@b", "a@b.c", `"a b"@example.com`, "@", "a@-example.com", "a@" + strings.Repeat("b", 250) + ".example", "x@xn--.example", "ü@example.com",
	"http://example.com/\u00a0", "https://例え.テスト", "https://a_b.example", "https://.example", "https://example.", "https://a.b/?q=[]#%",
}

// bodies are no JSON objects, or hardly.
var bodies = []string{
	"", "null", "[]", `""`, "0", "{", `{"a":`, "{}{}", "\xff\xfe", `{"name":"\ud800"}`, strings.Repeat("[", 20000),
	`{"formData":{"name":"a","name":"b"}}`, `{"formData":` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000) + "}",
	`{"email":{"$ne":null},"formData":{}}`,
}

func TestNoBodyBreaksTheServer(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	s := house(t)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	sane := func(path, body string) {
		t.Helper()
		a := visitor(s).Post(path, body)
		if a.Status >= 500 || (a.Status >= 300 && a.Message() == "") {
			t.Errorf("%s answered %d %s to %.300q", path, a.Status, a.Body, body)
		}
		if a.Status == http.StatusBadRequest && a.Message() == validationError && len(a.JSON["data"].(map[string]any)) == 0 {
			t.Errorf("%s names no field for %.300q", path, body)
		}
	}
	for _, body := range bodies {
		sane("/api/registrations", body)
		sane("/api/drafts", body)
	}
	for _, field := range nominations.Form {
		for _, value := range oddities {
			changed := nomination(form{"email": "odd@example.com"})
			changed[field.Name] = value
			body, err := json.Marshal(changed)
			if err != nil {
				t.Fatal(err)
			}
			if random.IntN(3) == 0 {
				sane("/api/drafts", `{"email":null,"formData":`+string(body)+`}`)
			}
			sane("/api/registrations", string(body))
		}
	}
	for range 200 {
		body := []byte(`{"email":"x@example.com","formData":{"name":"Shalini","areasOfExpertise":["finance"],"agreeTerms":true}}`)
		for range 1 + random.IntN(4) {
			body[random.IntN(len(body))] = byte(random.Uint32())
		}
		sane("/api/drafts", string(body))
	}
}
