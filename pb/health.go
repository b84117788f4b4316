package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/spf13/cobra"
)

// healthCommand asks a running server whether it answers; a container without a shell needs it.
func healthCommand() *cobra.Command {
	var addr string
	command := &cobra.Command{
		Use:   "health",
		Short: "Tells by its exit code whether the server answers",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			client := http.Client{Timeout: 3 * time.Second}
			response, err := client.Get("http://" + addr + "/api/health")
			if err != nil {
				return err
			}
			defer response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
			var body struct{ Message string }
			if err := json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&body); err != nil || body.Message == "" {
				return fmt.Errorf("the server answers %s", response.Status)
			}
			return fmt.Errorf("the server answers %s: %s", response.Status, body.Message)
		},
	}
	command.Flags().StringVar(&addr, "http", "127.0.0.1:8090", "the address that the server listens on")
	return command
}
