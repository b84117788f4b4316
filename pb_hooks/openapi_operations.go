package hooks

import (
	"net/http"
	"slices"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/openapi"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/drafts"
	"boardcircle/pb_hooks/nominations/review"
)

const (
	conflict    = http.StatusConflict
	notFound    = http.StatusNotFound
	tooMany     = http.StatusTooManyRequests
	unavailable = http.StatusServiceUnavailable
)

// Bodies and responses without a type in a feature package.
var (
	draftBody = struct {
		Email    *string        `json:"email"`
		FormData map[string]any `json:"formData"`
	}{}
	savedDraft = struct {
		ID        string     `json:"id"`
		LastSaved httpx.Time `json:"lastSaved"`
	}{}
	createdNomination = struct {
		ID        string     `json:"id"`
		Name      string     `json:"name"`
		Email     string     `json:"email"`
		CreatedAt httpx.Time `json:"createdAt"`
	}{}
	storedEvents = struct {
		Stored int `json:"stored"`
	}{}
	versionField = review.StepForm.Field("version")
)

// apiOperations describes the routes for GET /api/openapi.json: purpose, request and response. Access, limits and the
// errors that follow from them come from the route table.
var apiOperations = openapi.Operations{
	// accounts

	// background jobs

	// the audit log

	// one person, the roles and their lists

	// admin accounts

	// nominations
	"POST /api/registrations":    {Tag: "nominations", Summary: "Send a nomination", Body: nominations.Form, Status: 201, Response: createdNomination, Errors: []int{conflict}},
	"POST /api/drafts":           {Tag: "nominations", Summary: "Save the caller's draft", Description: "The draft belongs to the cookie that the first answer sets.", Body: draftBody, Response: savedDraft},
	"GET /api/drafts":            {Tag: "nominations", Summary: "The drafts", Response: []drafts.View{}, List: true, Whole: true},
	"GET /api/drafts/mine":       {Tag: "nominations", Summary: "The caller's own draft", Response: drafts.View{}, Errors: []int{notFound}},
	"POST /api/drafts/mine/link": {Tag: "nominations", Summary: "Mail the link that resumes the caller's draft on another device", Errors: []int{notFound, conflict, tooMany}},
	"POST /api/drafts/resume":    {Tag: "nominations", Summary: "Take over the draft of a mailed link", Body: drafts.ResumeForm, Response: drafts.View{}, Errors: []int{notFound}},
	"DELETE /api/drafts/mine":    {Tag: "nominations", Summary: "Discard the caller's draft"},

	// the review of nominations
	"GET /api/nominations/mine":           {Tag: "review", Summary: "How far the caller's nomination is", Response: nominations.OwnNomination{}},
	"POST /api/nominations/mine/details":  {Tag: "review", Summary: "The caller's own nomination, by an account or an email's link", Body: nominations.OwnForm, Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound}},
	"POST /api/nominations/mine/amend":    {Tag: "review", Summary: "Change one's answers before the review begins", Body: slices.Concat(nominations.OwnStepForm, nominations.AmendmentForm), Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound, conflict}},
	"POST /api/nominations/mine/answer":   {Tag: "review", Summary: "Answer the reviewers' question", Body: slices.Concat(nominations.OwnStepForm, nominations.OwnAnswerForm), Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound, conflict}},
	"POST /api/nominations/mine/withdraw": {Tag: "review", Summary: "Withdraw one's nomination", Body: slices.Concat(nominations.OwnStepForm, nominations.OwnReasonForm), Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound, conflict}},
	"POST /api/nominations/mine/reopen":   {Tag: "review", Summary: "Send a withdrawn nomination again", Body: nominations.OwnStepForm, Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound, conflict}},
	"POST /api/nominations/{id}/steps":    {Tag: "review", Summary: "Take a step of the review", Body: reviewSteps, Response: review.Detail{}, Errors: []int{conflict, tooMany}},
	"POST /api/invitations/look":          {Tag: "review", Summary: "What an invitation is for", Body: nominations.TokenForm, Response: nominations.InvitationInfo{}, Errors: []int{notFound}},
	"POST /api/invitations/accept":        {Tag: "review", Summary: "Accept an invitation with an account", Body: nominations.TokenForm, Response: nominations.OwnNomination{}, Errors: []int{notFound, conflict}},

	// membership tiers

	// payments

	// offline payments, complimentary memberships and other grants by admins

	// the books

	// members

	// the import of members

	// site and content
	"GET /api/openapi.json": {Tag: "site", Summary: "This document", Response: map[string]any{}, Cached: true},

	// mail

	"POST /api/webhooks/brevo": {Tag: "webhooks", Summary: "Delivery events of Brevo's", Body: map[string]any{}, Response: storedEvents, Scheme: openapi.BrevoToken, Errors: []int{401}},

	// operation

	// settings and providers

	// backups

	// pages and files
}

// reviewSteps are the bodies of POST /api/nominations/{id}/steps.
var reviewSteps = []rules.Form{
	reviewStep("take", versionField, nil),
	reviewStep("ask", versionField, review.AskForm),
	reviewStep("answer", versionField, review.AnswerForm),
	reviewStep("resume", versionField, nil),
	reviewStep("approve", versionField, review.ApproveForm),
	reviewStep("decline", versionField, review.DeclineForm),
}
