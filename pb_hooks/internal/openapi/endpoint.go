package openapi

import (
	"reflect"
	"slices"

	"boardcircle/pb_hooks/internal/httpx"
)

// describe returns the operation of a declared endpoint.
func describe(p httpx.Endpoint) Operation {
	o := Operation{
		Tag:         p.Tag,
		Summary:     p.Summary,
		Description: p.Description,
		Status:      p.Status,
		Partial:     p.IsPartial,
		Media:       p.Media,
		Scheme:      p.Scheme,
		Cached:      p.HasETag,
		Query:       p.Query,
		Errors:      slices.Clone(p.Statuses),
		Messages:    map[int][]string{},
		Example:     p.Example,
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
	if p.Waiting != nil {
		o.Waiting = reflect.Zero(p.Waiting).Interface()
	}
	if p.List != nil {
		o.List, o.Whole, o.Query = true, p.List.Whole, p.List.Parameters(p.Query)
	}
	return o
}
