package directory_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// uploadPortrait gives a member a portrait.
func (f *fixture) uploadPortrait(m *member) {
	f.Helper()
	var body bytes.Buffer
	upload := multipart.NewWriter(&body)
	part, err := upload.CreateFormFile("image", "me.png")
	if err == nil {
		err = png.Encode(part, image.NewRGBA(image.Rect(0, 0, 400, 400)))
	}
	if err = errors.Join(err, upload.Close()); err != nil {
		f.Fatal(err)
	}
	m.Header.Set("Content-Type", upload.FormDataContentType())
	f.expect(m.Send(http.MethodPut, "/api/user/portrait", body.Bytes()), http.StatusOK)
	m.Header.Del("Content-Type")
}

// TestEachFieldIsHiddenOnItsOwn hides one field at a time, and compares what members with and without an introduction
// see of it and find by it.
func TestEachFieldIsHiddenOnItsOwn(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer, introduced := f.listed("Viewer"), f.listed("Introduced")
	m := f.member(fields{
		"name": "Bina Shah", "boards": []any{fields{"company": "Konkan Salt Ltd", "role": "Chair"}},
	})
	f.uploadPortrait(m)
	now := f.Clock.Now()
	f.save("introductions", fields{"person": introduced.person, "other": m.person, "state": "open", "reason": "Reason",
		"personAnswer": "agreed", "otherAnswer": "agreed", "sentAt": now, "expiresAt": now.Add(14 * 24 * time.Hour)})
	f.publish(m, nil)

	for _, field := range []struct {
		name string
		// onPage is what the person's page has for the field, inList what the list has.
		onPage, inList string
		// queries find the person by the field.
		queries []string
	}{
		{"portrait", "/portrait?v=", "/portrait?v=", nil},
		{"work", "Sahyadri Tea", "Sahyadri Tea", []string{"?search=sahyadri", "?search=treasurer"}},
		{"boards", "Konkan Salt", "", []string{"?search=konkan"}},
		{"biography", "auditor of ports", "", []string{"?search=auditor"}},
		{"city", "Kochi", "Kochi", []string{"?search=kochi", "?city=Kochi", "?city=kochi&sort=newest"}},
		{"sectors", "agriculture", "agriculture", []string{"?search=agriculture", "?sector=agriculture"}},
		{"languages", `"ml"`, "", []string{"?language=ml"}},
		{"canHelpWith", "sustainability", "sustainability",
			[]string{"?search=sustainability", "?canHelpWith=sustainability"}},
		{"lookingFor", "seat in Cochin", "", []string{"?search=cochin"}},
	} {
		for visibility, sees := range map[string]struct{ all, introduced bool }{
			"members": {true, true}, "introduced": {false, true}, "nobody": {false, false},
		} {
			f.Clock.Advance(time.Minute) // the rate limit
			f.expect(m.Send(http.MethodPut, "/api/profile", profile(fields{
				"designation": "Treasurer", "company": "Sahyadri Tea", "biography": "I was an auditor of ports.", "city": "Kochi",
				"sectors": []string{"agriculture"}, "languages": []string{"ml"}, "canHelpWith": []string{"sustainability"},
				"lookingFor": "A seat in Cochin", field.name + "Visibility": visibility,
			})), http.StatusOK)
			what := field.name + " for " + visibility
			for who, want := range map[*member]bool{viewer: sees.all, introduced: sees.introduced} {
				page := f.expect(who.Get("/api/directory/"+m.person), http.StatusOK)
				if got := strings.Contains(page.Body, field.onPage); got != want {
					t.Errorf("%s: %s sees it: %v", what, who.account.GetString("name"), got)
				}
				if field.name == "portrait" {
					if read := who.Get("/api/directory/" + m.person + "/portrait"); (read.Status == http.StatusOK) != want {
						t.Errorf("%s: %s reads the file: %d", what, who.account.GetString("name"), read.Status)
					}
				}
				list := f.expect(who.Get("/api/directory"), http.StatusOK)
				if got := field.inList != "" && strings.Contains(list.Body, field.inList); got != (sees.all && field.inList != "") {
					t.Errorf("%s: the list has it: %v", what, got)
				}
				for _, query := range field.queries {
					if got := fmt.Sprint(f.names(who, query)) == "[Bina Shah]"; got != sees.all {
						t.Errorf("%s: %s finds it: %v", what, query, got)
					}
				}
			}
			own := f.expect(m.Get("/api/profile"), http.StatusOK)
			preview := fmt.Sprint(own.JSON["preview"])
			if got := strings.Contains(preview, strings.Trim(field.onPage, `"`)); field.name != "languages" && got != sees.all {
				t.Errorf("%s: the preview has it: %v", what, got)
			}
			if own.JSON[field.name+"Visibility"] != visibility || !strings.Contains(own.Body, "Konkan Salt") {
				t.Errorf("%s: the form is %s", what, own.Body)
			}
		}
	}
}

// The member knows as many people as a page of the directory has.
func TestAMemberWhoKnowsTheNewestProfilesIsSuggestedOlderOnes(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer, older := f.member(fields{"name": "Viewer"}), f.member(fields{"name": "Older"})
	f.publish(older, nil)
	var known []string
	for i := range 25 {
		f.Clock.Advance(time.Minute)
		newer := f.member(fields{"name": fmt.Sprintf("Newer %d", i)})
		f.publish(newer, nil)
		known = append(known, newer.person)
	}
	suggested, err := f.Directory.Suggest(f.PB, viewer.person, viewer.account.Id, known, 3)
	if err != nil || len(suggested) != 1 || suggested[0].Name != "Older" {
		t.Errorf("%+v, %v", suggested, err)
	}
}

func TestAProfileIsNewForThirtyDays(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer, helps, hides := f.member(fields{"name": "Viewer"}), f.member(fields{"name": "Helps"}),
		f.member(fields{"name": "Hides"})
	f.publish(helps, fields{"canHelpWith": []string{"finance"}})
	f.publish(hides, fields{"canHelpWith": []string{"finance"}, "canHelpWithVisibility": "introduced"})
	suggested := func() string {
		list, err := f.Directory.Suggest(f.PB, viewer.person, viewer.account.Id, nil, 3)
		if err != nil {
			t.Fatal(err)
		}
		lines := []string{}
		for _, s := range list {
			lines = append(lines, fmt.Sprint(s.Name, " ", s.Reason, " ", s.CanHelpWith))
		}
		slices.Sort(lines)
		return strings.Join(lines, ", ")
	}
	f.Clock.Advance(30 * 24 * time.Hour)
	if got := suggested(); got != "Helps newcomer [finance], Hides newcomer []" {
		t.Error(got)
	}
	f.Clock.Advance(time.Second)
	if got := suggested(); got != "Helps help [finance]" {
		t.Error(got)
	}
	// Older profiles without a topic do not take the places of those with one.
	for i := range 4 {
		silent := f.member(fields{"name": fmt.Sprintf("Silent %d", i)})
		f.publish(silent, fields{"canHelpWith": []string{}})
	}
	f.Clock.Advance(31 * 24 * time.Hour)
	if got := suggested(); got != "Helps help [finance]" {
		t.Error(got)
	}
}

// A hidden city is no reason to suggest a person, and is not counted.
func TestAHiddenFieldIsNeitherSuggestedNorCounted(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer := f.member(fields{"name": "Viewer"})
	f.publish(viewer, fields{"city": "Kochi", "sectors": []string{"agriculture"}})
	var last *member
	for i := range 5 {
		last = f.member(fields{"name": fmt.Sprintf("Member %d", i)})
		f.publish(last, fields{"city": "Nashik", "sectors": []string{"energy"}})
	}
	hides := f.member(fields{"name": "Hides"})
	f.publish(hides, fields{"city": "Kochi", "sectors": []string{"agriculture"}, "cityVisibility": "nobody",
		"sectorsVisibility": "introduced"})
	suggested, err := f.Directory.Suggest(f.PB, viewer.person, viewer.account.Id, nil, 8)
	if err != nil || len(suggested) != 6 {
		t.Fatalf("%d suggestions, %v", len(suggested), err)
	}
	for _, s := range suggested {
		if s.Reason != "newcomer" || s.Common != "" {
			t.Errorf("%s is suggested because of the %s %q", s.Name, s.Reason, s.Common)
		}
	}
	counts := func() string {
		facets := f.expect(viewer.Get("/api/directory"), http.StatusOK).JSON["facets"].(fields)
		return fmt.Sprint(facets["city"], facets["sector"])
	}
	if got := counts(); got != "map[Nashik:5] map[energy:5]" {
		t.Errorf("the counts are %s", got)
	}
	f.expect(last.Send(http.MethodPut, "/api/profile", profile(fields{"city": "Nashik", "sectors": []string{"energy"},
		"cityVisibility": "introduced"})), http.StatusOK)
	if got := counts(); got != "map[] map[energy:5]" {
		t.Errorf("after one of five hides the city, the counts are %s", got)
	}
}
