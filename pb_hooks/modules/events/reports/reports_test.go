package reports_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/sheets"
	"boardcircle/pb_hooks/modules/events/reports"
)

func TestReadReportsOfMeetings(t *testing.T) {
	t.Parallel()
	teams, err := os.ReadFile("testdata/teams-utf16.csv")
	if err != nil {
		t.Fatal(err)
	}
	teamsText, isGuess, err := sheets.DecodeText(teams)
	if err != nil || isGuess {
		t.Fatal(isGuess, err)
	}
	zoom, err := os.ReadFile("testdata/zoom-with-meeting-data.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content        string
		addresses      string
		withoutAddress int
	}{
		"Teams":     {teamsText, "prabha.nambiar@sample.example anjali.saxena@sample.example", 0},
		"Zoom":      {string(zoom), "prabha.nambiar@sample.example anjali.saxena@sample.example", 1},
		"Zoom, new": {"Topic,ID,Host name,Host email,Participants\nSession,1,Office,office@example.org,3\n\nName (original name),Email,Join time\nA,a@example.org,1\nB,,2\nC,,3\n", "a@example.org", 2},
		"a webinar": {"Host Details\nAttended,User Name,Email\nYes,Office,office@example.org\nAttendee Details\nAttended,User Name,First Name,Email\nYes,A,A,a@example.org\nNo,B,B,b@example.org\n", "office@example.org a@example.org", 0},
		"Meet":      {"First name,Last name,Email,Duration\nA,One,a@example.org,5\nB,Two,b@example.org,5\nA,One,A@example.org,9\n", "a@example.org b@example.org", 0},
		"Teams, with activities": {"1. Summary\nAttended participants\t2\n\n2. Participants\nName\tEmail\tParticipant ID (UPN)\nA\t\ta@example.org\nGuest\t\t\n\n" +
			"3. In-Meeting Activities\nName\tJoin Time\tEmail\nA\t1\ta@example.org\nGuest\t1\t\n", "a@example.org", 1},
		"only addresses":  {"E-mail\na@example.org\nunknown\nb@example.org\n", "a@example.org b@example.org", 1},
		"named separator": {"sep=;\nName;E-mail\nA;a@example.org\n", "a@example.org", 0},
		"people who did not come": {"Name,Email,Attended\nA,a@example.org,TRUE\nB,b@example.org,FALSE\nC,c@example.org,No Show\n" +
			"D,d@example.org,N\nE,e@example.org,\n", "a@example.org e@example.org", 0},
		"presence": {"Name,Email,Attendance\nA,a@example.org,Present\nB,b@example.org,Absent\n", "a@example.org", 0},
		"names with addresses": {"Name,Email\nA,\"Asha Rao <a@example.org>\"\nB,<b@example.org>\nC,mailto:c@example.org\n" +
			"D,\"आशा राव <d@example.org>\"\n", "a@example.org b@example.org c@example.org d@example.org", 0},
		"no addresses": {"Name,Email\nA,N/A\nB,+91 98765 43210\nC,-\n", "", 3},
	} {
		got, err := reports.Read(c.content)
		if err != nil || !slices.Equal(got.Addresses, strings.Fields(c.addresses)) || got.WithoutAddress != c.withoutAddress {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, content := range []string{"Name\nA\n", "a@example.org\nb@example.org\n", "Email\x00", "Na\ufffdme,Email\nA,a@example.org\n", "\n\n"} {
		if got, err := reports.Read(content); err == nil {
			t.Errorf("%q: %v", content, got)
		}
	}
}
