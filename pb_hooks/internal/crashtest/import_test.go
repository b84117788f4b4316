package crashtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// An import that is killed several times and run again has the same result as an import that was never killed: one
// account and one email for each member.
func TestAnImportSurvivesKills(t *testing.T) {
	testdb.SkipUnderRace(t)
	members, kills := 500, 2
	if *long {
		members, kills = 1500, 3
	}
	t.Logf("seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 1))
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s := &server{
		t:      t,
		binary: build(t),
		dir:    t.TempDir(),
		env:    []string{"HOME=" + t.TempDir(), "SITE_URL=http://localhost"},
	}
	list := filepath.Join(t.TempDir(), "members.csv")
	var text strings.Builder
	text.WriteString("name,email\n")
	for n := range members {
		fmt.Fprintf(&text, "Member %d,%s\n", n, address(n))
	}
	if err := os.WriteFile(list, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	wantOutput := fmt.Sprintf("Rows: %d. Created: %d. Existing: 0. Invalid: 0. Invitations: %d.", members, members,
		members)
	command := func() *exec.Cmd {
		c := exec.CommandContext(ctx, s.binary, "members", "import", list, "--invite", "--dir="+s.dir)
		c.Env = s.env
		return c
	}
	if err := testdb.Copy(s.dir); err != nil {
		t.Fatal(err)
	}
	for kill := range kills {
		c := command()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for accounts := s.number("SELECT count(*) FROM users"); accounts < (kill+1)*members/(kills+2) && ctx.Err() == nil; {
			time.Sleep(5 * time.Millisecond)
			accounts = s.number("SELECT count(*) FROM users")
		}
		time.Sleep(time.Duration(random.IntN(20_000)) * time.Microsecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		t.Logf("killed with %d accounts", s.number("SELECT count(*) FROM users"))
	}
	if out, err := command().CombinedOutput(); err != nil || !strings.Contains(string(out), wantOutput) {
		t.Errorf("%v\n%s", err, out)
	}
	for query, want := range map[string]int{
		"SELECT count(*) FROM users":                                            members,
		"SELECT count(DISTINCT emailAddress) FROM email_logs":                   members,
		"SELECT count(*) FROM email_logs":                                       members,
		"SELECT count(*) FROM users WHERE invitedAt != '' AND resetToken != ''": members,
		"SELECT count(*) FROM legacy_imports WHERE state = 'done'":              1,
		"SELECT count(*) FROM legacy_imports":                                   1,
		"SELECT count(*) FROM legacy_import_files":                              0,
		"SELECT count(*) FROM audit_log WHERE action = 'members.imported'":      1,
	} {
		if got := s.number(query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
}

// number reads one number from the database.
func (s *server) number(sql string) int {
	s.t.Helper()
	var numbers []int
	s.query(sql, &numbers)
	return numbers[0]
}
