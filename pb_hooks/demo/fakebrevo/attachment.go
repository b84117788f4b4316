package fakebrevo

import (
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Attachment is a file that came with a message; it travels in base64.
type Attachment struct {
	Name    string `json:"name"`
	Content []byte `json:"content"`
	// URL is where Brevo would fetch the file; the stand-in fetches nothing.
	URL string `json:"url,omitempty"`
}

// Size is the file's length for people.
func (a Attachment) Size() string {
	return strconv.Itoa((len(a.Content)+1023)/1024) + " kB"
}

// allowedExtensions are the endings that Brevo takes.
var allowedExtensions = strings.Fields("xlsx xls ods docx docm doc csv pdf txt gif jpg jpeg png tif tiff rtf bmp cgm css shtml html htm zip xml ppt pptx tar ez ics mobi msg pub eps odt mp3 m4a m4v wma ogg flac wav aif aifc aiff mp4 mov avi mkv mpeg mpg wmv pkpass xlsm")

func (a Attachment) validate() *apiError {
	switch {
	case a.URL != "":
		return invalidParameter("attachment url is not reachable from the sandbox")
	case len(a.Content) == 0:
		return invalidParameter("attachment content is missing")
	case a.Name == "":
		return &apiError{"missing_parameter", "attachment name is missing"}
	case !slices.Contains(allowedExtensions, strings.ToLower(strings.TrimPrefix(path.Ext(a.Name), "."))):
		return invalidParameter("unsupported file format for attachment " + a.Name)
	}
	return nil
}

// showAttachment is GET /sandbox/inbox/{id}/attachments/{n}: it is saved, never shown, because a
// letter's file may be a page.
func (b *Server) showAttachment(w http.ResponseWriter, r *http.Request) {
	m, known := b.findMessage(r.PathValue("id"))
	n, err := strconv.Atoi(r.PathValue("n"))
	if !known || err != nil || n < 0 || n >= len(m.Attachments) {
		renderPage(w, http.StatusNotFound, "missing.html", nil)
		return
	}
	file, header := m.Attachments[n], w.Header()
	kind := mime.TypeByExtension(path.Ext(file.Name))
	if kind == "" {
		kind = "application/octet-stream"
	}
	header.Set("Content-Type", kind)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	header.Set("Content-Length", strconv.Itoa(len(file.Content)))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cache-Control", "no-store")
	// a reader who has gone needs no file
	_, _ = w.Write(file.Content)
}
