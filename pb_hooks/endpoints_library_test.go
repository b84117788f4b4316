package hooks_test

import (
	"maps"
	"net/http"

	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, libraryFixtures) }

// libraryFixtures are the fixtures of the endpoints of the library.
var libraryFixtures = map[string]func(*auditFixture) call{
	"GET /api/library": func(d *auditFixture) call {
		d.libraryItem()
		return call{query: "?words=amend&kind=note&perPage=5"}
	},
	"GET /api/library/{id}":             readsLibraryItem,
	"PUT /api/library/{id}":             readsLibraryItem,
	"DELETE /api/library/{id}":          readsLibraryItem,
	"PUT /api/library/{id}/bookmark":    readsLibraryItem,
	"DELETE /api/library/{id}/bookmark": readsLibraryItem,
	"GET /api/admin/library": func(d *auditFixture) call {
		d.libraryItem()
		return call{query: "?tag=LODR"}
	},
	"GET /api/admin/library/{id}": readsLibraryItem,
	"GET /api/admin/library/{id}/versions": func(d *auditFixture) call {
		id := d.libraryItem()
		d.ok(d.admin.Send(http.MethodPut, "/api/library/"+id, fields{"title": "The new amendments"}))
		return call{parameters: []string{id}}
	},
	"POST /api/library/{id}/file": func(d *auditFixture) call {
		path := "/api/library/" + d.libraryItem() + "/file"
		return call{send: func() testapp.Response { return d.upload(path, "file", []byte(testapp.PDF(""))) }}
	},
	"GET /api/library-collections":            func(d *auditFixture) call { d.libraryCollection(); return call{} },
	"GET /api/library-collections/{id}":       readsLibraryCollection,
	"PUT /api/library-collections/{id}":       readsLibraryCollection,
	"DELETE /api/library-collections/{id}":    readsLibraryCollection,
	"GET /api/admin/library-collections":      func(d *auditFixture) call { d.libraryCollection(); return call{} },
	"GET /api/admin/library-collections/{id}": readsLibraryCollection,

	"GET /api/library/{id}/file":       readsLibraryFile,
	"DELETE /api/library/{id}/file":    readsLibraryFile,
	"GET /api/admin/library/{id}/file": readsLibraryFile,
}

// readsLibraryFile uploads the file of an item.
func readsLibraryFile(d *auditFixture) call {
	id := d.libraryItem()
	d.ok(d.upload("/api/library/"+id+"/file", "file", []byte(testapp.PDF(""))))
	return call{parameters: []string{id}}
}

func readsLibraryCollection(d *auditFixture) call {
	return call{parameters: []string{d.libraryCollection()}}
}

// libraryCollection adds a collection with a published item to the library and returns its id.
func (d *auditFixture) libraryCollection() string {
	return d.createRecord("/api/library-collections", fields{"title": "The first year", "items": []any{d.libraryItem()}})
}

func readsLibraryItem(d *auditFixture) call { return call{parameters: []string{d.libraryItem()}} }

// libraryItem adds an item to the library and returns its id.
func (d *auditFixture) libraryItem() string {
	return d.createRecord("/api/library", fields{"kind": "note", "title": "The amendments", "abstract": "What changes.",
		"body": "The limit falls.", "tags": []any{"LODR"}, "publishAt": "2026-01-01"})
}
