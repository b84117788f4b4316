// Package plural writes numbers with their nouns, and lists of names.
package plural

import (
	"strconv"
	"strings"
)

// Count returns a number with its noun, such as "1 seat" or "5 seats".
func Count(n int, one, other string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + other
}

// List joins names, such as "Asha, Bina and Farah". It returns "" without names.
func List(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
