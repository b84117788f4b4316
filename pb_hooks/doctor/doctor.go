// Package doctor is `boardcircle doctor`: it checks everything outside the code that the site needs, and says what is
// wrong and what to do about it. It changes nothing, and opens the database only to read and only when no server answers.
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

// The statuses. A warning can stay; a problem keeps something from working, or puts the data at risk.
const (
	OK      Status = "ok"
	Warning Status = "warning"
	Problem Status = "problem"
)

// Finding is what one check has found.
type Finding struct {
	Check   string `json:"check"`
	Status  Status `json:"status"`
	Message string `json:"message"`
	// Advice is what to do, "" when there is nothing to do.
	Advice string `json:"advice"`
}

// Resolver asks the DNS for texts; *net.Resolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

// Options are what the checks need.
type Options struct {
	// Environ is the environment, as os.Environ has it.
	Environ []string
	DataDir string
	// Address is where a server on this machine listens.
	Address string
	// Migrations are the files of the program's migrations, PocketBase's included.
	Migrations []string
	Client     *http.Client
	Resolver   Resolver
	Clock      clock.Clock
	// DiskFree is disk.Free, or a test's.
	DiskFree func(path string) (free, total uint64, err error)
}

// Doctor runs the checks and collects what they find.
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

// get sends a GET request; the body is not read.
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

// Print writes a line for each finding, and the advice below it.
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

// ErrProblems is the error of the command when something is wrong, for its exit code.
var ErrProblems = errors.New("something is wrong: see the lines marked as a problem")

// Name is the command's name: the program runs it without opening the database.
const Name = "doctor"

// Command is `boardcircle doctor`. dataDir tells the data directory once the flags are parsed.
func Command(dataDir func() string, migrations func() []string) *cobra.Command {
	var address string
	var asJSON bool
	command := &cobra.Command{
		Use:   Name,
		Short: "Checks configuration, keys, DNS, clock, disk, database and backups, and says what to do",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			// a key must not travel on to wherever an answer points
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
