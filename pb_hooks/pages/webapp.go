package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"path"
	"regexp"
	"strings"
)

// webApp is the web app's build, read once: the page template, the server script and the files.
type webApp struct {
	template template
	script   string
	files    map[string]document
}

// built is false for a binary that was compiled without the web app.
func (w webApp) built() bool { return w.template.html != "" }

func openWebApp(dist fs.FS) (webApp, error) {
	index, err := fs.ReadFile(dist, "client/index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return webApp{}, nil
	}
	if err != nil {
		return webApp{}, err
	}
	script, err := fs.ReadFile(dist, "server/ssr.js")
	if err != nil {
		return webApp{}, fmt.Errorf("the web app's build is incomplete: %w", err)
	}
	client, err := fs.Sub(dist, "client")
	if err != nil {
		return webApp{}, err
	}
	files, err := readFiles(client)
	return webApp{template: newTemplate(string(index)), script: string(script), files: files}, err
}

// readFiles keeps each file in the forms in which it travels. The build left the compressed
// ones beside it; they are not addresses of their own, and neither is the template.
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
		content, err := fs.ReadFile(client, name)
		if err != nil {
			return err
		}
		file := newDocument(contentType(name), cachePolicy(name), content)
		if file.brotli, err = readCompressedVariant(client, name+".br"); err != nil {
			return err
		}
		if file.gzip, err = readCompressedVariant(client, name+".gz"); err != nil {
			return err
		}
		files[name] = file
		return nil
	})
	return files, err
}

func readCompressedVariant(client fs.FS, name string) ([]byte, error) {
	content, err := fs.ReadFile(client, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

func isCompressedVariant(name string) bool {
	return strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
}

// cachePolicy: whatever Vite puts under assets/ bears a hash of its content in its name.
func cachePolicy(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return cacheImmutable
	}
	return cacheOneHour
}

// contentTypes are spelt out because a scratch image has no table of them.
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

// template is index.html with its three marks, and the policy that its inline scripts need.
type template struct {
	html   string
	policy string
	// framePolicy is the policy of the only page that is shown in a frame.
	framePolicy string
}

func newTemplate(html string) template {
	return template{
		html:        html,
		policy:      contentSecurityPolicy(html, "'none'"),
		framePolicy: contentSecurityPolicy(html, "'self'"),
	}
}

// renderMarkdown fills in the marks. One pass only: a mark within somebody's text stays text.
// state is JSON as encoding/json writes it, with < and U+2028 escaped, so it can't end its script.
func (t template) render(head, html, state string) string {
	return strings.NewReplacer("<!--head-->", head, "<!--html-->", html, "<!--state-->", state).Replace(t.html)
}

var inlineScript = regexp.MustCompile(`(?is)<script([^>]*)>(.*?)</script>`)

// contentSecurityPolicy allows our own scripts, the inline ones of the template by their hash,
// and Razorpay's checkout, whose hosts change without notice. Data blocks need no permission.
// ancestors may show the page in a frame.
func contentSecurityPolicy(html, ancestors string) string {
	scripts := "script-src 'self'"
	for _, found := range inlineScript.FindAllStringSubmatch(html, -1) {
		attributes, code := strings.ToLower(found[1]), found[2]
		if strings.Contains(attributes, "src=") || strings.Contains(attributes, "json") {
			continue
		}
		sum := sha256.Sum256([]byte(code))
		scripts += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return strings.Join([]string{
		"default-src 'self'",
		scripts + " https://*.razorpay.com",
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: https:",
		"font-src 'self'",
		"connect-src 'self' https://*.razorpay.com",
		"frame-src 'self' https://*.razorpay.com",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors " + ancestors,
	}, "; ")
}
