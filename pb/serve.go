package main

import (
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/cmd"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

// newServeCommand is PocketBase's serve. PocketBase takes any words for domains, and would ask for certificates of them
// that nobody gives; here they are refused.
func newServeCommand(app core.App) *cobra.Command {
	serve := cmd.NewServeCommand(app, false)
	serve.Args = checkDomains
	return serve
}

// domain is a name that a certificate can be had for: not an address, not a URL, not localhost.
var domain = regexp.MustCompile(`(?i)^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$`)

func checkDomains(serve *cobra.Command, domains []string) error {
	for _, name := range domains {
		if !domain.MatchString(name) {
			return fmt.Errorf("%q is no domain: serve takes the site's name alone, such as boardcircle.example", name)
		}
	}
	if len(domains) == 0 && serve.Flags().Changed("https") {
		return errors.New("--https needs the domain that the certificate is for: boardcircle serve boardcircle.example")
	}
	if demo, _ := serve.Flags().GetBool("demo"); demo && len(domains) > 0 {
		return errors.New("--demo is for this machine alone, where everybody may sign in as its admin: leave the domain out")
	}
	return nil
}

// secureOrigin is the site's address where serve has TLS of its own, "" without. It reads the arguments before serve
// runs, which refuses wrong ones.
func secureOrigin(serve *cobra.Command, args []string) string {
	if err := serve.ParseFlags(args); err != nil || serve.Flags().NArg() == 0 {
		return ""
	}
	origin := "https://" + strings.ToLower(serve.Flags().Arg(0))
	address, _ := serve.Flags().GetString("https")
	if _, port, err := net.SplitHostPort(address); err == nil && port != "443" && port != "https" {
		origin += ":" + port
	}
	return origin
}
