package pages

import (
	"strings"
	"testing"
)

func TestARenderedStyleAttributeIsAllowedByItsHash(t *testing.T) {
	t.Parallel()
	// echo -n 'font-family:"Inter"' | openssl dgst -sha256 -binary | base64
	const want = " 'sha256-6739ZTlyaH1Guf6uxvQgOMS0bAN/hijn6eEj6iut94s='"
	const text = `<p style="font-family:&quot;Inter&quot;" class="x">data-style="no"</p><p style="font-family:&quot;Inter&quot;">`
	found := hashes(text, styleAttribute, nil)
	if found != want {
		t.Errorf("hashes = %q, want %q", found, want)
	}
	if policy := newTemplate("").policy(kindSite, found, nil); !strings.Contains(policy,
		"style-src-attr 'unsafe-hashes'"+want+";") {
		t.Errorf("the policy does not allow the hash: %s", policy)
	}
}
