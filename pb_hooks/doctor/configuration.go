package doctor

import (
	"slices"
	"strings"

	"boardcircle/pb_hooks/internal/config"
)

// ourPrefixes are the prefixes of variables that only this program reads.
var ourPrefixes = []string{"BOARDCIRCLE_", "RAZORPAY_", "BREVO_", "PB_", "METRICS_", "REPLICA_"}

// testPrefix is the prefix of variables that only the tests read.
const testPrefix = "BOARDCIRCLE_TEST_"

// checkConfiguration checks the environment and returns the configuration that its valid variables give.
func (d *Doctor) checkConfiguration() config.Config {
	const check = "configuration"
	values := map[string]string{}
	for _, pair := range d.opts.Environ {
		name, value, _ := strings.Cut(pair, "=")
		values[name] = value
	}
	var known []string // the names that the program looks up
	cfg, err := config.FromEnv(func(name string) (string, bool) {
		known = append(known, name)
		value, found := values[name]
		return value, found
	})
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			d.add(Problem, check, line, "Correct it. The server does not start until it is valid.")
		}
	} else {
		d.ok(check, "every variable that is set is valid")
	}
	for name := range values {
		if suggestion, isSuspicious := unknownName(name, known); isSuspicious {
			advice := "Remove it, or correct its name."
			if suggestion != "" {
				advice = "Did you mean " + suggestion + "?"
			}
			d.add(Warning, check, name+" is set, but the program does not read it", advice)
		}
	}
	d.checkMissing(cfg, values)
	// values is a map: sort, so that the report is the same each time.
	slices.SortStableFunc(d.findings, func(a, b Finding) int { return strings.Compare(a.Message, b.Message) })
	return cfg
}

// checkMissing reports the variables that are not set, and what does not work without them.
func (d *Doctor) checkMissing(cfg config.Config, values map[string]string) {
	const check = "configuration"
	missing := func(status Status, name, effect, advice string) {
		if strings.TrimSpace(values[name]) == "" {
			d.add(status, check, name+" is not set: "+effect, advice)
		}
	}
	missing(Problem, "SITE_URL", "links in emails point to the address that the server listens on",
		"Set it to the site's address, such as https://boardcircle.example.")
	missing(Warning, "BREVO_API_KEY", "emails wait in the outbox", "Create an API key in Brevo under SMTP & API.")
	missing(Warning, "RAZORPAY_KEY_ID", "nothing can be bought",
		"Create a key in Razorpay's dashboard under Account & Settings.")
	missing(Warning, "ADMIN_EMAIL", "no one is emailed about new nominations, unless the console has an address for it",
		"Set it, or enter an address in the console under Settings.")
	missing(Warning, "PB_ENCRYPTION_KEY", "PocketBase's settings are stored unencrypted",
		"Set it to 32 random characters, and store them with the other keys.")
	if cfg.Brevo.Configured() {
		missing(Warning, "BREVO_WEBHOOK_TOKEN", "bounced emails are not recorded",
			"Set it, and enter the same token for the webhook in Brevo.")
		missing(Problem, "MAIL_FROM", "emails are sent from no-reply@boardcircle.example, which Brevo refuses",
			"Set it to an address of a domain that Brevo has authenticated.")
	}
	if cfg.Razorpay.Configured() {
		missing(Problem, "RAZORPAY_WEBHOOK_SECRET", "Razorpay's webhooks are refused, and payments are recorded late",
			"Set it to the secret of the webhook in Razorpay's dashboard.")
		if strings.HasPrefix(cfg.Razorpay.KeyID, "rzp_test_") {
			d.add(Warning, check, "RAZORPAY_KEY_ID is a test key: no payment is real",
				"Use a live key when the site opens.")
		}
	}
}

// unknownName reports whether a name looks like a misspelt variable of this program, and returns the most similar one.
func unknownName(name string, known []string) (suggestion string, isSuspicious bool) {
	if slices.Contains(known, name) || strings.HasPrefix(name, testPrefix) {
		return "", false
	}
	best := 3
	for _, other := range known {
		if n := distance(name, other); n < best {
			suggestion, best = other, n
		}
	}
	isOurs := slices.ContainsFunc(ourPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	return suggestion, isOurs || suggestion != ""
}

// distance returns the Levenshtein distance of two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
