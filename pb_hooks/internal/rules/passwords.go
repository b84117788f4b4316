package rules

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// MinPasswordLength is the minimum number of characters of a new password, for every account.
const MinPasswordLength = 12

// CommonPasswordMessage is the message for a password that attackers try first.
const CommonPasswordMessage = "This password is too easy to guess. Please choose another one, such as a few " +
	"unrelated words"

// commonWords are the base words of common passwords, one per line, sorted. See commonwords/README.md.
//
//go:embed commonwords/words.txt
var commonWords string

var commonWordList = sync.OnceValue(func() []string { return strings.Fields(commonWords) })

// guessableRows are letters in the orders in which people type them along the keyboard or alphabet.
var guessableRows = []string{
	"abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba", "qwertyuiop", "poiuytrewq", "asdfghjkl", "lkjhgfdsa",
	"zxcvbnm", "mnbvcxz", "qwertyuiopasdfghjklzxcvbnm", "qazwsxedcrfvtgbyhnujmikolp", "azertyuiop", "qwertzuiop",
}

// lookalikes maps signs that people write instead of letters.
var lookalikes = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s",
	"!", "i")

// IsCommonPassword reports whether a password is common, or a common word in disguise: in another case, surrounded by
// digits or signs, with signs for letters, or repeated.
func IsCommonPassword(password string) bool {
	word := baseWord(password)
	if len([]rune(word)) < 3 {
		return true
	}
	if slices.ContainsFunc(guessableRows, func(row string) bool { return strings.Contains(row, word) }) {
		return true
	}
	_, found := slices.BinarySearch(commonWordList(), word)
	return found
}

// baseWord returns the word that a password is based on.
func baseWord(password string) string {
	word := strings.TrimFunc(strings.ToLower(password), func(r rune) bool { return !unicode.IsLetter(r) })
	word = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, lookalikes.Replace(word))
	letters := []rune(word)
	for period := 1; period <= len(letters)/2; period++ {
		if len(letters)%period == 0 && strings.Repeat(string(letters[:period]), len(letters)/period) == word {
			return string(letters[:period])
		}
	}
	return word
}
