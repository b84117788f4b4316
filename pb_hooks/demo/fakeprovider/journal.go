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

// Journal is an append-only file of a fake provider's state: one JSON line for each entry, so that a killed demo loses
// at most the line that it was writing.
type Journal[Entry any] struct {
	file *os.File // nil without a folder
}

// OpenJournal opens a journal in a folder and applies its entries. Without a folder nothing is stored.
func OpenJournal[Entry any](dir, name string, apply func(Entry)) (*Journal[Entry], error) {
	if dir == "" {
		return &Journal[Entry]{}, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create the folder of %s: %w", name, err)
	}
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the journal %s: %w", name, err)
	}
	end, err := replay(file, apply)
	if err == nil {
		// Cut off the incomplete line of a killed process, or the next one would be appended to it.
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the journal %s: %w", name, err), file.Close())
	}
	return &Journal[Entry]{file}, nil
}

// replay applies the entries of a journal and returns the offset of the end of its last complete line.
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

// Write appends entries, in one write.
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
