package nominations_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

var pdfFile = testapp.PDF("a filing of the company")

// upload posts a file as evidence of a seat.
func (o *reviewFixture) upload(v *testapp.Visitor, path, name, content string) testapp.Response {
	o.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		o.Fatal(err)
	}
	clone := *v
	clone.Header = v.Header.Clone()
	clone.Header.Set("Content-Type", form.FormDataContentType())
	return clone.Post(path, body.Bytes())
}

// verification returns the checks of a nomination.
func (o *reviewFixture) verification(id string) map[string]any {
	o.Helper()
	return o.nomination(id)["verification"].(map[string]any)
}

// addSeat adds a board seat and returns its path.
func (o *reviewFixture) addSeat(id string, values form) string {
	o.Helper()
	a := o.staff.Post("/api/nominations/"+id+"/seats", values)
	expect(o, a, http.StatusOK)
	seats := a.JSON["verification"].(map[string]any)["seats"].([]any)
	return "/api/nominations/" + id + "/seats/" + seats[len(seats)-1].(map[string]any)["id"].(string)
}

func TestReviewerChecksABoardSeat(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	seatOf := func() map[string]any { return o.verification(id)["seats"].([]any)[0].(map[string]any) }

	reviewer := o.SignedIn("admins", form{"username": "meera", "role": "reviewer"})
	path := o.addSeat(id, form{"company": "Port Trust", "din": "01234567"})
	o.expect("the check of an unchecked seat", fmt.Sprint(seatOf()["result"], seatOf()["checkedBy"], seatOf()["checkedAt"]), "")
	o.expect("the admin who added the seat", seatOf()["actor"], "kavita")

	checked := form{
		"company":     "Port Trust",
		"din":         "01234567",
		"cin":         "l17110mh1973plc019786",
		"evidenceUrl": "https://www.example.com/board",
		"result":      "confirmed",
		"note":        "On the list of directors.",
	}
	expect(t, reviewer.Send("PUT", path, checked), http.StatusOK)
	o.expect("the admin who checked the seat", seatOf()["checkedBy"], "meera")
	o.expect("the time of the check", seatOf()["checkedAt"], "2026-08-03T06:30:00.000Z")
	o.expect("the CIN", seatOf()["cin"], "L17110MH1973PLC019786")

	checked["note"] = "Asked the company secretary too."
	expect(t, o.staff.Send("PUT", path, checked), http.StatusOK)
	o.expect("the admin who checked the seat, after another admin changed the note", seatOf()["checkedBy"], "meera")
	checked["din"] = "07654321"
	expect(t, o.staff.Send("PUT", path, checked), http.StatusOK)
	o.expect("the admin who checked the seat, after another admin changed the DIN", seatOf()["checkedBy"], "kavita")
	checked["result"] = ""
	expect(t, o.staff.Send("PUT", path, checked), http.StatusOK)
	o.expect("the check of a seat without a result", fmt.Sprint(seatOf()["checkedBy"], seatOf()["checkedAt"]), "")

	expect(t, o.staff.Send("DELETE", path, nil), http.StatusOK)
	o.expect("the number of seats after the deletion", len(o.verification(id)["seats"].([]any)), 0)
	o.expect("the audit log", o.actions(id),
		"seat.added seat.checked seat.checked seat.checked seat.checked seat.deleted")
}

func TestInvalidFieldsOfABoardSeatAreRefused(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	for _, c := range []struct {
		field string
		body  form
	}{
		{"company", form{"din": "01234567"}},
		{"din", form{"company": "Port Trust", "din": "1234567"}},
		{"din", form{"company": "Port Trust", "din": "0123456A"}},
		{"cin", form{"company": "Port Trust", "cin": "L17110MH1973"}},
		{"evidenceUrl", form{"company": "Port Trust", "evidenceUrl": "http://example.com/board"}},
		{"evidenceUrl", form{"company": "Port Trust", "evidenceUrl": "javascript:alert(1)"}},
		{"result", form{"company": "Port Trust", "result": "perhaps"}},
	} {
		a := o.staff.Post("/api/nominations/"+id+"/seats", c.body)
		if a.Status != http.StatusBadRequest || a.Field(c.field) == "" {
			t.Errorf("%v: status = %d, body = %s, want 400 with an error for %s", c.body, a.Status, a.Body, c.field)
		}
	}
	o.expect("the number of seats", len(o.verification(id)["seats"].([]any)), 0)
	other := o.nominate("beena@example.com")
	path := o.addSeat(id, form{"company": "Port Trust"})
	otherPath := strings.Replace(path, id, other, 1)
	expect(t, o.staff.Send("PUT", otherPath, form{"company": "Mine"}), http.StatusNotFound)
	expect(t, o.staff.Send("DELETE", otherPath, nil), http.StatusNotFound)
	expect(t, o.staff.Get(otherPath+"/evidence"), http.StatusNotFound)
}

func TestOnlyReviewersDownloadEvidence(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	path := o.addSeat(id, form{"company": "Port Trust"}) + "/evidence"
	expect(t, o.staff.Get(path), http.StatusNotFound)

	for name, content := range map[string]string{"page.html": "<script>alert(1)</script>", "list.pdf": "not a PDF file", "empty.pdf": ""} {
		if a := o.upload(o.staff, path, name, content); a.Status != http.StatusBadRequest || a.Field("file") == "" {
			t.Errorf("%s: status = %d, body = %s, want 400 with an error for file", name, a.Status, a.Body)
		}
	}
	expect(t, o.upload(o.staff, path, "large.pdf", pdfFile+strings.Repeat(" ", 8<<20)),
		http.StatusRequestEntityTooLarge)

	a := o.upload(o.staff, path, `..\..\"DIR-12".exe`, pdfFile)
	expect(t, a, http.StatusOK)
	seat := a.JSON["verification"].(map[string]any)["seats"].([]any)[0].(map[string]any)
	o.expect("the file name", seat["evidenceName"], "DIR-12.pdf")

	a = o.staff.Get(path)
	expect(t, a, http.StatusOK)
	o.expect("the file", string(a.Body), pdfFile)
	for header, want := range map[string]string{
		"Content-Type": "application/pdf", "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff",
		"Content-Disposition": "attachment; filename=DIR-12.pdf", "Content-Security-Policy": "default-src 'none'; sandbox",
	} {
		o.expect(header, a.Header.Get(header), want)
	}
	o.expect("the audit log", o.actions(id), "seat.added evidence.added evidence.downloaded")

	expect(t, o.Visitor().Get(path), http.StatusUnauthorized)
	expect(t, o.SignedIn("admins", form{"username": "anil", "role": "accountant"}).Get(path), http.StatusForbidden)
	row := records(t, o.App, "board_seats")[0]
	for _, name := range []string{"board_seats", row.Collection().Id} {
		direct := "/api/files/" + name + "/" + row.Id + "/" + row.GetString("evidence")
		if a := o.staff.Get(direct); a.Status == http.StatusOK {
			t.Errorf("PocketBase serves the file at %s", direct)
		}
	}

	expect(t, o.staff.Send("DELETE", path, nil), http.StatusOK)
	expect(t, o.staff.Get(path), http.StatusNotFound)
	expect(t, o.staff.Send("DELETE", path, nil), http.StatusNotFound)
}

func TestConflictsAndRefereesAreStoredWithTheNomination(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	base := "/api/nominations/" + id
	o.expect("the conflicts before a check", o.verification(id)["conflicts"], nil)
	expect(t, o.staff.Send("PUT", base+"/conflicts", form{}), http.StatusOK)
	o.expect("the conflicts after a check without findings", o.verification(id)["conflicts"].(map[string]any)["found"], "")
	expect(t, o.staff.Send("PUT", base+"/conflicts", form{"declared": "Her brother audits us."}), http.StatusOK)
	conflicts := o.verification(id)["conflicts"].(map[string]any)
	o.expect("the conflict", fmt.Sprint(conflicts["declared"], " ", conflicts["actor"]),
		"Her brother audits us. kavita")

	if a := o.staff.Post(base+"/referees", form{"relation": "Chair"}); a.Status != 400 || a.Field("name") == "" {
		t.Errorf("a referee without a name: status = %d, body = %s, want 400 with an error for name", a.Status, a.Body)
	}
	for _, day := range []string{"2026-02-30", "2026-08-04", "yesterday"} {
		if a := o.staff.Post(base+"/referees", form{"name": "Leela", "heardOn": day}); a.Status != 400 ||
			a.Field("heardOn") == "" {
			t.Errorf("heardOn = %s: status = %d, body = %s, want 400 with an error for heardOn", day, a.Status, a.Body)
		}
	}
	expect(t, o.staff.Post(base+"/referees",
		form{"name": "Leela Rao", "relation": "Chair of Port Trust", "contact": "leela@example.com"}), http.StatusOK)
	referee := func() map[string]any { return o.verification(id)["referees"].([]any)[0].(map[string]any) }
	o.expect("the date of a reference that has not been received", referee()["heardOn"], "")
	path := base + "/referees/" + referee()["id"].(string)
	expect(t, o.staff.Send("PUT", path, form{"name": "Leela Rao", "statement": "Prepared and independent."}), http.StatusOK)
	o.expect("the statement and its default date, today in India", fmt.Sprint(referee()["statement"], referee()["heardOn"]),
		"Prepared and independent.2026-08-03")
	expect(t, o.staff.Send("DELETE", path, nil), http.StatusOK)
	expect(t, o.staff.Send("DELETE", path, nil), http.StatusNotFound)
	o.expect("the audit log", o.actions(id),
		"conflicts.checked conflicts.checked referee.added referee.updated referee.deleted")
}

func TestUncheckedPartsAreListedAndDoNotPreventAnApproval(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	unchecked := func() string { return fmt.Sprint(o.verification(id)["unchecked"]) }
	o.expect("the unchecked parts of a new nomination", unchecked(),
		"[No board seat has been checked. Conflicts of interest have not been checked. No reference has been received.]")
	o.addSeat(id, form{"company": "Port Trust", "result": "confirmed"})
	o.addSeat(id, form{"company": "Arabian Sea Shipping Ltd"})
	o.addSeat(id, form{"company": "Coral Bank", "result": "not_found"})
	expect(t, o.staff.Send("PUT", "/api/nominations/"+id+"/conflicts", form{}), http.StatusOK)
	o.expect("the unchecked parts after some checks", unchecked(),
		"[1 of 3 board seats is not checked. 1 of 3 board seats is not confirmed. No reference has been received.]")
	o.takeSteps(id, "take", "approve")
	o.expect("the status", o.nomination(id)["status"], "approved")
	expect(t, o.staff.Post("/api/nominations/"+id+"/referees", form{"name": "Leela Rao", "statement": "A good choice."}),
		http.StatusOK)
	o.expect("the unchecked parts after the decision", unchecked(),
		"[1 of 3 board seats is not checked. 1 of 3 board seats is not confirmed.]")
}
