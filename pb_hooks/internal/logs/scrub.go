package logs

import (
	"regexp"
	"strings"
)

// What a text of ours can carry of a person without anybody meaning it: mostly a provider's or a parser's
// error that quotes what was sent.
var (
	emailPattern = regexp.MustCompile(`[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*`)
	// with a plus and a country's code, or an Indian number without them
	phonePattern = regexp.MustCompile(`(?:\+|%2B)\d[\d ().-]{7,}\d|\b[6-9]\d{4}[ -]?\d{5}\b`)
	// parameters of a query whose values are secrets, and the scheme of a header
	namedSecretPattern = regexp.MustCompile(`(?i)\b(token|ticket|invitation|password|pin|secret|key|signature|search|email|phone|name)=[^&\s"]+|\b(bearer|basic) +[\w.~+/=-]+`)
	jwtPattern         = regexp.MustCompile(`eyJ[\w-]{5,}\.[\w-]+\.[\w-]*`)
	keyPattern         = regexp.MustCompile(`\b(?:xkeysib-[\w-]+|AGE-SECRET-KEY-\w+)`)
	// long random text: the tokens of links and sessions. Record ids (15 characters, UUIDs) are shorter or
	// have hyphens; our own file and job names have no such run.
	tokenPattern = regexp.MustCompile(`\b[A-Za-z0-9_]{26,}\b`)
)

// Scrub takes e-mail addresses, telephone numbers, tokens and keys out of a text. It cannot know a name: what
// is logged must not hold one.
func Scrub(text string) string {
	if strings.ContainsAny(text, "@%") {
		text = emailPattern.ReplaceAllString(text, "[email]")
	}
	text = namedSecretPattern.ReplaceAllStringFunc(text, func(found string) string {
		if name, _, isParameter := strings.Cut(found, "="); isParameter && !strings.Contains(name, " ") {
			return name + "=[removed]"
		}
		return "[removed]"
	})
	if len(text) >= 20 {
		text = jwtPattern.ReplaceAllString(text, "[token]")
		text = keyPattern.ReplaceAllString(text, "[key]")
		text = tokenPattern.ReplaceAllStringFunc(text, func(found string) string {
			if looksRandom(found) {
				return "[token]"
			}
			return found
		})
	}
	if len(text) >= 10 {
		text = phonePattern.ReplaceAllString(text, "[phone]")
	}
	return text
}

// looksRandom tells a token from a long name such as boardcircleRequestTracker or auto_pb_backup_20260803: it has
// digits, or only capitals as rand.Text makes them.
func looksRandom(word string) bool {
	if strings.Contains(word, "_") && word == strings.ToLower(word) {
		return false
	}
	return strings.ContainsAny(word, "0123456789") || word == strings.ToUpper(word) && !strings.Contains(word, "_")
}
