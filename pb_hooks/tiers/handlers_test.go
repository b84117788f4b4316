package tiers_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestVisitorsSeeActiveTiersAndAdminsSeeAllInOrder(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	for name, values := range map[string]map[string]any{
		"Third": {"sortOrder": 30}, "First": {"sortOrder": -1}, "Second": {"sortOrder": "2"}, "Hidden": {"isActive": "false"},
	} {
		values["name"], values["price"] = name, "100"
		create(t, admin, values)
	}
	if got := names(t, h.Visitor()); fmt.Sprint(got) != "[First Second Third]" {
		t.Errorf("tiers for a visitor = %v", got)
	}
	if got := names(t, admin); fmt.Sprint(got) != "[First Hidden Second Third]" {
		t.Errorf("tiers for an admin = %v", got)
	}
}

func TestThePublicListChangesWithTheTiersAndTheSettings(t *testing.T) {
	t.Parallel()
	h := testapp.NewFresh(t)
	admin, visitor := staff(h), h.Visitor()
	dashboard := h.SignedIn(core.CollectionNameSuperusers, nil)
	tier := create(t, admin, map[string]any{"name": "Annual", "price": "600"})["id"].(string)

	first := visitor.Get(tiersPath)
	tag := first.Header.Get("ETag")
	if tag == "" || first.Header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("header = %v, want an ETag and no-cache", first.Header)
	}
	visitor.Header.Set("If-None-Match", tag)
	if again := visitor.Get(tiersPath); again.Status != 304 || again.Body != "" {
		t.Errorf("unchanged list: status = %d, body = %q, want 304 and no body", again.Status, again.Body)
	}
	for _, change := range []struct {
		method, path string
		body         map[string]any
	}{
		{"PATCH", "/api/collections/membership_tiers/records/" + tier, map[string]any{"name": "Yearly"}},
		{"POST", "/api/collections/membership_tiers/records", map[string]any{"name": "Monthly", "price": 6000, "currency": "INR", "duration": "monthly", "isActive": true}},
		{"POST", "/api/collections/settings/records", map[string]any{"key": "site", "gstRate": 12}},
		{"DELETE", "/api/collections/membership_tiers/records/" + tier, nil},
	} {
		var body any
		if change.body != nil {
			body = change.body
		}
		if answer := dashboard.Send(change.method, change.path, body); answer.Status >= 300 {
			t.Fatalf("%s %s: status = %d: %s", change.method, change.path, answer.Status, answer.Body)
		}
		changed := visitor.Get(tiersPath)
		if changed.Status != 200 || changed.Header.Get("ETag") == tag {
			t.Errorf("after %s %s: status = %d, ETag = %s, want 200 and another ETag", change.method, change.path,
				changed.Status, changed.Header.Get("ETag"))
		}
		tag = changed.Header.Get("ETag")
		visitor.Header.Set("If-None-Match", tag)
	}
	visitor.Header.Del("If-None-Match")
	if got := names(t, visitor); fmt.Sprint(got) != "[Monthly]" {
		t.Errorf("tiers at the end = %v, want [Monthly]", got)
	}
}

func TestNoReaderCachesAnOldList(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	path := tiersPath + "/" + create(t, admin, map[string]any{"name": "Annual", "price": "1"})["id"].(string)
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		reader := h.Visitor()
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					reader.Get(tiersPath)
				}
			}
		})
	}
	visitor := h.Visitor()
	for n := range 25 {
		name := fmt.Sprint("Annual ", n)
		if answer := admin.Send("PUT", path, map[string]any{"name": name}); answer.Status != 200 {
			t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
		}
		if got := names(t, visitor); fmt.Sprint(got) != "["+name+"]" {
			t.Errorf("tiers after the change to %s = %v", name, got)
		}
	}
	close(stop)
	readers.Wait()
}

func TestTiersAreReordered(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	var ids []string
	for _, name := range []string{"A", "B", "C"} {
		ids = append(ids, create(t, admin, map[string]any{"name": name, "price": "100"})["id"].(string))
	}
	order := func(ids any) testapp.Response { return admin.Post(tiersPath+"/reorder", map[string]any{"ids": ids}) }
	for name, refused := range map[string]struct {
		ids    any
		status int
	}{
		"an id instead of a list": {"A", 400},
		"a repeated id":           {[]string{ids[0], ids[1], ids[1]}, 400},
		"an unknown id":           {[]string{ids[0], ids[1], "unknownrecord00"}, 409},
		"a missing id":            {ids[:2], 409},
	} {
		if answer := order(refused.ids); answer.Status != refused.status {
			t.Errorf("%s: status = %d, want %d: %s", name, answer.Status, refused.status, answer.Body)
		}
	}
	if got := names(t, h.Visitor()); !slices.Equal(got, []string{"A", "B", "C"}) {
		t.Errorf("tiers after refused requests = %v, want [A B C]", got)
	}
	if answer := order([]string{ids[2], ids[0], ids[1]}); answer.Status != 204 {
		t.Errorf("status = %d, want 204: %s", answer.Status, answer.Body)
	}
	if got := names(t, h.Visitor()); !slices.Equal(got, []string{"C", "A", "B"}) {
		t.Errorf("tiers = %v, want [C A B]", got)
	}
	rows, err := h.PB.CountRecords("audit_log", dbx.HashExp{"action": "tier.reordered"})
	if rows != 1 || err != nil {
		t.Errorf("%d rows in the audit log, %v; want 1", rows, err)
	}
}
