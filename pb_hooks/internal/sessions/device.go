package sessions

import "strings"

// mark is a text of a User-Agent and what it stands for. The first one that occurs counts: the browsers name
// each other.
type mark struct{ text, name string }

var (
	browsers = []mark{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Chromium/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = []mark{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
)

// DescribeDevice says in a few words which browser sends a User-Agent. It is a hint for the owner of a session:
// anybody can send any User-Agent.
func DescribeDevice(userAgent string) string {
	browser, system := firstMark(browsers, userAgent), firstMark(systems, userAgent)
	switch {
	case browser != "" && system != "":
		return browser + " on " + system
	case browser != "" || system != "":
		return browser + system
	}
	return "Unknown device"
}

func firstMark(marks []mark, userAgent string) string {
	for _, m := range marks {
		if strings.Contains(userAgent, m.text) {
			return m.name
		}
	}
	return ""
}
