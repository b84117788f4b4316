package sessions

import "strings"

// mark is a text that identifies a browser or system in a User-Agent, and its name. The first mark that occurs applies,
// because browsers include the names of other browsers.
type mark struct{ text, name string }

var (
	browsers = []mark{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Chromium/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = []mark{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
)

// DescribeDevice returns a short description of the browser in a User-Agent. It is only a hint for the owner of a
// session, because anyone can send any User-Agent.
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
