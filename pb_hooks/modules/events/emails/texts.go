package emails

import (
	"embed"

	"boardcircle/pb_hooks/mail/texts"
)

//go:embed *.md
var files embed.FS

// sessionLink leads to the page of the session, where a member joins, answers and adds it to a calendar.
var sessionLink = texts.Link("sessionLink", "{{.siteURL}}/circle/sessions/{{.sessionId}}").Required()

// Texts declares the texts of this directory.
var Texts = texts.Set{Files: files, Kinds: map[string]texts.Declaration{
	KindReminder: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("title", "Reading the audit report"),
			texts.Time("startsAt").Required(),
			texts.Line("place", "Online"),
			texts.Line("isSoon", "yes"),
			texts.Hidden("sessionId", "sample"),
			texts.Hidden("userId", "sample"),
			sessionLink,
		},
	},
	KindChanged: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("title", "Reading the audit report"),
			texts.Time("startsAt").Required(),
			texts.Time("previousStart"),
			texts.Line("place", "Online").Required(),
			texts.Line("isGoing", "yes"),
			texts.Hidden("sessionId", "sample"),
			texts.Hidden("userId", "sample"),
			sessionLink,
		},
	},
	KindCancelled: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("title", "Reading the audit report").Required(),
			texts.Time("startsAt").Required(),
			texts.Lines("reason", "The speaker is ill.\nWe will find another date."),
			texts.Link("sessionsLink", "{{.siteURL}}/circle/sessions"),
		},
	},
	KindGuest: {
		Fields: []texts.Field{
			texts.Line("name", "Vasudha Kelkar"),
			texts.Line("title", "Reading the audit report"),
			texts.Time("startsAt"),
			texts.Line("place", "Online"),
			texts.Lines("reason", "The speaker is ill.\nWe will find another date."),
			texts.Line("isSoon", "yes"),
			texts.Line("isGoing", "yes"),
			texts.Hidden("sessionId", "sample"),
			texts.Hidden("guestId", "sample"),
			texts.Secret("token", "sample-token"),
			texts.Link("guestLink", "{{if .token}}{{.siteURL}}/sessions/{{.sessionId}}?token={{urlquery .token}}{{end}}"),
			texts.Link("memberLink", "{{.siteURL}}/circle/sessions/{{.sessionId}}"),
		},
		Choose: "what",
		Variants: []texts.Variant{
			{Name: string(GuestAsked), Label: "Link to confirm"},
			{Name: string(GuestIsMember), Label: "To a member, who signs in"},
			{Name: string(GuestHasPlace), Label: "The guest has a place"},
			{Name: string(GuestWaits), Label: "The guest is on the waiting list"},
			{Name: string(GuestReminder), Label: "Reminder"},
			{Name: string(GuestSessionChanged), Label: "Time or place changed"},
			{Name: string(GuestSessionCancelled), Label: "Session cancelled"},
		},
	},
	KindPromoted: {
		Fields: []texts.Field{
			texts.Line("name", "Asha Rao"),
			texts.Line("title", "Reading the audit report"),
			texts.Time("startsAt").Required(),
			texts.Line("place", "Online"),
			texts.Hidden("sessionId", "sample"),
			texts.Hidden("userId", "sample"),
			sessionLink,
		},
	},
}}
