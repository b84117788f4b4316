package pb_migrations

import (
	"encoding/json"
	"regexp"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// featureScreens are the screens to which the web app led from a feature of a membership tier, each with the words of
// its features. The first match counts.
var featureScreens = []struct {
	words  *regexp.Regexp
	screen string
}{
	{regexp.MustCompile(`(?i)mentor`), "mentors"},
	{regexp.MustCompile(`(?i)board`), "board-seats"},
	{regexp.MustCompile(`(?i)introduction`), "introductions"},
	{regexp.MustCompile(`(?i)session|meetup`), "sessions"},
	{regexp.MustCompile(`(?i)policy|vote|consultation`), "polls"},
	{regexp.MustCompile(`(?i)network|directory`), "directory"},
	{regexp.MustCompile(`(?i)research|library|leadership|regulatory`), "library"},
}

type featureScreen struct {
	Feature string `json:"feature"`
	Screen  string `json:"screen"`
}

// Stores the screens to which the features of a membership tier lead, also in the requests that wait for a second
// admin. Until now, the words of a feature decided it.
func init() {
	const tiers, field = "membership_tiers", "screens"
	m.Register(func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(tiers)
		if err != nil {
			return err
		}
		c.Fields.Add(&core.JSONField{
			Name: field, Help: "Each has the English text of a feature and the screen it leads to.", MaxSize: 262144,
		})
		if err := app.Save(c); err != nil {
			return err
		}
		records, err := app.FindAllRecords(tiers)
		if err != nil {
			return err
		}
		for _, record := range records {
			var features []string
			if record.UnmarshalJSONField("features", &features) != nil {
				continue // the features were edited in the dashboard
			}
			screens, err := json.Marshal(screensOf(features))
			if err != nil {
				return err
			}
			_, err = app.NonconcurrentDB().
				Update(tiers, dbx.Params{field: string(screens)}, dbx.HashExp{"id": record.Id}).Execute()
			if err != nil {
				return err
			}
		}
		return addScreensToRequests(app)
	}, func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(tiers)
		if err != nil {
			return err
		}
		c.Fields.RemoveByName(field)
		return app.Save(c)
	})
}

// addScreensToRequests adds the screens to the values of tiers that wait for a second admin. It removes the version of
// the stored values, which has changed with the new field. A request without a version can be confirmed.
func addScreensToRequests(app core.App) error {
	var requests []struct {
		ID       string
		Features types.JSONArray[string]
	}
	err := app.DB().Select("id", "json_extract(payload, '$.values.features') AS features").From("approvals").
		Where(dbx.HashExp{"kind": "tier.price", "state": "waiting"}).All(&requests)
	if err != nil {
		return err
	}
	for _, request := range requests {
		screens, err := json.Marshal(screensOf(request.Features))
		if err != nil {
			return err
		}
		_, err = app.NonconcurrentDB().NewQuery(`UPDATE approvals SET payload =
			json_remove(json_set(payload, '$.values.screens', json({:screens})), '$.version') WHERE id = {:id}`).
			Bind(dbx.Params{"screens": string(screens), "id": request.ID}).Execute()
		if err != nil {
			return err
		}
	}
	return nil
}

func screensOf(features []string) []featureScreen {
	screens := []featureScreen{}
	for _, feature := range features {
		for _, found := range featureScreens {
			if found.words.MatchString(feature) {
				screens = append(screens, featureScreen{feature, found.screen})
				break
			}
		}
	}
	return screens
}
