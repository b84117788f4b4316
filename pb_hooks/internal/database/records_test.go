package database_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
)

type status string

type inner struct {
	Tags []string `json:"tags"`
}

type form struct {
	Status status       `json:"status"`
	Price  money.Amount `json:"price"`
	Votes  int          `json:"votes"`
	IsOpen bool         `json:"isOpen"`
	inner
	Unsent string `json:"-"`
}

func TestAListOfARecordIsNeverNil(t *testing.T) {
	t.Parallel()
	c := core.NewBaseCollection("forms")
	c.Fields.Add(&core.JSONField{Name: "tags"})
	record := core.NewRecord(c)
	for _, value := range []any{nil, "not a list", "", map[string]any{"a": 1}, []int{1}} {
		record.Set("tags", value)
		if got := database.ReadList[string](record, "tags"); got == nil || len(got) > 0 {
			t.Errorf("%v: %#v", value, got)
		}
	}
	record.Set("tags", []string{"a", "b"})
	if got := database.ReadList[string](record, "tags"); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("ReadList = %v, want a and b", got)
	}
}

func TestSetFieldsAndReadFields(t *testing.T) {
	t.Parallel()
	c := core.NewBaseCollection("forms")
	c.Fields.Add(&core.TextField{Name: "status"}, &core.NumberField{Name: "price"}, &core.NumberField{Name: "votes"},
		&core.BoolField{Name: "isOpen"}, &core.JSONField{Name: "tags"})
	record := core.NewRecord(c)
	want := form{Status: "open", Price: 1050, Votes: 2, IsOpen: true, inner: inner{Tags: []string{"a", "b"}}}
	database.SetFields(record, want, nil)
	var got form
	database.ReadFields(record, &got)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}

	database.SetFields(record, form{Status: "closed"}, func(name string) bool { return name == "status" })
	record.Set("tags", "not a list")
	database.ReadFields(record, &got)
	if want.Status, want.Tags = "closed", nil; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
