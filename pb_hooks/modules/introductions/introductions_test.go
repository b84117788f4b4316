package introductions_test

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

func TestAnAcceptedRequestOpensAConversation(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	at := f.ask(asha, bina)
	f.expect("Asha's requests", f.statuses(asha, "sent"), []string{"waiting"})
	f.expect("Bina's requests", f.statuses(bina, "asked"), []string{"asked"})
	f.expect("on Bina's home", len(f.ok(bina.Get("/api/circle"))["introductions"].([]any)), 1)
	f.expect("on Asha's home", len(f.ok(asha.Get("/api/circle"))["introductions"].([]any)), 0)
	mail := f.Inbox(bina.account.Email())[0]
	f.expect("Bina's email", mail.Subject, "Asha Rao asks for an introduction")
	if text := mail.Text + mail.HTML; strings.Contains(text, "audit committee") ||
		strings.Contains(text, asha.account.Email()) || mail.ReplyTo.Email == asha.account.Email() {
		t.Errorf("%+v", mail)
	}
	seen := f.ok(bina.Get(at))
	f.expect("what Bina reads", seen["reason"], reason)
	f.expect("who asks", seen["person"].(fields)["name"], "Asha Rao")
	f.refused(bina.Post(at+"/messages", fields{"text": "Hello"}), http.StatusConflict, "not-open")
	f.refused(asha.Post(at+"/accept", nil), http.StatusConflict, "over")
	f.refused(bina.Post(at+"/withdraw", nil), http.StatusConflict, "over")

	f.expect("the answer", f.ok(bina.Post(at+"/accept", nil))["status"], "open")
	f.refused(bina.Post(at+"/accept", nil), http.StatusConflict, "over")
	f.expect("Asha's email", f.subjects(asha)[0], "You are introduced to Bina Shah")
	f.ok(asha.Post(at+"/messages", fields{"text": "Thank you.\nhttps://example.com is our site."}))
	f.ok(asha.Post(at+"/messages", fields{"text": "Shall we speak on Tuesday?"}))
	f.Clock.Advance(1e9)
	f.ok(bina.Post(at+"/messages", fields{"text": "With pleasure."}))
	f.expect("the messages", f.messages(asha, at)[0], "With pleasure.")
	f.expect("their number", asha.Get(at+"/messages?perPage=2").Header.Get("X-Total-Count"), "3")
	f.expect("Bina's emails", f.subjects(bina), []string{"Asha Rao has written to you", "Asha Rao asks for an introduction"})
	if mail := f.Inbox(bina.account.Email())[0]; strings.Contains(mail.Text, "Tuesday") || strings.Contains(mail.Text, "example.com") {
		t.Errorf("%s", mail.Text)
	}
	f.Clock.Advance(day)
	f.ok(asha.Post(at+"/messages", fields{"text": "Until then."}))
	f.expect("on the next day", len(f.subjects(bina)), 3)

	third := f.member("Chitra")
	for _, answer := range []testapp.Response{third.Get(at), third.Get(at + "/messages"), third.Post(at+"/close", nil),
		third.Post(at+"/messages", fields{"text": "Hello"}), third.Post(at+"/accept", nil)} {
		f.refused(answer, http.StatusNotFound, "not-found")
	}

	f.expect("after the close", f.ok(bina.Post(at+"/close", nil))["status"], "closed")
	f.refused(asha.Post(at+"/messages", fields{"text": "Hello?"}), http.StatusConflict, "not-open")
	f.expect("the messages stay", len(f.messages(asha, at)), 4)
	f.refused(asha.Post(path, fields{"person": bina.person, "reason": reason}), http.StatusConflict, "resting")
	f.Clock.Advance(91 * day)
	f.ask(asha, bina)
}

func TestContactsAreSharedWhileTheIntroductionIsOpen(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	contacts := func(want string) {
		t.Helper()
		profile := f.ok(asha.Get("/api/directory/" + bina.person))
		shown := f.ok(asha.Post("/api/directory/"+bina.person+"/contact", nil))
		f.expect("the contacts", shown["email"], want)
		f.expect("what is offered", strings.Contains(fmt.Sprint(profile["contacts"]), "email"), want != "")
		f.expect("the phone number", shown["phone"], "")
	}
	contacts("")
	at := f.ask(asha, bina)
	contacts("")
	f.ok(bina.Post(at+"/accept", nil))
	contacts(bina.account.Email())
	f.ok(asha.Post(at+"/close", nil))
	contacts("")
}

func TestADeclineRests(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	at := f.ask(asha, bina)
	f.expect("what Bina sees", f.ok(bina.Post(at+"/decline", nil))["status"], "declined")
	f.refused(bina.Post(at+"/accept", nil), http.StatusConflict, "over")
	f.expect("Bina's requests", f.statuses(bina, "asked"), []string(nil))
	f.expect("Asha's requests", f.statuses(asha, "sent"), []string{"waiting"})
	f.refused(asha.Post(path, fields{"person": bina.person, "reason": reason}), http.StatusConflict, "waiting")
	// A request of Bina now would tell Asha that she has declined.
	f.refused(bina.Post(path, fields{"person": asha.person, "reason": reason}), http.StatusConflict, "resting")
	f.Clock.Advance(14 * day)
	f.expect("after the time", f.statuses(asha, "sent"), []string{"unanswered"})
	f.refused(asha.Post(path, fields{"person": bina.person, "reason": reason}), http.StatusConflict, "resting")
	f.expect("Asha's emails", f.subjects(asha), []string(nil))
	f.ok(bina.Post(f.ask(bina, asha)+"/withdraw", nil))
	f.Clock.Advance(90 * day)
	f.ask(asha, bina)
}

func TestTheWeekListsRequestsWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	f.ok(bina.Post(f.ask(asha, bina)+"/decline", nil)) // the office does not see the decline
	waiting := func() (list []string) {
		for _, item := range f.ok(f.office.Get("/api/admin/this-week"))["waiting"].([]any) {
			list = append(list, fmt.Sprint(item.(fields)["kind"], " ", item.(fields)["label"]))
		}
		return list
	}
	f.Clock.Advance(7 * day)
	f.expect("in time", waiting(), []string(nil))
	f.Clock.Advance(time.Hour)
	f.expect("after seven days", waiting(), []string{"introduction Asha Rao"})
	f.Clock.Advance(7 * day)
	f.expect("after the request has expired", waiting(), []string(nil))
}

func TestARequestHasAReasonWithoutLinks(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	for _, text := range []string{"", "Hello", "See https://example.com for what we do.", "Please see www.example.com first.",
		"Write to me at asha@example.com please.", "Our company is at example.com and I ask you.",
		"Our company is at उदाहरण.भारत and I ask you.", "Our company is at example[.]com and I ask you.",
		"Our company is at 192.168.1.10 and I ask you."} {
		if answer := asha.Post(path, fields{"person": bina.person, "reason": text}); answer.Status != http.StatusBadRequest ||
			answer.Field("reason") == "" {
			t.Errorf("%q: %d %s", text, answer.Status, answer.Body)
		}
	}
	f.ok(asha.Post(path, fields{"person": bina.person, "reason": "You know M&A/IPO work, e.g. at a Ph.D. level.\nSo do I."}))
}

func TestAMemberHasFiveRequestsThatWait(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha Rao")
	var first string
	for n := range 5 {
		other := f.member(fmt.Sprintf("Member %d", n))
		at := f.ask(asha, other)
		if n == 0 {
			first = at
			f.ok(other.Post(at+"/decline", nil)) // a request that was declined still counts
		}
	}
	bina := f.member("Bina Shah")
	f.refused(asha.Post(path, fields{"person": bina.person, "reason": reason}), http.StatusConflict, "limit")
	f.expect("after a withdrawal", f.ok(asha.Post(first+"/withdraw", nil))["status"], "withdrawn")
	f.ask(asha, bina)
	f.refused(asha.Post(path, fields{"person": f.member("Chitra").person, "reason": reason}), http.StatusConflict,
		"limit")
	f.Clock.Advance(14 * day)
	f.ask(asha, f.member("Devi"))
}

func TestABlockWithdrawsARequest(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina, chitra := f.member("Asha Rao"), f.member("Bina Shah"), f.member("Chitra")
	byAsha, byBina := f.ask(asha, bina), f.ask(chitra, bina)
	suggested := path + "/" + f.ok(f.office.Post("/api/admin/introductions", fields{"userId": asha.account.Id,
		"otherId": chitra.account.Id, "reason": reason}))["id"].(string)
	emails := len(f.subjects(asha)) + len(f.subjects(bina)) + len(f.subjects(chitra))
	f.ok(bina.Post("/api/directory/"+asha.person+"/block", nil))
	f.ok(chitra.Post("/api/directory/"+bina.person+"/block", nil))
	f.ok(chitra.Post("/api/directory/"+asha.person+"/block", nil))
	for at, by := range map[string]*member{byAsha: asha, byBina: chitra, suggested: asha} {
		f.refused(by.Get(at), http.StatusNotFound, "")
	}
	f.ok(bina.Send(http.MethodDelete, "/api/directory/"+asha.person+"/block", nil))
	f.ok(chitra.Send(http.MethodDelete, "/api/directory/"+bina.person+"/block", nil))
	f.ok(chitra.Send(http.MethodDelete, "/api/directory/"+asha.person+"/block", nil))
	for who, m := range map[string]*member{"Asha": asha, "Bina": bina, "Chitra": chitra} {
		own := f.ok(m.Get(path))
		f.expect("what "+who+" reads after the blocks", fmt.Sprint(own["asked"], own["sent"]), "[] []")
	}
	f.expect("emails about the blocks", len(f.subjects(asha))+len(f.subjects(bina))+len(f.subjects(chitra)), emails)
	f.ok(bina.Post(path, fields{"person": asha.person, "reason": reason}))
}

// TestHiddenRequestsTakeNoPlace hides the people whom two members have asked: by blocks, and by withdrawn profiles. Both
// members can ask as many others.
func TestHiddenRequestsTakeNoPlace(t *testing.T) {
	t.Parallel()
	f := open(t)
	for cause, hide := range map[string]func(own, other *member){
		"a block":             func(own, other *member) { f.ok(other.Post("/api/directory/"+own.person+"/block", nil)) },
		"a withdrawn profile": func(_, other *member) { f.ok(other.Post("/api/profile/withdraw", nil)) },
	} {
		own := f.member("Asha Rao")
		for n := range 5 {
			other := f.member(fmt.Sprint("Member ", n))
			f.ask(own, other)
			if n < 2 {
				hide(own, other)
			}
		}
		for range 2 {
			f.ask(own, f.member("Bina Shah"))
		}
		answer := own.Post(path, fields{"person": f.member("Chitra").person, "reason": reason})
		if answer.Status != http.StatusConflict {
			t.Errorf("after %s: %d %s", cause, answer.Status, answer.Body)
		}
	}
}

func TestAHiddenPersonIsNotFound(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha Rao")
	unlisted, blocker, blocked, lapsed := f.unlisted("Bina"), f.member("Chitra"), f.member("Devi"), f.member("Esha")
	f.ok(blocker.Post("/api/directory/"+asha.person+"/block", nil))
	f.ok(asha.Post("/api/directory/"+blocked.person+"/block", nil))
	if _, err := f.PB.NonconcurrentDB().Delete("memberships", dbx.HashExp{"userId": lapsed.account.Id}).Execute(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.PB.NonconcurrentDB().Update("profiles", dbx.Params{"listedUntil": database.DateTime(f.Clock.Now())},
		dbx.HashExp{"userId": lapsed.account.Id}).Execute(); err != nil {
		t.Fatal(err)
	}
	unknown := asha.Post(path, fields{"person": "nobodysperson00", "reason": reason})
	f.refused(unknown, http.StatusNotFound, "person")
	for _, m := range []*member{unlisted, blocker, blocked, lapsed} {
		if answer := asha.Post(path, fields{"person": m.person, "reason": reason}); answer.Body != unknown.Body {
			t.Errorf("%s: %s", m.name, answer.Body)
		}
		if answer := asha.Get("/api/directory/" + m.person + "/introduction"); answer.Body != unknown.Body {
			t.Errorf("%s: %s", m.name, answer.Body)
		}
	}
	f.refused(unlisted.Post(path, fields{"person": asha.person, "reason": reason}), http.StatusConflict,
		"unlisted")
	f.refused(asha.Post(path, fields{"person": asha.person, "reason": reason}), http.StatusConflict, "yourself")
	f.expect("without a profile", unlisted.Get(path).Body, `{"isListed":false,"asked":[],"sent":[],"conversations":[]}`+"\n")
}

func TestABlockClosesAConversationForBoth(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	at := f.introduce(asha, bina)
	f.ok(asha.Post(at+"/messages", fields{"text": "Thank you."}))
	closed := func() {
		t.Helper()
		for _, m := range []*member{asha, bina} {
			v := f.ok(m.Get(at))
			f.expect("what "+m.name+" sees", v["status"], "closed")
			f.expect("the other person", v["person"], fields{"id": "", "name": "A member", "designation": "", "company": "",
				"city": "", "sectors": []any{}, "canHelpWith": []any{}, "portrait": "", "isYou": false})
			f.expect("the messages", f.messages(m, at), []string{"Thank you."})
			f.expect("the list of "+m.name, f.statuses(m, "conversations"), []string{"closed"})
			f.refused(m.Post(at+"/close", nil), http.StatusConflict, "over")
			f.refused(m.Post(at+"/messages", fields{"text": "Hello?"}), http.StatusConflict, "not-open")
		}
	}
	f.ok(bina.Post("/api/directory/"+asha.person+"/block", nil))
	closed()
	f.ok(bina.Send(http.MethodDelete, "/api/directory/"+asha.person+"/block", nil))
	f.expect("after the block", f.ok(bina.Get(at))["status"], "open")
	f.ok(asha.Post("/api/profile/withdraw", nil))
	closed()
	f.publish(asha)
	f.expect("after the profile was published", f.ok(bina.Get(at))["person"].(fields)["name"], "Asha Rao")
	f.closeAccount(bina)
	f.expect("after the account was closed", f.ok(asha.Get(at))["person"].(fields)["name"], "A member")
	record, err := f.PB.FindRecordById("introductions", strings.TrimPrefix(at, path+"/"))
	if err != nil || record.GetString("state") != "closed" {
		t.Errorf("after the account was closed: %v, %v", record, err)
	}
}

// TestABlockCannotBeToldFromAnotherEnd hides the other person of a conversation in different ways. Each answer that the
// member gets is the same.
func TestABlockCannotBeToldFromAnotherEnd(t *testing.T) {
	t.Parallel()
	f := open(t)
	want, first := "", ""
	for _, end := range []struct {
		cause string
		run   func(own, other *member, at string)
	}{
		{"a block", func(own, other *member, _ string) {
			f.ok(other.Post("/api/directory/"+own.person+"/block", nil))
		}},
		{"a block by the member", func(own, other *member, _ string) {
			f.ok(own.Post("/api/directory/"+other.person+"/block", nil))
		}},
		{"a withdrawn profile", func(_, other *member, _ string) { f.ok(other.Post("/api/profile/withdraw", nil)) }},
		{"an ended membership", func(_, other *member, _ string) {
			if _, err := f.PB.NonconcurrentDB().Update("profiles", dbx.Params{"listedUntil": database.DateTime(f.Clock.Now())},
				dbx.HashExp{"userId": other.account.Id}).Execute(); err != nil {
				t.Fatal(err)
			}
		}},
		{"a closed account", func(_, other *member, _ string) { f.closeAccount(other) }},
		{"a conversation that was closed before a block", func(own, other *member, at string) {
			f.ok(other.Post(at+"/close", nil))
			f.ok(other.Post("/api/directory/"+own.person+"/block", nil))
		}},
		{"a conversation that was closed before the profile was withdrawn", func(own, other *member, at string) {
			f.ok(own.Post(at+"/close", nil))
			f.ok(other.Post("/api/profile/withdraw", nil))
		}},
	} {
		own, other := f.member("Asha Rao"), f.member("Bina Shah")
		at := f.introduce(own, other)
		f.write(other, at, "You are a fool.")
		end.run(own, other, at)
		got := ""
		for _, answer := range []testapp.Response{
			own.Get(path), own.Get(at), own.Get(at + "/messages"), own.Get("/api/directory/" + other.person),
			own.Get("/api/directory/" + other.person + "/introduction"), own.Post(at+"/messages", fields{"text": "Hello?"}),
			own.Post(at+"/close", nil), own.Post(at+"/accept", nil), own.Post(at+"/withdraw", nil),
			own.Post(path, fields{"person": other.person, "reason": reason}),
		} {
			got += fmt.Sprintln(answer.Status, answer.Header["X-Total-Count"], ids.ReplaceAllString(answer.Body, "id"))
		}
		if strings.Contains(got, "Bina") {
			t.Errorf("%s: the other's name is in %s", end.cause, got)
		}
		if first == "" {
			want, first = got, end.cause
		}
		if got != want {
			t.Errorf("%s is not like %s:\n%s\n%s", end.cause, first, got, want)
		}
	}
}

// The test compares a conversation with a blocked member to a closed one, before and after the closed one is deleted.
func TestAConversationThatLooksClosedIsNotFoundAfterAYear(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, blocking, closing, friend := f.member("Asha Rao"), f.member("Bina Shah"), f.member("Chitra"), f.member("Devi")
	messages := map[*member]string{}
	at := map[*member]string{}
	for _, other := range []*member{blocking, closing, friend} {
		at[other] = f.introduce(asha, other)
		messages[other] = f.write(other, at[other], "Let us meet.")
	}
	f.Clock.Advance(100 * day)
	f.ok(blocking.Post("/api/directory/"+asha.person+"/block", nil))
	f.ok(closing.Post(at[closing]+"/close", nil))
	found := func() string {
		t.Helper()
		statuses := f.statuses(asha, "conversations")
		slices.Sort(statuses)
		return fmt.Sprint(statuses, f.ok(asha.Get("/api/user/circle"))["conversations"])
	}
	f.Clock.Advance(264 * day)
	f.expect("within the year", found(), "[closed closed open] 3")
	f.Clock.Advance(2 * day)
	for range 2 {
		f.expect("after the year", found(), "[open] 1")
		answers := func(other *member) (all string) {
			for _, answer := range []testapp.Response{
				asha.Get(at[other]), asha.Get(at[other] + "/messages"), asha.Post(at[other]+"/close", nil),
				asha.Post(at[other]+"/messages", fields{"text": "Hello?"}), asha.Post(reportsPath, reportOf(messages[other])),
			} {
				all += fmt.Sprintln(answer.Status, answer.Body)
			}
			return all
		}
		f.expect("the answers about the closed one", answers(closing), answers(blocking))
		f.expect("the closed one", asha.Get(at[closing]).Status, http.StatusNotFound)
		f.expect("the open one", f.messages(asha, at[friend]), []string{"Let us meet."})
		f.Clock.Advance(200 * day)
		f.RunScheduled("boardcirclePurge")
	}
	if _, err := f.PB.FindRecordById("introductions", strings.TrimPrefix(at[closing], path+"/")); err == nil {
		t.Error("the closed conversation is still stored")
	}
}

func TestTheOfficeIntroducesTwoMembersWhoBothAgree(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina, chitra := f.member("Asha Rao"), f.member("Bina Shah"), f.member("Chitra")
	suggest := func(a, b *member) testapp.Response {
		return f.office.Post("/api/admin/introductions", fields{"userId": a.account.Id, "otherId": b.account.Id,
			"reason": "You both prepare a listing next year."})
	}
	id := f.ok(suggest(asha, bina))["id"].(string)
	at := path + "/" + id
	f.expect("Asha's email", f.subjects(asha), []string{"We would like to introduce you to Bina Shah"})
	f.expect("Bina's email", f.subjects(bina), []string{"We would like to introduce you to Asha Rao"})
	f.refused(suggest(bina, asha), http.StatusConflict, "exists")
	f.refused(asha.Post(path, fields{"person": bina.person, "reason": reason}), http.StatusConflict, "asks-you")
	f.expect("Asha agrees", f.ok(asha.Post(at+"/accept", nil))["status"], "waiting")
	f.expect("what Bina sees", f.ok(bina.Get(at))["status"], "asked")
	f.refused(asha.Post(at+"/withdraw", nil), http.StatusConflict, "over")
	f.expect("Bina agrees", f.ok(bina.Post(at+"/accept", nil))["status"], "open")
	f.expect("Asha's email", f.subjects(asha)[0], "You are introduced to Bina Shah")
	f.expect("Bina's emails", len(f.subjects(bina)), 1)
	f.ok(asha.Post(at+"/messages", fields{"text": "A private message."}))

	at = path + "/" + f.ok(suggest(asha, chitra))["id"].(string)
	f.Drain()
	f.ok(asha.Post(at+"/decline", nil))
	f.expect("what Chitra sees", f.ok(chitra.Get(at))["status"], "asked")
	f.expect("Chitra agrees", f.ok(chitra.Post(at+"/accept", nil))["status"], "waiting")
	f.expect("Asha's emails", len(f.subjects(asha)), 3)

	list := f.office.Get("/api/admin/introductions")
	f.ok(list)
	if strings.Contains(list.Body, "private") || strings.Contains(list.Body, "listing") || strings.Contains(list.Body, "declined") ||
		!strings.Contains(list.Body, `"messages":1`) || !strings.Contains(list.Body, "Asha Rao") {
		t.Errorf("the office sees %s", list.Body)
	}
	policy := f.Visitor().Get("/api/site/texts/privacy")
	f.ok(policy)
	for _, sentence := range []string{
		"only the two members read the request and the messages",
		"The office sees who has asked whom, whether the request was accepted, and how many messages there are.",
	} {
		if !strings.Contains(policy.Body, sentence) {
			t.Errorf("the privacy policy does not say %q", sentence)
		}
	}
	f.ok(f.office.Get("/api/admin/introductions?state=waiting"))
	f.refused(suggest(asha, f.unlisted("Devi")), http.StatusConflict, "no-pair")
	f.refused(suggest(asha, asha), http.StatusConflict, "no-pair")
	f.refused(f.office.Post("/api/admin/introductions", fields{"userId": asha.account.Id, "otherId": "nobody", "reason": reason}),
		http.StatusNotFound, "no-member")
}

func TestAMergeMovesTheIntroductions(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, second, bina := f.member("Asha Rao"), f.member("Asha R."), f.member("Bina Shah")
	at := f.introduce(second, bina)
	f.ok(second.Post(at+"/messages", fields{"text": "Thank you."}))
	between := f.ask(asha, second)
	merged := f.SignedIn("admins", nil).Post("/api/people/"+asha.account.Id+"/merge",
		fields{"otherId": second.account.Id, "password": testapp.Password})
	f.ok(merged)
	f.expect("the conversation", f.messages(asha, at), []string{"Thank you."})
	f.expect("the other person", f.ok(bina.Get(at))["person"].(fields)["id"], asha.person)
	f.refused(asha.Get(between), http.StatusNotFound, "not-found")
	f.expect("the requests", f.statuses(asha, "sent"), []string(nil))
}

func TestOldIntroductionsAreDeleted(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina, chitra := f.member("Asha Rao"), f.member("Bina Shah"), f.member("Chitra")
	f.ask(asha, bina)
	at := f.introduce(asha, chitra)
	f.ok(asha.Post(at+"/messages", fields{"text": "Thank you."}))
	stored := func(want int) {
		t.Helper()
		f.RunScheduled("boardcirclePurge")
		n, err := f.PB.CountRecords("introductions")
		f.expect(fmt.Sprintf("the introductions (%v)", err), n, want)
	}
	f.Clock.Advance(100 * day)
	stored(2)
	f.Clock.Advance(5 * day)
	stored(1)
	f.ok(chitra.Post(at+"/close", nil))
	f.Clock.Advance(300 * day)
	stored(1)
	f.Clock.Advance(70 * day)
	stored(0)
	n, err := f.PB.CountRecords("introduction_messages")
	f.expect(fmt.Sprintf("the messages (%v)", err), n, 0)
}

func TestIntroductionsAreReadByIndexes(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	at := f.introduce(asha, bina)
	for _, table := range []string{"introductions", "introduction_messages"} {
		queryplan.Fill(t, f.PB, table, 3000, func(i int) dbx.Params {
			moment := f.Clock.Now().Add(-time.Duration(i) * time.Minute)
			sent := database.DateTime(moment.Add(-day)).String()
			if table == "introduction_messages" {
				return dbx.Params{"introduction": fmt.Sprintf("intr%011d", i%100), "person": fmt.Sprintf("pers%011d", i),
					"text": "Hello", "sentAt": sent}
			}
			openedAt := sent
			if i%3 == 0 {
				openedAt = ""
			}
			return dbx.Params{"openedAt": openedAt,
				"person": fmt.Sprintf("pers%011d", i%500), "other": fmt.Sprintf("othe%011d", i%500),
				"state": []string{"waiting", "open", "closed"}[i%3], "personAnswer": "agreed", "otherAnswer": "pending",
				"sentAt": sent, "expiresAt": database.DateTime(moment.Add(13 * day)).String(), "endedAt": sent}
		})
	}
	chitra := f.member("Chitra")
	devi, err := f.PB.FindRecordById("users", f.member("Devi").account.Id)
	if err != nil {
		t.Fatal(err)
	}
	queryplan.RequireIndexes(t, f.PB, map[string]func() error{
		"the list":      func() error { f.ok(asha.Get(path)); return nil },
		"one":           func() error { f.ok(asha.Get(at)); return nil },
		"a profile":     func() error { f.ok(asha.Get("/api/directory/" + bina.person)); return nil },
		"with a person": func() error { f.ok(asha.Get("/api/directory/" + bina.person + "/introduction")); return nil },
		"the messages":  func() error { f.ok(asha.Get(at + "/messages?perPage=50")); return nil },
		"a message":     func() error { f.ok(asha.Post(at+"/messages", fields{"text": "Hello"})); return nil },
		"a report": func() error {
			report := f.ok(asha.Post(reportsPath, reportOf(f.write(bina, at, "Hello"))))["id"].(string)
			f.ok(f.office.Post("/api/admin/reports/"+report+"/decide", fields{"decision": "content-removed", "note": "It is so.",
				"message": "Please be kind."}))
			return nil
		},
		"a request": func() error {
			f.ok(chitra.Post(f.ask(chitra, bina)+"/withdraw", nil))
			f.Clock.Advance(105 * day)
			return nil
		},
		"the home": func() error { _, err := f.Introductions.WaitingFor(f.PB, bina.person); return err },
		"the purge": func() error {
			// The transaction is rolled back, so that the table stays filled.
			var purged error
			_ = f.PB.RunInTransaction(func(tx core.App) error {
				purged = f.Introductions.Purge(tx)
				return errors.New("rolled back")
			})
			return purged
		},
		"the office": func() error {
			f.ok(f.office.Get("/api/admin/introductions?state=waiting&page=1"))
			return nil
		},
	}, "SCAN json_each", "LIST SUBQUERY",
		"SCAN admins", "idx_users_isAdmin") // the few admins, who get an email about a report
	queryplan.WithAndWithoutStatistics(t, f.PB, func(string) {
		statements := queryplan.Capture(f.PB, func() {
			devi.Set("isActive", !devi.GetBool("isActive"))
			if err := f.PB.Save(devi); err != nil {
				t.Error(err)
			}
		})
		queryplan.AssertIndexed(t, f.PB, statements, []string{"introductions"}, nil)
	})
}

// A member who has not verified the address of the account may have mistyped it. When they correct the address, their
// introductions and the blocks against them stay.
func TestIntroductionsAndBlocksStayWhenAnUnverifiedMemberChangesTheirAddress(t *testing.T) {
	t.Parallel()
	f := open(t)
	a, b, c := f.member("Asha"), f.member("Bina"), f.member("Chitra")
	at := f.introduce(a, b)
	f.ok(b.Post(at+"/messages", fields{"text": "Good morning."}))
	f.ok(a.Get("/api/directory/" + c.person))
	f.ok(c.Post("/api/directory/"+a.person+"/block", nil))

	f.ok(a.Post("/api/user/email", fields{"password": testapp.Password, "email": "asha.rao@example.org"}))
	link := regexp.MustCompile(`/confirm-email\?token=(\S+)`).FindStringSubmatch(f.Inbox("asha.rao@example.org")[0].Text)
	f.ok(a.Post("/api/confirm-email", fields{"token": link[1]}))

	f.expect("the conversations of the member", f.statuses(a, "conversations"), []string{"open"})
	f.expect("the conversations of the other member", f.statuses(b, "conversations"), []string{"open"})
	f.expect("the messages", f.messages(a, at), []string{"Good morning."})
	f.expect("what a blocked member finds", a.Get("/api/directory/"+c.person).Status, http.StatusNotFound)
}
