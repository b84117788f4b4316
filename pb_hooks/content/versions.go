package content

import (
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// What a version is: a state in which a section stood once, and how it ended.
//
//	stands ──saved anew──> version (updated)
//	stands ──restored────> version (restored), and the older state stands again
//	stands ──deleted─────> version (deleted), from which the section can come back
//
// So restoring loses nothing: what it replaces is a version too. A section has no more than
// maxVersions; those of a deleted section go after deletedVersionTTL.
const (
	contentVersions   = "content_versions"
	maxVersions       = 50
	deletedVersionTTL = 90 * 24 * time.Hour

	reasonUpdated  = "updated"
	reasonRestored = "restored"
	reasonDeleted  = "deleted"

	// actionRestored is what the log calls bringing a version back.
	actionRestored = "content.restored"
)

// versionFields are what a version repeats of its section.
var versionFields = []string{"section", "title", "subtitle", "content", "imageUrl", "isActive", "sortOrder"}

// Version is an earlier state of a section as it travels.
type Version struct {
	ID        string `json:"id"`
	SectionID string `json:"sectionId"`
	// Ended is how it ceased to stand: updated, restored or deleted.
	Ended   string     `json:"ended"`
	EndedAt httpx.Time `json:"endedAt"`
	EndedBy string     `json:"endedBy"`

	Section   string     `json:"section"`
	Title     string     `json:"title"`
	Subtitle  string     `json:"subtitle"`
	Content   string     `json:"content"`
	ImageURL  string     `json:"imageUrl"`
	IsActive  httpx.Bool `json:"isActive"`
	SortOrder int        `json:"sortOrder,string"`
}

// registerVersionHooks stores the state in which a section stood, whoever changes or deletes it: an admin
// in the console, or staff in PocketBase's dashboard.
func (s *Content) registerVersionHooks() {
	keep := func(e *core.RecordEvent) error {
		current, err := e.App.FindRecordById(contentSections, e.Record.Id)
		if err != nil {
			return err
		}
		deed := audit.PendingChangeOf(e.Record)
		switch {
		case e.Type == core.ModelEventTypeDelete:
			err = s.saveVersion(e.App, current, reasonDeleted, deed.Actor)
		case sameContent(current, e.Record):
		case deed.Action == actionRestored:
			err = s.saveVersion(e.App, current, reasonRestored, deed.Actor)
		default:
			err = s.saveVersion(e.App, current, reasonUpdated, deed.Actor)
		}
		if err != nil {
			return err
		}
		return e.Next()
	}
	s.app.OnRecordUpdateExecute(contentSections).BindFunc(keep)
	s.app.OnRecordDeleteExecute(contentSections).BindFunc(keep)
}

// saveVersion stores a version, and lets go of the oldest beyond maxVersions.
func (s *Content) saveVersion(tx core.App, previous *core.Record, ended string, by audit.Actor) error {
	versions, err := tx.FindCachedCollectionByNameOrId(contentVersions)
	if err != nil {
		return err
	}
	version := core.NewRecord(versions)
	version.Load(map[string]any{"sectionId": previous.Id, "ended": ended, "endedAt": s.now(), "endedBy": by.Name})
	for _, name := range versionFields {
		version.Set(name, previous.Get(name))
	}
	if err := tx.Save(version); err != nil {
		return err
	}
	_, err = tx.DB().NewQuery(`DELETE FROM content_versions WHERE sectionId = {:section} AND id NOT IN (
		SELECT id FROM content_versions WHERE sectionId = {:section} ORDER BY endedAt DESC, rowid DESC LIMIT {:most})`).
		Bind(dbx.Params{"section": previous.Id, "most": maxVersions}).Execute()
	return err
}

// sameContent tells whether nothing but the place has changed: that is no version.
func sameContent(a, b *core.Record) bool {
	for _, name := range versionFields {
		if name != "sortOrder" && a.GetString(name) != b.GetString(name) {
			return false
		}
	}
	return true
}

// Versions is GET /api/cms/content/{id}/versions: the earlier states, the newest first.
func (s *Content) Versions(e *core.RequestEvent) error {
	return s.listVersions(e, dbx.HashExp{"sectionId": e.Request.PathValue("id")})
}

// DeletedContent is GET /api/cms/deleted: the last state of each section that was deleted.
func (s *Content) DeletedContent(e *core.RequestEvent) error {
	return s.listVersions(e, dbx.NewExp(`ended = 'deleted'
		AND NOT EXISTS (SELECT 1 FROM content_sections s WHERE s.id = content_versions.sectionId)
		AND NOT EXISTS (SELECT 1 FROM content_versions later WHERE later.sectionId = content_versions.sectionId
			AND (later.endedAt, later.rowid) > (content_versions.endedAt, content_versions.rowid))`))
}

func (s *Content) listVersions(e *core.RequestEvent, which dbx.Expression) error {
	var records []*core.Record
	err := e.App.RecordQuery(contentVersions).AndWhere(which).
		OrderBy("endedAt DESC", "rowid DESC").Limit(maxVersions).All(&records)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The earlier versions could not be read.", err)
	}
	versions := make([]Version, len(records))
	for i, r := range records {
		versions[i] = Version{
			ID: r.Id, SectionID: r.GetString("sectionId"), Ended: r.GetString("ended"),
			EndedAt: httpx.Time(r.GetDateTime("endedAt")), EndedBy: r.GetString("endedBy"),
			Section: r.GetString("section"), Title: r.GetString("title"), Subtitle: r.GetString("subtitle"),
			Content: r.GetString("content"), ImageURL: r.GetString("imageUrl"),
			IsActive: httpx.Bool(r.GetBool("isActive")), SortOrder: r.GetInt("sortOrder"),
		}
	}
	return e.JSON(http.StatusOK, versions)
}

// RestoreVersion is POST /api/cms/restore/{id}. A section that stands gets the words of
// the version and stays in its place, shown or not as it is now; a deleted one comes back as it was.
func (s *Content) RestoreVersion(e *core.RequestEvent) error {
	var section *core.Record
	err := e.App.RunInTransaction(func(tx core.App) error {
		version, err := tx.FindRecordById(contentVersions, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if section, err = sectionToRestore(tx, version.GetString("sectionId")); err != nil {
			return err
		}
		for _, name := range versionFields {
			if section.IsNew() || (name != "isActive" && name != "sortOrder") {
				section.Set(name, version.Get(name))
			}
		}
		return s.audit.Save(tx, audit.RequestActor(e), actionRestored, section)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This version was not found.", nil)
	}
	if err != nil {
		return contentError(err)
	}
	return e.JSON(http.StatusOK, newSection(section))
}

// sectionToRestore is the section that stands, or an empty one with the id of the deleted one.
func sectionToRestore(tx core.App, id string) (*core.Record, error) {
	section, err := tx.FindRecordById(contentSections, id)
	if !errors.Is(err, sql.ErrNoRows) {
		return section, err
	}
	sections, err := tx.FindCachedCollectionByNameOrId(contentSections)
	if err != nil {
		return nil, err
	}
	section = core.NewRecord(sections)
	section.Id = id
	return section, nil
}

// purgeVersions forgets the sections that were deleted long ago.
func (s *Content) purgeVersions() error {
	before, err := types.ParseDateTime(s.now().Add(-deletedVersionTTL))
	if err != nil {
		return err
	}
	_, err = s.app.NonconcurrentDB().NewQuery(`DELETE FROM content_versions WHERE endedAt < {:before}
		AND NOT EXISTS (SELECT 1 FROM content_sections s WHERE s.id = content_versions.sectionId)`).
		Bind(dbx.Params{"before": before.String()}).Execute()
	return err
}
