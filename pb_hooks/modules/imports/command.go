package imports

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/pocketbase/pocketbase/tools/types"
	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/sheets"
	"boardcircle/pb_hooks/payments/complimentary"
)

// Command is `boardcircle members`. open returns the feature once the database is ready.
func Command(open func() (*Imports, error)) *cobra.Command {
	var dryRun, invite bool
	importCmd := &cobra.Command{
		Use:   "import FILE.csv",
		Short: "Creates accounts for the members in a file: " + strings.Join(columnNames(), ","),
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			content, isGuess, err := readContent(args[0])
			if err != nil {
				return err
			}
			if isGuess {
				fmt.Fprintln(c.OutOrStdout(),
					"The file is not in UTF-8 and was read as Windows text. Check a few names with --dry-run.")
			}
			imports, err := open()
			if err != nil {
				return err
			}
			if dryRun {
				return imports.printReport(c.OutOrStdout(), content, invite)
			}
			return imports.runImport(c, filepath.Base(args[0]), content, invite)
		},
	}
	importCmd.Flags().BoolVar(&dryRun, "dry-run", false, "report the outcome of each row, and change nothing")
	importCmd.Flags().BoolVar(&invite, "invite", false,
		"email the members: a link to set a password, or the membership that was added")
	command := &cobra.Command{Use: "members", Short: "Manages the members' accounts"}
	command.AddCommand(importCmd)
	return command
}

// readContent reads a file up to the size limit. isGuess is true if its encoding is not certain.
func readContent(path string) (text string, isGuess bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", false, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, MaxFileBytes+1))
	switch {
	case err != nil:
		return "", false, err
	case len(content) > MaxFileBytes:
		return "", false, errFileTooLarge
	}
	return sheets.DecodeText(content)
}

func (i *Imports) printReport(out io.Writer, content string, invite bool) error {
	report, err := i.CheckFile(audit.CommandLine, content, invite)
	if err != nil {
		return err
	}
	outcomeLabels := map[Outcome]string{
		outcomeNew:     "will be created",
		outcomeExists:  "already exists",
		outcomeInvalid: "invalid",
	}
	for _, line := range report.RowReports {
		status := outcomeLabels[line.Outcome]
		if line.Membership != nil {
			status += ", " + line.Membership.text()
		}
		if line.Invited {
			status += ", will be invited"
		}
		if len(line.Errors) > 0 {
			status += "  " + line.Errors.String()
		}
		fmt.Fprintf(out, "line %d  %s  %s  %s\n", line.Line, line.Name, line.Email, status)
	}
	if len(report.Ignored) > 0 {
		fmt.Fprintf(out, "Columns that are not read: %s\n", strings.Join(report.Ignored, ", "))
	}
	if report.DayFirst != "" {
		fmt.Fprintf(out, "Days are read with the day before the month: %s.\n", report.DayFirst)
	}
	if report.Memberships+report.AlreadyMembers > 0 {
		fmt.Fprintf(out, "Memberships to grant: %d, worth %s. Memberships not granted: %d.\n",
			report.Memberships, report.Value.Format("INR"), report.AlreadyMembers)
	}
	if report.SecondAdminRequired {
		fmt.Fprintln(out, "A second administrator must confirm this import.")
	}
	fmt.Fprintf(out, "Rows: %d. To create: %d. Existing: %d. Invalid: %d. Invitations: %d. Nothing was changed.\n",
		report.Rows, report.New, report.Existing, report.Wrong, report.Invited)
	return nil
}

// text says what an import would do with a membership.
func (m *MembershipReport) text() string {
	until := "for life"
	if m.EndsAt != nil {
		until = "until " + india.DayText(types.DateTime(*m.EndsAt).Time())
	}
	switch m.Outcome {
	case complimentary.ImportGrants:
		return "gets “" + m.TierName + "” " + until
	case complimentary.ImportHeld:
		return "is a member already"
	case complimentary.ImportRepeats:
		return "had this membership before"
	}
	return "account closed, gets no membership"
}

func (i *Imports) runImport(c *cobra.Command, fileName, content string, invite bool) error {
	imported, waiting, err := i.Enqueue(audit.CommandLine, fileName, content, invite)
	if err != nil {
		return err
	}
	if waiting != nil {
		fmt.Fprintf(c.OutOrStdout(), "%s. A second administrator must confirm it in the console, under Approvals. "+
			"Nothing was created.\n", waiting.Summary)
		return nil
	}
	err = i.Run(c.Context(), imported.Id, func(p Progress) {
		fmt.Fprintf(c.ErrOrStderr(), "\r%s", progressBar(p.Handled, p.Rows))
	})
	fmt.Fprintln(c.ErrOrStderr())
	if err == nil {
		err = i.jobs.Cancel(i.app, JobType, imported.Id)
	}
	if err != nil {
		return errors.Join(err, errors.New(
			"the import stopped; run the command again or start the server to continue it"))
	}
	// the server may have imported some of the rows
	if imported, err = findImport(i.app, imported.Id); err != nil {
		return err
	}
	result, err := imported.Progress()
	if err != nil {
		return err
	}
	for _, p := range result.Problems {
		fmt.Fprintf(c.OutOrStdout(), "line %d  %s  invalid  %s\n", p.Line, p.Email, p.Reason)
	}
	if result.Memberships+result.AlreadyMembers > 0 {
		fmt.Fprintf(c.OutOrStdout(), "Memberships granted: %d. Memberships not granted: %d.\n",
			result.Memberships, result.AlreadyMembers)
	}
	fmt.Fprintf(c.OutOrStdout(), "Rows: %d. Created: %d. Existing: %d. Invalid: %d. Invitations: %d.\n",
		result.Rows, result.Created, result.Existing, result.Wrong, result.Invited)
	return nil
}

// progressBar draws the progress of an import.
func progressBar(handled, rows int) string {
	const width = 30
	full := width * handled / max(1, rows)
	return fmt.Sprintf("[%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", width-full), handled, rows)
}
