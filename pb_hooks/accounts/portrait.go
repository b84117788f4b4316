package accounts

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/images"
)

// A member's portrait is the centre square of the uploaded picture, encoded again from its pixels. It is private:
// only the owner and admins can load it.

const (
	// MaxPortraitSize is the largest upload in bytes. The page crops the picture first and sends much less.
	MaxPortraitSize = 5 << 20
	portraitSide    = 640
)

// PortraitMedia are the media types of portraits.
var PortraitMedia = []string{"image/jpeg", "image/png"}

var errNoPortrait = apperr.NotFound("no-portrait", "There is no portrait.")

// PutPortrait is PUT /api/user/portrait. It takes one file, in the part named "image", and replaces the previous
// portrait.
func (a *Accounts) PutPortrait() httpx.Endpoint {
	return httpx.Upload("image", a.putPortrait, httpx.Doc{
		Tag: "accounts", Summary: "Set your own portrait",
		Description: "The centre square of the picture is stored, encoded again from its pixels.",
	})
}

func (a *Accounts) putPortrait(e *core.RequestEvent) (Profile, error) {
	file, _, err := images.ReadUpload(e, MaxPortraitSize)
	if err != nil {
		return Profile{}, err
	}
	picture, err := images.ProcessUpload(e, file, images.Shape{MaxSide: portraitSide, Square: true})
	if err != nil {
		return Profile{}, err
	}
	return a.savePortrait(e, "set portrait", func(user *identity.User) error {
		return user.SetPortrait(picture.File, picture.Extension)
	})
}

// DeletePortrait is DELETE /api/user/portrait.
func (a *Accounts) DeletePortrait() httpx.Endpoint {
	return httpx.DoJSON(a.deletePortrait, httpx.Doc{
		Tag: "accounts", Summary: "Remove your own portrait",
	})
}

func (a *Accounts) deletePortrait(e *core.RequestEvent) (Profile, error) {
	return a.savePortrait(e, "delete portrait", func(user *identity.User) error {
		user.ClearPortrait()
		return nil
	})
}

func (a *Accounts) savePortrait(e *core.RequestEvent, operation string,
	change func(user *identity.User) error) (Profile, error) {
	user, err := a.updateOwn(e, func(tx core.App, user *identity.User) error {
		if err := change(user); err != nil {
			return err
		}
		return tx.Save(user)
	})
	if err != nil {
		return Profile{}, apperr.SaveFailed(operation, err)
	}
	return newProfile(user), nil
}

// GetOwnPortrait is GET /api/user/portrait.
func (a *Accounts) GetOwnPortrait() httpx.Endpoint {
	return httpx.File(a.getOwnPortrait, PortraitMedia, httpx.Doc{
		Tag: "accounts", Summary: "Read your own portrait",
		Errors: []*apperr.Error{errNoPortrait},
	})
}

func (a *Accounts) getOwnPortrait(e *core.RequestEvent) error {
	return servePortrait(e, identity.NewUser(e.Auth))
}

// ServePortrait responds with a user's portrait.
func ServePortrait(e *core.RequestEvent, userID string) error {
	user, err := identity.FindUser(e.App, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return errNoPortrait
	}
	if err != nil {
		return portraitError(err)
	}
	return servePortrait(e, user)
}

func servePortrait(e *core.RequestEvent, user *identity.User) error {
	path := user.PortraitPath()
	if path == "" {
		return errNoPortrait
	}
	files, err := e.App.NewFilesystem()
	if err != nil {
		return portraitError(err)
	}
	defer files.Close()
	file, err := files.GetReader(path)
	if err != nil {
		return portraitError(err)
	}
	defer file.Close()
	header := e.Response.Header()
	header.Set("Content-Type", "image/jpeg")
	if strings.HasSuffix(path, ".png") {
		header.Set("Content-Type", "image/png")
	}
	header.Set("Cache-Control", "private, no-store")
	http.ServeContent(e.Response, e.Request, "", time.Time{}, file)
	return nil
}

func portraitError(err error) error {
	return apperr.Fail("The portrait could not be read.", fmt.Errorf("serve portrait: %w", err))
}
