package operations

import (
	"regexp"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// crashForm is an error in the browser. The web app removes personal data from it (web/src/app/crashes.ts).
type crashForm struct {
	_       struct{} `wire:"-"`
	Message string   `json:"message"`
	// Stack has one frame of our own scripts on each line: "assets/site-DxK3.js:1:2345".
	Stack string `json:"stack"`
	// Route is the pattern of the page's address, such as "/admin/people/:id". It is empty while no page is shown.
	Route string `json:"route"`
	// Release is the file name of the web app's entry script, which includes a hash of its content.
	Release string `json:"release"`
}

func (crashForm) Rules() rules.Form { return crashRules }

var crashRules = rules.Form{
	{Name: "message", Label: "Message", Kind: rules.Line, Required: true, Max: 300},
	{Name: "stack", Label: "Stack", Kind: rules.Text, Max: 2000},
	{Name: "route", Label: "Route", Kind: rules.Line, Max: 100, Pattern: `^[A-Za-z/:*-]+$`},
	{Name: "release", Label: "Release", Kind: rules.Line, Required: true, Max: 100, Pattern: `^[A-Za-z0-9._-]+$`},
}

// stackPattern matches the lines of a stack. Other text in a stack may be personal.
var stackPattern = regexp.MustCompile(`^(?:(?:assets|src)/[A-Za-z0-9/._-]+:\d+:\d+\n?)*$`)

// CheckFields implements httpx.Checker.
func (f *crashForm) CheckFields() []rules.Problem {
	if stackPattern.MatchString(f.Stack) {
		return nil
	}
	return []rules.Problem{rules.Invalid("stack", "Stack may only have places in our own scripts")}
}

// Crashes logs and counts errors in the browsers of visitors and admins.
type Crashes struct {
	total *prometheus.CounterVec
	// logLimiter limits the log rows of all networks together. The rate class of the route limits each network.
	logLimiter *rate.Limiter
}

// Values of the label area of boardcircle_browser_errors_total.
const (
	areaSite    = "site"
	areaConsole = "console"
)

// NewCrashes returns the endpoint for crash reports.
func NewCrashes() *Crashes {
	c := &Crashes{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardcircle_browser_errors_total", Help: "Errors that browsers reported, by area: site or console.",
		}, []string{"area"}),
		logLimiter: rate.NewLimiter(rate.Every(12*time.Second), 100),
	}
	c.total.WithLabelValues(areaSite)
	c.total.WithLabelValues(areaConsole)
	return c
}

// Collector returns the metric of the reports.
func (c *Crashes) Collector() prometheus.Collector { return c.total }

// Report is POST /api/crashes.
func (c *Crashes) Report() httpx.Endpoint {
	return httpx.JSON(c.report, httpx.Doc{
		Tag: "operations", Summary: "Report an error in the browser",
		Description: "The web app sends this without being asked. A report has no personal data.",
		Example: map[string]any{
			"message": "TypeError: e is undefined", "stack": "assets/site-DxK3.js:1:2345",
			"route": "/admin/people/:id", "release": "site-DxK3.js",
		},
	})
}

func (c *Crashes) report(e *core.RequestEvent, form crashForm) (httpx.None, error) {
	area := areaSite
	if form.Route == "/admin" || strings.HasPrefix(form.Route, "/admin/") {
		area = areaConsole
	}
	c.total.WithLabelValues(area).Inc()
	if c.logLimiter.Allow() {
		httpx.Logger(e).Error("The web app failed in a browser", "error", form.Message,
			"page", form.Route, "release", form.Release, "stack", form.Stack)
	}
	return httpx.None{}, nil
}
