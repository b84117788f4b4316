package httpx_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

type address struct {
	State string `json:"state"`
	PIN   string `json:"pin"`
}

func (address) Rules() rules.Form {
	return rules.Form{
		{Name: "state", Label: "State", Kind: rules.Line, Max: 2},
		{Name: "pin", Label: "PIN code", Kind: rules.Line},
	}
}

func (a *address) CheckFields() []rules.Problem {
	if a.PIN == "" {
		return []rules.Problem{{Field: "pin", Code: "required", Message: "Please enter your PIN code"}}
	}
	a.State, a.PIN = strings.ToUpper(a.State), strings.ReplaceAll(a.PIN, " ", "")
	return nil
}

type order struct {
	Name    string   `json:"name"`
	Address *address `json:"address,omitempty"`
}

func (order) Rules() rules.Form {
	return rules.Form{{Name: "name", Label: "Name", Kind: rules.Line, Required: true}}
}

func TestANestedFormIsCheckedAfterTheFieldsOfItsParent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, state, pin, problem string }{
		{body: `{"name":"Asha","address":{"state":"mh","pin":"400 001"}}`, state: "MH", pin: "400001"},
		{body: `{"name":"Asha"}`},
		{body: `{"name":"Asha","address":null}`},
		{body: `{"address":{"state":"mhx"}}`, problem: "name"},
		{body: `{"name":"Asha","address":{"state":"mhx"}}`, problem: "address.state"},
		{body: `{"name":"Asha","address":{"state":"mh"}}`, problem: "address.pin"},
		{body: `{"name":"Asha","address":"Mumbai"}`, problem: "address"},
	} {
		e := &core.RequestEvent{}
		e.Request = httptest.NewRequest("POST", "/", strings.NewReader(c.body))
		form, err := httpx.Decode[order](e)
		var names []string
		if refusal, isRefusal := err.(*router.ApiError); isRefusal {
			for name := range refusal.Data {
				names = append(names, name)
			}
		}
		if want := strings.Fields(c.problem); !slices.Equal(names, want) {
			t.Errorf("%s: err = %v, want problems of %v", c.body, err, want)
		}
		if c.state == "" {
			continue
		}
		if form.Address == nil || form.Address.State != c.state || form.Address.PIN != c.pin {
			t.Errorf("%s: address = %+v, want %s and %s", c.body, form.Address, c.state, c.pin)
		}
	}
}
