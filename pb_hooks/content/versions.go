package content

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// EndReason is why a state of a section is no longer current.
type EndReason string

const (
	reasonUpdated  EndReason = "updated"
	reasonRestored EndReason = "restored"
	reasonDeleted  EndReason = "deleted"
)

// Values returns all reasons.
func (EndReason) Values() []string {
	return rules.Options(reasonUpdated, reasonRestored, reasonDeleted)
}

// actionRestored is the audit log's action for restoring a version.
const actionRestored = "content.restored"

const versionsFailed = "The earlier versions could not be read."

// Version is an earlier state of a section in JSON.
type Version struct {
	ID        string     `json:"id"`
	SectionID string     `json:"sectionId"`
	Ended     EndReason  `json:"ended"`
	EndedAt   httpx.Time `json:"endedAt"`
	EndedBy   string     `json:"endedBy"`

	Section   SectionName `json:"section"`
	Title     string      `json:"title"`
	Subtitle  string      `json:"subtitle"`
	Content   string      `json:"content"`
	ImageURL  string      `json:"imageUrl"`
	IsActive  httpx.Bool  `json:"isActive"`
	SortOrder int         `json:"sortOrder,string"`
}

// registerVersionHooks stores the previous state of a section when it is changed or deleted, in the console or in
// PocketBase's dashboard.
func (c *Content) registerVersionHooks() {
	keep := func(e *core.RecordEvent) error {
		current, err := findSection(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		change := audit.PendingChangeOf(e.Record)
		switch {
		case e.Type == core.ModelEventTypeDelete:
			err = saveVersion(e.App, current, reasonDeleted, change.Actor.Name, c.now())
		case current.sameContent(newSectionRecord(e.Record)):
		case change.Action == actionRestored:
			err = saveVersion(e.App, current, reasonRestored, change.Actor.Name, c.now())
		default:
			err = saveVersion(e.App, current, reasonUpdated, change.Actor.Name, c.now())
		}
		if err != nil {
			return err
		}
		return e.Next()
	}
	c.app.OnRecordUpdateExecute(sectionsTable).BindFunc(keep)
	c.app.OnRecordDeleteExecute(sectionsTable).BindFunc(keep)
}

// Versions is GET /api/cms/content/{id}/versions.
func (c *Content) Versions() httpx.Endpoint {
	list := func(e *core.RequestEvent) ([]Version, error) {
		versions, err := listVersions(e.App, e.Request.PathValue("id"))
		return versions, apperr.Fail(versionsFailed, err)
	}
	return httpx.Get(list, httpx.Doc{Tag: "content",
		Summary: "List the earlier versions of a content section, newest first"})
}

// DeletedContent is GET /api/cms/deleted.
func (c *Content) DeletedContent() httpx.Endpoint {
	list := func(e *core.RequestEvent) ([]Version, error) {
		versions, err := listDeleted(e.App)
		return versions, apperr.Fail(versionsFailed, err)
	}
	return httpx.Get(list, httpx.Doc{Tag: "content", Summary: "List the last versions of deleted content sections"})
}

// RestoreVersion is POST /api/cms/restore/{id}.
func (c *Content) RestoreVersion() httpx.Endpoint {
	return httpx.DoJSON(c.restoreVersion, httpx.Doc{
		Tag: "content", Summary: "Restore a version of a content section",
		Description: "An existing section keeps its position and visibility. A deleted section is created again.",
		Errors:      []*apperr.Error{errVersionNotFound},
	})
}

func (c *Content) restoreVersion(e *core.RequestEvent) (Section, error) {
	var section *sectionRecord
	err := e.App.RunInTransaction(func(tx core.App) error {
		version, err := findVersion(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if section, err = findOrCreateSection(tx, version.sectionID()); err != nil {
			return err
		}
		section.restore(version)
		return c.audit.Save(tx, audit.RequestActor(e), actionRestored, section.Record)
	})
	if err != nil {
		return Section{}, apperr.Fail(saveFailed, err)
	}
	return section.section(), nil
}
