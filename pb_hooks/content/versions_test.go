package content_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/internal/testapp"
)

// version has the fields of a version that these tests read.
type version struct{ ID, Title, Content, Ended, EndedAt, EndedBy string }

func (o consoleFixture) versions(path string) []version {
	o.t.Helper()
	var versions []version
	answer := o.admin.Get(path)
	if err := json.Unmarshal([]byte(answer.Body), &versions); err != nil {
		o.t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	return versions
}

func (o consoleFixture) restore(old version) testapp.Response {
	o.t.Helper()
	return o.admin.Post("/api/cms/restore/"+old.ID, nil)
}

func TestEachChangeStoresThePreviousVersion(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	id := o.createSection(map[string]any{"section": "about", "title": "One", "content": "*first*"})
	o.Clock.Advance(time.Hour)
	o.updateSection(id, map[string]any{"title": "Two"})
	o.updateSection(id, map[string]any{"title": "Two"})   // The title is the same.
	o.updateSection(id, map[string]any{"sortOrder": "9"}) // Only the position changes.
	o.Clock.Advance(time.Hour)
	o.updateSection(id, map[string]any{"title": "Three", "isActive": "false"})

	versions := o.versions("/api/cms/content/" + id + "/versions")
	if len(versions) != 2 || versions[0].Title != "Two" || versions[1].Title != "One" ||
		versions[1].Content != "*first*" {
		t.Fatalf("versions = %+v", versions)
	}
	first := versions[1]
	if first.EndedBy != "meera" || first.Ended != "updated" || first.EndedAt != "2026-08-03T07:30:00.000Z" {
		t.Errorf("first version = %+v, want it updated by meera at 07:30", first)
	}

	restored := o.restore(first)
	if restored.Status != http.StatusOK || restored.JSON["title"] != "One" || restored.JSON["isActive"] != "false" ||
		restored.JSON["sortOrder"] != "9" {
		t.Errorf("restore: status = %d, body = %s, want the first title, inactive, at position 9", restored.Status,
			restored.Body)
	}
	versions = o.versions("/api/cms/content/" + id + "/versions")
	if len(versions) != 3 || versions[0].Title != "Three" || versions[0].Ended != "restored" {
		t.Errorf("versions after the restore = %+v, want the replaced text first", versions)
	}
	if answer := o.admin.Post("/api/cms/restore/unknownrecord00", nil); answer.Status != 404 ||
		answer.Message() != "This version was not found." {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
}

func TestDeletedSectionCanBeRestored(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	id := o.createSection(map[string]any{"section": "about", "title": "Gone", "sortOrder": "4"})
	o.updateSection(id, map[string]any{"title": "Gone soon"})
	for range 2 {
		o.Clock.Advance(time.Minute)
		o.admin.Send(http.MethodDelete, "/api/cms/content/"+id, nil)
		deleted := o.versions("/api/cms/deleted")
		if len(deleted) != 1 || deleted[0].Title != "Gone soon" {
			t.Fatalf("deleted sections = %+v", deleted)
		}
		back := o.restore(deleted[0])
		if back.Status != http.StatusOK || back.JSON["id"] != id || back.JSON["sortOrder"] != "4" ||
			back.JSON["isActive"] != "true" {
			t.Errorf("status = %d, body = %s", back.Status, back.Body)
		}
		if deleted := o.versions("/api/cms/deleted"); len(deleted) != 0 {
			t.Errorf("deleted sections after the restore = %+v, want none", deleted)
		}
	}
	expectTitles(t, o.Visitor().Get("/api/cms/content"), "Gone soon")
}

func TestChangesInTheDashboardStoreVersionsToo(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	id := o.createSection(map[string]any{"section": "about", "title": "One"})
	dashboard := o.SignedIn(core.CollectionNameSuperusers, map[string]any{"email": "staff@example.com"})
	path := "/api/collections/content_sections/records/" + id
	// The second change is only a new position, which makes no version.
	for _, change := range []map[string]any{{"title": "Two"}, {"sortOrder": 9}} {
		o.Clock.Advance(time.Hour)
		if answer := dashboard.Send(http.MethodPatch, path, change); answer.Status != http.StatusOK {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	versions := o.versions("/api/cms/content/" + id + "/versions")
	if len(versions) != 1 || versions[0].Title != "One" || versions[0].Ended != "updated" ||
		versions[0].EndedBy != "staff@example.com" {
		t.Fatalf("versions = %+v", versions)
	}
	if refused := dashboard.Send(http.MethodPatch, path,
		map[string]any{"section": "nowhere", "title": "Three"}); refused.Status != http.StatusBadRequest {
		t.Fatalf("status = %d, body = %s", refused.Status, refused.Body)
	}
	if answer := dashboard.Send(http.MethodDelete, path, nil); answer.Status != http.StatusNoContent {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	deleted := o.versions("/api/cms/deleted")
	if len(deleted) != 1 || deleted[0].Title != "Two" || deleted[0].Ended != "deleted" ||
		deleted[0].EndedBy != "staff@example.com" {
		t.Fatalf("deleted sections = %+v", deleted)
	}
	if back := o.restore(deleted[0]); back.Status != http.StatusOK || back.JSON["id"] != id ||
		back.JSON["title"] != "Two" {
		t.Errorf("status = %d, body = %s", back.Status, back.Body)
	}
	if versions = o.versions("/api/cms/content/" + id + "/versions"); len(versions) != 2 {
		t.Errorf("versions = %+v", versions)
	}
}

func TestOldVersionsAreDeleted(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	id := o.createSection(map[string]any{"section": "about", "title": "0"})
	for i := range 55 {
		o.Clock.Advance(time.Second)
		o.updateSection(id, map[string]any{"title": fmt.Sprint(i + 1)})
	}
	versions := o.versions("/api/cms/content/" + id + "/versions")
	if len(versions) != 50 || versions[0].Title != "54" || versions[49].Title != "5" {
		t.Fatalf("%d versions from %s to %s, want 50 from 54 to 5", len(versions), versions[0].Title,
			versions[len(versions)-1].Title)
	}

	o.Clock.Advance(200 * 24 * time.Hour)
	if err := o.Content.Purge(); err != nil {
		t.Fatal(err)
	}
	if versions := o.versions("/api/cms/content/" + id + "/versions"); len(versions) != 50 {
		t.Errorf("%d versions of an existing section after the purge, want 50", len(versions))
	}
	o.admin.Send(http.MethodDelete, "/api/cms/content/"+id, nil)
	for _, step := range []struct {
		wait      time.Duration
		remaining int
	}{{89 * 24 * time.Hour, 1}, {2 * 24 * time.Hour, 0}} {
		o.Clock.Advance(step.wait)
		if err := o.Content.Purge(); err != nil {
			t.Fatal(err)
		}
		if deleted := o.versions("/api/cms/deleted"); len(deleted) != step.remaining {
			t.Errorf("%d deleted sections after another %s, want %d", len(deleted), step.wait, step.remaining)
		}
	}
}

func TestPreviewShowsUnsavedTextAndStoresNothing(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	o.createSection(map[string]any{"section": "testimonials", "title": "Asha", "content": "Kept.", "sortOrder": "2"})
	draft := o.createSection(map[string]any{
		"section":   "testimonials",
		"title":     "Meera",
		"content":   "Old.",
		"sortOrder": "1",
		"isActive":  "false",
	})
	o.createSection(map[string]any{"section": "testimonials", "title": "Another draft", "content": "x",
		"isActive": "false"})
	preview := func(body map[string]any) (cards []content.TextBlock) {
		t.Helper()
		answer := o.admin.Post("/api/cms/preview", body)
		var landing content.Landing
		if err := json.Unmarshal([]byte(answer.Body), &landing); answer.Status != http.StatusOK || err != nil {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
		return landing.Testimonials.Cards[3:] // the built-in cards come first
	}
	cards := preview(map[string]any{
		"id":        draft,
		"section":   "testimonials",
		"title":     "Meera",
		"content":   "**New.**",
		"sortOrder": "1",
		"isActive":  "false",
	})
	if len(cards) != 2 || cards[0].HTML != "<p><strong>New.</strong></p>" || cards[1].Title != "Asha" {
		t.Errorf("cards of the preview = %+v, want the unsaved text and Asha's card", cards)
	}
	cards = preview(map[string]any{"section": "testimonials", "title": "Third", "content": "c", "sortOrder": "3"})
	if len(cards) != 2 || cards[1].Title != "Third" {
		t.Errorf("cards of the preview of a new card = %+v, want Asha's card and the new one", cards)
	}
	if answer := o.admin.Post("/api/cms/preview",
		map[string]any{"section": "nowhere"}); answer.Status != http.StatusBadRequest || answer.Field("section") == "" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if versions := o.versions("/api/cms/content/" + draft + "/versions"); len(versions) != 0 {
		t.Error("a preview was stored as a version")
	}
	expectTitles(t, o.Visitor().Get("/api/cms/content"), "Asha")
}
