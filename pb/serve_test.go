package main

import (
	"net"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase"
	"github.com/spf13/cobra"
)

func newTestServe(t *testing.T) *cobra.Command {
	t.Helper()
	app := pocketbase.NewWithConfig(pocketbase.Config{DefaultDataDir: t.TempDir()})
	serve := newServeCommand(app)
	serve.Flags().Bool("demo", false, "")
	return serve
}

func TestServeAcceptsOnlyDomainNames(t *testing.T) {
	t.Parallel()
	for args, refusal := range map[string]string{
		"": "", "boardcircle.example": "", "boardcircle.example www.boardcircle.example": "", "xn--bcher-kva.example": "", "--http=127.0.0.1:8090": "", "--demo": "",
		"boardcircle.example --https=127.0.0.1:8443": "",
		"https://boardcircle.example":                "is not a domain", "127.0.0.1": "is not a domain", "not_a_domain!": "is not a domain", "localhost": "is not a domain",
		"boardcircle.example/": "is not a domain", "boardcircle.example:443": "is not a domain", "*.boardcircle.example": "is not a domain",
		"--https=127.0.0.1:8443":     "--https needs the domain",
		"--demo boardcircle.example": "--demo can't serve a domain",
	} {
		serve := newTestServe(t)
		if err := serve.ParseFlags(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		err := serve.ValidateArgs(serve.Flags().Args())
		if got := ""; err != nil {
			got = err.Error()
			if refusal == "" || !strings.Contains(got, refusal) {
				t.Errorf("serve %s: %s", args, got)
			}
		} else if refusal != "" {
			t.Errorf("serve %s is accepted, want an error with %q", args, refusal)
		}
	}
}

func TestSecureOrigin(t *testing.T) {
	t.Parallel()
	for args, origin := range map[string]string{
		"": "", "--http=127.0.0.1:8090": "", "boardcircle.example": "https://boardcircle.example", "Boardcircle.example www.boardcircle.example": "https://boardcircle.example",
		"--https=0.0.0.0:443 boardcircle.example": "https://boardcircle.example", "boardcircle.example --https=127.0.0.1:8443": "https://boardcircle.example:8443",
		"--no-such-flag boardcircle.example": "",
	} {
		if got := secureOrigin(newTestServe(t), strings.Fields(args)); got != origin {
			t.Errorf("secureOrigin of serve %s = %q, want %q", args, got, origin)
		}
	}
}

func TestServeRefusesAPortThatIsInUse(t *testing.T) {
	t.Parallel()
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	_, port, _ := net.SplitHostPort(other.Addr().String())
	serve := newTestServe(t)
	serve.SetArgs([]string{"--http=" + other.Addr().String()})
	serve.SilenceErrors, serve.SilenceUsage = true, true
	if err := serve.Execute(); err == nil ||
		!strings.Contains(err.Error(), "another program uses port "+port+":") {
		t.Errorf("err = %v, want one that names the port", err)
	}
}

func TestServeListensWherePocketBaseDoes(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"": "127.0.0.1:8090", "--http=127.0.0.1:9000": "127.0.0.1:9000", "boardcircle.example": "0.0.0.0:80 0.0.0.0:443",
		"boardcircle.example --https=127.0.0.1:8443": "0.0.0.0:80 127.0.0.1:8443",
	} {
		serve := newTestServe(t)
		if err := serve.ParseFlags(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(listenAddresses(serve, serve.Flags().Args()), " "); got != want {
			t.Errorf("serve %s listens on %s, want %s", args, got, want)
		}
	}
}
