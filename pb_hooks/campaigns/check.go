package campaigns

import (
	"context"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

const (
	// maxLinks is how many links of a text are asked.
	maxLinks = 40
	// maxCheck is how long an admin waits for all of them.
	maxCheck = 20 * time.Second
)

// CheckedLink is a link or a picture of a text. State is answers, fails, own for a page of this site, or unasked for what is
// no https address.
type CheckedLink struct {
	Address string `json:"address"`
	State   string `json:"state"`
	Note    string `json:"note"`
}

// Check is what is wrong with a text before it goes out.
type Check struct {
	Links    []CheckedLink `json:"links"`
	Problems []Problem     `json:"problems"`
	Bytes    int           `json:"bytes"`
}

// CheckText is POST /api/campaigns/check: whether the links of a text answer, and what else is wrong with it.
func (c *Campaigns) CheckText(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, PreviewForm)
	if err != nil {
		return err
	}
	w := c.write(textOf(values))
	content, err := c.Outbox.Frame(w.Draft)
	if err != nil {
		return apperr.Fail("The text could not be checked.", err)
	}
	answer := Check{Links: []CheckedLink{}, Problems: append([]Problem{}, w.Problems...), Bytes: len(content.HTML)}
	var asked []string
	for _, address := range addressesIn(w.Body) {
		link := CheckedLink{Address: address, State: "unasked"}
		switch {
		case strings.HasPrefix(address, c.SiteURL+"/"):
			link.State, link.Note = "own", "A page of this site."
			if !c.hasPage(e.Request.Context(), address) {
				link.State, link.Note = "fails", "This site has no such page."
			}
		case !strings.HasPrefix(address, "https://"):
			link.Note = "Only https addresses can be asked."
		case len(asked) < maxLinks:
			asked = append(asked, address)
			continue
		default:
			link.Note = "There are too many links to ask them all."
		}
		answer.Links = append(answer.Links, link)
	}
	ctx, cancel := context.WithTimeout(e.Request.Context(), maxCheck)
	defer cancel()
	for _, result := range c.Links.Check(ctx, asked) {
		link := CheckedLink{Address: result.Address, State: "fails", Note: result.Note}
		if result.Answers {
			link.State = "answers"
		}
		answer.Links = append(answer.Links, link)
	}
	return e.JSON(http.StatusOK, answer)
}

func (c *Campaigns) hasPage(ctx context.Context, address string) bool {
	to, err := url.Parse(address)
	return err == nil && c.HasPage(ctx, to.Path)
}

var addressPattern = regexp.MustCompile(` (?:href|src)="([^"]+)"`)

// addressesIn are the links and pictures of safe HTML, each once.
func addressesIn(page string) (addresses []string) {
	for _, found := range addressPattern.FindAllStringSubmatch(page, -1) {
		if address := html.UnescapeString(found[1]); !slices.Contains(addresses, address) {
			addresses = append(addresses, address)
		}
	}
	return addresses
}
