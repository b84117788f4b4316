package lists

import (
	"maps"
	"reflect"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Rows returns an endpoint that sends the rows of a list.
func Rows[Row any](list List, doc httpx.Doc) httpx.Endpoint {
	return MappedRows(list, func(_ *core.RequestEvent, row Row) Row { return row }, doc)
}

// Describe returns an endpoint whose handler reads the rows of the list itself.
func (l List) Describe(endpoint httpx.Endpoint) httpx.Endpoint {
	endpoint.IsList, endpoint.IsWholeList, endpoint.Query = true, l.Whole, l.Parameters(endpoint.Query)
	return endpoint
}

// MappedRows returns an endpoint that sends the rows of a list, each converted by item.
func MappedRows[Row, Item any](list List, item func(*core.RequestEvent, Row) Item, doc httpx.Doc) httpx.Endpoint {
	doc.Query = list.Parameters(doc.Query)
	return httpx.Endpoint{
		Doc: doc, IsList: true, IsWholeList: list.Whole, Answer: reflect.TypeFor[[]Item](),
		Handler: func(e *core.RequestEvent) error {
			return WriteMapped(e, list, func(row Row) Item { return item(e, row) })
		},
	}
}

// Parameters returns the filters of a list with their descriptions, and further parameters.
func (l List) Parameters(described []httpx.Parameter) []httpx.Parameter {
	all := slices.Clone(described)
	find := func(name string) *httpx.Parameter {
		i := slices.IndexFunc(all, func(p httpx.Parameter) bool { return p.Name == name })
		if i < 0 {
			all, i = append(all, httpx.Parameter{Name: name, Description: "Lists the rows with this " + name + "."}),
				len(all)
		}
		return &all[i]
	}
	for _, name := range slices.Sorted(maps.Keys(l.Filters)) {
		find(name).Options = slices.Sorted(maps.Keys(l.Filters[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(l.ValueFilters)) {
		find(name)
	}
	return all
}
