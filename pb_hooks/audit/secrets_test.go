package audit_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// protectedFields returns the fields that superusers must not see, by collection.
func protectedFields(t *testing.T, h *testapp.App) map[string][]string {
	t.Helper()
	collections, err := h.PB.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	protected := map[string][]string{}
	for _, collection := range collections {
		for _, field := range collection.Fields {
			if field.GetHidden() || field.Type() == core.FieldTypePassword {
				protected[collection.Name] = append(protected[collection.Name], field.GetName())
			}
		}
	}
	return protected
}

// insertRecord stores a record with a value in each of the named fields.
func insertRecord(t *testing.T, h *testapp.App, collection string, names []string) *core.Record {
	t.Helper()
	found, err := h.PB.FindCollectionByNameOrId(collection)
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(found)
	for _, name := range names {
		switch found.Fields.GetByName(name).Type() {
		case core.FieldTypeNumber:
			record.Set(name, 987654321)
		case core.FieldTypeDate:
			record.Set(name, h.Clock.Now())
		case core.FieldTypeJSON:
			record.Set(name, []string{"secret"})
		default:
			record.Set(name, "secret-"+collection+"-"+name+core.GenerateDefaultRandomId())
		}
	}
	if found.IsAuth() {
		record.SetEmail(collection + "@secrets.example")
	}
	if err := h.PB.SaveNoValidate(record); err != nil {
		t.Fatalf("%s: %v", collection, err)
	}
	return record
}

// countShown counts the records of each collection in a response, at any depth. It reports an error for each protected
// field in them.
func countShown(t *testing.T, where, body string, protected map[string][]string) map[string]int {
	t.Helper()
	var answer any
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Errorf("%s: error = %v, body = %s", where, err, body)
	}
	seen := map[string]int{}
	var walk func(any)
	walk = func(value any) {
		switch v := value.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			if collection, ok := v["collectionName"].(string); ok {
				seen[collection]++
				for _, name := range protected[collection] {
					if _, shown := v[name]; shown {
						t.Errorf("%s contains %s.%s = %v", where, collection, name, v[name])
					}
				}
			}
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(answer)
	return seen
}

func TestSuperuserNeverGetsAProtectedField(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	protected := protectedFields(t, h)
	for _, collection := range []string{httpx.Users, httpx.Admins, core.CollectionNameSuperusers, core.CollectionNameOTPs, "draft_registrations", "invitations", "legacy_import_files"} {
		if len(protected[collection]) == 0 {
			t.Errorf("%s has no protected field", collection)
		}
	}
	var topics []string
	for collection := range protected {
		topics = append(topics, collection+"/*")
	}
	events := realtimeEvents(t, h, s, topics, http.StatusNoContent)
	var wanted []string
	records := map[string]*core.Record{}
	for collection, names := range protected {
		record := insertRecord(t, h, collection, names)
		records[collection] = record
		if collection != "poll_voters" { // an event would tell when a person has voted
			wanted = append(wanted, "create "+collection)
		}
		path := "/api/collections/" + collection + "/records"
		for _, query := range []string{"", "?fields=*", "?fields=" + strings.Join(names, ",") + ",collectionName"} {
			for where, answer := range map[string]testapp.Response{
				"the list " + path + query:   s.Get(path + query),
				"the record " + path + query: s.Get(path + "/" + record.Id + query),
			} {
				if seen := countShown(t, where, answer.Body, protected); answer.Status != http.StatusOK ||
					seen[collection] == 0 {
					t.Errorf("%s: status = %d, body = %s, want the record", where, answer.Status, answer.Body)
				}
			}
		}
	}
	h.CreateAccount(httpx.Admins, nil) // A second owner, because the last one cannot be deleted.
	for _, collection := range []string{httpx.Users, httpx.Admins} {
		account := h.CreateAccount(collection, nil)
		changed := s.Send(http.MethodPatch, "/api/collections/"+collection+"/records/"+account.Id,
			fields{"verified": true})
		if countShown(t, "a change of "+collection, changed.Body, protected)[collection] == 0 {
			t.Errorf("change of %s: status = %d, body = %s, want the record", collection, changed.Status, changed.Body)
		}
		expect(t, s.Send(http.MethodDelete, "/api/collections/"+collection+"/records/"+account.Id, nil),
			http.StatusNoContent)
		wanted = append(wanted, "update "+collection, "delete "+collection)
	}
	expanded := 0
	for _, collection := range collectionsOf(t, h) {
		for _, field := range collection.Fields {
			relation, ok := field.(*core.RelationField)
			if !ok {
				continue
			}
			target, err := h.PB.FindCollectionByNameOrId(relation.CollectionId)
			if err != nil {
				t.Fatal(err)
			}
			if protected[target.Name] == nil && protected[collection.Name] == nil {
				continue
			}
			for _, name := range []string{target.Name, collection.Name} {
				if records[name] == nil {
					records[name] = insertRecord(t, h, name, nil)
				}
			}
			holder := records[collection.Name]
			holder.Set(relation.Name, records[target.Name].Id)
			if err := h.PB.SaveNoValidate(holder); err != nil {
				t.Fatalf("%s: %v", collection.Name, err)
			}
			expandedForward := s.Get("/api/collections/" + collection.Name + "/records/" + holder.Id + "?expand=" + relation.Name)
			// A hook may set the relation to another record. For example, it sets the person of an account by its
			// email.
			id := holder.GetStringSlice(relation.Name)[0]
			expandedBack := s.Get("/api/collections/" + target.Name + "/records/" + id + "?expand=" + collection.Name +
				"_via_" + relation.Name)
			for where, answer := range map[string]testapp.Response{"expanded " + relation.Name: expandedForward, "expanded back " + relation.Name: expandedBack} {
				seen := countShown(t, where, answer.Body, protected)
				if seen[target.Name] == 0 || seen[collection.Name] == 0 {
					t.Errorf("%s of %s: status = %d, body = %s, want both records", where, collection.Name, answer.Status,
						answer.Body)
				}
				expanded++
			}
		}
	}
	if expanded < 4 {
		t.Errorf("%d expansions were checked, want at least 4", expanded)
	}
	events.expect(t, wanted, protected)
}

func collectionsOf(t *testing.T, h *testapp.App) []*core.Collection {
	t.Helper()
	collections, err := h.PB.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		t.Fatal(err)
	}
	return collections
}

// realtimeStream is the event stream of a superuser.
type realtimeStream struct{ events chan string }

// realtimeEvents subscribes to topics and checks the status of the response.
func realtimeEvents(t *testing.T, h *testapp.App, s *testapp.Visitor, topics []string, wantStatus int) realtimeStream {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/realtime", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = s.Header.Clone()
	response, err := s.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	stream := realtimeStream{events: make(chan string, 1000)}
	go func() {
		defer close(stream.events)
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data:"); ok {
				stream.events <- data
			}
		}
	}()
	var connected struct {
		ClientID string `json:"clientId"`
	}
	if err := json.Unmarshal([]byte(<-stream.events), &connected); err != nil {
		t.Fatal(err)
	}
	if a := s.Post(
		"/api/realtime", fields{"clientId": connected.ClientID, "subscriptions": topics},
	); a.Status != wantStatus {
		t.Errorf("subscription to %v: status = %d, want %d; body: %s", topics, a.Status, wantStatus, a.Body)
	}
	return stream
}

// expect reads events until all wanted events, such as "create users", have arrived.
func (s realtimeStream) expect(t *testing.T, wanted []string, protected map[string][]string) {
	t.Helper()
	for deadline := time.After(20 * time.Second); len(wanted) > 0; {
		select {
		case data := <-s.events:
			var event struct{ Action string }
			if err := json.Unmarshal([]byte(data), &event); err != nil {
				t.Fatal(err)
			}
			for collection := range countShown(t, "the event "+event.Action, data, protected) {
				if collection == "poll_voters" {
					t.Errorf("an event tells when a person has voted: %s", data)
				}
				wanted = slices.DeleteFunc(wanted, func(w string) bool { return w == event.Action+" "+collection })
			}
		case <-deadline:
			t.Fatalf("the events %v did not arrive", wanted)
		}
	}
}

// A subscription with a filter on a secret would reveal the secret letter by letter.
func TestSubscriptionsCannotBeFilteredByASecret(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	s := superuser(h)
	for _, filter := range []string{"tokenKey > 'a'", "name != '' && pin ~ '$2a'", "@collection.admins.totpSecret ?> 'a'"} {
		options, err := json.Marshal(fields{"query": fields{"filter": filter}})
		if err != nil {
			t.Fatal(err)
		}
		for _, topic := range []string{"users/*", "suppressions/*"} {
			realtimeEvents(t, h, s, []string{topic + "?options=" + url.QueryEscape(string(options))},
				http.StatusForbidden)
		}
	}
	realtimeEvents(t, h, s, []string{"users/*?options=" + url.QueryEscape(`{"query":{"filter":"name != ''"}}`)},
		http.StatusNoContent)
}
