package hooks_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The content sections of earlier releases and their versions become texts, and the sections are a view of them.
func TestSectionsBecomeTexts(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788003000")
	create := func(table string, values map[string]any) string { return addRow(t, app, table, values) }
	section := func(values map[string]any) string { return create("content_sections", values) }
	hero := section(map[string]any{"section": "hero", "title": "Shown", "imageUrl": "/images/a.png", "isActive": true,
		"sortOrder": 1})
	section(map[string]any{"section": "hero", "title": "Second", "isActive": true, "sortOrder": 2})
	section(map[string]any{"section": "footer", "title": "Not yet"})
	section(map[string]any{"section": "features", "title": "Expert Mentorship", "content": "Hidden."})
	added := section(map[string]any{"section": "testimonials", "title": "Meera", "content": "A quote.", "isActive": true})
	create("content_versions", map[string]any{"sectionId": hero, "section": "hero", "title": "Before",
		"ended": "updated", "endedAt": "2026-08-01 09:00:00.000Z", "endedBy": "meera"})
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]struct{ published, draft string }{
		"landing.hero.title":                             {"Shown", ""},
		"landing.hero.image":                             {`{"alt":"","image":"/images/a.png"}`, ""},
		"site.footer.title":                              {"", "Not yet"},
		"landing.features.cards.expert-mentorship.body":  {"Hidden.", ""},
		"landing.testimonials.cards." + added + ".title": {"Meera", ""},
	} {
		row, err := app.FindFirstRecordByData("texts", "key", key)
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		if row.GetString("published") != want.published || row.GetString("draft") != want.draft {
			t.Errorf("%s = %q, draft %q, want %+v", key, row.GetString("published"), row.GetString("draft"), want)
		}
	}
	version, err := app.FindFirstRecordByData("text_versions", "key", "landing.hero.title")
	if err != nil || version.GetString("value") != "Before" || version.GetString("by") != "meera" {
		t.Errorf("version = %v, %v, want the one before the last change", version, err)
	}
	shown, err := app.FindRecordsByFilter("text_versions", "key = 'landing.hero.title' && value = 'Shown'", "", 0, 0)
	if err != nil || len(shown) != 1 {
		t.Errorf("versions of the shown text = %v, %v, want one, to which a publication can be undone", shown, err)
	}
	var sections []struct {
		Section, Title string
		IsActive       bool `db:"isActive"`
	}
	if err := app.DB().Select("section", "title", "isActive").From("content_sections").OrderBy("section").
		All(&sections); err != nil || len(sections) != 4 {
		t.Fatalf("sections = %+v, %v, want four, with the inactive footer", sections, err)
	}
	for _, s := range sections {
		if want := s.Section == "hero" || s.Section == "testimonials"; s.IsActive != want {
			t.Errorf("%s is active: %t, want %t", s.Section, s.IsActive, want)
		}
	}
}

// The names of the authors have rows of their own in the library's index, and are not in the row of the other texts.
func TestTheLibraryIsFoundByItsAuthorsAfterAnUpgrade(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788006400")
	id := addRow(t, app, "library_items", map[string]any{"kind": "note", "title": "A note", "abstract": "Of boards.",
		"tags": `["Audit"]`, "authors": `["Asha Rao","Bina Shah"]`})
	addRow(t, app, "library_items", map[string]any{"kind": "note", "title": "Another", "abstract": "Of boards."})
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{"note audit": "none", "boards": "none", "shah": "1", "asha": "0", "rao-bina": ""} {
		var author string
		err := app.DB().NewQuery("SELECT coalesce(author, 'none') FROM library_index WHERE library_index MATCH {:words} AND id = {:id}").
			Bind(dbx.Params{"words": `"` + strings.ReplaceAll(words, " ", `" "`) + `"`, "id": id}).Row(&author)
		if author != want || err != nil && want != "" {
			t.Errorf("%q is found in the row of author %q, want %q: %v", words, author, want, err)
		}
	}
}

// Earlier releases stored the subject of a reminder with the company of the board term.
func TestAnUpgradeTakesTheCompanyOutOfStoredSubjects(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788007260")
	email := func(kind, subject string) string {
		return addRow(t, app, "email_logs", map[string]any{"kind": kind, "subject": subject, "status": "sent",
			"emailAddress": "asha@example.com", "params": map[string]any{"company": "Vindhya Cements Limited"}})
	}
	const neutral = "Your term at hidden ends on hidden"
	want := map[string]string{
		email("term-ending", "Your term at Vindhya Cements Limited ends on 31 Mar 2027"):  neutral,
		email("term-ending", "विंध्य सीमेंट्स में आपका कार्यकाल 31 मार्च 2027 को समाप्त"): neutral,
		email("board-seat-closed", "Please record the outcomes: Vindhya"):                 "Please record the outcomes: Vindhya",
	}
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	for id, subject := range want {
		record, err := app.FindRecordById("email_logs", id)
		if err != nil || record.GetString("subject") != subject {
			t.Errorf("the subject is %q (%v), want %q", record.GetString("subject"), err, subject)
		}
	}
	stale, err := readmodel.Get(app, "stale")
	if err != nil || stale == 0 {
		t.Errorf("the search of the emails is not built again: %d, %v", stale, err)
	}
}
