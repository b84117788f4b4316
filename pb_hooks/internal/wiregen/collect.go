package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/httpx"
)

// collection is what the generated module contains.
type collection struct {
	forms []namedForm
	types []namedType
}

// collect returns the forms and the types of the endpoints of a route table, and the types that they contain, sorted by
// name.
func collect(routes []httpx.Route) *collection {
	c := &collection{forms: slices.Clone(forms)}
	for _, w := range wireTypes {
		c.types = append(c.types, namedType{w.name, reflect.TypeOf(w.shape)})
	}
	for _, route := range routes {
		if route.Endpoint == nil {
			continue
		}
		if route.Endpoint.Request != nil {
			c.addForm(route.Endpoint.Request)
		}
		for _, answer := range []reflect.Type{route.Endpoint.Answer, route.Endpoint.Waiting} {
			if answer != nil {
				c.addType(answer)
			}
		}
	}
	slices.SortFunc(c.forms, func(a, b namedForm) int { return strings.Compare(a.name, b.name) })
	slices.SortFunc(c.types, func(a, b namedType) int { return strings.Compare(a.name, b.name) })
	return c
}

func (c *collection) addForm(t reflect.Type) {
	form := reflect.Zero(t).Interface().(httpx.Form).Rules()
	if len(form) == 0 {
		return
	}
	name, option := wireName(t)
	if option == "password" {
		form = slices.Concat(form, signin.ReauthenticateForm)
	}
	name = strings.TrimSuffix(name, "Form")
	name = strings.ToLower(name[:1]) + name[1:]
	for _, known := range c.forms {
		if known.name == name && !reflect.DeepEqual(known.form, form) {
			panic(fmt.Sprintf("wiregen: two forms are called %s; give %s a wire tag", name, t))
		}
		if known.name == name {
			return
		}
	}
	c.forms = append(c.forms, namedForm{name, form})
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// addType adds a struct and the structs that it contains. A type that encodes itself, such as a time, is no interface.
func (c *collection) addType(t reflect.Type) {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer, reflect.Map:
		c.addType(t.Elem())
		return
	case reflect.Struct:
	default:
		return
	}
	if t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) {
		return
	}
	name, _ := wireName(t)
	for _, known := range c.types {
		if known.shape == t {
			return
		}
		if known.name == name {
			panic(fmt.Sprintf("wiregen: %s and %s are both called %s; give one a wire tag", known.shape, t, name))
		}
	}
	c.types = append(c.types, namedType{name, t})
	c.addFields(t)
}

func (c *collection) addFields(t reflect.Type) {
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case f.Anonymous: // its fields are written into the struct that embeds it
			c.addFields(f.Type)
		case f.IsExported() && f.Tag.Get("json") != "-":
			c.addType(f.Type)
		}
	}
}

// wireName returns the name of a struct in the web app: its Go name, or that of the tag of its blank field. The option
// "password" adds the fields of re-authentication to a form.
func wireName(t reflect.Type) (name, option string) {
	if f, exists := t.FieldByName("_"); exists {
		name, option, _ = strings.Cut(f.Tag.Get("wire"), ",")
	}
	return cmp.Or(name, t.Name()), option
}
