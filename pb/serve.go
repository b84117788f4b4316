package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"syscall"

	"github.com/pocketbase/pocketbase/cmd"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

// newServeCommand returns PocketBase's serve command with checked domains. PocketBase accepts any word as a domain and
// would request certificates for it, which always fails.
func newServeCommand(app core.App) *cobra.Command {
	serve := cmd.NewServeCommand(app, false)
	serve.Args = checkDomains
	run := serve.RunE
	serve.RunE = func(serve *cobra.Command, domains []string) error {
		if err := checkPorts(listenAddresses(serve, domains)); err != nil {
			return err
		}
		return run(serve, domains)
	}
	return serve
}

// listenAddresses returns the addresses that PocketBase's serve will listen on.
func listenAddresses(serve *cobra.Command, domains []string) []string {
	address, _ := serve.Flags().GetString("http")
	if len(domains) == 0 {
		return []string{cmp.Or(address, "127.0.0.1:8090")}
	}
	secure, _ := serve.Flags().GetString("https")
	return []string{cmp.Or(address, "0.0.0.0:80"), cmp.Or(secure, "0.0.0.0:443")}
}

// checkPorts returns an error if another program listens on one of the addresses. PocketBase would find that out only
// after everything else has started, which takes seconds with the demo's sample data.
func checkPorts(addresses []string) error {
	for _, address := range addresses {
		listener, err := net.Listen("tcp", address)
		if errors.Is(err, syscall.EADDRINUSE) {
			_, port, _ := net.SplitHostPort(address)
			return fmt.Errorf("another program uses port %s: stop it, or choose another address, such as "+
				"--http=127.0.0.1:9000", port)
		}
		if err == nil {
			_ = listener.Close()
		}
	}
	return nil
}

// domain matches a name that a certificate can be issued for: no IP address, no URL, not localhost.
var domain = regexp.MustCompile(`(?i)^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$`)

func checkDomains(serve *cobra.Command, domains []string) error {
	for _, name := range domains {
		if !domain.MatchString(name) {
			return fmt.Errorf("%q is not a domain name: give only the name, such as boardcircle.example", name)
		}
	}
	if len(domains) == 0 && serve.Flags().Changed("https") {
		return errors.New("--https needs the domain of the certificate: boardcircle serve " +
			"boardcircle.example --https=…")
	}
	if demo, _ := serve.Flags().GetBool("demo"); demo && len(domains) > 0 {
		return errors.New("--demo can't serve a domain, because anyone can sign in as the demo's admin")
	}
	return nil
}

// secureOrigin returns the site's origin if serve terminates TLS itself, else "". It reads the arguments before serve
// validates them.
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
