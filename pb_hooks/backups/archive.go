package backups

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/inflector"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/datadir"
)

// RegisterHooks replaces PocketBase's code that creates and restores backups, for commands and the dashboard too,
// because it copies and moves the files of open databases. dir locks out other processes while the data is replaced.
func RegisterHooks(app core.App, dir DataDir, keys Encryption, now clock.Clock) {
	app.OnBackupCreate().Bind(&hook.Handler[*core.BackupEvent]{
		Id:       "boardcircleBackup",
		Priority: 9999,
		Func:     func(e *core.BackupEvent) error { return createArchive(e, keys, now) },
	})
	app.OnBackupRestore().Bind(&hook.Handler[*core.BackupEvent]{
		Id:       "boardcircleRestore",
		Priority: 9999,
		Func:     func(e *core.BackupEvent) error { return replaceData(e, dir, keys) },
	})
}

// createArchive creates any kind of backup. It does not call e.Next(), so PocketBase does not create one as well.
func createArchive(e *core.BackupEvent, keys Encryption, now clock.Clock) error {
	if e.Name == "" {
		e.Name = defaultName(e.App, now())
	}
	e.Name = keys.name(e.Name)
	staging, err := datadir.NewStaging(e.App.DataDir())
	if err != nil {
		return fmt.Errorf("prepare backup %s: %w", e.Name, err)
	}
	defer os.RemoveAll(staging)
	path := filepath.Join(staging, "backup.zip")
	if err := writeArchiveFile(e, staging, path, keys); err != nil {
		return fmt.Errorf("pack backup %s: %w", e.Name, err)
	}
	if err := store(e, path); err != nil {
		return fmt.Errorf("store backup %s: %w", e.Name, err)
	}
	return nil
}

// defaultName returns the name that PocketBase gives to a backup without a name.
func defaultName(app core.App, now time.Time) string {
	name := inflector.Snakecase(app.Settings().Meta.AppName)
	return fmt.Sprintf("pb_backup_%s_%s.zip", name[:min(len(name), 50)], now.UTC().Format("20060102150405"))
}

// store saves a file on the disk or in S3, as the settings say.
func store(e *core.BackupEvent, path string) error {
	files, err := e.App.NewBackupsFilesystem()
	if err != nil {
		return err
	}
	defer files.Close()
	files.SetContext(e.Context)
	file, err := filesystem.NewFileFromPath(path)
	if err != nil {
		return err
	}
	file.OriginalName, file.Name = e.Name, e.Name
	return files.UploadFile(file, file.Name)
}

func writeArchiveFile(e *core.BackupEvent, staging, path string, keys Encryption) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	out, err := keys.writer(file)
	if err != nil {
		return errors.Join(err, file.Close())
	}
	if err := writeArchive(e, staging, out); err != nil {
		return errors.Join(err, file.Close())
	}
	return errors.Join(out.Close(), file.Close())
}

// writeArchive writes the zip of the data directory. For the databases it packs copies that SQLite makes in the staging
// folder. Each copy is the state at one moment, although writes continue.
//
// The other files are packed before the copies are made, and those that are new afterwards. So each file that a row of
// a copy refers to is in the archive, whether it was deleted or created meanwhile.
func writeArchive(e *core.BackupEvent, staging string, out io.Writer) error {
	archive := newArchive(e.Context, out)
	except := slices.Concat(e.Exclude, []string{datadir.WorkDir}, datadir.DatabaseFiles())
	if err := archive.addFolder(e.App.DataDir(), except...); err != nil {
		return err
	}
	copies := filepath.Join(staging, "databases")
	if err := os.Mkdir(copies, 0o700); err != nil {
		return err
	}
	if err := copyDatabases(e.Context, e.App, copies); err != nil {
		return err
	}
	if err := archive.addFolder(copies); err != nil {
		return err
	}
	if err := archive.addFolder(e.App.DataDir(), except...); err != nil {
		return err
	}
	return archive.zip.Close()
}

func copyDatabases(ctx context.Context, app core.App, folder string) error {
	for name, db := range map[string]dbx.Builder{"data.db": app.ConcurrentDB(), "auxiliary.db": app.AuxConcurrentDB()} {
		path := filepath.Join(folder, name)
		if _, err := db.NewQuery("VACUUM INTO {:path}").Bind(dbx.Params{"path": path}).WithContext(ctx).
			Execute(); err != nil {
			return fmt.Errorf("copy %s: %w", name, err)
		}
	}
	return nil
}

// archiveWriter packs each file only once.
type archiveWriter struct {
	ctx    context.Context
	zip    *zip.Writer
	packed map[string]bool
}

func newArchive(ctx context.Context, out io.Writer) *archiveWriter {
	a := &archiveWriter{ctx: ctx, zip: zip.NewWriter(out), packed: map[string]bool{}}
	a.zip.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestSpeed)
	})
	return a
}

// addFolder packs the regular files of a folder, except the top-level entries that are named.
func (a *archiveWriter) addFolder(folder string, except ...string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted since the folder was read
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		switch mode := entry.Type(); {
		case slices.Contains(except, name):
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case entry.IsDir():
			return a.ctx.Err()
		case mode&fs.ModeSymlink != 0:
			return fmt.Errorf("%s is a symbolic link, so its target would not be in the backup", path)
		case !mode.IsRegular() || a.packed[name]:
			return nil
		}
		err = a.addFile(filepath.ToSlash(name), path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		a.packed[name] = true
		return err
	})
}

func (a *archiveWriter) addFile(name, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	header, err := zip.FileInfoHeader(info)
	if err != nil {
		return err
	}
	header.Name, header.Method = name, zip.Deflate
	entry, err := a.zip.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, file)
	return err
}
