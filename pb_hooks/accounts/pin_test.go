package accounts_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestFiveWrongPINsInARowLetThePINRestUntilAPassword(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	for range 5 {
		expectMessage(t, visitor(s).Post("/api/login", login(email, wrongPIN)), http.StatusUnauthorized, refused)
	}
	s.Clock.Advance(48 * time.Hour)
	expectMessage(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized, refused)
	expectMessage(t, visitor(s).Post("/api/login", login(email, wrong)), http.StatusUnauthorized, refused)
	expectMessage(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized, refused)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusOK)
}

func TestWrongPINsDoNotMakeThePasswordWait(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	v := visitor(s)
	for range 9 {
		expect(t, v.Post("/api/login", login(email, wrongPIN)), http.StatusUnauthorized)
	}
	expect(t, v.Post("/api/login", login(email, password)), http.StatusOK)
}

func TestARightPINStartsTheCountAnew(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	for range 3 {
		for range 4 {
			expect(t, visitor(s).Post("/api/login", login(email, wrongPIN)), http.StatusUnauthorized)
		}
		expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusOK)
	}
}

func TestParallelPINTriesGetNoMoreThanFiveComparisons(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	var real, decoys atomic.Int32
	s.Accounts.OnCompare(func(decoy bool) {
		if decoy {
			decoys.Add(1)
		} else {
			real.Add(1)
		}
	})
	var tries sync.WaitGroup
	for range 20 {
		v := visitor(s)
		tries.Go(func() { v.Post("/api/login", login(email, wrongPIN)) })
	}
	tries.Wait()
	if real.Load() != 5 || decoys.Load() != 15 {
		t.Errorf("%d comparisons with the PIN and %d with the decoy", real.Load(), decoys.Load())
	}
	if n := account(t, s, email).GetInt("pinFailures"); n != 5 {
		t.Errorf("%d wrong PINs are counted", n)
	}
	expect(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized)
}

func TestAnAdminHasNoPIN(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	registerUser(t, s)
	change(t, s, account(t, s, email), form{"isAdmin": true})
	expectMessage(t, visitor(s).Post("/api/login", login(email, pin)), http.StatusUnauthorized, refused)
	expect(t, visitor(s).Post("/api/login", login(email, password)), http.StatusOK)
}

func TestThePINIsHashedAndNeverShown(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	hash := account(t, s, email).GetString("pin:hash")
	if len(hash) != 60 {
		t.Errorf("the PIN is stored as %q", hash)
	}
	for name := range v.Get("/api/user").JSON {
		if name == "pin" || name == "password" || name == "tokenKey" {
			t.Errorf("the session user shows %s", name)
		}
	}
}
