package members_test

import (
	"net/url"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

// The stored names are those of records from before there was a normal form.
func TestASearchFindsWhatAReaderWouldCallTheSame(t *testing.T) {
	t.Parallel()
	o := open(t)
	for email, name := range map[string]string{
		"elodie@example.com":   "\u00c9lodie \u00c5NGSTR\u00d6M",
		"josefine@example.com": "Jose\u0301fine Dupre\u0301",
		"lalita@example.com":   "Lalita  Devi",
		"chitra@example.com":   "\u091a\u093f\u0924\u094d\u0930\u093e \u0938\u0947\u0928",
	} {
		o.account(email, testapp.StartTime, fields{"name": name, "requestType": "enquiry"})
		o.nomination(email, testapp.StartTime, fields{"name": name})
		o.sale(testapp.StartTime, fields{"customerEmail": email, "customerName": name})
	}
	for search, email := range map[string]string{
		"\u00e9lodie": "elodie@example.com", "ELODIE angstrom": "elodie@example.com", "e\u0301lodie": "elodie@example.com",
		"\u00e5ngstr\u00f6m": "elodie@example.com", "Jos\u00e9fine": "josefine@example.com",
		"Lalita Devi": "lalita@example.com", "lalita   devi": "lalita@example.com", "\u00e9l": "elodie@example.com",
		"\u091a\u093f\u0924\u094d\u0930\u093e": "chitra@example.com", "\u091a\u093f\u0924\u0930": "", "\u200b": "all",
	} {
		for path, field := range map[string]string{users: "email", leads: "email", paid: "email",
			"/api/registrations": "email", "/api/transactions": "customerEmail"} {
			rows, _ := o.list(path + "?search=" + url.QueryEscape(search))
			switch {
			case email == "all" && len(rows) >= 4, email == "" && len(rows) == 0:
			case len(rows) != 1 || rows[0][field] != email:
				t.Errorf("%s finds %d rows for %+q, want %s", path, len(rows), search, email)
			}
		}
	}
}
