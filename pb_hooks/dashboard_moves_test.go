package hooks_test

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// A change of a state runs the console's step: the state is stored with the step's entry in the audit log, by the
// superuser.
func TestAMoveOfStaffRunsTheStepOfTheConsole(t *testing.T) {
	t.Parallel()
	sentences := readSentences(t)
	routes := map[string]httpx.Route{}
	for _, route := range testapp.New(t).Routes() {
		routes[route.Method+" "+route.Path] = route
	}
	for collection, rule := range hooks.StaffRules {
		for _, move := range rule.Moves {
			route := routes[move.Route]
			if asks, _ := route.AsksForPassword(); asks || route.Access != httpx.Admin || route.Endpoint.Waiting != nil {
				t.Errorf("%s to %s: the dashboard has neither the password nor the answer of %s", collection, move.To, move.Route)
			}
			for _, from := range move.From {
				t.Run(fmt.Sprintf("%s/%s to %s", collection, from, move.To), func(t *testing.T) {
					t.Parallel()
					d := newAuditFixture(t, testapp.New(t))
					staff := d.app.SignedIn(core.CollectionNameSuperusers, nil)
					id := d.recordFor(collection, move, from)
					before := len(d.auditRows())
					answer := staff.Send(http.MethodPatch, "/api/collections/"+collection+"/records/"+id,
						map[string]any{rule.State: jsonState(move.To)})
					if answer.Status != http.StatusOK || fmt.Sprint(answer.JSON[rule.State]) != move.To ||
						d.state(collection, id, rule.State) != move.To {
						t.Fatalf("status = %d, state = %q: %s", answer.Status, d.state(collection, id, rule.State), answer.Body)
					}
					entries := d.auditRows()[before:]
					if len(entries) == 0 {
						t.Fatal("the step left no entry in the audit log")
					}
					for _, entry := range entries {
						if action := entry.GetString("action"); entry.GetString("actorKind") != "staff" ||
							!sentences[action] || strings.HasPrefix(action, "record.") {
							t.Errorf("the entry is not the step’s: %v", entry.PublicExport())
						}
					}
				})
			}
		}
	}
}

// recordFor prepares the data that the route of a move needs, and returns the id of the moved record.
func (d *auditFixture) recordFor(collection string, move hooks.Move, from string) string {
	d.Helper()
	prepared := fixtures[move.Route](d)
	id := ""
	if move.ID != "" {
		id = d.newest(collection)
	} else {
		id = path.Base(prepared.parameters[0])
	}
	if steps := "/api/nominations/" + id; collection == "registrations" && from != "submitted" {
		d.ok(d.admin.Post(steps+"/steps", fields{"step": "take", "version": 0}))
		d.ok(d.admin.Send(http.MethodPut, steps+"/vote", fields{"vote": "yes"}))
		if from == "info_requested" {
			d.ok(d.admin.Post(steps+"/steps", fields{"step": "ask", "version": 1, "words": "Since when?"}))
		}
	}
	rule := hooks.StaffRules[collection]
	if d.state(collection, id, rule.State) != from {
		d.setState(collection, id, rule.State, from)
	}
	return id
}

func (d *auditFixture) state(collection, id, field string) string {
	d.Helper()
	record, err := d.app.PB.FindRecordById(collection, id)
	d.must(err)
	return record.GetString(field)
}

func (d *auditFixture) setState(collection, id, field, value string) {
	d.Helper()
	_, err := d.app.PB.NonconcurrentDB().Update(collection, dbx.Params{field: jsonState(value)},
		dbx.HashExp{"id": id}).Execute()
	d.must(err)
}

// jsonState returns a state as JSON has it: the states of a switch are true and false.
func jsonState(state string) any {
	switch state {
	case "true":
		return true
	case "false":
		return false
	}
	return state
}

// Every other change of a state is refused. The sentence names the moves that are possible and the console's screen.
func TestStaffCanOnlyMakeTheMovesOfTheirRules(t *testing.T) {
	t.Parallel()
	d := newAuditFixture(t, testapp.New(t))
	staff := d.app.SignedIn(core.CollectionNameSuperusers, nil)
	collections, err := d.app.PB.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	d.must(err)
	walked := 0
	for _, c := range collections {
		rule := hooks.StaffRules[c.Name]
		for _, field := range c.Fields {
			states := statesOf(field)
			name := field.GetName()
			if len(states) == 0 || rule.HasOwnGuard || slices.Contains(rule.Free, name) ||
				name != rule.State && name != "state" && name != "status" {
				continue
			}
			id := "moved0000000000"
			_, err := d.app.PB.NonconcurrentDB().Insert(c.Name, dbx.Params{"id": id}).Execute()
			d.must(err)
			for _, from := range states {
				d.setState(c.Name, id, name, from)
				for _, to := range states {
					if from == to || isMove(rule, from, to) {
						continue
					}
					walked++
					before, entries := rowOf(t, d.app, c.Name, id), len(d.auditRows())
					answer := staff.Send(http.MethodPatch, "/api/collections/"+c.Name+"/records/"+id,
						map[string]any{name: jsonState(to)})
					message := answer.Field(name)
					if answer.Status != http.StatusBadRequest || !strings.HasSuffix(message, rule.Screen) {
						t.Errorf("%s from %s to %s: status = %d: %s", c.Name, from, to, answer.Status, answer.Body)
					}
					for _, move := range rule.Moves {
						if slices.Contains(move.From, from) && !strings.Contains(message, move.To) {
							t.Errorf("%s from %s to %s: the sentence does not name %s: %s", c.Name, from, to, move.To, message)
						}
					}
					if after := rowOf(t, d.app, c.Name, id); after != before || len(d.auditRows()) != entries {
						t.Errorf("%s from %s to %s changes %s to %s", c.Name, from, to, before, after)
					}
				}
			}
		}
	}
	if walked < 300 {
		t.Errorf("only %d changes were tried", walked)
	}
}

func statesOf(field core.Field) []string {
	switch f := field.(type) {
	case *core.SelectField:
		return f.Values
	case *core.BoolField:
		return []string{"true", "false"}
	}
	return nil
}

func isMove(rule hooks.StaffRule, from, to string) bool {
	return slices.ContainsFunc(rule.Moves, func(m hooks.Move) bool { return m.To == to && slices.Contains(m.From, from) })
}

// A move is saved alone and outside of a batch, and the step’s own rules apply to it.
func TestAMoveOfStaffFollowsTheRulesOfTheStep(t *testing.T) {
	t.Parallel()
	d := newAuditFixture(t, testapp.New(t))
	d.app.PB.Settings().Batch.Enabled = true
	d.app.PB.Settings().Batch.MaxRequests = 10
	staff := d.app.SignedIn(core.CollectionNameSuperusers, nil)
	nomination := d.createNomination()
	records := "/api/collections/registrations/records/"
	batch := map[string]any{"requests": []any{map[string]any{
		"method": "PATCH", "url": records + nomination, "body": map[string]any{"status": "in_review"},
	}}}
	for what, answer := range map[string]testapp.Response{
		"with another field": staff.Send(http.MethodPatch, records+nomination,
			map[string]any{"status": "in_review", "name": "Asha Rao-Iyer"}),
		"in a batch": staff.Post("/api/batch", batch),
	} {
		if answer.Status != http.StatusBadRequest || d.state("registrations", nomination, "status") != "submitted" {
			t.Errorf("%s: status = %d, state = %s: %s", what, answer.Status, d.state("registrations", nomination, "status"),
				answer.Body)
		}
	}
	d.ok(staff.Send(http.MethodPatch, records+nomination, map[string]any{"status": "in_review"}))
	if a := staff.Send(http.MethodPatch, records+nomination, map[string]any{"status": "approved"}); a.Status !=
		http.StatusConflict || !strings.Contains(a.Message(), "An approval needs 1 yes vote.") {
		t.Errorf("without a vote: status = %d: %s", a.Status, a.Body)
	}
	d.ok(d.admin.Send(http.MethodPut, "/api/nominations/"+nomination+"/vote", fields{"vote": "yes"}))
	d.ok(staff.Send(http.MethodPatch, records+nomination, map[string]any{"status": "approved"}))
	if steps := d.count("review_steps", ""); steps != 2 {
		t.Errorf("the history has %d steps, want 2", steps)
	}
	if invitations := d.count("invitations", ""); invitations != 1 {
		t.Errorf("%d invitations, want 1", invitations)
	}
}

// A coupon above the limit of one admin waits for a second one, from the dashboard too.
func TestACouponThatStaffSwitchOnNeedsASecondAdminAboveTheLimit(t *testing.T) {
	t.Parallel()
	d := newAuditFixture(t, testapp.New(t))
	d.createRecord("/api/membership-tiers", fields{"name": "Dear circle", "price": "90000"})
	staff := d.app.SignedIn(core.CollectionNameSuperusers, nil)
	coupon := d.insertRecord("coupons", fields{"code": "FRIEND", "kind": "percent", "value": 99})
	d.ok(staff.Send(http.MethodPatch, "/api/collections/coupons/records/"+coupon, map[string]any{"isActive": true}))
	waiting, state := d.count("approvals", "state = 'waiting'"), d.state("coupons", coupon, "approval")
	if waiting != 1 || state != "waiting" {
		t.Errorf("%d approvals wait, and the coupon’s approval is %q", waiting, state)
	}
}

func TestStaffCannotCreateJobsOrEmailsOfUnknownKinds(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	job := map[string]any{"type": "mail.forge", "key": "lost", "state": "failed", "payload": map[string]any{}}
	email := map[string]any{"emailAddress": "asha@example.com", "kind": "forged", "subject": "Hello"}
	for field, answer := range map[string]testapp.Response{
		"type": staff.Post("/api/collections/jobs/records", job),
		"kind": staff.Post("/api/collections/email_logs/records", email),
	} {
		if answer.Status != http.StatusBadRequest || answer.Field(field) == "" {
			t.Errorf("status = %d, want 400 and the field %s: %s", answer.Status, field, answer.Body)
		}
	}
	email["kind"] = "nomination-received"
	if a := staff.Post("/api/collections/email_logs/records", email); a.Status != 200 || a.JSON["status"] != "queued" {
		t.Errorf("an email of a known kind: status = %d: %s", a.Status, a.Body)
	}
}
