package lists

import (
	"net/url"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
)

// No text from the query of a list request becomes SQL: names are looked up, and values are bound.
func FuzzAListsQuery(f *testing.F) {
	for _, seed := range []string{"page=1&perPage=50", "sort=-name&status=new", "sort=name);DROP TABLE users;--", "status=' OR 1=1", "city=%00", "page=-1", "page=99999999999999999999", "sort=-name&sort=x", "&;=%zz", "city=a&city=b"} {
		f.Add(seed)
	}
	list := List{
		From:        "people",
		Columns:     []string{"id", "name"},
		Sort:        map[string]string{"name": "lower(name)", "createdAt": "createdAt"},
		DefaultSort: "-createdAt",
		Filters:     map[string]map[string]string{"status": {"new": "status = 'new'"}},
		ValueFilters: map[string]func(string) (dbx.Expression, bool){
			"city": func(value string) (dbx.Expression, bool) {
				return dbx.NewExp("city = {:city}", dbx.Params{"city": value}), value != ""
			},
		},
	}
	known := map[string]bool{"lower(name)": true, "createdAt": true, "id": true}
	f.Fuzz(func(t *testing.T, text string) {
		query, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		query.Del("search") // a search would query the index in the database
		parsed, err := list.parseQuery(nil, query)
		if err != nil {
			return
		}
		if parsed.page < 1 || parsed.perPage < 0 || parsed.perPage > maxPageSize {
			t.Errorf("%q is page %d of %d", text, parsed.page, parsed.perPage)
		}
		for _, order := range parsed.order {
			expression := strings.TrimSuffix(strings.TrimSuffix(order, " DESC"), " ASC")
			if !known[expression] {
				t.Errorf("%q is sorted by %q", text, order)
			}
		}
	})
}
