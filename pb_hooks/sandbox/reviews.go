package sandbox

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// sampleStep is a step of a sample nomination's review, some time after it was sent.
type sampleStep struct {
	after      time.Duration
	step       string
	why, words string
}

// sampleReviews are how far the reviews of the sample nominations are, by the applicant's e-mail.
// The others have just been sent.
var sampleReviews = map[string][]sampleStep{
	"lakshmi.subramaniam@sample.example": {{26 * hour, "take", "", ""}},
	"rukhsana.qureshi@sample.example": {
		{3 * hour, "take", "", ""},
		{20 * hour, "ask", "", "Does Himalaya Grid Corporation have a board of its own, or does it report to its parent's?"},
	},
	"harpreet.gill@sample.example": {
		{5 * hour, "take", "", ""},
		{30 * hour, "decline", "An advisory seat only. She may come back with a statutory one.", ""},
	},
	"nandini.rao@sample.example": {
		{8 * hour, "take", "", ""},
		{22 * hour, "approve", "Two listed boards, both confirmed.", ""},
	},
	"sudeshna.mukherjee@sample.example": {
		{40 * hour, "take", "", ""},
		{53 * hour, "approve", "Known to three of us.", ""},
	},
}

var stateAfter = map[string]string{"take": "in_review", "ask": "info_requested", "approve": "approved", "decline": "declined"}

// addReviews writes the reviews as they would stand in the console. No letter is sent.
func addReviews(app core.App, _ time.Time) error {
	admin, err := app.FindFirstRecordByData("admins", "username", demoUsername)
	if err != nil {
		return err
	}
	for email, steps := range sampleReviews {
		nomination, err := app.FindFirstRecordByData("registrations", "email", email)
		if err != nil {
			return err
		}
		for i, s := range steps {
			at := nomination.GetDateTime("createdAt").Add(s.after)
			was := nomination.GetString("status")
			nomination.Load(map[string]any{"status": stateAfter[s.step], "reviewVersion": i + 1})
			switch s.step {
			case "ask":
				nomination.Set("pausedAt", at)
			case "approve", "decline":
				nomination.Set("decidedAt", at)
				if err := addSampleVote(app, nomination, admin, at, s.step == "approve"); err != nil {
					return err
				}
			}
			err := insert(app, "review_steps", at.Time(), map[string]any{
				"nomination": nomination.Id, "actorKind": "admin", "actorId": admin.Id, "actor": demoUsername, "at": at,
				"step": s.step, "was": was, "becomes": stateAfter[s.step], "version": i + 1,
				"why": s.why, "words": s.words, "mailed": s.step == "ask" || s.step == "approve",
			}, false)
			if err != nil {
				return err
			}
		}
		if err := app.Save(nomination); err != nil {
			return err
		}
	}
	return nil
}

func addSampleVote(app core.App, nomination, admin *core.Record, at types.DateTime, yes bool) error {
	vote := "no"
	if yes {
		vote = "yes"
	}
	return insert(app, "review_votes", at.Time(), map[string]any{
		"nomination": nomination.Id, "actorKind": "admin", "actorId": admin.Id, "actor": demoUsername, "at": at, "vote": vote,
	}, false)
}
