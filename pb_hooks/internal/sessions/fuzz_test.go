package sessions_test

import (
	"testing"
	"unicode/utf8"

	"boardcircle/pb_hooks/internal/sessions"
)

// A client can send any text as its User-Agent, so the description contains only our own words.
func FuzzDescribeDevice(f *testing.F) {
	for _, seed := range []string{"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "curl/8.14", "", "<script>Firefox</script>", "\xff\xfe", "Edg/ Chrome/ Android Windows"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, agent string) {
		described := sessions.DescribeDevice(agent)
		if described == "" || len(described) > 60 || !utf8.ValidString(described) {
			t.Errorf("DescribeDevice(%q) = %q", agent, described)
		}
		for _, r := range described {
			if r < ' ' || r > '~' || r == '<' || r == '"' {
				t.Errorf("DescribeDevice(%q) = %q", agent, described)
			}
		}
	})
}

func FuzzIDOf(f *testing.F) {
	for _, seed := range []string{"", "..", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOjF9.x", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, token string) { sessions.IDOf(token) })
}
