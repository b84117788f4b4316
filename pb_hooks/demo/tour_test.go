package demo_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

type object = map[string]any

// tour is a started demo with a signed-in member and admin.
type tour struct {
	*testing.T
	app           *testapp.App
	member, admin *testapp.Visitor
	// log has the output of the logger, and out the printed addresses and accounts.
	log, out bytes.Buffer
}

func startDemo(t *testing.T) *tour {
	t.Helper()
	o := &tour{T: t}
	o.app = testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.Demo, c.SiteURL, c.Brevo, c.Razorpay = true, "", config.Brevo{}, config.Razorpay{}
	}), func(options *hooks.Options) { options.LogOut, options.Out = &o.log, &o.out })
	o.app.Backups.Wait()
	o.member, o.admin = o.app.Visitor(), o.app.Visitor()
	o.decode(o.member.Post("/api/login", object{"email": o.printed("Members"), "password": o.printed("Password")}), nil)
	o.decode(o.admin.Post("/api/admin/login",
		object{"username": o.printed("Console     sign"), "password": o.printed("Password")}), nil)
	return o
}

// printed returns the value on the printed line that starts with name: an address, an account or a password.
func (o *tour) printed(name string) string {
	o.Helper()
	for line := range strings.Lines(o.out.String()) {
		if rest, found := strings.CutPrefix(strings.TrimSpace(line), name); found {
			words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(rest), " (of all three)"))
			return words[len(words)-1]
		}
	}
	o.Fatalf("output = %s, want a line that starts with %s", o.out.String(), name)
	return ""
}

// decode decodes a response into a value, if it is not nil.
func (o *tour) decode(r testapp.Response, into any) {
	o.Helper()
	if r.Status != http.StatusOK {
		o.Fatalf("status = %d, want 200; body: %s", r.Status, r.Body)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal([]byte(r.Body), into); err != nil {
		o.Fatal(err)
	}
}

// list returns a list of the console.
func (o *tour) list(path string) []object {
	o.Helper()
	var rows []object
	o.decode(o.admin.Get(path), &rows)
	return rows
}

// count returns the number of rows whose field has a value.
func count(rows []object, name, value string) int {
	n := 0
	for _, row := range rows {
		if fmt.Sprint(row[name]) == value {
			n++
		}
	}
	return n
}

func TestDemoShowsEveryFeature(t *testing.T) {
	t.Parallel()
	o := startDemo(t)
	for name, check := range map[string]func(*testing.T, *tour){
		"the member has two receipts, a mandate and a profile":         hasMember,
		"a campaign has results":                                       hasCampaign,
		"a coupon is in use, and a second admin confirmed it":          hasCoupon,
		"offline payments are cleared and awaited":                     hasOfflinePayments,
		"the settlements agree with the ledger":                        hasSettlements,
		"a text of the landing page was edited":                        hasEditedText,
		"the library has pictures, and pages show them":                hasPictures,
		"members were imported":                                        hasImport,
		"a consultation is discussed, one voted about and one decided": hasPolls,
		"board seats are open, one is filled and one waits":            hasBoardSeats,
		"the library has items of each kind, a draft and a bookmark":   hasLibrary,
		"there is a backup":                                            hasBackup,
		"the inbox has the emails of the outbox":                       hasInbox,
		"the counts agree":                                             hasEqualCounts,
		"members mentor, and one asks the member":                      hasMentors,
		"introductions wait, and conversations are open":               hasIntroductions,
		"a report is open, and one is decided":                         hasReports,
		"vouches are shown, and one waits":                             hasVouches,
		"the directory has profiles":                                   hasDirectory,
		"a server without the demo names none of its people":           isAloneWithItsPeople,
	} {
		t.Run(name, func(t *testing.T) {
			part := *o
			part.T = t
			check(t, &part)
		})
	}
	if site := o.printed("Site"); site != "http://localhost:8090/" {
		t.Errorf("printed address of the site = %s, want one at localhost, because passkeys need it", site)
	}
	if o.log.Len() > 0 {
		t.Errorf("log = %s, want no errors", o.log.String())
	}
}

func hasMember(t *testing.T, o *tour) {
	var mine struct {
		Entitlement  struct{ State string }
		Subscription struct{ State, NextChargeAt string }
		Transactions []struct{ ID, Status string }
	}
	o.decode(o.member.Get("/api/memberships/mine"), &mine)
	if mine.Entitlement.State != "active" || mine.Subscription.State != "active" || mine.Subscription.NextChargeAt == "" {
		t.Errorf("entitlement = %s, subscription = %+v, want both active", mine.Entitlement.State, mine.Subscription)
	}
	if len(mine.Transactions) != 2 {
		t.Fatalf("%d transactions, want 2", len(mine.Transactions))
	}
	for _, sale := range mine.Transactions {
		receipt := o.member.Get("/api/transactions/" + sale.ID + "/invoice")
		if sale.Status != "completed" || !strings.HasPrefix(receipt.Body, "%PDF-") {
			t.Errorf("transaction: status = %s, status code of the receipt = %d, want completed with a PDF", sale.Status,
				receipt.Status)
		}
	}
	var profile struct {
		Company, Designation, Biography string
		Boards                          []object
	}
	o.decode(o.member.Get("/api/user/profile"), &profile)
	if profile.Company == "" || profile.Designation == "" || profile.Biography == "" || len(profile.Boards) == 0 {
		t.Errorf("profile = %+v, want all fields", profile)
	}
}

func hasCampaign(t *testing.T, o *tour) {
	campaigns := o.list("/api/campaigns")
	if count(campaigns, "status", "draft") != 1 || count(campaigns, "status", "sent") != 1 {
		t.Fatalf("campaigns = %v, want a draft and a sent one", campaigns)
	}
	for _, campaign := range campaigns {
		if campaign["status"] == "draft" {
			continue
		}
		if campaign["sentCount"] != campaign["recipientCount"] || campaign["openRate"] == "0" ||
			campaign["clickRate"] == "0" {
			t.Errorf("sent campaign = %v, want opens and clicks", campaign)
		}
		var detail struct{ Clicks []object }
		o.decode(o.admin.Get(fmt.Sprint("/api/campaigns/", campaign["id"])), &detail)
		if len(detail.Clicks) == 0 {
			t.Error("the sent campaign has no clicked link")
		}
	}
	if suppressed := o.list("/api/suppressions"); len(suppressed) != 2 {
		t.Errorf("suppressions = %v, want two", suppressed)
	}
}

func hasCoupon(t *testing.T, o *tour) {
	coupons := o.list("/api/coupons")
	if len(coupons) != 1 || coupons[0]["state"] != "active" || coupons[0]["consumed"] != 2.0 {
		t.Errorf("coupons = %v, want one that is active and was used twice", coupons)
	}
	// The approvals are those of the coupon and of the imported memberships.
	if approvals := o.list("/api/approvals"); count(approvals, "state", "confirmed") != 2 {
		t.Errorf("approvals = %v, want two that are confirmed", approvals)
	}
}

func hasOfflinePayments(t *testing.T, o *tour) {
	payments := o.list("/api/offline-payments")
	if count(payments, "state", "cleared") != 1 || count(payments, "state", "awaiting") != 1 {
		t.Errorf("offline payments = %v, want one cleared and one awaited", payments)
	}
}

func hasSettlements(t *testing.T, o *tour) {
	settlements := o.list("/api/books/settlements")
	matched := count(settlements, "state", "matched")
	// One payment, made on a payment page, has no transaction.
	if unmatched := count(settlements, "state", "unmatched"); matched < 10 || unmatched != 1 ||
		matched+unmatched != len(settlements) || count(settlements, "difference", "0") != len(settlements) {
		t.Errorf("settlements = %v, want all matched except one, and no differences", settlements)
	}
}

func hasVouches(t *testing.T, o *tour) {
	var own struct{ Received []struct{ State string } }
	o.decode(o.member.Get("/api/vouches"), &own)
	if len(own.Received) != 3 || own.Received[0].State != "waiting" || own.Received[2].State != "approved" {
		t.Errorf("%+v", own)
	}
}

func hasReports(t *testing.T, o *tour) {
	var list []struct{ Subject, State, OtherName string }
	o.decode(o.admin.Get("/api/admin/reports"), &list)
	if len(list) != 2 || list[1].State != "decided" || list[1].Subject != "board-seat" || list[0].State != "open" ||
		list[0].Subject != "profile" || list[0].OtherName == "" {
		t.Errorf("%+v", list)
	}
}

func hasDirectory(t *testing.T, o *tour) {
	var page struct {
		Total  int
		People []struct{ Name, Designation, City string }
		Facets struct{ Language map[string]int }
	}
	o.decode(o.member.Get("/api/directory"), &page)
	// Of the 40 members, one has the monthly plan, which does not open the directory.
	if page.Total != 39 || len(page.People) != 24 || page.Facets.Language["en"] == 0 {
		t.Errorf("directory = %+v, want 39 people, 24 on a page", page)
	}
	cities := map[string]bool{}
	for _, person := range page.People {
		if person.Designation == "" || person.City == "" {
			t.Errorf("profile = %+v, want a designation and a city", person)
		}
		cities[person.City] = true
	}
	if len(cities) < 10 {
		t.Errorf("cities on the first page = %v, want at least 10", cities)
	}
}

func hasEditedText(t *testing.T, o *tour) {
	sections := slices.DeleteFunc(o.list("/api/cms/content"), func(s object) bool { return s["section"] != "membership" })
	if len(sections) != 1 {
		t.Fatalf("sections = %v, want one about the membership", sections)
	}
	if versions := o.list("/api/texts/landing/history?key=landing.membership.body"); len(versions) != 2 {
		t.Errorf("versions = %v, want two", versions)
	}
	if landing := o.member.Get("/api/site/texts/landing").Body; !strings.Contains(landing, fmt.Sprint(sections[0]["content"])) {
		t.Errorf("the landing page does not show %v", sections[0]["content"])
	}
}

func hasPictures(t *testing.T, o *tour) {
	pictures := o.list("/api/pictures?perPage=100")
	if n := count(pictures, "alt", ""); len(pictures) != 18 || n != 1 {
		t.Errorf("%d pictures, %d without a description, want 18 and 1", len(pictures), n)
	}
	var landing struct {
		Images map[string]struct{ Srcset string }
	}
	o.decode(o.app.Visitor().Get("/api/site/texts/landing"), &landing)
	shown := 0
	for _, image := range landing.Images {
		if image.Srcset != "" {
			shown++
		}
	}
	if shown != 11 {
		t.Errorf("the landing page shows %d pictures, want two scenes, three voices and six members", shown)
	}
	var speakers, portraits int
	for _, session := range o.list("/api/admin/events") {
		if session["status"] != "published" {
			continue
		}
		var page struct {
			Speakers []struct{ PortraitSrcset string }
		}
		o.decode(o.member.Get(fmt.Sprint("/api/events/", session["id"])), &page)
		for _, s := range page.Speakers {
			speakers++
			if s.PortraitSrcset != "" {
				portraits++
			}
		}
	}
	if speakers < 10 || portraits != speakers {
		t.Errorf("%d of %d speakers have a portrait", portraits, speakers)
	}
	var directory struct{ People []struct{ Portrait string } }
	o.decode(o.member.Get("/api/directory"), &directory)
	if !slices.ContainsFunc(directory.People, func(p struct{ Portrait string }) bool { return p.Portrait != "" }) {
		t.Error("no member of the first page of the directory has a portrait")
	}
}

func hasImport(t *testing.T, o *tour) {
	imports := o.list("/api/members/imports")
	if len(imports) != 1 || imports[0]["state"] != "done" || imports[0]["created"] != 25.0 || imports[0]["wrong"] != 1.0 ||
		imports[0]["memberships"] != 24.0 {
		t.Errorf("imports = %v, want one that is done", imports)
	}
}

func hasPolls(t *testing.T, o *tour) {
	polls := o.list("/api/admin/polls")
	for _, state := range []string{"discussing", "voting", "published"} {
		if count(polls, "state", state) != 1 {
			t.Errorf("%d consultations in the state %s, want 1", count(polls, "state", state), state)
		}
	}
	var seen []struct {
		ID, Title, State string
		Comments, Voters int
		HasVoted         bool
	}
	o.decode(o.member.Get("/api/polls"), &seen)
	for _, poll := range seen {
		if poll.Comments == 0 || (poll.Voters == 0) != (poll.State == "discussing") ||
			poll.HasVoted != (poll.State == "published") {
			t.Errorf("consultation = %+v", poll)
		}
		if poll.State != "published" {
			continue
		}
		var one struct{ Result struct{ Outcome string } }
		if o.decode(o.member.Get("/api/polls/"+poll.ID), &one); one.Result.Outcome != "decided" {
			t.Errorf("published consultation = %+v, want the outcome decided", one)
		}
	}
}

func hasBoardSeats(t *testing.T, o *tour) {
	seats := o.list("/api/admin/board-seats")
	for state, want := range map[string]int{"open": 6, "filled": 1, "waiting": 1} {
		if n := count(seats, "state", state); n != want {
			t.Errorf("%d board seats in the state %s, want %d", n, state, want)
		}
	}
	if n := count(seats, "isConfidential", "true"); n != 1 {
		t.Errorf("%d confidential board seats, want 1", n)
	}
	var tenure struct{ Terms []struct{ Status string } }
	if o.decode(o.member.Get("/api/tenure"), &tenure); len(tenure.Terms) != 3 {
		t.Errorf("tenure = %v, want three terms", tenure)
	}
}

func hasIntroductions(t *testing.T, o *tour) {
	var own struct {
		Asked, Sent   []object
		Conversations []struct{ ID, LastMessageAt string }
	}
	o.decode(o.member.Get("/api/introductions"), &own)
	if len(own.Asked) != 1 || len(own.Sent) != 1 || len(own.Conversations) != 3 {
		t.Fatalf("the member's introductions are %+v", own)
	}
	for _, conversation := range own.Conversations {
		if conversation.LastMessageAt == "" {
			t.Errorf("%s has no message", conversation.ID)
		}
	}
	if rows := o.list("/api/admin/introductions?state=waiting"); count(rows, "isSuggested", "true") != 1 {
		t.Errorf("the waiting introductions are %v", rows)
	}
}

func hasMentors(t *testing.T, o *tour) {
	var own struct {
		Offer   struct{ Capacity int }
		Asked   []object
		Mentees []struct{ CheckIn, StartedAt string }
	}
	o.decode(o.member.Get("/api/mentors"), &own)
	if own.Offer.Capacity != 2 || len(own.Asked) != 1 || len(own.Mentees) != 1 || own.Mentees[0].CheckIn != "" {
		t.Fatalf("the member's offer is %+v", own)
	}
	if asked := o.list("/api/emails?kind=mentor-check-in"); len(asked) != 2 || count(asked, "status", "failed") != 0 {
		t.Errorf("the two people of the long mentorship got the emails %v", asked)
	}
	var office struct{ Waiting, Mentors, NotWell []object }
	o.decode(o.admin.Get("/api/admin/mentors"), &office)
	if len(office.Mentors) != 3 || len(office.Waiting) != 1 || len(office.NotWell) != 1 {
		t.Errorf("the office sees %+v", office)
	}
}

func hasLibrary(t *testing.T, o *tour) {
	items := o.list("/api/admin/library")
	for _, kind := range []string{"note", "update", "recording"} {
		if count(items, "kind", kind) == 0 {
			t.Errorf("the library has no %s", kind)
		}
	}
	for state, want := range map[string]int{"draft": 1, "scheduled": 1, "published": len(items) - 2} {
		if count(items, "state", state) != want {
			t.Errorf("%d items in the state %s, want %d", count(items, "state", state), state, want)
		}
	}
	linked := map[any]bool{}
	for _, item := range items {
		var read struct{ Authors []object }
		if item["state"] == "published" {
			o.decode(o.member.Get("/api/library/"+item["id"].(string)), &read)
		}
		for _, author := range read.Authors {
			linked[author["personId"]] = true
		}
	}
	if len(linked) < 2 || linked[""] {
		t.Errorf("the authors lead to %v, want two members at least", linked)
	}
	var found, related []object
	o.decode(o.member.Get("/api/library?words=whistleblower"), &found)
	if len(found) != 1 || found[0]["title"] != "A first year on the audit committee" {
		t.Errorf("a word of the PDF file finds %v", found)
	} else if file := o.member.Get("/api/library/" + found[0]["id"].(string) + "/file"); file.Status != http.StatusOK {
		t.Errorf("the PDF file answers %d", file.Status)
	}
	for _, session := range o.list("/api/admin/events") {
		if session["title"] == "The succession of the chief executive" {
			o.decode(o.member.Get("/api/library?session="+session["id"].(string)), &related)
		}
	}
	if len(related) != 1 {
		t.Errorf("the items of the session = %v, want a recording", related)
	}
	var groups []struct{ Items int }
	o.decode(o.member.Get("/api/library-collections"), &groups)
	if len(groups) != 1 || groups[0].Items != 4 {
		t.Errorf("the collections = %v, want one with four items", groups)
	}
	var bookmarked []object
	o.decode(o.member.Get("/api/library?bookmarked=true&words=audit"), &bookmarked)
	if len(bookmarked) != 1 {
		t.Errorf("bookmarks about audits = %v, want one", bookmarked)
	}
}

func hasBackup(t *testing.T, o *tour) {
	var list struct{ Backups []object }
	o.decode(o.admin.Get("/api/admin/backups"), &list)
	if len(list.Backups) != 1 {
		t.Errorf("backups = %v, want one", list.Backups)
	}
}

func hasInbox(t *testing.T, o *tour) {
	var inbox []object
	o.decode(o.app.Visitor().Get("/sandbox/inbox.json"), &inbox)
	emails := slices.Concat(o.list("/api/emails?page=1&perPage=500"), o.list("/api/emails?page=2&perPage=500"))
	if failed := count(emails, "status", "failed"); failed != 1 || len(inbox) != len(emails)-failed || len(inbox) < 100 {
		t.Errorf("%d emails in the inbox, %d in the outbox of which %d failed, want the same number and one failed",
			len(inbox), len(emails), failed)
	}
	if queued := count(emails, "status", "queued") + count(emails, "status", "sending"); queued > 0 {
		t.Errorf("%d emails are queued, want none", queued)
	}
}

func hasEqualCounts(t *testing.T, o *tour) {
	var stats struct {
		PaidMemberships, PendingTransactions int
	}
	o.decode(o.admin.Get("/api/admin/stats"), &stats)
	if paid := o.list("/api/paid-members"); len(paid) != stats.PaidMemberships {
		t.Errorf("%d paid members in the list, %d in the statistics", len(paid), stats.PaidMemberships)
	}
	if pending := o.list("/api/transactions?status=pending"); len(pending) != stats.PendingTransactions {
		t.Errorf("%d pending transactions in the list, %d in the statistics", len(pending), stats.PendingTransactions)
	}
	checked, err := o.app.Books.CheckLedger(t.Context())
	if err != nil || checked.Transactions == 0 || len(checked.Discrepancies) > 0 {
		t.Errorf("CheckLedger: %d transactions, discrepancies = %v, error = %v, want no discrepancies",
			checked.Transactions, checked.Discrepancies, err)
	}
}

// The demo's people are invented. A fresh server publishes none of them, in any language.
func isAloneWithItsPeople(t *testing.T, o *tour) {
	var names []string
	if err := o.app.PB.DB().NewQuery(`SELECT DISTINCT name FROM users UNION SELECT name FROM registrations
		UNION SELECT published FROM texts WHERE isPublished AND (key GLOB 'landing.testimonials.cards.*.title'
			OR key GLOB 'landing.membership.portraits.*.name')`).Column(&names); err != nil {
		t.Fatal(err)
	}
	if len(names) < 50 || !slices.Contains(names, "Anuradha Deshmukh") || !slices.Contains(names, "अनुराधा देशमुख") {
		t.Fatalf("the demo has the names %q", names)
	}
	visitor := testapp.New(t).Visitor()
	paths := []string{"/api/config", "/api/cms/content", "/api/membership-tiers"}
	var coverage struct{ Pages []struct{ Page string } }
	o.decode(o.admin.Get("/api/texts/coverage"), &coverage)
	for _, p := range coverage.Pages {
		for _, language := range []string{"en", "hi", "mr"} {
			paths = append(paths, fmt.Sprintf("/api/site/texts/%s?language=%s", p.Page, language))
		}
	}
	for _, path := range paths {
		r := visitor.Get(path)
		if r.Status != http.StatusOK {
			t.Errorf("%s: %d", path, r.Status)
		}
		for _, name := range names {
			if strings.Contains(r.Body, name) {
				t.Errorf("%s names %s", path, name)
			}
		}
	}
}
