// Package yardstick compares the binary with two yardsticks: an unmodified PocketBase, and a net/http server that sends
// the same bytes from memory.
//
//	npm run bench                       everything, with 100,000 members
//	npm run bench -- -only csv          what matches a regular expression
//
// Each server is its own process. The sides take turns, round by round, so that other load on the machine affects both.
// The results are ratios of medians. Email is not configured: the outbox fills, and nothing is sent during a
// measurement.
package yardstick

import (
	"flag"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/loadtest"
)

var (
	binary = flag.String("binary", "", "path of the built boardcircle; without it nothing is measured")
	people = flag.Int("people", 100_000, "number of members")
	rounds = flag.Int("rounds", 7, "number of rounds in which the sides take turns")
	span   = flag.Duration("span", time.Second, "duration of a round in which requests are counted")
	only   = flag.String("only", "", "a regular expression; measures what matches it")
)

// TestMain is also the main function of the yardsticks: see servers_test.go.
func TestMain(m *testing.M) {
	if yardstick := yardsticks[os.Getenv(yardstickVar)]; yardstick != nil {
		if err := yardstick(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// TestBench is the benchmark.
func TestBench(t *testing.T) {
	if *binary == "" {
		t.Skip("npm run bench")
	}
	selected, err := regexp.Compile(*only)
	if err != nil {
		t.Fatal(err)
	}
	s := openSides(t)
	fmt.Printf("\n%-46s%12s%12s%9s%9s\n", fmt.Sprintf("%d members, medians of %d rounds", *people, *rounds), "ours",
		"yardstick", "ratio", "wanted")
	for _, m := range measurements {
		if !selected.MatchString(m.name) {
			continue
		}
		ours, theirs := m.run(t, s)
		ratio := theirs / ours
		if m.perSecond {
			ratio = ours / theirs
		}
		sign, missed := "≥", ratio < m.wanted
		if m.atMost {
			ratio = ours / theirs
			sign, missed = "≤", ratio > m.wanted
		}
		verdict := ""
		if missed {
			verdict = "  missed"
		}
		fmt.Printf("%-46s%12.2f%12.2f%9.2f%7s%4.1f%s\n", m.name+", "+m.unit, ours, theirs, ratio, sign, m.wanted,
			verdict)
	}
}

// measurement is one line of the table. Its ratio is the yardstick's time divided by ours. For perSecond, it is our
// throughput divided by the yardstick's. With atMost, it is our cost divided by the yardstick's, which must stay small.
type measurement struct {
	name, unit        string
	wanted            float64
	perSecond, atMost bool
	run               func(t *testing.T, s *sides) (ours, theirs float64)
}

var measurements = []measurement{
	{"GET / against net/http", "a second", 0.6, true, false, throughput("/", "/")},
	{"plans' list against net/http", "a second", 0.5, true, false,
		throughput("/api/membership-tiers", "/api/membership-tiers")},
	{"content's list against net/http", "a second", 0.5, true, false,
		throughput("/api/cms/content", "/api/cms/content")},
	{"own account against auth-refresh", "a second", 1.5, true, false, ownAccount},
	{"nomination against a record's creation", "ms", 0.6, false, false, nominations},
	{"draft against a record's update", "ms", 1, false, false, drafts},
	{"payment webhook against a record's creation", "ms", 0.6, false, false, paymentWebhooks},
	{"page of members", "ms", 3, false, false, memberList("", "")},
	{"search of members", "ms", 3, false, false, memberList("u77123@", "u77123@")},
	{"CSV of all members against sqlite3", "ms", 2, false, true, csvTime},
	{"memory of the CSV, of 64 MB", "MB", 1, false, true, csvMemory},
	{"start", "ms", 1.3, false, true, startTime},
	{"private memory after the start", "MB", 1.3, false, true, startMemory("RssAnon")},
	{"memory after the start, with the program", "MB", 1.3, false, true, startMemory("VmRSS")},
}

// inTurn makes each side's request once per turn and returns the medians in milliseconds. Work between two requests is
// not timed.
func inTurn(t *testing.T, turns int, ours, theirs func() int, between ...func()) (float64, float64) {
	t.Helper()
	var a, b []float64
	timed := func(do func() int, times *[]float64) {
		start := time.Now()
		if status := do(); status < 200 || status >= 300 {
			t.Fatalf("status = %d, want success", status)
		}
		*times = append(*times, float64(time.Since(start))/float64(time.Millisecond))
	}
	for turn := range turns + 3 {
		for _, side := range []struct {
			do    func() int
			times *[]float64
		}{{ours, &a}, {theirs, &b}} {
			timed(side.do, side.times)
			for _, do := range between {
				do()
			}
		}
		if turn == 2 { // the first turns warm up
			a, b = nil, nil
		}
	}
	return median(a), median(b)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// throughput measures how many of the same GET requests our server and the plain server answer over 16 connections.
// Both send the same bytes.
func throughput(ours, theirs string) func(*testing.T, *sides) (float64, float64) {
	return func(t *testing.T, s *sides) (float64, float64) {
		plain := s.startPlain(t, ours)
		get := func(addr, path string) []byte {
			return requestText(addr, http.MethodGet, path, "Accept-Encoding: gzip, br")
		}
		return inRounds(t, s.ours.addr, get(s.ours.addr, ours), plain.addr, get(plain.addr, theirs))
	}
}

// inRounds measures the throughput of each side in turns and returns the medians.
func inRounds(t *testing.T, ours string, ourRequest []byte, theirs string, theirRequest []byte) (float64, float64) {
	t.Helper()
	var a, b []float64
	for range *rounds {
		a = append(a, perSecond(t, ours, ourRequest))
		b = append(b, perSecond(t, theirs, theirRequest))
	}
	return median(a), median(b)
}

// ownAccount is measured in requests per second as well, because both responses take less time than waking up a process
// that was idle for one turn.
func ownAccount(t *testing.T, s *sides) (float64, float64) {
	t.Helper()
	var cookies []string
	for _, cookie := range s.member.Client.Jar.Cookies(&url.URL{Scheme: "http", Host: s.ours.addr, Path: "/"}) {
		cookies = append(cookies, cookie.Name+"="+cookie.Value)
	}
	return inRounds(t, s.ours.addr,
		requestText(s.ours.addr, http.MethodGet, "/api/user", "Cookie: "+strings.Join(cookies, "; ")),
		s.bare.addr, requestText(s.bare.addr, http.MethodPost, "/api/collections/bare_users/auth-refresh",
			"Authorization: "+s.bareMember.Header.Get("Authorization")))
}

func memberList(search, bareSearch string) func(*testing.T, *sides) (float64, float64) {
	return func(t *testing.T, s *sides) (float64, float64) {
		path := "/api/members/registered-users?page=1&perPage=25"
		bare := "/api/collections/bare_users/records?page=1&perPage=25&sort=-createdAt"
		if search != "" {
			path += "&search=" + search
			bare += "&filter=" + bareFilter(bareSearch)
		}
		return inTurn(t, 4**rounds, func() int {
			return s.admin.Get(path).Status
		}, func() int { return s.bareAdmin.Get(bare).Status })
	}
}

func startTime(t *testing.T, s *sides) (float64, float64) {
	t.Helper()
	var a, b []float64
	for range *rounds {
		a = append(a, s.ours.restart(t))
		b = append(b, s.bare.restart(t))
	}
	return median(a), median(b)
}

// The memory is read once it has not changed for the duration settled. By then the pages are rendered, even on a busy
// machine.
const (
	settled      = 5 * time.Second
	settledLimit = 2 * time.Minute
)

// settle waits until the process's memory has settled.
func (p *process) settle(t *testing.T) {
	t.Helper()
	start, since := time.Now(), time.Now()
	last := p.memory(t, "RssAnon")
	for time.Since(since) < settled && time.Since(start) < settledLimit {
		time.Sleep(200 * time.Millisecond)
		if now := p.memory(t, "RssAnon"); math.Abs(now-last) > 0.5 {
			last, since = now, time.Now()
		}
	}
}

func startMemory(line string) func(*testing.T, *sides) (float64, float64) {
	return func(t *testing.T, s *sides) (float64, float64) {
		var a, b []float64
		for range min(*rounds, 3) {
			s.ours.restart(t)
			s.bare.restart(t)
			s.ours.settle(t)
			for range 20 {
				s.member.Get("/api/user")
				s.bareMember.Post("/api/collections/bare_users/auth-refresh", nil)
			}
			a, b = append(a, s.ours.memory(t, line)), append(b, s.bare.memory(t, line))
		}
		return median(a), median(b)
	}
}

func csvTime(t *testing.T, s *sides) (float64, float64) {
	t.Helper()
	var a, b []float64
	for range *rounds {
		start := time.Now()
		s.admin.Download("/api/members/registered-users/export?format=csv")
		a = append(a, float64(time.Since(start))/float64(time.Millisecond))
		start = time.Now()
		s.exportWithSQLite(t)
		b = append(b, float64(time.Since(start))/float64(time.Millisecond))
	}
	return median(a), median(b)
}

// csvMemory returns how much more memory the process uses during an export, relative to 64 MB.
func csvMemory(t *testing.T, s *sides) (float64, float64) {
	t.Helper()
	var grown []float64
	for range *rounds {
		s.ours.restart(t)
		s.ours.settle(t)
		s.ours.resetPeak(t)
		before := s.ours.memory(t, "VmRSS")
		s.admin.Download("/api/members/registered-users/export?format=csv")
		grown = append(grown, s.ours.memory(t, "VmHWM")-before)
	}
	return median(grown), 64
}

func drafts(t *testing.T, s *sides) (float64, float64) {
	t.Helper()
	drafter := s.visitor(t)
	drafter.Post("/api/drafts", loadtest.Draft(0))
	id, _ := s.bareVisitor.Post("/api/collections/bare_drafts/records", loadtest.Draft(0)).JSON["id"].(string)
	step := 0
	return inTurn(t, 20**rounds, func() int {
		step++
		drafter.Header.Set("X-Forwarded-For", s.address())
		return drafter.Post("/api/drafts", loadtest.Draft(step)).Status
	}, func() int {
		return s.bareVisitor.Send(http.MethodPatch, "/api/collections/bare_drafts/records/"+id,
			loadtest.Draft(step)).Status
	})
}

func nominations(t *testing.T, s *sides) (float64, float64) {
	t.Helper()
	return inTurn(t, 20**rounds, func() int {
		s.serial++
		return s.visitor(t).Post("/api/registrations", loadtest.Nomination(s.serial)).Status
	}, func() int {
		s.serial++
		return s.bareVisitor.Post("/api/collections/bare_nominations/records", loadtest.Nomination(s.serial)).Status
	})
}
