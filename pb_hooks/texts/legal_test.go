package texts_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

type legal struct {
	Versions []struct{ ID, AppliesFrom string }
}

type legalDocument struct {
	ID, AppliesFrom string
	Texts           public
}

func (o editorFixture) legal(page string) (l legal) {
	o.t.Helper()
	o.decode(o.Visitor().Get("/api/site/legal/"+page), &l)
	return l
}

func (o editorFixture) legalDocument(page, id string) (d legalDocument) {
	o.t.Helper()
	o.decode(o.Visitor().Get("/api/site/legal/"+page+"/"+id), &d)
	return d
}

func TestEachPublicationOfALegalPageIsAVersionThatStays(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	o.Clock.Advance(time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC).Sub(o.Clock.Now()))
	if versions := o.legal("terms").Versions; len(versions) != 1 || versions[0].AppliesFrom != "2026-11-25T18:30:00.000Z" {
		t.Fatalf("versions of the built-in terms = %+v", versions)
	}
	o.save("terms.sections.law.title", "Law")
	o.publish("terms.sections.law.title")
	versions := o.legal("terms").Versions
	if len(versions) != 2 {
		t.Fatalf("versions = %+v, want the new one and the built-in one", versions)
	}
	current, first := o.legalDocument("terms", versions[0].ID), o.legalDocument("terms", versions[1].ID)
	if current.Texts.Texts["sections.law.title"] != "Law" ||
		first.Texts.Texts["sections.law.title"] != "Governing law and courts" {
		t.Errorf("titles = %q, %q", current.Texts.Texts["sections.law.title"], first.Texts.Texts["sections.law.title"])
	}
	if first.AppliesFrom != "2026-11-25T18:30:00.000Z" || !strings.HasPrefix(current.AppliesFrom, "2027-03-01T09:00") {
		t.Errorf("the versions apply from %s and %s", first.AppliesFrom, current.AppliesFrom)
	}
	if privacy := o.legal("privacy").Versions; len(privacy) != 1 {
		t.Errorf("versions of the privacy policy = %+v, want one", privacy)
	}
}

func TestDraftsOfLegalPagesAndOtherPagesHaveNoVersions(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	o.save("refund.summary", "A draft.")
	if versions := o.legal("refund").Versions; len(versions) != 1 {
		t.Errorf("versions = %+v, want none of the draft", versions)
	}
	for _, path := range []string{"/api/site/legal/landing", "/api/site/legal/terms/unknown"} {
		if answer := o.Visitor().Get(path); answer.Status != http.StatusNotFound {
			t.Errorf("%s: status = %d, want 404", path, answer.Status)
		}
	}
}
