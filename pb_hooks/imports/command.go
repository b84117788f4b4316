package imports

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"boardcircle/pb_hooks/audit"
)

// Command is `boardcircle members`. open opens the room, once the database is there.
func Command(open func() (*Legacy, error)) *cobra.Command {
	var dryRun, invite bool
	bring := &cobra.Command{
		Use:   "import FILE.csv",
		Short: "Makes accounts of the members in a file: " + strings.Join(names(), ","),
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			content, isGuess, err := contentOf(args[0])
			if err != nil {
				return err
			}
			if isGuess {
				fmt.Fprintln(c.OutOrStdout(), "The file is not in UTF-8; it was read as Windows text. Look at a few names: --dry-run shows them.")
			}
			room, err := open()
			if err != nil {
				return err
			}
			if dryRun {
				return room.report(c.OutOrStdout(), content, invite)
			}
			return room.bring(c, filepath.Base(args[0]), content, invite)
		},
	}
	bring.Flags().BoolVar(&dryRun, "dry-run", false, "tell what would become of each row, and change nothing")
	bring.Flags().BoolVar(&invite, "invite", false, "send each of them a letter to set a password")
	command := &cobra.Command{Use: "members", Short: "Looks after the members' accounts"}
	command.AddCommand(bring)
	return command
}

// contentOf reads a file, but no more of it than is allowed.
func contentOf(path string) (text string, isGuess bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", false, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, LargestFile+1))
	switch {
	case err != nil:
		return "", false, err
	case len(content) > LargestFile:
		return "", false, tooLarge
	}
	return textOf(content)
}

func (l *Legacy) report(out io.Writer, content string, invite bool) error {
	report, err := Check(l.app, content, invite)
	if err != nil {
		return err
	}
	words := map[string]string{isNew: "will be created", exists: "already there", isWrong: "wrong"}
	for _, line := range report.Lines {
		about := words[line.Outcome]
		if line.Invited {
			about += ", will be invited"
		}
		if len(line.Mistakes) > 0 {
			about += "  " + line.Mistakes.String()
		}
		fmt.Fprintf(out, "line %d  %s  %s  %s\n", line.Line, line.Name, line.Email, about)
	}
	if len(report.Ignored) > 0 {
		fmt.Fprintf(out, "Columns that are not read: %s\n", strings.Join(report.Ignored, ", "))
	}
	fmt.Fprintf(out, "%d rows: %d will be created, %d already there, %d wrong, %d letters. Nothing was changed.\n",
		report.Rows, report.New, report.Existing, report.Wrong, report.Invited)
	return nil
}

func (l *Legacy) bring(c *cobra.Command, fileName, content string, invite bool) error {
	begun, err := l.Begin(audit.CommandLine, fileName, content, invite)
	if err != nil {
		return err
	}
	err = l.Work(c.Context(), begun.Id, func(i Import) {
		fmt.Fprintf(c.ErrOrStderr(), "\r%s", bar(i.Handled, i.Rows))
	})
	fmt.Fprintln(c.ErrOrStderr())
	if err != nil {
		return errors.Join(err, errors.New("the import stopped; run the command again and it goes on"))
	}
	done, err := l.app.FindRecordById(imports, begun.Id)
	if err != nil {
		return err
	}
	last := importOf(done)
	for _, p := range last.Problems {
		fmt.Fprintf(c.OutOrStdout(), "line %d  %s  wrong  %s\n", p.Line, p.Email, p.Reason)
	}
	fmt.Fprintf(c.OutOrStdout(), "%d rows: %d created, %d already there, %d wrong, %d letters\n",
		last.Rows, last.Created, last.Existing, last.Wrong, last.Invited)
	return nil
}

// bar draws how far an import is.
func bar(handled, rows int) string {
	const width = 30
	full := width * handled / max(1, rows)
	return fmt.Sprintf("[%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", width-full), handled, rows)
}
