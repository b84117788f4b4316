package nominations_test

import (
	"reflect"
	"testing"

	"boardcircle/pb_hooks/nominations"
)

// The amend form starts with these answers. A missing field would be cleared when the applicant saves it.
func TestAnswersHaveEveryFieldOfTheForm(t *testing.T) {
	t.Parallel()
	answers := map[string]bool{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[nominations.Answers]()) {
		name := field.Tag.Get("json")
		if name != field.Tag.Get("db") {
			t.Errorf("%s is stored as %s", name, field.Tag.Get("db"))
		}
		answers[name] = true
	}
	for _, field := range nominations.Form {
		if field.Name != "agreeTerms" && !answers[field.Name] {
			t.Errorf("%s is missing from Answers", field.Name)
		}
	}
}
