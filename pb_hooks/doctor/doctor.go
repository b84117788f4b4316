// Package doctor implements `boardcircle doctor`. It checks what the site needs outside the code (configuration, keys,
// DNS, clock, disk, database, backups), and reports each problem with advice. It changes nothing. It opens the database
// read-only, and only if no server is running.
package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/disk"
)

// Status is the result of a check.
type Status string

// A problem stops something from working or puts the data at risk. A warning does neither.
const (
	OK      Status = "ok"
	Warning Status = "warning"
	Problem Status = "problem"
)

// Finding is one result of a check.
type Finding struct {
	Check   string `json:"check"`
	Status  Status `json:"status"`
	Message string `json:"message"`
	// Advice says what to do. It is empty if there is nothing to do.
	Advice string `json:"advice"`
}

// Resolver looks up TXT records. *net.Resolver implements it.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

// Options are the inputs of the checks.
type Options struct {
	// Environ is the environment, in the form of os.Environ.
	Environ []string
	DataDir string
	// Address is the address that the server of this machine listens on.
	Address string
	// Migrations are the file names of the program's migrations, including PocketBase's.
	Migrations []string
	Client     *http.Client
	Resolver   Resolver
	Clock      clock.Clock
	// DiskFree is disk.Free outside tests.
	DiskFree func(path string) (free, total uint64, err error)
}

// Doctor runs the checks and collects their findings.
type Doctor struct {
	opts          Options
	findings      []Finding
	serverAnswers bool
}

// Run runs all checks and returns their findings, in a fixed order.
func Run(ctx context.Context, opts Options) []Finding {
	d := &Doctor{opts: opts}
	cfg := d.checkConfiguration()
	d.checkServer(ctx)
	d.checkProviders(ctx, cfg)
	d.checkSite(ctx, cfg)
	d.checkMailDomain(ctx, cfg)
	d.checkDataDir()
	d.checkDisk()
	d.checkDatabase(ctx)
	d.checkTax(ctx, cfg)
	d.checkBackups()
	return d.findings
}

func (d *Doctor) add(status Status, check, message, advice string) {
	d.findings = append(d.findings, Finding{check, status, message, advice})
}

func (d *Doctor) ok(check, format string, args ...any) {
	d.add(OK, check, fmt.Sprintf(format, args...), "")
}

// get sends a GET request. The body of the response is already closed.
func (d *Doctor) get(ctx context.Context, url string, header http.Header) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	if header != nil {
		request.Header = header
	}
	response, err := d.opts.Client.Do(request)
	if err != nil {
		return nil, err
	}
	return response, response.Body.Close()
}

// Print writes a line for each finding, with the advice below it.
func Print(w io.Writer, findings []Finding) error {
	var errs []error
	line := func(format string, args ...any) {
		_, err := fmt.Fprintf(w, format, args...)
		errs = append(errs, err)
	}
	counts := map[Status]int{}
	for _, f := range findings {
		counts[f.Status]++
		line("%-8s %-13s %s\n", f.Status, f.Check, f.Message)
		if f.Advice != "" {
			line("%22s  → %s\n", "", f.Advice)
		}
	}
	line("\n%d ok, %d warnings, %d problems\n", counts[OK], counts[Warning], counts[Problem])
	return errors.Join(errs...)
}

// ErrProblems is returned by the command if a finding is a problem, so that the exit code is not 0.
var ErrProblems = errors.New("the doctor found problems: see the lines that start with \"problem\"")

// Name is the command's name. The program runs this command without opening the database.
const Name = "doctor"

// Command returns `boardcircle doctor`. It calls dataDir after the flags are parsed.
func Command(dataDir func() string, migrations func() []string) *cobra.Command {
	var address string
	var asJSON bool
	command := &cobra.Command{
		Use:   Name,
		Short: "Checks configuration, keys, DNS, clock, disk, database and backups, and gives advice",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			// Do not follow redirects: they would send the keys to another host.
			client := &http.Client{
				CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			}
			findings := Run(cmp.Or(c.Context(), context.Background()), Options{
				Environ: os.Environ(), DataDir: dataDir(), Address: address, Migrations: migrations(),
				Client: client, Resolver: net.DefaultResolver, Clock: clock.System, DiskFree: disk.Free,
			})
			if asJSON {
				encoder := json.NewEncoder(c.OutOrStdout())
				encoder.SetIndent("", "  ")
				if err := encoder.Encode(findings); err != nil {
					return err
				}
			} else if err := Print(c.OutOrStdout(), findings); err != nil {
				return err
			}
			for _, f := range findings {
				if f.Status == Problem {
					return ErrProblems
				}
			}
			return nil
		},
	}
	command.Flags().StringVar(&address, "http", "127.0.0.1:8090", "the address that the server listens on")
	command.Flags().BoolVar(&asJSON, "json", false, "print the findings as JSON")
	return command
}
