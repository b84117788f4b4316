package campaigns

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/people/console"
)

// A segment can be saved under a name. A campaign has its own copy of the conditions, so a change of a saved segment
// does not change who gets an existing campaign.

// SavedSegment is a segment that is saved under a name.
type SavedSegment struct {
	ID        string     `db:"id" json:"id"`
	Name      string     `db:"name" json:"name"`
	Segment   Segment    `db:"segment" json:"segment"`
	CreatedBy string     `db:"createdBy" json:"createdBy"`
	CreatedAt httpx.Time `db:"createdAt" json:"createdAt"`
	UpdatedAt httpx.Time `db:"updatedAt" json:"updatedAt"`
	// Version is the version of the form.
	Version string `db:"-" json:"version"`
}

// form returns the values as an admin would enter them.
func (s SavedSegment) form() SegmentForm { return SegmentForm{Name: s.Name, Segment: &s.Segment} }

func (s SavedSegment) withVersion() SavedSegment {
	s.Version = httpx.VersionOf(s.form())
	return s
}

// SegmentForm is what an admin enters for a saved segment.
type SegmentForm struct {
	Name string `json:"name"`
	// Segment nil leaves it unchanged, and selects everyone in a new saved segment.
	Segment *Segment `json:"segment,omitempty"`
}

// Rules returns the rules of the form.
func (SegmentForm) Rules() rules.Form { return segmentRules }

var segmentRules = rules.Form{
	{
		Name:     "name",
		Label:    "Name",
		Kind:     rules.Line,
		Required: true,
		Max:      100,
		Messages: rules.Messages{Required: "Please enter a name"},
	},
}

var (
	errSegmentNotFound = apperr.NotFound("segment-not-found", "This segment was not found.")
	errSegmentTaken    = &apperr.Error{
		Code:    "segment-taken",
		Status:  http.StatusConflict,
		Field:   "name",
		Message: "A segment with this name already exists.",
	}
)

// ListSegments is GET /api/segments.
func (c *Campaigns) ListSegments() httpx.Endpoint {
	return lists.MappedRows(segmentList, func(_ *core.RequestEvent, row SavedSegment) SavedSegment {
		return row.withVersion()
	}, httpx.Doc{Tag: "campaigns", Summary: "List the saved segments"})
}

// SegmentChoices are the possible values of conditions.
type SegmentChoices struct {
	Tags []string `json:"tags"`
}

// ListSegmentChoices is GET /api/segments/choices.
func (c *Campaigns) ListSegmentChoices() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (SegmentChoices, error) {
		tags, err := console.KnownTags(e.App)
		return SegmentChoices{Tags: tags}, apperr.Fail("The tags could not be read.", err)
	}, httpx.Doc{Tag: "campaigns", Summary: "List the possible values of conditions"})
}

// CreateSegment is POST /api/segments.
func (c *Campaigns) CreateSegment() httpx.Endpoint {
	return httpx.JSON(c.createSegment, httpx.Doc{
		Tag: "campaigns", Summary: "Save a segment under a name", Status: http.StatusCreated,
		Errors: []*apperr.Error{errSegmentTaken},
		Example: map[string]any{"name": "Members", "segment": map[string]any{
			"match": "all", "conditions": []any{map[string]any{"field": "account", "value": "any"}},
		}},
	})
}

func (c *Campaigns) createSegment(e *core.RequestEvent, form SegmentForm) (SavedSegment, error) {
	return c.saveSegment(e, "segment.created", func(tx core.App) (*namedSegment, SegmentForm, error) {
		segment, err := newNamedSegment(tx)
		if err == nil {
			segment.setCreatedBy(audit.RequestActor(e).Name)
		}
		return segment, form, err
	})
}

// UpdateSegment is PUT /api/segments/{id}.
func (c *Campaigns) UpdateSegment() httpx.Endpoint {
	return httpx.Patch(c.updateSegment, httpx.Doc{
		Tag: "campaigns", Summary: "Change a saved segment", Description: "A field that is missing keeps its value.",
		Errors:  []*apperr.Error{errSegmentNotFound, errSegmentTaken},
		Example: map[string]any{"name": "All members"}, IsVersioned: true,
	})
}

func (c *Campaigns) updateSegment(e *core.RequestEvent, change httpx.Change[SegmentForm]) (SavedSegment, error) {
	return c.saveSegment(e, "segment.updated", func(tx core.App) (*namedSegment, SegmentForm, error) {
		segment, err := findSegment(tx, e.Request.PathValue("id"))
		if err != nil {
			return nil, SegmentForm{}, err
		}
		stored, err := segment.form()
		if err == nil {
			err = change.CheckVersion(stored, "segment")
		}
		if err != nil {
			return nil, SegmentForm{}, err
		}
		form, err := change.Apply(SegmentForm{Name: stored.Name})
		return segment, form, err
	})
}

func (c *Campaigns) saveSegment(e *core.RequestEvent, action string,
	open func(tx core.App) (*namedSegment, SegmentForm, error)) (SavedSegment, error) {
	var id string
	err := e.App.RunInTransaction(func(tx core.App) error {
		segment, form, err := open(tx)
		if err == nil && form.Segment != nil {
			err = checkSegment(*form.Segment)
		}
		if err != nil {
			return err
		}
		segment.load(form)
		if err := c.Audit.Save(tx, audit.RequestActor(e), action, segment.Record); err != nil {
			return err
		}
		id = segment.Id
		return nil
	})
	if httpx.IsUniqueViolation(err, "name") {
		return SavedSegment{}, errSegmentTaken
	}
	if err != nil {
		return SavedSegment{}, apperr.Fail("The segment could not be saved. Please try again.", err)
	}
	saved, err := findSavedSegment(e.App, id)
	return saved, apperr.Fail("The segment could not be read.", err)
}

// DeleteSegment is DELETE /api/segments/{id}.
func (c *Campaigns) DeleteSegment() httpx.Endpoint {
	return httpx.Do(c.deleteSegment, httpx.Doc{
		Tag: "campaigns", Summary: "Delete a saved segment",
		Description: "Existing campaigns keep their copies of its conditions.",
		Errors:      []*apperr.Error{errSegmentNotFound},
	})
}

func (c *Campaigns) deleteSegment(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		segment, err := findSegment(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		return c.Audit.Delete(tx, audit.RequestActor(e), "segment.deleted", segment.Record)
	})
	return apperr.Fail("The segment could not be deleted. Please try again.", err)
}

// SegmentCount is the number of people in a segment, with some examples.
type SegmentCount struct {
	Count    int64     `json:"count"`
	Examples []Example `json:"examples"`
}

// Example is one person of a segment.
type Example struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

const maxExamples = 10

// CountForm has the segment, and the topic of the emails. The body may have the segment's fields instead of segment.
type CountForm struct {
	_          struct{}          `wire:"-"`
	Segment    *Segment          `json:"segment,omitempty"`
	Match      Match             `json:"match,omitempty"`
	Conditions []Condition       `json:"conditions,omitempty"`
	Topic      preferences.Topic `json:"topic"`
}

// Rules returns the rules of the topic.
func (CountForm) Rules() rules.Form { return countRules }

var countRules = rules.Form{{
	Name: "topic", Label: "Topic", Kind: rules.Choice, Options: rules.Options(preferences.Topics...),
	Messages: rules.Messages{Invalid: "Please choose one of: " +
		strings.Join(rules.Options(preferences.Topics...), ", ")},
}}

// CountPeople is POST /api/segments/count.
func (c *Campaigns) CountPeople() httpx.Endpoint {
	return httpx.JSON(c.countPeople, httpx.Doc{
		Tag: "campaigns", Summary: "Count the people of a segment, and list ten of them",
		Unaudited: "it changes nothing",
		Example: map[string]any{"topic": "news", "segment": map[string]any{
			"match": "all", "conditions": []any{map[string]any{"field": "account", "value": "any"}},
		}},
	})
}

func (c *Campaigns) countPeople(e *core.RequestEvent, form CountForm) (SegmentCount, error) {
	const failed = "The recipients could not be counted."
	segment := Segment{Match: form.Match, Conditions: form.Conditions}
	if form.Segment != nil {
		segment = *form.Segment
	}
	// A segment without conditions selects everyone, so a mistyped body must be refused.
	if segment.Match == "" && segment.Conditions == nil {
		return SegmentCount{}, httpx.Invalid(rules.Missing("segment",
			"Please give the segment's match and its conditions. An empty list means everyone"))
	}
	if err := checkSegment(segment); err != nil {
		return SegmentCount{}, err
	}
	count, first, err := c.countSegment(e.App, segment, cmp.Or(form.Topic, preferences.TopicNews))
	if err != nil {
		return SegmentCount{}, apperr.Fail(failed, err)
	}
	answer := SegmentCount{Count: count, Examples: []Example{}}
	for _, p := range first {
		answer.Examples = append(answer.Examples, Example{p.Email, p.Name})
	}
	return answer, nil
}
