package content

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/pictures"
)

// The tables of this feature.
const (
	sectionsTable = "content_sections"
	versionsTable = "content_versions"
	imagesTable   = "images"
)

// versionFields are the fields that a version copies from its section.
var versionFields = []string{"section", "title", "subtitle", "content", "imageUrl", "isActive", "sortOrder"}

// sectionRecord is a row of content_sections.
type sectionRecord struct{ core.BaseRecordProxy }

func newSectionRecord(record *core.Record) *sectionRecord {
	s := &sectionRecord{}
	s.SetProxyRecord(record)
	return s
}

// SortOrder returns the position within the section.
func (s *sectionRecord) SortOrder() int { return s.GetInt("sortOrder") }

// SetSortOrder sets the position within the section.
func (s *sectionRecord) SetSortOrder(position int) { s.Set("sortOrder", position) }

// section converts the row to JSON.
func (s *sectionRecord) section() Section {
	return Section{
		ID:        s.Id,
		Section:   s.name(),
		Title:     s.GetString("title"),
		Subtitle:  s.GetString("subtitle"),
		Content:   s.GetString("content"),
		ImageURL:  s.GetString("imageUrl"),
		IsActive:  httpx.Bool(s.GetBool("isActive")),
		SortOrder: s.GetInt("sortOrder"),
		UpdatedAt: httpx.Time(s.GetDateTime("updatedAt")),
		CreatedAt: httpx.Time(s.GetDateTime("createdAt")),
	}
}

// name returns the part of the page that the section belongs to.
func (s *sectionRecord) name() SectionName { return SectionName(s.GetString("section")) }

// form returns the section as an admin would enter it.
func (s *sectionRecord) form() Form {
	return Form{
		Section:   s.name(),
		Title:     s.GetString("title"),
		Subtitle:  s.GetString("subtitle"),
		Content:   s.GetString("content"),
		ImageURL:  s.GetString("imageUrl"),
		IsActive:  s.GetBool("isActive"),
		SortOrder: s.GetInt("sortOrder"),
	}
}

func (s *sectionRecord) load(f Form) {
	s.Load(map[string]any{
		"section": string(f.Section), "title": f.Title, "subtitle": f.Subtitle, "content": f.Content,
		"imageUrl": f.ImageURL,
		"isActive": f.IsActive, "sortOrder": f.SortOrder,
	})
}

// sameContent reports whether two states of a section differ at most in their position.
func (s *sectionRecord) sameContent(other *sectionRecord) bool {
	for _, name := range versionFields {
		if name != "sortOrder" && s.GetString(name) != other.GetString(name) {
			return false
		}
	}
	return true
}

// restore sets the values of a version. An existing section keeps its position and visibility.
func (s *sectionRecord) restore(v *versionRecord) {
	for _, name := range versionFields {
		if s.IsNew() || (name != "isActive" && name != "sortOrder") {
			s.Set(name, v.Get(name))
		}
	}
}

func createSection(app core.App) (*sectionRecord, error) {
	sections, err := app.FindCachedCollectionByNameOrId(sectionsTable)
	if err != nil {
		return nil, fmt.Errorf("create section: %w", err)
	}
	return newSectionRecord(core.NewRecord(sections)), nil
}

// findSection returns errSectionNotFound if no section has the id.
func findSection(app core.App, id string) (*sectionRecord, error) {
	record, err := app.FindRecordById(sectionsTable, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errSectionNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find section %s: %w", id, err)
	}
	return newSectionRecord(record), nil
}

// listSections returns the sections in their order. Sections with the same position are sorted by age, oldest first.
func listSections(app core.App, withHidden bool) ([]Section, error) {
	query := app.RecordQuery(sectionsTable).OrderBy("sortOrder ASC", "createdAt ASC", "rowid ASC")
	if !withHidden {
		query.AndWhere(dbx.HashExp{"isActive": true})
	}
	var records []*sectionRecord
	if err := query.All(&records); err != nil {
		return nil, fmt.Errorf("list sections: %w", err)
	}
	sections := make([]Section, len(records))
	for i, r := range records {
		sections[i] = r.section()
	}
	return sections, nil
}

// findSectionGroup returns the records of one part of the page.
func findSectionGroup(app core.App, name SectionName) ([]*sectionRecord, error) {
	var sections []*sectionRecord
	if err := app.RecordQuery(sectionsTable).AndWhere(dbx.HashExp{"section": string(name)}).All(&sections); err != nil {
		return nil, fmt.Errorf("find sections of %s: %w", name, err)
	}
	return sections, nil
}

// findOrCreateSection returns the section, or a new one with the id of a deleted section.
func findOrCreateSection(app core.App, id string) (*sectionRecord, error) {
	section, err := findSection(app, id)
	if !errors.Is(err, errSectionNotFound) {
		return section, err
	}
	if section, err = createSection(app); err != nil {
		return nil, err
	}
	section.Id = id
	return section, nil
}

// versionRecord is a row of content_versions.
type versionRecord struct{ core.BaseRecordProxy }

// sectionID returns the id of the section, which may be deleted.
func (v *versionRecord) sectionID() string { return v.GetString("sectionId") }

// version converts the row to JSON.
func (v *versionRecord) version() Version {
	return Version{
		ID: v.Id, SectionID: v.sectionID(), Ended: EndReason(v.GetString("ended")),
		EndedAt: httpx.Time(v.GetDateTime("endedAt")), EndedBy: v.GetString("endedBy"),
		Section: SectionName(v.GetString("section")), Title: v.GetString("title"), Subtitle: v.GetString("subtitle"),
		Content: v.GetString("content"), ImageURL: v.GetString("imageUrl"),
		IsActive: httpx.Bool(v.GetBool("isActive")), SortOrder: v.GetInt("sortOrder"),
	}
}

// saveVersion stores a state of a section, and deletes the oldest versions beyond maxVersions.
func saveVersion(app core.App, previous *sectionRecord, reason EndReason, by string, at time.Time) error {
	versions, err := app.FindCachedCollectionByNameOrId(versionsTable)
	if err != nil {
		return fmt.Errorf("save version: %w", err)
	}
	version := core.NewRecord(versions)
	version.Load(map[string]any{"sectionId": previous.Id, "ended": string(reason), "endedAt": at, "endedBy": by})
	for _, name := range versionFields {
		version.Set(name, previous.Get(name))
	}
	if err := app.Save(version); err != nil {
		return fmt.Errorf("save version of section %s: %w", previous.Id, err)
	}
	_, err = app.NonconcurrentDB().NewQuery(`DELETE FROM content_versions WHERE sectionId = {:section} AND id NOT IN (
		SELECT id FROM content_versions WHERE sectionId = {:section} ORDER BY endedAt DESC, rowid DESC LIMIT {:most})`).
		Bind(dbx.Params{"section": previous.Id, "most": maxVersions}).Execute()
	if err != nil {
		return fmt.Errorf("delete old versions of section %s: %w", previous.Id, err)
	}
	return nil
}

// findVersion returns errVersionNotFound if no version has the id.
func findVersion(app core.App, id string) (*versionRecord, error) {
	v := &versionRecord{}
	err := app.RecordQuery(versionsTable).AndWhere(dbx.HashExp{"id": id}).Limit(1).One(v)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errVersionNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find version %s: %w", id, err)
	}
	return v, nil
}

// listVersions returns the versions of a section, newest first.
func listVersions(app core.App, sectionID string) ([]Version, error) {
	return queryVersions(app, dbx.HashExp{"sectionId": sectionID})
}

// listDeleted returns the last version of each deleted section, newest first.
func listDeleted(app core.App) ([]Version, error) {
	return queryVersions(app, dbx.NewExp(`ended = 'deleted'
		AND NOT EXISTS (SELECT 1 FROM content_sections s WHERE s.id = content_versions.sectionId)
		AND NOT EXISTS (SELECT 1 FROM content_versions later WHERE later.sectionId = content_versions.sectionId
			AND (later.endedAt, later.rowid) > (content_versions.endedAt, content_versions.rowid))`))
}

func queryVersions(app core.App, where dbx.Expression) ([]Version, error) {
	var records []*versionRecord
	err := app.RecordQuery(versionsTable).AndWhere(where).
		OrderBy("endedAt DESC", "rowid DESC").Limit(maxVersions).All(&records)
	if err != nil {
		return nil, fmt.Errorf("list versions: %w", err)
	}
	versions := make([]Version, len(records))
	for i, r := range records {
		versions[i] = r.version()
	}
	return versions, nil
}

// deleteOldVersions deletes the versions of deleted sections that ended before a time.
func deleteOldVersions(app core.App, before time.Time) error {
	_, err := app.NonconcurrentDB().NewQuery(`DELETE FROM content_versions WHERE endedAt < {:before}
		AND NOT EXISTS (SELECT 1 FROM content_sections s WHERE s.id = content_versions.sectionId)`).
		Bind(dbx.Params{"before": database.FormatTime(before)}).Execute()
	if err != nil {
		return fmt.Errorf("delete old versions: %w", err)
	}
	return nil
}

// imageRecord is a row of images.
type imageRecord struct{ core.BaseRecordProxy }

// filePath returns the path of the file in the app's storage.
func (i *imageRecord) filePath() string { return i.BaseFilesPath() + "/" + i.GetString("file") }

// findImage returns sql.ErrNoRows if no image has the name.
func findImage(app core.App, name string) (*imageRecord, error) {
	i := &imageRecord{}
	if err := app.RecordQuery(imagesTable).AndWhere(dbx.HashExp{"name": name}).Limit(1).One(i); err != nil {
		return nil, fmt.Errorf("find image %s: %w", name, err)
	}
	return i, nil
}

// listImages returns the images, last uploaded first.
func listImages(app core.App) ([]Image, error) {
	images := []Image{}
	err := app.DB().
		NewQuery("SELECT {:path} || name AS url, width, height FROM images ORDER BY askedForAt DESC LIMIT 120").
		Bind(dbx.Params{"path": imagePath}).All(&images)
	return images, err
}

// saveImage stores an image. If an image with the name exists, it only updates the time of the last upload.
// It returns the record's id and whether it is new.
func saveImage(app core.App, name string, image pictures.Picture, at time.Time) (id string, isNew bool, err error) {
	known, err := findImage(app, name)
	if err == nil {
		known.Set("askedForAt", at)
		return known.Id, false, app.Save(known)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return "", false, err
	}
	images, err := app.FindCachedCollectionByNameOrId(imagesTable)
	if err != nil {
		return "", false, fmt.Errorf("save image: %w", err)
	}
	file, err := filesystem.NewFileFromBytes(image.File, name)
	if err != nil {
		return "", false, fmt.Errorf("save image: %w", err)
	}
	record := core.NewRecord(images)
	record.Load(map[string]any{"name": name, "file": file, "width": image.Width, "height": image.Height,
		"askedForAt": at})
	if err := app.Save(record); err != nil {
		return "", false, fmt.Errorf("save image %s: %w", name, err)
	}
	return record.Id, true, nil
}

// deleteUnusedImages deletes images that were last uploaded before a time and that no section, version or other
// feature shows.
func deleteUnusedImages(app core.App, before time.Time, shows Shows) error {
	return app.RunInTransaction(func(tx core.App) error {
		var unused []*core.Record
		err := tx.RecordQuery(imagesTable).AndWhere(dbx.NewExp(`askedForAt < {:before}
			AND NOT EXISTS (SELECT 1 FROM content_sections s
				WHERE instr(s.imageUrl || ' ' || s.content, {:path} || images.name) > 0)
			AND NOT EXISTS (SELECT 1 FROM content_versions v
				WHERE instr(v.imageUrl || ' ' || v.content, {:path} || images.name) > 0)`,
			dbx.Params{"before": database.FormatTime(before), "path": imagePath})).All(&unused)
		for _, image := range unused {
			isShown, showsErr := shows(tx, imagePath+image.GetString("name"))
			if err = errors.Join(err, showsErr); err == nil && !isShown {
				err = tx.Delete(image)
			}
		}
		if err != nil {
			return fmt.Errorf("delete unused images: %w", err)
		}
		return nil
	})
}
