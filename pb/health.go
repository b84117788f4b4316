package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// healthCommand checks whether a running server responds. Containers without a shell need it for their health check. It
// accepts the arguments of serve: a server that terminates TLS itself is asked for its own site, so the check also
// verifies its certificate.
func healthCommand() *cobra.Command {
	var plain, secure string
	command := &cobra.Command{
		Use:   "health [domain]",
		Short: "Checks whether the server is healthy; the exit code says so",
		Args:  checkDomains,
		RunE: func(c *cobra.Command, domains []string) error {
			site, address := "http://"+plain, plain
			if len(domains) > 0 {
				site, address = "https://"+strings.ToLower(domains[0]), secure
			}
			return askHealth(site, address)
		},
	}
	command.Flags().StringVar(&plain, "http", "127.0.0.1:8090", "the address that the server listens on")
	command.Flags().StringVar(&secure, "https", "127.0.0.1:443",
		"with a domain: the address that the server listens on for TLS")
	return command
}

// askHealth requests the health of a site from the server at address.
func askHealth(site, address string) error {
	client := http.Client{
		Timeout: 3 * time.Second,
		// A redirect counts as unhealthy.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		}},
	}
	response, err := client.Get(site + "/api/health")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusOK:
		return nil
	case response.StatusCode >= 300 && response.StatusCode < 400:
		return errors.New(
			"the server redirects to https: give its domain, such as boardcircle health boardcircle.example")
	}
	var body struct{ Message string }
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&body); err != nil || body.Message == "" {
		return fmt.Errorf("the server answers %s", response.Status)
	}
	return fmt.Errorf("the server answers %s: %s", response.Status, body.Message)
}
