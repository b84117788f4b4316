package hooks_test

import "maps"

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
}

func readsLibraryItem(d *auditFixture) call { return call{parameters: []string{d.libraryItem()}} }

// libraryItem adds an item to the library and returns its id.
func (d *auditFixture) libraryItem() string {
	return d.createRecord("/api/library", fields{"kind": "note", "title": "The amendments", "abstract": "What changes.",
		"body": "The limit falls.", "tags": []any{"LODR"}, "publishAt": "2026-01-01"})
}
