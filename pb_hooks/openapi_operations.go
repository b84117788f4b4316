package hooks

import (
	"net/http"
	"slices"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/openapi"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/delivery"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
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
	confirmedForm = rules.Form{{Name: "confirmed", Label: "Send it all the same", Kind: rules.Flag}}
	versionField  = review.StepForm.Field("version")
)

// apiOperations describes the routes for GET /api/openapi.json: purpose, request and response. Access, limits and the
// errors that follow from them come from the route table.
var apiOperations = openapi.Operations{
	// accounts
	"GET /api/user/email-preferences": {Tag: "accounts", Summary: "What the own address wants to be written to about", Response: preferences.OwnPreferences{}},
	"PUT /api/user/email-preferences": {Tag: "accounts", Summary: "Choose what to be written to about", Description: "topics are those that are wanted; the others are not. To want one again takes a confirmed address.", Body: preferences.PreferencesForm, Response: preferences.OwnPreferences{}, Errors: []int{conflict}},

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

	"GET /api/emails":                    {Tag: "mail", Summary: "The emails", Response: []outbox.EmailSummary{}, List: true, Query: emailFilters},
	"GET /api/emails/summary":            {Tag: "mail", Summary: "How many emails have each status", Response: outbox.EmailCounts{}},
	"POST /api/emails/send-again":        {Tag: "mail", Summary: "Send all failed emails again", Response: outbox.ResendResult{}},
	"GET /api/emails/{id}/html":          {Tag: "mail", Summary: "An email as its reader sees it", Description: "Secrets are hidden. The console shows it in a frame.", Media: []string{"text/html"}, Errors: []int{notFound}},
	"GET /api/email-previews/{key}":      {Tag: "mail", Summary: "An email that is not sent yet", Description: "For who has composed it, for half an hour. The console shows it in a frame.", Query: []openapi.Parameter{imagesFilter}, Media: []string{"text/html"}},
	"GET /api/emails/{id}":               {Tag: "mail", Summary: "An email with its delivery events", Response: outbox.EmailDetail{}},
	"POST /api/emails/{id}/send-again":   {Tag: "mail", Summary: "Send an email again", Body: confirmedForm, Response: outbox.EmailDetail{}, Errors: []int{conflict, tooMany}},
	"POST /api/providers/brevo/test":     {Tag: "mail", Summary: "Send a test email", Body: outbox.TestForm, Status: 202, Response: texts.TestEmail{}, Errors: []int{unavailable}},
	"GET /api/emails/health":             {Tag: "mail", Summary: "How sending works and is received", Description: "What the DNS and the provider say is kept for ten minutes.", Response: delivery.SendingHealth{}},
	"POST /api/emails/health":            {Tag: "mail", Summary: "Ask the DNS and the provider anew", Response: delivery.SendingHealth{}},
	"POST /api/emails/resume":            {Tag: "mail", Summary: "Go on sending before a pause is over", Response: delivery.SendingHealth{}, Errors: []int{conflict}},
	"GET /api/email-texts":               {Tag: "mail", Summary: "Every text of the product's emails", Response: []texts.Summary{}},
	"GET /api/email-texts/{id}":          {Tag: "mail", Summary: "A text of an email, and what it is changed by", Response: texts.Detail{}, Errors: []int{notFound}},
	"PUT /api/email-texts/{id}":          {Tag: "mail", Summary: "Change a text of an email", Description: "Texts about security and money ask the caller to authenticate again. version is the one that the change began with.", Body: slices.Concat(texts.SaveForm, signin.ReauthenticateForm), Partial: true, Response: texts.Detail{}, Errors: []int{notFound, conflict}},
	"GET /api/email-texts/{id}/versions": {Tag: "mail", Summary: "The versions of a text, the newest first", Response: []texts.Version{}, Errors: []int{notFound}},
	"POST /api/email-texts/{id}/restore": {Tag: "mail", Summary: "Bring back an earlier version, or with version 0 the built-in text", Body: slices.Concat(texts.RestoreForm, signin.ReauthenticateForm), Partial: true, Response: texts.Detail{}, Errors: []int{notFound, conflict}},
	"POST /api/email-texts/{id}/preview": {Tag: "mail", Summary: "A text as its reader would get it, with sample data", Body: texts.WordingForm, Response: texts.Preview{}, Errors: []int{notFound}},
	"POST /api/email-frame/preview":      {Tag: "mail", Summary: "An email in a frame that is not saved", Description: "The frame itself is a part of the settings.", Body: texts.FrameForm, Response: texts.Preview{}},
	"POST /api/email-texts/{id}/test":    {Tag: "mail", Summary: "Send a text with sample data to oneself", Body: texts.WordingForm, Response: texts.TestEmail{}, Status: 202, Errors: []int{notFound, conflict}},
	"GET /api/suppressions":              {Tag: "mail", Summary: "The addresses that are not written to, and why", Response: []preferences.Suppression{}, List: true, Query: []openapi.Parameter{suppressionScope}},
	"POST /api/suppressions/{id}/lift":   {Tag: "mail", Summary: "Write to an address again", Body: preferences.LiftForm, Status: 204, Errors: []int{notFound}},
	"GET /unsubscribe/{token}":           {Tag: "mail", Summary: "The page that an email's unsubscribe link opens", Description: "It changes nothing.", Media: []string{"text/html"}},
	"POST /unsubscribe/{token}":          {Tag: "mail", Summary: "Unsubscribe from the topic of an email with one click", Description: "As RFC 8058 has it: without a cookie, from wherever, with or without a form.", Media: []string{"text/html"}},
	"GET /preferences/{token}":           {Tag: "mail", Summary: "The page with what a reader is written to about", Description: "It changes nothing.", Media: []string{"text/html"}},
	"POST /preferences/{token}":          {Tag: "mail", Summary: "Choose what to be written to about", Description: "A form whose fields topic are the wanted ones.", Media: []string{"text/html"}},
	"POST /api/webhooks/brevo":           {Tag: "webhooks", Summary: "Delivery events of Brevo's", Body: map[string]any{}, Response: storedEvents, Scheme: openapi.BrevoToken, Errors: []int{401}},

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
