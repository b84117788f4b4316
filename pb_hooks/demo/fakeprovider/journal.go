package fakeprovider

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Journal is an append-only file of what a stand-in knows: one JSON line an entry, so that a killed
// demo loses at most the line it was writing.
type Journal[Entry any] struct {
	file *os.File // nil keeps nothing
}

// OpenJournal opens a journal in a folder, and lets take have the entries that stand there; without
// a folder it keeps nothing.
func OpenJournal[Entry any](dir, name string, apply func(Entry)) (*Journal[Entry], error) {
	if dir == "" {
		return &Journal[Entry]{}, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of %s: %w", name, err)
	}
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the journal %s: %w", name, err)
	}
	whole, err := replay(file, apply)
	if err == nil {
		// The half line of a killed process goes, or the next one would be glued to it.
		err = file.Truncate(whole)
	}
	if err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the journal %s: %w", name, err), file.Close())
	}
	return &Journal[Entry]{file}, nil
}

// replay reads a journal and tells where its last whole line ends.
func replay[Entry any](file io.Reader, apply func(Entry)) (int64, error) {
	var end int64
	for lines := bufio.NewReader(file); ; {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return end, nil
		}
		if err != nil {
			return 0, err
		}
		end += int64(len(line))
		var e Entry
		if json.Unmarshal(line, &e) == nil {
			apply(e)
		}
	}
}

// Write adds entries, in one write.
func (j *Journal[Entry]) Write(entries ...Entry) error {
	if j.file == nil {
		return nil
	}
	var lines bytes.Buffer
	for _, e := range entries {
		if err := json.NewEncoder(&lines).Encode(e); err != nil {
			return err
		}
	}
	_, err := j.file.Write(lines.Bytes())
	return err
}

// Close closes the file.
func (j *Journal[Entry]) Close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
