package demo

import (
	"bytes"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"boardcircle/pb_hooks/modules/library"
)

// sampleItem is an item of the sample library. It was written and published a time ago. A scheduled item has a negative
// time, and a draft has none.
type sampleItem struct {
	kind                        library.Kind
	title, abstract, body, link string
	tags                        []string
	// session is the title of the session that the item belongs to.
	session string
	// pdf has the paragraphs of a PDF file.
	pdf []string
	// authors are members who have an account when the item is written.
	authors               []string
	published             time.Duration
	isDraft, isBookmarked bool
}

var sampleItems = []sampleItem{
	{
		kind: library.Note, title: "A first year on the audit committee",
		abstract: "What to read before the first meeting, which questions to ask the auditors, and when to ask for " +
			"more time.",
		body: "## Before the first meeting\n\n- The last four sets of minutes\n- The auditors' letter to the " +
			"management\n- The list of related parties\n\n## Three questions for the auditors\n\n1. Which estimate " +
			"would you have made differently?\n2. What did you ask for and not get?\n3. What has changed since last " +
			"year?\n\n> Ask to meet the auditors once a year without the management in the room.",
		tags: []string{"Audit", "First year"}, published: 170 * day, isBookmarked: true,
		pdf: []string{
			"A checklist for the first four meetings of a new member of an audit committee.",
			"First meeting: read the minutes of the last four meetings, the letter of the auditors and the list of " +
				"related parties. Ask which estimate is the hardest, and who makes it.",
			"Second meeting: meet the head of internal audit alone. Ask which finding is older than a year, and why.",
			"Third meeting: read every report of the whistleblower line since the last year. Ask who has seen it " +
				"before you.",
			"Fourth meeting: compare the cash flow with the profit of the last three years, and ask about each " +
				"difference.",
		},
	},
	{
		kind: library.Update, title: "LODR: related party transactions of subsidiaries",
		abstract: "The thresholds for the approval by shareholders also apply to transactions of subsidiaries that " +
			"are not listed.",
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
		kind: library.Recording, title: "When the chief executive leaves",
		abstract: "The recording of our session about succession: when to start, and what the committee decides " +
			"alone. 88 minutes.",
		link: "https://recordings.sample.example/succession", tags: []string{"Chief executive"},
		session: "The succession of the chief executive", published: 26 * day,
	},
	{
		kind: library.Note, title: "Terms and cooling-off of independent directors",
		abstract: "Two terms of up to five years, then three years away from the company and its group.",
		body: "Section 149 of the Companies Act 2013 allows two consecutive terms of up to five years each. After " +
			"that an independent director can return only after three years, in which they had no other role in the " +
			"company.",
		tags: []string{"Companies Act", "Tenure"}, authors: []string{"Alka Mathur", "Prabha Nambiar"},
		published: 33 * day,
	},
	{
		kind: library.Update, title: "Sustainability reports: assurance of the core indicators",
		abstract: "Which companies need assurance for which year, and what the board has to sign.",
		body: "The duty grows with the size of the company. The board approves the report and names the provider of " +
			"the assurance.",
		link: "https://www.sebi.gov.in/", tags: []string{"ESG", "LODR"}, authors: []string{"Aditi Chatterjee"},
		published: 6 * day,
	},
	{
		kind: library.Note, title: "Board evaluations that change something",
		abstract:  "Four questions that lead to one agreed improvement.",
		body:      "A note for the consultation about the disclosure of board evaluations.",
		tags:      []string{"Evaluation"},
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
			if i.session != "" {
				body["sessionId"] = h.sessionIDs[i.session]
			}
			err := h.call(h.library.Create().Handler, request{by: h.admins[demoUsername], body: body}, &created)
			ids[i.title] = created.ID
			return err
		}})
		if len(i.pdf) > 0 {
			list = append(list, historyEvent{written.Add(time.Minute), func(h *history) error {
				content, err := samplePDF(i.title, i.pdf, written)
				if err != nil {
					return err
				}
				file := &sampleFile{part: "file", name: i.title + ".pdf", content: content}
				return h.call(h.library.AddFile().Handler,
					request{by: h.admins[demoUsername], id: created.ID, file: file}, nil)
			}})
		}
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

// samplePDF returns a PDF file with a title and some paragraphs. Its bytes depend only on these and the time.
func samplePDF(title string, paragraphs []string, at time.Time) ([]byte, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(title, true)
	pdf.SetLang("en-IN")
	pdf.SetMargins(25, 30, 25)
	pdf.AddPage()
	pdf.SetFont("Times", "B", 20)
	pdf.MultiCell(0, 9, title, "", "L", false)
	pdf.SetFont("Times", "", 12)
	for _, paragraph := range paragraphs {
		pdf.Ln(4)
		pdf.MultiCell(0, 6, paragraph, "", "L", false)
	}
	var out bytes.Buffer
	err := pdf.Output(&out)
	return out.Bytes(), err
}
