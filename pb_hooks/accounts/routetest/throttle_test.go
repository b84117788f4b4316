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

// throttled runs a test for every kind of sign-in that attackers may guess: a member's, an unknown account's and an
// admin's.
func throttled(t *testing.T, try func(t *testing.T, path string, guess, right form)) {
	for name, c := range map[string]struct {
		path         string
		guess, right form
	}{
		"a member":           {"/api/login", login(email, wrong), login(email, password)},
		"an unknown email":   {"/api/login", login("nobody@example.com", wrong), nil},
		"an admin":           {"/api/admin/login", form{"username": "anita", "password": wrong}, form{"username": "Anita ", "password": password}},
		"an unknown admin":   {"/api/admin/login", form{"username": "nobody", "password": wrong}, nil},
		"an inactive member": {"/api/login", login("inactive@example.com", wrong), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			try(t, c.path, c.guess, c.right)
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
		t.Fatalf("Retry-After is %q", a.Header.Get("Retry-After"))
	}
	return time.Duration(seconds) * time.Second
}

func TestNobodyWaitsForATimeThatTheClockWasSetBackFrom(t *testing.T) {
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
		t.Errorf("the wait is %v: failures are counted that nobody has made", wait)
	}
	s.Clock.Advance(4 * time.Second)
	expect(t, v.Post("/api/login", login(email, password)), http.StatusOK)
	if answer := v.Get("/api/user"); answer.Status != http.StatusOK {
		t.Errorf("the session: %d", answer.Status)
	}
}

func TestThrottleWaitsGrow(t *testing.T) {
	t.Parallel()
	throttled(t, func(t *testing.T, path string, guess, right form) {
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
				t.Errorf("the waits are %v", waits)
			}
		}
		if waits[0] != 2*time.Second || waits[len(waits)-1] != 15*time.Minute {
			t.Errorf("the waits are %v", waits)
		}
		if compared != 17 {
			t.Errorf("%d comparisons: some were made for a caller who had to wait", compared)
		}
		if right == nil {
			return
		}
		retryAfter(t, v.Post(path, right))
		// The owner at another address does not have to wait, and neither does another account at this address.
		expect(t, visitor(s).Post(path, right), http.StatusOK)
		expect(t, at(s, v).Post("/api/login", login("somebody@example.com", wrong)), http.StatusUnauthorized)
		s.Clock.Advance(15 * time.Minute)
		expect(t, v.Post(path, right), http.StatusOK)
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
			t.Errorf("answered %v", seen)
		}
	})
}

func TestIPv6SiteIsThrottledAsOne(t *testing.T) {
	t.Parallel()
	throttled(t, func(t *testing.T, path string, guess, right form) {
		s := newAppWithAdmin(t)
		from := func(network string) *testapp.Visitor {
			v := s.Visitor()
			v.Header.Set("X-Forwarded-For", network+"::1")
			return v
		}
		guesses := 0
		for from(fmt.Sprintf("2001:db8:7:%x", guesses)).Post(path, guess).Status == http.StatusUnauthorized {
			if guesses++; guesses > 60 {
				t.Fatal("each of 65536 networks has guesses of its own")
			}
		}
		retryAfter(t, from("2001:db8:7:ffff").Post(path, guess))
		expect(t, from("2001:db8:8:0").Post(path, guess), http.StatusUnauthorized)
		if right != nil {
			expect(t, from("2001:db8:8:1").Post(path, right), http.StatusOK)
			s.Clock.Advance(15 * time.Minute)
			expect(t, from("2001:db8:7:ffff").Post(path, right), http.StatusOK)
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
			t.Fatal("the address is never throttled")
		}
	}
	if n < 50 {
		t.Errorf("slowed down after %d guesses: an anita is larger", n)
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
		t.Fatalf("%d counters, %v", len(records), err)
	}
	for _, r := range records {
		if key := r.GetString("key"); len(key) != 64 {
			t.Errorf("a counter's key is %q", key)
		}
	}
	for _, step := range []struct {
		rest time.Duration
		left int
	}{{47 * time.Hour, 3}, {2 * time.Hour, 0}} {
		s.Clock.Advance(step.rest)
		if err := s.Accounts.SignIn.PurgeThrottles(); err != nil {
			t.Fatal(err)
		}
		if n := rows(t, s, "sign_in_throttles"); n != step.left {
			t.Errorf("%d counters are left, want %d", n, step.left)
		}
	}
}
