// Package subprocess starts this program again as a worker of the server. A worker's memory use or crash does not
// affect the server.
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

// Process is a running worker. It ends when its input is closed.
type Process struct {
	Command *exec.Cmd
	In      io.WriteCloser
	Out     io.Reader
}

// Start starts the program with the worker's name as its only argument, because every user of the machine can read
// arguments. The worker's log goes to the output of the server.
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

// Is reports whether a program's arguments start a worker.
func Is(name string, args []string) bool { return len(args) == 2 && args[1] == name }

// OutliveSignals makes a worker ignore the signals that terminals and service managers send to the whole process group.
// The worker must end after the server.
func OutliveSignals() { signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) }

// ownProgram returns the path of this program. On Linux it is the running file, even if a new release has replaced it.
func ownProgram() (string, error) {
	if runtime.GOOS == "linux" {
		const running = "/proc/self/exe"
		if _, err := os.Stat(running); err == nil {
			return running, nil
		}
	}
	return os.Executable()
}
