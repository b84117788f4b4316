// Package subprocess starts this program again as a worker of the server: what it does there can neither hold the server's
// memory nor end the server.
package subprocess

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
)

// Process is a worker that runs. It ends when its input is closed.
type Process struct {
	Command *exec.Cmd
	In      io.WriteCloser
	Out     io.Reader
}

// Start starts the program with the worker's name as its one argument, which every user of the machine can read. What it
// logs goes where the server's output goes.
func Start(name string, env []string) (*Process, error) {
	program, err := ownProgram()
	if err != nil {
		return nil, err
	}
	command := exec.Command(program, name)
	command.Env, command.Stderr = env, os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	return &Process{Command: command, In: in, Out: out}, nil
}

// Is tells whether a program's arguments are those of a worker.
func Is(name string, args []string) bool { return len(args) == 2 && args[1] == name }

// OutliveSignals is called by a worker: the terminal and the service manager signal the whole group, and the worker goes
// after the server.
func OutliveSignals() { signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) }

// ownProgram is the file of this program. On Linux it is the one that runs, even if a new release has replaced it.
func ownProgram() (string, error) {
	if runtime.GOOS == "linux" {
		const running = "/proc/self/exe"
		if _, err := os.Stat(running); err == nil {
			return running, nil
		}
	}
	return os.Executable()
}
