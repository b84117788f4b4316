package nominations_test

import (
	"fmt"
	"maps"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

// house trusts X-Forwarded-For, so that each visitor has a rate budget of her own.
func house(t testing.TB) *testapp.App {
	t.Helper()
	return testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	}))
}

var visitors atomic.Uint32

// visitor is somebody new at an address of her own.
func visitor(s *testapp.App) *testapp.Visitor {
	v, n := s.Visitor(), visitors.Add(1)
	v.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
	return v
}

// member is a visitor who is signed in to an account.
func member(t testing.TB, s *testapp.App, email string, isAdmin bool) (*testapp.Visitor, *core.Record) {
	t.Helper()
	users, err := s.PB.FindCollectionByNameOrId("users")
	if err != nil {
		t.Fatal(err)
	}
	account := core.NewRecord(users)
	account.Load(map[string]any{
		"name": "Kavita Iyer", "email": email, "requestType": "membership", "source": "user",
		"isAdmin": isAdmin, "isActive": true,
	})
	account.SetPassword("Correct-Horse-1")
	if err := s.PB.Save(account); err != nil {
		t.Fatal(err)
	}
	token, err := account.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	v := visitor(s)
	v.Header.Set("Authorization", token)
	return v, account
}

// proved proves an account's e-mail, as a link that was mailed to it does.
func proved(t testing.TB, s *testapp.App, account *core.Record) {
	t.Helper()
	if err := accounts.MarkEmailVerified(s.PB, account); err != nil {
		t.Fatal(err)
	}
}

func admin(t testing.TB, s *testapp.App) *testapp.Visitor {
	v, _ := member(t, s, "staff@example.com", true)
	return v
}

type form = map[string]any

// nomination is a form with every field well filled in, with some changes; nil leaves a field out.
func nomination(changes ...form) form {
	body := form{
		"name": "Shalini Verma", "email": "shalini@example.com", "phone": "+91 22 4000 9876",
		"city": "Mumbai", "state": "Maharashtra", "country": "India", "linkedinUrl": "https://www.linkedin.com/in/shalini",
		"currentDesignation": "Independent Director", "companyName": "Arabian Sea Shipping Ltd",
		"industry": "infrastructure", "yearsOfExperience": "5-10", "directorType": "independent",
		"currentBoards": "Arabian Sea Shipping Ltd\nPort Trust", "numberOfBoards": "2", "previousBoardExperience": "None before.",
		"areasOfExpertise": []string{"finance", "strategy"}, "howDidYouHear": "linkedin",
		"whyInterested": "To learn from other directors.", "preferredMeetingFormat": "hybrid", "agreeTerms": true,
	}
	for _, change := range changes {
		maps.Copy(body, change)
	}
	for name, value := range body {
		if value == nil {
			delete(body, name)
		}
	}
	return body
}

func records(t testing.TB, s *testapp.App, collection string) []*core.Record {
	t.Helper()
	found, err := s.PB.FindAllRecords(collection)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func expect(t testing.TB, a testapp.Response, status int) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d, want %d: %s", a.Status, status, a.Body)
	}
}
