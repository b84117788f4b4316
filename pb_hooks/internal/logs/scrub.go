package logs

import (
	"regexp"
	"strings"
)

// Personal data and secrets that log text may contain by accident, mostly because the error of a provider or parser
// quotes its input.
var (
	emailPattern = regexp.MustCompile(`[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*`)
	// A number with a plus and a country code, or an Indian number without them.
	phonePattern = regexp.MustCompile(`(?:\+|%2B)\d[\d ().-]{7,}\d|\b[6-9]\d{4}[ -]?\d{5}\b`)
	// Query parameters with secret values, and the scheme of an Authorization header.
	namedSecretPattern = regexp.MustCompile(
		`(?i)\b(token|ticket|invitation|password|pin|secret|key|signature|search|email|phone|name)=[^&\s"]+` +
			`|\b(bearer|basic) +[\w.~+/=-]+`)
	jwtPattern = regexp.MustCompile(`eyJ[\w-]{5,}\.[\w-]+\.[\w-]*`)
	keyPattern = regexp.MustCompile(`\b(?:xkeysib-[\w-]+|AGE-SECRET-KEY-\w+)`)
	// Long random text: the tokens of links and sessions. Record ids (15 characters, or UUIDs) are shorter or have
	// hyphens, and our own file and job names contain no such text.
	tokenPattern = regexp.MustCompile(`\b[A-Za-z0-9_]{26,}\b`)
)

// Scrub removes email addresses, phone numbers, tokens and keys from a text. It cannot recognise names of people, so
// callers must not log them.
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

// looksRandom distinguishes a token from a long name such as boardcircleRequestTracker or auto_pb_backup_20260803: a
// token has digits, or only capitals as rand.Text produces.
func looksRandom(word string) bool {
	if strings.Contains(word, "_") && word == strings.ToLower(word) {
		return false
	}
	return strings.ContainsAny(word, "0123456789") || word == strings.ToUpper(word) && !strings.Contains(word, "_")
}
