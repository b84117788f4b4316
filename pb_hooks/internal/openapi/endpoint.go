package openapi

import (
	"maps"
	"reflect"
	"slices"

	"boardcircle/pb_hooks/internal/httpx"
)

// describe returns the operation of a declared endpoint.
func describe(p httpx.Endpoint) Operation {
	o := Operation{
		Tag: p.Tag, Summary: p.Summary, Description: p.Description, Status: p.Status, Partial: p.IsPartial, Media: p.Media,
		Query: p.Query, Errors: slices.Clone(p.Statuses), Messages: map[int][]string{}, Example: p.Example,
	}
	for _, err := range p.Errors {
		o.Errors = append(o.Errors, err.Status)
		o.Messages[err.Status] = append(o.Messages[err.Status], err.Message)
	}
	switch {
	case p.FilePart != "":
		o.Body = File(p.FilePart)
	case p.Request != nil:
		o.Body = p.Request
	}
	if p.Answer != nil {
		o.Response = reflect.Zero(p.Answer).Interface()
	}
	if p.List != nil {
		o.List, o.Whole, o.Query = true, p.List.Whole, listParameters(*p.List, p.Query)
	}
	return o
}

// listParameters returns the filters of a list with their descriptions, and further parameters.
func listParameters(list httpx.List, described []Parameter) []Parameter {
	all := slices.Clone(described)
	find := func(name string) *Parameter {
		i := slices.IndexFunc(all, func(p Parameter) bool { return p.Name == name })
		if i < 0 {
			all, i = append(all, Parameter{Name: name, Description: "Lists the rows with this " + name + "."}), len(all)
		}
		return &all[i]
	}
	for _, name := range slices.Sorted(maps.Keys(list.Filters)) {
		find(name).Options = slices.Sorted(maps.Keys(list.Filters[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(list.ValueFilters)) {
		find(name)
	}
	return all
}
