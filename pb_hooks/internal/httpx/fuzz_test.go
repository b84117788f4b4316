package httpx

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/config"
)

// The client's address is never that of a proxy, and is never taken from part of an invalid address.
func FuzzForwardedFor(f *testing.F) {
	for _, seed := range []string{"203.0.113.7", "1.2.3.4, 203.0.113.7, 10.0.0.1", "", ",,,", "::ffff:10.0.0.1", "203.0.113.7:80", "2001:db8::1%eth0", "unknown, 10.0.0.1", "\x00"} {
		f.Add(seed, seed)
	}
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	g := &Middleware{cfg: config.Config{TrustedProxies: proxies}}
	f.Fuzz(func(t *testing.T, first, second string) {
		client, ok := g.forwardedFor([]string{first, second})
		if ok &&
			(g.isProxy(client) || !strings.Contains(first+","+second, strings.TrimPrefix(client.String(), "::ffff:")) && client.Is4() && !strings.Contains(first+second, ":")) {
			t.Errorf("%q, %q is from %s", first, second, client)
		}
	})
}

func FuzzOnlyOurOwnHostNamesAreAllowed(f *testing.F) {
	for _, seed := range []string{"circle.example", "circle.example:443", "[::1]:80", "evil.example", "circle.example.evil.example", "circle.example@evil.example", "", ":", "[", "CIRCLE.example."} {
		f.Add(seed)
	}
	rule := NewHostRule(config.Config{SiteURL: "https://circle.example"}, "127.0.0.1:8090", nil)
	f.Fuzz(func(t *testing.T, host string) {
		name := strings.ToLower(strings.TrimSuffix(hostname(host), "."))
		if !rule.allows(t.Context(), host) || !strings.Contains(name, ".") || name == "circle.example" ||
			name == "www.circle.example" {
			return
		}
		if _, err := netip.ParseAddr(name); err != nil {
			t.Errorf("%q is allowed", host)
		}
	})
}

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
