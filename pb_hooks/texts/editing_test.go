package texts_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp"
)

// auditActions returns the audit actions of the editor, oldest first.
// auditOf returns a field of the audit entries of the editor.
func (o editorFixture) auditOf(field string) []string {
	o.t.Helper()
	var rows []*core.Record
	if err := o.PB.RecordQuery("audit_log").OrderBy("rowid").All(&rows); err != nil {
		o.t.Fatal(err)
	}
	values := []string{}
	for _, row := range rows {
		if row.GetString("actor") == "meera" {
			values = append(values, row.GetString(field))
		}
	}
	return values
}

// version is a row of the history.
type version struct {
	ID, State, By string
	IsBuiltIn     bool
}

func (o editorFixture) history(key string) (versions []version) {
	o.t.Helper()
	o.decode(o.editor.Get("/api/texts/"+pageOf(key)+"/history?key="+key), &versions)
	return versions
}

func TestTwoEditorsNeverOverwriteEachOtherSilently(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	o.save("landing.hero.title", "First")
	refused := o.put("landing.hero.title", 0, "Second")
	data, _ := refused.JSON["data"].(map[string]any)
	problem, _ := data["version"].(map[string]any)
	current, _ := problem["current"].(map[string]any)
	if refused.Status != http.StatusConflict || current["draft"] != "First" || current["version"] != 1.0 ||
		current["updatedBy"] != "meera" {
		t.Errorf("status = %d, body = %s, want 409 with the current text", refused.Status, refused.Body)
	}
	if draft := o.texts("landing")["landing.hero.title"].Draft; draft != "First" {
		t.Errorf("draft = %v, want First", draft)
	}
	if answer := o.put("landing.hero.subtitle", 0, "Another text"); answer.Status != http.StatusOK {
		t.Errorf("another text: status = %d, body = %s", answer.Status, answer.Body)
	}
}

func TestASittingIsOneVersion(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	key := "landing.hero.title"
	for i := range 5 {
		o.save(key, fmt.Sprint("Draft ", i))
		o.Clock.Advance(time.Minute)
	}
	if versions := o.history(key); len(versions) != 1 || versions[0].State != "draft" || versions[0].By != "meera" {
		t.Fatalf("versions = %+v, want one", versions)
	}
	if got := strings.Join(o.auditOf("action"), " "); got != "text.drafted" {
		t.Errorf("audit actions = %s, want one", got)
	}
	if got := o.auditOf("label")[0]; got != "Landing page: Hero › Title" {
		t.Errorf("audit label = %q, want the place of the text", got)
	}
	o.Clock.Advance(time.Hour)
	o.save(key, "Later")
	o.publish(key)
	if versions := o.history(key); len(versions) != 3 || versions[0].State != "published" {
		t.Errorf("versions = %+v, want two drafts and a publication", versions)
	}
	for i := range 60 {
		o.Clock.Advance(time.Hour)
		o.save(key, fmt.Sprint("Sitting ", i))
	}
	if versions := o.history(key); len(versions) != 50 {
		t.Errorf("%d versions, want 50", len(versions))
	}
}

func TestAPublicationIsUndoneByWhatItAnswers(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	key := "landing.hero.title"
	var answer struct {
		Undo []struct {
			Key, VersionID string
			Version        int
		}
		UndoUntil string
	}
	for _, want := range []string{"10,000 Women, One Circle, One Vision", "First"} {
		before := o.public("landing").Texts["hero.title"]
		if before != want {
			t.Fatalf("title = %q, want %q", before, want)
		}
		for _, title := range []string{"Second", "Third"} {
			o.save(key, title)
			o.decode(o.publish(key), &answer)
			undo := answer.Undo[0]
			var restored text
			o.decode(o.editor.Post("/api/texts/landing/restore", map[string]any{"key": key, "version": undo.Version,
				"versionId": undo.VersionID}), &restored)
			o.publish(key)
			if now := o.public("landing").Texts["hero.title"]; now != before {
				t.Errorf("title after the undo = %q, want %q", now, before)
			}
		}
		o.save(key, "First")
		o.publish(key)
	}
	if until, err := time.Parse(time.RFC3339, answer.UndoUntil); err != nil ||
		until.Sub(o.Clock.Now()) != 10*time.Minute {
		t.Errorf("undoUntil = %s, want ten minutes from now", answer.UndoUntil)
	}
}

func TestAScheduledTextAppearsAtItsMinute(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	at := o.Clock.Now().Add(2 * time.Hour).Truncate(time.Minute)
	schedule := func(keys []string, at string) int {
		return o.editor.Post("/api/texts/landing/publish", map[string]any{"keys": keys, "publishAt": at}).Status
	}
	o.save("landing.hero.title", "Later")
	o.save("landing.hero.subtitle", "Now")
	for _, refused := range []string{"tomorrow", o.Clock.Now().Add(-time.Hour).Format(time.RFC3339)} {
		if status := schedule([]string{"landing.hero.title"}, refused); status != http.StatusBadRequest {
			t.Errorf("publishAt %s: status = %d, want 400", refused, status)
		}
	}
	if status := schedule([]string{"landing.hero.title"}, at.Format(time.RFC3339)); status != http.StatusOK {
		t.Fatalf("status = %d", status)
	}
	o.publish("landing.hero.subtitle")
	expect := func(title string) {
		t.Helper()
		o.RunScheduled("boardcircleTexts")
		if texts := o.public("landing").Texts; texts["hero.title"] != title || texts["hero.subtitle"] != "Now" {
			t.Errorf("title = %q, subtitle = %q, want %q and Now", texts["hero.title"], texts["hero.subtitle"], title)
		}
	}
	o.Clock.Advance(at.Add(-time.Second).Sub(o.Clock.Now()))
	expect("10,000 Women, One Circle, One Vision")
	o.Clock.Advance(time.Second)
	expect("Later")
}

func TestAListIsOrderedHiddenExtendedAndRestored(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const key = "landing.faq.cards"
	built := o.public("landing").Lists["faq.cards"]
	order := []map[string]any{{"id": "account"}, {"id": "new-one"}, {"id": "who-may-apply", "isHidden": true}}
	o.save(key, order)
	o.save(key+".new-one.question", "Is there a fee?")
	o.save(key+".new-one.answer", "Yes: see the [plans](/membership-plans).")
	o.publish(key)
	now := o.public("landing")
	if got := now.Lists["faq.cards"]; !slices.Equal(got, []string{"account", "new-one"}) {
		t.Errorf("cards = %v", got)
	}
	if answer := now.Texts["faq.cards.new-one.answer"]; !strings.Contains(answer, `<a href="/membership-plans"`) {
		t.Errorf("answer = %q, want the new item's text to be published with its list", answer)
	}
	if hidden := o.texts("landing")[key+".who-may-apply.question"]; hidden.Key == "" {
		t.Error("the editor does not get the hidden item")
	}
	o.decode(o.editor.Post("/api/texts/landing/restore",
		map[string]any{"key": key, "version": o.texts("landing")[key].Version}), &text{})
	o.publish(key)
	if got := o.public("landing").Lists["faq.cards"]; !slices.Equal(got, built) {
		t.Errorf("cards = %v, want the built-in ones", got)
	}
}

func TestInvalidValuesAreRefused(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	for i, c := range []struct {
		key    string
		value  any
		status int
	}{
		{"landing.hero.title", "two\nlines", 400},
		{"landing.hero.title", strings.Repeat("x", 601), 400},
		{"landing.hero.title", 7, 400},
		{"landing.hero.title", "From {no.fact}", 400},
		{"landing.hero.title", "{members.count} women", 200},
		{"landing.hero", "a group", 404},
		{"landing.nothing", "x", 404},
		{"landing.faq.cards.Bad ID.question", "x", 404},
		{"landing.hero.body", "# A heading", 400},
		{"landing.hero.body", "![a picture](/images/a.png)", 400},
		{"landing.hero.body", "<script>alert(1)</script>", 400},
		{"landing.hero.body", "text <b onclick=x>bold</b>", 400},
		{"landing.hero.body", "[x](javascript:alert(1))", 400},
		{"landing.hero.body", "[x](//elsewhere.example)", 400},
		{"landing.hero.body", "[x](http://elsewhere.example)", 400},
		{"landing.hero.body", "[x](data:text/html,x)", 400},
		{"landing.hero.body", "> quoted", 400},
		{"landing.hero.body", "**bold** and [mail](mailto:a@b.example)\n\n- one\n- two", 200},
		{"landing.hero.image", map[string]any{"image": "javascript:alert(1)", "alt": "x"}, 400},
		{"landing.hero.image", map[string]any{"image": "/images/a.png", "alt": "A table"}, 200},
		{"landing.features.cards.expert-mentorship.leadsTo", "https://elsewhere.example", 400},
		{"landing.features.cards.expert-mentorship.leadsTo", "sessions", 200},
		{"landing.faq.cards", []map[string]any{{"id": "a"}, {"id": "a"}}, 400},
		{"landing.faq.cards", []map[string]any{{"id": "../x"}}, 400},
		{"landing.faq.cards", "text", 400},
	} {
		version := o.texts("landing")[c.key].Version
		if answer := o.put(c.key, version, c.value); answer.Status != c.status {
			t.Errorf("%d: %s = %.40v: status = %d, want %d: %s", i, c.key, c.value, answer.Status, c.status, answer.Body)
		}
	}
}

// Texts that get past the editor, such as those of the dashboard and of the content routes, are inert too.
func TestStoredScriptsAreInert(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	hostile := "<img src=x onerror=alert(1)> <script>alert(1)</script> [x](javascript:alert(1)) ![x](https://evil.example/a.png)"
	o.createSection(map[string]any{"section": "hero", "title": "<script>alert(1)</script>", "content": hostile})
	html := o.public("landing").Texts["hero.body"]
	for _, part := range []string{"<img", "<script", "javascript:", "evil.example", "onerror="} {
		if strings.Contains(html, part) {
			t.Errorf("html = %s, want no %s", html, part)
		}
	}
	if body := o.Visitor().Get("/api/site/texts/landing").Body; strings.Contains(body, "<script") {
		t.Error("the JSON has an unescaped script")
	}
}

func TestAFactWithoutAValueHidesItsSentence(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	end := time.Date(2026, 9, 16, 18, 30, 0, 0, time.UTC) // midnight in India
	o.Clock.Advance(end.Add(-time.Minute).Sub(o.Clock.Now()))
	o.save("landing.hero.subtitle", "Join us. We meet on {event.date}. Welcome to {site.name}.")
	o.save("landing.contact.subtitle", "हमसे जुड़ें। हम {event.date} को मिलेंगे। {site.name} में आपका स्वागत है।")
	o.publish("landing.hero.subtitle", "landing.contact.subtitle")
	expect := func(subtitle string, hasCard bool) {
		t.Helper()
		landing := o.public("landing")
		if got := landing.Texts["hero.subtitle"]; got != subtitle {
			t.Errorf("subtitle = %q, want %q", got, subtitle)
		}
		if has := slices.Contains(landing.Lists["faq.cards"], "first-meeting"); has != hasCard {
			t.Errorf("question about the first meeting: %t, want %t", has, hasCard)
		}
	}
	expect("Join us. We meet on September 16th. Welcome to Boardcircle.", true)
	o.Clock.Advance(time.Minute)
	o.RunScheduled("boardcircleDay")
	expect("Join us. Welcome to Boardcircle.", false)
	if got := o.public("landing").Texts["contact.subtitle"]; got != "हमसे जुड़ें। Boardcircle में आपका स्वागत है।" {
		t.Errorf("the text in Hindi is %q", got)
	}
}

func TestTextsAboutTheMembershipTermDependOnThePlansOnSale(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	expect := func(hero, answer string) {
		t.Helper()
		texts := o.public("landing").Texts
		if !strings.Contains(texts["hero.body"], hero) || !strings.Contains(texts["faq.cards.how-long.answer"], answer) {
			t.Errorf("hero = %s, answer = %s, want %q and %q", texts["hero.body"], texts["faq.cards.how-long.answer"],
				hero, answer)
		}
	}
	add := func(name, duration string) {
		collection, err := o.PB.FindCollectionByNameOrId("membership_tiers")
		if err != nil {
			t.Fatal(err)
		}
		tier := core.NewRecord(collection)
		tier.Load(map[string]any{"name": name, "price": 100_000, "currency": "INR", "duration": duration, "isActive": true})
		if err := o.PB.Save(tier); err != nil {
			t.Fatal(err)
		}
	}
	expect("Membership is for life.", "The fee is paid once and in full.")
	add("Lifetime", "lifetime")
	expect("Membership is for life.", "The fee is paid once and in full.")
	o.save("landing.hero.subtitle", "Membership is for life.")
	add("Annual", "annual")
	expect("Choose the plan that suits you.</p>", "Another plan lasts for a year")
	restricted := o.SignedIn("admins", nil).Send("PUT", "/api/admin/settings",
		map[string]any{"purchaseNeedsApproval": true, "password": testapp.Password})
	if restricted.Status != 200 {
		t.Fatalf("%d %s", restricted.Status, restricted.Body)
	}
	expect("By invitation.</p>", "Another plan lasts for a year")
	if coverage := o.editor.Get("/api/texts/coverage").Body; !strings.Contains(coverage, "a plan on sale expires") {
		t.Errorf("coverage = %s, want a warning about “for life”", coverage)
	}
}

func TestClaimsAboutBoardInvitationsAreCompared(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	invited := 0
	invite := func(n int, at time.Time) {
		t.Helper()
		for range n {
			invited++
			_, err := o.PB.DB().NewQuery("INSERT INTO opening_interests (id, opening, userId, person, state, sentAt, " +
				"interviewedAt) VALUES ({:id}, {:id}, {:id}, {:id}, 'interviewed', {:at}, {:at})").
				Bind(dbx.Params{"id": fmt.Sprintf("interest%07d", invited), "at": database.FormatTime(at)}).Execute()
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	warned := func(want string) {
		t.Helper()
		coverage := o.editor.Get("/api/texts/coverage").Body
		for _, key := range []string{"landing.stats.items.invitations.value", "landing.concerns.cards.return.body"} {
			if strings.Contains(coverage, key) != (want != "") {
				t.Errorf("coverage = %s, want a warning about %s: %t", coverage, key, want != "")
			}
		}
		if !strings.Contains(coverage, want) {
			t.Errorf("coverage = %s, want %q", coverage, want)
		}
	}
	fact := func(want string) {
		t.Helper()
		var facts []struct{ Name, Value string }
		o.decode(o.editor.Get("/api/texts/facts"), &facts)
		for _, f := range facts {
			if f.Name == "seats.growth" && f.Value != want {
				t.Errorf("growth = %q, want %q", f.Value, want)
			}
		}
	}
	now := o.Clock.Now()
	invite(4, now.AddDate(-1, -1, 0))
	invite(9, now.AddDate(0, -1, 0))
	warned("you have recorded are too few")
	fact("")
	invite(1, now.AddDate(-1, -1, 0))
	warned("are 1.8x those of the year before")
	fact("1.8x")

	o.save("landing.hero.subtitle", "{seats.growth} as many. {seats.invited} were invited. {seats.filled} were appointed.")
	o.publish("landing.hero.subtitle")
	if got := o.public("landing").Texts["hero.subtitle"]; got != "1.8x as many. 9 were invited." {
		t.Errorf("the page says %q", got)
	}
	invite(6, now.AddDate(0, -1, 0))
	warned("")
	fact("3x")
	invite(9, now.AddDate(-1, -1, 0))
	fact("") // 15 of 14 is not even 1.1x
}

// The office can confirm a claim that the figures do not show. The confirmation is for this text.
func TestAConfirmedClaimIsReportedAgainOnlyAfterAChange(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	const key = "landing.stats.items.invitations.value"
	type warning struct {
		Key, Problem, Message string
		Version               int
	}
	find := func() (found *warning) {
		t.Helper()
		var coverage struct{ Warnings []warning }
		o.decode(o.editor.Get("/api/texts/coverage"), &coverage)
		for _, w := range coverage.Warnings {
			if w.Key == key {
				found = &w
			}
		}
		return found
	}
	confirm := func(w *warning, want int) {
		t.Helper()
		answer := o.editor.Post("/api/texts/landing/confirm",
			map[string]any{"key": key, "version": w.Version, "problem": w.Problem})
		if answer.Status != want {
			t.Errorf("confirm %+v: status = %d, want %d: %s", w, answer.Status, want, answer.Body)
		}
	}
	builtIn := find()
	if builtIn == nil || builtIn.Problem != "claim" || !strings.Contains(builtIn.Message, "“3x”") {
		t.Fatalf("warning = %+v, want one about 3x", builtIn)
	}
	confirm(&warning{Problem: "price"}, http.StatusConflict)
	confirm(builtIn, http.StatusOK)
	if w := find(); w != nil {
		t.Errorf("warning = %+v, want none after the confirmation", w)
	}
	if n, err := o.PB.CountRecords("audit_log", dbx.HashExp{"action": "text.confirmed"}); n != 1 || err != nil {
		t.Errorf("entries of the audit log = %d, %v, want 1", n, err)
	}

	o.save(key, "4x")
	changed := find()
	if changed == nil || !strings.Contains(changed.Message, "“4x”") {
		t.Fatalf("warning = %+v, want one about 4x", changed)
	}
	confirm(builtIn, http.StatusConflict) // the caller has not read the new text
	confirm(changed, http.StatusOK)
	o.publish(key)
	if w := find(); w != nil {
		t.Errorf("warning = %+v, want none after the confirmed text was published", w)
	}
	o.save(key, "5x")
	if find() == nil {
		t.Error("no warning after another change")
	}
}
