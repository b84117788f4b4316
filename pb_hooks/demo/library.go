package demo

import (
	"time"

	"boardcircle/pb_hooks/library"
)

// sampleItem is an item of the sample library. It was written and published a time ago. A scheduled item has a negative
// time, and a draft has none.
type sampleItem struct {
	kind                        library.Kind
	title, abstract, body, link string
	tags                        []string
	// authors are members who have an account when the item is written.
	authors               []string
	published             time.Duration
	isDraft, isBookmarked bool
}

var sampleItems = []sampleItem{
	{
		kind: library.Note, title: "A first year on the audit committee",
		abstract: "What to read before the first meeting, which questions to ask the auditors, and when to ask for more " +
			"time.",
		body: "## Before the first meeting\n\n- The last four sets of minutes\n- The auditors' letter to the management\n" +
			"- The list of related parties\n\n## Three questions for the auditors\n\n1. Which estimate would you have made " +
			"differently?\n2. What did you ask for and not get?\n3. What has changed since last year?\n\n> Ask to meet the " +
			"auditors once a year without the management in the room.",
		tags: []string{"Audit", "First year"}, published: 170 * day, isBookmarked: true,
	},
	{
		kind: library.Update, title: "LODR: related party transactions of subsidiaries",
		abstract: "The thresholds for the approval by shareholders also apply to transactions of subsidiaries that are not " +
			"listed.",
		body: "The audit committee of the listed company approves a transaction of a subsidiary if it is above the " +
			"threshold, even if the listed company is not a party to it.\n\nThis is information, not legal advice.",
		link: "https://www.sebi.gov.in/", tags: []string{"LODR", "Related parties"}, published: 120 * day,
	},
	{
		kind: library.Recording, title: "How nomination committees choose",
		abstract: "Two chairs of nomination committees on long lists, references and the interview. 74 minutes.",
		body: "## Contents\n\n- What a long list looks like from the inside\n- Why references are asked before the " +
			"interview\n- What they wish candidates had said",
		link: "https://recordings.sample.example/nomination-committees", tags: []string{"Nomination committee"},
		published: 75 * day,
	},
	{
		kind: library.Note, title: "Terms and cooling-off of independent directors",
		abstract: "Two terms of up to five years, then three years away from the company and its group.",
		body: "Section 149 of the Companies Act 2013 allows two consecutive terms of up to five years each. After that an " +
			"independent director can return only after three years, in which they had no other role in the company.",
		tags: []string{"Companies Act", "Tenure"}, authors: []string{"Alka Mathur", "Prabha Nambiar"}, published: 33 * day,
	},
	{
		kind: library.Update, title: "Sustainability reports: assurance of the core indicators",
		abstract: "Which companies need assurance for which year, and what the board has to sign.",
		body: "The duty grows with the size of the company. The board approves the report and names the provider of the " +
			"assurance.",
		link: "https://www.sebi.gov.in/", tags: []string{"ESG", "LODR"}, authors: []string{"Aditi Chatterjee"},
		published: 6 * day,
	},
	{
		kind: library.Note, title: "Board evaluations that change something",
		abstract: "Four questions that lead to one agreed improvement.",
		body:     "A note for the consultation about the disclosure of board evaluations.", tags: []string{"Evaluation"},
		published: -6 * day,
	},
	{
		kind: library.Note, title: "Directors' and officers' insurance", isDraft: true,
		abstract: "What the policy covers, and what to ask before you accept a seat.", body: "To be written.",
	},
}

// sampleCollection are the titles of the items of the sample collection.
var sampleCollection = []string{
	"How nomination committees choose", "Terms and cooling-off of independent directors",
	"A first year on the audit committee", "LODR: related party transactions of subsidiaries",
}

// libraryEvents returns the events of the sample library.
func libraryEvents(now time.Time) (list []historyEvent) {
	ids := map[string]string{}
	for _, i := range sampleItems {
		var created struct{ ID string }
		authors := []any{}
		for _, name := range i.authors {
			authors = append(authors, map[string]any{"name": name, "email": sampleEmail(name)})
		}
		body := map[string]any{"kind": i.kind, "title": i.title, "abstract": i.abstract, "body": i.body, "link": i.link,
			"tags": i.tags, "authors": authors}
		if !i.isDraft {
			body["publishAt"] = sampleTime(now, i.published, 0).UTC().Format(time.RFC3339)
		}
		written := sampleTime(now, max(i.published, day), 0)
		list = append(list, historyEvent{written, func(h *history) error {
			err := h.call(h.library.Create().Handler, request{by: h.admins[demoUsername], body: body}, &created)
			ids[i.title] = created.ID
			return err
		}})
		if i.isBookmarked {
			list = append(list, historyEvent{written.Add(hour), func(h *history) error {
				return h.callAsMember(sampleUsers[0].name, h.library.AddBookmark().Handler, created.ID, nil)
			}})
		}
	}
	return append(list, historyEvent{sampleTime(now, 5*day, 0), func(h *history) error {
		items := []string{}
		for _, title := range sampleCollection {
			items = append(items, ids[title])
		}
		return h.call(h.library.CreateCollection().Handler, request{by: h.admins[demoUsername], body: map[string]any{
			"title": "Your first year on a board", "items": items,
			"description": "Four pieces in the order in which you will need them.",
		}}, nil)
	}})
}
