package testdb

import (
	"flag"
	"testing"

	"pgregory.net/rapid"
)

// npm test runs the same few generated cases each time, and npm run test:long more and longer ones with a new seed. The
// flags replace these numbers.
func init() {
	values := map[string]string{"checks": "5", "steps": "10", "seed": "3", "nofailfile": "true"}
	if IsLong() {
		values["checks"], values["steps"], values["seed"] = "60", "20", "0"
	}
	for name, value := range values {
		if err := flag.Set("rapid."+name, value); err != nil {
			panic(err)
		}
	}
}

// Case is a generated case of a test. It draws its values from rapid and is a testing.TB of its own, so it can have its
// own app. A failure must not name ids or times of this run, because rapid compares it with those of smaller cases.
type Case struct {
	*rapid.T
	test
	cleanups []func()
}

// test has the methods of testing.TB that rapid.T lacks. They are embedded deeper than those of rapid.T, which win.
type test struct{ deeper }
type deeper struct{ testing.TB }

// Check checks that property holds in generated cases. If a case fails, it reports the smallest one that fails, too.
func Check(t *testing.T, property func(*Case)) {
	t.Helper()
	rapid.Check(t, func(r *rapid.T) {
		c := &Case{T: r, test: test{deeper{t}}}
		defer c.clean()
		property(c)
	})
}

// Cleanup registers a function for the end of the case. rapid's own Cleanup ignores failures.
func (c *Case) Cleanup(f func()) { c.cleanups = append(c.cleanups, f) }

func (c *Case) clean() {
	for _, f := range c.cleanups {
		defer f()
	}
}
