package pb_migrations

import (
	"encoding/json"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

type profileBoard struct {
	Company string `json:"company"`
	Role    string `json:"role"`
	CIN     string `json:"cin"`
}

// The boards of a member's profile, once lines of text, are rows: each line is the company of one.
func init() {
	m.Register(func(app core.App) error {
		return replaceBoards(app, &core.JSONField{Name: "boards", MaxSize: 64 << 10}, func(lines string) (string, error) {
			boards := []profileBoard{}
			for line := range strings.Lines(lines) {
				if line = strings.TrimSpace(line); line != "" {
					boards = append(boards, profileBoard{Company: line})
				}
			}
			text, err := json.Marshal(boards)
			return string(text), err
		})
	}, func(app core.App) error {
		return replaceBoards(app, textField("boards", 2000, false), func(stored string) (string, error) {
			var boards []profileBoard
			if err := json.Unmarshal([]byte(stored), &boards); err != nil {
				return "", err
			}
			lines := make([]string, len(boards))
			for i, b := range boards {
				lines[i] = strings.Join(strings.Fields(strings.Join([]string{b.Company, b.Role, b.CIN}, " ")), " ")
			}
			return strings.Join(lines, "\n"), nil
		})
	})
}

func replaceBoards(app core.App, field core.Field, convert func(string) (string, error)) error {
	var rows []struct {
		ID     string `db:"id"`
		Boards string `db:"boards"`
	}
	err := app.DB().Select("id", "boards").From("users").Where(dbx.NewExp("boards IS NOT NULL AND boards NOT IN ('', 'null', '[]')")).All(&rows)
	if err != nil {
		return err
	}
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	users.Fields.RemoveByName("boards")
	if err := app.Save(users); err != nil {
		return err
	}
	users.Fields.Add(field)
	if err := app.Save(users); err != nil {
		return err
	}
	for _, row := range rows {
		boards, err := convert(row.Boards)
		if err != nil {
			return err
		}
		if _, err := app.DB().Update("users", dbx.Params{"boards": boards}, dbx.HashExp{"id": row.ID}).Execute(); err != nil {
			return err
		}
	}
	return nil
}
