package campaigns

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
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
}

// SegmentForm is the body of POST and PUT /api/segments without the segment.
var SegmentForm = rules.Form{
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
		Message: "There is a segment with this name already.",
	}
)

// ListSegments is GET /api/segments.
func (c *Campaigns) ListSegments(e *core.RequestEvent) error {
	return httpx.WriteList[SavedSegment](e, segmentList)
}

// SegmentChoices are the possible values of conditions.
type SegmentChoices struct {
	Tags []string `json:"tags"`
}

// ListSegmentChoices is GET /api/segments/choices.
func (c *Campaigns) ListSegmentChoices(e *core.RequestEvent) error {
	tags, err := console.KnownTags(e.App)
	if err != nil {
		return apperr.Fail("The tags could not be read.", err)
	}
	return e.JSON(http.StatusOK, SegmentChoices{Tags: tags})
}

// CreateSegment is POST /api/segments.
func (c *Campaigns) CreateSegment(e *core.RequestEvent) error {
	return c.saveSegment(e, http.StatusCreated, "segment.created", func(tx core.App) (*namedSegment, error) {
		segment, err := newNamedSegment(tx)
		if err == nil {
			segment.setCreatedBy(audit.RequestActor(e).Name)
		}
		return segment, err
	})
}

// UpdateSegment is PUT /api/segments/{id}. A field that is left out keeps its value.
func (c *Campaigns) UpdateSegment(e *core.RequestEvent) error {
	return c.saveSegment(e, http.StatusOK, "segment.updated", func(tx core.App) (*namedSegment, error) {
		return findSegment(tx, e.Request.PathValue("id"))
	})
}

func (c *Campaigns) saveSegment(e *core.RequestEvent, status int, action string,
	open func(tx core.App) (*namedSegment, error)) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	conditions, problem := c.decodeSegment(body["segment"])
	if problem != nil {
		return httpx.Invalid(*problem)
	}
	var id string
	err = e.App.RunInTransaction(func(tx core.App) error {
		segment, err := open(tx)
		if err != nil {
			return err
		}
		if body["name"] == nil && !segment.IsNew() {
			body["name"] = segment.Name()
		}
		values, problems := SegmentForm.Check(body)
		if len(problems) > 0 {
			return httpx.Invalid(problems...)
		}
		segment.setValues(values.Text("name"), conditions)
		if err := c.Audit.Save(tx, audit.RequestActor(e), action, segment.Record); err != nil {
			return err
		}
		id = segment.Id
		return nil
	})
	if httpx.IsUniqueViolation(err, "name") {
		return errSegmentTaken
	}
	if err != nil {
		return apperr.Fail("The segment could not be saved. Please try again.", err)
	}
	saved, err := findSavedSegment(e.App, id)
	if err != nil {
		return apperr.Fail("The segment could not be read.", err)
	}
	return e.JSON(status, saved)
}

// DeleteSegment is DELETE /api/segments/{id}. Existing campaigns keep their copies of the conditions.
func (c *Campaigns) DeleteSegment(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		segment, err := findSegment(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		return c.Audit.Delete(tx, audit.RequestActor(e), "segment.deleted", segment.Record)
	})
	if err != nil {
		return apperr.Fail("The segment could not be deleted. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// decodeSegment returns nil if the body has no segment.
func (c *Campaigns) decodeSegment(raw any) (*Segment, *rules.Problem) {
	if raw == nil {
		return nil, nil
	}
	var segment Segment
	data, err := json.Marshal(raw)
	if err == nil {
		err = json.Unmarshal(data, &segment)
	}
	if err != nil {
		return nil, &rules.Problem{Field: "segment", Code: "invalid", Message: "A segment has match and conditions"}
	}
	return &segment, c.checkSegment(segment)
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

// CountPeople is POST /api/segments/count. The body has the segment and the topic that the people must want.
func (c *Campaigns) CountPeople(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	raw, isGiven := body["segment"]
	if !isGiven { // the body itself may be the segment
		raw = body
	}
	// A segment without conditions selects everyone, so a mistyped body must be refused.
	given, _ := raw.(map[string]any)
	if given["match"] == nil && given["conditions"] == nil {
		return httpx.Invalid(rules.Problem{
			Field:   "segment",
			Code:    "required",
			Message: "Please say which segment: its match and its conditions, an empty list for everybody",
		})
	}
	segment, problem := c.decodeSegment(raw)
	if problem != nil {
		return httpx.Invalid(*problem)
	}
	topic := preferences.TopicNews
	if asked := body["topic"]; asked != nil && asked != "" {
		name, _ := asked.(string)
		if topic = preferences.Topic(name); !topic.Valid() {
			return httpx.Invalid(rules.Problem{
				Field:   "topic",
				Code:    "invalid",
				Message: "Please choose one of: " + strings.Join(stringsOf(preferences.Topics), ", "),
			})
		}
	}
	people, params, err := c.selectPeople(*segment, topic)
	if err != nil {
		return apperr.Fail("The people could not be counted.", err)
	}
	count, err := countPeople(e.App, people, params)
	examples, examplesErr := examplePeople(e.App, people, params, maxExamples)
	if err := errors.Join(err, examplesErr); err != nil {
		return apperr.Fail("The people could not be counted.", err)
	}
	answer := SegmentCount{Count: count, Examples: []Example{}}
	for _, p := range examples {
		answer.Examples = append(answer.Examples, Example{p.Email, p.Name})
	}
	return e.JSON(http.StatusOK, answer)
}
