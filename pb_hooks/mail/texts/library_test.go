package texts

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestTextIsCompiledOnce(t *testing.T) {
	t.Parallel()
	site := config.Site{Name: "Boardcircle", ContactEmail: "info@boardcircle.example", ContactPhone: "+91 22 4000 1234"}
	l := New(testdb.New(t), config.Config{SiteURL: "https://boardcircle.example", Site: site}, time.Now)
	l.Register("sample", compileSample(t).kind, nil, nil)
	render := func(name string) {
		t.Helper()
		if _, err := l.Render("sample", sampleParams(name, "asha@example.com", "x")); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		render("Asha Rao")
	}
	key := textKey{textVersion{"sample", 0}, l.frame()}
	first := l.compiled[key]
	if first == nil || len(l.compiled) != 1 {
		t.Fatalf("%d compiled texts, want 1", len(l.compiled))
	}
	render("Meera Iyer")
	if l.compiled[key] != first {
		t.Error("the text was compiled again")
	}
}
