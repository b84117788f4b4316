package directory_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

// fill adds listed profiles without accounts behind their copies.
func fill(f *fixture, count int) {
	f.Helper()
	documents := make([]readmodel.Document, count)
	queryplan.Fill(f.TB, f.PB, "profiles", count, func(i int) dbx.Params {
		city, text := fmt.Sprintf("City %d", i%40), fmt.Sprintf("Member %05d\nIndependent Director\nDeccan Capital %d\n"+
			"A biography of some length that says where the member has worked and on which committees they have served.",
			i, i%100)
		documents[i] = readmodel.Document{
			Record: fmt.Sprintf("id%013d", i), Text: readmodel.Text(text, "city="+city+";", "sectors=technology;",
				"sectors=energy;"),
		}
		return dbx.Params{
			"userId": fmt.Sprintf("user%011d", i), "person": fmt.Sprintf("pers%011d", i), "state": "published",
			"city": city, "sectors": `["technology","energy"]`, "languages": `["en"]`, "canHelpWith": `["finance"]`,
			"isListed": true, "listedUntil": "9999-01-01 00:00:00.000Z", "name": fmt.Sprintf("Member %05d", i),
			"publishedAt": fmt.Sprintf("2026-07-01 00:%02d:%02d.000Z", i/60%60, i%60), "searchText": text,
			"emailVisibility": "introduced", "phoneVisibility": "nobody", "linkedinVisibility": "members",
		}
	})
	var counts []readmodel.Count
	for i := range count {
		counts = append(counts, readmodel.One("directory-sector", "technology"), readmodel.One("directory-sector", "energy"),
			readmodel.One("directory-language", "en"), readmodel.One("directory-help", "finance"),
			readmodel.One("directory-city", fmt.Sprintf("City %d", i%40)))
	}
	err := f.PB.RunInTransaction(func(tx core.App) error {
		return errors.Join(readmodel.Add(tx, counts...), readmodel.AddTexts(tx, readmodel.Directory, documents))
	})
	if err != nil {
		f.Fatal(err)
	}
}

func TestTheDirectoryIsReadByIndexes(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer, m := f.listed("Viewer"), f.listed("Bina")
	blocked := f.listed("Chitra")
	f.expect(viewer.Post("/api/directory/"+blocked.person+"/block", nil), http.StatusNoContent)
	fill(f, 3000)
	paths := []string{
		"/api/directory", "/api/directory?sort=newest&page=3", "/api/directory?city=city+7", "/api/directory/" + m.person, "/api/blocks", "/api/profile",
	}
	queries := map[string]func() error{}
	for _, path := range paths {
		queries[path] = func() error { f.expect(viewer.Get(path), http.StatusOK); return nil }
	}
	queries["the contacts"] = func() error {
		f.expect(viewer.Post("/api/directory/"+m.person+"/contact", nil), http.StatusOK)
		return nil
	}
	queries["saving"] = func() error {
		f.expect(m.Send(http.MethodPut, "/api/profile", profile(nil)), http.StatusOK)
		return nil
	}
	queries["the purge"] = func() error { return f.Directory.Purge(f.PB) }
	queries["other features"] = func() error {
		_, err := f.Directory.Visible(f.PB, viewer.person, []string{m.person, blocked.person})
		return err
	}
	// A page walks the index of its order until it is full. The sets of blocked people are small.
	small := []string{
		"INDEX idx_profiles_name", "INDEX idx_profiles_publishedAt", "SCAN search_index", "SCAN json_each", "LIST SUBQUERY",
	}
	queryplan.RequireIndexes(t, f.PB, queries, small...)
	// A part of a word is looked for in each listed profile.
	queryplan.RequireIndexes(t, f.PB, map[string]func() error{"a search": func() error {
		f.expect(viewer.Get("/api/directory?search=deccan&sector=technology"), http.StatusOK)
		return nil
	}}, append(small, "SCAN profiles")...)
}

// A search for a term of many profiles reads the first thousand of them for nothing.
func TestAFacetOfManyProfilesIsNotSearched(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer := f.listed("Viewer")
	fill(f, 1200)
	for query, isSearched := range map[string]bool{
		"?sector=energy": false, "?language=en&canHelpWith=finance": false, "?city=City+7": true, "?city=city+7": true,
		"?sector=energy&city=City+7": true, "?sector=energy&search=deccan": true,
	} {
		statements := queryplan.CaptureQueries(f.PB, func() { f.expect(viewer.Get("/api/directory"+query), http.StatusOK) })
		found := slices.ContainsFunc(statements, func(s string) bool { return strings.Contains(s, "search_index") })
		if found != isSearched {
			t.Errorf("%s searches the index: %v, want %v", query, found, isSearched)
		}
	}
}

func BenchmarkADirectoryOfTenThousandMembers(b *testing.B) {
	f := open(b)
	viewer := f.listed("Viewer")
	fill(f, 10_000)
	for _, query := range []string{
		"", "?sort=newest", "?search=deccan+capital", "?search=nothing", "?sector=energy&city=City+7", "?city=nowhere",
		"?page=300",
	} {
		b.Run("list"+query, func(b *testing.B) {
			for b.Loop() {
				f.Clock.Advance(time.Second) // the rate limit
				f.expect(viewer.Get("/api/directory"+query), http.StatusOK)
			}
		})
	}
	b.Run("home", func(b *testing.B) {
		for b.Loop() {
			f.expect(viewer.Get("/api/circle"), http.StatusOK)
		}
	})
}
