// Package plural writes numbers with their nouns.
package plural

import "strconv"

// Count returns a number with its noun, such as "1 seat" or "5 seats".
func Count(n int, one, other string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + other
}
