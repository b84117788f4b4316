package rules_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/rules"
)

func TestALinkIsFoundInEveryScript(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"See https://example.com for more", "ftp://example", "www.example", "asha@example.com", "asha@localhost",
		"example.com", "Example.COM.", "(example.xyz)", "example.museum/asha", "see t.me/asha", "x.co", "123.com",
		"example.xn--p1ai", "example.co.in", "my-site.travel", "पहला उदाहरण.भारत है", "пример.рф", "例え.テスト", "例え。テスト",
		"example．com", "ｅｘａｍｐｌｅ.ｃｏｍ", "exa\u200bmple\u200b.\u200bcom", "example\u00ad.com", "example.\u034fcom", "www\u3164.example", "example․com", "asha＠example",
		"example[.]com", "example [.] com", "example(.)com", "example{dot}com", "example (DOT) com", "उदाहरण[.]भारत",
		"Ask 192.168.1.10 for it", "192.168.1.10.", "१९२.१६८.१.१०", "192[.]168[.]1[.]10", "[2001:db8::1]", "fe80::1",
	} {
		if !rules.HasLink(text) {
			t.Errorf("no link is found in %q", text)
		}
	}
	for _, text := range []string{
		"", "You know M&A/IPO work, e.g. at a Ph.D. level.\nSo do I.", "i.e. A.K. Rao, M.A., and U.S.A. firms",
		"It cost Rs.500 or 2.5 crore, 1.25.50", "At 10:30:00 on 1.12.2026.", "Boards, audits … and more...", "No.1 and v1.2.3",
		"A ratio of 3:2 :: and so on", "(.) or [.]", "@ the board", "धन्यवाद। आप", "Well: decade: facade: 10:30",
	} {
		if rules.HasLink(text) {
			t.Errorf("a link is found in %q", text)
		}
	}
}
