package pictures

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/internal/rules"
)

// Picture is a picture in the library.
type Picture struct {
	ID string `json:"id"`
	// URL is the address that texts refer to. It stays the same when the file is replaced.
	URL string `json:"url"`
	// Src and Srcset have the renditions of the current file.
	Src    string `json:"src"`
	Srcset string `json:"srcset"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Alt describes the picture for people who do not see it. It is empty for a decorative picture.
	Alt          string `json:"alt"`
	IsDecorative bool   `json:"isDecorative"`
	// Credit names who made the picture, or who agreed to its use. Only the library shows it.
	Credit   string `json:"credit"`
	FileName string `json:"fileName"`
	// FocusX and FocusY are the point that stays visible when a page crops the picture, in per cent from the left and
	// from the top.
	FocusX    int        `json:"focusX"`
	FocusY    int        `json:"focusY"`
	CreatedAt httpx.Time `json:"createdAt"`
}

// UsedPicture is a picture with the places that show it.
type UsedPicture struct {
	Picture
	Uses []images.Use `json:"uses"`
}

func (r imageRow) view() Picture {
	served := r.served()
	return Picture{ID: r.ID, URL: imagePath + r.Name, Src: served.Src, Srcset: served.Srcset, Width: r.Width,
		Height: r.Height, Alt: r.Alt, IsDecorative: r.IsDecorative, Credit: r.Credit, FileName: r.FileName,
		FocusX: r.FocusX, FocusY: r.FocusY, CreatedAt: httpx.Time(r.CreatedAt)}
}

// Form is the description of a picture, its credit and its focal point.
type Form struct {
	_            struct{} `wire:"picture"`
	Alt          string   `json:"alt"`
	IsDecorative bool     `json:"isDecorative"`
	Credit       string   `json:"credit"`
	FocusX       int      `json:"focusX"`
	FocusY       int      `json:"focusY"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form {
	return rules.Form{
		{Name: "alt", Label: "Description", Kind: rules.Line, Max: 300},
		{Name: "isDecorative", Label: "Decorative", Kind: rules.Flag, Default: "false"},
		{Name: "credit", Label: "Credit", Kind: rules.Line, Max: 200},
		{Name: "focusX", Label: "Focal point from the left", Kind: rules.Integer, Min: 0, Max: 100, Default: "50"},
		{Name: "focusY", Label: "Focal point from the top", Kind: rules.Integer, Min: 0, Max: 100, Default: "30"},
	}
}

// CheckFields requires a description, unless the picture is decorative.
func (f *Form) CheckFields() []rules.Problem {
	if f.IsDecorative {
		f.Alt = ""
	} else if f.Alt == "" {
		return []rules.Problem{rules.Missing("alt", "Please describe what the picture shows, or mark it as decorative")}
	}
	return nil
}

const (
	pictureTag     = "content"
	pictureUnread  = "The pictures could not be read."
	pictureUnsaved = "The picture could not be saved. Please try again."
)

var (
	errPictureNotFound = apperr.NotFound("picture-not-found", "This picture was not found. It may have been deleted.")
	errPictureExists   = apperr.Conflict("picture-exists", "The library already has this picture.")
)

// ListPictures is GET /api/pictures.
func (p *Pictures) ListPictures() httpx.Endpoint {
	return lists.MappedRows(pictureList, func(_ *core.RequestEvent, row imageRow) Picture { return row.view() },
		httpx.Doc{
			Tag: pictureTag, Summary: "List the picture library",
			Query: []httpx.Parameter{{Name: "described",
				Description: "Lists the pictures that can be used (true), or that need a description first (false)."}},
		})
}

// GetPicture is GET /api/pictures/{id}.
func (p *Pictures) GetPicture() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (UsedPicture, error) {
		i, err := findPicture(e.App, e.Request.PathValue("id"))
		if err != nil {
			return UsedPicture{}, apperr.Fail(pictureUnread, err)
		}
		uses, err := p.findUses(e.App, imagePath+i.name())
		return UsedPicture{i.row().view(), uses}, apperr.Fail(pictureUnread, err)
	}, httpx.Doc{
		Tag: pictureTag, Summary: "Get a picture and where it is used", Errors: []*apperr.Error{errPictureNotFound},
	})
}

// UpdatePicture is PUT /api/pictures/{id}.
func (p *Pictures) UpdatePicture() httpx.Endpoint {
	return httpx.JSON(p.updatePicture, httpx.Doc{
		Tag: pictureTag, Summary: "Describe a picture and set its focal point",
		Errors:  []*apperr.Error{errPictureNotFound},
		Example: map[string]any{"alt": "Meera Rao at a table", "focusX": 60, "focusY": 25},
	})
}

func (p *Pictures) updatePicture(e *core.RequestEvent, form Form) (picture Picture, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		i, err := findPicture(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		i.load(form)
		picture = i.row().view()
		return p.audit.Save(tx, audit.RequestActor(e), "image.updated", i.Record)
	})
	return picture, apperr.Fail(pictureUnsaved, err)
}

// ReplacePicture is POST /api/pictures/{id}/file.
func (p *Pictures) ReplacePicture() httpx.Endpoint {
	return httpx.Upload("image", p.replacePicture, httpx.Doc{
		Tag: pictureTag, Summary: "Replace the file of a picture",
		Description: "All places that use the picture show the new file.",
		Errors:      []*apperr.Error{errPictureNotFound, errPictureExists},
	})
}

func (p *Pictures) replacePicture(e *core.RequestEvent) (picture Picture, err error) {
	processed, fileName, err := readPicture(e)
	if err != nil {
		return Picture{}, err
	}
	hash := hashOf(processed.File)
	err = e.App.RunInTransaction(func(tx core.App) error {
		i, err := findPicture(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if other, err := findByHash(tx, hash); err == nil && other.Id != i.Id {
			return errPictureExists
		} else if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if i.hash() != hash {
			if err = i.setFile(processed, hash, fileName); err == nil {
				err = p.audit.Save(tx, audit.RequestActor(e), "image.replaced", i.Record)
			}
		}
		picture = i.row().view()
		return err
	})
	return picture, apperr.Fail(pictureUnsaved, err)
}

// DeletePicture is DELETE /api/pictures/{id}.
func (p *Pictures) DeletePicture() httpx.Endpoint {
	return httpx.Do(p.deletePicture, httpx.Doc{
		Tag: pictureTag, Summary: "Delete a picture",
		Description: "While the picture is used, the answer is 409, and data.uses.places lists where.",
		Errors:      []*apperr.Error{errPictureNotFound}, Statuses: []int{http.StatusConflict},
	})
}

func (p *Pictures) deletePicture(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		i, err := findPicture(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		uses, err := p.findUses(tx, imagePath+i.name())
		if err != nil {
			return err
		}
		if uses = current(uses); len(uses) > 0 {
			return inUse(uses)
		}
		return p.audit.Delete(tx, audit.RequestActor(e), "image.deleted", i.Record)
	})
	return apperr.Fail("The picture could not be deleted. Please try again.", err)
}

// current returns the uses that are not in an earlier version.
func current(uses []images.Use) (current []images.Use) {
	for _, use := range uses {
		if use.State != images.Earlier {
			current = append(current, use)
		}
	}
	return current
}

func inUse(uses []images.Use) error {
	message := "This picture is used in " + plural.Count(len(uses), "place", "places") +
		". Choose another picture there first."
	answer := httpx.NewError(http.StatusConflict, message, nil)
	answer.Data["uses"] = map[string]any{"code": "in-use", "message": message, "places": uses}
	return answer
}
