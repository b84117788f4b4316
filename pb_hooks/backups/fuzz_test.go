package backups_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/pocketbase/pocketbase/tools/archive"
)

// A restore extracts a backup with PocketBase's package archive. No file may be written outside the folder.
func FuzzArchiveExtractsOnlyIntoItsFolder(f *testing.F) {
	for _, name := range []string{"data.db", "../out", "../../out", "/tmp/out", "a/../../out", `..\out`, "a/./b", "storage/", ""} {
		var packed bytes.Buffer
		writer := zip.NewWriter(&packed)
		if w, err := writer.Create(name); err == nil {
			_, _ = w.Write([]byte("content"))
		}
		_ = writer.Close()
		f.Add(packed.Bytes())
	}
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, packed []byte) {
		if reader, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed))); err == nil {
			for _, file := range reader.File {
				if file.UncompressedSize64 > 1<<20 {
					t.Skip("too large to unpack in a test")
				}
			}
		}
		root := t.TempDir()
		source := filepath.Join(root, "backup.zip")
		if err := os.WriteFile(source, packed, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = archive.Extract(source, filepath.Join(root, "deep", "data"))
		for _, dir := range []string{root, filepath.Join(root, "deep")} {
			entries, err := os.ReadDir(dir)
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			for _, entry := range entries {
				if name := entry.Name(); name != "backup.zip" && name != "deep" && name != "data" {
					t.Errorf("%s was extracted outside the folder", name)
				}
			}
		}
	})
}
