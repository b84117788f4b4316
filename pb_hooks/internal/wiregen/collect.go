package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/httpx"
)

// collect returns the forms of the web app and of the endpoints of a route table, sorted by name.
func collect(routes []httpx.Route) []namedForm {
	all := slices.Clone(forms)
	for _, route := range routes {
		if route.Endpoint.Request != nil {
			all = addForm(all, route.Endpoint.Request)
		}
	}
	slices.SortFunc(all, func(a, b namedForm) int { return strings.Compare(a.name, b.name) })
	return all
}

func addForm(all []namedForm, t reflect.Type) []namedForm {
	form := reflect.Zero(t).Interface().(httpx.Form).Rules()
	if len(form) == 0 {
		return all
	}
	name, option := wireName(t)
	if name == "-" {
		return all
	}
	if option == "password" {
		form = slices.Concat(form, signin.ReauthenticateForm{}.Rules())
	}
	name = strings.TrimSuffix(name, "Form")
	name = strings.ToLower(name[:1]) + name[1:]
	for _, known := range all {
		if known.name == name && !reflect.DeepEqual(known.form, form) {
			panic(fmt.Sprintf("wiregen: two forms are called %s; give %s a wire tag", name, t))
		}
		if known.name == name {
			return all
		}
	}
	return append(all, namedForm{name, form})
}

// wireName returns the name of a form in the web app: its Go name, or that of the tag of its blank field. The option
// "password" adds the fields of re-authentication. The web app does not get a form with the name "-".
func wireName(t reflect.Type) (name, option string) {
	if f, exists := t.FieldByName("_"); exists {
		name, option, _ = strings.Cut(f.Tag.Get("wire"), ",")
	}
	return cmp.Or(name, t.Name()), option
}
