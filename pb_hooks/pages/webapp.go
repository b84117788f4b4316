package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"mime"
	"path"
	"regexp"
	"strings"
)

// webApp is the web app's build: the page template, the server script and the files.
type webApp struct {
	template template
	dist     fs.FS
	files    map[string]document
}

const scriptName = "server/ssr.js"

// script opens the server script. It is not kept in memory, because it is large and needed only for rendering.
func (w webApp) script() (fs.File, error) { return w.dist.Open(scriptName) }

// built returns false for a binary that was compiled without the web app.
func (w webApp) built() bool { return w.template.html != "" }

func openWebApp(dist fs.FS) (webApp, error) {
	index, err := fs.ReadFile(dist, "client/index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return webApp{}, nil
	}
	if err != nil {
		return webApp{}, err
	}
	if _, err := fs.Stat(dist, scriptName); err != nil {
		return webApp{}, fmt.Errorf("the web app's build is incomplete: %w", err)
	}
	client, err := fs.Sub(dist, "client")
	if err != nil {
		return webApp{}, err
	}
	files, err := readFiles(client)
	return webApp{template: newTemplate(string(index)), dist: dist, files: files}, err
}

// readFiles reads each file with its compressed forms, which the build has stored next to it. The compressed files
// and the template have no paths of their own.
func readFiles(client fs.FS) (map[string]document, error) {
	files := map[string]document{}
	err := fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := name != "." && strings.HasPrefix(entry.Name(), ".")
		if entry.IsDir() {
			if hidden {
				return fs.SkipDir
			}
			return nil
		}
		if hidden || name == "index.html" || isCompressedVariant(name) {
			return nil
		}
		file := document{contentType: contentType(name), cacheControl: cachePolicy(name)}
		if file.plain, err = fileForm(client, name); err != nil {
			return err
		}
		if file.etag, err = etagOfFile(client, name, file.cacheControl); err != nil {
			return err
		}
		if file.brotli, err = compressedVariant(client, name+".br"); err != nil {
			return err
		}
		zipped, err := compressedVariant(client, name+".gz")
		if err != nil {
			return err
		}
		if zipped.size > 0 {
			file.gzip = func() form { return zipped }
		}
		files[name] = file
		return nil
	})
	return files, err
}

func fileForm(client fs.FS, name string) (form, error) {
	info, err := fs.Stat(client, name)
	if err != nil {
		return form{}, err
	}
	return form{size: int(info.Size()), open: func() (io.ReadCloser, error) { return client.Open(name) }}, nil
}

func compressedVariant(client fs.FS, name string) (form, error) {
	variant, err := fileForm(client, name)
	if errors.Is(err, fs.ErrNotExist) {
		return form{}, nil
	}
	return variant, err
}

// etagOfFile reads the file only if its name does not contain the hash of its content.
func etagOfFile(client fs.FS, name, cacheControl string) (string, error) {
	if cacheControl == cacheImmutable {
		return etagOf([]byte(name)), nil
	}
	file, err := client.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return etagOfSum(sum.Sum(nil)), err
}

func isCompressedVariant(name string) bool {
	return strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
}

// cachePolicy returns the cache policy of a file. Vite puts a hash of the content into the names of all files in
// assets/.
func cachePolicy(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return cacheImmutable
	}
	return cacheOneHour
}

// contentTypes is needed because a scratch image has no MIME types.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".mjs":         "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

func contentType(name string) string {
	extension := path.Ext(name)
	if known, ok := contentTypes[extension]; ok {
		return known
	}
	if known := mime.TypeByExtension(extension); known != "" {
		return known
	}
	return "application/octet-stream"
}

// template is index.html with three placeholders, and the hashes that its content security policy needs.
type template struct {
	html string
	// scripts and styles are the hashes of its inline scripts and style elements.
	scripts, styles string
}

func newTemplate(text string) template {
	return template{
		html: text, scripts: hashes(text, inlineScript, isCode), styles: hashes(text+libraryStyles, inlineStyle, nil),
	}
}

// render sets the language and replaces the placeholders in one pass, so that a placeholder within a user's text is not
// replaced. state must be JSON as encoding/json writes it, with < and U+2028 escaped, so that it can't end its script
// element.
func (t template) render(locale, head, html, state string) string {
	return strings.NewReplacer(`<html lang="en-IN">`, `<html lang="`+locale+`">`,
		"<!--head-->", head, "<!--html-->", html, "<!--state-->", state).Replace(t.html)
}

// pageKind selects the Content-Security-Policy of a page. Inline scripts and styles are allowed only by their hash.
//
//	site     our own scripts and styles, and the rendered style attributes by their hashes: a portrait's colours and the
//	         colour of a tier's button are values, not classes
//	pays     as site, plus Razorpay's checkout, whose hosts change without notice
//	console  no provider; an email is shown in a page of its own (mail/texts/preview.go)
//
// A page keeps the policy that it was loaded with. The web app therefore lets the browser load a page of another kind
// in full (web/src/lib/document-kind.ts has the same kinds).
type pageKind int

const (
	kindSite pageKind = iota
	kindPays
	kindConsole
)

// kindOf returns the kind of the page at a path in English.
func kindOf(path string) pageKind {
	switch path = NormalizePath(path); {
	case path == "/admin" || strings.HasPrefix(path, "/admin/"):
		return kindConsole
	case path == "/membership-plans" || path == "/account/card":
		return kindPays
	}
	return kindSite
}

// libraryStyles are the style elements that react-aria adds to a page: for pressable elements, and for dialogs on
// iOS.
const libraryStyles = `<style>@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}</style><style>@layer {
  * {
    overscroll-behavior: contain;
  }
}</style>`

const razorpayHosts = " https://*.razorpay.com"

// policy returns the policy of a page. attributes are the hashes of its style attributes, and pictureHosts are the
// other sites whose pictures it may show.
func (t template) policy(kind pageKind, attributes string, pictureHosts []string) string {
	pictures := ""
	for _, host := range pictureHosts {
		pictures += " https://" + host
	}
	provider, styleAttributes := "", " 'none'"
	if attributes != "" {
		styleAttributes = " 'unsafe-hashes'" + attributes
	}
	if kind == kindPays {
		provider = razorpayHosts
	}
	return strings.Join([]string{
		"default-src 'self'",
		"script-src 'self'" + t.scripts + provider,
		"style-src 'self'" + t.styles,
		"style-src-attr" + styleAttributes,
		"img-src 'self' data:" + provider + pictures,
		"font-src 'self'",
		"connect-src 'self'" + provider,
		"frame-src 'self'" + provider,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

var (
	inlineScript   = regexp.MustCompile(`(?is)<script([^>]*)>(.*?)</script>`)
	inlineStyle    = regexp.MustCompile(`(?is)<style([^>]*)>(.*?)</style>`)
	styleAttribute = regexp.MustCompile(`( style)="([^"]*)"`)
)

// isCode reports whether a script element has inline code. Scripts with a URL and data blocks need no hash.
func isCode(attributes string) bool {
	attributes = strings.ToLower(attributes)
	return !strings.Contains(attributes, "src=") && !strings.Contains(attributes, "json")
}

// hashes returns the CSP sources for the matches of a pattern. accepts selects them by their attributes; nil
// selects all.
func hashes(text string, pattern *regexp.Regexp, accepts func(attributes string) bool) string {
	var all strings.Builder
	seen := map[string]bool{}
	for _, found := range pattern.FindAllStringSubmatch(text, -1) {
		if seen[found[2]] || accepts != nil && !accepts(found[1]) {
			continue
		}
		seen[found[2]] = true
		content := found[2]
		if pattern == styleAttribute {
			content = html.UnescapeString(content)
		}
		sum := sha256.Sum256([]byte(content))
		all.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return all.String()
}
