package imports

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sheets"
)

func TestNamesInTwoColumnsAndLinesBeforeTheTable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"First name,Last name,Email\nAsha,Rao,asha@example.com\n":                        "2 Asha Rao|asha@example.com|||enquiry",
		"E-mail;Surname;Given name\nasha@example.com;Rao;Asha\n":                         "2 Asha Rao|asha@example.com|||enquiry",
		"Name,Surname,Email\nAsha Rao,Rao,asha@example.com\n":                            "2 Asha Rao|asha@example.com|||enquiry",
		"Name,Surname,Email\nAsha,Rao,asha@example.com\n":                                "2 Asha Rao|asha@example.com|||enquiry",
		"First name,Name,Last name,Email\nA.,Asha Rao,R.,asha@example.com\n":             "2 Asha Rao|asha@example.com|||enquiry",
		"Last name,Email\nRao,asha@example.com\n":                                        "2 Rao|asha@example.com|||enquiry",
		"Members of 2026\n\nExported on,1 June\nName,Email\nAsha Rao,asha@example.com\n": "5 Asha Rao|asha@example.com|||enquiry",
		"Members; 2026\tall\nName\tEmail\nAsha Rao\tasha@example.com\n":                  "3 Asha Rao|asha@example.com|||enquiry",
		"\ufeffsep=\t\nName\tE-mail\nAsha Rao\tasha@example.com\n":                       "3 Asha Rao|asha@example.com|||enquiry",
		"First name,Last name,Email\n,,asha@example.com\n":                               "2 First name: Name must be at least 2 characters",
	} {
		if got := summarize(t, text); !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// summarize returns a summary of each row: its line, and its values or its errors.
func summarize(t *testing.T, text string) []string {
	t.Helper()
	read, err := parseFile(text)
	if err != nil {
		return []string{err.Error()}
	}
	var lines []string
	for _, p := range read.rows {
		what := p.errors.String()
		if what == "" {
			a := p.account
			what = strings.Join([]string{a.Name, a.Email, a.Phone, a.Location, a.RequestType}, "|")
		}
		lines = append(lines, fmt.Sprintf("%d %s", p.line, what))
	}
	return lines
}

func TestParseFilesOfDifferentSpreadsheets(t *testing.T) {
	t.Parallel()
	asha := "2 Asha Rao|asha@example.com|+919876543210|Pune, Maharashtra|membership"
	for name, text := range map[string]string{
		"Indian headings":   "Name,Email ID,Mobile No.,City/State,Interest\nAsha Rao,asha@example.com,\"=\"\"9876543210\"\"\",\"Pune, Maharashtra\",membership\n",
		"an address book":   "Name,Email,Contact number,City,Interest\nAsha Rao,Asha Rao <asha@example.com>,९८७६५ ४३२१०,\"Pune, Maharashtra\",membership\n",
		"plain":             "name,email,phone,location,requestType\nAsha Rao,asha@example.com,+919876543210,\"Pune, Maharashtra\",membership\n",
		"marked, CRLF":      "\ufeffname,email,phone,location,requestType\r\nAsha Rao,asha@example.com,+919876543210,\"Pune, Maharashtra\",membership\r\n",
		"semicolons":        "name;email;phone;location;requestType\nAsha Rao;asha@example.com;+919876543210;Pune, Maharashtra;membership",
		"tabs":              "name\temail\tphone\tlocation\trequestType\nAsha Rao\tasha@example.com\t+919876543210\tPune, Maharashtra\tmembership",
		"an old Mac's":      "name,email,phone,location,requestType\rAsha Rao,asha@example.com,+919876543210,\"Pune, Maharashtra\",membership\r",
		"other headings":    "Request Type, E-Mail Address ,FULL_NAME,Mobile Number,City/State\nMember,ASHA@Example.com, Asha Rao ,+91 98765-43210,\"Pune, Maharashtra\"\n",
		"all quoted":        "\"name\",\"email\",\"phone\",\"location\",\"requestType\"\n\"Asha Rao\",\"asha@example.com\",\"'+91 (98765) 43210\",\"Pune, Maharashtra\",\"Circle Membership\"\n",
		"more columns":      "name,email,phone,location,requestType,notes\nAsha Rao,asha@example.com,+919876543210,\"Pune, Maharashtra\",membership,\"long\nnotes, \"\"quoted\"\"\"\n",
		"blank rows":        "name,email,phone,location,requestType\nAsha Rao,asha@example.com,+919876543210,\"Pune, Maharashtra\",membership\n,,,,\n\n  \n",
		"trailing commas":   "name,email,phone,location,requestType\nAsha Rao,asha@example.com,+919876543210,\"Pune, Maharashtra\",membership,,,\n",
		"named separator":   "sep=;\r\nname;email;phone;location;requestType\r\nAsha Rao;asha@example.com;+919876543210;Pune, Maharashtra;membership\r\n",
		"bars":              "name|email|phone|location|requestType\nAsha Rao|asha@example.com|+919876543210|Pune, Maharashtra|membership",
		"semicolons inside": "name,email,phone,location,requestType\n\"Asha Rao\",asha@example.com,+919876543210,\"Pune, Maharashtra\",membership",
	} {
		want := asha
		if name == "named separator" {
			want = "3" + strings.TrimPrefix(asha, "2")
		}
		if got := summarize(t, text); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := summarize(t, "email,name\nasha@example.com,Asha\nbina@example.com,Bina,,\n"); !slices.Equal(got, []string{
		"2 Asha|asha@example.com|||enquiry", "3 Bina|bina@example.com|||enquiry",
	}) {
		t.Errorf("few columns: %q", got)
	}
	read, err := parseFile("name,email,Board seats,\nAsha,asha@example.com,3,\n")
	if err != nil || !slices.Equal(read.header.ignoredHeadings(), []string{"Board seats"}) {
		t.Errorf("%q is not read, %v", read.header.ignoredHeadings(), err)
	}
}

func TestCityAndStateBecomeOneLocation(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"City;State\nPune;Maharashtra":                  "Pune, Maharashtra",
		"State;Town\n Tamil Nadu ;Chennai":              "Chennai, Tamil Nadu",
		"Location;State/UT\nPune, Maharashtra;":         "Pune, Maharashtra",
		"Location;State\nPune, maharashtra;Maharashtra": "Pune, maharashtra",
		"City;State\nDelhi;Delhi":                       "Delhi",
		"City;State\n;Kerala":                           "Kerala",
		"State\nKerala":                                 "Kerala",
		"City;State\n;":                                 "",
	} {
		headings, cells, _ := strings.Cut(text, "\n")
		if got := summarize(t, "name;email;"+headings+"\nAsha;asha@example.com;"+cells); !slices.Equal(got,
			[]string{"2 Asha|asha@example.com||" + want + "|enquiry"}) {
			t.Errorf("%q: %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"City;State\n;K":       "City: Location is required",
		"State\nK":             "State: Location is required",
		"City;State\nPune;=1":  "State: Starts like a formula",
		"City;State\n@1;=1":    "City: Starts like a formula; State: Starts like a formula",
		"City;Location\nPune;": "",
	} {
		headings, cells, _ := strings.Cut(text, "\n")
		got := summarize(t, "name;email;"+headings+"\nAsha;asha@example.com;"+cells)
		if want == "" {
			want = "Two columns have the location. Please delete one of them"
		} else {
			want = "2 " + want
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestAPhoneNumberOfASpreadsheetHasOneForm(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"919876543210.0":              "+919876543210",
		"+91 22 2654 3210/11":         "Phone: Please enter a valid phone number",
		"+91 (0)98765 43210":          "+919876543210",
		"\u202a+91 98765 43210\u202c": "+919876543210",
		"098765 43210":                "+919876543210",
		"'9876543210":                 "+919876543210",
	} {
		if want[0] == '+' {
			want = "Asha|asha@example.com|" + want + "||enquiry"
		}
		got := summarize(t, "Name,Email,Phone\nAsha,asha@example.com,"+cell+"\n")
		if !slices.Equal(got, []string{"2 " + want}) {
			t.Errorf("%+q: %q, want %q", cell, got, want)
		}
	}
}

func TestAnErrorInARowDoesNotAffectOtherRows(t *testing.T) {
	t.Parallel()
	const before, after = "name,email,phone,location,requestType\n", "\nBina Das,bina@example.com,,,\n"
	for row, want := range map[string]string{
		"Asha,,,,":                                           "Please enter a valid email address",
		"Asha,asha@,,,":                                      "Please enter a valid email address",
		"A,asha@example.com,,,":                              "Name must be at least 2 characters",
		",asha@example.com,,,":                               "Name must be at least 2 characters",
		"Asha,asha@example.com,12,,":                         "Phone number must be at least 10 digits",
		"Asha,asha@example.com,9.19877E+11,,":                "Please enter a valid phone number",
		"Asha,asha@example.com,,P,":                          "Location is required",
		"Asha,asha@example.com,,,sometimes":                  "Please choose one of the listed values for interest",
		"=cmd|' /C calc'!A0,asha@example.com,,,":             "Starts like a formula",
		"Asha,asha@example.com,,@SUM(A1),":                   "Starts like a formula",
		"=SUM(\"1\"),asha@example.com,,,":                    "Starts like a formula",
		"Asha \"A\" Rao,asha@,,,":                            "Please enter a valid email address",
		"=SUM(\"1\"),\"asha@example.com,,,":                  "A quotation mark is closed in the middle of a value",
		"As\x07ha,asha@example.com,,,":                       "Contains a line break or another control character",
		"\"As\nha\",asha@example.com,,,":                     "Contains a line break or another control character",
		"Asha,asha@example.com,,,,x":                         "The row has 6 values, but there are 5 columns",
		"\"Asha,asha@example.com,,,":                         "A quotation mark is opened and not closed within 8 kB",
		"\"Asha\" Rao,asha@example.com,,,":                   "A quotation mark is closed in the middle of a value",
		strings.Repeat("ā", 121) + ",asha@example.com,,,":    "Full name must be at most 120 characters",
		"\"" + strings.Repeat("x", 9000) + "\",a@b.co,,,":    "A quotation mark is opened and not closed within 8 kB",
		strings.Repeat(",", 101):                             "The row has more than 100 values",
		"Bina,BINA@example.com,,,\nAsha,bina@example.com,,,": "Line 2 has the same email address",
	} {
		lines := summarize(t, before+row+strings.ReplaceAll(after, "bina@", "other@"))
		i := len(lines) - 2
		if i < 0 || !strings.HasSuffix(lines[i], " "+want) ||
			!strings.HasSuffix(lines[i+1], " Bina Das|other@example.com|||enquiry") {
			t.Errorf("%.60q: %q", row, lines)
		}
	}
}

func TestEachErrorOfARowNamesItsColumn(t *testing.T) {
	t.Parallel()
	const headings = "E-Mail,Interest,Notes, Full  Name ,Mobile\n"
	for row, want := range map[string]string{
		"asha@,sometimes,,A,12": "E-Mail: Please enter a valid email address; Interest: Please choose one of the listed values for interest; " +
			"Full Name: Name must be at least 2 characters; Mobile: Phone number must be at least 10 digits",
		// the form does not check a cell that is unsafe
		"=1,,,A\x07a,": "E-Mail: Starts like a formula; Full Name: Contains a line break or another control character",
		"asha@":        "E-Mail: Please enter a valid email address; Full Name: Name must be at least 2 characters",
		// the values cannot be assigned to columns
		"asha@,sometimes,,A,12,,x":  "The row has 7 values, but there are 5 columns",
		"BINA@example.com,,,Bina,1": "Mobile: Phone number must be at least 10 digits; E-Mail: Line 2 has the same email address",
	} {
		lines := summarize(t, headings+"bina@example.com,,,Bina Das,\n"+row+"\n")
		if !slices.Equal(lines, []string{"2 Bina Das|bina@example.com|||enquiry", "3 " + want}) {
			t.Errorf("%q: %q", row, lines)
		}
	}
	// the address of a row with errors can be used again
	if lines := summarize(
		t, headings+"bina@example.com,,,B,\nbina@example.com,,,Bina Das,\n",
	); lines[1] != "3 Bina Das|bina@example.com|||enquiry" {
		t.Errorf("%q", lines)
	}
}

func TestInvalidFilesAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                           "The file is empty",
		",,\n\"\"":                   "The file is empty",
		"\ufeff \r\n":                "The file is empty",
		"name,email\n":               "The file has headings but no rows",
		"name,email\n,\n":            "The file has headings but no rows",
		"Asha,asha@example.com\n":    "The first line must name the columns. It has no column for the name. Example: name,email,phone,location,state,requestType,tier,start,end",
		"name,phone\nAsha,1\n":       "The first line must name the columns. It has no column for the email. Example: name,email,phone,location,state,requestType,tier,start,end",
		"name,email,E-Mail\na,b,c\n": "Two columns have the email. Please delete one of them",
		"name,\"email\na,b\n":        "The headings on line 1 cannot be read: A quotation mark is opened and not closed within 8 kB",
		"name,email\nAsha,asha@example.com\nRen\ufffde,rene@example.com\n\ufffd,b@example.com": "The file has lost characters: “\ufffd” is in their place, first on line 3. Please save the list again as “CSV UTF-8”",
		"name,email\r\nRen\xe9e,rene@example.com\r\n":                                          "The file has lost characters: “\ufffd” is in their place, first on line 2. Please save the list again as “CSV UTF-8”",
		"PK\x03\x04\x00\x00":           "This is not a CSV file in UTF-8. In a spreadsheet, save it as “CSV UTF-8”",
		strings.Repeat("x", 5<<20+1):   "The file is larger than 5 MB. Please split it",
		tooMany("name,email", MaxRows): "The file has more than 20,000 rows. Please split it",
	} {
		_, err := parseFile(text)
		var refused sheets.FileError
		if !errors.As(err, &refused) || string(refused) != want {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func tooMany(headings string, rows int) string {
	var text strings.Builder
	text.WriteString(headings)
	for i := range rows + 1 {
		fmt.Fprintf(&text, "\nAsha,asha%d@example.com", i)
	}
	return text.String()
}

func FuzzParseFile(f *testing.F) {
	for _, seed := range []string{
		"name,email\nAsha,asha@example.com\n", "name;email\r\n\"A\"\"s\";\"b\r\n\"\r\n", "\ufeffemail\tname\n\xff\t\"\n", "name,email\n\"\",\"\n\"a\"b,c\n,,,\n", ",",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, err := parseFile(text)
		if err != nil {
			return
		}
		line := 0
		for _, p := range first.rows {
			if p.line <= line {
				t.Fatalf("line %d follows line %d", p.line, line)
			}
			line = p.line
			if !utf8.ValidString(p.name+p.email) || strings.ContainsAny(p.name+p.email, "\r\n\x1b\x00") {
				t.Fatalf("a report would show %q %q", p.name, p.email)
			}
			if len(p.errors) > 0 {
				continue
			}
			for name, field := range rules.StructFields(reflect.ValueOf(p.account)) {
				if value := field.String(); !utf8.ValidString(value) ||
					strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == utf8.RuneError }) {
					t.Fatalf("%s of an account would be %q", name, value)
				}
			}
			if strings.IndexAny(p.account.Name, "=+-@") == 0 {
				t.Fatalf("a name would be a formula: %q", p.account.Name)
			}
		}
		if line > strings.Count(text, "\n")+strings.Count(text, "\r")+1 {
			t.Fatalf("line %d of fewer", line)
		}
		again, err := parseFile(text)
		if err != nil || len(again.rows) != len(first.rows) {
			t.Fatalf("parsing again differs: %v", err)
		}
	})
}
