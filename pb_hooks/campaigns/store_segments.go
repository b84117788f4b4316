package campaigns

import (
	"encoding/json"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/lists"
)

const segmentsCollection = "segments"

// namedSegment is a record of segments.
type namedSegment struct{ core.BaseRecordProxy }

func (s *namedSegment) setCreatedBy(by string) { s.Set("createdBy", by) }

// form returns the stored values.
func (s *namedSegment) form() (SegmentForm, error) {
	var segment Segment
	err := segment.Scan(s.Get("segment"))
	return SegmentForm{Name: s.GetString("name"), Segment: &segment}, database.Wrap("read segment "+s.Id, err)
}

// load sets the values of a form.
func (s *namedSegment) load(form SegmentForm) {
	s.Set("name", form.Name)
	if form.Segment != nil {
		s.Set("segment", form.Segment)
	}
}

func newNamedSegment(app core.App) (*namedSegment, error) {
	s, err := database.New[namedSegment](app, segmentsCollection)
	if err != nil {
		return nil, err
	}
	s.Set("segment", Segment{Match: matchAll, Conditions: []Condition{}})
	return s, nil
}

// findSegment returns errSegmentNotFound if no segment has the id.
func findSegment(app core.App, id string) (*namedSegment, error) {
	found, err := database.Find[namedSegment](app, segmentsCollection, id)
	return found, database.IfMissing(err, errSegmentNotFound)
}

// findSavedSegment returns a segment as it is sent in JSON.
func findSavedSegment(app core.App, id string) (saved SavedSegment, err error) {
	err = app.DB().Select(segmentList.Columns...).From(segmentsCollection).Where(dbx.HashExp{"id": id}).One(&saved)
	return saved.withVersion(), database.Wrap("find segment "+id, err)
}

// segmentList is the list of the saved segments.
var segmentList = lists.List{
	Whole:       true,
	From:        segmentsCollection,
	Columns:     []string{"id", "name", "segment", "createdBy", "createdAt", "updatedAt"},
	Search:      []string{"name"},
	Sort:        map[string]string{"name": "[[name]] COLLATE folded", "createdAt": "createdAt"},
	DefaultSort: "name",
}

// Scan reads a stored segment. An empty value selects everyone.
func (s *Segment) Scan(value any) error {
	*s = Segment{Match: matchAll}
	raw := types.JSONRaw{}
	if err := raw.Scan(value); err != nil {
		return err
	}
	if len(raw) > 0 && string(raw) != "null" && string(raw) != `""` {
		if err := json.Unmarshal(raw, s); err != nil {
			return err
		}
	}
	if s.Conditions == nil {
		s.Conditions = []Condition{}
	}
	return nil
}
