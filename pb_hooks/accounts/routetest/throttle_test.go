package routetest

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// throttled runs a test for each kind of sign-in that an attacker may try: of members, of admins and of unknown
// accounts. correct is nil for accounts that cannot sign in.
func throttled(t *testing.T, try func(t *testing.T, path string, guess, correct form)) {
	for name, c := range map[string]struct {
		path           string
		guess, correct form
	}{
		"a member":           {"/api/login", login(email, wrong), login(email, password)},
		"an unknown email":   {"/api/login", login("nobody@example.com", wrong), nil},
		"an admin":           {"/api/admin/login", form{"username": "anita", "password": wrong}, form{"username": "Anita ", "password": password}},
		"an unknown admin":   {"/api/admin/login", form{"username": "nobody", "password": wrong}, nil},
		"an inactive member": {"/api/login", login("inactive@example.com", wrong), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			try(t, c.path, c.guess, c.correct)
		})
	}
}

func newAppWithAdmin(t *testing.T) *testapp.App {
	s := newApp(t)
	registerUser(t, s)
	s.CreateAccount(httpx.Users, form{"email": "inactive@example.com", "isActive": false})
	s.CreateAccount(httpx.Admins, form{"username": "anita", "password": password})
	return s
}

func retryAfter(t *testing.T, a testapp.Response) time.Duration {
	t.Helper()
	expect(t, a, http.StatusTooManyRequests)
	seconds, err := strconv.Atoi(a.Header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		t.Fatalf("Retry-After = %q, want seconds", a.Header.Get("Retry-After"))
	}
	return time.Duration(seconds) * time.Second
}

func TestClockSetBackDoesNotLengthenTheThrottle(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := visitor(s)
	const year = 365 * 24 * time.Hour
	s.Clock.Advance(year)
	for range 5 {
		expect(t, v.Post("/api/login", login(email, wrong)), http.StatusUnauthorized)
	}
	s.Clock.Advance(-year)
	expect(t, v.Post("/api/login", login(email, wrong)), http.StatusUnauthorized)
	if wait := retryAfter(t, v.Post("/api/login", login(email, wrong))); wait > 4*time.Second {
		t.Errorf("wait = %v, want at most 4s", wait)
	}
	s.Clock.Advance(4 * time.Second)
	expect(t, v.Post("/api/login", login(email, password)), http.StatusOK)
	if answer := v.Get("/api/user"); answer.Status != http.StatusOK {
		t.Errorf("status with the new session = %d, want 200", answer.Status)
	}
}

func TestThrottleWaitsGrow(t *testing.T) {
	t.Parallel()
	throttled(t, func(t *testing.T, path string, guess, correct form) {
		s := newAppWithAdmin(t)
		v := visitor(s)
		compared := 0
		onCompare(s, func(string) { compared++ })
		for range 5 {
			expect(t, v.Post(path, guess), http.StatusUnauthorized)
		}
		var waits []time.Duration
		for range 12 {
			wait := retryAfter(t, v.Post(path, guess))
			waits = append(waits, wait)
			s.Clock.Advance(wait)
			expect(t, v.Post(path, guess), http.StatusUnauthorized)
		}
		for i := 1; i < len(waits); i++ {
			if waits[i] < waits[i-1] || waits[i] > 15*time.Minute {
				t.Errorf("waits = %v, want them to grow up to 15m", waits)
			}
		}
		if waits[0] != 2*time.Second || waits[len(waits)-1] != 15*time.Minute {
			t.Errorf("waits = %v, want 2s first and 15m last", waits)
		}
		if compared != 17 {
			t.Errorf("%d password comparisons, want 17: a throttled attempt is not compared", compared)
		}
		if correct == nil {
			return
		}
		retryAfter(t, v.Post(path, correct))
		// The owner of the account is not throttled at another address. Other accounts are not throttled at this
		// address.
		expect(t, visitor(s).Post(path, correct), http.StatusOK)
		expect(t, at(s, v).Post("/api/login", login("other@example.com", wrong)), http.StatusUnauthorized)
		s.Clock.Advance(15 * time.Minute)
		expect(t, v.Post(path, correct), http.StatusOK)
		for range 5 {
			expect(t, v.Post(path, guess), http.StatusUnauthorized)
		}
	})
}

func TestParallelGuessesStayWithinTheAllowance(t *testing.T) {
	t.Parallel()
	throttled(t, func(t *testing.T, path string, guess, _ form) {
		s := newAppWithAdmin(t)
		first := visitor(s)
		answers := make([]int, 25)
		var guesses sync.WaitGroup
		for i := range answers {
			v := at(s, first)
			guesses.Go(func() { answers[i] = v.Post(path, guess).Status })
		}
		guesses.Wait()
		seen := map[int]int{}
		for _, status := range answers {
			seen[status]++
		}
		if seen[http.StatusUnauthorized] != 5 || seen[http.StatusTooManyRequests] != 20 {
			t.Errorf("requests by status = %v, want 5 of 401 and 20 of 429", seen)
		}
	})
}

func TestNetworksOfAnIPv6SiteShareOneThrottle(t *testing.T) {
	t.Parallel()
	throttled(t, func(t *testing.T, path string, guess, correct form) {
		s := newAppWithAdmin(t)
		from := func(network string) *testapp.Visitor {
			v := s.Visitor()
			v.Header.Set("X-Forwarded-For", network+"::1")
			return v
		}
		guesses := 0
		for from(fmt.Sprintf("2001:db8:7:%x", guesses)).Post(path, guess).Status == http.StatusUnauthorized {
			if guesses++; guesses > 60 {
				t.Fatal("61 guesses from networks of the same site were not throttled")
			}
		}
		retryAfter(t, from("2001:db8:7:ffff").Post(path, guess))
		expect(t, from("2001:db8:8:0").Post(path, guess), http.StatusUnauthorized)
		if correct != nil {
			expect(t, from("2001:db8:8:1").Post(path, correct), http.StatusOK)
			s.Clock.Advance(15 * time.Minute)
			expect(t, from("2001:db8:7:ffff").Post(path, correct), http.StatusOK)
			expect(t, from("2001:db8:7:fffe").Post(path, guess), http.StatusUnauthorized)
		}
	})
}

func TestAddressIsThrottledOverAllAccounts(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := visitor(s)
	guess := func(n int) testapp.Response {
		if n%20 == 0 {
			s.Clock.Advance(40 * time.Second) // the rate limit is thirty requests a minute
		}
		if n%2 == 0 {
			return v.Post("/api/login", login("p"+strconv.Itoa(n)+"@example.com", wrongPIN))
		}
		return v.Post("/api/login", login("g"+strconv.Itoa(n)+"@example.com", wrong))
	}
	n := 0
	for ; guess(n).Status == http.StatusUnauthorized; n++ {
		// Knowing one account's password must not reset the count of guesses at others.
		if n%10 == 4 {
			expect(t, v.Post("/api/login", login(email, password)), http.StatusOK)
		}
		if n > 100 {
			t.Fatal("the address was not throttled after 100 guesses")
		}
	}
	if n < 50 {
		t.Errorf("the address was throttled after %d guesses, want at least 50: many people may share it", n)
	}
	retryAfter(t, v.Post("/api/login", login(email, password)))
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
	s.Clock.Advance(time.Hour)
	for i := range 10 {
		expect(t, guess(1000+2*i+1), http.StatusUnauthorized)
	}
}

func TestThrottleKeysAreHashedAndPurged(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	expect(t, visitor(s).Post("/api/login", login(email, wrong)), http.StatusUnauthorized)
	records, err := s.PB.FindAllRecords("sign_in_throttles")
	if err != nil || len(records) != 3 {
		t.Fatalf("%d counters, error = %v, want 3 counters", len(records), err)
	}
	for _, r := range records {
		if key := r.GetString("key"); len(key) != 64 {
			t.Errorf("counter key = %q, want a hash of 64 characters", key)
		}
	}
	for _, step := range []struct {
		advance   time.Duration
		remaining int
	}{{47 * time.Hour, 3}, {2 * time.Hour, 0}} {
		s.Clock.Advance(step.advance)
		if err := s.Accounts.SignIn.PurgeThrottles(); err != nil {
			t.Fatal(err)
		}
		if n := rows(t, s, "sign_in_throttles"); n != step.remaining {
			t.Errorf("%d counters after the purge, want %d", n, step.remaining)
		}
	}
}
