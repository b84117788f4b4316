package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"testing"
)

// web/src/lib/form-schema.test.ts tests the web app's schemas with the same cases.
func TestServerAndWebAppAgreeOnTheSharedCases(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/checks.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Form, Field string
		Raw, Clean  any
		Refused     string
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	all := collect(undepended.Routes())
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s.%s %.40q", c.Form, c.Field, fmt.Sprint(c.Raw)), func(t *testing.T) {
			t.Parallel()
			for _, f := range all {
				if f.name != c.Form {
					continue
				}
				clean, problem := f.form.Field(c.Field).Check(c.Raw)
				if problem != nil {
					if problem.Message != c.Refused {
						t.Fatalf("refused with %q, want %q", problem.Message, c.Refused)
					}
					return
				}
				if c.Refused != "" {
					t.Fatalf("accepted as %q, want the refusal %q", clean, c.Refused)
				}
				if !reflect.DeepEqual(roundTripJSON(t, clean), c.Clean) {
					t.Fatalf("clean value %q, want %q", clean, c.Clean)
				}
				return
			}
			t.Fatalf("no form %q", c.Form)
		})
	}
}

// roundTripJSON encodes a value as JSON and decodes it again.
func roundTripJSON(t *testing.T, value any) (out any) {
	t.Helper()
	body, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(body, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}
